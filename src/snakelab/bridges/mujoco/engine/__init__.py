"""MuJoCo as a second engine: the same robot, gait, controller and recording, with MuJoCo's contacts and time steps."""

from snakelab.bridges.mujoco.engine.engine import MujocoEngine

__all__ = ["MujocoEngine"]
