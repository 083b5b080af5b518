"""Compression of arrays: 16-bit steps between the smallest and the largest value of each curve, as second differences.

A curve is a row of a two-dimensional array. Code 0 stands for "no number", 1 to 65535 for `low + (code - 1) step`, so
that the error is at most half a step, 1/131068 of the curve's own range. Smooth curves have small second differences,
and the low bytes before the high ones leave long runs of equal bytes, which the deflation after it makes small. Where a
few large values would leave too few steps to all others, as in a run that diverges, the array is stored as float32;
times are float64.
"""

import json
import zlib
from typing import Any

import numpy as np

from snakelab.types import FloatArray

MOST = 65535  # the largest code
FINE = 2e-3  # largest step, relative to the range of nine tenths of the values of a curve
SAMPLE = 600  # values of a curve that determine that range
ROUNDING = 1e-10  # ranges smaller than this fraction of the largest value of the array are rounding errors
LARGEST = 3e38  # of float32
ALIGN = 8  # bytes, so that arrays can be read in place


class Packer:
    """Packer of arrays, each referenced by a small plain dict, into one container with a header.

    The container, before deflation: length of the head (uint32), the head as JSON in UTF-8, zeros up to a multiple of
    8, then the arrays, each at a multiple of 8. All numbers are little-endian.
    """

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._size = 0

    def curves(self, values: FloatArray, error: float | None = None) -> dict[str, Any]:
        """Store curves, shape (n_curves, n_rows); values that are not finite become "no number".

        Args:
            values: The curves.
            error: Largest error of any value; by default, a thousandth of the range of most of a curve's values.

        Returns:
            `{"at": byte, "coding": "steps" or "float32", "shape": [n_curves, n_rows]}`. With "steps", the bytes are low
            and step of each curve (float64 pairs), then the low bytes and then the high bytes of all second
            differences.
        """
        values = np.where(np.abs(values) < LARGEST, values, np.nan)  # a comparison with NaN is false
        known = np.isfinite(values)
        low = np.where(known, values, np.inf).min(axis=1, initial=np.inf)
        high = np.where(known, values, -np.inf).max(axis=1, initial=-np.inf)
        empty = low > high
        low[empty] = high[empty] = 0.0
        if values.size:
            level = np.maximum(np.abs(low), np.abs(high)).max()
            high = np.where(high - low > ROUNDING * level, high, low)
        step = (high - low) / (MOST - 1)
        if not np.all(step <= (2 * error if error is not None else FINE * _usual_range(values, low))):
            return self._store(values.astype("<f4").tobytes(), "float32", values.shape)
        steps = (values - low[:, None]) / np.where(step > 0, step, 1.0)[:, None]
        steps = np.where(step[:, None] > 0, np.round(np.where(known, steps, 0.0)), 0.0)
        codes = np.where(known, steps + 1, 0).astype(np.uint16)
        for _ in range(2):
            codes = np.diff(codes, axis=1, prepend=np.uint16(0))  # wraps around, and so does the sum that undoes it
        scales = np.stack((low, step), axis=1).astype("<f8").tobytes()
        planes = (codes & 0xFF).astype(np.uint8).tobytes() + (codes >> 8).astype(np.uint8).tobytes()
        return self._store(scales + planes, "steps", values.shape)

    def times(self, values: FloatArray) -> dict[str, Any]:
        """Store times unchanged, shape (n_rows,); the coding is "float64"."""
        return self._store(values.astype("<f8").tobytes(), "float64", (1, len(values)))

    def raw(self, content: bytes) -> dict[str, Any]:
        """Store bytes unchanged; the coding is "bytes"."""
        return self._store(content, "bytes", (1, len(content)))

    def container(self, head: dict[str, Any]) -> bytes:
        """Return the header and all arrays, deflated (raw, without a header)."""
        text = json.dumps(head, allow_nan=False, ensure_ascii=False, separators=(",", ":")).encode()
        front = len(text).to_bytes(4, "little") + text
        whole = b"".join((front, bytes(-len(front) % ALIGN), *self._pieces))
        deflate = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        return deflate.compress(whole) + deflate.flush()

    def _store(self, content: bytes, coding: str, shape: tuple[int, ...]) -> dict[str, Any]:
        at = self._size
        content += bytes(-len(content) % ALIGN)
        self._pieces.append(content)
        self._size += len(content)
        return {"at": at, "coding": coding, "shape": list(shape)}


def _usual_range(values: FloatArray, low: FloatArray) -> FloatArray:
    """Range that contains nine tenths of each curve's values, shape (n_curves,), from a sample of its rows."""
    if not values.size:
        return np.zeros(len(values))
    sample = values[:, :: -(-values.shape[1] // SAMPLE)]
    sample = np.sort(np.where(np.isfinite(sample), sample, low[:, None]), axis=1)
    last = sample.shape[1] - 1
    return np.asarray(sample[:, round(0.95 * last)] - sample[:, round(0.05 * last)], dtype=np.float64)
