"""Results folder of a run, its summary on the terminal, and the table of a comparison."""

import itertools
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
from snakelab.results.metrics import Metrics
from snakelab.results.metrics.table import metric_rows
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
    used = (row for row in metric_rows([figures]) if row.name in wanted or not row.is_idle)
    for group, members in itertools.groupby(used, lambda row: row.group):
        _begin_group(table, group)
        for row in members:
            judgements = wanted.pop(row.name, []) if figures.window is None else []
            if not judgements:
                table.add_row(row.name, row.text, row.unit or "-", "", "")
            for judgement in judgements:
                table.add_row(row.name, verdict_text.ours(judgement) or row.text, row.unit or "-", *_verdict(judgement))
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
    used = (row for row in metric_rows(comparison.tables) if not row.is_idle)
    for group, members in itertools.groupby(used, lambda row: row.group):
        if table.row_count:
            table.add_row()
        if group:
            table.add_row(Text(f"{group}:", "bold"))
        for row in members:
            off, relative = differences(row.values), comparison.shares(row.name)
            cells = row.texts[:1]
            for text, difference, share in zip(row.texts[1:], off[1:], relative[1:], strict=True):
                cells += [text, _difference(difference, share)]
            table.add_row(row.name, *cells, row.unit)
    return table


def _difference(difference: float, relative: float) -> str:
    """Return the difference with its sign, and in per cent of the value of the first run."""
    if math.isnan(difference):
        return ""
    if difference == 0 or abs(relative) < SAME:
        return "same"
    return f"{difference:+.4g}" + (f" ({100 * relative:+.3g} %)" if math.isfinite(relative) else " (-)")
