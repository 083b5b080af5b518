"""Snake in pipes: influence of the gains and of the unpublished parameters, and pictures."""

from reproductions.pipe_snake.passage.gains import GAINS, Swum, swim
from reproductions.pipe_snake.passage.gains_figure import gains_figure
from reproductions.pipe_snake.passage.missing import MISSING, Missing, Passed, passage

__all__ = ["GAINS", "MISSING", "Missing", "Passed", "Swum", "gains_figure", "passage", "swim"]
