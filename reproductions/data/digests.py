"""SHA-256 of numeric content: names, shapes, units and IEEE values, without file formats, computation times and versions."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import xarray

MEASURED = ("control_cycle_time",)  # computation times


@dataclass(frozen=True)
class Content:
    """Numeric content of a result, as stored in a manifest.

    Attributes:
        sha256: Digest of all values, see `digest`.
        numbers: A few characteristic numbers, for the comparison on machines with other last digits.
    """

    sha256: str
    numbers: dict[str, float]

    def difference(self, other: "Content") -> float:
        """Return the largest relative difference of the numbers; infinite if their names differ."""
        if self.numbers.keys() != other.numbers.keys():
            return float("inf")
        pairs = [(value, other.numbers[name]) for name, value in self.numbers.items()]
        return max((abs(a - b) / max(abs(a), abs(b), 1e-9) for a, b in pairs), default=0.0)


def digest(arrays: Mapping[str, tuple[np.ndarray, str]]) -> str:
    """SHA-256 over arrays in the order of their names.

    For each array: a line of UTF-8 with name, type, shape and unit, then the values in C order, little-endian. Equal
    numbers give equal digests on every machine: -0.0 counts as 0.0, and all NaN values count as equal.

    Args:
        arrays: Values and unit by name.
    """
    total = hashlib.sha256()
    for name in sorted(arrays):
        values, unit = arrays[name]
        plain = _plain(np.asarray(values))
        total.update(f"{name} {plain.dtype.str} {plain.shape} {unit}\n".encode())
        total.update(plain.tobytes())
    return total.hexdigest()


def content_of(dataset: xarray.Dataset) -> Content:
    """Return the content of a recording: all variables and coordinates except computation times.

    The numbers are the root mean squares of the variables over time that are not constant.
    """
    names = [str(name) for name in dataset.variables if name not in MEASURED]
    arrays = {name: (dataset[name].values, str(dataset[name].attrs.get("units", ""))) for name in names}
    moving = [name for name in ("base_position", "com_position", "head_position", "q", "tau") if name in arrays]
    return Content(digest(arrays), {name: float(np.sqrt(np.mean(arrays[name][0] ** 2))) for name in moving})


def _plain(values: np.ndarray) -> np.ndarray:
    """Return the values as little-endian numbers, or as bytes of UTF-8 in the case of texts."""
    if values.dtype.kind in "OUS":
        return np.array([str(text).encode() for text in values.ravel()], dtype=np.bytes_)
    if values.dtype.kind == "f":
        values = np.where(np.isnan(values), np.nan, values + 0.0)
    return np.ascontiguousarray(values.astype(values.dtype.newbyteorder("<")))
