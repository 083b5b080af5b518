"""Sensors of a robot: encoders, torque sensors, IMU, depth, pose, and the interface of user-defined ones, `Sensor`."""

from snakelab.robots.sensors.depth import DepthSensor
from snakelab.robots.sensors.imu import Imu
from snakelab.robots.sensors.instant import Instant, Motion
from snakelab.robots.sensors.joint_sensors import Encoders, TorqueSensors
from snakelab.robots.sensors.pose import PoseSensor
from snakelab.robots.sensors.sensor import Sensor

BUILT_IN = (Encoders, TorqueSensors, Imu, DepthSensor, PoseSensor)
AnySensor = Encoders | TorqueSensors | Imu | DepthSensor | PoseSensor | Sensor

__all__ = [
    "AnySensor",
    "BUILT_IN",
    "DepthSensor",
    "Encoders",
    "Imu",
    "Instant",
    "Motion",
    "PoseSensor",
    "Sensor",
    "TorqueSensors",
]
