"""Rolling of the soft snake for all parameters that are not published: a bound, a sweep, and a map with the paper's speeds."""

from reproductions.soft_snake.figure import map_figure
from reproductions.soft_snake.published import TABLE_I, Published
from reproductions.soft_snake.rolling_bound import arc_factor, rolling_bound
from reproductions.soft_snake.sweep import Case, Rolled, grid, roll

__all__ = ["TABLE_I", "Case", "Published", "Rolled", "arc_factor", "grid", "map_figure", "roll", "rolling_bound"]
