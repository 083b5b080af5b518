"""Forces on the links of the 3-D view: friction of the ground, and drag of a fluid."""

from typing import Any

import numpy as np

from snakelab.results.recording import Recording
from snakelab.view.page.packing import Packer

# Names of the recorded variables that belong to each kind, by their ends.
KINDS = {"friction": ("friction_force",), "drag": ("drag_force",)}
FULL = 0.99  # fraction of the forces that the scale holds; an impact must not make all other arrows invisible
STEPS = 400  # number of values between zero and the longest arrow


def link_forces(recording: Recording, rows: np.ndarray, packer: Packer) -> list[dict[str, Any]] | None:
    """Return the forces on every link at the replay's frames, by kind; None if none are recorded. See `payload`.

    Args:
        recording: The run.
        rows: Rows of the replay's frames.
        packer: Destination of the arrays.
    """
    known = []
    for kind, ends in KINDS.items():
        names = [str(name) for name in recording.dataset.data_vars if str(name).endswith(ends)]
        if not names or not len(rows):
            continue
        force = np.sum([recording[name].values[rows] for name in names], axis=0)  # (n_rows, n_links, 3)
        size = np.linalg.norm(force, axis=-1)
        size = size[np.isfinite(size) & (size > 0)]
        if not len(size):
            continue
        most = float(np.quantile(size, FULL))
        values = np.round(force.reshape(len(rows), -1).T / (most / STEPS)) * (most / STEPS)
        known.append({"name": kind, "most": most, "values": packer.curves(values)})
    return known or None
