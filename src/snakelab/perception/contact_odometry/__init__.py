"""Odometry of a body from joint angles, attitude and the robot's own model of contact and friction."""

from snakelab.perception.contact_odometry.odometry import BodyOdometry, OdometryResult, RelativePose

__all__ = ["BodyOdometry", "OdometryResult", "RelativePose"]
