"""Worlds with free bodies, for tests: a robot that is far away, runs, momenta and closed forms."""

import math

import numpy as np

import snakelab as sl
from snakelab.geometry.cross_sections import Cylinder
from snakelab.geometry.rotations import quat_to_matrix
from snakelab.geometry.surfaces import Plane

G = 9.81
FAR = (0.0, 0.0, 50.0)  # of a robot that is not meant to touch


def robot(radius=0.02, length=0.1, mass=0.1, n=1, base="floating"):
    """Chain of round links with free joints."""
    links = [sl.Link(length, mass=mass, section=Cylinder(radius))]
    for _ in range(n - 1):
        links += [sl.Revolute("z"), sl.Link(length, mass=mass, section=Cylinder(radius))]
    return sl.Robot(links, base=base)


def simulated(objects, media=(), duration=0.5, own=None, position=FAR, **settings):
    model = sl.build_model(own or robot(), sl.World(media, objects=objects))
    state = sl.initial_state(model, position=position, **settings.pop("start", {}))
    return model, sl.simulate(model, None, duration, state=state, **settings).dataset


def rotations(quaternions):
    return np.array([np.reshape(quat_to_matrix(tuple(map(float, quat))), (3, 3)) for quat in quaternions])


def momenta(model, data, with_robot):
    """Linear and angular momentum about the origin at every record."""
    bodies = model.world.objects
    linear, angular = np.zeros((data.sizes["time"], 3)), np.zeros((data.sizes["time"], 3))
    for i, body in enumerate(bodies):
        R, v = rotations(data.object_quaternion.values[:, i]), data.object_velocity.values[:, i]
        spin = np.einsum("kij,jl,kml,km->ki", R, body.inertia_matrix, R, v[:, 3:])
        linear += body.mass * v[:, :3]
        angular += spin + body.mass * np.cross(data.object_position.values[:, i], v[:, :3])
    if with_robot:  # one link
        upper = np.zeros((3, 3))
        upper[np.triu_indices(3)] = model.stations["inertia"][0]
        inertia = upper + np.triu(upper, 1).T
        R, v = rotations(data.link_quaternion.values[:, 0]), data.base_velocity.values
        linear += model.mass * data.com_velocity.values
        angular += np.einsum("kij,jl,kml,km->ki", R, inertia, R, v[:, 3:])
        angular += model.mass * np.cross(data.com_position.values, data.com_velocity.values)
    return linear, angular


def change(values):
    return np.abs(values - values[0]).max()


def ground(mu, **numbers):
    return sl.Contact(Plane(), friction=None if mu is None else sl.SurfaceFriction(mu, eps=1e-4), **numbers)


def restitution(stiffness, damping, mass):
    """Ratio of speeds of an impact with N = max(0, -K g - B w), which ends when N is 0."""
    zeta = damping / (2 * math.sqrt(stiffness * mass))
    root = math.sqrt(1 - zeta**2)
    return math.exp(-zeta / root * math.atan2(2 * zeta * root, 2 * zeta**2 - 1))
