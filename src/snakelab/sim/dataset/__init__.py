"""Rows of numbers into a recording: names, dimensions, units, and all that is needed to repeat the run."""

from snakelab.sim.dataset.assembly import dataset, package_version
from snakelab.sim.dataset.variables import VARIABLES

__all__ = ["VARIABLES", "dataset", "package_version"]
