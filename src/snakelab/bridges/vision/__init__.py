"""Perception with OpenCV and GTSAM: stereo-inertial odometry and mapping, and sources of image pairs (extra perception)."""

from snakelab.bridges.vision.keyframe import RelativePose
from snakelab.bridges.vision.running import run_slam
from snakelab.bridges.vision.settings import FrameEstimate, SlamSettings
from snakelab.bridges.vision.slam import StereoInertialSlam

__all__ = ["FrameEstimate", "RelativePose", "SlamSettings", "StereoInertialSlam", "run_slam"]
