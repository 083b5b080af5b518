"""Reads a page's container back, by the words of its docstring alone."""

import base64
import json
import re
import zlib
from typing import Any

import numpy as np


def head_and_arrays(container: bytes) -> tuple[dict[str, Any], bytes]:
    """The head, and the bytes that arrays count from."""
    whole = zlib.decompress(container, -zlib.MAX_WBITS)
    size = int.from_bytes(whole[:4], "little")
    return json.loads(whole[4 : 4 + size]), whole[-(-(4 + size) // 8) * 8 :]


def curves(array: dict[str, Any], arrays: bytes) -> np.ndarray:
    """The values of a packed array, NaN where there is no number."""
    n_curves, n_rows = array["shape"]
    at, count = array["at"], n_curves * n_rows
    if array["coding"] != "steps":
        kind = {"float32": "<f4", "float64": "<f8"}[array["coding"]]
        return np.frombuffer(arrays, kind, count, at).reshape(n_curves, n_rows).astype(float)
    low, step = np.frombuffer(arrays, "<f8", 2 * n_curves, at).reshape(n_curves, 2).T
    bytes_of = [np.frombuffer(arrays, np.uint8, count, at + 16 * n_curves + i * count).astype(int) for i in (0, 1)]
    second = (bytes_of[0] + 256 * bytes_of[1]).reshape(n_curves, n_rows)
    codes = np.cumsum(np.cumsum(second, axis=1), axis=1) % 65536
    return np.where(codes == 0, np.nan, low[:, None] + (codes - 1) * step[:, None])


def page_payload(page: bytes) -> tuple[dict[str, Any], bytes]:
    """The head and arrays of a whole page."""
    search = re.search(rb'<script id="payload" type="text/plain">([A-Za-z0-9+/=]*)</script>', page)
    assert search
    return head_and_arrays(base64.b64decode(search[1]))
