"""Command `snakelab run`: selection of the engine, emergency stop of a physical robot, simulation and results."""

import contextlib
import importlib
import os
import select
import signal
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Protocol

import typer

from snakelab.cli.console import (
    DONE,
    FAILED,
    INTERRUPTED,
    Changes,
    Figures,
    Formats,
    Json,
    Quiet,
    ScenarioName,
    Verbose,
    WindowText,
    clean_errors,
    closed_output_ignored,
    figure_formats,
    messages,
    print_error,
    print_json,
    print_warning,
    results,
)
from snakelab.entry_points import ENGINES, ROBOT_FILES, entry_points, load
from snakelab.errors import RecordingError, SimulationError
from snakelab.system import held_interrupts

if TYPE_CHECKING:
    from snakelab.cli.printed_summaries import RunResult
    from snakelab.results.comparisons import StepEffect
    from snakelab.results.metrics.metric_table import Window
    from snakelab.results.recording import Recording
    from snakelab.scenarios.scenario import Scenario
    from snakelab.sim.engine import Engine


# ----------------------------------------------------------------------------------------------------------------------
# Engines by their names on the command line
# ----------------------------------------------------------------------------------------------------------------------

SNAKELAB, HARDWARE = "snakelab", "hardware"
MakeEngine = Callable[["Scenario"], "Engine"]


def engine_factory(name: str, spinning_wheels: bool = False) -> MakeEngine | None:
    """Return a factory of an engine from a scenario; None for the built-in engine, configured by the scenario.

    Args:
        name: "snakelab", or the name of an engine of a plug-in, such as "mujoco".
        spinning_wheels: Model passive wheels as spinning bodies, which the built-in engine does not support.

    Raises:
        SimulationError: if there is no such engine, it has no wheels that spin, or it has settings without defaults.
        MissingExtraError: if its package is not installed.
    """
    from snakelab.parameters.arguments import choice

    points = entry_points(ENGINES)
    settings: Any = None
    arguments: Mapping[str, Parameter] = {}
    if choice(name, "--engine", (SNAKELAB, *points), SimulationError) != SNAKELAB:
        settings = points[name].load()
        arguments = signature(settings).parameters
    if spinning_wheels and "spinning_wheels" not in arguments:
        raise SimulationError(
            "spinning wheels are available in MuJoCo only; add --engine mujoco, or omit --spinning-wheels"
        )
    if name == SNAKELAB:
        return None
    if required := [key for key, argument in arguments.items() if argument.default is argument.empty]:
        raise SimulationError(
            f"--engine {name} needs settings ({', '.join(required)}); write `engine: {{{name}: {{{required[0]}: ...}}}}` in "
            "the scenario"
        )
    # a missing package is reported before anything is loaded
    make: MakeEngine = settings(**{"spinning_wheels": True} if spinning_wheels else {}).make
    return make


def hardware_factory(file: Path, engine: str) -> MakeEngine:
    """Return a factory of the engine that moves the robot of a robot file.

    Raises:
        SimulationError: if another engine is also requested.
        HardwareError, ScenarioError: if the robot file is invalid.
    """
    if engine != SNAKELAB:
        raise SimulationError(f"--hardware moves a robot, so --engine {engine} has no meaning; omit one of them")
    from snakelab.cli.console import print_warning

    make: MakeEngine = load(ROBOT_FILES, "servo_bus")(file, print_warning)
    return make


def engine_lines(recording: "Recording") -> list[str]:
    """Return the name of the engine, and its deviations from the laws of snakelab."""
    from snakelab.results.comparisons import engine_of, notes_of

    return [f"engine: {engine_of(recording)}", *(f"engine, deviation: {note}" for note in notes_of(recording))]


# ----------------------------------------------------------------------------------------------------------------------
# Emergency stop of a robot by a key of the terminal (POSIX, or the console of Windows) and by a signal
# ----------------------------------------------------------------------------------------------------------------------

POLL_INTERVAL = 0.1  # time between two reads of the keyboard [s]


class Keyboard(NamedTuple):
    """Keys of the terminal of this process.

    Attributes:
        pressed: Waits for a key for at most `POLL_INTERVAL` seconds, and returns it; empty if there is none.
        restore: Puts the terminal into its previous mode.
    """

    pressed: Callable[[], str]
    restore: Callable[[], None]


def open_keyboard() -> Keyboard | None:
    """Read keys without Enter; None without a terminal."""
    try:
        if not sys.stdin.isatty():
            return None
        return _posix_keyboard() or _windows_keyboard()
    except (OSError, ValueError, AttributeError):
        return None


def _posix_keyboard() -> Keyboard | None:
    try:
        import termios
        import tty
    except ImportError:
        return None
    settings = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)

    def pressed() -> str:
        return sys.stdin.read(1) if select.select([sys.stdin], [], [], POLL_INTERVAL)[0] else ""

    return Keyboard(pressed, lambda: termios.tcsetattr(sys.stdin, termios.TCSADRAIN, settings))


def _windows_keyboard() -> Keyboard | None:
    try:
        console: Any = importlib.import_module("msvcrt")
    except ImportError:
        return None

    def pressed() -> str:
        if console.kbhit():
            return str(console.getwch())
        time.sleep(POLL_INTERVAL)
        return ""

    return Keyboard(pressed, lambda: None)


# Keys that stop the robot, and the signal, if supported by the system.
STOP_KEYS, STOP_SIGNAL = (" ", "\n", "\r"), "SIGUSR1"


class Stoppable(Protocol):
    """Engine of a robot that can be stopped at once."""

    def emergency_stop(self, source: str = "program") -> None:
        """Stop the robot."""


@contextlib.contextmanager
def emergency_controls(engine: Stoppable) -> Iterator[str]:
    """Context in which the space bar and SIGUSR1 stop a robot; it yields the message for the user."""
    ended = threading.Event()
    before = _on_signal(engine)
    keyboard = open_keyboard()
    thread = None
    if keyboard is not None:
        thread = threading.Thread(target=_listen, args=(engine, keyboard, ended), daemon=True)
        thread.start()
    try:
        yield f"emergency stop: {_stop_instruction(keyboard)}"
    finally:
        ended.set()
        if thread is not None and keyboard is not None:
            thread.join(2 * POLL_INTERVAL + 1.0)
            keyboard.restore()
        if before is not None:
            signal.signal(getattr(signal, STOP_SIGNAL), before)


def _stop_instruction(keyboard: Keyboard | None) -> str:
    if keyboard is not None:
        return "space bar"
    if hasattr(signal, STOP_SIGNAL):
        return f"kill -{STOP_SIGNAL.removeprefix('SIG')} {os.getpid()}"
    return "Ctrl-C (no terminal for keys)"


def _on_signal(engine: Stoppable) -> Any:
    """Install a handler of the signal that stops the robot; return the previous handler."""
    number = getattr(signal, STOP_SIGNAL, None)
    if number is None or threading.current_thread() is not threading.main_thread():
        return None

    def stop(*_: Any) -> None:  # the main thread may be in the middle of an exchange with the servos
        threading.Thread(target=engine.emergency_stop, args=("signal",)).start()

    return signal.signal(number, stop)


def _listen(engine: Stoppable, keyboard: Keyboard, ended: threading.Event) -> None:
    while not ended.is_set():
        if keyboard.pressed() in STOP_KEYS:
            engine.emergency_stop("key")


# ----------------------------------------------------------------------------------------------------------------------
# Command `snakelab run`: simulation of a scenario and writing of its results
# ----------------------------------------------------------------------------------------------------------------------


def run(
    scenario: ScenarioName,
    changes: Changes = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Folder of the results.  [default: out/<name of the scenario or file>, of a file scenario.yaml that of its "
            "folder, of a search with _best; with the suffix _mujoco for that engine, and _hardware with --hardware]",
        ),
    ] = None,
    figures: Figures = True,
    formats: Formats = None,
    movie: Annotated[bool, typer.Option("--movie", help="Also make a 3-D movie; needs MuJoCo and OpenGL.")] = False,
    images: Annotated[
        bool,
        typer.Option(
            "--images", help="Also render the images of the robot's cameras to images.h5; needs MuJoCo and OpenGL."
        ),
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
            help="Robot file of a physical robot or emulated devices, which replace the simulation.",
        ),
    ] = None,
    check_step: Annotated[
        bool | None,
        typer.Option(
            "--check-step/--no-check-step",
            help="Run again with half the step, and print what differs by more than 1 %.  [default: run again, with longer "
            "steps, if the estimated error leaves doubt, and print a remark if the motion errs by more than 1 %]",
            show_default=False,
        ),
    ] = None,
    window: WindowText = None,
    verbose: Verbose = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Simulate a scenario and write its results: the recording, the metrics and figures."""
    with clean_errors(), contextlib.ExitStack() as stack:
        from snakelab.cli.printed_summaries import RunResult, run_document, writable_folder
        from snakelab.results.metrics.metric_table import window_of
        from snakelab.scenarios.catalogue import find
        from snakelab.scenarios.scenario import check_start, load_scenario

        if movie or images:
            from snakelab.entry_points import SERVICES, load

            load(SERVICES, "movie_renderer")()  # before a long run
        kinds, part = figure_formats(formats), None if window is None else window_of(window)

        make_engine = engine_factory(engine, spinning_wheels)
        if hardware is not None:
            if check_step:
                raise SimulationError(
                    "--check-step repeats a simulation, and --hardware moves a robot; omit one of them"
                )
            engine, make_engine = HARDWARE, hardware_factory(hardware, engine)
        with _compiling(quiet) as compiled:
            loaded = load_scenario(scenario, changes or ())
            _check_window(part, loaded.settings.duration)
            if images and not loaded.robot.cameras:
                raise SimulationError(
                    f"--images: robot {loaded.robot.name!r} of {scenario} has no cameras; write `cameras:` in the scenario"
                )
            if hardware is None:
                check_start(loaded)
            suffix = "" if make_engine is None else f"_{engine}"
            folder = writable_folder(out or Path("out") / f"{_results_name(find(scenario))}{suffix}")
            stack.enter_context(_unused_removed(folder))
            compiled()
        from snakelab.results.netcdf_files import JOURNAL

        journal = folder / JOURNAL
        recording = _simulate(loaded, quiet, make_engine, journal, "auto" if check_step is None else "never")
        part = _window_reached(recording, part)
        before = frozenset((*folder.iterdir(), *folder.glob("figures/*")))
        with _kept(folder, journal):
            rendered = (
                [_render(recording, folder, quiet)] if images else []
            )  # before the page, which contains some of them
            written = _write(recording, folder, kinds if figures else (), movie=movie, quiet=quiet, window=part)
        paths = [*written, *rendered]
        effect = _step_effect(loaded, recording, quiet, make_engine) if check_step else None
        result = RunResult(loaded, recording, folder, tuple(paths), before, make_engine is None, part, effect)
        code = _exit_code(recording)
        if not quiet:
            _print_remarks(recording)
        with closed_output_ignored():
            if as_json:
                print_json(run_document(result, code))
            elif not quiet:
                _print_result(result, verbose)
        if code != DONE:
            was = "was " if code == INTERRUPTED else ""
            print_error(f"the run {was}{recording.status}")
        raise typer.Exit(code)


@contextmanager
def _unused_removed(folder: Path) -> Iterator[None]:
    """Context that removes the folder of a run that Ctrl-C ends before its first record."""
    try:
        yield
    except KeyboardInterrupt:
        if any(folder.iterdir()):
            raise
        folder.rmdir()
        raise KeyboardInterrupt("interrupted before the first record; nothing is saved") from None


def _results_name(file: Path) -> str:
    """Return the name of the default folder for the results of a scenario file.

    A saved session is `NAME/scenario.yaml`, and its results belong to NAME, not to all files of that name. Those of a copy
    in the results of an earlier run do not replace them. `best.yaml` of a search is named after its folder.
    """
    if file.stem == "best" and (file.parent / "optimum.html").is_file():
        return f"{file.resolve().parent.name}_best"
    if file.stem != "scenario":
        return file.stem
    name = file.resolve().parent.name
    return f"{name}_again" if file.resolve().parent == Path("out", name).resolve() else name or file.stem


@contextmanager
def _compiling(quiet: bool) -> Iterator[Callable[[], None]]:
    """Context in which another process compiles the engine if necessary; the callback waits for it."""
    from snakelab.cli.progress import item_progress
    from snakelab.kernels.cache import announce_compiling
    from snakelab.kernels.lazy_kernel import require_compiler
    from snakelab.sim.precompilation import compile_aside, compile_parts_aside

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


def _step_effect(
    scenario: "Scenario", recording: "Recording", quiet: bool, make: "MakeEngine | None"
) -> "StepEffect | None":
    """Return the differences of a completed run from its repetition with half the step; None if the run failed."""
    from snakelab.results.comparisons import step_effect
    from snakelab.scenarios.scenario import with_finer_step

    if not recording.status.completed:
        return None
    return step_effect(recording, _simulate(with_finer_step(scenario), quiet, make))


def _simulate(
    scenario: "Scenario",
    quiet: bool,
    make: "MakeEngine | None",
    journal: Path | None = None,
    check_step: str = "never",
) -> "Recording":
    from snakelab.cli.progress import simulation_progress
    from snakelab.results.step_accuracy import imbalance_reported_elsewhere
    from snakelab.scenarios.scenario import run_scenario
    from snakelab.sim.engine import METHODS, is_loop_compiled
    from snakelab.sim.precompilation import warmup

    if scenario.settings.integrator in METHODS or not is_loop_compiled():
        warmup(_reporter(quiet))
    if make is None:
        _announce_time(scenario, quiet)
    shown = simulation_progress(scenario.name, scenario.settings.duration, quiet=quiet)
    with imbalance_reported_elsewhere():  # the remarks report it
        engine = (
            None if make is None else make(scenario)
        )  # an engine that does not fit is refused before the announcement
        with shown as progress, _stoppable(engine, quiet):
            if journal is not None:
                journal.unlink(missing_ok=True)  # of an earlier run that was killed, whose results this one replaces
            return run_scenario(scenario, progress, engine, journal, check_step)


# Number of steps from which the time of a run is estimated, and of those that are timed.
MANY_STEPS, TIMED_STEPS = 2_000_000, 2000


def _announce_time(scenario: "Scenario", quiet: bool) -> None:
    """Print how long a run of very many steps takes, from the time of some steps without a controller."""
    from dataclasses import replace

    from snakelab.cli.printed_summaries import cost_of
    from snakelab.cli.progress import duration_text
    from snakelab.errors import SnakelabWarning
    from snakelab.scenarios.scenario import run_scenario
    from snakelab.sim.checks_before_run import memory_fault

    cost = cost_of(scenario)
    if cost.steps is None or cost.steps < MANY_STEPS or memory_fault(cost):
        return
    some = TIMED_STEPS * scenario.settings.step
    settings = replace(scenario.settings, duration=some, record_rate=1 / some)
    short = replace(scenario, settings=settings, controller=None, events=())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SnakelabWarning)
        times = [run_scenario(short).dataset.attrs["wall_time"] for _ in range(2)]  # the first may compile
    rate = TIMED_STEPS / max(min(times), 1e-9)
    _reporter(quiet)(
        f"{cost.steps:.3g} steps of {scenario.settings.step:g} s take about {duration_text(cost.steps / rate)}, at {rate:.2g} "
        "steps per second and without the time of a controller; Ctrl-C ends the run and keeps its records"
    )


@contextmanager
def _stoppable(engine: object, quiet: bool) -> Iterator[None]:
    """Context in which a key or a signal stops a robot at once; without effect if there is no robot."""
    if not hasattr(engine, "emergency_stop"):
        yield
        return

    with emergency_controls(engine) as hint:
        _reporter(quiet)(hint)
        yield


def _check_window(window: "Window | None", duration: float) -> None:
    """Raise RecordingError if a window does not lie within the run."""
    from snakelab.results.metrics.metric_table import window_text

    if window is not None and window[1] > duration * (1 + 1e-9):
        raise RecordingError(f"the {window_text(window)} must lie within the run of {duration:g} s")


def _window_reached(recording: "Recording", window: "Window | None") -> "Window | None":
    """Return the part of a window that a run reached, with a warning if it is not all of it; None if it reached none."""
    from snakelab.results.metrics.metric_table import reached_window, window_text

    if window is None:
        return None
    try:
        reached = reached_window(recording, window)
    except RecordingError as problem:
        print_warning(f"the metrics are those of the whole run: {problem}")
        return None
    if reached != window:
        print_warning(f"the run ended early: the metrics are those of the {window_text(reached)}")
    return reached


def _write(
    recording: "Recording", folder: Path, formats: Sequence[str], *, movie: bool, quiet: bool, window: "Window | None"
) -> list[Path]:
    """Write the report; the recording is kept elsewhere if its folder fails."""
    from snakelab.entry_points import SERVICES, load
    from snakelab.figures.report_folder import naming_written, report

    since = time.time() - 1.0  # file systems round
    try:
        processes, drawn = _drawing_processes(), bool(formats)
        paths = report(recording, folder, window=window, figures=drawn, formats=formats, processes=processes)
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


@contextmanager
def _kept(folder: Path, journal: Path) -> Iterator[None]:
    """Context in which results are written; it deletes the journal, also after an error if `results.nc` replaces it."""
    since = time.time() - 1.0  # file systems round
    try:
        yield
    except BaseException as problem:
        with held_interrupts():
            if not _is_newer(folder / "results.nc", since):
                raise
            journal.unlink(missing_ok=True)
            if not isinstance(problem, KeyboardInterrupt):
                print_error(
                    f"the run is saved in {folder}, but its results are incomplete; to write the rest without "
                    f"another run: snakelab report {folder} (after snakelab render {folder} for images)"
                )
            raise
    journal.unlink(missing_ok=True)


def _drawing_processes() -> int:
    """Return the number of processes that draw figures: one for each usable core, at most 4."""
    # a run has about ten figures, each of which takes 0.2 s
    return min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1, 4)


def _render(recording: "Recording", folder: Path, quiet: bool) -> Path:
    """Save the recording and render its images into the same folder."""
    from snakelab.results.recorded_images import NAME

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
    from snakelab.cli.progress import item_progress
    from snakelab.entry_points import SERVICES, load

    with item_progress("rendering images", 100, "%", quiet=quiet) as report_progress:
        images = load(SERVICES, "camera_images")(
            run, path, begin=begin, end=end, progress=lambda fraction, time: report_progress(round(100 * fraction))
        )
    with images:
        return {name: len(camera) for name, camera in images.cameras.items()}


def _print_result(result: "RunResult", verbose: bool) -> None:
    """Print the metrics with their reference values, the status, and the files."""
    from snakelab.cli.printed_summaries import metrics_table, print_paths, print_reasons
    from snakelab.results.metrics.metric_table import metrics, window_text
    from snakelab.results.recording import cycle_line
    from snakelab.results.step_accuracy import NOT_ESTIMATED, accuracy_line, step_check

    console = results(whole_lines=True)
    console.print(metrics_table(metrics(result.recording, window=result.window), result.judgements))
    if result.window is not None:
        console.print(f"metrics: of the {window_text(result.window)}", soft_wrap=True)
    if result.not_compared and result.scenario.reference_values:
        console.print(f"reference values are not compared: {result.not_compared}", soft_wrap=True)
    print_reasons(console, result.to_explain)
    if line := cycle_line(result.recording):
        console.print(f"control: {line}", soft_wrap=True)
    if not result.own_engine:
        for line in engine_lines(result.recording):
            console.print(line, soft_wrap=True)
    if (check := step_check(result.recording)) is not None:
        console.print(check.line(), soft_wrap=True)
    elif NOT_ESTIMATED in (line := accuracy_line(result.recording)) and result.step_effect is None:
        console.print(f"step error: {line}", soft_wrap=True)
    if result.step_effect is not None:
        for line in result.step_effect.lines():
            console.print(line, soft_wrap=True)
    console.print(f"status: {result.recording.status}", soft_wrap=True)
    print_paths(console, result.paths, result.folder, result.before, verbose=verbose)


def _print_remarks(recording: "Recording") -> None:
    """Print the remarks on the run."""
    from snakelab.results.diagnostics import remarks

    for line in remarks(recording):
        print_warning(line)


def _finish(recording: "Recording", file: Path, since: float) -> None:
    """Save the recording if an interrupt prevented it."""
    if not _is_newer(file, since):
        recording.save(file)
        print_error(f"interrupted while the results were written; the recording is in {file}")


def _is_newer(file: Path, since: float) -> bool:
    return file.is_file() and file.stat().st_mtime >= since


def _save_partial(recording: "Recording", folder: Path, since: float) -> None:
    """Save the recording in the temporary folder of the system if the results folder fails after the run."""
    file = folder / "results.nc"
    if _is_newer(file, since):
        return
    try:
        kept = recording.save(Path(tempfile.mkdtemp(prefix="snakelab-")) / "results.nc")
    except (OSError, RecordingError):
        return
    print_error(f"the recording could not go to {folder}; it is kept in {kept}")


def _exit_code(recording: "Recording") -> int:
    """Return the exit code for the status of a recording."""
    from snakelab.results.run_status import StatusKind

    if recording.status.completed:
        return DONE
    return INTERRUPTED if recording.status.kind is StatusKind.INTERRUPTED else FAILED
