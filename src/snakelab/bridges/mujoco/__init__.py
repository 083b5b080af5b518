"""MuJoCo: import and export of a robot as MJCF, and its state in MuJoCo's coordinates."""

from snakelab.bridges.export import Export
from snakelab.bridges.imported import Import
from snakelab.bridges.mujoco.mjcf import load_mujoco, to_mjcf
from snakelab.bridges.mujoco.reading import from_mjcf
from snakelab.bridges.mujoco.state import mujoco_state

__all__ = ["Export", "Import", "from_mjcf", "load_mujoco", "mujoco_state", "to_mjcf"]
