"""Conversion of records to a dataset with names, dimensions, units and provenance."""

from snakelab.installation import package_version
from snakelab.sim.dataset.assembly import VARIABLES, dataset

__all__ = ["VARIABLES", "dataset", "package_version"]
