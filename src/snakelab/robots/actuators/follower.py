"""Curvature derivative control of a joint: it follows the angle of the next joint toward the head."""

import math
from dataclasses import dataclass

from snakelab.errors import RobotError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.quantities import DampingGain, ForceLimit, Gain


@dataclass(frozen=True)
class Follower:
    """Actuator that makes each joint follow the next one toward the head; it takes no command.

    tau_i = clip(gain (q_{i+1} - q_i), +-limit) - damping v_i; the damping term is implicit in the step and is not
    limited.

    Along a continuous body, the torque kappa'(s) / int kappa'^2 ds gives a required thrust with minimum effort; with
    links, the derivative of the curvature becomes the difference of neighbouring joint angles. Each joint lags its
    neighbour by damping / gain seconds.

    Args:
        gain: K_c [N m/rad] or [N/m].
        damping: K_cd [N m s/rad] or [N s/m].
        limit: Limit of the proportional term [N m] or [N].

    Source: Qiu and Date, A low computation-cost locomotion control for underwater snake robot based on Monte Carlo
    model predictive control and curvature derivative control, eq. 16 and 17, which gives K_c = 0.5 and K_cd = 1.5. With
    these values a wave of 2.2 rad/s decays along the body; the default is K_cd = 0.15.
    """

    gain: Gain = 0.5
    damping: DampingGain = 0.15
    limit: ForceLimit = math.inf

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
