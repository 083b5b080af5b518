"""Optimisation of values of a scenario for one metric, with bounds on others."""

from snakelab.studies.optimisation.cma_es import CmaEs
from snakelab.studies.optimisation.goal import Bound, Goal, bound_of, goal_of
from snakelab.studies.optimisation.optimum import Optimum
from snakelab.studies.optimisation.run import optimise

__all__ = ["Bound", "CmaEs", "Goal", "Optimum", "bound_of", "goal_of", "optimise"]
