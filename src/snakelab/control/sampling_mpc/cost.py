"""What a roll-out costs."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.errors import ControlError
from snakelab.types import FloatArray, number, vector

GOAL_X, GOAL_Y, WEIGHT_X, WEIGHT_Y, WEIGHT_INPUT, ANGLE_LIMIT, PENALTY = range(7)


@dataclass(frozen=True)
class TravelCost:
    """Distance from a goal, effort of the input, and a penalty for joints bent too far.

        L = sum_i q_x (p_x - goal_x)^2 + q_y (p_y - goal_y)^2 + r u_i^2 + penalty [any |phi| > angle_limit]

    at the end of each control period, with p the centre of mass. A roll-out that diverges costs infinity.

    Args:
        goal: Shape (2,), [m].
        weights: q_x, q_y [1/m^2].
        input_weight: r [1/rad^2].
        angle_limit: Of every joint [rad].
        penalty: [-].

    Raises:
        ControlError: if a number is out of range.

    Source: Qiu and Date, A low computation-cost locomotion control for underwater snake robot based on Monte Carlo model
    predictive control and curvature derivative control, eq. 18 and 19, with the weights read as diag(10, 50). The goal and the
    penalty are not printed there.
    """

    goal: Sequence[float] = (-11.0, -5.0)
    weights: Sequence[float] = (10.0, 50.0)
    input_weight: float = 0.5
    angle_limit: float = 1.04
    penalty: float = 1e7

    def __post_init__(self) -> None:
        vector(self.goal, "TravelCost goal", ControlError, size=2, unit="m")
        weights = vector(self.weights, "TravelCost weights", ControlError, size=2)
        if (weights < 0.0).any():
            raise ControlError(f"TravelCost weights must not be negative, got {self.weights!r}")
        number(self.input_weight, "TravelCost input_weight", ControlError, least=0)
        number(self.angle_limit, "TravelCost angle_limit", ControlError, above=0, unit="rad")
        number(self.penalty, "TravelCost penalty", ControlError, least=0)

    def numbers(self) -> FloatArray:
        """Numbers for the compiled roll-out, shape (7,)."""
        return np.array(
            [*self.goal, *self.weights, self.input_weight, self.angle_limit, self.penalty], dtype=np.float64
        )
