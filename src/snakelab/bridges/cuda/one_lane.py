"""The words for lanes where a value is one NumPy number; see `planar_batch.vector` for what each means.

A plain Python number beside a NumPy number takes its kind, as a scalar beside a value of lanes does.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

floor, root, any_lane = np.floor, np.sqrt, bool


def rows(x: Any, each: tuple[int, ...]) -> Any:
    """Rows of one number, of x's kind."""
    return np.empty((len(each) + 1, 1), x.dtype)


def rows_named(record: Any) -> Callable[[Any, tuple[int, ...]], Any]:
    """A function that makes a named tuple of arrays, each as `rows` does, but of at least four rows."""
    return lambda x, each: record(*(rows(x, (*each, 0, 0, 0)) for _ in record._fields))


def load(array: Any, row: int) -> Any:
    """A row."""
    return array[row, 0]


def store(array: Any, row: int, value: Any) -> None:
    """Write a row."""
    array[row, 0] = value


def gather(array: Any, index: Any) -> Any:
    """An element."""
    return array[int(index)]


def gather_pair(array: Any, index: Any) -> Any:
    """An element and the one behind it."""
    return array[int(index)], array[int(index) + 1]


def gather_four(array: Any, index: Any) -> Any:
    """An element and the three behind it."""
    return tuple(array[int(index) + k] for k in range(4))


def where(mask: Any, a: Any, b: Any) -> Any:
    """a where the mask holds, else b, of the kind of the one that is no plain number."""
    kind = a if isinstance(a, np.generic) else b
    return kind.dtype.type(a if mask else b)


def zeros(x: Any) -> Any:
    """Nothing, of x's kind."""
    return x.dtype.type(0)


def numbers_from(first: Any) -> Any:
    """The first."""
    return first


def convert(a: Any, kind: Any) -> Any:
    """The same number in another kind; decimals and upper bits are cut off."""
    with np.errstate(all="ignore"):
        return np.asarray(a).astype(kind.dtype)[()]


def same_bits(a: Any, kind: Any) -> Any:
    """The same bits read as a number of another kind."""
    return a.view(kind.dtype)


def two_to_the(power: Any, kind: Any) -> Any:
    """2 to a whole power."""
    return np.ldexp(kind.dtype.type(1), power)


def is_wide(a: Any) -> bool:
    """Whether it is a float64."""
    return bool(a.dtype == np.float64)
