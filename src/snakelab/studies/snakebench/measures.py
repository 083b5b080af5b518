"""Measures of a task: metrics of the library, and those of goals, waypoints and set points."""

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from snakelab.errors import ScenarioError, nearest
from snakelab.geometry.poses import heading_of
from snakelab.results.metrics import unit_of
from snakelab.results.metrics.declared import METRICS, present_metric
from snakelab.results.recording import Recording
from snakelab.types import FloatArray, number, vector


class Measure(NamedTuple):
    """A measure with its unit.

    Attributes:
        name: Of the table.
        unit: "-" for a number without one.
        value: Function of a recording; NaN where it has no value.
    """

    name: str
    unit: str
    value: Callable[[Recording], float]


def measure_of(given: Any) -> Measure:
    """Return a measure: the name of a metric, or a mapping of one of `KINDS` to its arguments.

    Raises:
        ScenarioError: if there is no such measure, or an argument is missing or wrong.
    """
    if isinstance(given, str):
        given = present_metric(given)
        if given not in METRICS:
            raise ScenarioError(f"there is no metric {given!r}{nearest(given, (*METRICS, *KINDS))}")
        return Measure(given, unit_of(given), METRICS[given].law)
    if not isinstance(given, Mapping) or len(given) != 1:
        raise ScenarioError(f"metric must be the name of a metric, or one of {', '.join(KINDS)} with its arguments")
    ((kind, arguments),) = given.items()
    if kind not in KINDS:
        raise ScenarioError(f"there is no measure {kind!r}{nearest(str(kind), KINDS)}")
    needed, unit, make = KINDS[kind]
    if not isinstance(arguments, Mapping) or set(arguments) != set(needed):
        raise ScenarioError(f"the measure {kind} takes {', '.join(needed)}; got {arguments!r}")
    return Measure(kind, unit, make(dict(arguments)))


def _displacement(given: dict[str, Any]) -> Callable[[Recording], float]:
    along = vector(given["along"], "displacement along", ScenarioError, size=3, unit="-")
    along = along / np.linalg.norm(along)
    return lambda run: float((run["com_position"].values[-1] - run["com_position"].values[0]) @ along)


def _arrival(given: dict[str, Any]) -> Callable[[Recording], float]:
    to, within, name = _point(given["to"]), _radius(given["within"]), str(given["variable"])

    def time(run: Recording) -> float:
        near = np.linalg.norm(run[name].values[:, : len(to)] - to, axis=1) <= within
        return float(run["time"].values[int(np.argmax(near))]) if near.any() else math.nan

    return time


def _waypoints(given: dict[str, Any]) -> Callable[[Recording], float]:
    points, within = [_point(point) for point in given["points"]], _radius(given["within"])

    def passed(run: Recording) -> float:
        place, row = run["com_position"].values, 0
        for i, point in enumerate(points):
            near = np.linalg.norm(place[row:, : len(point)] - point, axis=1) <= within
            if not near.any():
                return float(i)
            row += int(np.argmax(near))
        return float(len(points))

    return passed


def _hold(given: dict[str, Any]) -> Callable[[Recording], float]:
    depth, heading, start = (number(given[key], f"hold_error {key}", ScenarioError) for key in HOLD)

    def error(run: Recording) -> float:
        rows = run["time"].values >= start
        z = run["com_position"].values[rows, 2]
        psi = heading_of(run["base_quaternion"].values[rows]) - heading
        off = np.hypot(z + depth, np.angle(np.exp(1j * psi)))
        return float(np.sqrt(np.mean(off**2))) if len(off) else math.nan

    return error


def _point(given: Any) -> FloatArray:
    return vector(given, "point", ScenarioError, size=len(given) if len(given) in (2, 3) else 2, unit="m")


def _radius(given: Any) -> float:
    return number(given, "within", ScenarioError, above=0, unit="m")


HOLD = ("depth", "heading", "start")
# Arguments, unit and maker: displacement of the centre of mass along an axis [m]; time at which a point is within a distance of
# another one [s]; number of waypoints that the centre of mass passes in their order [-]; root mean square of (depth error / 1 m,
# heading error / 1 rad) from a time on [-].
KINDS: dict[str, tuple[tuple[str, ...], str, Callable[[dict[str, Any]], Callable[[Recording], float]]]] = {
    "displacement": (("along",), "m", _displacement),
    "arrival_time": (("to", "within", "variable"), "s", _arrival),
    "waypoints_passed": (("points", "within"), "-", _waypoints),
    "hold_error": (HOLD, "-", _hold),
}
