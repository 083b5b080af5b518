"""A snake pushes a box: free bodies in contact with the robot and with the ground.

A snake on wet ground undulates toward a box and pushes it. The box lies on the ground of a `Contact`, whose dry friction the
snake must overcome: the heavier the box, the less far it moves. A ball in its place rolls away to the side.

Ideas: `FreeBody` in `World(objects=[...])`; `object_position` in a recording; the force on the head.
"""

import numpy as np

import snakelab as sl
from snakelab.worlds import Ball, Cuboid, FreeBody

LINK = sl.Link(0.1, mass=0.1, section=sl.Cylinder(0.02))
JOINT = sl.Revolute("z", sl.robots.Servo(kp=20.0, kd=0.5))
ROBOT = sl.Robot([part for _ in range(8) for part in (LINK, JOINT)][:-1], base="planar")
MEDIA = [
    sl.Gravity(),
    sl.worlds.ViscousFriction(tangential=1.0, normal=20.0),  # of the links
    sl.Contact(friction=sl.SurfaceFriction(0.3)),  # of the bodies
]
GAIT = sl.SerpenoidGait(amplitude=0.3, angular_frequency=2 * np.pi, phase_lag=0.8, ramp=1.0)


def pushed(body: FreeBody) -> sl.Recording:
    """A run of 2.5 s with one body in front of the snake."""
    model = sl.build_model(ROBOT, sl.World(MEDIA, objects=[body]))
    return sl.simulate(model, GAIT, 2.5, state=sl.initial_state(model, position=(0, 0, 0.02)))


def box(mass: float) -> FreeBody:
    """A wide box in front of the snake."""
    return FreeBody(Cuboid((0.1, 0.4, 0.06)), mass, (0.95, 0, 0.03))


print("body          moved [m]   largest push [N]   friction mu m g [N]")
bodies = {f"box, {mass:g} kg": box(mass) for mass in (0.05, 0.1, 0.3)}
bodies["ball, 0.1 kg"] = FreeBody(Ball(0.03), 0.1, (0.93, 0, 0.03))
for name, body in bodies.items():
    recording = pushed(body)
    way = np.linalg.norm(recording["object_position"].values[-1, 0, :2] - body.position[:2])
    push = np.linalg.norm(recording["object_contact_force"].values[:, -1], axis=1).max()
    print(f"{name:12s} {way:10.3f} {push:18.2f} {0.3 * body.mass * 9.81:21.2f}")
