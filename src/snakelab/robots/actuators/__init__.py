"""Actuators of a coordinate: prescribed motion, servo, motor, muscle, passive. Each file defines one law."""

from snakelab.robots.actuators.follower import Follower
from snakelab.robots.actuators.hydraulic import Hydraulic
from snakelab.robots.actuators.ideal import Passive, Prescribed
from snakelab.robots.actuators.motor import Motor
from snakelab.robots.actuators.pneumatic import Pneumatic
from snakelab.robots.actuators.servo import Servo

Actuator = Follower | Prescribed | Passive | Motor | Servo | Pneumatic | Hydraulic

__all__ = ["Actuator", "Follower", "Hydraulic", "Motor", "Passive", "Pneumatic", "Prescribed", "Servo"]
