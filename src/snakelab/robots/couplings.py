"""Couplings of a robot: gears between coordinates, and loops that close a chain."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import RobotError
from snakelab.geometry.rotations import quat_exp, quat_to_matrix
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import (
    FIXED,
    Choices,
    Label,
    Point,
    RotationVector,
    Slider,
    Unit,
    check_declared,
)
from snakelab.parameters.display import Displayed
from snakelab.robots.joints import Axis, unit_axis

# ----------------------------------------------------------------------------------------------------------------------
# Gear: a fixed ratio between two coordinates
# ----------------------------------------------------------------------------------------------------------------------

# Bounds within which products are finite.
MAX_STIFFNESS, MAX_RATIO = 1e15, 1e6


@dataclass(frozen=True)
class Gear(Displayed):
    """Gear between two coordinates: driven = ratio by + offset. `mimic` in URDF, `equality/joint` in MJCF.

    It transmits force both ways without loss: a torque T on the driven coordinate is ratio T on the other one. At least one of
    the two must be free to move, with a `Motor`, `Servo` or `Passive` actuator.

    Args:
        driven: Name of a coordinate.
        by: Name of the coordinate that drives it.
        ratio: Ratio, negative for opposite directions [-, or m/rad between a displacement and an angle].
        offset: Value of the driven coordinate where the other one is zero [rad or m].
        stiffness: Stiffness of the driven coordinate against the exact ratio [N m/rad or N/m]; None for rigid.
        damping: Damping likewise [N m s/rad or N s/m]; with a stiffness only.
        name: Name in messages and recordings; empty for `gear1` and so on.

    Raises:
        RobotError: if a number is out of range, or both names are the same.
    """

    driven: Label
    by: Label
    ratio: Annotated[float, Ge(-MAX_RATIO), Le(MAX_RATIO), Unit("-"), Slider(-5, 5, 0.01)] = 1.0
    offset: Annotated[float, Unit("rad", "m"), Slider(-3, 3, 0.01)] = 0.0
    stiffness: Annotated[float, Gt(0), Le(MAX_STIFFNESS), Unit("N m/rad", "N/m"), Slider(1, 1e4, 1)] | None = None
    damping: Annotated[float, Ge(0), Le(MAX_STIFFNESS), Unit("N m s/rad", "N s/m"), Slider(0, 10, 0.01)] = 0.0
    name: Label = ""

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        if self.driven == self.by:
            raise RobotError(f"Gear driven and by must be two coordinates, got {self.driven!r} for both")
        if self.ratio == 0.0:
            raise RobotError("Gear ratio must not be 0: the driven coordinate would be fixed; use a Mount in its place")
        _check_damping(self.stiffness, self.damping, "Gear")


def _check_damping(stiffness: float | None, damping: float, name: str) -> None:
    """Raise RobotError for the damping of a rigid coupling, which has no motion to damp."""
    if stiffness is None and damping > 0.0:
        raise RobotError(
            f"{name} damping needs a stiffness, got damping={damping:g} of a rigid one; write stiffness=..."
        )


# ----------------------------------------------------------------------------------------------------------------------
# Loop: two parts of a chain held together at a point
# ----------------------------------------------------------------------------------------------------------------------

BASE_FRAME = "base"  # the immobile frame of a fixed base, in place of the first part
FIXES = ("point", "hinge", "weld")


@dataclass(frozen=True)
class Loop(Displayed):
    """Loop: holds a point of one part at a point of another, and closes a chain such as a four-bar. `equality` in MJCF.

    A robot with loops starts closed: `initial_state(model)` is the nearest shape to the straight one that closes all loops. Rows
    that the joints between the two parts make superfluous, such as those out of the plane of a planar chain, are left out.

    Args:
        first: Name of a part with mass; "base" for the frame of a fixed base.
        first_point: Point from the tail end of that part, in its axes, shape (3,), [m].
        second: Name of another part with mass.
        second_point: Point from the tail end of that part, in its axes, shape (3,), [m].
        fix: "point" (a ball joint), "hinge" (a revolute joint about `axis`) or "weld" (rigidly connected).
        axis: Axis of a hinge in the axes of the first part.
        second_axis: The same axis in those of the second part; None for the same components.
        rotation: Rotation vector of the axes of the second part in those of the first, of a weld, shape (3,), [rad].
        stiffness: Stiffness against displacements [N/m]; None for rigid.
        damping: Damping of displacements [N s/m]; with a stiffness only.
        angular_stiffness: Stiffness against rotations, of a hinge or weld [N m/rad]; None for rigid.
        angular_damping: Damping of rotations [N m s/rad]; with an angular stiffness only.
        name: Name in messages and recordings; empty for `loop1` and so on.

    Raises:
        RobotError: if a value is out of range, or both parts are the same.
    """

    first: Label
    first_point: Annotated[Point, FIXED]
    second: Label
    second_point: Annotated[Point, FIXED]
    fix: Annotated[str, Choices(FIXES)] = "point"
    axis: Axis = "z"
    second_axis: Axis | None = None
    rotation: Annotated[RotationVector, FIXED] = (0.0, 0.0, 0.0)
    stiffness: Annotated[float, Gt(0), Le(MAX_STIFFNESS), Unit("N/m"), Slider(100, 1e6, 100)] | None = None
    damping: Annotated[float, Ge(0), Le(MAX_STIFFNESS), Unit("N s/m"), Slider(0, 500, 1)] = 0.0
    angular_stiffness: Annotated[float, Gt(0), Le(MAX_STIFFNESS), Unit("N m/rad"), Slider(1, 1e4, 1)] | None = None
    angular_damping: Annotated[float, Ge(0), Le(MAX_STIFFNESS), Unit("N m s/rad"), Slider(0, 10, 0.01)] = 0.0
    name: Label = ""

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        if self.first == self.second:
            raise RobotError(f"Loop first and second must be two parts, got {self.first!r} for both")
        if self.second == BASE_FRAME:
            raise RobotError("Loop second must be a part with mass, got 'base'; write the base as `first`")
        _check_damping(self.stiffness, self.damping, "Loop")
        _check_damping(self.angular_stiffness, self.angular_damping, "Loop angular")
        unit_axis(self.axis, "Loop axis")
        if self.second_axis is not None:
            unit_axis(self.second_axis, "Loop second_axis")

    @property
    def rows(self) -> tuple[int, ...]:
        """Its rows: displacements 0, 1, 2 and rotations 3, 4, 5 along and about the axes of `first_axes`."""
        return {"point": (0, 1, 2), "hinge": (0, 1, 2, 3, 4), "weld": (0, 1, 2, 3, 4, 5)}[self.fix]

    def axes(self) -> tuple[FloatArray, FloatArray]:
        """Axes of the rows in the first part, and those in the second that coincide with them where the loop is closed.

        Returns:
            Rotation matrices, shape (3, 3). The third axes are those of a hinge.
        """
        if self.fix == "hinge":
            first = _with_third_axis(unit_axis(self.axis, "Loop axis"))
            other = self.axis if self.second_axis is None else self.second_axis
            return first, _with_third_axis(unit_axis(other, "Loop second_axis"))
        x, y, z = (float(value) for value in self.rotation)
        turned = np.reshape(quat_to_matrix(quat_exp((x, y, z))), (3, 3))
        return np.eye(3), turned.T


def _with_third_axis(axis: FloatArray) -> FloatArray:
    """Rotation matrix with a given third column; the identity for z."""
    if axis[2] == 1.0:
        return np.eye(3)
    side = np.eye(3)[int(np.argmin(np.abs(axis)))]
    first = np.cross(side, axis)
    first /= np.linalg.norm(first)
    return np.column_stack([first, np.cross(axis, first), axis])
