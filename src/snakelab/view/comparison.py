"""Output folder of a comparison of runs: numbers, a page and a figure."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from snakelab.results.diagnostics.comparison import Comparison
from snakelab.results.recording import Recording
from snakelab.view.report import fill, load_matplotlib


def comparison_report(
    comparison: Comparison, recordings: Sequence[Recording], folder: str | Path, *, figures: bool = True
) -> list[Path]:
    """Write `compare.json`, `compare.html` (open it in a browser, no network needed), `compare.png` and `compare.svg`.

    Args:
        comparison: From `compare`.
        recordings: The same runs.
        folder: Output folder; made if it is missing.
        figures: True to draw the figures.

    Returns:
        Paths of the files, in the order of writing.

    Raises:
        RecordingError: if the folder cannot be written or is full, with the files already written, or if a recording
            lacks a compared variable.
    """
    written: list[Path] = []
    with np.errstate(all="ignore"):  # a diverged run overflows; its status reports it
        fill(Path(folder), _contents(comparison, recordings, figures), written)
    return written


def _contents(comparison: Comparison, recordings: Sequence[Recording], figures: bool) -> Iterator[tuple[str, bytes]]:
    from snakelab.view.page import page_html

    yield "compare.json", comparison.as_json().encode()
    yield "compare.html", page_html(recordings, comparison.names)
    if figures:
        load_matplotlib()
        from snakelab.view.figures.comparison import comparison_figure
        from snakelab.view.figures.files import figure_files

        for kind, content in figure_files(comparison_figure(recordings, comparison.names)).items():
            yield f"compare.{kind}", content
