"""Output folders of runs and comparisons, with the selection of the figures and their drawing by several processes."""

import contextlib
import json
import os
import pickle
import platform
import select
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import IO, Annotated, Any, NamedTuple

import numpy as np
from annotated_types import Ge

from snakelab.entry_points import SERVICES, load
from snakelab.errors import RecordingError, SnakelabWarning
from snakelab.figures.body_outlines import SKIN_VARIABLES as SKIN
from snakelab.figures.body_outlines import SWIMMER_VARIABLES as SWIMMING
from snakelab.figures.body_outlines import swims
from snakelab.files import PICTURE_FORMATS, write_whole
from snakelab.parameters.arguments import choice, json_data, named_arguments
from snakelab.parameters.declarations import check_arguments
from snakelab.results.comparisons import Comparison, errors_csv, is_measured, measured_differences
from snakelab.results.diagnostics import remarks
from snakelab.results.metrics.metric_table import metrics, reached_window, unit_of
from snakelab.results.motor_signals import CYCLES, control_notes, led
from snakelab.results.recorded_images import images_beside
from snakelab.results.recorded_objects import walls_of
from snakelab.results.recording import Recording
from snakelab.results.reference_values import judged, statement
from snakelab.system import fewer_collections

# ----------------------------------------------------------------------------------------------------------------------
# Figures drawn by several processes
#
# The processes are forks of this one: Matplotlib itself uses one core.
# ----------------------------------------------------------------------------------------------------------------------

Files = dict[str, bytes]
Draw = Callable[[str], Files]
# Longest wait for another process when all figures are begun; its figures are then drawn again [s].
PATIENCE = 60.0


class _Fork(NamedTuple):
    """Process that draws figures.

    Attributes:
        process: Its number.
        drawn: File to which it writes pairs of a name and the contents of the figure's files.
        running: End of a pipe that is readable when the process has ended.
    """

    process: int
    drawn: IO[bytes]
    running: int


def can_fork() -> bool:
    """Return whether a copy of this process can draw: on other systems than Linux, their libraries do not allow it."""
    return sys.platform == "linux"


@contextmanager
def figure_processes(draw: Draw, names: Sequence[str], processes: int) -> Iterator[Callable[[], Iterator[Files]]]:
    """Context in which other processes begin to draw at once; the callback draws with them.

    Figures that another process did not finish are drawn by this one, so that an error is raised here.

    Args:
        draw: Function of the name of a figure that returns the contents of its files; bytes do not depend on the process.
        names: Names of the figures, at most 255.
        processes: Number of processes, with this one; never more than there are figures.

    Yields:
        Callback that returns the contents of all figures in the order of their names.
    """
    others = min(processes, len(names)) - 1
    if others < 1 or not can_fork():
        yield lambda: map(draw, names)
        return
    waiting, fill = os.pipe()
    os.write(fill, bytes(range(len(names))))  # one byte for each figure; the process that reads it draws the figure
    os.close(fill)
    forks: list[_Fork] = []
    try:
        for _ in range(others):
            with contextlib.suppress(OSError):  # no memory or process is available
                forks.append(_start_fork(draw, names, waiting))
        yield lambda: _draw_all(draw, names, waiting, forks)
    finally:
        os.close(waiting)
        for fork in forks:
            _end(fork)


def _draw_all(draw: Draw, names: Sequence[str], waiting: int, forks: Sequence[_Fork]) -> Iterator[Files]:
    """Draw until no figure is pending; then the figures of all processes, in the order of their names."""
    done = {name: draw(name) for name in _pending_names(names, waiting)}
    until = time.monotonic() + PATIENCE
    for fork in forks:
        if select.select([fork.running], [], [], max(until - time.monotonic(), 0.0))[0]:
            done |= _read(fork.drawn)
    for name in names:
        yield done.pop(name) if name in done else draw(name)


def _pending_names(names: Sequence[str], waiting: int) -> Iterator[str]:
    """Names of figures that no other process has begun."""
    while number := os.read(waiting, 1):
        yield names[number[0]]


def _start_fork(draw: Draw, names: Sequence[str], waiting: int) -> _Fork:
    """Fork this process; the fork draws and ends."""
    drawn = tempfile.TemporaryFile()
    running, ended = os.pipe()
    try:
        with warnings.catch_warnings():
            # Python 3.12 warns of locks held by other threads. A fork that waits for one is abandoned after a while.
            warnings.simplefilter("ignore", DeprecationWarning)
            process = os.fork()
    except OSError:
        drawn.close()
        os.close(running)
        os.close(ended)
        raise
    if process == 0:
        _draw_and_exit(draw, names, waiting, drawn)
    os.close(ended)  # now it is open in the fork only
    return _Fork(process, drawn, running)


def _draw_and_exit(draw: Draw, names: Sequence[str], waiting: int, drawn: IO[bytes]) -> None:
    """Draw figures in a fork, which ends without the cleanup of the first process."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        for name in _pending_names(names, waiting):
            pickle.dump((name, draw(name)), drawn)
            drawn.flush()
    finally:
        os._exit(0)


def _read(drawn: IO[bytes]) -> dict[str, Files]:
    """Figures that a fork finished."""
    done: dict[str, Files] = {}
    drawn.seek(0)
    with contextlib.suppress(EOFError, pickle.UnpicklingError):  # the last one may be half written
        while True:
            pair: tuple[str, Any] = pickle.load(drawn)
            done[pair[0]] = pair[1]
    return done


def _end(fork: _Fork) -> None:
    """Kill a fork that still draws, and release its resources."""
    if not select.select([fork.running], [], [], 0.0)[0]:
        os.kill(fork.process, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(fork.process, 0)
    os.close(fork.running)
    fork.drawn.close()


# ----------------------------------------------------------------------------------------------------------------------
# Selection of the figures of a recording, and their files as bytes
# ----------------------------------------------------------------------------------------------------------------------

OVERVIEW, OVERVIEW_DPI = "overview", 150
FORMATS = ("svg",)  # those that are written unless others are asked for
# Figures of every robot, in the order of writing, and the variables that each requires.
FIGURES: dict[str, tuple[str, ...]] = {
    "trajectory": ("link_position", "link_quaternion", "head_position", "base_position"),
    "joints": ("q",),
    "torques": ("tau",),
    "speeds": ("com_velocity", "com_position", "v"),
    "energies": ("kinetic_energy", "gravity_energy", "elastic_energy", "work"),
}
# Figures of robots with a skin.
CONTACT_FIGURES: dict[str, tuple[str, ...]] = {
    "contact_map": (*SKIN, "gravity_energy", "com_position"),
    "base_pose": (*SKIN, "base_position", "base_quaternion"),
}


# Of robots with servos.
TRACKING_FIGURES: dict[str, tuple[str, ...]] = {"tracking": ("q", "target")}
# Of robots with gears, loops or cables.
COUPLING_FIGURES: dict[str, tuple[str, ...]] = {"couplings": ("coupling_load", "coupling_kind")}
# Of robots that float in a fluid or have propellers; of those with propellers, and with soft sections.
SWIMMING_FIGURES: dict[str, tuple[str, ...]] = {
    "space_path": ("link_position", "link_quaternion", *SWIMMING),
    "swimming_pose": SWIMMING,
    "body_velocities": SWIMMING,
}
# Of robots among upright walls; and of runs with a cycle log.
PASSAGE_FIGURES: dict[str, tuple[str, ...]] = {
    "passage": ("link_position", "link_quaternion", "head_position", "com_position"),
}
CONTROL_FIGURES: dict[str, tuple[str, ...]] = {"control": (CYCLES, "time")}
PART_FIGURES: dict[str, tuple[str, ...]] = {
    "propellers": ("propeller_thrust",),
    "section_shapes": ("q", "coordinate_rest_length", "coordinate_actuator_radius"),
}
# The module of each figure.
MODULES = {
    "run_figures": {OVERVIEW: (), **FIGURES, **TRACKING_FIGURES, **CONTROL_FIGURES, **COUPLING_FIGURES},
    "swimmer_figures": {**SWIMMING_FIGURES, **PART_FIGURES},
    "passage_figures": {**PASSAGE_FIGURES, **CONTACT_FIGURES},
}


def selected_figures(recording: Recording) -> list[str]:
    """Return the names of the figures that apply to a recording and whose variables it has, in the order of writing."""
    # The overview requires the variables of the figures of every robot.
    required = {OVERVIEW: tuple(name for names in FIGURES.values() for name in names), **FIGURES, **CONTACT_FIGURES}
    required |= TRACKING_FIGURES if led(recording) else {}
    required |= COUPLING_FIGURES if "coupling" in recording.dataset.coords else {}
    required |= SWIMMING_FIGURES if swims(recording) else {}
    required |= {name: PART_FIGURES[name] for name in _parts_shown(recording)}
    required |= PASSAGE_FIGURES if walls_of(recording) else {}
    required |= CONTROL_FIGURES if control_notes(recording) else {}
    return [name for name, needed in required.items() if all(one in recording.dataset.variables for one in needed)]


def drawn_figure(recording: Recording, figure: str, formats: Sequence[str] = FORMATS) -> dict[str, bytes]:
    """Return one of the `selected_figures` as the contents of its files; the same recording gives the same bytes."""
    from importlib import import_module

    from snakelab.figures.style import PRINT_DPI, figure_files

    module = next(name for name, figures in MODULES.items() if figure in figures)
    draw = getattr(import_module(f"snakelab.figures.{module}"), f"{figure}_figure")
    stem, dpi = (OVERVIEW, OVERVIEW_DPI) if figure == OVERVIEW else (f"figures/{figure}", PRINT_DPI)
    return {f"{stem}.{kind}": content for kind, content in figure_files(draw(recording), formats, dpi).items()}


@contextmanager
def drawn_figures(
    recording: Recording, processes: int = 1, formats: Sequence[str] = FORMATS
) -> Iterator[Callable[[], Iterator[tuple[str, bytes]]]]:
    """Context in which the figures of a recording are drawn.

    Args:
        recording: The run.
        processes: Number of processes that draw, see `figure_processes`. The others begin at once.
        formats: Formats of the files, of `PICTURE_FORMATS`.

    Yields:
        Callback that returns names and contents of the files of all figures. With one process, each figure is made when
        the one before is written.
    """

    with figure_processes(
        partial(drawn_figure, recording, formats=formats), selected_figures(recording), processes
    ) as drawn:

        def contents() -> Iterator[tuple[str, bytes]]:
            load_matplotlib()
            for files in drawn():
                yield from files.items()

        yield contents


def checked_formats(formats: Sequence[str]) -> None:
    """Raise a RecordingError unless all are formats of figures."""
    for kind in formats:
        choice(kind, "formats", PICTURE_FORMATS, RecordingError)


def load_matplotlib() -> None:
    """Import Matplotlib at the first use, so that runs without figures do not load it.

    Raises:
        RecordingError: if the environment names an unknown backend.
    """
    try:
        import matplotlib  # noqa: F401
    except ValueError as problem:
        raise RecordingError(
            f"Matplotlib cannot be imported, so no figures are drawn: {problem}; unset MPLBACKEND"
        ) from problem


def _parts_shown(recording: Recording) -> list[str]:
    """Return which of `PART_FIGURES` apply to the parts of a robot."""
    radii = recording.dataset.variables.get("coordinate_actuator_radius", np.zeros(0))
    return [*(["propellers"] if recording.dataset.sizes.get("propeller", 0) else []),
            *(["section_shapes"] if np.any(np.asarray(radii) > 0) else [])]  # fmt: skip


# ----------------------------------------------------------------------------------------------------------------------
# Output folder of a run: the recording, its metrics, a page and figures
# ----------------------------------------------------------------------------------------------------------------------

METRICS_FORMAT = "snakelab-metrics-1"
LIBRARIES = ("numpy", "scipy", "numba", "xarray", "h5netcdf", "matplotlib")


@named_arguments
def report(
    recording: Recording,
    folder: str | Path,
    *,
    figures: bool = True,
    results: bool = True,
    processes: Annotated[int, Ge(1)] = 1,
    window: tuple[float, float] | None = None,
    formats: Sequence[str] = FORMATS,
) -> list[Path]:
    """Write a run to a folder, the recording first, so that no computed data are lost.

    Each file is written atomically, and replaces an older one of its name: `results.nc` (read it with `load`),
    `metrics.json`, `report.html` (open it in a browser, no network needed), `overview.svg`, and the figures for
    print under `figures/`, as SVG or in the given formats. Images of the robot's cameras in
    `images.h5` of the same run, see `render_cameras`, are shown on the page. Every robot has the figures `trajectory`,
    `joints`, `torques`, `speeds` and `energies`; those with servos `tracking`; those that touch surfaces `contact_map`
    and `base_pose`; swimmers `space_path`, `swimming_pose` and `body_velocities`; those with propellers `propellers`,
    and with soft sections `section_shapes`; those among upright walls `passage`; and runs whose controller has a cycle
    log `control`. A figure or page that needs a variable missing from the recording is left out: a figure
    silently, the page with a warning.

    Args:
        recording: The run, of any status.
        folder: Output folder; created if it does not exist.
        figures: True to draw the figures.
        results: True to write `results.nc`; False if it is in that folder already.
        processes: Number of processes that draw the figures. The others are forks of this one, on Linux only; the files
            are the same, bit for bit. For programs with threads, one process is safe [-].
        window: Part of the run from which the metrics are computed, from and to [s]; None for the whole run.
        formats: Formats of the figures, of "svg", "png" (300 dpi) and "pdf".

    Returns:
        Paths of the files, in the order of writing.

    Raises:
        RecordingError: if the folder cannot be written or is full, or if the window contains fewer than two rows. Files
            written before remain.
    """
    given = {
        "recording": recording,
        "folder": folder,
        "figures": figures,
        "results": results,
        "processes": processes,
        "window": window,
        "formats": formats,
    }
    check_arguments(report, given, RecordingError)
    checked_formats(formats)
    folder = Path(folder)
    written = [recording.save(folder / "results.nc")] if results else []
    # a diverged run overflows; its status reports it
    # 50,000 objects between collections: a figure consists of some 100,000, none of which is garbage
    with np.errstate(all="ignore"), fewer_collections(50_000):
        with drawn_figures(recording, processes, formats) if figures else nullcontext(tuple) as pictures:
            fill(folder, _report_contents(recording, folder, pictures, window), written)
    return written


def _report_contents(
    recording: Recording,
    folder: Path,
    pictures: Callable[[], Iterable[tuple[str, bytes]]],
    window: tuple[float, float] | None,
) -> Iterator[tuple[str, bytes]]:
    """Names and contents of the files, each created when the previous one is written."""
    window = None if window is None else reached_window(recording, window)
    yield "metrics.json", metrics_json(recording, window).encode()
    try:
        with images_beside(folder, recording) as images:
            page = load(SERVICES, "report_page")([recording], images=[images], window=window)
    except RecordingError as problem:  # it lacks the data of the page
        reason = (
            str(problem) if "link_position" in recording.dataset else "it needs poses of the links, which are absent"
        )
        warnings.warn(f"there is no report.html: {reason}", SnakelabWarning, stacklevel=5)
    else:
        yield "report.html", page
    yield from pictures()


def metrics_json(recording: Recording, window: tuple[float, float] | None = None) -> str:
    """Return metrics with units, status, versions and the verdicts on the reference values, as standard JSON.

    Numbers that are not finite become null. `metrics` contains all metrics by name, `groups` their names by group,
    `window` the part of the run from which they were computed [s], or null.
    """
    table = metrics(recording, window=window)
    attrs = recording.dataset.attrs
    content: dict[str, Any] = {
        "format": METRICS_FORMAT,
        "status": table.pop("status"),
        "robot": str(attrs.get("robot", "")),
        "seed": json_data(attrs.get("seed")),
        "versions": {"snakelab": str(attrs.get("snakelab_version", "")), **_versions()},
        "metrics": {name: {"value": json_data(value), "unit": unit_of(name)} for name, value in table.items()},
        "groups": table.groups,
        "window": None if window is None else json_data(window),
        "remarks": remarks(recording),
        "statements": [statement(judgement) for judgement in judged(recording)],
    }
    return json.dumps(content, indent=2, allow_nan=False, ensure_ascii=False) + "\n"


def _versions() -> dict[str, str]:
    """Return the versions of Python and of the libraries used."""
    versions = {"python": platform.python_version()}
    for name in LIBRARIES:
        with contextlib.suppress(PackageNotFoundError):
            versions[name] = version(name)
    return versions


def fill(folder: Path, contents: Iterable[tuple[str, bytes]], written: list[Path]) -> None:
    """Write files in their order; each content is created after the previous file is written.

    Args:
        folder: Output folder; created if it does not exist.
        contents: Names, which may include folders, and contents.
        written: Paths written before; every new path is added.

    Raises:
        RecordingError: if a file cannot be written. Files written before remain, and the message names them.
    """
    for name, content in contents:
        with naming_written(written):
            written.append(write_whole(folder / name, content))


@contextmanager
def naming_written(written: list[Path]) -> Iterator[None]:
    """Add the files already written to an error."""
    try:
        yield
    except RecordingError as problem:
        if not written:
            raise
        raise RecordingError(f"{problem}; already written: {', '.join(map(str, written))}") from problem


# ----------------------------------------------------------------------------------------------------------------------
# Output folder of a comparison of runs: numbers, a page and a figure
# ----------------------------------------------------------------------------------------------------------------------


def comparison_report(
    comparison: Comparison,
    recordings: Sequence[Recording],
    folder: str | Path,
    *,
    figures: bool = True,
    formats: Sequence[str] = FORMATS,
) -> list[Path]:
    """Write `compare.json`, `compare.html` (open it in a browser, no network needed) and `compare.svg`.

    A measured and a simulated run also give the figures `measured_joints` and `measured_variables`, which show both,
    and `measured.csv`, the errors of every variable. A log without poses is in the plots of the page, not in its replay.

    Args:
        comparison: From `compare`.
        recordings: The same runs.
        folder: Output folder; created if it does not exist.
        figures: True to draw the figures.
        formats: Formats of the figures, of "svg", "png" (300 dpi) and "pdf".

    Returns:
        Paths of the files, in the order of writing.

    Raises:
        RecordingError: if there is no such format, if the folder cannot be written or is full, with the files already written, or
            if a recording lacks a compared variable.
    """
    checked_formats(formats)
    written: list[Path] = []
    with np.errstate(all="ignore"):  # a diverged run overflows; its status reports it
        contents = _comparison_contents(comparison, recordings, tuple(formats) if figures else ())
        fill(Path(folder), contents, written)
    return written


def _comparison_contents(
    comparison: Comparison, recordings: Sequence[Recording], formats: Sequence[str]
) -> Iterator[tuple[str, bytes]]:
    yield "compare.json", comparison.as_json().encode()
    yield "compare.html", load(SERVICES, "report_page")(recordings, comparison.names)
    if formats:
        load_matplotlib()
        from snakelab.figures.comparison_figures import comparison_figure
        from snakelab.figures.style import figure_files

        for kind, content in figure_files(comparison_figure(recordings, comparison.names), formats).items():
            yield f"compare.{kind}", content
        yield from measured_figures(recordings, formats)
    if differences := measured_differences(recordings, comparison.names):
        yield "measured.csv", errors_csv(differences).encode()


def measured_figures(recordings: Sequence[Recording], formats: Sequence[str] = FORMATS) -> Iterator[tuple[str, bytes]]:
    """Yield the figures of the first measured run over the first simulated one, if there are both."""
    from snakelab.figures.comparison_figures import measured_figure, measured_variables_figure
    from snakelab.figures.style import figure_files

    runs = [next((run for run in recordings if is_measured(run) is kind), None) for kind in (True, False)]
    if runs[0] is None or runs[1] is None:
        return
    drawn = {
        "measured_joints": measured_figure(runs[0], runs[1]),
        "measured_variables": measured_variables_figure(runs[0], runs[1]),
    }
    for name, figure in drawn.items():
        for kind, content in figure_files(figure, formats).items() if figure is not None else ():
            yield f"{name}.{kind}", content
