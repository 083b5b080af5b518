"""Calibration files of ROS, Kalibr and OpenCV."""

from snakelab.bridges.vision.calibration.files import load_calibration, load_imu_noise, save_calibration

__all__ = ["load_calibration", "load_imu_noise", "save_calibration"]
