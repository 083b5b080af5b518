"""Couplings of a robot: gears between coordinates, loops that close a chain, and cables with winches and muscles."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, ClassVar

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import RobotError
from snakelab.geometry.cross_sections import Station
from snakelab.geometry.rotations import quat_exp, quat_to_matrix
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray, instance, instances, is_row
from snakelab.parameters.declarations import (
    FIXED,
    Choices,
    Label,
    Point,
    PositiveLength,
    RotationVector,
    Slider,
    TimeConstant,
    Unit,
    check_declared,
)
from snakelab.parameters.display_registry import Displayed
from snakelab.robots.actuators import UNLIMITED, Motor, Prescribed, Servo, Spring
from snakelab.robots.joints import MAX_ARMATURE, PRISMATIC, Axis, Coordinate, unit_axis

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
        """Its rows: displacements 0, 1, 2 and rotations 3, 4, 5 along and about the axes of the first matrix of `axes`."""
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


# ----------------------------------------------------------------------------------------------------------------------
# Actuators of a cable: a winch, of which length or tension is commanded, and a muscle
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Winch(Displayed):
    """Winch at the first guide of a cable: a coordinate, the length that is wound up [m].

    With `Prescribed()` that length is commanded, with `Servo(...)` it is controlled against the tension, and with `Motor()` the
    command is the tension with which the drum pulls [N]. It does not move the robot except through the cable.

    Args:
        actuator: Prescribed, Servo or Motor.
        inertia: Inertia of drum and rotor, seen at the cable [kg]; it only matters without `Prescribed`.
        damping: Damping of the drum [N s/m].
    """

    actuator: Prescribed | Servo | Motor = field(default_factory=Prescribed)
    inertia: Annotated[float, Gt(0), Le(MAX_ARMATURE), Unit("kg"), Slider(0.01, 1, 0.01)] = 0.05
    damping: Annotated[float, Ge(0), Le(MAX_STIFFNESS), Unit("N s/m"), Slider(0, 50, 0.1)] = 0.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        instance(self.actuator, "Winch actuator", (Prescribed, Servo, Motor), RobotError)


@dataclass(frozen=True)
class Muscle(Displayed):
    """Hill-type muscle along the path of a cable, commanded by its excitation, clipped to 0 to 1.

    T = max_force (a f_l(l) f_v(l') + f_p(l)) with the activation a, which follows the excitation with a lag, and the length l of
    the fibres, that of the path less `tendon_length`:

        f_l = exp(-((l / l_o - 1)^2 / width)),   f_p = (exp(5 (l / l_o - 1) / 0.6) - 1) / (exp(5) - 1) for l > l_o,
        f_v = (1 + u) / (1 - 4 u) for shortening, (1 + 35 u) / (1 + 25 u) for lengthening,   u = l' / max_speed.

    The activation is recorded as the memory `z` of its coordinate, whose value stays zero.

    Args:
        max_force: Isometric force at the optimal length [N].
        optimal_length: l_o [m]; None for that of the path in the rest shape less the tendon.
        max_speed: Speed of shortening at which the force is zero [m/s]; None for 10 optimal lengths per second.
        tendon_length: Length of an inextensible tendon in series [m].
        time_constant: Time constant of the activation [s].
        width: Width of the force-length curve [-].

    Source: Thelen, Adjustment of muscle mechanics model parameters to simulate dynamic contractions in older adults, 2003 (young
    adults), with an inextensible tendon, and with `max_speed` and the lag independent of the activation.
    """

    max_force: Annotated[float, Gt(0), Le(1e9), Unit("N"), Slider(1, 1000, 1)]
    optimal_length: PositiveLength | None = None
    max_speed: Annotated[float, Gt(0), Le(1e6), Unit("m/s"), Slider(0.1, 10, 0.1)] | None = None
    tendon_length: Annotated[float, Ge(0), Unit("m"), Slider(0, 1, 0.01)] = 0.0
    time_constant: TimeConstant = 0.03
    width: Annotated[float, Gt(0), Le(10), Unit("-"), Slider(0.1, 1, 0.01)] = 0.45

    def __post_init__(self) -> None:
        check_declared(self, RobotError)


# Places of the numbers of a muscle: see `Muscle`.
MAX_FORCE, OPTIMAL_LENGTH, MAX_SPEED, TENDON_LENGTH, CURVE_WIDTH = range(5)


@kernel(inline=True)
def hill_force(m, first, activation, length, rate):
    """Tension of a muscle [N].

    Args:
        m: Numbers of the muscle from place `first` on.
        first: Their first place.
        activation: a [-].
        length: Length of the path [m].
        rate: Its rate [m/s].
    """
    x = (length - m[first + TENDON_LENGTH]) / m[first + OPTIMAL_LENGTH] - 1.0
    u = rate / m[first + MAX_SPEED]
    active = math.exp(-x * x / m[first + CURVE_WIDTH])
    passive = (math.exp(5.0 / 0.6 * x) - 1.0) / (math.exp(5.0) - 1.0) if x > 0.0 else 0.0
    if u <= -1.0:
        speed = 0.0
    elif u <= 0.0:
        speed = (1.0 + u) / (1.0 - 4.0 * u)
    else:
        speed = (1.0 + 35.0 * u) / (1.0 + 25.0 * u)
    return m[first + MAX_FORCE] * (activation * active * speed + passive)


# ----------------------------------------------------------------------------------------------------------------------
# Cable through guides on the parts
# ----------------------------------------------------------------------------------------------------------------------

MAX_GUIDES = 1000


@dataclass(frozen=True)
class Guide(Displayed):
    """Point of a part through which a cable runs.

    Args:
        on: Name of a part with mass; "base" for the frame of a fixed base.
        point: From the tail end of that part, in its axes, shape (3,), [m].
    """

    on: Label
    point: Annotated[Point, FIXED] = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        check_declared(self, RobotError)


@dataclass(frozen=True)
class Cable(Displayed):
    """Cable, tendon or muscle through guides on the parts of a robot. It pulls, and never pushes: slack has no force.

    The tension at its first guide is T = stiffness (length + wound - rest) / rest + damping length', not below zero, with the
    length wound up by a `Winch`. It passes the guides between its ends with friction: behind a guide that it passes at an angle
    theta the tension is smaller by the factor exp(-friction theta) where the cable slides toward the first guide, and larger
    where it slides away. Friction is smoothed by the speed `eps` at which the cable slides: it creeps at rest, as other smoothed
    friction does.

    Args:
        guides: Guides in order, two or more; a tuple (part, point) is a `Guide`. An actuator is at the first, and the cable is
            fixed to the last.
        stiffness: Axial stiffness E A, the tension at a strain of 1 [N].
        damping: Damping of the whole cable [N s/m].
        friction: Coefficient of friction at the guides between the ends [-].
        rest: Length without tension [m]; None for the length in the rest shape of the robot.
        actuator: `Winch`, `Muscle` (in place of the elasticity of the cable), or None for a passive cable.
        eps: Speed of sliding that smooths the friction at guides [m/s].
        name: Name in messages and recordings, and of the coordinate of its actuator; empty for `cable1` and so on.

    Raises:
        RobotError: if it has fewer than two guides, or a number is out of range.

    Source: friction by the capstan equation (Euler 1769; Eytelwein 1808).
    """

    guides: Sequence[Guide]
    stiffness: Annotated[float, Gt(0), Le(MAX_STIFFNESS), Unit("N"), Slider(100, 1e5, 100)] = 1e4
    damping: Annotated[float, Ge(0), Le(MAX_STIFFNESS), Unit("N s/m"), Slider(0, 100, 0.1)] = 10.0
    friction: Annotated[float, Ge(0), Le(100), Unit("-"), Slider(0, 1, 0.01)] = 0.0
    rest: PositiveLength | None = None
    actuator: Winch | Muscle | None = None
    eps: Annotated[float, Ge(1e-9), Unit("m/s"), Slider(1e-5, 1e-2, 1e-5)] = 1e-4
    name: Label = ""

    def __post_init__(self) -> None:
        given = (
            [Guide(*one) if is_row(one) and len(one) == 2 else one for one in self.guides]
            if is_row(self.guides)
            else self.guides
        )
        object.__setattr__(self, "guides", instances(given, "Cable guides", (Guide,), RobotError))
        check_declared(self, RobotError)
        if self.actuator is not None:
            instance(self.actuator, "Cable actuator", (Winch, Muscle), RobotError)
        if not 2 <= len(self.guides) <= MAX_GUIDES:
            raise RobotError(
                f"Cable guides must be 2 to {MAX_GUIDES} points, got {len(self.guides)}; write for example "
                "[('link1', (0.05, 0.01, 0)), ('link2', (0.05, 0.01, 0))]"
            )
        for one, other in zip(self.guides, self.guides[1:], strict=False):
            if one == other:
                raise RobotError(
                    f"Cable guides must not repeat a point, got {one!r} twice in a row: the span would have no length"
                )


@dataclass(frozen=True)
class Spool(Displayed):
    """The coordinate of the actuator of a cable, at the end of the parts of a robot that has the cable; it moves no frame."""

    actuator: Winch | Muscle
    name: Label

    # as of other parts; made by its robot, whose arguments contain its parameters
    stations: ClassVar[tuple[Station, ...]] = ()
    length: ClassVar[float] = 0.0
    made: ClassVar[bool] = True

    @cached_property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """The wound length [m]; of a muscle a coordinate without motion, whose memory is the activation."""
        if isinstance(self.actuator, Muscle):
            return (Coordinate(self.actuator, Spring(), UNLIMITED, "m", armature=1.0),)  # type: ignore[arg-type]
        spring = Spring(0.0, self.actuator.damping)
        return (Coordinate(self.actuator.actuator, spring, UNLIMITED, "m", armature=self.actuator.inertia),)

    @cached_property
    def table_row(self) -> dict[str, Any]:
        """Its entries in the table of parts: a prismatic joint without travel."""
        return {"kind": PRISMATIC, "axis": (0.0, 0.0, 0.0)}
