"""MuJoCo: a robot written as MJCF, and its state in MuJoCo's coordinates."""

from snakelab.bridges.mujoco.mjcf import Export, load_mujoco, to_mjcf
from snakelab.bridges.mujoco.state import mujoco_state

__all__ = ["Export", "load_mujoco", "mujoco_state", "to_mjcf"]
