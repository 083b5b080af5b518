"""Parameters of a sweep, and the keys of its configuration.

In reading order: ranges, parameters and samplings, which give the points of a sweep; and the configuration, whose
keys name them.
"""

import itertools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple

import numpy as np
from annotated_types import Ge

from snakelab.errors import ScenarioError, nearest
from snakelab.files import is_reserved
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import Choices
from snakelab.results.metrics.metric_table import UNITS, WORK
from snakelab.scenarios.forms import Before, Derived, Form, Rule
from snakelab.scenarios.value_types import fault
from snakelab.scenarios.yaml_document import Place, shown

# ----------------------------------------------------------------------------------------------------------------------
# Parameter of a sweep: one or several places of the scenario, their values, and the points of a sampling
# ----------------------------------------------------------------------------------------------------------------------

MAX_TRIALS = 1_000_000  # of a sweep; larger numbers are probably misprints


@dataclass(frozen=True)
class Range:
    """Range of numbers.

    Args:
        low, high: Ends, both included.
        count: Number of values in a grid; None without a grid.
        log: Even in the logarithm.
        whole: Whole numbers only.

    Raises:
        ScenarioError: if the range is empty, or its logarithm does not exist.
    """

    low: float
    high: float
    count: int | None = None
    log: bool = False
    whole: bool = False

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high)):
            raise ScenarioError("`from` and `to` must be finite")
        if self.low >= self.high:
            raise ScenarioError(f"an empty range: `from` must be less than `to`; got {self.low:g} and {self.high:g}")
        if self.log and self.low <= 0:
            raise ScenarioError(f"with `scale: log` `from` must be greater than 0; got {self.low:g}")
        if self.whole and not (self.low == round(self.low) and self.high == round(self.high)):
            raise ScenarioError(f"with `whole` the ends must be whole numbers; got {self.low:g} and {self.high:g}")

    def at(self, fraction: float) -> float | int:
        """Return the value at a fraction of the range, from 0 to 1; whole numbers have equal intervals."""
        if self.whole and self.log:  # each integer has an interval of the logarithm, up to the middle to its neighbours
            low, high = self.low - 0.5, self.high + 0.5
            return min(int(self.high), max(int(self.low), round(low * (high / low) ** fraction)))
        if self.whole:
            return min(int(self.high), int(self.low) + int(fraction * (self.high - self.low + 1)))
        if fraction in (0.0, 1.0):  # exactly the ends
            return self.high if fraction else self.low
        if self.log:
            return float(math.exp(math.log(self.low) + fraction * math.log(self.high / self.low)))
        return float(self.low + fraction * (self.high - self.low))

    def _many(self) -> float:
        """Return the number of values in a grid; 0 if it is not given [-]."""
        n_integers = self.high - self.low + 1 if self.whole else math.inf
        return min(n_integers, math.inf if self.count is None else self.count) if self.whole or self.count else 0

    def fraction(self, value: float) -> float:
        """Return the position of a value between the ends of the range, from 0 to 1."""
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def grid(self) -> list[float | int]:
        """Return the values of a grid.

        Raises:
            ScenarioError: if the number of values is not given.
        """
        if (n := self._many()) > MAX_TRIALS:
            raise ScenarioError(f"a grid of {n:.7g} values, at most {MAX_TRIALS} are allowed; lower `count`")
        if self.whole:
            maximum = int(self.high - self.low) + 1
            count = maximum if self.count is None else min(self.count, maximum)
            spaced = np.geomspace if self.log and count < maximum else np.linspace
            return list(dict.fromkeys(round(value) for value in spaced(self.low, self.high, count).tolist()))
        if self.count is None:
            raise ScenarioError("a grid needs `count`, how many values to take; or write `sampling: {sobol: 64}`")
        # Twelve digits, so that a third of the range from 0.2 to 0.8 is printed as 0.4.
        return [float(f"{self.at(fraction):.12g}") for fraction in np.linspace(0.0, 1.0, self.count).tolist()]


@dataclass(frozen=True)
class Parameter:
    """Parameter: one or several places of the scenario with the same values.

    Args:
        name: Name; by default that of its only place.
        places: Places of its value, as in `--set`: `controller.serpenoid_gait.amplitude`.
        values: A range, or a list of values.
        origin: Position in the file, for messages.
        where: Position in the configuration, for messages.
    """

    name: str
    places: tuple[str, ...]
    values: Range | tuple[Any, ...]
    origin: str = ""
    where: Place = ()

    def grid(self) -> Sequence[Any]:
        """Return the values of a grid.

        Raises:
            ScenarioError: if the number of values is not given.
        """
        return self.values.grid() if isinstance(self.values, Range) else self.values

    def at(self, fraction: float) -> Any:
        """Return the value at a fraction of the range or list, from 0 to 1."""
        if isinstance(self.values, Range):
            return self.values.at(fraction)
        return self.values[min(len(self.values) - 1, int(fraction * len(self.values)))]

    def extremes(self) -> Sequence[Any]:
        """Return the ends of a range, or all values of a list."""
        return (self.at(0.0), self.at(1.0)) if isinstance(self.values, Range) else self.values


def columns(parameters: Sequence[Parameter], fractions: FloatArray) -> list[tuple[Any, ...]]:
    """Return a point for each row of fractions.

    Args:
        parameters: n parameters.
        fractions: Fractions from 0 to 1, shape (n_points, n).
    """
    return [
        tuple(parameter.at(fraction) for parameter, fraction in zip(parameters, row, strict=True))
        for row in fractions.tolist()
    ]


@dataclass(frozen=True)
class Sampling:
    """Method of sampling.

    A longer run of the same kind and seed begins with the points of the shorter one, so that a sweep can be continued.

    Args:
        kind: "grid", every combination; "random", uniform and independent; "sobol", uniform with low discrepancy; "given".
        points: Number of points, random or of Sobol's sequence [-].
        seed: Of these.
        given: The points, if they are given.

    Source: Sobol, On the distribution of points in a cube and the approximate evaluation of integrals, 1967; the shift
    of all points by one random vector, modulo 1: Cranley and Patterson, Randomization of number theoretic methods for
    multiple integration, 1976.
    """

    kind: str = "grid"
    points: int = 0
    seed: int = 0
    given: tuple[tuple[Any, ...], ...] = ()

    def choose(self, parameters: Sequence[Parameter]) -> list[tuple[Any, ...]]:
        """Return the values of each trial, one for each parameter; of a grid, the last is varied fastest.

        Raises:
            ScenarioError: if there are too many.
        """
        if self.kind == "grid":
            axes = [parameter.grid() for parameter in parameters]
            n = math.prod(len(axis) for axis in axes)
            if n > MAX_TRIALS:
                raise ScenarioError(f"the grid has {n} points, at most {MAX_TRIALS} are allowed; lower a `count`")
            return list(itertools.product(*axes))
        if self.kind == "given":
            return list(self.given)
        if self.points > MAX_TRIALS:
            raise ScenarioError(
                f"{self.points} points, at most {MAX_TRIALS} are allowed; lower the number under `sampling`"
            )
        from scipy.stats import qmc  # slow to import

        draw = np.random.default_rng(self.seed)
        if self.kind == "random":
            return columns(parameters, draw.random((self.points, len(parameters))))
        whole = qmc.Sobol(len(parameters), scramble=False).random_base2(max(0, math.ceil(math.log2(self.points))))
        return columns(parameters, (whole[: self.points] + draw.random(len(parameters))) % 1.0)


# ----------------------------------------------------------------------------------------------------------------------
# Keys of a sweep configuration, and their allowed values
# ----------------------------------------------------------------------------------------------------------------------

SHORT = {"speed": "mean_speed"}  # short names of metrics
DEFAULT_METRICS = ("mean_speed", "cost_of_transport", "peak_torque")


def metric_name(text: str) -> str:
    """Return the full name of a numeric metric.

    Raises:
        ScenarioError: if the metric is unknown, with the nearest name.
    """
    name = SHORT.get(text, text)
    if name == "status" or (name not in UNITS and not name.startswith(WORK)):
        raise ScenarioError(
            f"unknown metric {text!r}{nearest(text, [metric for metric in (*UNITS, *SHORT) if metric != 'status'])}"
        )
    return name


def _name(text: str) -> str:
    if not re.fullmatch(r"\w[\w-]*", text):
        raise ScenarioError(f"must be letters, digits, _ and -; got {text!r}")
    if is_reserved(text):
        raise ScenarioError(f"{text!r} is reserved on Windows; use another name, such as {text}_1")
    return text


def _ordered(window: tuple) -> tuple[float, float]:
    if len(window) != 2 or not 0 <= window[0] < window[1]:
        raise ScenarioError(f"must be two times in s, from and to, such as [5, 10]; got {list(window)}")
    return window[0], window[1]


NamedMetric = Annotated[str, Rule(metric_name)]


class RangeForm(Form):
    """A range of values, or a list."""

    from_: float | None = None
    to: float | None = None
    count: Annotated[int, Ge(2)] | None = None
    scale: Annotated[str, Choices(("linear", "log"))] = "linear"
    whole: bool = False
    values: list | None = None
    places: tuple[str, ...] = ()


class SeedsForm(Form):
    """Seeds of each point: their number, or a list."""

    count: Annotated[int, Ge(1)] | None = None
    from_: Annotated[int, Ge(0)] = 0
    values: list | None = None
    places: tuple[str, ...] = ()


class Seeds(NamedTuple):
    """Seeds of each point: seeds of the scenario, and further places set to them."""

    values: tuple[int, ...] = ()
    places: tuple[str, ...] = ()


class ManyForm(Form):
    """Number of sample points, and their seed."""

    random: Annotated[int, Ge(1)] | None = None
    sobol: Annotated[int, Ge(1)] | None = None
    seed: Annotated[int, Ge(0)] = 0


def _sampling(value: Any) -> Any:
    if value == "grid":
        return {}
    if not isinstance(value, dict) or len({"random", "sobol"} & set(value)) > 1:
        raise fault(f"must be grid, {{random: 100}} or {{sobol: 128}}; got {shown(value)}")
    if not {"random", "sobol"} & set(value):
        hint = nearest(next(iter(value), ""), ("random", "sobol"))
        raise fault(f"needs the number of points, as in {{random: 100}}; got {shown(value)}{hint}")
    return value


def _as_range(value: Any) -> Any:
    return {"values": value} if isinstance(value, list) else value


def _seed_keys(value: Any) -> Any:
    if isinstance(value, list):
        return {"values": value}
    if not isinstance(value, dict):
        raise fault(f"must be a list such as [0, 1, 2], or {{count: 20}}; got {shown(value)}")
    if ("count" in value) == ("values" in value):
        raise fault(
            f"must have either a count or values, as in {{values: [0, 1, 2], places: [...]}}; got {shown(value)}"
        )
    return value


def _seeds(form: SeedsForm) -> Seeds:
    if form.count is None:
        return Seeds(_whole(form.values or ()), form.places)
    if form.count > MAX_TRIALS:
        raise fault(f"at most {MAX_TRIALS} are allowed; got count {form.count}")
    return Seeds(tuple(range(form.from_, form.from_ + form.count)), form.places)


def _whole(given: Sequence[Any]) -> tuple[int, ...]:
    wrong = [
        seed
        for seed in given
        if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 2**63  # of an integer in a table
    ]
    if wrong or not given:
        raise fault(
            f"must be whole numbers from 0 to 2**63 - 1, such as [0, 1, 2]; got {shown(wrong[0] if wrong else given)}"
        )
    return tuple(dict.fromkeys(given))


class SweepForm(Form):
    """A sweep: one scenario, many values.

    Args:
        sweep: Its name: letters, digits, _ and -. Default: the name of the file.
        scenario: A scenario of the library, or a file relative to this one.
        set: Values of all trials, by place, as in a scenario.
        parameters: Varied values, by place: a list, or {from, to, count}.
        sampling: grid, {random: 100, seed: 0} or {sobol: 128, seed: 0}.
        seeds: Each point is run with each of them: a list, or {count: 20, places: [...]}. Default: the scenario's own.
        metrics: The metrics to show. Default: speed, cost of transport, torque.
        window: Evaluated part of each run, two times [s]. Default: all of it.
        maximise: For `snakelab optimise`: the metric to maximise.
        minimise: The metric to minimise, instead.
        subject_to: Constraints, such as peak_torque < 8.
    """

    sweep: Annotated[str, Rule(_name)] = ""
    scenario: str
    set: dict[str, Any] = field(default_factory=dict)
    parameters: dict[str, Annotated[RangeForm, Before(_as_range)]] = field(default_factory=dict)
    sampling: Annotated[ManyForm, Before(_sampling)] = ManyForm()
    seeds: Annotated[Seeds, Before(_seed_keys), Derived(SeedsForm), Rule(_seeds)] = Seeds()
    metrics: tuple[NamedMetric, ...] = DEFAULT_METRICS
    window: Annotated[tuple[float, float], Rule(_ordered)] | None = None
    maximise: NamedMetric | None = None
    minimise: NamedMetric | None = None
    subject_to: tuple[str, ...] = ()
