"""A position servo: PID on the joint with torque limits, stiff gains taken implicitly."""

import math
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt

from snakelab.declared.check import check_declared
from snakelab.declared.marks import INFINITE, Slider, Unit
from snakelab.declared.quantities import DampingGain, ForceLimit, Gain
from snakelab.errors import RobotError


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
                f"Servo speed_limit = {self.speed_limit:g} needs a torque_limit, whose line over the speed ends there; "
                "write for example torque_limit=8.3"
            )

    def _repr_html_(self) -> str:
        """Return what a notebook displays."""
        from snakelab.notebook.objects import object_html

        return object_html(self)
