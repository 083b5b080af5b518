"""MuJoCo: import and export of a robot as MJCF, and its state in MuJoCo's coordinates."""

from snakelab.bridges.mujoco.mjcf_export.mjcf import load_mujoco, to_mjcf
from snakelab.bridges.mujoco.mjcf_import.reading import from_mjcf
from snakelab.bridges.mujoco.state import mujoco_state
from snakelab.bridges.robot_files.export import Export
from snakelab.bridges.robot_files.imported import Import

__all__ = ["Export", "Import", "from_mjcf", "load_mujoco", "mujoco_state", "to_mjcf"]
