"""`snakelab run`: simulate a scenario and write what it leaves."""

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from snakelab.apps.console import (
    DONE,
    FAILED,
    INTERRUPTED,
    Changes,
    Quiet,
    ScenarioName,
    clean_errors,
    say_error,
    say_warning,
)
from snakelab.errors import RecordingError

if TYPE_CHECKING:
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
    quiet: Quiet = False,
) -> None:
    """Simulate a scenario and write its results: the recording, the metrics and a figure."""
    with clean_errors():
        from snakelab.apps.output import writable_folder
        from snakelab.scenarios import load_scenario
        from snakelab.scenarios.catalogue import find

        loaded = load_scenario(scenario, changes or ())
        folder = writable_folder(out or Path("out") / find(scenario).stem)
        recording = _simulate(loaded, quiet)
        _write(recording, folder, loaded, changed=bool(changes), quiet=quiet)
        raise typer.Exit(_exit_code(recording))


def _simulate(scenario: "Scenario", quiet: bool) -> "Recording":
    from snakelab.apps.progress import progress_on
    from snakelab.scenarios import run_scenario
    from snakelab.sim.warmup import warmup

    if quiet:
        warmup()
        return run_scenario(scenario)
    console = Console(stderr=True, highlight=False)
    warmup(lambda line: console.print(line, soft_wrap=True))
    with progress_on(console, scenario.name, scenario.settings.duration) as progress:
        return run_scenario(scenario, progress)


def _write(recording: "Recording", folder: Path, scenario: "Scenario", *, changed: bool, quiet: bool) -> None:
    from snakelab.apps.output import metrics_table, tell_paths
    from snakelab.results.metrics import metrics
    from snakelab.view.report import report

    before = set(folder.iterdir())
    since = time.time() - 1.0  # file systems round
    try:
        paths = report(recording, folder)
    except RecordingError as problem:
        _rescue(recording, folder, since)
        raise problem
    if not quiet:
        console = Console(highlight=False)
        reason = "values were changed with --set" if changed else "" if recording.finished else "the run did not finish"
        console.print(metrics_table(metrics(recording), () if reason else scenario.expected))
        if reason and scenario.expected:
            console.print(f"expected figures are not compared: {reason}", soft_wrap=True)
        console.print(f"status: {recording.status}", soft_wrap=True)
        _judge_balance(recording)
        tell_paths(console, paths, folder, before)


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
    """The exit code for a recording's status; what went wrong is said on stderr."""
    if recording.finished or recording.status.startswith("stopped"):
        return DONE
    say_error(f"the run {recording.status}")
    return INTERRUPTED if recording.status.startswith("interrupted") else FAILED
