"""Conversion of records to a dataset with names, dimensions, units and provenance."""

from snakelab.sim.dataset.assembly import dataset, package_version
from snakelab.sim.dataset.variables import VARIABLES

__all__ = ["VARIABLES", "dataset", "package_version"]
