"""Command `snakelab run`: simulate a scenario and write its results."""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from snakelab.apps.terminal.console import (
    DONE,
    FAILED,
    INTERRUPTED,
    Changes,
    Json,
    Quiet,
    ScenarioName,
    Verbose,
    WindowText,
    clean_errors,
    messages,
    print_json,
    results,
    say_error,
    say_warning,
    to_whoever_reads,
)
from snakelab.errors import RecordingError
from snakelab.interrupts import held_interrupts

if TYPE_CHECKING:
    from snakelab.apps.engines import MakeEngine
    from snakelab.apps.terminal.run_summary import RunResult
    from snakelab.results.metrics.window import Window
    from snakelab.results.recording import Recording
    from snakelab.scenarios import Scenario

SNAKELAB = "snakelab"
MAX_PROCESSES = 4  # for about ten figures of a fifth of a second each


def run(
    scenario: ScenarioName,
    changes: Changes = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Folder of the results.  [default: out/<name of the scenario or file>, with the suffix _mujoco for that engine]",
        ),
    ] = None,
    figures: Annotated[bool, typer.Option("--figures/--no-figures", help="Draw the figures.")] = True,
    movie: Annotated[bool, typer.Option("--movie", help="Also make a 3-D movie; needs MuJoCo and OpenGL.")] = False,
    images: Annotated[
        bool, typer.Option("--images", help="Also render the images of the robot's cameras to images.h5.")
    ] = False,
    engine: Annotated[
        str,
        typer.Option(
            metavar="ENGINE",
            help="Physics engine: snakelab, mujoco, or that of an installed plug-in. MuJoCo uses `solver.step`; its metrics "
            "are not compared with the reference values.",
        ),
    ] = SNAKELAB,
    spinning_wheels: Annotated[
        bool,
        typer.Option(
            "--spinning-wheels", help="With --engine mujoco: passive wheels are spinning bodies instead of friction."
        ),
    ] = False,
    hardware: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Robot file of a physical robot or emulated servos, which replace the simulation.",
        ),
    ] = None,
    window: WindowText = None,
    verbose: Verbose = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Simulate a scenario and write its results: the recording, the metrics and figures."""
    with clean_errors():
        from snakelab.apps.engines import HARDWARE, engine_called, hardware_called
        from snakelab.apps.terminal.output import writable_folder
        from snakelab.apps.terminal.run_summary import RunResult, run_document
        from snakelab.results.metrics.window import window_of
        from snakelab.scenarios import load_scenario
        from snakelab.scenarios.file_reading.catalogue import find
        from snakelab.scenarios.initial_pose import check_start

        if movie:
            from snakelab.entry_points import SERVICES, load

            load(SERVICES, "movie_renderer")()  # before a long run
        part = None if window is None else window_of(window)

        made = engine_called(engine, spinning_wheels)
        if hardware is not None:
            engine, made = HARDWARE, hardware_called(hardware, engine)
        with _compiling(quiet) as compiled:
            loaded = load_scenario(scenario, changes or ())
            _check_window(part, loaded.settings.duration)
            if hardware is None:
                check_start(loaded)
            folder = writable_folder(
                out or Path("out") / (find(scenario).stem + ("" if made is None else f"_{engine}"))
            )
            compiled()
        recording = _simulate(loaded, quiet, made)
        part = _window_reached(recording, part)
        before = frozenset((*folder.iterdir(), *folder.glob("figures/*")))
        seen = [_render(recording, folder, quiet)] if images else []  # before the page, which contains some of them
        paths = [*_write(recording, folder, figures=figures, movie=movie, quiet=quiet, window=part), *seen]
        result = RunResult(loaded, recording, folder, tuple(paths), before, made is None, part)
        code = _exit_code(recording)
        if not quiet:
            _remark(recording)
        with to_whoever_reads():
            if as_json:
                print_json(run_document(result, code))
            elif not quiet:
                _print_result(result, verbose)
        if code != DONE:
            say_error(f"the run {recording.status}")
        raise typer.Exit(code)


@contextmanager
def _compiling(quiet: bool) -> Iterator[Callable[[], None]]:
    """Context in which another process compiles the engine if necessary; the callback waits for it."""
    from snakelab.apps.terminal.progress import item_progress
    from snakelab.compiling import announce_compiling, require_compiler
    from snakelab.sim.precompilation.separate_process import compile_aside, compile_parts_aside

    require_compiler()
    aside = compile_aside()
    if aside is None:
        yield lambda: None
        return

    def wait() -> None:
        announce_compiling(_reporter(quiet))
        with item_progress("compiling", 100, "%", quiet=quiet) as report_progress:
            aside.wait(lambda fraction: report_progress(round(100 * fraction)), compile_parts_aside())

    try:
        yield wait
    finally:
        aside.stop()


def _reporter(quiet: bool) -> Callable[[str], None]:
    """Return a callback that prints a line to stderr unless quiet."""
    return (lambda line: None) if quiet else (lambda line: messages().print(line, soft_wrap=True))


def _simulate(scenario: "Scenario", quiet: bool, make: "MakeEngine | None") -> "Recording":
    from snakelab.apps.terminal.progress import simulation_progress
    from snakelab.results.diagnostics.energy_balance import imbalance_reported_elsewhere
    from snakelab.scenarios import run_scenario
    from snakelab.sim.engines.engine import is_loop_compiled
    from snakelab.sim.engines.scipy_engine import METHODS
    from snakelab.sim.precompilation.warmup import warmup

    if scenario.settings.integrator in METHODS or not is_loop_compiled():
        warmup(_reporter(quiet))
    shown = simulation_progress(scenario.name, scenario.settings.duration, quiet=quiet)
    with imbalance_reported_elsewhere(), shown as progress:  # the remarks report it
        engine = None if make is None else make(scenario)
        with _stoppable(engine, quiet):
            return run_scenario(scenario, progress, engine)


@contextmanager
def _stoppable(engine: object, quiet: bool) -> Iterator[None]:
    """Context in which a key or a signal stops a robot at once; without effect if there is no robot."""
    if not hasattr(engine, "emergency_stop"):
        yield
        return
    from snakelab.apps.terminal.emergency_stop import emergency_controls

    with emergency_controls(engine) as hint:
        _reporter(quiet)(hint)
        yield


def _check_window(window: "Window | None", duration: float) -> None:
    """Raise RecordingError if a window does not lie within the run."""
    from snakelab.results.metrics.window import window_text

    if window is not None and window[1] > duration * (1 + 1e-9):
        raise RecordingError(f"the {window_text(window)} must lie within the run of {duration:g} s")


def _window_reached(recording: "Recording", window: "Window | None") -> "Window | None":
    """Return the part of a window that a run reached, with a warning if it is not all of it; None if it reached none."""
    from snakelab.results.metrics.window import reached_window, window_text

    if window is None:
        return None
    try:
        reached = reached_window(recording, window)
    except RecordingError as problem:
        say_warning(f"the metrics are those of the whole run: {problem}")
        return None
    if reached != window:
        say_warning(f"the run ended early: the metrics are those of the {window_text(reached)}")
    return reached


def _write(
    recording: "Recording", folder: Path, *, figures: bool, movie: bool, quiet: bool, window: "Window | None"
) -> list[Path]:
    """Write the report; the recording is kept elsewhere if its folder fails."""
    from snakelab.entry_points import SERVICES, load
    from snakelab.view.report import naming_written, report

    since = time.time() - 1.0  # file systems round
    try:
        paths = report(recording, folder, figures=figures, window=window, processes=_drawing_processes())
        if movie:
            with naming_written(paths):
                paths.append(load(SERVICES, "movie")(recording, folder, quiet=quiet))
        return paths
    except RecordingError as problem:
        _save_partial(recording, folder, since)
        raise problem
    except KeyboardInterrupt:
        with held_interrupts():
            _finish(recording, folder / "results.nc", since)
        raise


def _drawing_processes() -> int:
    """Return the number of processes that draw figures: one for each usable core, at most `MAX_PROCESSES`."""
    return min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1, MAX_PROCESSES)


def _render(recording: "Recording", folder: Path, quiet: bool) -> Path:
    """Save the recording and render its images into the same folder."""
    from snakelab.results.camera_images.image_file import NAME

    recording.save(folder / "results.nc")
    write_images(recording, folder / NAME, quiet=quiet)
    return folder / NAME


def write_images(
    run: "Recording", path: Path, *, quiet: bool, begin: float | None = None, end: float | None = None
) -> dict[str, int]:
    """Render a run with progress; return the number of images of each camera.

    Args:
        run: The run.
        path: The image file.
        quiet: Show no progress.
        begin, end: Window [s]; None for the whole run.
    """
    from snakelab.apps.terminal.progress import item_progress
    from snakelab.entry_points import SERVICES, load

    with item_progress("rendering images", 100, "%", quiet=quiet) as report_progress:
        images = load(SERVICES, "camera_images")(
            run, path, begin=begin, end=end, progress=lambda fraction, time: report_progress(round(100 * fraction))
        )
    with images:
        return {name: len(camera) for name, camera in images.cameras.items()}


def _print_result(result: "RunResult", verbose: bool) -> None:
    """Print the metrics with their reference values, the status, and the files."""
    from snakelab.apps.engines import engine_lines
    from snakelab.apps.terminal.output import metrics_table, tell_paths, tell_reasons
    from snakelab.results.metrics import metrics
    from snakelab.results.metrics.window import window_text
    from snakelab.results.recording import cycle_line

    console = results(whole_lines=True)
    console.print(metrics_table(metrics(result.recording, window=result.window), result.judgements))
    if result.window is not None:
        console.print(f"metrics: of the {window_text(result.window)}", soft_wrap=True)
    if result.not_compared and result.scenario.reference_values:
        console.print(f"expected figures are not compared: {result.not_compared}", soft_wrap=True)
    tell_reasons(console, result.to_explain)
    if line := cycle_line(result.recording):
        console.print(f"control: {line}", soft_wrap=True)
    if not result.own_engine:
        for line in engine_lines(result.recording):
            console.print(line, soft_wrap=True)
    console.print(f"status: {result.recording.status}", soft_wrap=True)
    tell_paths(console, result.paths, result.folder, result.before, verbose=verbose)


def _remark(recording: "Recording") -> None:
    """Print the remarks on the run."""
    from snakelab.results.diagnostics.remarks import remarks

    for line in remarks(recording):
        say_warning(line)


def _finish(recording: "Recording", file: Path, since: float) -> None:
    """Save the recording if an interrupt prevented it."""
    if not _written(file, since):
        recording.save(file)
        say_error(f"interrupted while the results were written; the recording is in {file}")


def _written(file: Path, since: float) -> bool:
    return file.is_file() and file.stat().st_mtime >= since


def _save_partial(recording: "Recording", folder: Path, since: float) -> None:
    """Save the recording in the temporary folder of the system if the results folder fails after the run."""
    file = folder / "results.nc"
    if _written(file, since):
        return
    try:
        kept = recording.save(Path(tempfile.mkdtemp(prefix="snakelab-")) / "results.nc")
    except (OSError, RecordingError):
        return
    say_error(f"the recording could not go to {folder}; it is kept in {kept}")


def _exit_code(recording: "Recording") -> int:
    """Return the exit code for the status of a recording."""
    from snakelab.results.status import StatusKind

    if recording.status.completed:
        return DONE
    return INTERRUPTED if recording.status.kind is StatusKind.INTERRUPTED else FAILED
