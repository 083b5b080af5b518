"""Texts of a recording that no output can show, because their bytes are damaged."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import xarray


def undecodable(dataset: "xarray.Dataset") -> Iterator[str]:
    """Return names, attributes and values whose bytes are not UTF-8, one sentence each."""
    for place, value in _texts(dataset):
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:  # the HDF5 reader keeps such bytes as halves of surrogate pairs
            yield f"{place} is not UTF-8 text"


def _texts(dataset: "xarray.Dataset") -> Iterator[tuple[str, str]]:
    """Yield every text with a description of its location."""
    for dim in dataset.sizes:
        yield f"the dimension {str(dim)!a}", str(dim)
    yield from _attributes("", dataset.attrs)
    for name, array in dataset.variables.items():
        place = ascii(str(name))
        yield f"the name {place}", str(name)
        yield from _attributes(f"{place} ", array.attrs)
        if array.dtype.kind in "OU":
            yield from _values(place, array.values)


def _attributes(owner: str, attrs: dict) -> Iterator[tuple[str, str]]:
    for name, value in attrs.items():
        place = f"{owner}attribute {str(name)!a}"
        yield place, str(name)
        yield from _values(place, value)


def _values(place: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, (list, np.ndarray)):
        yield from ((place, one) for one in np.asarray(value, dtype=object).ravel() if isinstance(one, str))
