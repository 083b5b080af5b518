"""Kernels as plain Python for Numba's CUDA simulator, which does not run compiled code.

Each kernel is copied with its own code, and its globals are replaced: another kernel by its copy, an operation on lane
values by the operation on one NumPy number below. A plain Python number combined with a NumPy number takes its dtype,
as a scalar combined with a lane value does.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from snakelab.kernels.lazy_kernel import LazyIntrinsic, resolved
from snakelab.plugins.lanes.model import lane_model
from snakelab.plugins.lanes.vector import lane_value as vector

floor, sqrt, any_lane = np.floor, np.sqrt, bool


def rows(x: Any, each: tuple[int, ...]) -> Any:
    """Array of rows of one number, of x's dtype."""
    return np.empty((len(each) + 1, 1), x.dtype)


def rows_named(record: Any) -> Callable[[Any, tuple[int, ...]], Any]:
    """Make a function that returns a named tuple of arrays as from `rows`, but of at least four rows."""
    return lambda x, each: record(*(rows(x, (*each, 0, 0, 0)) for _ in record._fields))


def load(array: Any, row: int) -> Any:
    """Load a row."""
    return array[row, 0]


def store(array: Any, row: int, value: Any) -> None:
    """Store a row."""
    array[row, 0] = value


def gather(array: Any, index: Any) -> Any:
    """Element of an array."""
    return array[int(index)]


def gather_pair(array: Any, index: Any) -> Any:
    """Element and the next one."""
    return array[int(index)], array[int(index) + 1]


def gather_four(array: Any, index: Any) -> Any:
    """Element and the next three."""
    return tuple(array[int(index) + k] for k in range(4))


def where(mask: Any, a: Any, b: Any) -> Any:
    """Select a where the mask is true, else b; of the dtype of the operand that is not a plain number."""
    typed = a if isinstance(a, np.generic) else b
    return typed.dtype.type(a if mask else b)


def zeros(x: Any) -> Any:
    """Zero, of x's dtype."""
    return x.dtype.type(0)


def consecutive(first: Any) -> Any:
    """The first of the consecutive numbers."""
    return first


def convert(a: Any, scalar: Any) -> Any:
    """Convert to the dtype of the scalar; fractions and upper bits are truncated."""
    with np.errstate(all="ignore"):
        return np.asarray(a).astype(scalar.dtype)[()]


def bitcast(a: Any, scalar: Any) -> Any:
    """Reinterpret the bits in the dtype of the scalar."""
    return a.view(scalar.dtype)


def power_of_two(power: Any, scalar: Any) -> Any:
    """2 to an integer power."""
    return np.ldexp(scalar.dtype.type(1), power)


def is_float64(a: Any) -> bool:
    """Return whether it is a float64."""
    return bool(a.dtype == np.float64)


# Keys are intrinsics in the globals of a kernel, or their placeholders.
REPLACEMENTS = {id(resolved(getattr(vector, name))): globals()[name] for name in vector.__all__ if name in globals()}
REPLACEMENTS[id(resolved(lane_model.new_lanes))] = rows_named(lane_model.Lanes)


def in_plain_python(function: Callable[..., Any]) -> Callable[..., Any]:
    """Uncompiled, one-lane version of a function and of all functions that it calls.

    Args:
        function: A Python function or a kernel.
    """
    return _plain(function, {})


def _plain(function: Any, done: dict[int, Any]) -> Any:
    """Copy of a function with replaced globals."""
    source = getattr(function, "py_func", function)
    if id(source) not in done:
        names: dict[str, Any] = {}
        done[id(source)] = FunctionType(source.__code__, names, source.__name__, source.__defaults__)
        used = {name: source.__globals__[name] for name in source.__code__.co_names if name in source.__globals__}
        names |= {name: _replaced(value, done) for name, value in used.items()}
    return done[id(source)]


def _replaced(value: Any, done: dict[int, Any]) -> Any:
    """Replacement of a value that a kernel uses."""
    if isinstance(value, LazyIntrinsic):
        value = value.made
    if id(value) in REPLACEMENTS:
        return REPLACEMENTS[id(value)]
    return _plain(value, done) if hasattr(value, "py_func") else value
