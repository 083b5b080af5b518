"""From the costs of samples to the next plan: which samples count, and how much."""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from snakelab.errors import ControlError
from snakelab.types import FloatArray, number, vector

Chosen = tuple[NDArray[np.int64], FloatArray]


class Weighting(Protocol):
    """Which samples count, and how much."""

    def choose(self, costs: FloatArray) -> Chosen:
        """Numbers of the samples that count, best first, and their weights, which add up to one.

        Args:
            costs: Shape (n_samples,); infinite for a sample that diverged.
        """


@dataclass(frozen=True)
class EliteMean:
    """Exponential weights over the best few: w_q = exp(-L_q / lambda) / sum.

    Args:
        share: Of the samples that are elite, at least one, [-].
        temperature: lambda, as a share of the worst elite cost [-] or in the cost's unit. Toward zero only the best counts.
        relative: Whether `temperature` is a share of the worst elite cost.

    Raises:
        ControlError: if a number is out of range.

    Source: Qiu and Date, A low computation-cost locomotion control for underwater snake robot based on Monte Carlo model
    predictive control and curvature derivative control, eq. 14.
    """

    share: float = 0.01
    temperature: float = 0.2
    relative: bool = True

    def __post_init__(self) -> None:
        number(self.share, "EliteMean share", ControlError, above=0, most=1)
        number(self.temperature, "EliteMean temperature", ControlError, above=0)

    def choose(self, costs: FloatArray) -> Chosen:
        """Numbers of the elite, best first, and their weights."""
        best = elite(costs, self.share)
        found = np.asarray(costs)[best]
        scale = self.temperature * (float(found[-1]) if self.relative else 1.0)
        return best, exponential_weights(found, scale)


@dataclass(frozen=True)
class PathIntegral:
    """Exponential weights over all samples, as in model predictive path integral control.

    The plan is then the minimum of expected cost plus the deviation's own cost at that temperature; the cost of moving the
    nominal sequence is left out.

    Args:
        temperature: lambda, in the cost's unit.

    Source: Williams, Aldrich and Theodorou, Model predictive path integral control: from theory to parallel computation.
    """

    temperature: float = 100.0

    def __post_init__(self) -> None:
        number(self.temperature, "PathIntegral temperature", ControlError, above=0)

    def choose(self, costs: FloatArray) -> Chosen:
        """Numbers of all samples that weigh anything, best first, and their weights."""
        order = elite(costs, 1.0)
        weights = exponential_weights(np.asarray(costs)[order], self.temperature)
        counts = weights > 0.0
        return order[counts], weights[counts]


@dataclass(frozen=True)
class CrossEntropy:
    """Equal weights over the best few; `mean_and_spread` then gives the next sigma too.

    Args:
        share: Of the samples that are elite, at least one, [-].

    Source: Rubinstein, The cross-entropy method for combinatorial and continuous optimization.
    """

    share: float = 0.01

    def __post_init__(self) -> None:
        number(self.share, "CrossEntropy share", ControlError, above=0, most=1)

    def choose(self, costs: FloatArray) -> Chosen:
        """Numbers of the elite, best first, and their weights."""
        best = elite(costs, self.share)
        return best, np.full(len(best), 1.0 / len(best))


def elite(costs: FloatArray, share: float) -> NDArray[np.int64]:
    """Numbers of the best samples, best first; of equals the first. At least one; none that diverged.

    Raises:
        ControlError: if all samples diverged.
    """
    values = np.asarray(costs, dtype=np.float64)
    alive = int(np.count_nonzero(np.isfinite(values)))
    if alive == 0:
        raise ControlError("every roll-out diverged; take shorter steps (Horizon substeps) or a smaller sigma")
    keep = min(max(1, int(share * len(values))), alive)
    return np.argsort(np.where(np.isfinite(values), values, np.inf), kind="stable")[:keep]


def exponential_weights(costs: FloatArray, temperature: float) -> FloatArray:
    """exp(-L / temperature), with the least L taken off first, and made to add up to one; equal costs weigh the same."""
    above = np.asarray(costs, dtype=np.float64) - np.min(costs)
    weights = np.exp(-above / temperature) if temperature > 0.0 else (above <= 0.0).astype(np.float64)
    return weights / weights.sum()


def mean_and_spread(inputs: FloatArray, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Weighted mean and standard deviation of input sequences at each step.

    Args:
        inputs: Shape (n, n_steps) or (n, m, n_steps), [rad].
        weights: Shape (n,), adding up to one.

    Returns:
        Two of shape (n_steps,) or (m, n_steps), [rad].
    """
    mean = np.tensordot(weights, inputs, 1)
    return mean, np.sqrt(np.tensordot(weights, (inputs - mean) ** 2, 1))


def shifted(plan: Any, by: int = 1) -> FloatArray:
    """A plan once its first inputs are spent: the rest, with the last repeated; where the next one starts.

    Args:
        plan: Shape (n_steps,), or a row for each joint, [rad].
        by: Inputs that are spent [-].
    """
    if np.ndim(plan) == 2:
        return np.stack([shifted(row, by) for row in plan])
    values = vector(plan, "plan", ControlError, unit="rad")
    return np.append(values[by:], np.full(min(by, len(values)), values[-1]))
