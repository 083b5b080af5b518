"""Model predictive control of any robot: sampled plans, each rolled out by the engine itself."""

from snakelab.control.engine_mpc.goal_cost import GoalCost, Trajectory
from snakelab.control.engine_mpc.mpc import EngineMpc
from snakelab.control.engine_mpc.policy import GaitParameters, JointTargets

__all__ = ["EngineMpc", "GaitParameters", "GoalCost", "JointTargets", "Trajectory"]
