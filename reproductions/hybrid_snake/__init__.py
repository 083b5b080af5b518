"""Hybrid underwater snake: joints solved alone and imposed on the robot, circles, and the static test of its joint."""

from reproductions.hybrid_snake.circle import Circle, circle_of
from snakelab.scenarios.scenario import imposed_joints, joint_alone, with_imposed_joints

__all__ = ["Circle", "circle_of", "imposed_joints", "joint_alone", "with_imposed_joints"]
