"""Output folder of a run: the recording, its metrics, a page and figures."""

import contextlib
import json
import platform
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge

from snakelab.argument_names import named_arguments
from snakelab.arguments import check_arguments
from snakelab.entry_points import SERVICES, load
from snakelab.errors import RecordingError, SnakelabWarning
from snakelab.memory import fewer_collections
from snakelab.results.camera_images.image_file import images_beside
from snakelab.results.diagnostics.remarks import remarks
from snakelab.results.metrics import metrics, unit_of
from snakelab.results.metrics.window import reached_window
from snakelab.results.recording import Recording
from snakelab.results.recording_files.atomic_writing import write_whole
from snakelab.results.reference_values import judged, statement
from snakelab.types import json_data
from snakelab.view.figures.selection import drawn_figures

FORMAT = "snakelab-metrics-1"
LIBRARIES = ("numpy", "scipy", "numba", "xarray", "h5netcdf", "matplotlib")
COLLECTED_AT = 50_000  # number of objects: a figure consists of some 100,000, none of which is garbage


@named_arguments
def report(
    recording: Recording,
    folder: str | Path,
    *,
    figures: bool = True,
    results: bool = True,
    processes: Annotated[int, Ge(1)] = 1,
    window: tuple[float, float] | None = None,
) -> list[Path]:
    """Write a run to a folder, the recording first, so that no computed data are lost.

    Each file is written atomically, and replaces an older one of its name: `results.nc` (read it with `load`),
    `metrics.json`, `report.html` (open it in a browser, no network needed), `overview.png` and `.svg`, the figures for
    print under `figures/`, each as PNG of 300 dpi and SVG. Images of the robot's cameras in
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
    }
    check_arguments(report, given, RecordingError)
    folder = Path(folder)
    written = [recording.save(folder / "results.nc")] if results else []
    # a diverged run overflows; its status reports it
    with np.errstate(all="ignore"), fewer_collections(COLLECTED_AT):
        with drawn_figures(recording, processes) if figures else nullcontext(tuple) as pictures:
            fill(folder, _contents(recording, folder, pictures, window), written)
    return written


def _contents(
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
        "format": FORMAT,
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
