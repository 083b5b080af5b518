"""Sampling of input sequences about a nominal one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import ControlError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import CHECKED_ELSEWHERE, LIVE, Choices, Slider, Unit
from snakelab.parameter_declarations.quantities import Seed
from snakelab.planar_batch.dynamics.lane_model import as_dtype
from snakelab.types import FloatArray, count, floats, number, vector

SOURCES = ("independent", "sobol", "halton")


class Draw(NamedTuple):
    """Sampling in the form of the roll-out kernels."""

    sigma: Any  # (m, n_steps), of each sampled joint
    limit: Any  # (m,)
    knot_every: int
    antithetic: bool
    key: Any  # (2,) uint32
    cycle: int
    table: Any  # (m n_knots n_columns,) uint32 words of a low-discrepancy sequence, knot by knot; or empty
    columns: int
    n_knots: int


def _is_row(value: object) -> bool:
    """Return whether a value is a list of numbers."""
    return isinstance(value, (tuple, list, np.ndarray)) and (not isinstance(value, np.ndarray) or value.ndim > 0)


@dataclass(frozen=True)
class Sampling:
    """Normal deviations from a nominal input sequence, limited.

        u_i = clip(nominal_i + sigma_i z_i, -limit, limit)

    With `knot_every` m above 1, z is drawn at every m-th step and interpolated linearly; half-way between knots its
    standard deviation is smaller by sqrt(1/2). Over a long horizon, the effect of white noise averages out, that of
    knots does not.

    Args:
        n_samples: Number of samples [-].
        sigma: Standard deviation, one value or one for each step; for several joints also one row for each joint, with
            one value or one for each step [rad].
        limit: Limit of the inputs, one value or one for each joint [rad].
        knot_every: m, number of steps between knots [-].
        source: "independent", or "sobol" or "halton" for a low-discrepancy sequence, scrambled in each cycle.
        antithetic: True to draw pairs of opposite deviations.
        seed: Seed; the samples are a function of seed and cycle.

    Raises:
        ControlError: if a number is out of range.
    """

    n_samples: Annotated[int, Ge(1), Le(2**24), Slider(100, 20_000, 100)] = 8640
    sigma: (
        Annotated[float, Ge(0), Unit("rad"), Slider(0, 2, 0.01), CHECKED_ELSEWHERE]
        | Sequence[float]
        | Sequence[Sequence[float]]
        | FloatArray
    ) = 0.5
    limit: Annotated[float, Gt(0), Unit("rad"), Slider(0.1, 3, 0.01), CHECKED_ELSEWHERE] | Sequence[float] = 1.04
    knot_every: Annotated[int, Ge(1), Slider(1, 20, 1)] = 1
    source: Annotated[str, Choices(SOURCES), LIVE] = "independent"
    antithetic: bool = False
    seed: Annotated[Seed, Le(2**64 - 1)] = 0

    def __post_init__(self) -> None:
        check_declared(self, ControlError)
        for limit in vector(
            self.limit if _is_row(self.limit) else [self.limit], "Sampling limit", ControlError, unit="rad"
        ):
            number(float(limit), "Sampling limit", ControlError, above=0, unit="rad")
        try:
            sigma = floats(self.sigma)
        except ValueError:
            sigma = np.full(1, np.nan)
        if sigma.ndim > 2 or not np.isfinite(sigma).all() or (sigma < 0.0).any():
            raise ControlError(
                "Sampling sigma must be one number or one for each step, or a row of these for each joint, none negative, got "
                f"{self.sigma!r}"
            )

    def draw(self, n_steps: int, cycle: int, dtype: type = np.float32, n_joints: int = 1) -> Draw:
        """Return the sampling as arrays of one dtype, for the kernels.

        Args:
            n_steps: Length of the input sequence [-].
            cycle: Number of the plan [-].
            dtype: np.float32 or np.float64.
            n_joints: Number of sampled joints [-].

        Raises:
            ControlError: if sigma has not one number for each step, or sigma or the limit not one for each joint.
        """
        sigma, limit = self.deviations(n_steps, n_joints), np.atleast_1d(np.asarray(self.limit, dtype=np.float64))
        if len(limit) not in (1, n_joints):
            raise ControlError(
                f"Sampling limit has {len(limit)} numbers for {n_joints} joints; write one for each, or one"
            )
        table = np.zeros((0, 0), np.uint32)
        n_knots = (n_steps - 1) // self.knot_every + 2
        if self.source != "independent":
            pairs = (self.n_samples + 1) // 2 if self.antithetic else self.n_samples
            table = low_discrepancy_words(self.source, n_joints * n_knots, pairs, self.seed)
        return Draw(
            sigma=as_dtype(sigma, dtype, "Sampling sigma"),
            limit=as_dtype(np.broadcast_to(limit, n_joints), dtype, "Sampling limit"),
            knot_every=self.knot_every,
            antithetic=bool(self.antithetic),
            key=np.array([self.seed & 0xFFFFFFFF, self.seed >> 32], np.uint32),
            cycle=count(cycle, "cycle", ControlError, maximum=2**32 - 1),
            table=table.ravel(),
            columns=table.shape[1],
            n_knots=n_knots,
        )

    def deviations(self, n_steps: int, n_joints: int = 1) -> FloatArray:
        """Return sigma of each joint at each step, shape (n_joints, n_steps), [rad].

        Raises:
            ControlError: if it has not one number for each step, or not one row for each joint.
        """
        sigma = np.asarray(self.sigma, dtype=np.float64)
        if sigma.ndim > 0 and sigma.shape[-1] != n_steps and not (sigma.ndim == 2 and sigma.shape[1] == 1):
            raise ControlError(
                f"Sampling sigma has {sigma.shape[-1]} numbers for {n_steps} steps; write one for each, or one"
            )
        if sigma.ndim == 2 and len(sigma) != n_joints:
            raise ControlError(f"Sampling sigma has {len(sigma)} rows for {n_joints} joints; write one for each")
        return np.broadcast_to(sigma, (n_joints, n_steps)).copy()


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
