"""A position servo: PID on the joint with torque limits, stiff gains taken implicitly."""

import math
from dataclasses import dataclass

from snakelab.errors import RobotError
from snakelab.types import number


@dataclass(frozen=True)
class Servo:
    """PID position control inside the joint.

    tau = clip(kp (r - q), +-proportional_limit) + kd (r' - v) + ki z + rate_feedforward r' + acceleration_feedforward r''
    + a commanded force, limited to +-torque_limit; z' = r - q, frozen while the torque is at its limit. With a speed_limit
    w the ceiling falls with the speed as that of a motor at full voltage: between -limit (1 + v / w) and limit (1 - v / w),
    and never beyond +-limit; faster than w it brakes. An unlimited part enters the step implicitly, and so does the line;
    a level limit is a constant force.

    kd acts on the error's rate, so it feeds kd r' forward already; rate_feedforward is what the joint's own damping
    takes, acceleration_feedforward the inertia that the joint moves. With both exact a joint follows without lag.

    Args:
        kp: Proportional gain [N m/rad] or [N/m].
        kd: Derivative gain [N m s/rad] or [N s/m].
        ki: Integral gain [N m/(rad s)] or [N/(m s)].
        torque_limit: Ceiling of the whole [N m] or [N].
        proportional_limit: Ceiling of the proportional part alone; the damping stays unlimited.
        rate_feedforward: kv [N m s/rad] or [N s/m].
        acceleration_feedforward: ka [kg m^2] or [kg].
        speed_limit: No-load speed w, at which no torque is left [rad/s] or [m/s].

    Raises:
        RobotError: if a number is out of range, or there is a speed_limit without a torque_limit.

    Source: the forms are the usual ones of servo drives; the line of torque over speed is that of a direct-current motor,
    as in Siciliano, Sciavicco, Villani and Oriolo, Robotics: Modelling, Planning and Control, 2009, chapter 5.
    """

    kp: float
    kd: float = 0.0
    ki: float = 0.0
    torque_limit: float = math.inf
    proportional_limit: float = math.inf
    rate_feedforward: float = 0.0
    acceleration_feedforward: float = 0.0
    speed_limit: float = math.inf

    def __post_init__(self) -> None:
        for name in ("kp", "kd", "ki", "rate_feedforward", "acceleration_feedforward"):
            number(getattr(self, name), f"Servo {name}", RobotError, least=0)
        for name in ("torque_limit", "proportional_limit", "speed_limit"):
            number(getattr(self, name), f"Servo {name}", RobotError, above=0, infinite=True)
        if math.isinf(self.torque_limit) and math.isfinite(self.speed_limit):
            raise RobotError(
                f"Servo speed_limit = {self.speed_limit:g} needs a torque_limit, whose line over the speed ends there; "
                "write for example torque_limit=8.3"
            )
