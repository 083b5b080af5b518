"""The page of a sweep: one HTML file without scripts, with a map, a curve or a cloud for each figure of merit."""

from snakelab.studies.sweeps.page.page import sweep_page

__all__ = ["sweep_page"]
