"""Objective of a search: a metric to maximise or minimise, and constraints on others."""

import itertools
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from snakelab.errors import ScenarioError
from snakelab.scenarios.file_reading.quantity import quantity
from snakelab.studies.execution.task import Result, status_of
from snakelab.studies.sweeps.configuration_form import metric_name
from snakelab.studies.sweeps.sweep import Sweep

MAX_LETTERS = 200
_REVERSED = re.compile(r"\s*([-+.\d]\S*)\s*(<=|>=|<|>)\s*([^\W\d]\w*)\s*")
_FLIP = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_BOUND = re.compile(r"\s*(\w+)\s*(<=|>=|<|>)\s*(\S.*?)\s*")


@dataclass(frozen=True)
class Bound:
    """Upper or lower bound of one metric.

    Attributes:
        metric: Its name.
        sign: 1 for an upper bound, -1 for a lower one.
        limit: In the unit of the metric.
    """

    metric: str
    sign: int
    limit: float

    def excess(self, figure: float) -> float:
        """Relative violation of the bound; 0 if it is satisfied, infinity without a value."""
        if math.isnan(figure):
            return math.inf
        return max(0.0, self.sign * (figure - self.limit)) / (abs(self.limit) or 1.0)

    def breach(self, result: Result) -> bool:
        """Return True if a run violates the constraint or lacks the metric."""
        return self.excess(figure(result, self.metric)) > 0

    def __str__(self) -> str:
        return f"{self.metric} {'<' if self.sign > 0 else '>'} {self.limit:g}"


@dataclass(frozen=True)
class Goal:
    """Objective and constraints.

    Attributes:
        metric: The metric.
        sign: 1 to maximise, -1 to minimise.
        bounds: Constraints.
    """

    metric: str
    sign: int
    bounds: tuple[Bound, ...] = ()

    def rank(self, results: Sequence[Result]) -> tuple[float, float]:
        """Return a key that sorts points, the best first: by the violation of bounds, then by the metric.

        With several seeds the value is the mean over the runs, and every run must satisfy the bounds. A point with a
        run that diverged or failed comes last.

        Args:
            results: Of each run of the point.
        """
        if any(status_of(result).is_error for result in results):
            return math.inf, math.inf
        excess = sum(bound.excess(figure(result, bound.metric)) for bound in self.bounds for result in results)
        value = self.value(results)
        return (math.inf, math.inf) if math.isnan(value) else (excess, -self.sign * value)

    def value(self, results: Sequence[Result]) -> float:
        """Return the mean of the metric; NaN if a run does not have it."""
        return sum(figure(result, self.metric) for result in results) / len(results)

    def __str__(self) -> str:
        objective = f"{'maximise' if self.sign > 0 else 'minimise'} {self.metric}"
        return objective + (f" subject to {', '.join(map(str, self.bounds))}" if self.bounds else "")


def figure(result: Result, metric: str) -> float:
    """Return a metric of a run; NaN if it does not have it."""
    return float(result["metrics"].get(metric, math.nan))


def bound_of(text: str) -> Bound:
    """Return the bound for text such as `peak_torque < 8`.

    Raises:
        ScenarioError: if it has another form, or there is no such metric, with the nearest name.
    """
    if len(text) > MAX_LETTERS:
        raise ScenarioError(f"a bound has at most {MAX_LETTERS} letters, got {len(text)}; write it as peak_torque < 8")
    match = _BOUND.fullmatch(text)
    if reversed_ := _REVERSED.fullmatch(text):
        raise ScenarioError(
            f"write the metric first, as in {reversed_[3]} {_FLIP[reversed_[2]]} {reversed_[1]}; got {text!r}"
        )
    if text.count("<") + text.count(">") > 1:
        raise ScenarioError(
            f"write separate bounds for both sides, as in peak_torque > 1 and peak_torque < 3; got {text!r}"
        )
    if not match:
        raise ScenarioError(f"a bound is a metric, < or >, and a number, such as peak_torque < 8; got {text!r}")
    name, sign, number = match.groups()
    try:
        limit = quantity(number) if "pi" in number else float(number)
    except ValueError:
        limit = math.nan
    if not math.isfinite(limit):
        raise ScenarioError(f"the bound {text!r} needs a number in SI units behind {sign}; got {number!r}")
    return Bound(metric_name(name), 1 if sign.startswith("<") else -1, limit)


def goal_of(
    sweep: Sweep, maximise: str | None = None, minimise: str | None = None, subject_to: Iterable[str] = ()
) -> Goal:
    """Return the goal of the arguments, or else that of the configuration.

    Args:
        sweep: From the configuration.
        maximise, minimise: A metric; one of the two.
        subject_to: Bounds, in addition to those of the configuration.

    Raises:
        ScenarioError: if there is no objective, or two, a name is misspelt, or the bounds exclude each other.
    """
    if maximise is None and minimise is None:
        maximise, minimise = sweep.aim.get("maximise"), sweep.aim.get("minimise")
    if (maximise is None) == (minimise is None):
        given = "neither" if maximise is None else "both"
        raise ScenarioError(f"give one of maximise and minimise, such as --maximise mean_speed; got {given}")
    metric = metric_name(str(maximise or minimise))
    bounds = tuple(bound_of(text) for text in (*sweep.aim.get("subject_to", ()), *subject_to))
    for upper, lower in itertools.product(bounds, bounds):
        if upper.metric == lower.metric and upper.sign > 0 > lower.sign and upper.limit <= lower.limit:
            raise ScenarioError(f"the bounds {upper} and {lower} exclude each other; change one")
    return Goal(metric, -1 if maximise is None else 1, tuple(dict.fromkeys(bounds)))
