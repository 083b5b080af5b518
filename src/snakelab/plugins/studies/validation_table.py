"""Text of a validation: one table per scenario, reasons below its rows, and the sources at the end.

Apart from the command, so that `snakelab --help` does not import the simulator.
"""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from snakelab.cli.summaries import VERDICT_STYLES
from snakelab.plugins.studies.validation import Trial, Validation, counted, extent, meaning
from snakelab.results import reference_values as verdict_text
from snakelab.results.reference_values import Judgement

HEADS = ("", "ours", "unit", "reference", "tolerance", "error", "relative", "verdict", "source")
NUMBERS = ("ours", "reference", "tolerance", "error", "relative", "source")
WIDEST = 44  # width of a statement before wrapping [columns]
GAP = 2
INDENT = 4


def print_validation(console: Console, validation: Validation) -> None:
    """Print the validation. On a console too narrow for a table, each statement is printed on a few lines."""
    sources = validation.sources
    rows = [_row(judgement, sources) for judgement in validation.judgements]
    widths = [max(map(len, column)) for column in zip(HEADS, *rows, strict=True)]
    widths[0] = min(widths[0], WIDEST)
    wide = sum(widths) + GAP * (len(widths) - 1) <= console.width
    for robot, trials in validation.by_robot.items():
        console.print(Text(f"\n{robot}", "bold underline"), soft_wrap=True)
        for trial in trials:
            console.print(_heading(trial), soft_wrap=True)
            _print_trial(console, trial, sources, widths if wide else None)
    _print_sources(console, validation)
    console.print(_summary(validation), soft_wrap=True)


def _print_trial(console: Console, trial: Trial, sources: dict[str, int], widths: Sequence[int] | None) -> None:
    """Print the statements with their reasons, as a table, or as lines if no column widths are given."""
    for i, group in enumerate(_up_to_reasons(trial.judgements)):
        if widths is None:
            for judgement in group:
                console.print(_lines(judgement, sources), soft_wrap=True)
        else:
            console.print(_table(group, sources, widths, heads=i == 0))
        for words, style in _remarks(group[-1]):
            _print_below(console, Text(words, style))


def _up_to_reasons(judgements: Sequence[Judgement]) -> Iterator[Sequence[Judgement]]:
    """Split the statements into groups that end with a statement with a remark, or with the last one."""
    first = 0
    for i, judgement in enumerate(judgements):
        if i == len(judgements) - 1 or any(_remarks(judgement)):
            yield judgements[first : i + 1]
            first = i + 1


def _remarks(judgement: Judgement) -> Iterator[tuple[str, str]]:
    if judgement.reason:
        yield judgement.reason, "dim"
    if judgement.stale:
        yield f"warning: {verdict_text.stale(judgement)}", "yellow"


def _print_below(console: Console, text: Text) -> None:
    """Print an indented remark below its row, wrapped on a terminal only."""
    if console.is_terminal:
        console.print(Padding(text, (0, 0, 0, INDENT), expand=False))
    else:
        console.print(Text.assemble(INDENT * " ", text), soft_wrap=True)


def _heading(trial: Trial) -> Text:
    ended = (
        Text() if trial.status == "finished" else Text(f"  {trial.status}", "" if trial.came_through else "bold red")
    )
    return Text.assemble("\n", (trial.name, "bold"), f"  {trial.title}", ended)


def _row(judgement: Judgement, sources: dict[str, int]) -> tuple[str, ...]:
    return (
        verdict_text.label(judgement),
        verdict_text.ours(judgement),
        judgement.unit if verdict_text.ours(judgement) and judgement.unit != "-" else "",
        verdict_text.reference(judgement),
        verdict_text.tolerance(judgement),
        verdict_text.error(judgement),
        verdict_text.error_percent(judgement),
        str(judgement.verdict),
        str(sources[judgement.source]),
    )


def _table(
    judgements: Iterable[Judgement], sources: dict[str, int], widths: Sequence[int], *, heads: bool = True
) -> Table:
    table = Table(box=None, show_header=heads, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim")
    for i, (head, width) in enumerate(zip(HEADS, widths, strict=True)):
        number = i > 0 and head in NUMBERS
        table.add_column(head, width=width, justify="right" if number else "left", overflow="fold")
    for judgement in judgements:
        *cells, verdict, source = _row(judgement, sources)
        table.add_row(*cells, Text(verdict, VERDICT_STYLES[judgement.verdict]), source)
    return table


def _lines(judgement: Judgement, sources: dict[str, int]) -> Text:
    """Return the lines of one statement for a narrow console."""
    _, ours, unit, reference, tolerance, error, percent, verdict, source = _row(judgement, sources)
    parts = [
        f"ours {ours} {unit}".rstrip() if ours else "",
        f"reference {reference}{f' +- {tolerance}' if tolerance else ''}" if reference else "",
        f"error {error}{f' ({percent})' if percent else ''}" if error else "",
    ]
    numbers = ", ".join(filter(None, parts))
    return Text.assemble(
        f"  {verdict_text.label(judgement)}\n    ",
        (verdict, VERDICT_STYLES[judgement.verdict]),
        f": {numbers} [{source}]" if numbers else f" [{source}]",
    )


def _print_sources(console: Console, validation: Validation) -> None:
    console.print(Text("\nsources", "bold underline"), soft_wrap=True)
    for source, number in validation.sources.items():
        n = counted(validation.said_by[source], "statement")
        console.print(Text.assemble(f"{number:3}  {source} ", (f"({n})", "dim")), soft_wrap=True)


def _summary(validation: Validation) -> Text:
    """Return the extent of the validation, and the number of statements by verdict."""
    counts = [(f"{verdict}: {n}", VERDICT_STYLES[verdict]) for verdict, n in validation.counts.items() if n]
    text = Text(f"\n{extent(validation)}\n")
    text.append_text(Text("; ").join(Text(words, style) for words, style in counts))
    return text.append(f"\n{remark}") if (remark := meaning(validation)) else text
