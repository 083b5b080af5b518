"""The static test of the soft hydraulic joint: what pressure bends it to, and how hard its held tip pushes, by material."""

from snakelab.studies.hydraulic_joint.figure import static_figure
from snakelab.studies.hydraulic_joint.static_test import Case, Pressed, blocked_force, free_bend, grid, press

__all__ = ["Case", "Pressed", "blocked_force", "free_bend", "grid", "press", "static_figure"]
