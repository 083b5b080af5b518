"""Output folder of a comparison of runs: numbers, a page and a figure."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from snakelab.entry_points import SERVICES, load
from snakelab.results.comparisons.comparison import Comparison
from snakelab.results.comparisons.measured_differences import errors_csv, is_measured, measured_differences
from snakelab.results.recording import Recording
from snakelab.view.figures.selection import load_matplotlib
from snakelab.view.report import fill


def comparison_report(
    comparison: Comparison, recordings: Sequence[Recording], folder: str | Path, *, figures: bool = True
) -> list[Path]:
    """Write `compare.json`, `compare.html` (open it in a browser, no network needed), `compare.png` and `compare.svg`.

    A measured and a simulated run also give `measured_joints` and `measured_variables` (`.png` and `.svg`), which show both,
    and `measured.csv`, the errors of every variable. A log without poses is in the plots of the page, not in its replay.

    Args:
        comparison: From `compare`.
        recordings: The same runs.
        folder: Output folder; created if it does not exist.
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
    yield "compare.json", comparison.as_json().encode()
    yield "compare.html", load(SERVICES, "report_page")(recordings, comparison.names)
    if figures:
        load_matplotlib()
        from snakelab.view.figures.comparison import comparison_figure
        from snakelab.view.figures.files import figure_files

        for kind, content in figure_files(comparison_figure(recordings, comparison.names)).items():
            yield f"compare.{kind}", content
        yield from measured_figures(recordings)
    if differences := measured_differences(recordings, comparison.names):
        yield "measured.csv", errors_csv(differences).encode()


def measured_figures(recordings: Sequence[Recording]) -> Iterator[tuple[str, bytes]]:
    """Yield the figures of the first measured run over the first simulated one, if there are both."""
    from snakelab.view.figures.comparison import measured_figure, measured_variables_figure
    from snakelab.view.figures.files import figure_files

    runs = [next((run for run in recordings if is_measured(run) is kind), None) for kind in (True, False)]
    if runs[0] is None or runs[1] is None:
        return
    drawn = {
        "measured_joints": measured_figure(runs[0], runs[1]),
        "measured_variables": measured_variables_figure(runs[0], runs[1]),
    }
    for name, figure in drawn.items():
        for kind, content in figure_files(figure).items() if figure is not None else ():
            yield f"{name}.{kind}", content
