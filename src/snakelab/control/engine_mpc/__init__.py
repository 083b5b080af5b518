"""Model predictive control of any robot: sampled plans, each rolled out by the engine itself."""

from snakelab.control.engine_mpc.goal_cost import GoalCost, Trajectory
from snakelab.control.engine_mpc.mpc import EngineMpc
from snakelab.control.engine_mpc.policy import GaitParameters, JointTargets
from snakelab.control.engine_mpc.weights import CrossEntropy, EliteMean, PathIntegral

__all__ = [
    "CrossEntropy",
    "EliteMean",
    "EngineMpc",
    "GaitParameters",
    "GoalCost",
    "JointTargets",
    "PathIntegral",
    "Trajectory",
]
