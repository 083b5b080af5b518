"""Settings of a sampling MPC: horizon, cost, and sampling of input sequences."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

import numpy as np
from annotated_types import Ge, Gt, Le, Len

from snakelab.errors import ControlError
from snakelab.parameters.arguments import FloatArray, count, floats, number, vector
from snakelab.parameters.declarations import (
    CHECKED_ELSEWHERE,
    FIXED,
    LIVE,
    Choices,
    Seed,
    Slider,
    Unit,
    check_declared,
)
from snakelab.plugins.lanes.model.lane_model import as_dtype

# ----------------------------------------------------------------------------------------------------------------------
# Settings of a roll-out: its horizon and its cost
# ----------------------------------------------------------------------------------------------------------------------

# Places in the numbers of a TravelCost.
GOAL_X, GOAL_Y, WEIGHT_X, WEIGHT_Y, WEIGHT_INPUT, ANGLE_LIMIT, PENALTY = range(7)
# Of a horizon; more samples would exceed the memory.
MAX_STEPS = 100_000
# Range of control periods [s]: outside of it a period is taken for a typing error.
SHORTEST, LONGEST = 1e-4, 1e3
MAX_SUBSTEPS, MAX_SOLVES = 1000, 100
# Default time between proximity queries [s]: a snake of 1.4 m swims 8 cm meanwhile.
QUERY_TIME = 0.4


Goal = Annotated[Sequence[float], Len(2, 2), Unit("m"), Slider(-20, 20, 0.1)]


@dataclass(frozen=True)
class Horizon:
    """Time discretisation of a roll-out.

    Args:
        steps: Prediction horizon, in control periods [-].
        period: Control period [s].
        substeps: Number of time steps in each period [-].
        ramp: True if the input changes linearly over the period, with the corresponding rate; False if it is held.
        solves: Number of solves of each step near walls; from the second on, the contact set is that of the solve
            before [-].
        query_interval: Number of time steps between two proximity queries [-]. A query determines walls and current at
            the present position of the snake; until the next query, the wall at each link end is a plane. None for the
            number of whole control periods in 0.4 s, at least one.
    """

    steps: Annotated[int, Ge(1), Le(MAX_STEPS), Slider(1, 200, 1)] = 100
    period: Annotated[float, Ge(SHORTEST), Le(LONGEST), Unit("s"), Slider(0.01, 1, 0.01), FIXED] = 0.1
    substeps: Annotated[int, Ge(1), Le(MAX_SUBSTEPS), Slider(1, 20, 1)] = 1
    ramp: bool = False
    solves: Annotated[int, Ge(1), Le(MAX_SOLVES), Slider(1, 8, 1)] = 1
    query_interval: Annotated[int, Ge(1), Le(MAX_STEPS * MAX_SUBSTEPS), Slider(1, 20, 1)] | None = None

    def __post_init__(self) -> None:
        check_declared(self, ControlError)

    @property
    def resolved_query_interval(self) -> int:
        """Number of time steps between two proximity queries, with the default in place of None [-]."""
        if self.query_interval is not None:
            return self.query_interval
        return max(int(QUERY_TIME / self.period + 1e-9), 1) * self.substeps


@dataclass(frozen=True)
class TravelCost:
    """Cost of a roll-out: distance from a goal, effort of the input, and a penalty for joint angles beyond a limit.

        L = sum_i q_x (p_x - goal_x)^2 + q_y (p_y - goal_y)^2 + r u_i^2 + penalty [any |phi| > angle_limit]

    at the end of each control period, with p the centre of mass. The cost of a diverged roll-out is infinite.

    Args:
        goal: Goal, shape (2,), [m].
        weights: Weights q_x, q_y [1/m^2].
        input_weight: Weight r [1/rad^2].
        angle_limit: Limit of the angle of every joint [rad].
        penalty: Penalty beyond the limit [-].

    Raises:
        ControlError: if a number is out of range.

    Source: Qiu and Date, A low computation-cost locomotion control for underwater snake robot based on Monte Carlo
    model predictive control and curvature derivative control, eq. 18 and 19, with the weights read as diag(10, 50). The
    goal and the penalty are not given there.
    """

    goal: Goal = (-11.0, -5.0)
    weights: Annotated[Sequence[float], Ge(0), Len(2, 2), Unit("1/m^2", in_message=False), Slider(0, 100, 0.1)] = (
        10.0,
        50.0,
    )
    input_weight: Annotated[float, Ge(0), Unit("1/rad^2", in_message=False), Slider(0, 10, 0.01)] = 0.5
    angle_limit: Annotated[float, Gt(0), Unit("rad"), Slider(0.1, 3, 0.01)] = 1.04
    penalty: Annotated[float, Ge(0), Slider(0, 1e8, 1e5)] = 1e7

    def __post_init__(self) -> None:
        check_declared(self, ControlError)
        if min(self.weights) < 0.0:
            raise ControlError(f"TravelCost weights must not be negative, got {self.weights!r}")

    def numbers(self) -> FloatArray:
        """Return the numbers for the compiled roll-out, shape (7,)."""
        return np.array(
            [*self.goal, *self.weights, self.input_weight, self.angle_limit, self.penalty], dtype=np.float64
        )


# ----------------------------------------------------------------------------------------------------------------------
# Sampling of input sequences about a nominal one
# ----------------------------------------------------------------------------------------------------------------------

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
