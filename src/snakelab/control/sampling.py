"""Weights of samples by their costs, and the next plan from them."""

from dataclasses import dataclass
from typing import Annotated, Any, Protocol

import numpy as np
from annotated_types import Gt
from numpy.typing import NDArray

from snakelab.errors import ControlError
from snakelab.parameters.arguments import FloatArray, vector
from snakelab.parameters.declarations import PositiveFraction, Slider, check_declared

# Indices of the samples with a weight, best first, and their weights.
Chosen = tuple[NDArray[np.int64], FloatArray]


class Weighting(Protocol):
    """Choice and weights of samples."""

    def choose(self, costs: FloatArray) -> Chosen:
        """Indices of the chosen samples, best first, and their weights, which add up to one.

        Args:
            costs: Shape (n_samples,); infinite for a sample that diverged.
        """


@dataclass(frozen=True)
class EliteMean:
    """Exponential weights over the elite (best) samples: w_q = exp(-L_q / lambda) / sum.

    Args:
        elite_fraction: Fraction of the samples in the elite, at least one sample [-].
        temperature: lambda, as a fraction of the largest cost in the elite [-], or in the unit of the cost. In the
            limit of zero, only the best sample has a weight.
        relative: True if `temperature` is a fraction of the largest cost in the elite.

    Raises:
        ControlError: if a number is out of range.

    Source: Qiu and Date, A low computation-cost locomotion control for underwater snake robot based on Monte Carlo
    model predictive control and curvature derivative control, eq. 14.
    """

    elite_fraction: PositiveFraction = 0.01
    temperature: Annotated[float, Gt(0), Slider(0.01, 2, 0.01)] = 0.2
    relative: bool = True

    def __post_init__(self) -> None:
        check_declared(self, ControlError)

    def choose(self, costs: FloatArray) -> Chosen:
        """Return the indices of the elite samples, best first, and their weights."""
        best = elite(costs, self.elite_fraction)
        elite_costs = np.asarray(costs)[best]
        scale = self.temperature * (float(elite_costs[-1]) if self.relative else 1.0)
        return best, exponential_weights(elite_costs, scale)


@dataclass(frozen=True)
class PathIntegral:
    """Exponential weights over all samples, as in model predictive path integral control.

    The plan then minimises the expected cost plus the cost of the deviations at that temperature; the cost of a change
    of the nominal sequence is omitted.

    Args:
        temperature: lambda, in the unit of the cost.

    Source: Williams, Aldrich and Theodorou, Model predictive path integral control: from theory to parallel
    computation.
    """

    temperature: Annotated[float, Gt(0), Slider(1, 1000, 1)] = 100.0

    def __post_init__(self) -> None:
        check_declared(self, ControlError)

    def choose(self, costs: FloatArray) -> Chosen:
        """Return the indices of all samples with a positive weight, best first, and their weights."""
        order = elite(costs, 1.0)
        weights = exponential_weights(np.asarray(costs)[order], self.temperature)
        counts = weights > 0.0
        return order[counts], weights[counts]


@dataclass(frozen=True)
class CrossEntropy:
    """Cross-entropy method: equal weights over the elite samples; `mean_and_spread` also gives the next sigma.

    Args:
        elite_fraction: Fraction of the samples in the elite, at least one sample [-].

    Source: Rubinstein, The cross-entropy method for combinatorial and continuous optimization.
    """

    elite_fraction: PositiveFraction = 0.01

    def __post_init__(self) -> None:
        check_declared(self, ControlError)

    def choose(self, costs: FloatArray) -> Chosen:
        """Return the indices of the elite samples, best first, and their weights."""
        best = elite(costs, self.elite_fraction)
        return best, np.full(len(best), 1.0 / len(best))


def elite(costs: FloatArray, fraction: float) -> NDArray[np.int64]:
    """Indices of the best samples, best first; of equal costs the first. At least one; none that diverged.

    Raises:
        ControlError: if all samples diverged.
    """
    values = np.asarray(costs, dtype=np.float64)
    n_finite = int(np.count_nonzero(np.isfinite(values)))
    if n_finite == 0:
        raise ControlError("all roll-outs diverged; use shorter steps (Horizon substeps) or a smaller sigma")
    keep = min(max(1, int(fraction * len(values))), n_finite)
    return np.argsort(np.where(np.isfinite(values), values, np.inf), kind="stable")[:keep]


def exponential_weights(costs: FloatArray, temperature: float) -> FloatArray:
    """exp(-(L - min L) / temperature), normalised to a sum of one; equal costs have equal weights."""
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
    """Plan shifted by the inputs that were sent: the rest, with the last one repeated; the start of the next plan.

    Args:
        plan: Shape (n_steps,), or a row for each joint, [rad].
        by: Number of inputs that were sent [-].
    """
    if np.ndim(plan) == 2:
        return np.stack([shifted(row, by) for row in plan])
    values = vector(plan, "plan", ControlError, unit="rad")
    return np.append(values[by:], np.full(min(by, len(values)), values[-1]))
