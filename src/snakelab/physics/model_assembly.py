"""Tables of a model, made from a robot and a world: chain, sensor frames, laws and skin.

The columns of the tables are those of `physics.columns`.
"""

import math
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.errors import RobotError, SnakelabWarning, WorldError, nearest
from snakelab.geometry.rotations import quat_exp, quat_to_matrix
from snakelab.geometry.sections import Box, Cylinder, Ellipse, Hull, Section, Station
from snakelab.parameters.arguments import FloatArray, at_most, choice, repeated
from snakelab.physics.columns import (
    COORDINATE,
    FOLLOWER,
    HEAD,
    LAW,
    LINK,
    MOTOR,
    MOUNT,
    NOT_ROLLING,
    PART,
    PASSIVE,
    PRESCRIBED,
    PROPELLER,
    ROD,
    ROD_RECORD,
    SERVO,
    SHAPE,
    SOCKET,
    SOFT,
    STATION,
    WORK_NAMES,
    RodArrays,
)
from snakelab.physics.objects import ball_centres, is_round, object_hulls, polyhedron
from snakelab.robots.actuators import (
    Follower,
    Holder,
    Hydraulic,
    Motor,
    Passive,
    Pneumatic,
    Prescribed,
    Servo,
    Spring,
    Tendon,
)
from snakelab.robots.branches import Socket
from snakelab.robots.couplings import Muscle
from snakelab.robots.joints import Coordinate, Mount, Revolute, SectionActuator, SoftSection
from snakelab.robots.link import ORIGIN, Frame, Link, Wheel
from snakelab.robots.materials import NO_MATERIAL, WIDTH
from snakelab.robots.robot import Part, Robot
from snakelab.robots.rods import Rod
from snakelab.robots.sensors import BUILT_IN, ENDS
from snakelab.worlds.gravity import pressing_gravity
from snakelab.worlds.law import CONTACT, COUPLING_LAW, SELF_CONTACT_LAW, UserLaw
from snakelab.worlds.objects import FreeBody
from snakelab.worlds.world import World

# ----------------------------------------------------------------------------------------------------------------------
# Station that carries a point of a part
# ----------------------------------------------------------------------------------------------------------------------


HEAVY = (Link, SoftSection, Rod)


def station_at(robot: Robot, name: str, point: Sequence[float] | None) -> tuple[int, FloatArray]:
    """The station nearest to a point of a part, and the point from that station's centre of mass.

    Args:
        robot: The robot.
        name: Of the part.
        point: From the part's tail end, in its axes, shape (3,), [m]; None: a link's centre of mass, the middle of a soft
            section or rod.

    Returns:
        Number of the station, and the offset, shape (3,), [m].
    """
    parts_with_mass = [
        (part, back) for part, back in zip(robot.parts, robot.is_reversed, strict=True) if isinstance(part, HEAVY)
    ]
    at = robot.part_names.index(name)
    part, back = parts_with_mass[at]
    pieces = part.stations
    middle = part.com_point() if isinstance(part, Link) else np.array([part.length / 2, 0.0, 0.0])
    place = middle if point is None else np.array(point, dtype=np.float64)
    step = part.length / (len(pieces) - 1) if len(pieces) > 1 else 0.0
    k = min(max(round(place[0] / step), 0), len(pieces) - 1) if step > 0 else 0
    first = sum(len(earlier.stations) for earlier, _ in parts_with_mass[:at])
    number = len(pieces) - 1 - k if back else k
    return first + number, place - [k * step, 0.0, 0.0] - pieces[k].offset


# ----------------------------------------------------------------------------------------------------------------------
# Tables of a robot: parts, stations, coordinates and propellers, and a name for each
# ----------------------------------------------------------------------------------------------------------------------


def chain_tables(robot: Robot) -> tuple[np.ndarray, np.ndarray, np.ndarray, tuple[str, ...]]:
    """Tables of parts, stations and coordinates, and the coordinates' names."""
    parts = np.zeros(len(robot.parts), PART)
    stations: list[tuple] = []
    coordinates: list[tuple] = []
    n_soft = n_rods = 0
    for i, (record, part) in enumerate(zip(parts, robot.parts, strict=True)):
        back_to_front = robot.is_reversed[i]
        record["coordinate"], record["n_coordinates"] = len(coordinates), len(part.coordinates)
        line = _line_of(part, parts)
        record["station"], record["n_steps"] = len(stations), 1
        record["soft"] = n_rods if isinstance(part, Rod) else line[1] if isinstance(part, SectionActuator) else n_soft
        record["rotation"] = np.eye(3).ravel()
        _geometry(record, part)
        if back_to_front:
            invert_part(record)
        n_soft += isinstance(part, SoftSection)
        n_rods += isinstance(part, Rod)
        for coordinate in part.coordinates:
            coordinates.append(
                (
                    *_coordinate(coordinate),
                    -1 if back_to_front else 1,
                    *_feedforward_gains(coordinate),
                    *_friction_and_armature(coordinate),
                    *line,
                )
            )
        # the frame of a link in the chain is at its end nearer to the base; its own frame is at the tail end
        back = np.array([part.length, 0.0, 0.0]) if back_to_front and isinstance(part, Link) else np.zeros(3)
        for piece in robot.from_base(part.stations, i):
            upper = piece.inertia[np.triu_indices(3)]
            friction = getattr(part, "friction_factor", 1.0)
            stations.append((piece.mass, 0.0, piece.offset - back, upper, 0, friction))
        record["n_stations"] = len(stations) - record["station"]
    _distinct(list(robot.coordinate_names), "coordinates")
    table, entries = np.array(stations, STATION), np.array(coordinates, COORDINATE)
    if robot.branches:
        _put_sockets(parts, table, robot)
        n_trunk = sum(len(part.coordinates) for part in robot.trunk)
        if n_trunk and not robot.from_head:  # no coordinate of a branch is toward the head of the trunk
            entries["ahead"][n_trunk - 1] = len(entries)
    return parts, table, entries, robot.coordinate_names


def _put_sockets(parts: np.ndarray, stations: np.ndarray, robot: Robot) -> None:
    """Fill the records of sockets, and those of the stations that carry them."""
    first = 1
    for i, (record, part) in enumerate(zip(parts, robot.parts, strict=True)):
        if isinstance(part, Socket):
            record["carrier"], record["offset"] = station_at(robot, part.on, part.branch.at)
            record["soft"], first = first, 0
            carrier = stations[record["carrier"]]
            record["next_socket"], carrier["socket"] = carrier["socket"], i


def trunk_stations(parts: np.ndarray, stations: np.ndarray) -> int:
    """Number of the stations of the trunk [-]."""
    sockets = parts[parts["kind"] == SOCKET]
    return int(sockets["station"][0]) if len(sockets) else len(stations)


def _line_of(part: Part, parts: np.ndarray) -> tuple[int, int, FloatArray, FloatArray]:
    """Section of the coordinates of a part that follow it, and how; see `COORDINATE`."""
    if not isinstance(part, SectionActuator):
        return -1, -1, np.zeros(3), np.zeros(3)
    section, S = parts[part.part], part.section.line_map()
    share = np.asarray(np.linalg.pinv(S)[:, part.number], dtype=np.float64)
    return int(section["coordinate"]), int(section["soft"]), S[part.number], share


def _geometry(record: np.void, part: Part) -> None:
    match part:
        case Link():
            record["kind"], record["length"] = LINK, part.length
        case Mount():
            record["kind"], record["offset"] = MOUNT, part.offset
            record["rotation"] = quat_to_matrix(quat_exp(tuple(float(x) for x in part.rotation)))
        case Socket():
            record["kind"], record["rotation"] = SOCKET, part.transform[:3, :3].ravel()
        case SoftSection():
            record["kind"], record["length"], record["n_steps"] = SOFT, part.length, part.n_steps
            record["columns"] = part.strain_columns()
        case Rod():
            record["kind"], record["length"], record["n_steps"] = ROD, part.length, part.n_steps
        case SectionActuator():  # no transform; its coordinate follows the section
            record["kind"] = MOUNT
        case _:
            for column, value in part.table_row.items():
                record[column] = value


def rod_tables(robot: Robot) -> RodArrays | None:
    """Tables of the rods; None for a robot without."""
    both = zip(robot.parts, robot.is_reversed, strict=True)
    rods = [(part, back) for part, back in both if isinstance(part, Rod)]
    if not rods:
        return None
    table, shapes, numbers = np.zeros(len(rods), ROD_RECORD), list[tuple](), list[FloatArray]()
    n_steps = n_numbers = 0
    for record, (rod, back) in zip(table, rods, strict=True):
        record["first"], record["step"], record["matrix"] = len(shapes), n_steps, n_numbers
        record["incompressible"], record["damping"] = rod.incompressible, rod.damping
        for direction, degree in zip(*rod.shapes, strict=True):
            # from the head, the walk goes down the strain, from s = 1 to 0: P_k(1 - s) = (-1)^k P_k(s)
            shapes.append((direction, degree, -((-1.0) ** degree) if back else 1.0))
        values = [rod.stiffness_matrix.ravel()]
        if rod.incompressible:
            values.append(rod.gauss_stiffness.ravel())
        numbers += values
        n_steps, n_numbers = n_steps + rod.n_steps, n_numbers + sum(map(len, values))
    return RodArrays(table, np.array(shapes, SHAPE), np.concatenate(numbers))


def invert_part(record: np.void) -> None:
    """Replace the transform of a part by its inverse, exp(-x), for a chain that starts at the head; coordinates keep
    their meaning.
    """
    rotation = record["rotation"].reshape(3, 3).T.copy()
    record["offset"], record["rotation"] = -rotation @ record["offset"], rotation.ravel()
    for key in ("length", "axis", "columns"):
        record[key] = -record[key]


def _feedforward_gains(coordinate: Coordinate) -> tuple[float, float, float]:
    """Feed-forward gains of a servo for the target's rate and acceleration, and the rate at which its torque limit is zero."""
    servo = coordinate.actuator
    if not isinstance(servo, Servo):
        return 0.0, 0.0, np.inf
    return servo.rate_feedforward, servo.acceleration_feedforward, servo.speed_limit


def _friction_and_armature(coordinate: Coordinate) -> tuple[float, float, float]:
    """Dry friction, its smoothing rate, and the inertia of the rotor."""
    return coordinate.dry_friction, coordinate.dry_eps, coordinate.armature


def _coordinate(coordinate: Coordinate) -> tuple:
    stops, actuator = coordinate.limits, coordinate.actuator
    kp = kd = ki = lag = 0.0
    limit = proportional = np.inf
    gain, floor, tested = 1.0, -np.inf, np.inf
    code = PASSIVE
    match actuator:
        case Prescribed():
            code = PRESCRIBED
        case Passive():
            code = PASSIVE
        case Motor():
            code, limit, lag = MOTOR, actuator.force_limit, actuator.time_constant
            floor = -limit
        case Tendon():  # a motor with a tension as command, which cannot push
            code, gain, lag = MOTOR, -1.0, actuator.time_constant
            floor, limit = -actuator.max_tension, 0.0
        case Muscle():  # its force acts along the cable; the coordinate holds the activation
            code, gain, lag = MOTOR, 0.0, actuator.time_constant
        case Pneumatic() | Hydraulic():  # a motor with a pressure as command, which cannot pull
            code, gain, lag = MOTOR, actuator.area, actuator.time_constant
            floor, limit = 0.0, actuator.area * actuator.ceiling
            tested = actuator.tested_pressure if isinstance(actuator, Hydraulic) else tested
        case Follower():
            code, kp, kd, proportional = FOLLOWER, actuator.gain, actuator.damping, actuator.limit
        case Servo():
            code, kp, kd, ki = SERVO, actuator.kp, actuator.kd, actuator.ki
            limit, proportional = actuator.torque_limit, actuator.proportional_limit
    return (
        code, int(code == PRESCRIBED), *_spring(coordinate.spring),
        stops.lower, stops.upper, stops.stiffness, stops.damping, kp, kd, ki, gain, floor, limit, proportional, lag,
        *_material(coordinate.spring), tested,
    )  # fmt: skip


def _spring(holder: Holder) -> tuple[float, float, float]:
    """Stiffness, damping and rest of a spring; none of an elastomer."""
    return (holder.stiffness, holder.damping, holder.rest) if isinstance(holder, Spring) else (0.0, 0.0, 0.0)


def _material(holder: Holder) -> tuple[int, FloatArray]:
    """Code and numbers of an elastomer; none of a spring."""
    return (NO_MATERIAL, np.zeros(WIDTH)) if isinstance(holder, Spring) else (holder.law, holder.numbers())


def name_stations(robot: Robot) -> tuple[str, ...]:
    """Unique names of the stations: that of the part, with a number in a soft section or rod."""
    names = []
    for label, part in zip(robot.part_names, (p for p in robot.parts if p.stations), strict=True):
        pieces = part.stations
        names += [label] if len(pieces) == 1 else [f"{label}.{k}" for k in range(len(pieces))]
    _distinct([*names, HEAD], "points of the body")
    return tuple(names)


def propeller_tables(robot: Robot) -> tuple[np.ndarray, FloatArray]:
    """Table of propellers and the points of their curves."""
    table, curves, n_points = np.zeros(len(robot.propellers), PROPELLER), [np.zeros((0, 2))], 0
    for record, propeller in zip(table, robot.propellers, strict=True):
        points = propeller.curve_points()
        record["station"], record["offset"] = station_at(robot, propeller.on, propeller.point)
        record["curve"], record["n_curve"] = n_points, len(points)
        record["direction"], record["gain"] = propeller.unit_direction(), propeller.gain
        record["min_thrust"], record["max_thrust"] = propeller.min_thrust, propeller.max_thrust
        record["time_constant"], record["torque_ratio"] = propeller.time_constant, propeller.torque_ratio
        curves.append(points)
        n_points += len(points)
    return table, np.concatenate(curves)


def _distinct(names: list[str], what: str) -> None:
    """Raise RobotError if a name is not unique."""
    twice = repeated(names)
    if twice is not None:
        kept = " (the head end has this name)" if twice == HEAD else ""
        raise RobotError(f"two {what} are named {twice!r}{kept}; give each a unique name")


# ----------------------------------------------------------------------------------------------------------------------
# Frames of sensors on the chain: of the part that carries a sensor, and of the sensor itself
# ----------------------------------------------------------------------------------------------------------------------

BASE, HEAD_FRAME = ENDS


def check_sensors(robot: Robot, station_names: tuple[str, ...]) -> None:
    """Raise RobotError if a sensor is on a part that the robot does not have."""
    for sensor in robot.sensors:
        frame_of(robot, station_names, sensor.on or BASE, f"sensors of the robot: {type(sensor).__name__} on")


def frame_of(robot: Robot, station_names: tuple[str, ...], on: str, who: str) -> tuple[int, FloatArray]:
    """Return the row of `body_motion` to which the part's frame is fixed, and its offset from there.

    Args:
        robot: The robot.
        station_names: Of its model.
        on: "base", "head", or the name of a link, a soft section or a rod (of each the tail end), or one of its stations.
        who: Argument, for the message, such as "Imu on".

    Returns:
        Row, and the offset of the frame in the row's axes, shape (3,), [m].

    Raises:
        RobotError: if the robot has no such part, with the nearest name.
    """
    frames: dict[str, tuple[int, FloatArray]] = {}
    row = 1
    for part, back in zip(robot.parts, robot.is_reversed, strict=True):
        pieces = part.stations
        for k, piece in enumerate(pieces):
            name = station_names[row - 1]
            if k == (len(pieces) - 1 if back else 0) and len(pieces) > 1:
                frames[name.rpartition(".")[0]] = (row, -piece.offset)
            frames[name] = (row, -piece.offset if isinstance(part, Link) else np.zeros(3))
            row += 1
    frames |= {BASE: (0, np.zeros(3)), HEAD_FRAME: (row, np.zeros(3))}  # the same frame if the base is at the head
    if on not in frames:
        raise RobotError(
            f"{who} must be 'base', 'head' or the name of a part with mass, got {on!r}{nearest(on, frames)}"
        )
    return frames[on]


def sensor_frames(robot: Robot) -> Iterator[Frame]:
    """Return the frames of the built-in sensors that have a `point`; `rotation` is optional."""
    for sensor in robot.sensors:
        if isinstance(sensor, BUILT_IN) and hasattr(sensor, "point"):
            name = sensor.name or type(sensor).__name__.lower()
            yield Frame(name, sensor.on, sensor.point, getattr(sensor, "rotation", ORIGIN))


# ----------------------------------------------------------------------------------------------------------------------
# Tables of a world: its laws and their parameters
# ----------------------------------------------------------------------------------------------------------------------


def law_tables(world: World, robot: Robot) -> tuple[np.ndarray, FloatArray, tuple[str, ...]]:
    """Table of laws, their numbers in a row, and a distinct name for each."""
    records: list[tuple[int, int, int, int]] = []
    parameters: list[FloatArray] = [np.empty(0)]
    names: list[str] = []
    stations = RobotStations(robot, pressing_gravity(world.media), world.objects)
    n_contacts = n_numbers = 0
    for medium in world.media:
        rows, values = medium.tables(stations)
        if not rows:
            continue
        choices = (medium.name, *(f"{medium.name}_{k}" for k in range(2, 3 + len(names))))
        taken = (*names, *WORK_NAMES)
        chosen = next(name for name in choices if name + rows[0].suffix not in taken)
        for row in rows:
            address, size = row.address, len(values) - row.first if row.size is None else row.size
            if row.code == CONTACT:
                address, n_contacts = n_contacts, n_contacts + 1
            records.append((row.code, address, n_numbers + row.first, size))
            names.append(chosen + row.suffix)
        parameters.append(np.asarray(values, dtype=np.float64))
        n_numbers += len(values)
    if world.objects:
        choices = ("object_contact", *(f"object_contact_{k}" for k in range(2, 3 + len(names))))
        chosen = next(name for name in choices if name not in names)
        for suffix in ("", "_friction"):
            records.append((SELF_CONTACT_LAW, 0, n_numbers, 0))
            names.append(chosen + suffix)
    if robot.coupling_names:  # last, where the kernel of couplings looks for it first
        records.append((COUPLING_LAW, 0, n_numbers, 0))
        choices = ("coupling", *(f"coupling_{k}" for k in range(2, 3 + len(names))))
        names.append(next(name for name in choices if name not in names))
    return np.array(records, LAW), np.concatenate(parameters), tuple(names)


@dataclass(frozen=True)
class RobotStations:
    """Stations of a robot and free bodies, for the parameters of media; see `worlds.law.Stations`."""

    _robot: Robot
    gravity: float
    _objects: Sequence[FreeBody] = ()

    @property
    def robot(self) -> str:
        """Name of the robot."""
        return self._robot.name

    @property
    def base(self) -> str:
        """Base of the robot."""
        return self._robot.base

    @property
    def masses(self) -> FloatArray:
        """Masses [kg]."""
        return np.array([piece.mass for piece in self._pieces()] + [body.total_mass for body in self._objects])

    @property
    def inertias(self) -> list[FloatArray]:
        """Inertias [kg m^2]."""
        return [piece.inertia for piece in self._pieces()] + [body.inertia_matrix for body in self._objects]

    @property
    def hulls(self) -> tuple[Hull, ...]:
        """Hull of every station."""
        parts = ((i, part) for i, part in enumerate(self._robot.parts) if isinstance(part, HEAVY))
        own = tuple(hull for i, part in parts for hull in self._robot.from_base(part.hulls, i))
        return own + object_hulls(self._objects)

    def _pieces(self) -> Iterator[Station]:
        for i, part in enumerate(self._robot.parts):
            yield from self._robot.from_base(part.stations, i)

    @property
    def head(self) -> int:
        """Index of the station at the end of the head."""
        return 0 if self._robot.from_head else sum(len(part.stations) for part in self._robot.trunk) - 1

    def nearest(self, part: str, point: Sequence[float] | None, medium: str) -> tuple[int, FloatArray]:
        """Station nearest to a point of a part.

        Raises:
            WorldError: if the robot has no such part.
        """
        choice(part, f"{medium} part", self._robot.part_names, WorldError)
        return station_at(self._robot, part, point)


def check_user_laws(world: World, robot: Robot) -> None:
    """Test the user laws with the robot.

    Warn of a law on stations that depends on its load, together with a contact: its load is the weight, not the
        normal force.

    Raises:
        WorldError: if one fails for the robot's coordinates, or is to be the friction of wheels.
    """
    n_coordinates = sum(len(part.coordinates) for part in robot.parts)
    for contact in world.contacts:
        if contact.user_friction is not None:
            if contact.user_friction.takes_state:  # others were tested when they were created
                contact.user_friction.try_out(n_coordinates)
            if isinstance(contact.friction, UserLaw) and any(
                isinstance(part, Link) and part.friction_factor != 1.0 for part in robot.parts
            ):
                raise WorldError(
                    f"Contact {contact.name!r} with a UserLaw as its friction does not support Link(friction_factor=...), since "
                    "its coefficients are unknown; write friction=SurfaceFriction(...), or omit the factors"
                )
            if any(
                wheel.friction is not None
                for part in robot.parts
                if isinstance(part, Link)
                for wheel in part.fixed_wheels
            ):
                raise WorldError(
                    f"Contact {contact.name!r} with a UserLaw as its friction does not support wheels, which have their "
                    "own friction coefficient; write friction=SurfaceFriction(...), or Link(..., wheels=())"
                )
    for law in world.user_laws:
        if law.takes_state:
            law.try_out(n_coordinates)
        if world.contacts and law.depends_on_load(n_coordinates):
            warnings.warn(
                f"UserLaw {law.name!r} acts on stations: its load is their weight, not the normal force of a contact; "
                "for that write Contact(friction=UserLaw(...))",
                SnakelabWarning,
                stacklevel=4,
            )


# ----------------------------------------------------------------------------------------------------------------------
# Tables of the skin of a robot: rings of points that may touch surfaces
# ----------------------------------------------------------------------------------------------------------------------

ROUND, FIXED_POINTS, EDGE, WHEEL, BALL, LINE, LINES, CORNERS, FACE = range(9)
# Default number of points around an elliptic ring.
ELLIPSE_POINTS = 12
MAX_POINTS = 100_000  # of all rings; each is tested in every step
# A ring: its station, its centre from the station's, kind of contact, its points; of an edge, the reach along x, and of straight
# lines of the skin in place of an axle how many run along x, y and z; of a wheel, the axle and the friction along its roll,
# NOT_ROLLING for that of the surface; the factor of the friction of surfaces. A LINE, an edge of a free body or the axis of a
# capsule, has its start as centre, its vector to the end as axle, and two points. CORNERS, the corners of a block in the faces of
# a free body, have its reach from the centre, eight points, and the number of faces as roll; a record FACE of each of these
# faces follows, without points, with a vertex as centre and the outward normal as axle.
RING = np.dtype(
    [
        ("station", "i8"),
        ("kind", "i8"),
        ("first", "i8"),
        ("n_points", "i8"),
        ("radius", "f8"),
        ("reach", "f8"),
        ("offset", "f8", 3),
        ("axle", "f8", 3),
        ("roll", "f8"),
        ("friction", "f8"),
    ],
    align=True,
)


def between_rings(rings: np.ndarray) -> np.ndarray:
    """Mask of the rings whose points lie anywhere between the ends of a link, shape (n,), bool."""
    return (rings["kind"] == EDGE) | (rings["kind"] == LINES)


def skin_tables(
    robot: Robot, station_names: tuple[str, ...], edged: bool, touched: bool, thinnest: float = math.inf
) -> tuple[np.ndarray, FloatArray, tuple[str, ...]]:
    """Rings, their fixed points and the points' names, tail to head.

    Args:
        robot: The robot.
        station_names: One name for each station.
        edged: True if a surface has sharp edges: then each link also has a point on its axis, the nearest to them, or one on
            each edge of a link that is not round.
        touched: True if there are surfaces; without surfaces there is no skin.
        thinnest: Radius of the thinnest pole [m]. A link also has these points if that pole would penetrate it by more than
            MAX_UNSEEN between two rings.

    Returns:
        Records of `RING`; y and z of every point from its ring's centre, shape (n, 2), [m], zero where it moves; names.
    """
    rings: list[tuple] = []
    points: list[tuple[float, float]] = []
    names: list[str] = []

    def add(
        k: int,
        centre: FloatArray,
        kind: int,
        radius: float,
        outline: list[tuple[float, float]],
        name: str,
        reach: float = 0.0,
        counts: tuple[float, float, float] = ORIGIN,
    ) -> None:
        at_most(
            len(points) + len(outline),
            MAX_POINTS,
            "points of the skin",
            RobotError,
            "lower Skin points_around or rings_per_link",
        )
        rings.append((k, kind, len(points), len(outline), radius, reach, tuple(centre), counts, 0.0, 1.0))
        points.extend(outline)
        names.extend([name] if len(outline) == 1 else [f"{name}/{i}" for i in range(len(outline))])

    n_trunk = sum(len(part.stations) for part in robot.trunk)
    onward = -1 if robot.from_head else 1
    k, after_soft, after_link = (n_trunk - 1 if robot.from_head else 0), math.nan, False
    branches = (part for branch in robot.branches for part in (Socket(branch), *branch.parts))
    for part in (*robot.from_tail, *branches) if touched else ():
        n = len(part.stations)
        if isinstance(part, Socket):
            k, onward = (n_trunk if part.branch is robot.branches[0] else k), 1
            after_soft, after_link = math.nan, False
        if isinstance(part, SoftSection):
            kind, outline = _outline(robot, part.skin_radius)
            for s in range(n):
                if s > 0 or after_soft != part.skin_radius:
                    own = k + onward * s
                    add(own, np.zeros(3), kind, part.skin_radius, outline, station_names[own])
        elif isinstance(part, Rod):
            for s in range(n):
                own, section = k + onward * s, part.section_at(s / part.n_steps)
                kind, outline, radius = _section_outline(robot, section)
                if s > 0 or after_soft != radius:
                    add(own, np.zeros(3), kind, radius, outline, station_names[own])
        elif isinstance(part, Link):
            between = edged or _passes_between_rings(thinnest, part, robot)
            _link_rings(robot, part, k, station_names[k], between, add, robot.skin.joined and after_link)
            for i, wheel in enumerate(part.fixed_wheels):
                factor = part.friction_factor if wheel.friction is None else 1.0
                rings.append(_wheel_ring(wheel, k, len(points), wheel.centre() - part.com_point(), factor))
                points.append((0.0, 0.0))
                names.append(f"{station_names[k]}.wheel{i + 1}")
        after_link = isinstance(part, Link) or (after_link and isinstance(part, Revolute))
        if n:
            after_soft = _end_radius(robot, part)
        k += onward * n
    return np.array(rings, RING), np.array(points, dtype=np.float64).reshape(-1, 2), tuple(names)


def with_object_skin(
    objects: Sequence[FreeBody],
    skin: tuple[np.ndarray, FloatArray, tuple[str, ...]],
    n_stations: int,
    edged: bool,
    cornered: bool,
) -> tuple[np.ndarray, FloatArray]:
    """Rings and points of a robot with those of free bodies after them: balls at the ends of the round ones, vertices of solids,
    then axes of capsules and edges of solids, then faces of solids.

    Args:
        objects: Free bodies.
        skin: Skin of the robot, from `skin_tables`.
        n_stations: Stations of the robot.
        edged: True if a surface is a pole or has sharp edges, which touch bodies between their ends and vertices.
        cornered: True if a surface is a block, whose corners touch faces.
    """
    rings, points, n = list[tuple](), list[FloatArray](), len(skin[1])
    for i, body in enumerate(objects):
        for centre in ball_centres(body) if is_round(body) else ():
            radius = body.shape.extents[1] / 2
            rings.append((n_stations + i, BALL, n, 1, radius, 0.0, tuple(centre), ORIGIN, 0.0, body.friction_factor))
            points.append(np.zeros((1, 2)))
            n += 1
        for place in () if is_round(body) else polyhedron(body).vertices:
            rings.append(
                (n_stations + i, FIXED_POINTS, n, 1, 0.0, 0.0, tuple(place), ORIGIN, 0.0, body.friction_factor)
            )
            points.append(np.zeros((1, 2)))
            n += 1
    for i, body in enumerate(objects if edged else ()):
        radius = body.shape.extents[1] / 2 if is_round(body) else 0.0
        for start, end in _lines_of_body(body):
            line = tuple(start), tuple(end - start)
            rings.append((n_stations + i, LINE, n, 2, radius, 0.0, *line, 0.0, body.friction_factor))
            points.append(np.zeros((2, 2)))
            n += 2
    for i, body in enumerate(objects if cornered else ()):
        if is_round(body):
            continue
        solid, factor = polyhedron(body), body.friction_factor
        reach = float(np.linalg.norm(solid.vertices, axis=1).max())
        rings.append((n_stations + i, CORNERS, n, 8, 0.0, reach, ORIGIN, ORIGIN, float(len(solid.faces)), factor))
        points.append(np.zeros((8, 2)))
        n += 8
        for face, normal in zip(solid.faces, solid.normals, strict=True):
            place = tuple(solid.vertices[face[0]])
            rings.append((n_stations + i, FACE, n, 0, 0.0, 0.0, place, tuple(normal), 0.0, factor))
    return np.append(skin[0], np.array(rings, RING)), np.concatenate([skin[1], *points])


def _lines_of_body(body: FreeBody) -> Iterator[FloatArray]:
    """Ends of the axis of a capsule or of each edge of a solid in the axes of the body, shape (2, 3), [m]."""
    if not is_round(body):
        yield from polyhedron(body).vertices[polyhedron(body).edges[:, :2]]
    elif len(centres := ball_centres(body)) > 1:
        yield centres


# Depth between two rings, as a fraction of the smaller half width of the section, from which a link has points between them;
# and, where it has none, from which a user is warned.
MAX_UNSEEN, WARNED_UNSEEN = 0.05, 0.5


def _passes_between_rings(pole: float, link: Link, robot: Robot) -> bool:
    """Return True if links have two rings, and a pole of this radius penetrates the link between them by more than MAX_UNSEEN.

    Of more rings, one between the ends would touch together with the point between them.
    """
    return robot.skin.rings_per_link == 2 and unseen_depth(pole, link, robot)[1] > MAX_UNSEEN


def unseen_depth(pole: float, link: Link, robot: Robot) -> tuple[float, float]:
    """Depth of a pole of this radius in the middle between two rings of a link that just touch it [m], at most its thickness,
    and its ratio to the smaller half width of the section.

    The distance of the chord between the rings from the circle of radius R about the pole's axis on which their centres lie:
    R - sqrt(R^2 - l^2 / 4), R the radius of the pole and of a round link, l the distance of the rings.
    """
    shape, own = link.shape, robot.skin.radius
    half_width = min(shape.half_width, shape.half_height) if own is None else own
    round_one = own is not None or isinstance(shape, Cylinder)
    half = link.length / 2 / max(robot.skin.rings_per_link - 1, 1)
    reach = pole + half_width if round_one else pole
    if not math.isfinite(pole):
        return 0.0, 0.0
    depth = 2 * half_width if reach <= half else min(reach - math.sqrt(reach**2 - half**2), 2 * half_width)
    return depth, depth / half_width if half_width > 0.0 else math.inf


def warn_of_passing(robot: Robot, pole: float, placed: str | None = None) -> None:
    """Warn of links without points between their rings, between which a pole of this radius passes unseen.

    Args:
        robot: The robot.
        pole: Radius of the pole [m].
        placed: Name of the contact of a pole that is placed during a run; None: links of other than two rings.
    """
    n = robot.skin.rings_per_link
    if (n == 2 and placed is None) or robot.skin.radius == 0.0:
        return
    links = [
        part for part in robot.parts if isinstance(part, Link) and not part.is_wheel and not len(part.contact_points)
    ]
    if not links:
        return
    depth, ratio = max((unseen_depth(pole, link, robot) for link in links), key=lambda found: found[1])
    if ratio > WARNED_UNSEEN:
        warnings.warn(
            f"a pole of radius {pole:g} m{f', {placed!r}' if placed else ''} sinks {depth:.2g} m into links between their rings, "
            f"{100 * ratio:.0f} % of half their thickness, before any of the {n} rings touches it; write "
            + (
                "rings_per_link=2, with which contact is found along the whole link"
                if placed is None
                else "Contact(Pole(...)) in the world of the start, far away, with which contact is found along the whole link"
            ),
            SnakelabWarning,
            stacklevel=4,
        )


def _wheel_ring(wheel: Wheel, k: int, point: int, centre: FloatArray, factor: float) -> tuple:
    """A record of `RING`: a disc about the axle, with one point, its lowest."""
    roll = NOT_ROLLING if wheel.friction is None else wheel.friction
    return (k, WHEEL, point, 1, wheel.radius, 0.0, tuple(centre), tuple(wheel.direction()), roll, factor)


def _link_rings(
    robot: Robot, link: Link, k: int, name: str, edged: bool, add: Callable[..., None], joined: bool
) -> None:
    """Rings of a link, evenly spaced from end to end; without the first if it belongs to the previous link."""
    if link.is_wheel:  # it has its rim
        return
    tail, along = -link.com_point(), np.array([link.length, 0.0, 0.0])
    shape = link.shape
    own = robot.skin.radius
    if own is not None:
        kind, outline = _outline(robot, own)
        radius = own
    else:
        kind, outline, radius = _section_outline(robot, shape)
    for i, point in enumerate(link.contact_points):
        add(k, tail + np.asarray(point), FIXED_POINTS, 0.0, [(0.0, 0.0)], f"{name}.{i}")
    n = 0 if len(link.contact_points) else robot.skin.rings_per_link
    for i in range(1 if joined and n > 1 else 0, n):
        fraction = i / (n - 1) if n > 1 else 0.5
        add(k, tail + fraction * along, kind, radius, outline, f"{name}.{i}" if n > 1 else name)
    if not edged:
        return
    if own is not None or isinstance(shape, Cylinder):
        add(k, tail, EDGE, radius, [(0.0, 0.0)], f"{name}.edge", link.length)
    else:
        lines, counts = _lines(shape, outline)
        add(k, tail, LINES, radius, lines, f"{name}.edge", link.length, counts)


def _lines(
    shape: Section, outline: list[tuple[float, float]]
) -> tuple[list[tuple[float, float]], tuple[float, float, float]]:
    """Start of each straight line of the skin of a link, in y and z, and how many run along x, y and z; see `line_point`.

    Along x, through every point of the section; of a box also the edges of its two ends.
    """
    if not isinstance(shape, Box):
        return outline, (float(len(outline)), 0.0, 0.0)
    w, h = shape.width / 2, shape.height / 2
    across, up = [(-w, h), (-w, -h)], [(w, -h), (-w, -h)]
    return [*outline, *across, *across, *up, *up], (4.0, 4.0, 4.0)


def _section_outline(robot: Robot, shape: Section) -> tuple[int, list[tuple[float, float]], float]:
    """Kind of contact of a ring with a cross-section, its points and its largest radius."""
    if isinstance(shape, Box):
        w, h = shape.width / 2, shape.height / 2
        return FIXED_POINTS, [(w, h), (-w, h), (-w, -h), (w, -h)], math.hypot(w, h)
    if isinstance(shape, Ellipse):
        n = robot.skin.points_around or ELLIPSE_POINTS
        return FIXED_POINTS, _around(n, shape.width / 2, shape.height / 2), max(shape.width, shape.height) / 2
    return *_outline(robot, shape.radius), shape.radius


def _end_radius(robot: Robot, part: Part) -> float:
    """Radius of the ring at the head end of a soft section or rod, which the next one shares; NaN for a link."""
    if isinstance(part, Rod):
        return _section_outline(robot, part.section_at(1.0))[2]
    return part.skin_radius if isinstance(part, SoftSection) else math.nan


def _outline(robot: Robot, radius: float) -> tuple[int, list[tuple[float, float]]]:
    """Kind of contact of a round ring, and its points."""
    n = robot.skin.points_around
    if n is None:
        return ROUND, [(0.0, 0.0)]
    return FIXED_POINTS, _around(n, radius, radius)


def _around(n: int, width: float, height: float) -> list[tuple[float, float]]:
    """n points around an ellipse of the given half axes, the first along y."""
    angles = [2 * math.pi * i / n for i in range(n)]
    return [(width * math.cos(angle), height * math.sin(angle)) for angle in angles]
