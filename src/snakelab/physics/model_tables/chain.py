"""A robot's tables: parts, stations, coordinates and propellers, and a name for each."""

import numpy as np

from snakelab.errors import RobotError
from snakelab.geometry.rotations import quat_exp, quat_to_matrix
from snakelab.physics.model_tables.stations import station_at
from snakelab.physics.model_tables.tables import (
    COORDINATE,
    FOLLOWER,
    HEAD,
    LINK,
    MOTOR,
    MOUNT,
    PART,
    PASSIVE,
    PRESCRIBED,
    PROPELLER,
    SERVO,
    SOFT,
    STATION,
)
from snakelab.robots.actuators import Follower, Hydraulic, Motor, Passive, Pneumatic, Prescribed, Servo
from snakelab.robots.materials.places import NO_MATERIAL, WIDTH
from snakelab.robots.parts import Link, Mount, Part, SoftSection
from snakelab.robots.parts.compliance import Holder, Spring
from snakelab.robots.parts.coordinate import Coordinate
from snakelab.robots.robot import Robot
from snakelab.types import FloatArray, repeated


def chain_tables(robot: Robot) -> tuple[np.ndarray, np.ndarray, np.ndarray, tuple[str, ...]]:
    """Tables of parts, stations and coordinates, and the coordinates' names."""
    parts = np.zeros(len(robot.parts), PART)
    stations: list[tuple] = []
    coordinates: list[tuple] = []
    names: list[str] = []
    n_soft = 0
    for record, part in zip(parts, robot.parts, strict=True):
        record["coordinate"], record["n_coordinates"] = len(coordinates), len(part.coordinates)
        record["station"], record["soft"], record["n_steps"] = len(stations), n_soft, 1
        record["rotation"] = np.eye(3).ravel()
        _geometry(record, part)
        if robot.from_head:
            invert_part(record)
        n_soft += isinstance(part, SoftSection)
        for i, coordinate in enumerate(part.coordinates):
            label = (
                part.name
                or f"{'section' if isinstance(part, SoftSection) else 'joint'}{len(coordinates) // len(part.coordinates) + 1}"
            )
            names.append(label if len(part.coordinates) == 1 else f"{label}.{i + 1}")
            coordinates.append(
                (
                    *_coordinate(coordinate),
                    -1 if robot.from_head else 1,
                    *_feedforward_gains(coordinate),
                    *_friction_and_armature(coordinate),
                )
            )
        # the frame of a link in the chain is at its end nearer to the base; its own frame is at the tail end
        back = np.array([part.length, 0.0, 0.0]) if robot.from_head and isinstance(part, Link) else np.zeros(3)
        for piece in part.stations():
            upper = piece.inertia[np.triu_indices(3)]
            stations.append((piece.mass, 0.0, piece.offset - back, upper))
        record["n_stations"] = len(stations) - record["station"]
    _distinct(names, "coordinates")
    return parts, np.array(stations, STATION), np.array(coordinates, COORDINATE), tuple(names)


def _geometry(record: np.void, part: Part) -> None:
    match part:
        case Link():
            record["kind"], record["length"] = LINK, part.length
        case Mount():
            record["kind"], record["offset"] = MOUNT, part.offset
            record["rotation"] = quat_to_matrix(quat_exp(tuple(float(x) for x in part.rotation)))
        case SoftSection():
            record["kind"], record["length"], record["n_steps"] = SOFT, part.length, part.n_steps
            record["columns"] = part.strain_columns()
        case _:
            for column, value in part.table_row().items():
                record[column] = value


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
    """Unique names of the stations: that of the part, with a number in a soft section."""
    names = []
    for label, part in zip(robot.part_names, (p for p in robot.parts if p.stations()), strict=True):
        pieces = part.stations()
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
