"""Optimising: the values of a scenario that make one figure of merit best, within bounds on others."""

from snakelab.studies.optimising.cma_es import CmaEs
from snakelab.studies.optimising.goal import Bound, Goal, bound_of, goal_of
from snakelab.studies.optimising.optimum import Optimum
from snakelab.studies.optimising.run import optimise

__all__ = ["Bound", "CmaEs", "Goal", "Optimum", "bound_of", "goal_of", "optimise"]
