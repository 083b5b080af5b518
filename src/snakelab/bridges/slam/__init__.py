"""Perception with OpenCV and GTSAM: stereo-inertial odometry and mapping, and sources of image pairs (extra perception)."""

from snakelab.bridges.slam.estimator import StereoInertialSlam
from snakelab.bridges.slam.map.keyframe import RelativePose
from snakelab.bridges.slam.running import run_slam
from snakelab.bridges.slam.settings import FrameEstimate, SlamSettings

__all__ = ["FrameEstimate", "RelativePose", "SlamSettings", "StereoInertialSlam", "run_slam"]
