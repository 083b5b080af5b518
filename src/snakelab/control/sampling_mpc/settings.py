"""Settings of a roll-out: its horizon and its cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le, Len

from snakelab.errors import ControlError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, Slider, Unit
from snakelab.types import FloatArray

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
