"""Map and estimates of a recording, as a layer of its replay."""

import base64

import numpy as np

from snakelab.results.recording import Recording
from snakelab.view.html_report.packing import Packer
from snakelab.view.html_report.scene_3d.mapping import mapping

MAX_ROWS = 1500  # instants of the estimates that are sent


def packed_map(recording: Recording) -> str | None:
    """Return a container with the head of `mapping` and the times of its estimates, in base64; None without a map."""
    times = np.asarray(recording["time"].values, dtype=np.float64)
    rows = np.unique(np.linspace(0, len(times) - 1, min(len(times), MAX_ROWS)).round().astype(int))
    packer = Packer()
    layer = mapping(recording, rows, packer)
    if layer is None:
        return None
    return base64.b64encode(packer.container(layer | {"times": packer.times(times[rows])})).decode()
