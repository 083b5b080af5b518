"""Robots on a servo bus: protocols, emulators, driver with its safety, and the engine that moves the robot.

The interface of all protocols is `interface.Bus`. `HardwareEngine` takes the place of a simulating engine.
"""

from snakelab.bridges.servo_bus.driver.limits import SafetyError
from snakelab.bridges.servo_bus.hardware_engine import HardwareEngine
from snakelab.bridges.servo_bus.robot_file import RobotFile, read_robot_file

__all__ = ["HardwareEngine", "RobotFile", "SafetyError", "read_robot_file"]
