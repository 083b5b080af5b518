"""Display of the report page: inside a notebook, or in the web browser."""

import html
import os
import sys
import tempfile
import webbrowser
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from snakelab.arguments import checked_arguments
from snakelab.entry_points import SERVICES, load
from snakelab.errors import RecordingError
from snakelab.results.recording import Recording
from snakelab.results.recording_files.atomic_writing import write_whole
from snakelab.types import count

HEIGHT = 720  # in a notebook [pixel]


@dataclass(frozen=True)
class Shown:
    """Report page; a notebook displays it as the value of a cell.

    Attributes:
        page: The HTML file's content.
        height: Height in a notebook [pixel].
        path: File opened in the browser, None in a notebook.
    """

    page: bytes = field(repr=False)
    height: int = HEIGHT
    path: Path | None = None

    def _repr_html_(self) -> str:
        # A separate frame, so that the page's style and script do not interact with those of the notebook.
        return (
            f'<iframe srcdoc="{html.escape(self.page.decode())}" sandbox="allow-scripts allow-downloads" '
            f'style="width: 100%; height: {self.height}px; border: 0" title="snakelab report"></iframe>'
        )


@checked_arguments(RecordingError)
def show(*recordings: Recording, names: Sequence[str] | None = None, height: int = HEIGHT) -> Shown:
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
