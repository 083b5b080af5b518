"""Lane values: a vector of sixteen numbers as one value of the compiler, with operators, selection and memory access.

Compilers often turn loops over lanes into vector instructions, but not always, and they unroll short ones into scalars.
Here a row of lanes is one value: `a * b + 0.5` acts on all sixteen numbers, a comparison gives a mask, `where` selects.
A scalar operand is broadcast to sixteen equal numbers of the vector's dtype.
"""

from typing import Any

from snakelab.compiling.lazy_kernel import LazyIntrinsic, lazy_intrinsic
from snakelab.compiling.vector.lane_columns import LANES


def _operation(module: str, name: str) -> Any:
    """An operation on lane values, imported with the operators when a kernel uses it."""
    return lazy_intrinsic(f"{__name__}.{module}", name, f"{__name__}.arithmetic")


floor, sqrt = (_operation("arithmetic", name) for name in ("floor", "sqrt"))
any_lane, bitcast, broadcast, consecutive, convert, is_float64, power_of_two, where, zeros = (
    _operation("conversion", name)
    for name in (
        "any_lane",
        "bitcast",
        "broadcast",
        "consecutive",
        "convert",
        "is_float64",
        "power_of_two",
        "where",
        "zeros",
    )
)
gather, gather_four, gather_pair, load, rows, store = (
    _operation("memory", name) for name in ("gather", "gather_four", "gather_pair", "load", "rows", "store")
)

parameters_of_block = _operation("lane_table", "parameters_of_block")


def rows_named(record: Any) -> Any:
    """Return an intrinsic that returns a named tuple of arrays as from `rows`, but with at least four rows.

    The arrays are on the stack of the caller, and their lifetime is that of the caller.
    """

    def make() -> Any:
        import snakelab.compiling.vector.arithmetic  # noqa: F401 (registers the operators)
        from snakelab.compiling.vector.memory import rows_named

        return rows_named(record)

    return LazyIntrinsic(make, f"{__name__}.memory", "rows_named", (record,))


def __getattr__(name: str) -> Any:
    if name == "LaneVector":
        from snakelab.compiling.vector.vector_type import LaneVector

        return LaneVector
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "LANES",
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
