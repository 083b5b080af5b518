"""MuJoCo as a second engine: the same robot, gait, controller and recording, with MuJoCo's contacts and time steps."""

from snakelab.bridges.mujoco.engine.engine import Mujoco, MujocoEngine

__all__ = ["Mujoco", "MujocoEngine"]
