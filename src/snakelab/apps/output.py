"""Where a run's results go, and how they are told on the terminal."""

import math
import os
import tempfile
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from snakelab.errors import RecordingError
from snakelab.results.metrics import WORK, unit_of
from snakelab.scenarios import Expected
from snakelab.studies.validation.verdicts import Verdict, judge

VERDICT_STYLES = {
    Verdict.AGREES: "green",
    Verdict.EXPLAINED: "yellow",
    Verdict.UNCHECKED: "cyan",
    Verdict.UNEXPLAINED: "bold red",
    Verdict.NO_RESULT: "bold red",
}


def writable_folder(folder: Path) -> Path:
    """The folder, made if need be, after a trial that it takes files.

    Raises:
        RecordingError: if it cannot be made or written, or its disk is full.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(bytes(1 << 16))
            trial.flush()
            os.fsync(trial.fileno())
    except OSError as problem:
        reason = problem.strerror or problem
        raise RecordingError(
            f"cannot write to {folder}: {reason}; give another folder, for example --out /tmp/run"
        ) from problem
    return folder


def metrics_table(figures: Mapping[str, float | str], expected: Sequence[Expected] = ()) -> Table:
    """Metrics with their units, what is expected of them, and the verdict; work terms that did nothing are left out."""
    table = Table(box=None, pad_edge=False, show_header=bool(expected))
    table.add_column("metric", overflow="fold")
    table.add_column("value", justify="right", overflow="fold")
    table.add_column("unit", overflow="fold")
    table.add_column("expected" if expected else "", overflow="fold")
    table.add_column("")
    wanted: dict[str, list[Expected | None]] = {}
    for figure in expected:
        wanted.setdefault(figure.metric, []).append(figure)
    missing = {name: math.nan for name in wanted if name not in figures}
    for name, value in {**figures, **missing}.items():
        if name == "status" or (name.startswith(WORK) and value == 0 and name not in wanted):
            continue
        text = value if isinstance(value, str) else f"{value:.6g}"
        for claim in wanted.get(name, [None]):
            table.add_row(name, text, unit_of(name), *_judged(value, claim))
    return table


def _judged(value: float | str, expected: Expected | None) -> tuple[str, Text]:
    """What was expected, and the verdict."""
    if expected is None:
        return "", Text()
    verdict = judge(expected.claim(), math.nan if isinstance(value, str) else value).verdict
    return f"{expected.value:g} +- {expected.tolerance:g}", Text(verdict, VERDICT_STYLES[verdict])


def tell_paths(console: Console, paths: Sequence[Path], folder: Path, before: Collection[Path] = ()) -> None:
    """The files that were written, which of them were there `before`, and the folder as the last line."""
    for path in paths:
        console.print(f"{'replaced' if path in before else 'wrote'} {path}", soft_wrap=True)
    console.print(f"report: {folder}", soft_wrap=True)
