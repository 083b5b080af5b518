"""Conversion of an engine's model to the batch model: the robot, its state, and its world.

In reading order: `swimmer_of`, `joint_law_of` and `swimmer_state` for the robot; `surroundings_of` and `ground_of` for
the world; `lane_model_of` for both.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from snakelab.errors import ControlError
from snakelab.geometry.planar_solids import HullWall, SignedDistanceGrid
from snakelab.geometry.surfaces import Extruded
from snakelab.parameters.arguments import FloatArray, choice, number
from snakelab.physics.command import Measurement
from snakelab.physics.kinematics import current_at
from snakelab.physics.model import Model
from snakelab.physics.state import State, initial_state
from snakelab.plugins.lanes.model.contact import NO_WALL
from snakelab.plugins.lanes.model.lane_model import JointLaw, LaneModel, PlanarSwimmer, SwimmerState, lane_model
from snakelab.plugins.lanes.model.planar_world import GroundFriction, Surroundings, WallLaw
from snakelab.robots.actuators import Follower, Passive, Servo
from snakelab.robots.joints import Revolute, unit_axis
from snakelab.robots.link import Link
from snakelab.robots.robot import Part
from snakelab.worlds.contact_laws import Contact
from snakelab.worlds.currents import Current, CurrentMap
from snakelab.worlds.friction import CentreFriction
from snakelab.worlds.gravity import Gravity, pressing_gravity
from snakelab.worlds.lumped_fluid import LumpedFluid

# ----------------------------------------------------------------------------------------------------------------------
# Conversion of an engine's robot to a planar swimmer: links, joint law and state
# ----------------------------------------------------------------------------------------------------------------------

ALLOWED = "the batch model supports a planar robot of Links joined by Revolute('z')"


def swimmer_of(model: Model) -> PlanarSwimmer:
    """Links of a model, with their hydrodynamic coefficients.

    Args:
        model: A planar chain of links, in one `LumpedFluid` of the simplified form or on land.

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
    hulls = [hull for link in links for hull in link.hulls]
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
    if robot.branches:
        raise ControlError(f"{ALLOWED}; {robot.name!r} has branches")
    if robot.coupling_names:
        raise ControlError(f"{ALLOWED}, without couplings; {robot.name!r} has {', '.join(robot.coupling_names)}")
    if names := model.object_names:
        raise ControlError(f"{ALLOWED}, without objects; the world has {', '.join(names)}")
    if factors := [
        part.name or "a link" for part in robot.parts if isinstance(part, Link) and part.friction_factor != 1.0
    ]:
        raise ControlError(
            f"{ALLOWED}, with the same friction at all links; {', '.join(factors)} have a friction_factor"
        )
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
    fluids = [fluid for fluid in model.world.fluids if isinstance(fluid, LumpedFluid)]
    if not fluids:
        return None
    if len(fluids) > 1:
        raise ControlError(
            f"the batch model supports one LumpedFluid; this world has {len(fluids)}, write World([LumpedFluid(), ...])"
        )
    fluid = fluids[0]
    if fluid.form != "simplified" or fluid.region is not None or fluid.surface is not None:
        raise ControlError(
            "the batch model supports LumpedFluid(form='simplified') without region and surface, got "
            f"form={fluid.form!r}, region={fluid.region!r}, surface={fluid.surface!r}"
        )
    return fluid


# ----------------------------------------------------------------------------------------------------------------------
# Conversion of an engine's world to the batch model: walls, corners, currents and ground friction
# ----------------------------------------------------------------------------------------------------------------------


def surroundings_of(model: Model, contact: bool = True, corner_reach: float = 0.01) -> Surroundings:
    """Walls, corners and currents of a model's world.

    Args:
        model: With at most one `Contact`, on an `Extruded`.
        contact: False leaves the walls out.
        corner_reach: Half the thickness of the snake at corners, for a skin without radius [m].

    Raises:
        ControlError: if the world contains objects that the batch model does not support, or a pipe is thinner than the snake.
    """
    for medium in model.world.media:
        if not isinstance(medium, (Gravity, LumpedFluid, Contact, CentreFriction)):
            raise ControlError(
                "the batch model supports LumpedFluid, LinkFriction, ViscousFriction and Contact(Extruded(...)); this "
                f"world also has {medium!r}"
            )
        if isinstance(medium, Gravity) and medium.vector()[:2].any():
            raise ControlError(
                f"the batch model supports motion in a level plane, got {medium!r}; write Gravity() or leave it out"
            )
    contact_medium = _contact(model)
    walls = None if contact_medium is None else _grid(contact_medium)
    grid, corners, law = None, np.zeros((0, 2)), WallLaw()
    if contact_medium is not None and walls is not None and contact:
        thick = _thickness(model)
        law = _law(contact_medium, thick or number(corner_reach, "corner_reach", ControlError, above=0, unit="m"))
        grid = SignedDistanceGrid(walls.values - thick, walls.origin, walls.spacing)
        corners = _corners(contact_medium, grid, law.corner_reach)
    stream = _uniform(model)
    if stream is None:
        if grid is None:
            like = walls or _map_grid(model)
            grid = SignedDistanceGrid(np.full(like.values.shape, NO_WALL), like.origin, like.spacing)
        stream = _sampled(model, grid)
    return Surroundings(grid, corners, law, stream)


def ground_of(model: Model) -> GroundFriction:
    """Friction at the centres of links in a model's world: one law, or Coulomb and viscous friction together.

    Raises:
        ControlError: if there are several laws of one kind, or one whose coefficients the batch model does not have.
    """
    laws, given = model.world.centre_frictions, dict[str, Any]()
    for law in laws:
        kind, coefficients = type(law).__name__, law.coefficients(pressing_gravity(model.world.media))
        unknown = [name for name in coefficients if name not in GroundFriction.__dataclass_fields__]
        if unknown:
            raise ControlError(
                f"the batch model does not support {kind}, which has the coefficient {unknown[0]}; write LinkFriction or "
                "ViscousFriction"
            )
        if coefficients.keys() & given.keys():
            n = sum(type(other) is type(law) for other in laws)
            raise ControlError(f"the batch model supports one {kind}, this world has {n}; leave one out")
        given |= coefficients
    return GroundFriction(**given)


def _contact(model: Model) -> Contact | None:
    """The only contact of the world, or None."""
    contacts = model.world.contacts
    if len(contacts) > 1 or any(not isinstance(one.surface, Extruded) for one in contacts):
        raise ControlError(
            "the batch model supports at most one Contact, on an Extruded; got "
            f"{', '.join(type(one.surface).__name__ for one in contacts)}: write one Contact(Extruded([...], lower, upper))"
        )
    return contacts[0] if contacts else None


def _grid(contact_medium: Contact) -> SignedDistanceGrid:
    """Distance grid of the engine's surface."""
    row = np.asarray(contact_medium.surface.numbers())
    n_x, n_y = int(row[0]), int(row[1])
    return SignedDistanceGrid(row[5:].reshape(n_y, n_x), (float(row[2]), float(row[3])), float(row[4]))


def _thickness(model: Model) -> float:
    """Distance of the skin from the axis of every link [m]."""
    skin = model.robot.skin
    if not skin.joined or skin.rings_per_link != 2:
        raise ControlError(
            "the batch model has one contact point at each joint and at both ends; write Robot(..., skin=Skin(joined=True))"
        )
    if skin.radius is not None:
        return skin.radius
    widths = {link.shape.half_width for link in links_of(model)}
    if len(widths) > 1:
        raise ControlError(
            "the batch model supports links of one width; give the skin one, Skin(joined=True, radius=...)"
        )
    return widths.pop()


def _law(contact_medium: Contact, reach: float) -> WallLaw:
    """Contact and friction law of the walls."""
    if contact_medium.friction is None:
        return WallLaw(contact_medium.stiffness, contact_medium.damping, 0.0, corner_reach=reach)
    friction = contact_medium.coulomb
    if friction is None:
        raise ControlError(
            f"the batch model does not support {type(contact_medium.friction).__name__} as the friction of "
            f"{contact_medium.name!r}; write SurfaceFriction(0.5)"
        )
    mu_tangential, mu_backward, mu_normal = friction.numbers()[1:4]
    turned = friction.frame == "world" and mu_normal != mu_tangential
    if mu_tangential != mu_backward or turned or friction.smoothing != "tanh":
        raise ControlError(
            f"friction in the batch model is equal in both directions, smoothed by tanh; got {friction!r}, "
            f"write SurfaceFriction({mu_tangential:g})"
        )
    return WallLaw(contact_medium.stiffness, contact_medium.damping, mu_tangential, friction.eps, reach)


def _corners(contact_medium: Contact, grid: SignedDistanceGrid, reach: float) -> FloatArray:
    """Corners within the grid; a pipe thinner than the snake is an error."""
    surface = contact_medium.surface
    assert isinstance(surface, Extruded)
    for solid in surface.solids:
        if isinstance(solid, HullWall) and (radius := float(np.min(solid.pipe.radii))) <= reach:
            raise ControlError(
                f"a pipe of radius {radius:g} m is thinner than the snake, half of whose thickness is {reach:g} m; "
                f"write radii above {reach:g}, or a smaller corner_reach where the skin has no radius"
            )
    corners = np.concatenate([np.zeros((0, 2)), *(solid.corners() for solid in surface.solids)])
    return corners[inside(grid, corners)]


def inside(grid: SignedDistanceGrid, points: FloatArray) -> np.ndarray:
    """Mask of the points within the grid's edges, shape (n,)."""
    low, high = bounds(grid)
    return np.asarray(((points >= low) & (points <= high)).all(axis=1))


def bounds(grid: SignedDistanceGrid) -> tuple[FloatArray, FloatArray]:
    """Lower and upper corner of a grid, each of shape (2,), [m]."""
    low = np.asarray(grid.origin)
    return low, low + grid.spacing * (np.array(grid.values.shape[::-1]) - 1)


def _currents(model: Model) -> list[Current | CurrentMap]:
    """All currents; an unsteady one is an error."""
    currents = [one for fluid in model.world.fluids for one in fluid.currents]
    for one in currents:
        if not isinstance(one, (Current, CurrentMap)) or (isinstance(one, Current) and np.any(one.pulsation)):
            raise ControlError(f"the batch model supports steady currents, Current or CurrentMap, got {one!r}")
    return [one for one in currents if isinstance(one, (Current, CurrentMap))]


def _uniform(model: Model) -> FloatArray | None:
    """Uniform current, shape (2,), [m/s]; None if it is not uniform."""
    total = np.zeros(2)
    for one in _currents(model):
        if isinstance(one, CurrentMap) or one.gradient is not None or one.region is not None:
            return None
        total = total + np.asarray(one.velocity, dtype=np.float64)[:2]
    return total


def _map_grid(model: Model) -> SignedDistanceGrid:
    """Grid of a current map, for a world without walls."""
    maps = [one for one in _currents(model) if isinstance(one, CurrentMap)]
    if not maps:
        raise ControlError(
            "a current that differs from place to place needs a grid; give it as a CurrentMap, or add a Contact(Extruded(...))"
        )
    first = maps[0]
    return SignedDistanceGrid(np.zeros(np.shape(first.u)), first.origin, first.spacing)


def _sampled(model: Model, grid: SignedDistanceGrid) -> FloatArray:
    """Current at the grid points, shape (n_y, n_x, 2), [m/s]."""
    x, y = grid.points()
    places = np.stack((x.ravel(), y.ravel(), np.zeros(x.size)), axis=1)
    streams = current_at(model, np.zeros(x.size), places)
    assert streams is not None
    return streams[:, :2].reshape(*x.shape, 2)


def lane_model_of(
    model: Model,
    contact: bool = True,
    dtype: type = np.float32,
    corner_reach: float = 0.01,
    around: Surroundings | None = None,
) -> LaneModel:
    """Batch model of a planar robot and its world, so that roll-outs predict what the engine will do.

    Away from walls a lane moves as the engine does, except for the error of its longer steps. Differences at walls and
    corners: see `planar_world.WallLaw`.

    Args:
        model: From `build_model`: links of any kind joined by hinges about z, followers and servos; in at most one
            `LumpedFluid` with steady currents, on at most one `LinkFriction` and one `ViscousFriction`, with at most one
            `Contact` on an `Extruded`.
        contact: False leaves the walls out.
        dtype: np.float32 or np.float64.
        corner_reach: Half the thickness of the snake at corners, for a skin without radius [m].
        around: Walls, corners and currents; None to take them from the model.

    Raises:
        ControlError: if the model contains objects that the batch model does not support.
    """
    around = surroundings_of(model, contact, corner_reach) if around is None else around
    return lane_model(swimmer_of(model), joint_law_of(model), around, dtype, ground_of(model))
