"""Optimisation of values of a scenario for one metric, with bounds on others."""

from snakelab.studies.optimising.cma_es import CmaEs
from snakelab.studies.optimising.goal import Bound, Goal, bound_of, goal_of
from snakelab.studies.optimising.optimum import Optimum
from snakelab.studies.optimising.run import optimise

__all__ = ["Bound", "CmaEs", "Goal", "Optimum", "bound_of", "goal_of", "optimise"]
