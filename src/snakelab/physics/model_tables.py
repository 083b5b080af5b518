"""Tables of a model, made from a robot and a world: chain, sensor frames and laws. Its skin is in `skin_tables`.

The columns of the tables are those of `physics.columns`.
"""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.errors import RobotError, SnakelabWarning, WorldError, nearest
from snakelab.geometry.cross_sections import Hull, Station
from snakelab.geometry.rotations import quat_exp, quat_to_matrix
from snakelab.parameters.arguments import FloatArray, choice, repeated
from snakelab.physics.columns import (
    COORDINATE,
    FOLLOWER,
    HEAD,
    LAW,
    LINK,
    MOTOR,
    MOUNT,
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
from snakelab.physics.free_body_motion import object_hulls
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
from snakelab.robots.joints import Coordinate, Mount
from snakelab.robots.link import ORIGIN, Frame, Link
from snakelab.robots.materials import NO_MATERIAL, WIDTH
from snakelab.robots.robot import Part, Robot
from snakelab.robots.rods import Rod
from snakelab.robots.sensors import BUILT_IN, ENDS
from snakelab.robots.soft_sections import SectionActuator, SoftSection
from snakelab.worlds.force_law import CONTACT, COUPLING_LAW, SELF_CONTACT_LAW, UserLaw
from snakelab.worlds.free_bodies import FreeBody
from snakelab.worlds.gravity import pressing_gravity
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
    """Stations of a robot and free bodies, for the parameters of media; see `worlds.force_law.Stations`."""

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
