"""Calibration files of ROS, Kalibr and OpenCV."""

from snakelab.bridges.camera_calibration.files import load_calibration, load_imu_noise, save_calibration

__all__ = ["load_calibration", "load_imu_noise", "save_calibration"]
