"""Summaries of a recording: HTML for a notebook, and computation time of a controller compared with its period."""

from snakelab.notebook.elements import card, folded, notes
from snakelab.results.diagnostics.path_picture import path_picture
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
