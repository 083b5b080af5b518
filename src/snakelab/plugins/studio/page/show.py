"""Display of the report page and of the page for loops in shape space."""

import html
import json
import os
import sys
import tempfile
import webbrowser
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

import numpy as np

from snakelab.entry_points import SERVICES, load
from snakelab.errors import RecordingError, SimulationError
from snakelab.files import write_whole
from snakelab.gaits.geometric.optimal import height_functions, with_least_perturbation
from snakelab.gaits.geometric.shape_space import ShapeSpace
from snakelab.parameters.arguments import count
from snakelab.parameters.declarations import checked_arguments
from snakelab.results.recording import Recording

# ----------------------------------------------------------------------------------------------------------------------
# Display of the report page: inside a notebook, or in the web browser
# ----------------------------------------------------------------------------------------------------------------------

FRAME_HEIGHT = 720  # in a notebook [pixel]


@dataclass(frozen=True)
class Shown:
    """Report page; a notebook displays it as the value of a cell.

    Attributes:
        page: The HTML file's content.
        height: Height in a notebook [pixel].
        path: File opened in the browser, None in a notebook.
    """

    page: bytes = field(repr=False)
    height: int = FRAME_HEIGHT
    path: Path | None = None

    def _repr_html_(self) -> str:
        # A separate frame, so that the page's style and script do not interact with those of the notebook.
        return (
            f'<iframe srcdoc="{html.escape(self.page.decode())}" sandbox="allow-scripts allow-downloads" '
            f'style="width: 100%; height: {self.height}px; border: 0" title="snakelab report"></iframe>'
        )


@checked_arguments(RecordingError)
def show(*recordings: Recording, names: Sequence[str] | None = None, height: int = FRAME_HEIGHT) -> Shown:
    """Display one run, or several for comparison: replay in 3-D, plots and metrics.

    In a notebook, as the last line of a cell, the page is displayed below the cell. Elsewhere it is written to a
    temporary file, which the web browser opens; on a machine without a screen the path is printed.

    Args:
        recordings: One or more.
        names: Names of the runs; default: those of their scenarios or robots.
        height: Height of the page in a notebook [pixel].

    Raises:
        RecordingError: if there is no recording, or not a name for each.
    """
    count(height, "height", RecordingError, minimum=100)
    page = load(SERVICES, "report_page")(recordings, names)
    if _in_notebook():
        return Shown(page, height)
    path = write_whole(Path(tempfile.mkdtemp(prefix="snakelab-")) / "report.html", page)
    if not (_has_screen() and webbrowser.open(path.as_uri())):
        print(f"report: {path}")
    return Shown(page, height, path)


def _in_notebook() -> bool:
    """Return True in a Jupyter kernel; IPython is used only if it is loaded already."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and getattr(shell, "kernel", None) is not None


def _has_screen() -> bool:
    """Return True if a graphical browser can open: without a screen, a text browser would take the terminal."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


# ----------------------------------------------------------------------------------------------------------------------
# Page to draw loops in a shape space of two variables by hand, with the displacement of a cycle; it needs no network
# ----------------------------------------------------------------------------------------------------------------------

ASSETS = Path(__file__).parents[1] / "assets"
TITLE = "Loops in shape space"
KINDS = {
    "viscous": "viscous resistance, without inertia",
    "inertial": "inertia alone, without resistance",
    "fitted": "numerical fit to the quasi-static balance of forces, approximate",
}
STYLE = """
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem }
.both { display: flex; flex-wrap: wrap; gap: 1.5rem }
canvas { width: min(100%, 30rem); border: 1px solid gray; touch-action: none; cursor: crosshair }
svg { width: min(100%, 20rem); border: 1px solid gray }
polyline { fill: none; stroke: currentColor; stroke-width: 1.5 }
text { fill: currentColor; font-size: 12px }
label { margin-right: 1rem }
"""


@checked_arguments(SimulationError)
def shape_loop_page(space: ShapeSpace, path: str | Path, limits: object, n: int = 61, title: str = TITLE) -> Path:
    """Write a page on which loops in shape space are drawn by hand, and return its path.

    The background is the height function in minimum-perturbation coordinates; red is positive. The displacement
    is the integral of the motion over the loop, as of `cycle_displacement`, with a connection that is interpolated on the grid.
    The loop can be copied as a `PolygonLoop`.

    Args:
        space: Shape space of a planar robot with two shape variables.
        path: HTML file.
        limits: Largest absolute value of both variables, or (minimum 1, maximum 1, minimum 2, maximum 2).
        n: Points of the grid along each variable [-].
        title: Heading of the page.

    Raises:
        SimulationError: as `height_functions`, or if the file cannot be written.
    """
    base = height_functions(space, limits, n, "base")
    heights = with_least_perturbation(base)
    data = {
        "first": heights.first.tolist(),
        "second": heights.second.tolist(),
        "A": np.round(base.A.reshape(6, len(base.first), -1), 9).tolist(),
        "values": np.round(heights.values, 7).tolist(),
    }
    middle = min(np.ptp(heights.first), np.ptp(heights.second)) / 2
    scripts = "".join((ASSETS / name).read_text(encoding="utf-8") for name in ("shape_loop.js", "shape_loop_draw.js"))
    text = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{escape(title)}</h1>
<p>Across: {escape(heights.names[0])}, {heights.first[0]:.3g} to {heights.first[-1]:.3g}. Up: {escape(heights.names[1])},
{heights.second[0]:.3g} to {heights.second[-1]:.3g}. Connection: {escape(KINDS[heights.kind])}.</p>
<p><label>Height function <select id="row"><option value="0">x</option><option value="1">y</option>
<option value="2">heading</option></select></label>
<label>Circle <input id="radius" type="range" min="0" max="{middle:.4g}" step="any" value="{middle / 2:.4g}"></label></p>
<p id="numbers" role="status"></p>
<p><label>The loop in Python <input id="points" size="60" readonly></label></p>
<div class="both"><canvas id="space" width="480" height="480"></canvas>
<svg id="path" viewBox="0 0 300 300" role="img" aria-label="Way of the base"><polyline/><text x="10" y="14"></text></svg></div>
<script type="application/json" id="data">{json.dumps(data, allow_nan=False)}</script>
<script>
{scripts}</script>
</body>
</html>
"""
    file = Path(path)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise SimulationError(f"cannot write {file}: {problem.strerror}") from None
    return file
