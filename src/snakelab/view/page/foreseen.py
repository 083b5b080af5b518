"""Sampled futures of a controller on the page: predicted paths of the head at a few moments."""

from typing import Any

import numpy as np

from snakelab.results.contents.futures import futures_in
from snakelab.results.recording import Recording
from snakelab.view.page.packing import Packer

FINE = 1e-3  # what may be lost of a place, of the longest way of a future


def foreseen(recording: Recording, packer: Packer) -> dict[str, Any] | None:
    """Return the moments, and the paths of the head from each; None for a run without futures. See `payload`.

    Args:
        recording: The run.
        packer: Destination of the arrays.
    """
    futures = [future for future in futures_in(recording) if len(future.head)]
    if not futures:
        return None
    n_places = len(futures[0].time)
    heads = np.concatenate([future.head for future in futures])  # (n_ways, n_places, 3)
    span = float(np.ptp(heads, axis=1).max(initial=0.0))
    return {
        "moments": [future.moment for future in futures],
        "ahead": float(futures[0].time[-1]),
        "counts": [len(future.head) for future in futures],
        "elite": [future.n_elite for future in futures],
        "ways": packer.curves(heads.transpose(0, 2, 1).reshape(-1, n_places), max(FINE * span, 1e-6)),
    }
