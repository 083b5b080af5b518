"""Text of a validation: one table per scenario with the reasons below its rows, and the sources at the end."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from snakelab.cli.console import (
    DONE,
    FAILED,
    INTERRUPTED,
    Json,
    Quiet,
    clean_errors,
    messages,
    print_json,
    results,
    say_error,
    say_warning,
)
from snakelab.cli.summaries import VERDICT_STYLES
from snakelab.errors import RecordingError, ScenarioError
from snakelab.plugins.studies.validation import Trial, Validation, counted, extent, meaning
from snakelab.results import reference_values as verdict_text
from snakelab.results.reference_values import Judgement

if TYPE_CHECKING:
    from snakelab.results.recording import Recording
    from snakelab.scenarios.scenario import Scenario


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


# ----------------------------------------------------------------------------------------------------------------------
# Command `snakelab validate`: run the published cases and judge every reference value
# ----------------------------------------------------------------------------------------------------------------------

Keep = Callable[[str, "Recording"], None]


def validate(
    scenarios: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME-or-FILE]...",
            help="Scenarios or YAML files.  [default: all of the library with reference values]",
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Only these scenarios, by name or pattern such as 'planar_viscous*'. Repeatable."
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            "--except",
            metavar="NAME",
            help="Exclude these scenarios, by name or pattern such as '*_paper'. Repeatable.",
        ),
    ] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write a page with the verdicts.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Folder for the recordings, and for the verdicts as validation.json and .html."
        ),
    ] = None,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Run scenarios and compare them with their reference values: each agrees, differs, or cannot be checked.

    The exit code is 0 if all values agree, differ with an explanation, or cannot be checked; 1 if one differs without
    an explanation, or a run diverges or fails.
    """
    with clean_errors():
        from snakelab.cli.summaries import writable_folder
        from snakelab.plugins.studies.validation import chosen

        wanted = chosen(scenarios or None, tuple(only or ()), tuple(without or ()))
        folders = {} if out is None else _folders(out, wanted)
        for folder in filter(None, (out, _folder_of(html))):
            writable_folder(folder)
        result_folder = _ResultFolder(folders)
        validation = _run(wanted, result_folder, quiet or as_json)
        _print_text(validation, quiet=quiet, as_json=as_json)
        _write(validation, html, out, quiet=quiet or as_json)
        if result_folder.problem is not None:
            raise result_folder.problem
        raise typer.Exit(_exit_code(validation))


class _ResultFolder:
    """Callback that writes each recording; errors are reported at the end, and do not stop other runs."""

    def __init__(self, folders: Mapping[str, Path]) -> None:
        self.folders = folders
        self.problem: RecordingError | None = None

    def __call__(self, name: str, recording: "Recording") -> None:
        if name in self.folders and self.problem is None:
            try:
                recording.save(self.folders[name] / "results.nc")
            except RecordingError as problem:
                self.problem = problem


def _folders(out: Path, wanted: Mapping[str, "Scenario"]) -> dict[str, Path]:
    """Return a folder for each recording, named after the scenario or file."""
    folders = {name: out / Path(name).stem for name in wanted}
    for name, folder in folders.items():
        twin = next((other for other, taken in folders.items() if taken == folder and other != name), None)
        if twin is not None:
            raise ScenarioError(f"{name} and {twin} have the same folder {folder}; rename one of the files")
    return folders


def _folder_of(html: Path | None) -> Path | None:
    if html is not None and html.is_dir():
        raise RecordingError(f"{html} is a folder; name a file, for example --html {html / 'validation.html'}")
    return None if html is None else html.parent


def _run(wanted: Mapping[str, "Scenario"], keep: Keep, quiet: bool) -> "Validation":
    from snakelab.cli.console import item_progress
    from snakelab.plugins.studies.validation import validate
    from snakelab.sim.precompilation import warmup

    warmup((lambda line: None) if quiet else (lambda line: messages().print(line, soft_wrap=True)))
    noun = "scenario" if len(wanted) == 1 else "scenarios"
    with item_progress("validating", len(wanted), noun, quiet=quiet) as advance:
        return validate(wanted, done=advance, keep=keep)


def _print_text(validation: "Validation", *, quiet: bool, as_json: bool) -> None:
    """Print the verdicts to stdout, and the faults to stderr."""
    from snakelab.plugins.studies.validation import validation_document
    from snakelab.results.reference_values import FAILING

    if as_json:
        print_json(validation_document(validation))
    elif not quiet:
        print_validation(results(), validation)
    for trial in validation.trials:
        bad = [judgement for judgement in trial.judgements if judgement.verdict in FAILING]
        if not trial.came_through:
            say_error(f"{trial.name}: the run {trial.status}")
        elif bad:
            say_error(f"{trial.name}: {'; '.join(f'{j.quantity} {j.verdict}' for j in bad)}")
        for judgement in trial.judgements:
            if judgement.stale and not quiet:
                say_warning(f"{trial.name}: {judgement.quantity} agrees, but the file explains a difference")
    if validation.interrupted:
        say_error(f"interrupted before {', '.join(validation.left_out)}")


def _write(validation: "Validation", html: Path | None, out: Path | None, *, quiet: bool) -> None:
    """Write the page, or the page and the document of the folder."""
    import json

    from snakelab.files import write_whole
    from snakelab.plugins.studies.validation import validation_document, validation_page

    page = validation_page(validation).encode()
    files = {} if html is None else {html: page}
    if out is not None:
        document = json.dumps(validation_document(validation), indent=2, allow_nan=False, ensure_ascii=False) + "\n"
        files |= {out / "validation.json": document.encode(), out / "validation.html": page}
    for path, content in files.items():
        write_whole(path, content)
        if not quiet:
            results().print(f"wrote {path}", soft_wrap=True)


def _exit_code(validation: "Validation") -> int:
    if validation.interrupted:
        return INTERRUPTED
    return DONE if validation.passed else FAILED
