"""`snakelab run`: simulate a scenario and write what it leaves."""

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from snakelab.apps.console import (
    DONE,
    FAILED,
    INTERRUPTED,
    Changes,
    Json,
    Quiet,
    ScenarioName,
    clean_errors,
    messages,
    print_json,
    results,
    say_error,
    say_warning,
    to_whoever_reads,
)
from snakelab.errors import RecordingError

if TYPE_CHECKING:
    from snakelab.apps.run_result import RunResult
    from snakelab.results.recording import Recording
    from snakelab.scenarios import Scenario

BALANCED = 0.05


def run(
    scenario: ScenarioName,
    changes: Changes = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where the results go.  [default: out/<name of the scenario or file>]"),
    ] = None,
    figures: Annotated[bool, typer.Option("--figures/--no-figures", help="Draw the figures.")] = True,
    movie: Annotated[bool, typer.Option("--movie", help="Make a movie of the motion, too.")] = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Simulate a scenario and write its results: the recording, the metrics and figures."""
    with clean_errors():
        from snakelab.apps.output import writable_folder
        from snakelab.apps.run_result import RunResult, run_document
        from snakelab.scenarios import load_scenario
        from snakelab.scenarios.catalogue import find

        loaded = load_scenario(scenario, changes or ())
        folder = writable_folder(out or Path("out") / find(scenario).stem)
        recording = _simulate(loaded, quiet)
        before = frozenset((*folder.iterdir(), *folder.glob("figures/*")))
        paths = _write(recording, folder, figures=figures, movie=movie, quiet=quiet)
        result = RunResult(loaded, recording, folder, tuple(paths), before, changed=bool(changes))
        code = _exit_code(recording)
        if not quiet:
            _judge_balance(recording)
        with to_whoever_reads():
            if as_json:
                print_json(run_document(result, code))
            elif not quiet:
                _tell(result)
        if code != DONE:
            say_error(f"the run {recording.status}")
        raise typer.Exit(code)


def _simulate(scenario: "Scenario", quiet: bool) -> "Recording":
    from snakelab.apps.progress import simulation_progress
    from snakelab.scenarios import run_scenario
    from snakelab.sim.warmup import warmup

    warmup((lambda line: None) if quiet else (lambda line: messages().print(line, soft_wrap=True)))
    with simulation_progress(scenario.name, scenario.settings.duration, quiet=quiet) as progress:
        return run_scenario(scenario, progress)


def _write(recording: "Recording", folder: Path, *, figures: bool, movie: bool, quiet: bool) -> list[Path]:
    """Write the report; the recording is kept elsewhere if its folder fails."""
    from snakelab.apps.progress import item_progress
    from snakelab.view.report import report

    since = time.time() - 1.0  # file systems round
    try:
        if not movie:
            return report(recording, folder, figures=figures)
        with item_progress("drawing a movie,", 100, "%", quiet=quiet) as tell:
            return report(
                recording, folder, figures=figures, movie=True, progress=lambda fraction: tell(round(100 * fraction))
            )
    except RecordingError as problem:
        _rescue(recording, folder, since)
        raise problem


def _tell(result: "RunResult") -> None:
    """The metrics, beside what is expected of them, the status, and the files."""
    from snakelab.apps.output import metrics_table, tell_paths
    from snakelab.results.metrics import metrics

    console = results(whole_lines=True)
    expected, reason = result.scenario.expected, result.not_compared
    console.print(metrics_table(metrics(result.recording), () if reason else expected))
    if reason and expected:
        console.print(f"expected figures are not compared: {reason}", soft_wrap=True)
    console.print(f"status: {result.recording.status}", soft_wrap=True)
    tell_paths(console, result.paths, result.folder, result.before)


def _judge_balance(recording: "Recording") -> None:
    """Say where the energy balance shows that the step was too long for the motion."""
    from snakelab.results.metrics import energy_residual_share

    share = energy_residual_share(recording)
    if share > BALANCED:
        say_warning(
            f"the energy balance is off by {100 * share:.0f} % of the energies exchanged: the step is too long for this motion; "
            "try --set solver.tolerance=1e-4, or a smaller solver.step"
        )


def _rescue(recording: "Recording", folder: Path, since: float) -> None:
    """Where the results' folder fails after the run, keep the recording in the machine's folder for temporary files."""
    file = folder / "results.nc"
    if file.is_file() and file.stat().st_mtime >= since:
        return
    try:
        kept = recording.save(Path(tempfile.mkdtemp(prefix="snakelab-")) / "results.nc")
    except (OSError, RecordingError):
        return
    say_error(f"the recording could not go to {folder}; it is kept in {kept}")


def _exit_code(recording: "Recording") -> int:
    """The exit code for a recording's status."""
    if recording.finished or recording.status.startswith("stopped"):
        return DONE
    return INTERRUPTED if recording.status.startswith("interrupted") else FAILED
