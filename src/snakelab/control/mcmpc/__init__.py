"""Monte Carlo model predictive control of a planar underwater snake by its head joint."""

from snakelab.control.mcmpc.futures import Futures
from snakelab.control.mcmpc.head_planner import HeadPlanner
from snakelab.control.mcmpc.mpc import MonteCarloMpc

__all__ = ["Futures", "HeadPlanner", "MonteCarloMpc"]
