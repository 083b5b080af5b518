"""Model predictive control of any robot: sampled plans, each rolled out by the engine itself."""

from snakelab.control.sampling_mpc.any_robot.goal_cost import GoalCost, Trajectory
from snakelab.control.sampling_mpc.any_robot.mpc import EngineMpc
from snakelab.control.sampling_mpc.any_robot.policy import GaitParameters, JointTargets

__all__ = ["EngineMpc", "GaitParameters", "GoalCost", "JointTargets", "Trajectory"]
