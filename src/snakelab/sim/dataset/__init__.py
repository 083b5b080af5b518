"""Conversion of records to a dataset with names, dimensions, units and provenance."""

from snakelab.sim.dataset.assembly import VARIABLES, dataset, package_version

__all__ = ["VARIABLES", "dataset", "package_version"]
