"""Sources of image pairs: runs with rendered cameras, EuRoC folders, bags of ROS, videos and cameras on USB."""

from snakelab.bridges.slam.sources.bag import BagSequence
from snakelab.bridges.slam.sources.euroc import EurocSequence
from snakelab.bridges.slam.sources.live_ros import RosStereo
from snakelab.bridges.slam.sources.opening import open_sequence
from snakelab.bridges.slam.sources.video import SideBySide

__all__ = ["BagSequence", "EurocSequence", "RosStereo", "SideBySide", "open_sequence"]
