"""The study of the hybrid underwater snake: joints solved on their own and imposed on the robot; circles."""

from snakelab.studies.hybrid_snake.circle import Circle, circle_of
from snakelab.studies.hybrid_snake.imposed import imposed_joints, joint_alone, with_imposed_joints

__all__ = ["Circle", "circle_of", "imposed_joints", "joint_alone", "with_imposed_joints"]
