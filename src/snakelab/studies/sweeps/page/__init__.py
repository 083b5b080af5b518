"""HTML page of a sweep, without scripts, with a map, a curve or a scatter plot for each metric."""

from snakelab.studies.sweeps.page.page import sweep_page

__all__ = ["sweep_page"]
