"""Joints of one coordinate: revolute (torsion too, about x) and prismatic (shear too, along y or z)."""

import math
from dataclasses import dataclass, field
from typing import get_args

import numpy as np

from snakelab.errors import RobotError
from snakelab.geometry.slices import Slice
from snakelab.robots.actuators import Actuator, Prescribed
from snakelab.robots.compliance import FREE, Limits, Spring
from snakelab.robots.materials import Elastomer
from snakelab.robots.parts.coordinate import Coordinate
from snakelab.types import FloatArray, choice, instance, label, vector

AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
AXES |= {f"-{k}": (-a, -b, -c) for k, (a, b, c) in AXES.items()}


@dataclass(frozen=True)
class Revolute:
    """A hinge: the tip turns by q about `axis`. B = (0, axis), x0 = 0.

    Args:
        axis: "x", "y", "z", "-x", "-y", "-z", or a vector, shape (3,), in the base frame of the part.
        actuator: What drives it; the default is `Prescribed()`.
        spring: Spring and damper.
        limits: End stops.
        name: For messages and plots.
    """

    axis: str | tuple[float, float, float] = "z"
    actuator: Actuator = field(default_factory=Prescribed)
    spring: Spring = field(default_factory=Spring)
    limits: Limits = FREE
    name: str = ""
    unit: str = field(default="rad", init=False, repr=False)

    def __post_init__(self) -> None:
        unit_axis(self.axis, "Revolute axis")
        _angles(self.limits)
        _check(self, "Revolute")

    @property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """The hinge's one coordinate, its angle."""
        return (Coordinate(self.actuator, self.spring, self.limits, self.unit),)

    def slices(self) -> tuple[Slice, ...]:
        """None: a joint has no mass of its own."""
        return ()


@dataclass(frozen=True)
class Prismatic:
    """A slide: the tip moves by q along `axis`. B = (axis, 0), x0 = 0. An `Elastomer` may stand for the
    spring. Arguments as `Revolute`.
    """

    axis: str | tuple[float, float, float] = "x"
    actuator: Actuator = field(default_factory=Prescribed)
    spring: Spring | Elastomer = field(default_factory=Spring)
    limits: Limits = FREE
    name: str = ""
    unit: str = field(default="m", init=False, repr=False)

    def __post_init__(self) -> None:
        unit_axis(self.axis, "Prismatic axis")
        _check(self, "Prismatic")

    @property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """The slide's one coordinate, its travel."""
        return (Coordinate(self.actuator, self.spring, self.limits, self.unit),)

    def slices(self) -> tuple[Slice, ...]:
        """None: a joint has no mass of its own."""
        return ()


def unit_axis(axis: object, name: str) -> FloatArray:
    """The axis as a unit vector, shape (3,)."""
    if isinstance(axis, str):
        return np.array(AXES[choice(axis, name, tuple(AXES), RobotError)])
    a = vector(axis, name, RobotError, size=3)
    if not math.hypot(*a) > 0:
        raise RobotError(f"{name} must not be zero, got {axis!r}; write for example axis='z'")
    return a / math.hypot(*a)


def _angles(limits: object) -> None:
    """Raise RobotError where a range of angles looks like degrees."""
    if isinstance(limits, Limits):
        for bound in (limits.lower, limits.upper):
            if 4 * math.pi < abs(bound) < math.inf:
                raise RobotError(
                    f"Revolute limits must be in rad, got {bound:g}; did you mean {math.radians(bound):.3g}?"
                )


def _check(joint: Revolute | Prismatic, name: str) -> None:
    label(joint.name, f"{name} name", RobotError)
    springs = (Spring, Elastomer) if isinstance(joint, Prismatic) else (Spring,)
    check_holders(joint.actuator, joint.spring, joint.limits, name, springs)


def check_holders(
    actuator: object, spring: object, limits: object, name: str, springs: tuple[type, ...] = (Spring, Elastomer)
) -> None:
    """Raise RobotError unless each of what holds a coordinate is of its kind."""
    instance(actuator, f"{name} actuator", get_args(Actuator), RobotError)
    instance(spring, f"{name} spring", springs, RobotError)
    instance(limits, f"{name} limits", (Limits,), RobotError)
