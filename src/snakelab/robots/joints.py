"""Joints: bounds of sizes, coordinates, revolute and prismatic joints, and mounts."""

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, ClassVar, get_args

import numpy as np
from annotated_types import Ge, Le

from snakelab.errors import RobotError
from snakelab.geometry.cross_sections import Station
from snakelab.geometry.rotations import quat_exp, rotation_matrices, transforms_of
from snakelab.parameters.arguments import FloatArray, choice, instance, vector
from snakelab.parameters.declarations import (
    FIXED,
    Choices,
    Label,
    NonNegativeMass,
    Point,
    PositiveLength,
    PositiveMass,
    Radius,
    RotationVector,
    Slider,
    Unit,
    check_declared,
)
from snakelab.parameters.display_registry import Displayed
from snakelab.robots.actuators import UNLIMITED, Actuator, Holder, Limits, Prescribed, Spring, Tendon
from snakelab.robots.materials import Elastomer

# ----------------------------------------------------------------------------------------------------------------------
# Bounds of the sizes of a part, within which squares and products are finite and meaningful
# ----------------------------------------------------------------------------------------------------------------------

MAX_LENGTH = 1e6  # [m]
MAX_STEPS = 10_000  # of a soft section or rod; each is a station with mass

# Recordings contain the sizes of the body at the start only.
PartLength = Annotated[PositiveLength, Le(MAX_LENGTH), FIXED]
PartRadius = Annotated[Radius, Le(MAX_LENGTH), FIXED]
PartMass = Annotated[PositiveMass, Le(1e9)]
WheelMass = Annotated[NonNegativeMass, Le(1e9)]
Volume = Annotated[float, Ge(0), Le(1e6), Unit("m^3"), Slider(0, 0.01, 1e-4)]


# ----------------------------------------------------------------------------------------------------------------------
# Coordinate of a part, with its actuator and passive forces
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Coordinate:
    """A generalised coordinate q with its actuator, its spring or elastomer, its joint limits, and its dry friction.

    Attributes:
        unit: "rad" or "m".
        dry_friction: f of tau = -f tanh(v / dry_eps) [N m] or [N].
        dry_eps: [rad/s] or [m/s].
        armature: Inertia of the rotor, reflected to the coordinate [kg m^2] or [kg].
    """

    actuator: Actuator | Tendon
    spring: Holder
    limits: Limits
    unit: str
    dry_friction: float = 0.0
    dry_eps: float = 1.0
    armature: float = 0.0


# ----------------------------------------------------------------------------------------------------------------------
# Joints of one coordinate: revolute (torsion too, about x) and prismatic (shear too, along y or z); and mounts, without one
# ----------------------------------------------------------------------------------------------------------------------

# Kinds of joints in the table of parts of a compiled model; 0, 1 and 4 are those of other parts.
REVOLUTE, PRISMATIC = 2, 3

AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
AXES |= {f"-{k}": (-a, -b, -c) for k, (a, b, c) in AXES.items()}

# Their quotient is a damping, which is added to inertias in the step.
MAX_DRY_FRICTION, MIN_DRY_EPS, MAX_ARMATURE = 1e12, 1e-12, 1e6

Axis = Annotated[str, Choices(tuple(AXES))] | Annotated[tuple[float, float, float], Slider(-1, 1, 0.01), FIXED]


@dataclass(frozen=True)
class Revolute(Displayed):
    """Revolute joint: the tip rotates by q about `axis`. B = (0, axis), x0 = 0.

    Dry (Coulomb) friction of bearing and gear is tau = -dry_friction tanh(v / dry_eps). Because it is smoothed, it does
    not hold a joint at rest: under a load of half the friction the joint creeps at 0.55 dry_eps, under nine tenths at
    1.5 dry_eps. It enters the step implicitly and acts in addition to the actuator; `tau` of a prescribed joint
    includes the torque that overcomes it.

    Args:
        axis: "x", "y", "z", "-x", "-y", "-z", or a vector, shape (3,), in the base frame of the part.
        actuator: Actuator of the joint; the default is `Prescribed()`.
        spring: Spring and damper.
        limits: Joint limits.
        name: Name in messages and plots.
        dry_friction: Dry friction, independent of speed [N m]; `frictionloss` in MJCF, `friction` in URDF.
        dry_eps: Rate that smooths it [rad/s].
        armature: Inertia of the rotor reflected to the joint, its own inertia times the square of the gear ratio [kg
            m^2]; `armature` in MJCF. It resists the acceleration of the joint only, and is part of the mass matrix and
            of the kinetic energy.

    Raises:
        RobotError: if a number is out of range, or an argument has the wrong type.
    """

    axis: Axis = "z"
    actuator: Actuator = field(default_factory=Prescribed)
    spring: Spring = field(default_factory=Spring)
    limits: Limits = UNLIMITED
    name: Label = ""
    dry_friction: Annotated[float, Ge(0), Le(MAX_DRY_FRICTION), Unit("N m", in_message=False), Slider(0, 2, 0.01)] = 0.0
    dry_eps: Annotated[float, Ge(MIN_DRY_EPS), Unit("rad/s"), Slider(1e-3, 0.1, 1e-3)] = 1e-2
    armature: Annotated[float, Ge(0), Le(MAX_ARMATURE), Unit("kg m^2"), Slider(0, 0.1, 1e-4)] = 0.0
    unit: str = field(default="rad", init=False, repr=False)

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        unit_axis(self.axis, "Revolute axis")
        _angles(self.limits, "Revolute")
        check_holders(self.actuator, self.spring, self.limits, "Revolute", (Spring,))

    @cached_property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """The single coordinate of the joint, its angle."""
        return (_coordinate(self),)

    def transform(self, q: float) -> FloatArray:
        """Transform from its tip frame to its base frame at an angle [rad], shape (4, 4)."""
        x, y, z = (float(q * value) for value in unit_axis(self.axis, "Revolute axis"))
        return transforms_of(rotation_matrices(quat_exp((x, y, z))), np.zeros(3))

    def unit_twist(self) -> FloatArray:
        """Return B, the twist of its tip frame at a unit rate: linear and angular, shape (6,)."""
        return np.concatenate([np.zeros(3), unit_axis(self.axis, "Revolute axis")])

    @cached_property
    def table_row(self) -> dict[str, Any]:
        """Its entries in the table of parts of a compiled model."""
        return {"kind": REVOLUTE, "axis": unit_axis(self.axis, "Revolute axis")}

    # a joint has no mass
    stations: ClassVar[tuple[Station, ...]] = ()


@dataclass(frozen=True)
class Prismatic(Displayed):
    """Prismatic joint: the tip moves by q along `axis`. B = (axis, 0), x0 = 0.

    Args:
        axis: "x", "y", "z", "-x", "-y", "-z", or a vector, shape (3,), in the base frame of the part.
        actuator: Actuator of the joint; the default is `Prescribed()`.
        spring: Spring and damper, or an `Elastomer`.
        limits: Joint limits.
        name: Name in messages and plots.
        dry_friction: Dry friction, independent of speed, as in `Revolute` [N].
        dry_eps: Rate that smooths it [m/s].
        armature: Inertia of the rotor reflected to the joint, as in `Revolute` [kg].

    Raises:
        RobotError: if a number is out of range, or an argument has the wrong type.
    """

    axis: Axis = "x"
    actuator: Actuator = field(default_factory=Prescribed)
    spring: Spring | Elastomer = field(default_factory=Spring)
    limits: Limits = UNLIMITED
    name: Label = ""
    dry_friction: Annotated[float, Ge(0), Le(MAX_DRY_FRICTION), Unit("N", in_message=False), Slider(0, 20, 0.1)] = 0.0
    dry_eps: Annotated[float, Ge(MIN_DRY_EPS), Unit("m/s"), Slider(1e-4, 0.01, 1e-4)] = 1e-3
    armature: Annotated[float, Ge(0), Le(MAX_ARMATURE), Unit("kg"), Slider(0, 1, 1e-3)] = 0.0
    unit: str = field(default="m", init=False, repr=False)

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        unit_axis(self.axis, "Prismatic axis")
        check_holders(self.actuator, self.spring, self.limits, "Prismatic")

    @cached_property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """The single coordinate of the joint, its displacement."""
        return (_coordinate(self),)

    def transform(self, q: float) -> FloatArray:
        """Transform from its tip frame to its base frame at a travel [m], shape (4, 4)."""
        T = np.eye(4)
        T[:3, 3] = q * unit_axis(self.axis, "Prismatic axis")
        return T

    def unit_twist(self) -> FloatArray:
        """Return B, the twist of its tip frame at a unit rate: linear and angular, shape (6,)."""
        return np.concatenate([unit_axis(self.axis, "Prismatic axis"), np.zeros(3)])

    @cached_property
    def table_row(self) -> dict[str, Any]:
        """Its entries in the table of parts of a compiled model."""
        return {"kind": PRISMATIC, "axis": unit_axis(self.axis, "Prismatic axis")}

    # a joint has no mass
    stations: ClassVar[tuple[Station, ...]] = ()


Joint = Revolute | Prismatic


def unit_axis(axis: object, name: str) -> FloatArray:
    """The axis as a unit vector, shape (3,)."""
    if isinstance(axis, str):
        return np.array(AXES[axis if axis in AXES else choice(axis, name, tuple(AXES), RobotError)])
    a = vector(axis, name, RobotError, size=3)
    if not math.hypot(*a) > 0:
        raise RobotError(f"{name} must not be zero, got {axis!r}; write for example axis='z'")
    return a / math.hypot(*a)


def _angles(limits: object, name: str) -> None:
    """Raise RobotError if a range of angles seems to be in degrees."""
    if isinstance(limits, Limits):
        for bound in (limits.lower, limits.upper):
            if 4 * math.pi < abs(bound) < math.inf:
                raise RobotError(
                    f"{name} limits must be in rad, got {bound:g}; did you mean {math.radians(bound):.3g}?"
                )


def _coordinate(joint: Revolute | Prismatic) -> Coordinate:
    return Coordinate(
        joint.actuator,
        joint.spring,
        joint.limits,
        joint.unit,
        float(joint.dry_friction),
        float(joint.dry_eps),
        float(joint.armature),
    )


def check_holders(
    actuator: object,
    spring: object,
    limits: object,
    name: str,
    springs: tuple[type, ...] = (Spring, Elastomer),
    actuators: tuple[type, ...] = get_args(Actuator),
) -> None:
    """Raise RobotError if an actuator, spring or limit of a coordinate has the wrong type."""
    instance(actuator, f"{name} actuator", actuators, RobotError)
    instance(spring, f"{name} spring", springs, RobotError)
    instance(limits, f"{name} limits", (Limits,), RobotError)


@dataclass(frozen=True)
class Mount(Displayed):
    """Massless fixed transform: first the offset, then the rotation.

    Args:
        rotation: Rotation vector of the next part's axes, shape (3,), [rad].
        offset: Origin of the next part, shape (3,), [m].
        name: Name in messages.
    """

    rotation: Annotated[RotationVector, FIXED] = (0.0, 0.0, 0.0)
    offset: Annotated[Point, FIXED] = (0.0, 0.0, 0.0)
    name: Label = ""
    coordinates: tuple[Coordinate, ...] = field(default=(), init=False, repr=False)

    def __post_init__(self) -> None:
        check_declared(self, RobotError)

    # a mount has no mass
    stations: ClassVar[tuple[Station, ...]] = ()
