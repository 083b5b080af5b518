"""Settings of roll-outs by the batch model: time steps, cost, and samples in the form of the kernels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np
from annotated_types import Ge, Gt, Le, Len

from snakelab.control.plan_sampling import Sampling, low_discrepancy_words
from snakelab.errors import ControlError
from snakelab.parameters.arguments import FloatArray, count
from snakelab.parameters.declarations import Slider, Unit, check_declared
from snakelab.plugins.lanes.model.lane_model import as_dtype

# ----------------------------------------------------------------------------------------------------------------------
# Settings of a roll-out: its time steps and its cost
# ----------------------------------------------------------------------------------------------------------------------

# Places in the numbers of a TravelCost.
GOAL_X, GOAL_Y, WEIGHT_X, WEIGHT_Y, WEIGHT_INPUT, ANGLE_LIMIT, PENALTY = range(7)


@dataclass(frozen=True)
class LaneStepping:
    """Time steps of a roll-out by the batch model.

    Args:
        substeps: Number of time steps in each control period [-].
        ramp: True if the input changes linearly over the period, with the corresponding rate; False if it is held.
        solves: Number of solves of each step near walls; from the second on, the contact set is that of the solve
            before [-].
        query_interval: Number of time steps between two proximity queries [-]. A query determines walls and current at
            the present position of the snake; until the next query, the wall at each link end is a plane. None for the
            number of whole control periods in 0.4 s, at least one: a snake of 1.4 m swims 8 cm meanwhile.
    """

    substeps: Annotated[int, Ge(1), Le(1000), Slider(1, 20, 1)] = 1
    ramp: bool = False
    solves: Annotated[int, Ge(1), Le(100), Slider(1, 8, 1)] = 1
    query_interval: Annotated[int, Ge(1), Le(10**8), Slider(1, 20, 1)] | None = None

    def __post_init__(self) -> None:
        check_declared(self, ControlError)

    def steps_between_queries(self, period: float) -> int:
        """Number of time steps between two proximity queries, with the default in place of None [-].

        Args:
            period: Control period [s].
        """
        if self.query_interval is not None:
            return self.query_interval
        return max(int(0.4 / period + 1e-9), 1) * self.substeps


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

    goal: Annotated[Sequence[float], Len(2, 2), Unit("m"), Slider(-20, 20, 0.1)] = (-11.0, -5.0)
    weights: Annotated[Sequence[float], Ge(0), Len(2, 2), Unit("1/m^2", in_message=False), Slider(0, 100, 0.1)] = (
        10.0,
        50.0,
    )
    input_weight: Annotated[float, Ge(0), Unit("1/rad^2", in_message=False), Slider(0, 10, 0.01)] = 0.5
    angle_limit: Annotated[float, Gt(0), Unit("rad"), Slider(0.1, 3, 0.01)] = 1.04
    penalty: Annotated[float, Ge(0), Slider(0, 1e8, 1e5)] = 1e7

    def __post_init__(self) -> None:
        check_declared(self, ControlError)

    def numbers(self) -> FloatArray:
        """Return the numbers for the compiled roll-out, shape (7,)."""
        return np.array(
            [*self.goal, *self.weights, self.input_weight, self.angle_limit, self.penalty], dtype=np.float64
        )


# ----------------------------------------------------------------------------------------------------------------------
# Samples in the form of the kernels
# ----------------------------------------------------------------------------------------------------------------------

# Defaults of the `Sampling`; source as for `TravelCost`.
DEFAULT_SAMPLING = Sampling(n_samples=8640, sigma=0.5, limit=1.04, knot_every=1)


# Largest number of words of a low-discrepancy sequence, which scipy computes without a pause.
MAX_WORDS = 2**27
# Largest number of time steps of one roll-out with all solves: a block of samples cannot be interrupted.
MAX_STEPS = 1_000_000


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


def draw_of(sampling: Sampling, n_steps: int, cycle: int, dtype: type = np.float32, n_inputs: int = 1) -> Draw:
    """Return a sampling as arrays of one dtype, for the kernels.

    Args:
        sampling: Number of samples and their deviations.
        n_steps: Length of the input sequence [-].
        cycle: Number of the plan [-].
        dtype: np.float32 or np.float64.
        n_inputs: Number of sampled inputs [-].

    Raises:
        ControlError: if sigma does not have one number for each step, or sigma or the limit one for each input.
    """
    whole: Any = sampling.completed(DEFAULT_SAMPLING)
    sigma, limit = whole.deviations(n_steps, n_inputs), np.atleast_1d(np.asarray(whole.limit, dtype=np.float64))
    if len(limit) not in (1, n_inputs):
        raise ControlError(f"Sampling limit has {len(limit)} numbers for {n_inputs} inputs; write one for each, or one")
    table = np.zeros((0, 0), np.uint32)
    n_knots = (n_steps - 1) // whole.knot_every + 2
    if whole.exponent > 0:
        raise ControlError(
            f"LaneRollouts draw white noise between knots, got Sampling exponent {whole.exponent:g}; write a larger knot_every, "
            "or use EngineRollouts"
        )
    if whole.source != "independent":
        pairs = (whole.n_samples + 1) // 2 if whole.antithetic else whole.n_samples
        if n_inputs * n_knots * pairs > MAX_WORDS:
            raise ControlError(
                f"a {whole.source} sequence of {pairs} samples with {n_inputs * n_knots} numbers each is too large; lower "
                "n_samples, raise knot_every, or write source='independent'"
            )
        table = low_discrepancy_words(whole.source, n_inputs * n_knots, pairs, whole.seed)
    return Draw(
        sigma=as_dtype(sigma, dtype, "Sampling sigma"),
        limit=as_dtype(np.broadcast_to(limit, n_inputs).copy(), dtype, "Sampling limit"),
        knot_every=whole.knot_every,
        antithetic=bool(whole.antithetic),
        key=np.array([whole.seed & 0xFFFFFFFF, whole.seed >> 32], np.uint32),
        cycle=count(cycle, "cycle", ControlError, maximum=2**32 - 1),
        table=table.ravel(),
        columns=table.shape[1],
        n_knots=n_knots,
    )
