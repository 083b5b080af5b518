"""Gaits: bounds of their quantities, their interface, their reach, and gaits from functions and tables."""

import math
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Annotated, Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Gt, Le

from snakelab.errors import GaitError, SnakelabError, SnakelabWarning, counted, nearest
from snakelab.gaits.equilibrium import check_pressures
from snakelab.parameters.arguments import FloatArray, floats, is_row, number, repeated, vector
from snakelab.parameters.declarations import FIXED, Ramp, Slider, Unit, Usual, check_declared
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.columns import MOTOR, PASSIVE, ROD, SERVO
from snakelab.physics.command import Command, Measurement, Reference, periodic_reference, piecewise_reference
from snakelab.physics.model import Model, check_model
from snakelab.robots.robot import MADE

# ----------------------------------------------------------------------------------------------------------------------
# Quantities of gaits with their bounds
#
# Values beyond them raise an error.
# ----------------------------------------------------------------------------------------------------------------------

MAX_FREQUENCY = 1e3  # largest frequency of a wave, a hundred times that of any snake [rad/s or Hz]
MAX_RATIO = 100.0  # largest number of waves, and largest multiple of the speed of a gait [-]

BodyAngle = Annotated[
    float, Ge(-12.5), Le(12.5), Unit("rad"), Slider(-3, 3, 0.01)
]  # larger ones were probably given in degrees
JointAngle = Annotated[float, Unit("rad"), Slider(-1.5, 1.5, 0.01)]
# Snakes of any size move at a few waves per second.
AngularFrequency = Annotated[
    float,
    Ge(-MAX_FREQUENCY),
    Le(MAX_FREQUENCY),
    Unit("rad/s"),
    Slider(-10, 10, 0.01),
    Usual(60, "degrees per second", math.pi / 180),
]
Frequency = Annotated[
    float, Ge(-MAX_FREQUENCY), Le(MAX_FREQUENCY), Unit("Hz"), Slider(-3, 3, 0.01), Usual(10, "rad/s", 1 / (2 * math.pi))
]
WavesOnBody = Annotated[float, Gt(0), Le(MAX_RATIO), Slider(0.1, 5, 0.1)]
Taper = Annotated[float, Ge(-1), Le(1), Slider(-1, 1, 0.01)]


def frequency(value: object, name: str) -> float:
    """Return a frequency [Hz], or raise GaitError."""
    return number(value, name, GaitError, minimum=-MAX_FREQUENCY, maximum=MAX_FREQUENCY, unit="Hz")


# ----------------------------------------------------------------------------------------------------------------------
# Interface of gaits: a gait returns a reference for the coordinates of a model
# ----------------------------------------------------------------------------------------------------------------------

_BODY_CHECKED: ContextVar[bool] = ContextVar("body_checked", default=True)


@runtime_checkable
class Gait(Protocol):
    """Open-loop motion, evaluated inside the compiled step."""

    def reference(self, model: Model) -> Reference:
        """The target of every coordinate of the model over time."""


def check_gait(given: object, name: str, example: str, error: type[SnakelabError]) -> None:
    """Raise an error unless an argument is a `Gait`: one with a control period is none, since it has no reference.

    Args:
        given: The argument.
        name: Its name, for the message.
        example: What to write.
        error: Class of the error.
    """
    if isinstance(given, Gait) and not isinstance(given, type):
        return
    kinds = ""
    if hasattr(given, "command") and not isinstance(given, type):
        kinds = " without a control period, such as SerpenoidGait, TableGait, RollingGait, CurveGait or SteadyGait"
    raise error(f"{name} must be a gait{kinds}, got {given!r}; write {example}")


def joints_of(model: Model, gait: str, *, of_tree: bool = False) -> int:
    """Return the number of coordinates that a gait may move.

    Raises:
        GaitError: if there are none; or if the robot has branches, unless the gait is `of_tree`.
    """
    check_model(model, gait)
    if model.n_coordinates == 0:
        raise GaitError(
            f"{gait} needs joints, and robot {model.robot.name!r} has none; add for example Revolute('z') between its links"
        )
    codes = model.arrays.coordinates["actuator"]
    if (codes == PASSIVE).all():
        raise GaitError(
            f"{gait} has no joint to drive: every joint of {model.robot.name!r} is Passive(); use Servo(kp=...) or Prescribed()"
        )
    if model.robot.branches and not of_tree:
        names = ", ".join(branch.name for branch in model.robot.branches)
        raise GaitError(
            f"{gait} moves a chain, and robot {model.robot.name!r} has the branches {names}; use a SerpenoidGait, which moves "
            "the trunk, or a TableGait or FunctionGait"
        )
    return model.n_coordinates


def _names(names: object, gait: str) -> tuple[str, ...]:
    """Return the names of coordinates, or raise GaitError."""
    if not is_row(names) or not all(isinstance(name, str) for name in names):
        raise GaitError(
            f"{gait} coordinates must be a list of names, got {names!r}; write for example ['joint1', 'joint2']"
        )
    return tuple(names)


def places_of(model: Model, gait: str, names: Sequence[str]) -> list[int]:
    """Return the indices of coordinates with these names; all of them without names.

    Raises:
        GaitError: if there is no such coordinate, with the nearest name, or one is named twice.
    """
    known = model.coordinate_names
    for name in names:
        if name not in known:
            raise GaitError(
                f"{gait} moves {name!r}: robot {model.robot.name!r} has no such coordinate{nearest(name, known)}; its "
                f"coordinates are {', '.join(known)}"
            )
    twice = repeated(names)
    if twice is not None:
        raise GaitError(f"{gait} names {twice!r} twice; write one column for each coordinate")
    return [known.index(name) for name in names] if names else list(range(len(known)))


def without_driven_rods(model: Model, gait: str) -> None:
    """Raise GaitError if a gait of joint angles would drive a rod, whose coordinates are no angles along the body."""
    for part, name in zip(model.parts, model.robot.parts, strict=True):
        own = slice(part["coordinate"], part["coordinate"] + part["n_coordinates"])
        if part["kind"] == ROD and (model.arrays.coordinates["actuator"][own] != PASSIVE).any():
            raise GaitError(
                f"{gait} does not drive rods, and {name!r} has actuators: its coordinates are components of its strain; "
                "write a TableGait or a FunctionGait of them"
            )


def angles_only(model: Model, gait: str, amplitude: float) -> None:
    """Raise GaitError for a gait of joint angles with a motor, which needs a force, or with an angle in degrees."""
    without_driven_rods(model, gait)
    codes = model.arrays.coordinates["actuator"]
    if made := [part.name for part in model.robot.parts if isinstance(part, MADE)]:
        raise GaitError(
            f"{gait} gives joint angles, and {', '.join(made)} of {model.robot.name!r} are winches, muscles or actuators of soft "
            "sections; use a TableGait, a FunctionGait or a SteadyGait for all coordinates"
        )
    if (codes == MOTOR).any():
        name = model.coordinate_names[int(np.flatnonzero(codes == MOTOR)[0])]
        raise GaitError(
            f"{gait} gives angles, and {name} is a Motor, which needs a force; use Servo(kp=...) or a TableGait of forces"
        )
    units = [coordinate.unit for part in model.robot.parts for coordinate in part.coordinates]
    if "rad" in units:
        at_most_one_revolution(gait, amplitude)


def at_most_one_revolution(gait: str, amplitude: float) -> None:
    """Raise GaitError for an amplitude of more than one turn, as of one in degrees."""
    if abs(amplitude) > 2 * math.pi:
        degrees = abs(amplitude) <= 360
        raise GaitError(
            f"{gait} amplitude must be in rad, at most one turn; got {amplitude:g}"
            + (f"; did you mean {math.radians(amplitude):.3g}?" if degrees else "")
        )


@contextmanager
def without_body_check() -> Iterator[None]:
    """Leave out the check for self-intersection, which takes milliseconds: for many variations of a gait that was checked."""
    token = _BODY_CHECKED.set(False)
    try:
        yield
    finally:
        _BODY_CHECKED.reset(token)


def body_is_checked() -> bool:
    """Return True if gaits are checked for self-intersection."""
    return _BODY_CHECKED.get()


# ----------------------------------------------------------------------------------------------------------------------
# Reach of a gait: comparison of the largest and smallest target of each joint with its range
# ----------------------------------------------------------------------------------------------------------------------

BOUND_TOLERANCE = 1e-9  # tolerance of the range of a coordinate [rad or m]


def check_reach(
    model: Model, gait: str, centre: FloatArray, swing: FloatArray, amplitude: float, name: str = "amplitude"
) -> None:
    """Check that targets centre_i +- |swing_i| lie within the joints' ranges.

    A prescribed joint beyond its limit raises an error, because the forces would be meaningless. A servo beyond its limit, which
    the limit holds back, issues a warning.

    Args:
        model: The model.
        gait: Name of the gait, for the message.
        centre, swing: Shape (nv,), [rad] or [m]; the swing is proportional to the amplitude.
        amplitude: Present amplitude.
        name: Name of the amplitude, for the message.

    Raises:
        GaitError: if a prescribed joint exceeds its limits; with the largest admissible amplitude.
    """
    table, reach = model.arrays.coordinates, np.abs(swing)
    over, under = centre + reach - table["upper"], table["lower"] - centre + reach
    beyond = np.where(_follows_targets(model), np.maximum(over, under), -np.inf)
    worst = int(np.argmax(beyond))
    if not beyond[worst] > BOUND_TOLERANCE:
        return
    furthest = centre[worst] + math.copysign(reach[worst], over[worst] - under[worst])
    advice = amplitude_advice(model, centre, reach, amplitude, name)
    _report(model, beyond, f"{gait} moves {_way(model, worst, furthest)}; {advice}")


def check_table(model: Model, gait: str, minimum: FloatArray, maximum: FloatArray) -> None:
    """Check that the smallest and largest targets of a table lie within the joints' ranges, as `check_reach`.

    Args:
        model: The model.
        gait: Name of the gait, for the message.
        minimum, maximum: Of each coordinate, shape (nv,), [rad] or [m].
    """
    table = model.arrays.coordinates
    over, under = maximum - table["upper"], table["lower"] - minimum
    beyond = np.where(_follows_targets(model), np.maximum(over, under), -np.inf)
    worst = int(np.argmax(beyond))
    if not beyond[worst] > BOUND_TOLERANCE:
        return
    furthest = maximum[worst] if over[worst] >= under[worst] else minimum[worst]
    scales = [
        bound / value
        for j in np.flatnonzero(_follows_targets(model))
        for bound, value in ((table["upper"][j], maximum[j]), (table["lower"][j], minimum[j]))
        if value != 0 and (bound == 0 or (value > 0) == (bound > 0))  # a bound may be infinite
    ]
    scale = min(scales, default=0.0)
    fits = (scale * maximum <= table["upper"] + BOUND_TOLERANCE) & (scale * minimum >= table["lower"] - BOUND_TOLERANCE)
    advice = (
        f"the largest admissible scale of its angles is {_rounded_down(scale):g}"
        if scale > 0 and fits[_follows_targets(model)].all()
        else "use other angles"
    )
    _report(model, beyond, f"{gait} moves {_way(model, worst, furthest)}; {advice}")


def _follows_targets(model: Model) -> np.ndarray:
    """True for joints that follow targets, shape (nv,), bool."""
    return (model.arrays.coordinates["actuator"] == SERVO) | model.driven


def _report(model: Model, beyond: FloatArray, message: str) -> None:
    """Raise an error for a prescribed joint; warn for a servo."""
    if (beyond[model.driven] > BOUND_TOLERANCE).any():
        raise GaitError(message)
    warnings.warn(message, SnakelabWarning, stacklevel=4)


def amplitude_advice(model: Model, centre: FloatArray, reach: FloatArray, amplitude: float, name: str) -> str:
    """Advice for a message: the largest amplitude with all targets within the joint limits, if there is one."""
    table = model.arrays.coordinates
    room = np.minimum(table["upper"] - centre, centre - table["lower"])
    moving = (reach > 0) & _follows_targets(model)
    if not (room[moving] > 0).all():
        return "the centre is out of range: use another offset"
    ratio = float((room[moving] / reach[moving]).min(initial=math.inf))
    maximum = abs(amplitude) * min(ratio, 1.0)
    return f"the largest admissible {name} is {math.copysign(_rounded_down(maximum), amplitude):g}"


def _rounded_down(value: float) -> float:
    """Return the value rounded down to three digits."""
    if not value > 1e-300:  # the place of its last digit would be zero
        return 0.0
    place = 10.0 ** (math.floor(math.log10(value)) - 2)
    return float(f"{math.floor(value / place * (1 + 1e-12)) * place:.3g}")


def _way(model: Model, j: int, furthest: float) -> str:
    """Text with the largest target of a joint and its limit."""
    table = model.arrays.coordinates
    unit = [coordinate.unit for part in model.robot.parts for coordinate in part.coordinates][j]
    stop = table["upper"][j] if furthest > table["upper"][j] else table["lower"][j]
    return f"{model.coordinate_names[j]} to {furthest:.4g} {unit}, and its limit is {stop:.4g} {unit}"


# ----------------------------------------------------------------------------------------------------------------------
# Gait from any Python function of time
# ----------------------------------------------------------------------------------------------------------------------

MIN_PERIOD = 1e-4  # [s]
DIFFERENCE_STEP = 1e-3  # h of the five-point differences, whose error is h^4 |f^(5)| / 30 for the rate [s]


@dataclass(frozen=True)
class FunctionGait(Displayed):
    """Gait given by a user-defined function angles(t); rates and accelerations by five-point differences.

    The function is called in Python in every control period, and its values are interpolated by quintics. `TableGait`
    is faster.

    Args:
        function: Function of t [s] that returns angles, shape (nv,), [rad] or [m]; it must be smooth, and defined
            slightly before t = 0.
        period: Control period [s].
        coordinates: Names of the coordinates to which the angles belong; the others remain at zero. Empty for all.
    """

    function: Callable[[float], npt.ArrayLike]
    period: Annotated[float, Ge(MIN_PERIOD), Unit("s"), Slider(0.001, 0.1, 0.001), FIXED] = 0.01
    coordinates: Sequence[str] = ()

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise GaitError(f"FunctionGait function must take the time and return angles, got {self.function!r}")
        check_declared(self, GaitError)
        object.__setattr__(self, "coordinates", _names(self.coordinates, "FunctionGait"))

    def start(self, model: Model, time: float) -> tuple[Command, Any]:
        """Return the command at the first instant; there is no memory."""
        n_all, places = (
            joints_of(model, "FunctionGait", of_tree=True),
            places_of(model, "FunctionGait", self.coordinates),
        )
        size, n = np.size(self._angles(time)), len(places)
        if size != n:
            owner = "it names" if self.coordinates else f"robot {model.robot.name!r} has"
            raise GaitError(
                f"FunctionGait returned {counted(size, 'angle')}, and {owner} {counted(n, 'coordinate')}: one angle for each"
            )
        memory = (n_all, places)
        return self._at(time, memory), memory

    def command(self, measurement: Measurement, memory: Any) -> tuple[Command, Any]:
        """Return target, rate and acceleration at the end of the period."""
        return self._at(measurement.time + self.period, memory), memory

    def _angles(self, time: float) -> FloatArray:
        return vector(self.function(time), f"FunctionGait function at t = {time:g} s", GaitError)

    def _at(self, time: float, memory: tuple[int, list[int]]) -> Command:
        n, places = memory
        rows = np.zeros((5, n))
        rows[:, places] = [self._angles(time + k * DIFFERENCE_STEP) for k in (-2, -1, 0, 1, 2)]
        a, b, c, d, e = rows
        rate = (a - 8 * b + 8 * d - e) / (12 * DIFFERENCE_STEP)
        acceleration = (-a + 16 * b - 30 * c + 16 * d - e) / (12 * DIFFERENCE_STEP**2)
        return Command(c, rate, acceleration)


# ----------------------------------------------------------------------------------------------------------------------
# Gait from a table: angles at given times, joined by cubic splines, once or periodically
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableGait(Displayed):
    """Gait through the points of a table. The acceleration is continuous, and zero at both ends of a table that does
    not repeat.

    Args:
        times: Ascending times, shape (m,), m >= 2, [s].
        angles: Targets, one column for each coordinate, shape (m, n), [rad] or [m]; forces [N m] or [N] for a Motor,
            pressures [Pa] for a Pneumatic or Hydraulic actuator.
        repeat: True to repeat the table, whose last row must equal its first: value, rate and acceleration are continuous.
        ramp: Duration of the smooth start of a table that repeats, from zero at its first time [s]; 0 for none.
        scale: Factor of all targets [-].
        speed: Factor of the rate at which the table is followed, from its first time on [-].
        coordinates: Names of the coordinates to which the columns belong; the others remain at zero. Empty for all.

    Before the first and after the last time, the nearest row is held, so the rate is discontinuous unless the table
    ends at rest. A table that repeats holds zero before its first time.
    """

    times: FloatArray | list[float]
    angles: FloatArray | list[list[float]]
    repeat: bool = False
    ramp: Ramp = 0.0
    scale: Annotated[float, Slider(-1.5, 1.5, 0.05)] = 1.0
    speed: Annotated[float, Gt(0), Slider(0.1, 4.0, 0.05)] = 1.0
    coordinates: Sequence[str] = ()

    def __post_init__(self) -> None:
        check_declared(self, GaitError)
        object.__setattr__(self, "coordinates", _names(self.coordinates, "TableGait"))
        times, angles = self._table()
        if len(times) < 2 or not (np.diff(times) > 0).all():
            raise GaitError(f"TableGait times must ascend and contain at least 2 values, got {times.tolist()}")
        if len(angles) != len(times):
            raise GaitError(f"TableGait angles must have one row for each time: {len(times)} times, {len(angles)} rows")
        if self.ramp > 0 and not self.repeat:
            raise GaitError(f"TableGait ramp is for a table that repeats, got {self.ramp:g} s; write repeat=True")
        if self.repeat and np.abs(angles[-1] - angles[0]).max(initial=0.0) > 1e-9 * np.abs(angles).max(initial=0.0):
            raise GaitError(
                f"TableGait angles must end with their first row if repeat is True, got {angles[0].tolist()} and "
                f"{angles[-1].tolist()}"
            )

    def _table(self) -> tuple[FloatArray, FloatArray]:
        times = vector(self.times, "TableGait times", GaitError, unit="s")
        try:
            angles = floats(self.angles)
        except ValueError:
            raise GaitError(f"TableGait angles must be rows of numbers of equal length, got {self.angles!r}") from None
        if angles.ndim != 2 or not np.isfinite(angles).all():
            raise GaitError(
                f"TableGait angles must be finite numbers of shape (times, coordinates), got shape {angles.shape}"
            )
        if self.speed != 1:
            times = times[:1] + (times - times[:1]) / self.speed
        return times, self.scale * angles

    def reference(self, model: Model) -> Reference:
        """Return the table as piecewise polynomials.

        Raises:
            GaitError: if the number of columns is not the model's number of coordinates, a pressure cannot be had, or a
                prescribed joint would go beyond its range; of a servo is warned.
        """
        from scipy.interpolate import CubicSpline

        n, places = joints_of(model, "TableGait", of_tree=True), places_of(model, "TableGait", self.coordinates)
        times, angles = self._table()
        if angles.shape[1] != len(places):
            owner = "it names" if self.coordinates else f"robot {model.robot.name!r} has"
            raise GaitError(
                f"TableGait has {counted(angles.shape[1], 'column')}, and {owner} {counted(len(places), 'coordinate')}"
            )
        if self.coordinates:
            columns, angles = angles, np.zeros((len(times), n))
            angles[:, places] = columns
        if self.repeat:
            angles[-1] = angles[0]
        spline = CubicSpline(times, angles, bc_type="periodic" if self.repeat else "natural")
        between = np.arange(8) / 8  # test points of the spline between two rows
        instants = np.append((times[:-1, None] + between * np.diff(times)[:, None]).ravel(), times[-1])
        values = spline(instants)
        check_pressures(model, values, "TableGait", instants)
        check_table(model, "TableGait", values.min(axis=0), values.max(axis=0))
        coefficients = np.zeros((len(times) - 1, n, 6))
        coefficients[:, :, :4] = np.moveaxis(spline.c[::-1], 0, -1)
        if self.repeat:
            return periodic_reference(times, coefficients, self.ramp)
        return piecewise_reference(times, coefficients)
