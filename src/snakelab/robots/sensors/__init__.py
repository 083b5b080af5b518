"""What measures the robot: encoders, torque sensors, IMU, depth and pose. Each file holds what its sensor gives of what is so."""

from snakelab.robots.sensors.depth import DepthSensor
from snakelab.robots.sensors.encoders import Encoders
from snakelab.robots.sensors.imu import Imu
from snakelab.robots.sensors.pose import PoseSensor
from snakelab.robots.sensors.torque import TorqueSensors

Sensor = Encoders | TorqueSensors | Imu | DepthSensor | PoseSensor

__all__ = ["DepthSensor", "Encoders", "Imu", "PoseSensor", "Sensor", "TorqueSensors"]
