"""Picture of a recorded run: the body at equal intervals of time, and the path of its middle."""

import numpy as np

from snakelab.notebook.drawing import PATH, RIGID, Dot, Shape, drawing
from snakelab.results.recording import Recording

N_BODIES = 6


def path_picture(recording: Recording) -> str:
    """Return the run in the plane of the two axes along which it extends most; empty without link positions."""
    if "link_position" not in recording:
        return ""
    links = np.asarray(recording["link_position"].values, float)  # (n, n_links, 3)
    links = links[np.isfinite(links).all(axis=(1, 2))]
    if not len(links):
        return ""
    plane = sorted(np.argsort(-np.ptp(links.reshape(-1, 3), axis=0), kind="stable")[:2].tolist())
    links = links[:, :, plane]
    rows = np.unique(np.linspace(0, len(links) - 1, N_BODIES).round().astype(int))
    middle = links[:: max(1, len(links) // 300)].mean(axis=1)
    items: list[Shape | Dot] = [Shape(middle, PATH)]
    for k, row in enumerate(rows):
        shade = 0.25 + 0.75 * (k + 1) / len(rows)
        items += [Shape(links[row], RIGID, opacity=shade, width=4.0), Dot(links[row, -1], RIGID, 3.0, "head")]
    axes = " and ".join("xyz"[axis] for axis in plane)
    return drawing(items, f"The body at {len(rows)} times, and the path of its middle, along {axes}")
