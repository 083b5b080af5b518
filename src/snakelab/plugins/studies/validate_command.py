"""Command `snakelab validate`: run the published cases and judge every reference value."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from snakelab.cli.console import (
    DONE,
    FAILED,
    INTERRUPTED,
    Json,
    Quiet,
    clean_errors,
    messages,
    print_error,
    print_json,
    print_warning,
    results,
)
from snakelab.errors import RecordingError, ScenarioError

if TYPE_CHECKING:
    from snakelab.plugins.studies.validation import Validation
    from snakelab.results.recording import Recording
    from snakelab.scenarios.scenario import Scenario


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
        from snakelab.cli.printed_summaries import writable_folder
        from snakelab.plugins.studies.validation import selected_scenarios

        wanted = selected_scenarios(scenarios or None, tuple(only or ()), tuple(without or ()))
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
    from snakelab.cli.progress import item_progress
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
        from snakelab.plugins.studies.validation import print_validation

        print_validation(results(), validation)
    for trial in validation.trials:
        bad = [judgement for judgement in trial.judgements if judgement.verdict in FAILING]
        if not trial.completed:
            print_error(f"{trial.name}: the run {trial.status}")
        elif bad:
            print_error(f"{trial.name}: {'; '.join(f'{j.quantity} {j.verdict}' for j in bad)}")
        for judgement in trial.judgements:
            if judgement.stale and not quiet:
                print_warning(f"{trial.name}: {judgement.quantity} agrees, but the file explains a difference")
    if validation.interrupted:
        print_error(f"interrupted before {', '.join(validation.left_out)}")


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
