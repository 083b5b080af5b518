"""Report page of runs, its input and its display, and the page for loops in shape space.

In reading order: the tables; the container of plain data and packed arrays that the script of the page reads, with
its format; `page_html`; `show`; and `shape_loop_page`.
"""

import base64
import functools
import hashlib
import io
import itertools
import json
import math
import os
import sys
import tempfile
import webbrowser
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import RecordingError, SimulationError
from snakelab.files import write_whole
from snakelab.gaits.geometric.optimal_gaits import height_functions, with_least_perturbation
from snakelab.gaits.geometric.shape_space import ShapeSpace
from snakelab.parameters.arguments import count
from snakelab.parameters.declarations import checked_arguments
from snakelab.plugins.studio.page.charts import charts
from snakelab.plugins.studio.page.replay_data import opening_time, replay, scene, with_poses
from snakelab.plugins.studio.page.scene_data import Packer
from snakelab.results import reference_values as verdict_text
from snakelab.results.diagnostics import remarks
from snakelab.results.metrics.metric_table import describe, metric_rows, metrics, reached_window, window_text
from snakelab.results.recorded_images import ImageFile
from snakelab.results.recording import Recording, cycle_line
from snakelab.results.reference_values import Judgement, Verdict, judged
from snakelab.results.step_accuracy import accuracy_line, step_check

# ----------------------------------------------------------------------------------------------------------------------
# Tables of the page: metrics, the comparison with reference values, and the provenance of a run
# ----------------------------------------------------------------------------------------------------------------------


def metrics_table(recordings: list[Recording], window: tuple[float, float] | None = None) -> list[dict[str, Any]]:
    """Return rows of name, group, unit, description and one value for each run, by groups.

    A value is None if it does not apply or is not finite, and 0 if it is negligible. They are those of the window, if
    one is given.
    """
    tables = [metrics(recording, window=window) for recording in recordings]
    return [
        {
            "name": row.name,
            "group": group or "others",
            "unit": row.unit or "-",
            "description": describe(row.name).rpartition(" [")[0].replace("`", ""),
            "values": [_finite(value) for value in row.values],
        }
        for group, members in metric_rows(tables).items()
        for row in members
    ]


def comparison(recording: Recording) -> dict[str, list[dict[str, str]]]:
    """Return the reference values and the run's own values, with the verdicts, and the statements that cannot be checked.

    Of `expected`: figure, case, unit, computed, range, error, share, verdict, its kind ("good", "fair" or "bad") and sign,
    source, and remark, which is why the value differs or has no result, or that its explanation is stale. Numbers are text, with
    the digits that matter. Of `unchecked`: reference value, reason, source. Both are empty without reference values.
    """
    judgements = judged(recording)
    return {
        "expected": [_compared(judgement) for judgement in judgements if judgement.verdict is not Verdict.UNCHECKED],
        "unchecked": [
            {"claim": judgement.case, "reason": judgement.reason, "source": judgement.source}
            for judgement in judgements
            if judgement.verdict is Verdict.UNCHECKED
        ],
    }


def scenario_of(recording: Recording) -> dict[str, Any]:
    """Return the scenario of the recording; empty if it was made in Python, or the stored data are damaged."""
    try:
        scenario = recording.scenario
    except RecordingError:
        return {}
    return scenario


def scenario_text(recording: Recording) -> str:
    """Return the scenario as YAML, ready to be saved and run; "" if there is none."""
    scenario = scenario_of(recording)
    if not scenario:
        return ""
    from ruamel.yaml import YAML  # here, because a page without a scenario does not need it

    yaml = YAML()
    yaml.width = 100
    yaml.indent(mapping=2, sequence=4, offset=2)
    buffer = io.StringIO()
    yaml.dump(scenario, buffer)
    return buffer.getvalue()


def facts(recording: Recording) -> list[tuple[str, str]]:
    """Return the provenance of the run, as pairs of a word and its value."""
    attrs = recording.dataset.attrs
    settings = _settings(attrs.get("settings"))
    rate = settings.pop("record_rate", None)
    pairs = [
        ("status", recording.status),
        ("robot", attrs.get("robot")),
        ("base", attrs.get("base")),
        ("mass", _with_unit(attrs.get("mass"), "kg")),
        ("links and stations, coordinates", f"{recording['link'].size}, {recording['coordinate'].size}"),
        ("rows recorded", f"{recording['time'].size}" + (f", {rate:g} Hz" if isinstance(rate, int | float) else "")),
        *((str(key), _with_unit(value, "s") if key == "duration" else _text(value)) for key, value in settings.items()),
        *((key.replace("_", " "), attrs.get(key)) for key in ("steps", "rejected_steps", "unconverged_steps")),
        ("notes", "; ".join(str(attrs.get("notes", "")).splitlines())),
        ("step error", accuracy_line(recording)),
        ("second run", "" if (check := step_check(recording)) is None else check.line()),
        ("control", cycle_line(recording)),
        ("seed", attrs.get("seed")),
        ("wall time", _with_unit(attrs.get("wall_time"), "s")),
        ("real-time factor", _with_unit(attrs.get("real_time_factor"), "")),
        ("snakelab", attrs.get("snakelab_version")),
        ("host", attrs.get("host")),
    ]
    return [(word, str(value)) for word, value in pairs if value not in (None, "")]


def _compared(judgement: Judgement) -> dict[str, str]:
    kind, sign = verdict_text.SIGNS[judgement.verdict]
    return {
        "figure": judgement.quantity,
        "case": judgement.case,
        "unit": judgement.unit,
        "computed": verdict_text.computed(judgement),
        "range": verdict_text.value_range(judgement, "±"),
        "error": verdict_text.error(judgement),
        "share": verdict_text.error_percent(judgement),
        "verdict": str(judgement.verdict),
        "kind": kind,
        "sign": sign,
        "source": judgement.source,
        "remark": judgement.reason or verdict_text.stale(judgement),
    }


def _finite(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float | np.number) and math.isfinite(value) else None


def _settings(text: Any) -> dict[str, Any]:
    try:
        settings = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        return {}
    return settings if isinstance(settings, dict) else {}


def _with_unit(value: Any, unit: str) -> str:
    number = _finite(value)
    return "" if number is None else f"{number:.4g} {unit}".rstrip()


def _text(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


# ----------------------------------------------------------------------------------------------------------------------
# Input of the page's script: all runs as one container of plain data and packed arrays
#
# The container is that of `Packer`: a head in JSON, then arrays, deflated. In the head, an *array* is
# `{"at", "coding", "shape"}`; its place counts from the first byte after the head and the zeros behind it. The head:
#
#     format      "snakelab-page-1"
#     title       text
#     runs        one for each recording:
#         name, status, finished      text, text, bool
#         end                         first and last recorded time [s]
#         opening                     time that the page shows first [s]
#         replay                      poses and shapes:
#             times                   array (1, n_frames), of the frames [s]
#             com                     array (3, n_frames), centre of mass [m]
#             positions               array (3 n_links, n_frames): x, y, z of each link's centre, from the centre of mass [m]
#             turns                   array (4 n_links, n_frames): w, x, y, z of each link's quaternion
#             links                   of the robot, then its world's free bodies: name, section ("box", "cylinder",
#                                     "skin" or ""), length, com, width, height [m]
#             parts                   {"kind": "link" or "tube", "first", "last"}: links, and soft sections as runs of stations
#             head                    {"link", "end": 1 or -1}, or null
#             base                    position of a fixed base [m], or null
#             efforts                 {"unit", "coordinates": numbers of the coordinates that adjoin each part}, or null
#             planar                  bool
#             touching                null for a robot without a skin, else of its skin points:
#                 times               array (1, n_times), some of the frames' [s]
#                 loads               array (n_points, n_times): normal force in 250ths of `full`, none where it does
#                                     not touch [N]
#                 full                load at the end of the scale of colours [N]
#                 links               the link or station of each point
#                 offsets             array (3, n_points): from the link's centre, in its axes [m]
#                 moving, tracks      points that move over their link; array (3 n_moving, n_times) of their offsets [m] or null
#                 rings, places       the ring of each point, and where along the body at rest the rings are, from the base [m]
#                 sides, angles       the side of each point, and the sides' directions from the links' y [deg]; null where none
#             propellers              null for a robot without, else:
#                 links               the link or station that carries each
#                 offsets, directions from the link's centre [m], and unit vectors of positive thrust, in its axes
#                 thrusts             array (n_propellers, n_frames) [N]
#                 most                the largest thrust [N]
#             cables                  null for a robot without, else:
#                 links               of each cable, the link or station of each guide; null for one that is fixed in the world
#                 offsets             of each guide from the link's centre, in its axes, or its place in the world [m]
#                 tensions            array (n_cables, n_frames) [N]
#                 most                the largest tension [N]
#             wheels                  of each wheel: link, offset of its centre from the link's centre [m] and axle, in the
#                                     link's axes, and radius [m]
#             meshes                  null for a robot without, else in place of the cross-sections of links:
#                 shapes              each with vertices (x, y, z of one after the other) [m] and triangles (numbers of vertices)
#                 places              link, number of the shape, offset of its origin from the link's centre [m] and turn:
#                                     quaternion wxyz, in the link's axes
#             current                 null, or {"velocity": array (3, n_frames), "most": largest speed [m/s]} of the water at the
#                                     centre of mass
#             futures                 null for a run without, else the prediction snapshots:
#                 moments, ahead      times [s], and durations of the paths [s]
#                 counts, elite       number of paths at each moment, and number of elite paths, which are the first, best first
#                 ways                array (3 n_paths, n_places): x, y, z of the head along each, moment by moment [m]
#             forces                  null for a run without, else of each kind of force on the links:
#                 name                "friction" or "drag"
#                 most                force of the longest arrow [N]
#                 values              array (3 n_links, n_frames): x, y, z on each link, world axes [N]
#             map                     null for a run without, else of the map and the estimates:
#                 points              array (3, n_points) [m], or null
#                 body                array (3 n_places, n_frames): x, y, z of the estimated places [m], or null
#                 places              numbers of the places with an ellipsoid
#                 ellipsoids          array (9 n_ellipsoids, n_frames): matrices by rows that make them of unit spheres
#                                     [m], or null
#         camera                      images of a camera, or null:
#             name, stream            of the camera, and of its images: "left", "right", "image" or "depth"
#             times                   array (1, n_images) [s]
#             files, ends             array of bytes: JPEG files one after the other, and where each ends
#         charts                      name, group ("main" or "more"), title, label, unit, curves (names), reference (a level, or
#                                     null), note, times: array (1, n_rows), values: array (n_curves, n_rows)
#         comparison                  {"expected": [...], "unchecked": [...]}, see `comparison`
#         scenario                    text, "" where there is none
#         facts                       pairs of texts
#         remarks                     texts, see `results.diagnostics`
#     metrics     rows of name, group, unit, description, values (one for each run, or null)
#     scene       fixed objects, each with "kind", and "runs", numbers of the runs that have it, if not all have; all lengths
#                 in m, all positions in world axes:
#         plane, grid                 height
#         slope                       normal, centre and half side of a square
#         heights                     x and y of the lines of a grid, z: rows along y
#         block                       size along its own axes, centre, turn: quaternion wxyz from its own axes to the world's
#         pole                        radius, line: both ends
#         pipe                        line, radii of the bore at its points, wall: thickness, null for a bore through rock
#         walls                       upright walls: outlines, each {"points": [[x, y], ...], "outside": whether the solid is
#                                     out of it}, closed; lower and upper corner of the box that is shown of them
#         water                       lower and upper corner of where a fluid is, cut to the robots' way where it is open; closed:
#                                     whether it ends at each lower and upper face
#         submerged                   everything that is shown lies in a fluid
#                 A script ignores unknown kinds, so kinds can be added.
# ----------------------------------------------------------------------------------------------------------------------

IMAGE_WIDTH = 320  # of an image on the page [pixel]
MAX_IMAGE_BYTES = 2_000_000  # of all images together
FORMAT = "snakelab-page-1"


def payload(
    recordings: list[Recording],
    names: list[str],
    title: str,
    images: Sequence[ImageFile | None] = (),
    window: tuple[float, float] | None = None,
) -> bytes:
    """Return the container of all runs; with images of the first ones, and metrics of a window, if given."""
    metrics = metrics_table(recordings, window)
    recordings = [with_poses(recording) for recording in recordings]
    seen = [*images, *(len(recordings) - len(images)) * [None]]
    packer = Packer()
    with np.errstate(all="ignore"):  # a diverged run overflows; its status reports it
        head = {
            "format": FORMAT,
            "title": title,
            "runs": [_run(*run, packer, window) for run in zip(recordings, names, seen, strict=True)],
            "metrics": metrics,
            "scene": scene(recordings),
        }
    return packer.container(head)


def _run(
    recording: Recording, name: str, images: ImageFile | None, packer: Packer, window: tuple[float, float] | None
) -> dict[str, Any]:
    time = recording["time"].values
    poses, plots = replay(recording, packer), charts(recording, packer)
    n_frames, n_plotted, n_menu = (drawn["times"]["shape"][1] for drawn in (poses, plots[0], plots[-1]))
    return {
        "name": name,
        "status": recording.status,
        "finished": recording.finished,
        "end": [float(time[0]), float(time[-1])] if len(time) else [0.0, 0.0],
        "opening": opening_time(recording),
        "replay": poses,
        "camera": camera_images(images, packer),
        "charts": plots,
        "comparison": comparison(recording),
        "scenario": scenario_text(recording),
        "remarks": [
            *remarks(recording),
            *([] if window is None else [f"metrics of the {window_text(reached_window(recording, window))}"]),
        ],
        "facts": [
            *facts(recording),
            ("replay", f"{n_frames} frames; plots: {n_plotted} samples, of other variables {n_menu}"),
        ],
    }


def camera_images(images: ImageFile | None, packer: Packer) -> dict[str, Any] | None:
    """Return the images of the first camera of a run for the page, of a pair the left ones; None without any."""
    if images is None or not images.cameras:
        return None
    camera = images.camera()
    if not len(camera):
        return None
    rows = np.unique(np.linspace(0, len(camera) - 1, min(len(camera), 150)).round().astype(int))
    # estimate how many fit from the size of a few images
    sample = [len(jpeg(camera.image(int(row)))) for row in rows[:: max(1, len(rows) // 5)]]
    maximum = max(1, int(0.8 * MAX_IMAGE_BYTES / np.mean(sample)))
    rows = rows[:: -(-len(rows) // maximum)]
    files = [jpeg(camera.image(int(row))) for row in rows]
    while sum(map(len, files)) > MAX_IMAGE_BYTES:
        rows, files = rows[::2], files[::2]
    return {
        "name": camera.name,
        "stream": camera.streams[0],
        "times": packer.times(camera.time[rows]),
        "ends": np.cumsum([len(file) for file in files]).tolist(),
        "files": packer.raw(b"".join(files)),
    }


def jpeg(pixels: np.ndarray, width: int = IMAGE_WIDTH) -> bytes:
    """Return an image as JPEG, reduced in size; depth, which is not of 8-bit numbers, as grey, near bright.

    Args:
        pixels: Shape (height, width) or (height, width, 3), uint8; or depth, shape (height, width), [m].
        width: Largest width [pixel].
    """
    from PIL import Image

    if pixels.dtype != np.uint8:
        near = 1 / np.maximum(np.nan_to_num(pixels, nan=np.inf), 1e-3)
        pixels = (255 * np.clip(near / max(float(np.percentile(near, 99)), 1e-9), 0, 1)).astype(np.uint8)
    picture = Image.fromarray(pixels)
    if picture.width > width:
        picture = picture.resize((width, max(1, round(picture.height * width / picture.width))))
    content = io.BytesIO()
    picture.save(content, "JPEG", quality=60)
    return content.getvalue()


# ----------------------------------------------------------------------------------------------------------------------
# Report page of runs: one HTML file that needs no network
# ----------------------------------------------------------------------------------------------------------------------


def page_html(
    recordings: Sequence[Recording] | Recording,
    names: Sequence[str] | None = None,
    title: str = "",
    images: Sequence[ImageFile | None] = (),
    window: tuple[float, float] | None = None,
) -> bytes:
    """Return the report page of one run, or of several to compare.

    The page holds a replay in 3-D, plots that follow it, the metrics, the comparison with the scenario's source, the
    scenario and where the numbers came from. It does not use the network, which its security policy forbids.
    Poses are drawn from at most 30 frames a second, with linear interpolation and uniform rotation between them, and rounded by
    less than 1/20 000 of the body's length, which no screen shows; plots keep at most 8000 rows; figures in tables come
    from all.

    Args:
        recordings: The runs, of any status, in the order of the columns; or one run.
        names: Names of the runs; by default those of their scenarios or robots.
        title: Title of the page; by default the scenario's title, or the names.
        images: Image files of the first runs, which are shown next to the replay; None for a run without.
        window: Part of the runs from which the metrics are computed, from and to [s]; None for all of them.

    Returns:
        The file's content, UTF-8; equal recordings give equal bytes.

    Raises:
        RecordingError: if there is no recording, if names and recordings do not match, or if a run has no rows in the window.
    """
    runs = [recordings] if isinstance(recordings, Recording) else list(recordings)
    for recording in runs:
        if not isinstance(recording, Recording):
            raise RecordingError(
                f"page_html takes recordings, got a {type(recording).__name__}; write page_html([load('out/run')])"
            )
    if not runs:
        raise RecordingError("a page needs at least one recording; write page_html([recording])")
    words = _names(runs) if names is None else [str(name) for name in names]
    if len(words) != len(runs):
        raise RecordingError(f"{len(runs)} recordings need as many names, got {len(words)}: {', '.join(words)}")
    title = title or _title(runs, words)
    content = base64.b64encode(payload(runs, words, title, images, window)).decode()
    pieces = {
        "title": escape(title),
        "policy": _policy(),
        "style": _asset("page.css"),
        "payload": content,
        "script": _asset("page.js"),
    }
    # The template is split at its marks, so that contents are not searched for marks.
    text = _asset("page.html").split("@@")
    return "".join(pieces[piece] if i % 2 else piece for i, piece in enumerate(text)).encode()


def _names(recordings: list[Recording]) -> list[str]:
    plain = [
        str(scenario_of(recording).get("name") or recording.dataset.attrs.get("robot") or "run")
        for recording in recordings
    ]
    taken: list[str] = []
    for name in plain:
        tries = itertools.chain([name], (f"{name} ({number})" for number in itertools.count(2)))
        taken.append(next(word for word in tries if word not in taken))
    return taken


def _title(recordings: list[Recording], names: list[str]) -> str:
    if len(recordings) == 1:
        return str(scenario_of(recordings[0]).get("title") or names[0])
    return f"{', '.join(names[:-1])} and {names[-1]}"


@functools.cache
def _asset(name: str) -> str:
    return (files("snakelab.plugins.studio") / "assets" / name).read_text(encoding="utf-8")


@functools.cache
def _policy() -> str:
    """Content security policy: only this script and this style, and no network."""
    script, style = (
        base64.b64encode(hashlib.sha256(_asset(name).encode()).digest()).decode() for name in ("page.js", "page.css")
    )
    return (
        f"default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; img-src data: blob:; "
        "base-uri 'none'; form-action 'none'"
    )


# ----------------------------------------------------------------------------------------------------------------------
# Display of the report page: inside a notebook, or in the web browser
# ----------------------------------------------------------------------------------------------------------------------

FRAME_HEIGHT = 720  # in a notebook [pixel]


@dataclass(frozen=True)
class Shown:
    """Report page; a notebook displays it as the value of a cell.

    Attributes:
        page: The HTML file's content.
        height: Height in a notebook [pixel].
        path: File opened in the browser, None in a notebook.
    """

    page: bytes = field(repr=False)
    height: int = FRAME_HEIGHT
    path: Path | None = None

    def _repr_html_(self) -> str:
        # A separate frame, so that the page's style and script do not interact with those of the notebook.
        return (
            f'<iframe srcdoc="{escape(self.page.decode())}" sandbox="allow-scripts allow-downloads" '
            f'style="width: 100%; height: {self.height}px; border: 0" title="snakelab report"></iframe>'
        )


@checked_arguments(RecordingError)
def show(*recordings: Recording, names: Sequence[str] | None = None, height: int = FRAME_HEIGHT) -> Shown:
    """Display one run, or several for comparison: replay in 3-D, plots and metrics.

    In a notebook, as the last line of a cell, the page is displayed below the cell. Elsewhere it is written to a
    temporary file, which the web browser opens; on a machine without a screen the path is printed.

    Args:
        recordings: One or more.
        names: Names of the runs; default: those of their scenarios or robots.
        height: Height of the page in a notebook [pixel].

    Raises:
        RecordingError: if there is no recording, or not a name for each.
    """
    count(height, "height", RecordingError, minimum=100)
    page = page_html(recordings, names)
    if _in_notebook():
        return Shown(page, height)
    path = write_whole(Path(tempfile.mkdtemp(prefix="snakelab-")) / "report.html", page)
    if not (_has_screen() and webbrowser.open(path.as_uri())):
        print(f"report: {path}")
    return Shown(page, height, path)


def _in_notebook() -> bool:
    """Return True in a Jupyter kernel; IPython is used only if it is loaded already."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and getattr(shell, "kernel", None) is not None


def _has_screen() -> bool:
    """Return True if a graphical browser can open: without a screen, a text browser would take the terminal."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


# ----------------------------------------------------------------------------------------------------------------------
# Page to draw loops in a shape space of two variables by hand, with the displacement of a cycle; it needs no network
# ----------------------------------------------------------------------------------------------------------------------

TITLE = "Loops in shape space"
KINDS = {
    "viscous": "viscous resistance, without inertia",
    "inertial": "inertia alone, without resistance",
    "fitted": "numerical fit to the quasi-static balance of forces, approximate",
}
STYLE = """
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem }
.both { display: flex; flex-wrap: wrap; gap: 1.5rem }
canvas { width: min(100%, 30rem); border: 1px solid gray; touch-action: none; cursor: crosshair }
svg { width: min(100%, 20rem); border: 1px solid gray }
polyline { fill: none; stroke: currentColor; stroke-width: 1.5 }
text { fill: currentColor; font-size: 12px }
label { margin-right: 1rem }
"""


@checked_arguments(SimulationError)
def shape_loop_page(space: ShapeSpace, path: str | Path, limits: object, n: int = 61, title: str = TITLE) -> Path:
    """Write a page on which loops in shape space are drawn by hand, and return its path.

    The background is the height function in minimum-perturbation coordinates; red is positive. The displacement
    is the integral of the motion over the loop, as of `cycle_displacement`, with a connection that is interpolated on the grid.
    The loop can be copied as a `PolygonLoop`.

    Args:
        space: Shape space of a planar robot with two shape variables.
        path: HTML file.
        limits: Largest absolute value of both variables, or (minimum 1, maximum 1, minimum 2, maximum 2).
        n: Points of the grid along each variable [-].
        title: Heading of the page.

    Raises:
        SimulationError: as `height_functions`, or if the file cannot be written.
    """
    base = height_functions(space, limits, n, "base")
    heights = with_least_perturbation(base)
    data = {
        "first": heights.first.tolist(),
        "second": heights.second.tolist(),
        "A": np.round(base.A.reshape(6, len(base.first), -1), 9).tolist(),
        "values": np.round(heights.values, 7).tolist(),
    }
    middle = min(np.ptp(heights.first), np.ptp(heights.second)) / 2
    scripts = "".join(map(_asset, ("shape_loop.js", "shape_loop_draw.js")))
    text = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{escape(title)}</h1>
<p>Across: {escape(heights.names[0])}, {heights.first[0]:.3g} to {heights.first[-1]:.3g}. Up: {escape(heights.names[1])},
{heights.second[0]:.3g} to {heights.second[-1]:.3g}. Connection: {escape(KINDS[heights.kind])}.</p>
<p><label>Height function <select id="row"><option value="0">x</option><option value="1">y</option>
<option value="2">heading</option></select></label>
<label>Circle <input id="radius" type="range" min="0" max="{middle:.4g}" step="any" value="{middle / 2:.4g}"></label></p>
<p id="numbers" role="status"></p>
<p><label>The loop in Python <input id="points" size="60" readonly></label></p>
<div class="both"><canvas id="space" width="480" height="480"></canvas>
<svg id="path" viewBox="0 0 300 300" role="img" aria-label="Way of the base"><polyline/><text x="10" y="14"></text></svg></div>
<script type="application/json" id="data">{json.dumps(data, allow_nan=False)}</script>
<script>
{scripts}</script>
</body>
</html>
"""
    file = Path(path)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise SimulationError(f"cannot write {file}: {problem.strerror}") from None
    return file
