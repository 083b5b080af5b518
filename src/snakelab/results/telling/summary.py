"""A recording in a few lines of HTML, for a notebook."""

import html

from snakelab.results.metrics import describe, metrics, unit_of
from snakelab.results.recording import Recording
from snakelab.results.telling.cycles import cycle_line


def summary_html(recording: Recording) -> str:
    """What a notebook shows of a recording: robot, status, sizes, and the figures of merit with their units."""
    sizes = recording.dataset.sizes
    count = ", ".join(
        f"{sizes[name]} {word}"
        for name, word in (("time", "rows"), ("link", "links or slices"), ("coordinate", "coordinates"))
        if name in sizes
    )
    robot = str(recording.dataset.attrs.get("robot", "robot"))
    rows = "".join(
        f'<tr title="{html.escape(describe(name))}"><td style="text-align:left">{html.escape(name)}</td>'
        f"<td>{value:.6g}</td>"
        f'<td style="text-align:left">{html.escape(unit_of(name)) if unit_of(name) != "-" else ""}</td></tr>'
        for name, value in metrics(recording).items()
        if not isinstance(value, str)
    )
    thought = cycle_line(recording)
    count += f"; {thought}" if thought else ""
    return (
        f"<div><strong>{html.escape(robot)}</strong>: {html.escape(recording.status)}; {count}"
        f"<details><summary>figures of merit</summary><table>{rows}</table></details></div>"
    )
