"""Position servo: PID control of the joint with torque limits; stiff gains are implicit."""

import math
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt

from snakelab.errors import RobotError
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import INFINITE, Slider, Unit
from snakelab.parameter_declarations.quantities import DampingGain, ForceLimit, Gain


@dataclass(frozen=True)
class Servo(Displayed):
    """Servo with PID position control in the joint.

    tau = clip(kp (r - q), +-proportional_limit) + kd (r' - v) + ki z + rate_feedforward r' + acceleration_feedforward
    r'' + a commanded force, limited to +-torque_limit; z' = r - q, which is held while the torque is at its limit. With
    a speed_limit w, the limit decreases with speed as that of a motor at full voltage: the torque lies between -limit
    (1 + v / w) and limit (1 - v / w), and within +-limit; above the speed w the servo brakes. Terms within their limits
    and the speed-dependent limit enter the step implicitly; a constant limit is a constant force.

    kd acts on the rate of the error and thus includes a feed-forward kd r'. rate_feedforward compensates the damping of
    the joint, acceleration_feedforward the inertia that the joint moves; if both are exact, the joint follows without
    lag.

    Args:
        kp: Proportional gain [N m/rad] or [N/m].
        kd: Derivative gain [N m s/rad] or [N s/m].
        ki: Integral gain [N m/(rad s)] or [N/(m s)].
        torque_limit: Limit of the total torque [N m] or [N].
        proportional_limit: Limit of the proportional term alone; the damping is not limited [N m] or [N].
        rate_feedforward: kv [N m s/rad] or [N s/m].
        acceleration_feedforward: ka [kg m^2] or [kg].
        speed_limit: No-load speed w, at which the torque limit is zero [rad/s] or [m/s].

    Raises:
        RobotError: if a number is out of range, or there is a speed_limit without a torque_limit.

    Source: the usual control law of servo drives; the decrease of torque with speed is that of a direct-current motor,
    as in Siciliano, Sciavicco, Villani and Oriolo, Robotics: Modelling, Planning and Control, 2009, chapter 5.
    """

    kp: Gain
    kd: DampingGain = 0.0
    ki: Annotated[float, Ge(0), Unit("N m/(rad s)", "N/(m s)"), Slider(0, 10, 0.01)] = 0.0
    torque_limit: ForceLimit = math.inf
    proportional_limit: ForceLimit = math.inf
    rate_feedforward: DampingGain = 0.0
    acceleration_feedforward: Annotated[float, Ge(0), Unit("kg m^2", "kg"), Slider(0, 1, 0.001)] = 0.0
    speed_limit: Annotated[float, Gt(0), Unit("rad/s", "m/s"), Slider(0.1, 20, 0.1), INFINITE] = math.inf

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        if math.isinf(self.torque_limit) and math.isfinite(self.speed_limit):
            raise RobotError(
                f"Servo speed_limit = {self.speed_limit:g} needs a torque_limit, which decreases to zero at this speed; "
                "write for example torque_limit=8.3"
            )
