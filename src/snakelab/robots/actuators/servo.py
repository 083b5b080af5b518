"""A position servo: PID on the joint with torque limits, stiff gains taken implicitly."""

import math
from dataclasses import dataclass

from snakelab.errors import RobotError
from snakelab.types import number


@dataclass(frozen=True)
class Servo:
    """PID position control inside the joint.

    tau = clip(kp (r - q), +-proportional_limit) + kd (r' - v) + ki z + feed-forward, limited to +-torque_limit;
    z' = r - q, frozen while the torque is at its limit. An unlimited part enters the step implicitly; a limited one is
    a constant force.

    Args:
        kp: Proportional gain [N m/rad] or [N/m].
        kd: Derivative gain [N m s/rad] or [N s/m].
        ki: Integral gain [N m/(rad s)] or [N/(m s)].
        torque_limit: Ceiling of the whole [N m] or [N].
        proportional_limit: Ceiling of the proportional part alone; the damping stays unlimited.
    """

    kp: float
    kd: float = 0.0
    ki: float = 0.0
    torque_limit: float = math.inf
    proportional_limit: float = math.inf

    def __post_init__(self) -> None:
        for name in ("kp", "kd", "ki"):
            number(getattr(self, name), f"Servo {name}", RobotError, least=0)
        for name in ("torque_limit", "proportional_limit"):
            number(getattr(self, name), f"Servo {name}", RobotError, above=0, infinite=True)
