"""What drives a coordinate: a prescribed motion, a servo, a motor, or nothing. Each file holds its law."""

from snakelab.robots.actuators.motor import Motor
from snakelab.robots.actuators.passive import Passive
from snakelab.robots.actuators.prescribed import Prescribed
from snakelab.robots.actuators.servo import Servo

Actuator = Prescribed | Passive | Motor | Servo

__all__ = ["Actuator", "Motor", "Passive", "Prescribed", "Servo"]
