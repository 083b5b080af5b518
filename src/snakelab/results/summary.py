"""Summaries of a recording: HTML for a notebook, and computation time of a controller compared with its period."""

import numpy as np

from snakelab.notebook.drawing import PATH, RIGID, Dot, Shape, drawing
from snakelab.notebook.elements import card, folded, notes
from snakelab.results.metrics import metrics
from snakelab.results.metrics.metrics_html import metrics_table
from snakelab.results.recording import Recording


def summary_html(recording: Recording) -> str:
    """Return an HTML summary of a recording: robot, status, sizes, a picture, and metrics with units."""
    sizes = recording.dataset.sizes
    count = ", ".join(
        f"{sizes[name]} {word}"
        for name, word in (("time", "rows"), ("link", "links or stations"), ("coordinate", "coordinates"))
        if name in sizes
    )
    robot = str(recording.dataset.attrs.get("robot", "robot"))
    table = metrics(recording)
    cycles = cycle_line(recording)
    count += f"; {cycles}" if cycles else ""
    unfolded = folded("metrics", metrics_table(table)) + notes(table.notes)
    return card(robot, f"{recording.status}; {count}", path_picture(recording), unfolded)


def cycle_line(recording: Recording) -> str:
    """Return a line such as "3 of 900 cycles took longer than their 100 ms, the longest 130 ms"; "" without a controller."""
    attrs = recording.dataset.attrs
    if not {"control_cycles", "control_overruns", "control_period", "longest_cycle"} <= attrs.keys():
        return ""
    over, cycles = int(attrs["control_overruns"]), int(attrs["control_cycles"])
    if cycles == 0:
        return ""
    period, longest = 1e3 * float(attrs["control_period"]), 1e3 * float(attrs["longest_cycle"])
    return f"{over or 'none'} of {cycles} cycles took longer than their {period:.3g} ms, the longest {longest:.3g} ms"


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
