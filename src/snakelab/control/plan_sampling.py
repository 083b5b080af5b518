"""Sampling of plans: horizon, deviations from a plan, weights of samples by their costs, and the next plan from them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from annotated_types import Ge, Gt, Le
from numpy.typing import NDArray

from snakelab.errors import ControlError
from snakelab.parameters.arguments import FloatArray, floats, is_row, number, vector
from snakelab.parameters.declarations import (
    CHECKED_ELSEWHERE,
    FIXED,
    LIVE,
    Choices,
    PositiveFraction,
    Seed,
    Slider,
    Unit,
    check_declared,
)
from snakelab.system import usable_memory

# ----------------------------------------------------------------------------------------------------------------------
# Horizon, and normal deviations from a plan
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Horizon:
    """Prediction horizon of a sampling MPC.

    Args:
        steps: Number of control periods [-]; more than 100,000 would exceed the memory.
        period: Control period [s].
    """

    steps: Annotated[int, Ge(1), Le(100_000), Slider(1, 200, 1)] = 100
    period: Annotated[float, Ge(1e-4), Le(1e3), Unit("s"), Slider(0.01, 1, 0.01), FIXED] = 0.1

    def __post_init__(self) -> None:
        check_declared(self, ControlError)


@dataclass(frozen=True)
class Sampling:
    """Normally distributed deviations from a plan, within limits.

        u = clip(plan + sigma z, -limit, limit)

    at the knots, which are `knot_every` control periods apart; z is linear between them, so that its standard
    deviation half-way between knots is smaller by a factor of sqrt(1/2). Over a long horizon, the effect of white noise
    averages out, while that of knots does not. An argument that is None has the default of the roll-outs; see
    `EngineRollouts` and `LaneRollouts`.

    Args:
        n_samples: Number of samples in each round [-].
        sigma: Standard deviation, one value or one for each knot (with `LaneRollouts` for each period); for several
            inputs also one row for each, with one value or one for each knot. In the unit of the inputs with
            `LaneRollouts`, as a fraction of each range with `EngineRollouts`.
        limit: Limit of the inputs, one value or one for each, in their unit. `EngineRollouts` have ranges instead.
        knot_every: Number of control periods between knots [-].
        source: "independent", or "sobol" or "halton" for a low-discrepancy sequence, scrambled in each cycle.
        antithetic: True to draw pairs of opposite deviations.
        exponent: Exponent b of coloured noise along the knots, whose power spectral density is proportional to
            1 / frequency^b: 0 for white, 1 for pink, 2 for red noise. With `EngineRollouts` only.
        seed: Seed; the samples are a function of the seed and the number of the plan.

    Raises:
        ControlError: if a number is out of range.
    """

    n_samples: Annotated[int, Ge(1), Le(2**24), Slider(100, 20_000, 100)] | None = None
    sigma: (
        Annotated[float, Ge(0), Slider(0, 2, 0.01), CHECKED_ELSEWHERE]
        | Sequence[float]
        | Sequence[Sequence[float]]
        | FloatArray
        | None
    ) = None
    limit: Annotated[float, Gt(0), Slider(0.1, 3, 0.01), CHECKED_ELSEWHERE] | Sequence[float] | None = None
    knot_every: Annotated[int, Ge(1), Slider(1, 20, 1)] | None = None
    source: Annotated[str, Choices(("independent", "sobol", "halton")), LIVE] = "independent"
    antithetic: bool = False
    seed: Annotated[Seed, Le(2**64 - 1)] = 0
    exponent: Annotated[float, Ge(0), Le(10), Slider(0, 3, 0.1), FIXED] = 0.0

    def __post_init__(self) -> None:
        check_declared(self, ControlError)
        if self.limit is not None:
            limits = self.limit if is_row(self.limit) else [self.limit]
            for limit in vector(limits, "Sampling limit", ControlError):
                number(float(limit), "Sampling limit", ControlError, above=0)
        try:
            sigma = floats(0.0 if self.sigma is None else self.sigma)
        except ValueError:
            sigma = np.full(1, np.nan)
        if sigma.ndim > 2 or not np.isfinite(sigma).all() or (sigma < 0.0).any():
            raise ControlError(
                "Sampling sigma must be one number or one for each step, or a row of these for each input, none negative, got "
                f"{self.sigma!r}"
            )

    def completed(self, usual: "Sampling") -> "Sampling":
        """Return the sampling with the values of another one in place of None."""
        names = ("n_samples", "sigma", "limit", "knot_every")
        missing = {name: getattr(usual, name) for name in names if getattr(self, name) is None}
        return replace(self, **missing) if missing else self

    def deviations(self, n_knots: int, n_inputs: int = 1) -> FloatArray:
        """Return sigma of each input at each knot, shape (n_inputs, n_knots).

        Raises:
            ControlError: if it does not have one number for each knot, or one row for each input.
        """
        sigma = np.asarray(self.sigma, dtype=np.float64)
        if sigma.ndim > 0 and sigma.shape[-1] != n_knots and not (sigma.ndim == 2 and sigma.shape[1] == 1):
            raise ControlError(
                f"Sampling sigma has {sigma.shape[-1]} numbers for {n_knots} steps; write one for each, or one"
            )
        if sigma.ndim == 2 and len(sigma) != n_inputs:
            raise ControlError(f"Sampling sigma has {len(sigma)} rows for {n_inputs} inputs; write one for each")
        return np.broadcast_to(sigma, (n_inputs, n_knots)).copy()

    def normals(self, n_inputs: int, n_knots: int, number: int) -> FloatArray:
        """Return standard normal numbers for all samples of a round, shape (n_samples, n_inputs, n_knots)."""
        n = self.n_samples or 1
        check_size(n * n_inputs * n_knots, "the deviations of all samples")
        n_drawn, rng = (n + 1) // 2 if self.antithetic else n, np.random.default_rng([self.seed, number, 0])
        if self.source == "independent":
            z = rng.standard_normal((n_drawn, n_knots, n_inputs)).transpose(0, 2, 1)
        else:
            from scipy.special import ndtri  # slow to import

            words = low_discrepancy_words(self.source, n_inputs * n_knots, n_drawn, self.seed)
            scrambled = words ^ rng.integers(2**32, size=(len(words), 1), dtype=np.uint32)
            z = ndtri((scrambled.T + 0.5) / 2.0**32).reshape(n_drawn, n_inputs, n_knots)
        if self.exponent > 0:
            z = coloured(z, self.exponent)
        return np.stack((z, -z), axis=1).reshape(-1, n_inputs, n_knots)[:n] if self.antithetic else z


def coloured(white: FloatArray, exponent: float) -> FloatArray:
    """Coloured noise of unit variance from white noise along the last axis, periodic with its length.

    The amplitude of each frequency f is multiplied by f^(-exponent / 2); that of the mean is that of the lowest frequency.

    Source: Timmer and Koenig, On generating power law noise, 1995.
    """
    n = white.shape[-1]
    frequency = np.maximum(np.fft.rfftfreq(n), 1.0 / n)
    amplitude = frequency ** (-exponent / 2)
    both = np.full(len(amplitude), 2.0)  # of a frequency and its negative
    both[0] = 1.0
    if n % 2 == 0:
        both[-1] = 1.0
    amplitude /= math.sqrt(float((both * amplitude**2).sum()) / n)
    return np.asarray(np.fft.irfft(np.fft.rfft(white) * amplitude, n))


# Arrays that are not checked [bytes], and copies of the others that a plan may need [-].
SMALL, SIZE_COPIES = 2**26, 3


def check_size(values: float, what: str) -> None:
    """Raise ControlError for arrays that need more memory than this process may use.

    Args:
        values: Number of values [-].
        what: Name of the arrays, in the plural.
    """
    size = 8.0 * values
    if size > SMALL and SIZE_COPIES * size > (usable := usable_memory()):
        raise ControlError(
            f"{what} would take {size / 1e9:.3g} GB, and a plan may need {SIZE_COPIES} times that; this process may use "
            f"{usable / 1e9:.3g} GB: lower n_samples or the steps of the horizon"
        )


@lru_cache(maxsize=4)
def low_discrepancy_words(source: str, n_knots: int, n_samples: int, seed: int) -> Any:
    """Scrambled low-discrepancy points as 32-bit words, shape (n_knots, n_samples).

    Source: the generators of SciPy.
    """
    from scipy.stats import qmc  # slow to import

    sequence = qmc.Sobol if source == "sobol" else qmc.Halton
    engine = sequence(n_knots, scramble=True, seed=np.random.default_rng(seed))
    if source == "sobol":  # a power of two keeps the sequence balanced; SciPy warns otherwise
        points = engine.random_base2(int(np.ceil(np.log2(max(n_samples, 2)))))[:n_samples]
    else:
        points = engine.random(n_samples)
    words = np.minimum(np.floor(points.T * 2.0**32), 2.0**32 - 1.0)
    return np.ascontiguousarray(words.astype(np.uint32))


# ----------------------------------------------------------------------------------------------------------------------
# Weights of samples by their costs, and the next plan from them
# ----------------------------------------------------------------------------------------------------------------------

# Indices of the samples with a weight, best first, and their weights.
Chosen = tuple[NDArray[np.int64], FloatArray]


class BestSamples(NamedTuple):
    """Best samples of a round, best first; of equal costs the one with the smallest index.

    Attributes:
        indices: Their indices, shape (n,).
        costs: Their costs, shape (n,).
        n_diverged: Number of samples of the round that diverged.
    """

    indices: NDArray[np.int64]
    costs: FloatArray
    n_diverged: int


class Weighting(Protocol):
    """Choice and weights of samples."""

    def choose(self, costs: FloatArray) -> Chosen:
        """Indices of the chosen samples, best first, and their weights, which add up to one.

        Args:
            costs: Shape (n_samples,); infinite for a sample that diverged.
        """


@runtime_checkable
class WeightingOfBest(Protocol):
    """Weighting that needs the costs of the best samples only, so that a GPU need not transfer the others."""

    def n_best(self, n_samples: int) -> int:
        """Number of samples with a weight, if none diverges [-]."""

    def weights(self, costs: FloatArray) -> FloatArray:
        """Weights of the best samples, which add up to one.

        Args:
            costs: Their costs, best first.
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
        return best, self.weights(np.asarray(costs)[best])

    def n_best(self, n_samples: int) -> int:
        """Return the number of elite samples."""
        return elite_size(n_samples, self.elite_fraction)

    def weights(self, costs: FloatArray) -> FloatArray:
        """Return the weights of the elite samples."""
        return exponential_weights(costs, self.temperature * (float(costs[-1]) if self.relative else 1.0))


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
        return best, self.weights(np.asarray(costs)[best])

    def n_best(self, n_samples: int) -> int:
        """Return the number of elite samples."""
        return elite_size(n_samples, self.elite_fraction)

    def weights(self, costs: FloatArray) -> FloatArray:
        """Return equal weights."""
        return np.full(len(costs), 1.0 / len(costs))


def elite(costs: FloatArray, fraction: float) -> NDArray[np.int64]:
    """Indices of the best samples, best first; of equal costs the first. At least one; none that diverged.

    Raises:
        ControlError: if all samples diverged.
    """
    return best_samples(costs, elite_size(len(costs), fraction)).indices


def elite_size(n_samples: int, fraction: float) -> int:
    """Number of samples in a fraction, at least one [-]."""
    return max(1, int(fraction * n_samples))


def best_samples(costs: FloatArray, n: int) -> BestSamples:
    """The n best samples, or fewer where others diverged.

    Args:
        costs: Shape (n_samples,); infinite for a sample that diverged.
        n: Their number, at most n_samples [-].

    Raises:
        ControlError: if all samples diverged.
    """
    values = np.asarray(costs, dtype=np.float64)
    n_finite = int(np.count_nonzero(np.isfinite(values)))
    if n_finite == 0:
        raise ControlError("all roll-outs diverged; use shorter steps of the prediction or a smaller sigma")
    keep = min(n, n_finite)
    values = np.where(np.isfinite(values), values, np.inf)
    # a full sort of 100,000 samples takes longer than their roll-out on a GPU
    candidates = np.flatnonzero(values <= np.partition(values, keep - 1)[keep - 1])
    indices = candidates[np.argsort(values[candidates], kind="stable")][:keep]
    return BestSamples(indices, values[indices], len(values) - n_finite)


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
    mean = weighted_mean(inputs, weights)
    return mean, np.sqrt(np.tensordot(weights, (inputs - mean) ** 2, 1))


def weighted_mean(inputs: FloatArray, weights: FloatArray) -> FloatArray:
    """Weighted mean of input sequences at each step; see `mean_and_spread`."""
    mean: FloatArray = np.tensordot(weights, inputs, 1)
    return mean


def shifted(plan: FloatArray, by: float = 1.0) -> FloatArray:
    """Plan after some time, linear between its knots, with the last values repeated: the start of the next plan.

    Args:
        plan: One value for each knot, or a row of them for each input, shape (n_knots,) or (m, n_knots).
        by: Time, in intervals between knots [-].
    """
    values = np.asarray(plan, dtype=np.float64)
    knots = np.arange(values.shape[-1])
    rows = [np.interp(knots + by, knots, row) for row in np.atleast_2d(values)]
    return np.array(rows).reshape(values.shape)
