"""Parameter of a sweep: one or several places of the scenario, their values, and the points of a sampling."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.errors import ScenarioError
from snakelab.scenarios.file_reading.document import Place
from snakelab.types import FloatArray

MOST = 1_000_000  # values of a grid; larger numbers are probably misprints


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
        if (n := self._many()) > MOST:
            raise ScenarioError(f"a grid of {n:.7g} values, at most {MOST} are allowed; lower `count`")
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
            if n > MOST:
                raise ScenarioError(f"the grid has {n} points, at most {MOST} are allowed; lower a `count`")
            return list(itertools.product(*axes))
        if self.kind == "given":
            return list(self.given)
        if self.points > MOST:
            raise ScenarioError(f"{self.points} points, at most {MOST} are allowed; lower the number under `sampling`")
        from scipy.stats import qmc  # slow to import

        draw = np.random.default_rng(self.seed)
        if self.kind == "random":
            return columns(parameters, draw.random((self.points, len(parameters))))
        whole = qmc.Sobol(len(parameters), scramble=False).random_base2(max(0, math.ceil(math.log2(self.points))))
        return columns(parameters, (whole[: self.points] + draw.random(len(parameters))) % 1.0)
