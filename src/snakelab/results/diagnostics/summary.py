"""Summaries of a recording: HTML for a notebook, and computation time of a controller compared with its period."""

import html

from snakelab.results.metrics import Metrics, describe, metrics, unit_of
from snakelab.results.recording import Recording


def summary_html(recording: Recording) -> str:
    """Return an HTML summary of a recording: robot, status, sizes, and metrics with their units."""
    sizes = recording.dataset.sizes
    count = ", ".join(
        f"{sizes[name]} {word}"
        for name, word in (("time", "rows"), ("link", "links or stations"), ("coordinate", "coordinates"))
        if name in sizes
    )
    robot = str(recording.dataset.attrs.get("robot", "robot"))
    table = metrics(recording)
    rows = "".join(
        f'<tr><th colspan="3" style="text-align:left">{html.escape(group)}</th></tr>'
        + "".join(_row(table, name) for name in names)
        for group, names in table.groups.items()
    )
    cycles = cycle_line(recording)
    count += f"; {cycles}" if cycles else ""
    return (
        f"<div><strong>{html.escape(robot)}</strong>: {html.escape(recording.status)}; {count}"
        f"<details><summary>metrics</summary><table>{rows}</table></details></div>"
    )


def _row(table: Metrics, name: str) -> str:
    unit = unit_of(name)
    return (
        f'<tr title="{html.escape(describe(name))}"><td style="text-align:left">{html.escape(name)}</td>'
        f"<td>{table.text(name)}</td>"
        f'<td style="text-align:left">{html.escape(unit) if unit != "-" else ""}</td></tr>'
    )


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
