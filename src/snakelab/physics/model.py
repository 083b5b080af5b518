"""Model arrays: a robot in a world, laid out for compiled loops.

Everything that a kernel reads stands in four tables (parts, slices, coordinates, laws) and one short record of the base.
Changing a number in them never recompiles.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from snakelab.errors import RobotError, SimulationError, SnakelabWarning
from snakelab.geometry.rotations import quat_exp, quat_to_matrix
from snakelab.physics.frames import check_sensors
from snakelab.physics.skin import lay_skin
from snakelab.physics.terms import WORK_NAMES
from snakelab.physics.trim import check_trim
from snakelab.robots.actuators import Follower, Hydraulic, Motor, Passive, Pneumatic, Prescribed, Servo
from snakelab.robots.compliance import Holder, Spring
from snakelab.robots.materials.places import NO_MATERIAL, WIDTH
from snakelab.robots.parts import Link, Mount, Part, Prismatic, Revolute, SoftSection
from snakelab.robots.parts.coordinate import Coordinate
from snakelab.robots.parts.joints import unit_axis
from snakelab.robots.robot import Robot
from snakelab.types import FloatArray
from snakelab.worlds import Contact, Fluid, Gravity, LinkFriction, LumpedFluid, UserLaw, ViscousFriction, World
from snakelab.worlds.gravity import STANDARD
from snakelab.worlds.world import Medium

# The head end's name among the points of a body.
HEAD = "head"
LINK, MOUNT, REVOLUTE, PRISMATIC, SOFT = range(5)
PASSIVE, PRESCRIBED, MOTOR, SERVO, FOLLOWER = range(5)
VISCOUS, COULOMB, USER, CONTACT, CONTACT_FRICTION, FLUID, FLUID_DRAG, FLUID_BUOYANCY = range(8)
FIXED, PLANAR, FLOATING = 0, 3, 6

PART = np.dtype(
    [
        ("kind", "i8"),
        ("coordinate", "i8"),  # the first of its coordinates
        ("n_coordinates", "i8"),
        ("n_steps", "i8"),
        ("slice", "i8"),  # the first of its slices
        ("n_slices", "i8"),
        ("soft", "i8"),  # which soft section it is
        ("length", "f8"),
        ("offset", "f8", 3),
        ("rotation", "f8", 9),
        ("axis", "f8", 3),
        ("columns", "f8", (3, 6)),
    ],
    align=True,
)
SLICE = np.dtype([("mass", "f8"), ("weight", "f8"), ("offset", "f8", 3), ("inertia", "f8", 6)], align=True)
COORDINATE = np.dtype(
    [
        ("actuator", "i8"),
        ("driven", "i8"),
        ("stiffness", "f8"),
        ("damping", "f8"),
        ("rest", "f8"),
        ("lower", "f8"),
        ("upper", "f8"),
        ("stop_stiffness", "f8"),
        ("stop_damping", "f8"),
        ("kp", "f8"),
        ("kd", "f8"),
        ("ki", "f8"),
        ("gain", "f8"),  # force of a unit command
        ("force_floor", "f8"),
        ("force_limit", "f8"),
        ("proportional_limit", "f8"),
        ("time_constant", "f8"),
        ("material", "i8"),  # elastic law of an elastomer in place of the spring
        ("numbers", "f8", WIDTH),  # of that elastomer
        ("tested", "f8"),  # command beyond which nobody has tested
    ],
    align=True,
)
PROPELLER = np.dtype(
    [
        ("slice", "i8"),
        ("curve", "i8"),  # the first point of its curve
        ("n_curve", "i8"),
        ("offset", "f8", 3),  # from the slice's centre of mass
        ("direction", "f8", 3),
        ("gain", "f8"),
        ("least", "f8"),
        ("greatest", "f8"),
        ("time_constant", "f8"),
        ("torque_ratio", "f8"),
    ],
    align=True,
)
# A law's `address` is that of a user's code, or which of the world's contacts it is.
LAW = np.dtype([("code", "i8"), ("address", "i8"), ("first", "i8"), ("count", "i8")], align=True)


class ModelArrays(NamedTuple):
    """What kernels read.

    Attributes:
        parts: Records of `PART`, base to tip.
        slices: Records of `SLICE`, base to tip.
        coordinates: Records of `COORDINATE`.
        laws: Records of `LAW`, one for each medium but gravity; a contact and its friction are two; a fluid's added mass,
            drag and
            buoyancy are three.
        law_parameters: Numbers of all laws in a row.
        gravity: World axes, shape (3,), [m/s^2].
        base: Free components of the base twist, shape (6, 3 or 0,).
        rings: Records of `RING`; none where the world has no surfaces.
        points: Fixed skin points of all rings, y and z from the ring's centre, shape (n, 2), [m].
        propellers: Records of `PROPELLER`.
        curves: Points (command, thrust) of all thrust curves in a row, shape (n, 2).
    """

    parts: np.ndarray
    slices: np.ndarray
    coordinates: np.ndarray
    laws: np.ndarray
    law_parameters: np.ndarray
    gravity: np.ndarray
    base: np.ndarray
    rings: np.ndarray
    points: np.ndarray
    propellers: np.ndarray
    curves: np.ndarray


@dataclass(frozen=True, repr=False)
class Model:
    """A robot in a world, ready to simulate. Build it with `build_model`.

    Attributes:
        robot, world: What it was built from.
        arrays: The tables that kernels read.
        coordinate_names: One name for each coordinate, base to tip.
        slice_names: One name for each slice.
        law_names: One name for each force law.
        skin_names: One name for each skin point; none where the world has no surfaces.
    """

    robot: Robot
    world: World
    arrays: ModelArrays
    coordinate_names: tuple[str, ...]
    slice_names: tuple[str, ...]
    law_names: tuple[str, ...]
    skin_names: tuple[str, ...] = ()

    def __repr__(self) -> str:
        laws = ", ".join(self.law_names) or "no forces of the world"
        return (
            f"<Model {self.robot.name!r}: {len(self.robot.parts)} parts, {self.n_coordinates} coordinates, "
            f"{self.robot.base} base, {self.mass:g} kg; {laws}>"
        )

    @property
    def n_coordinates(self) -> int:
        """Coordinates of the shape [-]."""
        return len(self.arrays.coordinates)

    @property
    def n_commands(self) -> int:
        """Commands: one for each coordinate, then one for each propeller [-]."""
        return len(self.arrays.coordinates) + len(self.arrays.propellers)

    @property
    def n_slices(self) -> int:
        """Slices that carry mass [-]."""
        return len(self.arrays.slices)

    @property
    def driven(self) -> np.ndarray:
        """Which coordinates are motion-driven, shape (n_coordinates,), bool."""
        return self.arrays.coordinates["driven"] != 0

    @property
    def mass(self) -> float:
        """Total mass [kg]."""
        return float(self.arrays.slices["mass"].sum())


def build_model(robot: Robot, world: World | None = None) -> Model:
    """Lay a robot in a world out for simulation.

    Args:
        robot: The chain.
        world: Its media; None is free space.

    Raises:
        SimulationError: if an argument is of another kind.
        RobotError: if the chain cannot move in a determined way.
    """
    if not isinstance(robot, Robot):
        raise SimulationError(
            f"build_model takes a Robot, got {_short(robot)}; write build_model(Robot([...]), World([...]))"
        )
    world = World() if world is None else world
    if not isinstance(world, World):
        raise SimulationError(f"build_model takes a World, got {_short(world)}; write World([...])")
    parts, slices, coordinates, names = _chain(robot)
    gravity = sum((m.vector() for m in world.media if isinstance(m, Gravity)), np.zeros(3))
    slices["weight"] = slices["mass"] * (np.linalg.norm(gravity) or STANDARD)
    if robot.base == "floating" and gravity.any() and any(isinstance(m, LinkFriction) for m in world.media):
        warnings.warn(
            "nothing carries this robot: its base floats, and gravity pulls it through the ground of LinkFriction; "
            "use base='planar'",
            SnakelabWarning,
            stacklevel=2,
        )
    laws, parameters, law_names = _laws(world, robot)
    surfaces = [medium.surface for medium in world.media if isinstance(medium, Contact)]
    slice_names = _slice_names(robot)
    check_sensors(robot, slice_names)
    rings, points, skin_names = lay_skin(robot, slice_names, any(surface.edged for surface in surfaces), bool(surfaces))
    base = {"floating": np.arange(6), "planar": np.array([0, 1, 5]), "fixed": np.arange(0)}[robot.base]
    propellers, curves = _propellers(robot)
    arrays = ModelArrays(parts, slices, coordinates, laws, parameters, gravity, base, rings, points, propellers, curves)
    check_trim(robot, world, gravity)
    return Model(robot, world, arrays, names, slice_names, law_names, skin_names)


def _short(value: object) -> str:
    """The value, or its kind where it would fill a page."""
    return text if len(text := repr(value)) < 60 else f"a {type(value).__name__}"


def _chain(robot: Robot) -> tuple[np.ndarray, np.ndarray, np.ndarray, tuple[str, ...]]:
    """Tables of parts, slices and coordinates, and the coordinates' names."""
    parts = np.zeros(len(robot.parts), PART)
    slices: list[tuple] = []
    coordinates: list[tuple] = []
    names: list[str] = []
    n_soft = 0
    for record, part in zip(parts, robot.parts, strict=True):
        record["coordinate"], record["n_coordinates"] = len(coordinates), len(part.coordinates)
        record["slice"], record["soft"], record["n_steps"] = len(slices), n_soft, 1
        record["rotation"] = np.eye(3).ravel()
        _geometry(record, part)
        n_soft += isinstance(part, SoftSection)
        for i, coordinate in enumerate(part.coordinates):
            label = (
                part.name
                or f"{'section' if isinstance(part, SoftSection) else 'joint'}{len(coordinates) // len(part.coordinates) + 1}"
            )
            names.append(label if len(part.coordinates) == 1 else f"{label}.{i + 1}")
            coordinates.append(_coordinate(coordinate))
        for piece in part.slices():
            upper = piece.inertia[np.triu_indices(3)]
            slices.append((piece.mass, 0.0, piece.offset, upper))
        record["n_slices"] = len(slices) - record["slice"]
    _distinct(names, "coordinates")
    return parts, np.array(slices, SLICE), np.array(coordinates, COORDINATE), tuple(names)


def _geometry(record: np.void, part: Part) -> None:
    match part:
        case Link():
            record["kind"], record["length"] = LINK, part.length
        case Mount():
            record["kind"], record["offset"] = MOUNT, part.offset
            record["rotation"] = quat_to_matrix(quat_exp(tuple(float(x) for x in part.turn)))
        case Revolute():
            record["kind"], record["axis"] = REVOLUTE, unit_axis(part.axis, "Revolute axis")
        case Prismatic():
            record["kind"], record["axis"] = PRISMATIC, unit_axis(part.axis, "Prismatic axis")
        case SoftSection():
            record["kind"], record["length"], record["n_steps"] = SOFT, part.length, part.n_steps
            record["columns"] = part.strain_columns()


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
        case Pneumatic() | Hydraulic():  # a motor whose command is a pressure, and which cannot pull
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


def _laws(world: World, robot: Robot) -> tuple[np.ndarray, FloatArray, tuple[str, ...]]:
    """Table of laws, their numbers in a row, and a distinct name for each."""
    records: list[tuple[int, int, int, int]] = []
    numbers: list[float] = []
    names: list[str] = []
    n_contacts = 0
    for medium in world.media:
        if isinstance(medium, Gravity):
            continue
        code, address, values = _law(medium, robot)
        if code == CONTACT:
            address, n_contacts = n_contacts, n_contacts + 1
        records.append((code, address, len(numbers), len(values)))
        choices = (medium.name, *(f"{medium.name}_{k}" for k in range(2, 3 + len(names))))
        taken, suffix = (*names, *WORK_NAMES), "_added_mass" if code == FLUID else ""
        chosen = next(name for name in choices if name + suffix not in taken)
        names.append(chosen + suffix)
        if code == CONTACT:  # its friction, by the same numbers
            records.append((CONTACT_FRICTION, address, len(numbers), len(values)))
            names.append(f"{names[-1]}_friction")
        if code == FLUID:
            for more, suffix in ((FLUID_DRAG, "_drag"), (FLUID_BUOYANCY, "_buoyancy")):
                records.append((more, address, len(numbers), len(values)))
                names.append(chosen + suffix)
        numbers.extend(values)
    return np.array(records, LAW), np.array(numbers, dtype=np.float64), tuple(names)


def _law(medium: Medium, robot: Robot) -> tuple[int, int, Sequence[float]]:
    """Code, address of compiled code, and numbers of a law."""
    match medium:
        case UserLaw():
            return USER, medium.address, tuple(medium.values())
        case LinkFriction():
            return COULOMB, 0, medium.parameters()
        case ViscousFriction():
            return VISCOUS, 0, medium.parameters()
        case Contact():
            return CONTACT, 0, medium.parameters()
        case Fluid() | LumpedFluid():
            hulls = tuple(
                hull for part in robot.parts if isinstance(part, (Link, SoftSection)) for hull in part.hulls()
            )
            masses = np.array([piece.mass for part in robot.parts for piece in part.slices()])
            return FLUID, 0, medium.numbers(hulls, masses).tolist()
    raise AssertionError(medium)


def _slice_names(robot: Robot) -> tuple[str, ...]:
    names = []
    for label, part in zip(robot.part_names, (p for p in robot.parts if p.slices()), strict=True):
        pieces = part.slices()
        names += [label] if len(pieces) == 1 else [f"{label}.{k}" for k in range(len(pieces))]
    _distinct([*names, HEAD], "points of the body")
    return tuple(names)


def _propellers(robot: Robot) -> tuple[np.ndarray, FloatArray]:
    """Table of propellers and the points of their curves."""
    table, curves, n_points = np.zeros(len(robot.propellers), PROPELLER), [np.zeros((0, 2))], 0
    heavy = [part for part in robot.parts if isinstance(part, (Link, SoftSection))]
    firsts = np.concatenate([[0], np.cumsum([len(part.slices()) for part in heavy])])
    for record, propeller in zip(table, robot.propellers, strict=True):
        at = robot.part_names.index(propeller.on)
        part, pieces = heavy[at], heavy[at].slices()
        point = np.array(propeller.point, dtype=np.float64)
        step = part.length / (len(pieces) - 1) if len(pieces) > 1 else 0.0
        k = min(max(round(point[0] / step), 0), len(pieces) - 1) if step > 0 else 0
        points = propeller.curve_points()
        record["slice"], record["curve"], record["n_curve"] = firsts[at] + k, n_points, len(points)
        record["offset"] = point - [k * step, 0.0, 0.0] - pieces[k].offset
        record["direction"], record["gain"] = propeller.unit_direction(), propeller.gain
        record["least"], record["greatest"] = propeller.least_thrust, propeller.greatest_thrust
        record["time_constant"], record["torque_ratio"] = propeller.time_constant, propeller.torque_ratio
        curves.append(points)
        n_points += len(points)
    return table, np.concatenate(curves)


def _distinct(names: list[str], what: str) -> None:
    """Raise RobotError where a name comes twice."""
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        kept = " (the head end has this name)" if twice == HEAD else ""
        raise RobotError(f"two {what} are named {twice!r}{kept}; give each a name of its own")
