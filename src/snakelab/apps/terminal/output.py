"""Results folder of a run, its summary on the terminal, and the table of a comparison."""

import math
import os
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from snakelab.errors import RecordingError
from snakelab.results.comparisons.comparison import Comparison, differences
from snakelab.results.metrics import WORK, Metrics, unit_of
from snakelab.results.reference_values import Judgement, Verdict
from snakelab.results.reference_values import text as verdict_text

PICTURES = (".png", ".svg")
FEW = 2  # pictures with separate lines
VERDICT_STYLES = {
    Verdict.AGREES: "green",
    Verdict.EXPLAINED: "yellow",
    Verdict.UNCHECKED: "cyan",
    Verdict.UNEXPLAINED: "bold red",
    Verdict.NO_RESULT: "bold red",
}
SAME = 5e-7  # relative difference that six digits do not show


def writable_folder(folder: Path) -> Path:
    """Create the folder if necessary, check that it is writable, and return it.

    Raises:
        RecordingError: if it cannot be created or written, or its disk is full.
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


def metrics_table(figures: Metrics, judgements: Sequence[Judgement] = ()) -> Table:
    """Return a table of the metrics by groups, with units, reference values and verdicts; idle work terms are omitted.

    Reference values of a part of the run, or of a variable, are separate rows below; so are all of them if the metrics
    are those of a window.
    """
    table = Table(box=None, pad_edge=False, show_header=bool(judgements))
    table.add_column("metric", overflow="fold")
    table.add_column("value", justify="right", overflow="fold")
    table.add_column("unit", overflow="fold")
    table.add_column("expected" if judgements else "", overflow="fold")
    table.add_column("")
    wanted: dict[str, list[Judgement]] = {}
    for judgement in judgements:
        if judgement.verdict is not Verdict.UNCHECKED:
            wanted.setdefault(judgement.quantity, []).append(judgement)
    for group, names in figures.groups.items():
        used = [name for name in names if name in wanted or not name.startswith(WORK) or figures.shown(name) != 0]
        if used:
            _begin_group(table, group)
        for name in used:
            judgements = wanted.pop(name, []) if figures.window is None else []
            if not judgements:
                table.add_row(name, figures.text(name), unit_of(name), "", "")
            for judgement in judgements:
                table.add_row(
                    name, verdict_text.ours(judgement) or figures.text(name), unit_of(name), *_verdict(judgement)
                )
    if wanted:
        _begin_group(table, "parts and variables")
    for judgement in (judgement for rest in wanted.values() for judgement in rest):
        table.add_row(judgement.quantity, verdict_text.ours(judgement) or "nan", judgement.unit, *_verdict(judgement))
    return table


def _begin_group(table: Table, name: str) -> None:
    if table.row_count:
        table.add_row()
    table.add_row(Text(f"{name}:", "bold"))


def _verdict(judgement: Judgement) -> tuple[str, Text]:
    """Return the range of a reference value and its verdict, as cells of a table."""
    return verdict_text.value_range(judgement), Text(judgement.verdict, VERDICT_STYLES[judgement.verdict])


def tell_reasons(console: Console, judgements: Iterable[Judgement], about: str = "") -> None:
    """Print why values differ or cannot be checked, and which explanations are stale; `about` begins each line."""
    for judgement in judgements:
        for words, style in _reasons(judgement):
            head = f"\n{about}{verdict_text.label(judgement)}: "
            console.print(Text.assemble((head, "bold"), (words, style)), soft_wrap=True)


def _reasons(judgement: Judgement) -> Iterator[tuple[str, str]]:
    if judgement.reason:
        yield judgement.reason, ""
    if judgement.stale:
        yield f"warning: {verdict_text.stale(judgement)}", "yellow"


def tell_paths(
    console: Console, paths: Sequence[Path], folder: Path, before: Collection[Path] = (), *, verbose: bool = False
) -> None:
    """Print the written files, marking those present `before`, and the folder as the last line.

    The page is first; figures share one line unless `verbose` is true.

    Args:
        console: Console to print to.
        paths: The files.
        folder: Folder of the files.
        before: Files that were in the folder before.
        verbose: Print one line per figure.
    """
    pictures = [] if verbose else [path for path in paths if path.suffix in PICTURES]
    if len(pictures) <= FEW:
        pictures = []
    for path in sorted((path for path in paths if path not in pictures), key=lambda path: path.suffix != ".html"):
        console.print(f"{'replaced' if path in before else 'wrote'} {path}", soft_wrap=True)
    if pictures:
        old = sum(path in before for path in pictures)
        verb = "replaced" if old == len(pictures) else "wrote"
        some = f", {old} of them in place of older ones" if 0 < old < len(pictures) else ""
        names = ", ".join(dict.fromkeys(path.stem for path in pictures))
        console.print(f"{verb} {len(pictures)} pictures{some} (--verbose lists them): {names}", soft_wrap=True)
    console.print(f"report: {folder}", soft_wrap=True)


def comparison_table(comparison: Comparison) -> Table:
    """Return a table with one column per run, and the difference of each further run from the first, also in per cent.

    Metrics are grouped; work terms that are zero in all runs are omitted.
    """
    table = Table(box=None, pad_edge=False)
    table.add_column("metric", overflow="fold")
    for i, name in enumerate(comparison.names):
        table.add_column(name, justify="right", overflow="fold")
        if i:
            table.add_column("difference", justify="right", overflow="fold")
    table.add_column("unit")
    for group, names in comparison.groups.items():
        used = [name for name in names if not name.startswith(WORK) or _acts(comparison, name)]
        if used and table.row_count:
            table.add_row()
        if used and group:
            table.add_row(Text(f"{group}:", "bold"))
        _add_rows(table, comparison, used)
    return table


def _acts(comparison: Comparison, name: str) -> bool:
    """Return True if a term did work in any run."""
    return any(value for value in comparison.shown(name) if math.isfinite(value))


def _add_rows(table: Table, comparison: Comparison, names: Sequence[str]) -> None:
    for metric in names:
        values = comparison.shown(metric)
        off, relative = differences(values), comparison.shares(metric)
        cells = []
        for i, value in enumerate(values):
            cells.append("-" if math.isnan(value) else f"{value:.6g}")
            if i:
                cells.append(_difference(off[i], relative[i]))
        table.add_row(metric, *cells, "" if unit_of(metric) == "-" else unit_of(metric))


def _difference(difference: float, relative: float) -> str:
    """Return the difference with its sign, and in per cent of the value of the first run."""
    if math.isnan(difference):
        return ""
    if difference == 0 or abs(relative) < SAME:
        return "same"
    return f"{difference:+.4g}" + (f" ({100 * relative:+.3g} %)" if math.isfinite(relative) else " (-)")
