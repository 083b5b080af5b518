"""The `snakelab` command. What is slow to import is imported inside the commands, so that help comes at once."""

import os
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from snakelab.errors import RecordingError, SnakelabError

if TYPE_CHECKING:
    from snakelab.results.recording import Recording
    from snakelab.scenarios import Scenario

DONE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
BALANCED = 0.05
EXIT_CODES = (
    "Exit codes: 0 the run finished, or a condition of its own stopped it; 1 it diverged or failed; "
    "2 the input is wrong, or the output cannot be written; 130 it was interrupted (Ctrl-C). "
    "After 1 and 130, what the run has is saved."
)
ScenarioName = Annotated[str, typer.Argument(metavar="NAME-or-FILE", help="A scenario of the library, or a YAML file.")]
CHANGES = "Change one value, as in solver.step=0.001 or robot.parts.0.link.mass=0.1. Repeatable."

app = typer.Typer(name="snakelab", add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)


def main() -> None:
    """Entry point of the `snakelab` command. A polite end from outside saves what there is, as Ctrl-C does."""
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    app(prog_name="snakelab")


def _say_version(asked: bool) -> None:
    if asked:
        try:
            print(f"snakelab {version('snakelab')}")
        except PackageNotFoundError:
            print("snakelab, not installed")
        raise typer.Exit


@app.callback(epilog=EXIT_CODES)
def snakelab(
    asked: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Describe a snake robot once, then model, simulate and control it."""


@app.command(epilog=EXIT_CODES)
def run(
    scenario: ScenarioName,
    changes: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help=CHANGES)] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where the results go.  [default: out/<name of the scenario or file>]"),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")] = False,
) -> None:
    """Simulate a scenario and write its results: the recording, the metrics and a figure."""
    with _clean_errors():
        from snakelab.apps.output import writable_folder
        from snakelab.scenarios import load_scenario
        from snakelab.scenarios.catalogue import find

        loaded = load_scenario(scenario, changes or ())
        folder = writable_folder(out or Path("out") / find(scenario).stem)
        recording = _simulate(loaded, quiet)
        _write(recording, folder, loaded, changed=bool(changes), quiet=quiet)
        raise typer.Exit(_exit_code(recording))


@app.command(name="list")
def list_scenarios() -> None:
    """List the scenarios of the library."""
    with _clean_errors():
        from snakelab.scenarios import library

        titles = library()
        width = max(map(len, titles), default=0)
        for name, title in titles.items():
            print(f"{name:{width}}  {title}", flush=True)


@app.command()
def show(scenario: ScenarioName) -> None:
    """Print a scenario's file: a start for one of your own."""
    with _clean_errors():
        from snakelab.scenarios.catalogue import find
        from snakelab.scenarios.document import read_text

        print(read_text(find(scenario)), end="", flush=True)


_WARNED: set[str] = set()


@contextmanager
def _clean_errors() -> Iterator[None]:
    """What a user can do wrong ends in one message and an exit code, never in a traceback."""
    warnings.showwarning = _say_warning
    try:
        yield
    except SnakelabError as problem:
        _say_error(str(problem))
        raise typer.Exit(BAD_INPUT) from None
    except MemoryError as problem:
        _say_error(f"the run does not fit into the memory ({problem}); lower duration or solver.record_rate")
        raise typer.Exit(BAD_INPUT) from None
    except BrokenPipeError:  # whoever read the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(DONE) from None
    except OSError as problem:
        _say_error(f"cannot write the output: {problem.strerror or problem}")
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(BAD_INPUT) from None
    except KeyboardInterrupt:
        _say_error("interrupted")
        raise typer.Exit(INTERRUPTED) from None


def _say_warning(message: Warning | str, *place: Any, **more: Any) -> None:
    """A warning in one line, once, without the place in the code that Python adds."""
    if str(message) in _WARNED:
        return
    _WARNED.add(str(message))
    console = Console(stderr=True, highlight=False)
    console.print(Text.assemble(("warning: ", "bold yellow"), str(message)), soft_wrap=True)


def _say_error(message: str) -> None:
    console = Console(stderr=True, highlight=False)
    for line in message.splitlines():
        console.print(Text.assemble(("error: ", "bold red"), line), soft_wrap=True)


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
        _say_warning(
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
    _say_error(f"the recording could not go to {folder}; it is kept in {kept}")


def _exit_code(recording: "Recording") -> int:
    """The exit code for a recording's status; what went wrong is said on stderr."""
    if recording.finished or recording.status.startswith("stopped"):
        return DONE
    _say_error(f"the run {recording.status}")
    return INTERRUPTED if recording.status.startswith("interrupted") else FAILED
