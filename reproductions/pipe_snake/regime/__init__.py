"""Search for conditions under which the contact term of the prediction is decisive for entering the narrow pipe."""

from reproductions.pipe_snake.regime.conditions import RANGES, ROUGH, Conditions, design
from reproductions.pipe_snake.regime.result import Pair, effect_lines, pairs_of, summary_lines

__all__ = ["RANGES", "ROUGH", "Conditions", "Pair", "design", "effect_lines", "pairs_of", "summary_lines"]
