"""Sixteen numbers as one value: what a loop over lanes would do, said to the compiler as vector instructions.

Compilers often turn loops over lanes into vector instructions, but not always, and they unroll short ones into single numbers.
Here a row of lanes is a value of its own: `a * b + 0.5` works on all sixteen, a comparison gives a mask, `where` selects.
A scalar beside such a value counts as sixteen equal numbers of its kind, so that constants are written plainly.
"""

import snakelab.compiling  # noqa: F401 (imports Numba, or says in one line why it does not start)
from snakelab.planar_batch.vector.arithmetic import floor, root
from snakelab.planar_batch.vector.conversion import (
    any_lane,
    convert,
    every,
    is_wide,
    numbers_from,
    same_bits,
    two_to_the,
    where,
    zeros,
)
from snakelab.planar_batch.vector.memory import gather, gather_four, gather_pair, load, rows, rows_named, store
from snakelab.planar_batch.vector.vector_type import LANES, LaneVector

__all__ = [
    "LANES",
    "LaneVector",
    "any_lane",
    "convert",
    "every",
    "floor",
    "gather",
    "gather_four",
    "gather_pair",
    "is_wide",
    "load",
    "numbers_from",
    "root",
    "rows",
    "rows_named",
    "same_bits",
    "store",
    "two_to_the",
    "where",
    "zeros",
]
