"""Success rates of the trials, with confidence intervals."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from reproductions.pipe_snake.entry.case import Outcome
from snakelab.errors import SimulationError
from snakelab.parameters.arguments import count

Z95 = 1.959963984540054  # of a normal distribution, two-sided 95 %


@dataclass(frozen=True)
class Rate:
    """Successes of one setting.

    Attributes:
        n_samples, contact: Setting of the trials.
        trials: Number of trials [-].
        entered, arrived: Number of trials that entered and that arrived [-].
        time: Median arrival time of the trials that arrived [s]; None if none arrived.
    """

    n_samples: int
    contact: bool
    trials: int
    entered: int
    arrived: int
    time: float | None


def wilson(successes: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """Confidence interval of a rate.

        (p + z^2 / 2n -+ z sqrt(p (1 - p) / n + z^2 / 4n^2)) / (1 + z^2 / n)

    Args:
        successes: Number of successful trials [-].
        trials: Number of trials, n [-].
        z: Quantile of the normal distribution; the default gives 95 %.

    Returns:
        Lower and upper limit; (0, 1) without trials.

    Raises:
        SimulationError: if there are more successes than trials.

    Source: Wilson, Probable inference, the law of succession, and statistical inference, 1927.
    """
    n = count(trials, "trials", SimulationError)
    k = count(successes, "successes", SimulationError, maximum=n)
    if not n:
        return 0.0, 1.0
    p = k / n
    middle, half = p + z**2 / (2 * n), z * math.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    scale = 1 + z**2 / n
    low, high = max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)
    return (0.0 if k == 0 else low), (1.0 if k == n else high)


def rates(outcomes: Iterable[Outcome]) -> list[Rate]:
    """Return the rates by setting: first with, then without predicted walls, each by number of samples."""
    groups: dict[tuple[bool, int], list[Outcome]] = {}
    for one in outcomes:
        groups.setdefault((not one.case.contact, one.case.n_samples), []).append(one)
    rows = []
    for (blind, n_samples), group in sorted(groups.items()):
        times = [one.arrived for one in group if one.arrived is not None]
        entered = sum(one.entered is not None for one in group)
        time = float(np.median(times)) if times else None
        rows.append(Rate(n_samples, not blind, len(group), entered, len(times), time))
    return rows
