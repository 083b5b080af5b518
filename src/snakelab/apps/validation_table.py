"""A validation as text: a table for each robot, the reasons below it, the sources at the end."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from snakelab.apps.output import VERDICT_STYLES
from snakelab.studies.validation import Judgement, Trial, Validation
from snakelab.studies.validation import wording as say

HEADS = ("", "ours", "unit", "reference", "tolerance", "error", "", "verdict", "source")
NUMBERS = ("ours", "reference", "tolerance", "error", "", "source")
WIDEST = 44  # of a statement, which is wrapped beyond [columns]
GAP = 2


def tell_validation(console: Console, validation: Validation) -> None:
    """Print the whole validation. Where the console is too narrow for a table, each statement takes a few lines."""
    sources = validation.sources
    rows = [_row(judgement, sources) for judgement in validation.judgements]
    widths = [max(map(len, column)) for column in zip(HEADS, *rows, strict=True)]
    widths[0] = min(widths[0], WIDEST)
    wide = sum(widths) + GAP * (len(widths) - 1) <= console.width
    for robot, trials in validation.by_robot.items():
        console.print(Text(f"\n{robot}", "bold underline"), soft_wrap=True)
        for trial in trials:
            console.print(_heading(trial), soft_wrap=True)
            if wide and trial.judgements:
                console.print(_table(trial.judgements, sources, widths))
            else:
                for judgement in trial.judgements:
                    console.print(_lines(judgement, sources), soft_wrap=True)
        _tell_reasons(console, trials)
    _tell_sources(console, validation)
    console.print(_summary(validation), soft_wrap=True)


def _heading(trial: Trial) -> Text:
    ended = (
        Text() if trial.status == "finished" else Text(f"  {trial.status}", "" if trial.came_through else "bold red")
    )
    return Text.assemble("\n", (trial.name, "bold"), f"  {trial.title}", ended)


def _row(judgement: Judgement, sources: dict[str, int]) -> tuple[str, ...]:
    return (
        _statement(judgement),
        say.ours(judgement),
        judgement.unit if say.ours(judgement) and judgement.unit != "-" else "",
        say.reference(judgement),
        say.tolerance(judgement),
        say.error(judgement),
        say.error_percent(judgement),
        str(judgement.verdict),
        str(sources[judgement.source]),
    )


def _statement(judgement: Judgement) -> str:
    return ": ".join(filter(None, (judgement.case, judgement.figure)))


def _table(judgements: Iterable[Judgement], sources: dict[str, int], widths: Sequence[int]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim")
    for i, (head, width) in enumerate(zip(HEADS, widths, strict=True)):
        number = i > 0 and head in NUMBERS
        table.add_column(head, width=width, justify="right" if number else "left", overflow="fold")
    for judgement in judgements:
        *cells, verdict, source = _row(judgement, sources)
        table.add_row(*cells, Text(verdict, VERDICT_STYLES[judgement.verdict]), source)
    return table


def _lines(judgement: Judgement, sources: dict[str, int]) -> Text:
    """One statement on a narrow console."""
    _, ours, unit, reference, tolerance, error, percent, verdict, source = _row(judgement, sources)
    parts = [
        f"ours {ours} {unit}".rstrip() if ours else "",
        f"reference {reference}{f' +- {tolerance}' if tolerance else ''}" if reference else "",
        f"error {error}{f' ({percent})' if percent else ''}" if error else "",
    ]
    numbers = ", ".join(filter(None, parts))
    return Text.assemble(
        f"  {_statement(judgement)}\n    ",
        (verdict, VERDICT_STYLES[judgement.verdict]),
        f": {numbers} [{source}]" if numbers else f" [{source}]",
    )


def _tell_reasons(console: Console, trials: Iterable[Trial]) -> None:
    """Why figures of these trials differ or cannot be checked; and which explanations are stale."""
    for trial in trials:
        for judgement in trial.judgements:
            for words, style in _reasons(judgement):
                head = f"\n{trial.name}, {_statement(judgement)}: "
                console.print(Text.assemble((head, "bold"), (words, style)), soft_wrap=True)


def _reasons(judgement: Judgement) -> Iterator[tuple[str, str]]:
    if judgement.reason:
        yield judgement.reason, ""
    if judgement.stale:
        yield f"warning: {say.stale(judgement)}", "yellow"


def _tell_sources(console: Console, validation: Validation) -> None:
    console.print(Text("\nsources", "bold underline"), soft_wrap=True)
    for source, number in validation.sources.items():
        console.print(Text(f"{number:3}  {source}"), soft_wrap=True)


def _summary(validation: Validation) -> Text:
    """How many statements have each verdict."""
    n_trials, n_statements = len(validation.trials), len(validation.judgements)
    counts = [(f"{verdict}: {n}", VERDICT_STYLES[verdict]) for verdict, n in validation.counts.items() if n]
    text = Text(f"\n{_counted(n_statements, 'statement')} in {_counted(n_trials, 'scenario')}. ")
    return text.append_text(Text("; ").join(Text(words, style) for words, style in counts))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
