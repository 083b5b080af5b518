"""The rolling soft snake over all that its paper leaves open: a bound, a sweep, and a map beside the paper's speeds."""

from snakelab.studies.soft_snake.figure import map_figure
from snakelab.studies.soft_snake.published import TABLE_I, Published
from snakelab.studies.soft_snake.rolling_bound import arc_factor, rolling_bound
from snakelab.studies.soft_snake.sweep import Case, Rolled, grid, roll

__all__ = ["TABLE_I", "Case", "Published", "Rolled", "arc_factor", "grid", "map_figure", "roll", "rolling_bound"]
