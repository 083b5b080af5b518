"""Conversion of an engine's robot to a planar swimmer: links, joint law and state."""

import math
from collections.abc import Sequence

import numpy as np

from snakelab.errors import ControlError
from snakelab.physics.command import Measurement
from snakelab.physics.model import Model
from snakelab.physics.state import State, initial_state
from snakelab.planar_batch.robot.joint_law import JointLaw
from snakelab.planar_batch.robot.state import SwimmerState
from snakelab.planar_batch.robot.swimmer import PlanarSwimmer
from snakelab.robots.actuators import Follower, Passive, Servo
from snakelab.robots.parts import Link, Part, Revolute
from snakelab.robots.parts.joints import unit_axis
from snakelab.types import FloatArray, choice
from snakelab.worlds.fluid import LumpedFluid

ALLOWED = "the batch model supports a planar robot of Links joined by Revolute('z')"


def swimmer_of(model: Model) -> PlanarSwimmer:
    """Links of a model, with their hydrodynamic coefficients.

    Args:
        model: A planar chain of links, in one `LumpedFluid` of the literal form or on land.

    Raises:
        ControlError: if the model contains objects that the batch model does not support.
    """
    links = links_of(model)
    fluid = _fluid(model)
    half_length = np.array([link.length / 2 for link in links])
    mass = np.array([link.whole_mass for link in links])
    inertia = np.array([link.inertia_matrix()[2, 2] for link in links])
    if fluid is None:
        return PlanarSwimmer(half_length, mass, inertia, *np.zeros((6, len(links))))
    hulls = [hull for link in links for hull in link.hulls()]
    water = [fluid.coefficients(hull) for hull in hulls]
    return PlanarSwimmer(
        half_length=half_length,
        mass=mass,
        inertia=inertia,
        added_mass=np.array([c.added[0, 1] for c in water]),
        drag_tangential=np.array([c.linear[0, 0] for c in water]),
        drag_normal=np.array([c.linear[0, 1] for c in water]),
        spin_inertia=np.array([c.added_inertia[2] for c in water]),
        spin_linear=np.array([c.linear_moment[2] for c in water]),
        spin_quadratic=np.array([c.quadratic_moment[2] for c in water]),
    )


def joint_law_of(model: Model) -> JointLaw:
    """Joint law of a model with followers, free joints and servos.

    Raises:
        ControlError: if another actuator, a spring or a joint limit is there, or the head joint should follow.
    """
    joints = [part for part in model.robot.parts if isinstance(part, Revolute)]
    rows = np.array([_joint(part, name) for part, name in zip(joints, model.coordinate_names, strict=True)])
    head = joints[-1].actuator
    servos = [part.actuator for part in joints if isinstance(part.actuator, Servo)]
    if not servos or isinstance(head, Follower):
        raise ControlError(
            f"the head joint {model.coordinate_names[-1]} must be a Servo, which receives the input, got {head!r}; write "
            "Revolute('z', actuator=Servo(kp=20, kd=1))"
        )
    for servo in servos:
        feedforward_gain = max(servo.ki, servo.rate_feedforward, servo.acceleration_feedforward)
        if feedforward_gain > 0.0 or min(servo.torque_limit, servo.proportional_limit, servo.speed_limit) < math.inf:
            raise ControlError(
                f"the batch model supports a Servo without limits and integral or feed-forward, got {servo!r}"
            )
    return JointLaw(*rows.T)


def steered_joints(model: Model, names: Sequence[str] | None) -> tuple[int, ...]:
    """Indices of the joints with these names, from the tail; None for the head joint.

    Raises:
        ControlError: if there is no such joint, it has no `Servo`, or a name is repeated.
    """
    joints = [part for part in model.robot.parts if isinstance(part, Revolute)]
    with_servo = [
        name for part, name in zip(joints, model.coordinate_names, strict=True) if isinstance(part.actuator, Servo)
    ]
    wanted = [model.coordinate_names[-1]] if names is None else list(names)
    for name in wanted:
        choice(name, "a steered joint, which has a Servo,", tuple(with_servo), ControlError)
    if len(set(wanted)) < len(wanted):
        raise ControlError(f"each joint is steered once, got {wanted}")
    return tuple(model.coordinate_names.index(name) for name in wanted)


def driven_joints(model: Model) -> tuple[int, ...]:
    """Indices of all joints with a `Servo`, from the tail."""
    joints = [part for part in model.robot.parts if isinstance(part, Revolute)]
    return tuple(i for i, part in enumerate(joints) if isinstance(part.actuator, Servo))


def _joint(part: Revolute, name: str) -> tuple[float, float, float, float, float]:
    """Row of the joint law: following gain and its limit, stiffness, damping, gain on the target's rate."""
    spring, stops = part.spring, part.limits
    if spring.stiffness > 0.0 or stops.lower > -math.inf or stops.upper < math.inf:
        raise ControlError(
            f"the batch model supports joints without springs and joint limits; {name} has {spring!r}, {stops!r}"
        )
    if part.dry_friction > 0.0:
        raise ControlError(
            f"the batch model supports joints without dry friction; {name} has dry_friction={part.dry_friction:g}, "
            "write dry_friction=0"
        )
    if part.armature > 0.0:
        raise ControlError(
            f"the batch model supports joints without a rotor's inertia; {name} has armature={part.armature:g}, write armature=0"
        )
    match part.actuator:
        case Follower() as follower:
            return follower.gain, follower.limit, 0.0, follower.damping + spring.damping, 0.0
        case Servo() as servo:
            return 0.0, math.inf, servo.kp, servo.kd + spring.damping, servo.kd
        case Passive():
            return 0.0, math.inf, 0.0, spring.damping, 0.0
    raise ControlError(f"the batch model supports Follower, Passive and Servo; {name} has {part.actuator!r}")


def measured_state(model: Model, known: Measurement, links: Sequence[Link] | None = None) -> SwimmerState:
    """State of the swimmer from a measurement: pose and velocity of the tail end, and all joints.

    Args:
        model: Engine's model.
        known: Measurement.
        links: From `links_of`, where they are known already.

    Raises:
        ControlError: if no sensor measures one of these.
    """
    given = {
        "q": (known.q, "Encoders()"),
        "v": (known.v, "Encoders()"),
        "base_position": (known.base_position, "PoseSensor()"),
        "base_quaternion": (known.base_quaternion, "PoseSensor()"),
        "base_velocity": (known.base_velocity, "PoseSensor()"),
    }
    measured: dict[str, tuple[FloatArray | None, str]] = dict(given)
    lacking = {name: sensor for name, (value, sensor) in measured.items() if value is None}
    if lacking:
        wanted = ", ".join(dict.fromkeys(lacking.values()))
        raise ControlError(f"to predict, {', '.join(lacking)} must be known; write Robot(..., sensors=[{wanted}])")
    links = links_of(model) if links is None else links
    return swimmer_state(links, known.base_position, known.base_quaternion, known.base_velocity, known.q, known.v)


def swimmer_state(
    links: Sequence[Link],
    position: FloatArray,
    quaternion: FloatArray,
    velocity: FloatArray,
    q: FloatArray,
    v: FloatArray,
) -> SwimmerState:
    """State in absolute angles and centre of mass, from the tail end's pose and the joints.

    Args:
        links: Tail first.
        position: Of the tail end, shape (3,), [m].
        quaternion: Of the tail link, wxyz; rotated about z only.
        velocity: Of the tail end, world axes (linear, angular), shape (6,).
        q: Joint angles, shape (n - 1,), [rad].
        v: Their rates, shape (n - 1,), [rad/s].
    """
    heading = 2.0 * math.atan2(quaternion[3], quaternion[0])
    angle = heading + np.concatenate([[0.0], np.cumsum(q)])
    spin = velocity[5] + np.concatenate([[0.0], np.cumsum(v)])
    lever = levers(links)
    c, s = np.cos(angle), np.sin(angle)
    place = position[:2] + np.array([lever @ c, lever @ s])
    speed = velocity[:2] + np.array([-lever @ (s * spin), lever @ (c * spin)])
    return SwimmerState(angle, place, spin, speed)


def engine_state(model: Model, state: SwimmerState) -> State:
    """Return the engine's state of a planar chain; the inverse of `swimmer_state`.

    Args:
        model: Of the chain.
        state: Absolute angles and centre of mass.
    """
    lever, heading = levers(links_of(model)), float(state.angle[0])
    c, s = np.cos(state.angle), np.sin(state.angle)
    x, y = state.position - np.array([lever @ c, lever @ s])
    vx, vy = state.velocity - np.array([-lever @ (s * state.spin), lever @ (c * state.spin)])
    return initial_state(
        model,
        q=np.diff(state.angle),
        v=np.diff(state.spin),
        position=(x, y, 0.0),
        quaternion=(math.cos(heading / 2), 0.0, 0.0, math.sin(heading / 2)),
        velocity=(vx, vy, 0.0, 0.0, 0.0, float(state.spin[0])),
    )


def levers(links: Sequence[Link]) -> FloatArray:
    """Levers with which centre of mass = tail end + sum_i lever_i (cos theta_i, sin theta_i), shape (n,), [m]."""
    lengths, masses = np.array([link.length for link in links]), np.array([link.whole_mass for link in links])
    middle: FloatArray = (masses * lengths / 2 + lengths * (masses.sum() - np.cumsum(masses))) / masses.sum()
    return middle


def links_of(model: Model) -> list[Link]:
    """Links of a planar chain, tail first; ControlError for any other chain."""
    robot = model.robot
    if robot.base != "planar":
        raise ControlError(f"{ALLOWED}; {robot.name!r} has base={robot.base!r}, write base='planar'")
    if robot.from_head:
        raise ControlError(
            f"{ALLOWED}, counted from the tail; {robot.name!r} has base_end='head', write base_end='tail'"
        )
    if robot.propellers:
        raise ControlError(f"{ALLOWED}; {robot.name!r} has propellers")
    links: list[Link] = []
    for i, part in enumerate(robot.parts):
        if not _fits(part, i):
            raise ControlError(
                f"{ALLOWED}, in turn, with the centre of mass at each link's middle; part {i} is {part!r}"
            )
        if isinstance(part, Link):
            links.append(part)
    if len(links) < 2 or len(robot.parts) != 2 * len(links) - 1:
        raise ControlError(f"{ALLOWED}, at least two links; {robot.name!r} has {len(links)}")
    return links


def _fits(part: Part, i: int) -> bool:
    """Return whether part i is a uniform link (even i) or a hinge about z (odd i)."""
    if i % 2 == 1:
        return isinstance(part, Revolute) and unit_axis(part.axis, "Revolute axis").tolist() == [0.0, 0.0, 1.0]
    return isinstance(part, Link) and bool(np.allclose(part.com_point(), [part.length / 2, 0.0, 0.0], atol=1e-12))


def _fluid(model: Model) -> LumpedFluid | None:
    """The only fluid, of a form that the batch model supports; None on land."""
    fluids = [medium for medium in model.world.media if isinstance(medium, LumpedFluid)]
    if not fluids:
        return None
    if len(fluids) > 1:
        raise ControlError(
            f"the batch model supports one LumpedFluid; this world has {len(fluids)}, write World([LumpedFluid(), ...])"
        )
    fluid = fluids[0]
    if fluid.form != "literal" or fluid.region is not None or fluid.surface is not None:
        raise ControlError(
            "the batch model supports LumpedFluid(form='literal') without region and surface, got "
            f"form={fluid.form!r}, region={fluid.region!r}, surface={fluid.surface!r}"
        )
    return fluid
