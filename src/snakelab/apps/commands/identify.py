"""Command `snakelab identify`: fit parameters of a scenario to recordings, or continue an interrupted fit."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from snakelab.apps.commands.running_trials import conclude
from snakelab.apps.terminal.console import (
    DONE,
    FAILED,
    INTERRUPTED,
    Json,
    Quiet,
    asked_for_json,
    clean_errors,
    messages,
    print_failure,
    results,
    say_error,
)

if TYPE_CHECKING:
    from snakelab.studies.identification import Identification


def identify(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="[LOG]... CONFIG",
            help="Recordings, then the configuration, a YAML file; see the page on identification.",
        ),
    ],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the results.  [default: out/<name>_identification]")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Number of threads.  [default: one per core]")
    ] = None,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Fit parameters of a scenario to recordings, with confidence intervals, and report which parameters the data determine.

    The same command continues an interrupted fit. The exit code is 1 if the data determine none of the parameters.
    """
    with clean_errors():
        from snakelab.apps.terminal.output import writable_folder
        from snakelab.studies.identification import identify as fit
        from snakelab.studies.identification import load_problem
        from snakelab.studies.identification.files import document

        problem = load_problem(files[-1], files[:-1])
        folder = writable_folder(out or Path("out") / f"{problem.name}_identification")
        if not quiet:
            n = len(problem.experiments)
            messages().print(
                f"{problem.name}: {len(problem.unknowns)} parameters, {n} {'log' if n == 1 else 'logs'}", soft_wrap=True
            )
        try:
            identification = fit([], problem, folder, threads=threads, done=None if quiet else Progress())
        except KeyboardInterrupt:
            message = "interrupted; repeat the command to continue"
            say_error(message)
            if asked_for_json():
                print_failure(message, INTERRUPTED)
            raise typer.Exit(INTERRUPTED) from None
        none = all(one.verdict == "not determined" for one in identification.estimates)
        code = FAILED if none else DONE
        conclude(
            code,
            document=lambda: (
                document(identification) | {"files": [str(path) for path in identification.paths], "exit_code": code}
            ),
            print_text=lambda: _print_text(identification),
            errors=["the data determine none of the parameters"] if none else [],
            quiet=quiet,
            as_json=as_json,
        )


class Progress:
    """Progress of a fit: a line every few seconds."""

    def __init__(self) -> None:
        self._shown_at = time.monotonic()

    def __call__(self, n_simulations: int) -> None:
        """Report the number of simulations so far."""
        now = time.monotonic()
        if now - self._shown_at >= 5.0:
            self._shown_at = now
            messages().print(f"{n_simulations} simulations", soft_wrap=True)


def _print_text(identification: "Identification") -> None:
    """Print the estimates, the remarks and the files."""
    console = results(whole_lines=True)
    for one in identification.estimates:
        console.print(
            f"{one.name} = {one.value:.6g} {one.unit}, 95 % interval {one.low:.6g} to {one.high:.6g}: {one.verdict}",
            soft_wrap=True,
        )
    for line in identification.remarks:
        console.print(line, soft_wrap=True)
    if identification.gaits:
        console.print(f"most informative gait: {identification.gaits[0].name}", soft_wrap=True)
    console.print(f"simulations: {identification.n_simulations}", soft_wrap=True)
    for path in identification.paths:
        console.print(f"wrote {path}", soft_wrap=True)
