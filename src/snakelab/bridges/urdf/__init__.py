"""URDF, the robot description of ROS: import and export of a robot."""

from snakelab.bridges.robot_files.export import Export
from snakelab.bridges.robot_files.imported import Import
from snakelab.bridges.urdf.reading import from_urdf
from snakelab.bridges.urdf.urdf import to_urdf

__all__ = ["Export", "Import", "from_urdf", "to_urdf"]
