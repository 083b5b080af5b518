"""Random chains and single solves, shared by the tests of the mechanics."""

import numpy as np

import snakelab as sl
from snakelab.kernels.decorator import kernel
from snakelab.physics.articulated_body import solve
from snakelab.physics.columns import MOTOR, PRESCRIBED, QDD, TAU, workspace
from snakelab.physics.command import constant_reference, piecewise_reference
from snakelab.physics.integrators import world_acceleration
from snakelab.physics.outward_pass import outward
from snakelab.sim.compiled_loop import advance
from snakelab.worlds.friction import ONLY_STEP


def mixed_robot(rng, base="floating", actuator=None):
    """Links, joints of both kinds, a mount and two soft sections, all numbers random."""
    actuator = actuator or sl.Motor()

    def link():
        com = (rng.uniform(0.05, 0.15), *rng.normal(scale=0.01, size=2))
        return sl.Link(rng.uniform(0.1, 0.3), rng.uniform(0.2, 1.0), com=com, inertia=tuple(rng.uniform(2e-3, 3e-3, 3)))

    def soft():
        return sl.SoftSection(0.15, 0.12, 0.0125, 0.02, 10, actuator, sl.Spring(1900.0, 9.0))

    parts = [
        link(),
        sl.Revolute(tuple(rng.normal(size=3)), actuator, sl.Spring(0.5, 0.02, 0.1)),
        link(),
        soft(),
        sl.Mount(tuple(rng.normal(size=3)), tuple(rng.normal(scale=0.05, size=3))),
        sl.Prismatic(tuple(rng.normal(size=3)), actuator, sl.Spring(300.0, 1.0)),
        link(),
        soft(),
        sl.Revolute("y", actuator),
        link(),
    ]
    return sl.Robot(parts, base)


def random_state(model, rng, speed=1.0):
    """A state with every free component moving."""
    n = model.n_coordinates
    units = [c.unit for part in model.robot.parts for c in part.coordinates]
    small = np.array([0.01 if unit == "m" else 0.5 for unit in units])
    velocity = np.zeros(6)
    velocity[model.arrays.base] = speed * rng.normal(size=len(model.arrays.base))
    quaternion = rng.normal(size=4)
    if model.robot.base == "planar":
        quaternion[1:3] = 0.0
    return sl.initial_state(
        model,
        q=small * rng.normal(size=n),
        v=speed * small * rng.normal(size=n),
        position=rng.normal(size=3) * [1, 1, 0],
        quaternion=quaternion,
        velocity=velocity,
    )


@kernel(allocates=True)
def _solve(model, reference, y, dt):
    ws = workspace(model)
    outward(model, y, ws)
    solve(model, reference, y, 0.0, dt, ONLY_STEP, ws)  # the type that the engine passes: compiled once for both
    return world_acceleration(y, ws.body), ws.coordinates.copy()


def accelerations(model, state, forces):
    """Base acceleration in world axes (free components) and of every coordinate, under motor forces."""
    (a, alpha), rows = _solve(model.arrays, constant_reference(np.asarray(forces, float)), state.row(), 0.0)
    return np.array([*a, *alpha])[model.arrays.base], rows[:, QDD]


def hybrid(model, state, driven, forces, given):
    """Accelerations and driven forces with the accelerations of the `driven` coordinates given."""
    coordinates = model.arrays.coordinates.copy()
    coordinates["driven"] = driven
    coordinates["actuator"] = np.where(driven, PRESCRIBED, MOTOR)
    arrays = model.arrays._replace(coordinates=coordinates)
    coefficients = np.zeros((1, len(driven), 6))
    coefficients[0, :, 0] = np.where(driven, state.q, forces)
    coefficients[0, :, 2] = np.where(driven, given, 0.0) / 2
    reference = piecewise_reference(np.array([0.0, 1.0]), coefficients)
    (a, alpha), rows = _solve(arrays, reference, state.row(), 0.0)
    return np.array([*a, *alpha])[model.arrays.base], rows[:, QDD], rows[:, TAU]


def planar_snake(n=5, length=0.11, mass=0.08, friction=None, inertia=None, section=None, actuator=None, spring=None):
    """The planar n-link snake of Bamshad et al."""
    link = sl.Link(length, mass, section=section, inertia=inertia)
    joint = sl.Revolute("z", actuator or sl.Prescribed(), spring or sl.Spring())
    robot = sl.Robot([link, *(n - 1) * [joint, link]], base="planar")
    return sl.build_model(robot, sl.World([friction] if friction else []))


def s1(friction=None):
    """Case S1, the paper's comparison with SimMechanics: five links of 2 m and 1 kg."""
    return planar_snake(5, 2.0, 1.0, friction or sl.ViscousFriction(1.0, 30.0), inertia=(0.01, 0.33, 0.33))


def p1(eps=1e-3, **friction):
    """The paper's prototype, P1."""
    law = sl.LinkFriction(**{"mu_tangential": 0.05, "mu_normal": 0.56, "shape": "per_axis", "eps": eps} | friction)
    return planar_snake(5, 0.11, 0.08, law, section=sl.Box(0.04, 0.03))


def loops_without_rods():
    """Return the number of compiled loops, besides those for robots with rods and for fourth order, of other tests."""
    scratch = 6  # argument of `advance`; its last field has the columns of fourth order
    return sum(
        "RodArrays" not in str(signature) and str(signature[scratch].types[-1]) == "none"
        for signature in advance.signatures
    )
