"""Lane values: a vector of sixteen numbers as one value of the compiler, with operators, selection and memory access.

Compilers often turn loops over lanes into vector instructions, but not always, and they unroll short ones into scalars.
Here a row of lanes is one value: `a * b + 0.5` acts on all sixteen numbers, a comparison gives a mask, `where` selects.
A scalar operand is broadcast to sixteen equal numbers of the vector's dtype.
"""

import snakelab.compiling  # noqa: F401 (imports Numba, or says in one line why it does not start)
from snakelab.compiling.vector.arithmetic import floor, sqrt
from snakelab.compiling.vector.conversion import (
    any_lane,
    bitcast,
    broadcast,
    consecutive,
    convert,
    is_float64,
    power_of_two,
    where,
    zeros,
)
from snakelab.compiling.vector.memory import gather, gather_four, gather_pair, load, rows, rows_named, store
from snakelab.compiling.vector.vector_type import LANES, LaneVector

__all__ = [
    "LANES",
    "LaneVector",
    "any_lane",
    "convert",
    "broadcast",
    "floor",
    "gather",
    "gather_four",
    "gather_pair",
    "is_float64",
    "load",
    "consecutive",
    "sqrt",
    "rows",
    "rows_named",
    "bitcast",
    "store",
    "power_of_two",
    "where",
    "zeros",
]
