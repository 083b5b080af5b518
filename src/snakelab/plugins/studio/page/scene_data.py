"""Contents of the 3-D view of the report page, as compressed arrays and plain data.

In reading order: the compression of arrays; the surfaces of the world; propellers, currents and bounds of the water;
forces and contacts; and the map with the estimated body. The format is described at `Packer`.
"""

import json
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from snakelab.errors import RecordingError
from snakelab.figures.body_outlines import has_skin, ring_places, skin_links, skin_offsets, skin_sides, weight
from snakelab.figures.picture_geometry import cut, fluids_of, quat_wxyz, water_box
from snakelab.geometry.rotations import bilinear_on_lines, rotate_by
from snakelab.parameters.arguments import FloatArray
from snakelab.results.metrics.motion import water_velocity
from snakelab.results.recorded_objects import (
    cables_of,
    mapped_in,
    objects_of,
    propellers_of,
    section_shapes,
    surfaces_of,
    walls_in,
)
from snakelab.results.recording import Recording

# ----------------------------------------------------------------------------------------------------------------------
# Compression of arrays: 16-bit steps from the smallest to the largest value of each curve, as second differences
#
# A curve is a row of a two-dimensional array. Code 0 stands for "no number", 1 to 65535 for `low + (code - 1) step`, so
# that the error is at most half a step, 1/131068 of the curve's own range. Smooth curves have small second differences,
# and storing the low bytes before the high ones leaves long runs of equal bytes, which the subsequent deflation reduces.
# Where a few large values would leave too few steps to all others, as in a run that diverges, the array is stored as
# float32; times are float64.
# ----------------------------------------------------------------------------------------------------------------------

ALIGNMENT = 8  # bytes, so that arrays can be read in place


class Packer:
    """Packer of arrays, each referenced by a small plain dict, into one container with a header.

    The container, before deflation: length of the head (uint32), the head as JSON in UTF-8, zeros up to a multiple of
    8, then the arrays, each at a multiple of 8. All numbers are little-endian.
    """

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._size = 0

    def curves(self, values: FloatArray, error: float | None = None) -> dict[str, Any]:
        """Store curves, shape (n_curves, n_rows); values that are not finite become "no number".

        Args:
            values: The curves.
            error: Largest error of any value; by default, a thousandth of the range of most of a curve's values.

        Returns:
            `{"at": byte, "coding": "steps" or "float32", "shape": [n_curves, n_rows]}`. With "steps", the bytes are low
            and step of each curve (float64 pairs), then the low bytes and then the high bytes of all second
            differences.
        """
        values = np.where(np.abs(values) < 3e38, values, np.nan)  # a comparison with NaN is false
        known = np.isfinite(values)
        low = np.where(known, values, np.inf).min(axis=1, initial=np.inf)
        high = np.where(known, values, -np.inf).max(axis=1, initial=-np.inf)
        empty = low > high
        low[empty] = high[empty] = 0.0
        if values.size:
            level = np.maximum(np.abs(low), np.abs(high)).max()
            # smaller ranges are rounding errors
            high = np.where(high - low > 1e-10 * level, high, low)
        step = (high - low) / 65534  # codes of 16 bits, one of them for NaN
        # relative to the range of nine tenths of the values of a curve
        if not np.all(step <= (2 * error if error is not None else 2e-3 * _usual_range(values, low))):
            return self._store(values.astype("<f4").tobytes(), "float32", values.shape)
        steps = (values - low[:, None]) / np.where(step > 0, step, 1.0)[:, None]
        steps = np.where(step[:, None] > 0, np.round(np.where(known, steps, 0.0)), 0.0)
        codes = np.where(known, steps + 1, 0).astype(np.uint16)
        for _ in range(2):
            codes = np.diff(codes, axis=1, prepend=np.uint16(0))  # wraps around, and so does the sum that undoes it
        scales = np.stack((low, step), axis=1).astype("<f8").tobytes()
        planes = (codes & 0xFF).astype(np.uint8).tobytes() + (codes >> 8).astype(np.uint8).tobytes()
        return self._store(scales + planes, "steps", values.shape)

    def times(self, values: FloatArray) -> dict[str, Any]:
        """Store times unchanged, shape (n_rows,); the coding is "float64"."""
        return self._store(values.astype("<f8").tobytes(), "float64", (1, len(values)))

    def raw(self, content: bytes) -> dict[str, Any]:
        """Store bytes unchanged; the coding is "bytes"."""
        return self._store(content, "bytes", (1, len(content)))

    def container(self, head: dict[str, Any]) -> bytes:
        """Return the header and all arrays, deflated (raw, without a header)."""
        text = json.dumps(head, allow_nan=False, ensure_ascii=False, separators=(",", ":")).encode()
        front = len(text).to_bytes(4, "little") + text
        whole = b"".join((front, bytes(-len(front) % ALIGNMENT), *self._pieces))
        deflate = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        return deflate.compress(whole) + deflate.flush()

    def _store(self, content: bytes, coding: str, shape: tuple[int, ...]) -> dict[str, Any]:
        at = self._size
        content += bytes(-len(content) % ALIGNMENT)
        self._pieces.append(content)
        self._size += len(content)
        return {"at": at, "coding": coding, "shape": list(shape)}


def _usual_range(values: FloatArray, low: FloatArray) -> FloatArray:
    """Range that contains nine tenths of each curve's values, shape (n_curves,), from a sample of its rows."""
    if not values.size:
        return np.zeros(len(values))
    sample = values[:, :: -(-values.shape[1] // 600)]
    sample = np.sort(np.where(np.isfinite(sample), sample, low[:, None]), axis=1)
    last = sample.shape[1] - 1
    return np.asarray(sample[:, round(0.95 * last)] - sample[:, round(0.05 * last)], dtype=np.float64)


# ----------------------------------------------------------------------------------------------------------------------
# Surfaces of the world in the 3-D view, cut to the region of the robots
# ----------------------------------------------------------------------------------------------------------------------

DRAWN_DISTANCE = 1e6  # distance beyond which bodies are not drawn [m]
SURFACE_EXTENT = 1.5  # extent of surfaces around the paths of the robots, in body lengths


def surface_things(recordings: list[Recording], shown: list[Recording] | None = None) -> list[dict[str, Any]]:
    """Return every surface of the runs, each once, for the head of `payload`; a level plane is the ground.

    Args:
        recordings: The runs.
        shown: Runs whose room limits what is drawn of the surfaces; None for the same.
    """
    shown = recordings if shown is None else shown
    low, high, length = room(shown)
    # of a body of unknown height
    tall = max((_height(recording) for recording in shown), default=0.0) or 0.05 * length
    things: list[dict[str, Any]] = []
    for recording in recordings:
        for surface in surfaces_of(recording):
            if surface.get("kind") == "Extruded":
                thing = _walls(surface, low, high, SURFACE_EXTENT * length, tall)
            else:
                thing = _surface_item(surface, low, high, SURFACE_EXTENT * length)
            if thing is not None and thing not in things:
                things.append(thing)
    return things


def _surface_item(surface: dict[str, Any], low: FloatArray, high: FloatArray, around: float) -> dict[str, Any] | None:
    """Return one surface; None for an unknown kind."""
    name = str(surface.get("name", ""))
    match surface.get("kind"):
        case "Plane":
            return {"name": name} | _plane(surface, low, high, around)
        case "HeightField":
            return {"name": name} | _heights(surface, low, high, around)
        case "Block":
            place = {"size": surface["size"], "centre": surface["centre"], "turn": quat_wxyz(surface["rotation"])}
            return {"kind": "block", "name": name} | place
        case "Pole":
            return {"kind": "pole", "name": name, "radius": surface["radius"]} | _pole(surface, low, high, around)
        case "Pipe":
            radii = np.broadcast_to(surface["radii"], len(surface["line"])).tolist()
            return {"kind": "pipe", "name": name, "line": surface["line"], "radii": radii, "wall": surface["wall"]}
    return None


def _walls(
    surface: dict[str, Any], low: FloatArray, high: FloatArray, around: float, tall: float
) -> dict[str, Any] | None:
    """Return upright walls, as high as the body, so that it is visible above them; the page cuts them at the box's sides.

    The outlines are also cut, farther outside, where the edges along the cut are not visible.
    """
    room, half = np.array([around, around, 0.0]), np.array([0.0, 0.0, tall / 2])
    low, high = low - room - half, high + room + half
    beyond = float((high - low)[:2].max())
    outlines = []
    for wall in walls_in(surface):
        points = cut(wall.points, low[:2] - beyond, high[:2] + beyond)
        if len(points) > 2 or wall.solid_outside:
            outlines.append({"points": [_short(point) for point in points], "outside": wall.solid_outside})
    if not outlines:
        return None
    box = {"lower": _short(low), "upper": _short(high)}
    return {"kind": "walls", "name": str(surface.get("name", "")), "outlines": outlines} | box


def _height(recording: Recording) -> float:
    """Largest height of a link [m]; 0 if none is known."""
    if "link_height" not in recording.dataset.coords:
        return 0.0
    return float(np.nan_to_num(recording["link_height"].values).max(initial=0.0))


def _plane(surface: dict[str, Any], low: FloatArray, high: FloatArray, around: float) -> dict[str, Any]:
    """Return a level plane by its height; any other as a square around the robots' paths."""
    normal = np.asarray(surface["normal"], dtype=np.float64)
    normal /= np.linalg.norm(normal)
    point = np.asarray(surface["point"], dtype=np.float64)
    if normal[2] > 1 - 1e-9:
        return {"kind": "plane", "height": float(point[2])}
    middle = (low + high) / 2
    centre = middle - normal * (normal @ (middle - point))
    half = float(np.linalg.norm(high - low)) / 2 + 2 * around
    return {"kind": "slope", "normal": normal.tolist(), "centre": centre.tolist(), "half": half}


def _heights(surface: dict[str, Any], low: FloatArray, high: FloatArray, around: float) -> dict[str, Any]:
    """Return the part of a height field around the robots' paths, resampled; its continuation only where a robot is on it."""
    heights = np.asarray(surface["heights"], dtype=np.float64)
    spacing, origin = np.broadcast_to(surface["spacing"], 2), surface["origin"]
    lines = []
    for axis, count in enumerate(heights.shape[::-1]):
        grid = origin[axis] + spacing[axis] * np.arange(count)
        lines.append(_lines(grid, *_ends(grid, float(low[axis]), float(high[axis]), around)))
    x, y = lines
    z = bilinear_on_lines(heights, (x - origin[0]) / spacing[0], (y - origin[1]) / spacing[1])
    return {"kind": "heights", "x": _short(x), "y": _short(y), "z": [_short(row) for row in z]}


def _ends(grid: FloatArray, low: float, high: float, around: float) -> tuple[float, float]:
    """Ends of the region that is shown: at the grid's, unless a robot goes near or beyond them."""
    # at least a fifth of the extent of a surface
    near = 0.2 * around
    return max(low - around, min(grid[0], low - near)), min(high + around, max(grid[-1], high + near))


def _lines(grid: FloatArray, first: float, last: float) -> FloatArray:
    """Coordinates of lines between two ends: those of the grid, refined if there are few, thinned if there are many."""
    inside = grid[(grid > first) & (grid < last)]
    # lines of a height field each way
    each = max(1, -(-64 // max(len(inside), 1)))
    fine = np.interp(np.arange((len(grid) - 1) * each + 1) / each, np.arange(len(grid)), grid)
    fine = fine[(fine > first) & (fine < last)]
    return np.concatenate(([first], fine[:: max(1, -(-len(fine) // 240))], [last]))


def _pole(surface: dict[str, Any], low: FloatArray, high: FloatArray, around: float) -> dict[str, Any]:
    """Return both ends of a pole; of an infinite one, of the piece near the robots' paths."""
    axis = np.asarray(surface["axis"], dtype=np.float64)
    axis /= np.linalg.norm(axis)
    point = np.asarray(surface["point"], dtype=np.float64)
    if surface["length"] is not None:
        reach = surface["length"] / 2 * np.array([-1.0, 1.0])
    else:
        corners = np.array(
            [[(low, high)[i][0], (low, high)[j][1], (low, high)[k][2]] for i, j, k in np.ndindex(2, 2, 2)]
        )
        along = (corners - point) @ axis
        reach = np.array([along.min() - around, along.max() + around])
    return {"line": (point + reach[:, None] * axis).tolist()}


def room(recordings: list[Recording]) -> tuple[FloatArray, FloatArray, float]:
    """Corners of the box around all positions of the bodies, and the longest body, [m]."""
    low, high, length = np.full(3, np.inf), np.full(3, -np.inf), 0.0
    for recording in recordings:
        places = recording["link_position"].values.reshape(-1, 3)
        places = places[(np.abs(places) < DRAWN_DISTANCE).all(axis=1)]
        if len(places):
            low, high = np.minimum(low, places.min(axis=0)), np.maximum(high, places.max(axis=0))
        length = max(length, float(np.nansum(recording["link_length"].values)))
    return (low, high, length or 1.0) if np.isfinite(low).all() else (np.zeros(3), np.zeros(3), length or 1.0)


def _short(values: FloatArray) -> list[float]:
    return [float(value) for value in np.round(values, 6)]


# ----------------------------------------------------------------------------------------------------------------------
# Data of swimmers on the page: propellers and their thrust, the current, the bounds of the water, and bent sections
# ----------------------------------------------------------------------------------------------------------------------

SUBMERGED: dict[str, Any] = {"kind": "submerged"}


def propellers(recording: Recording, rows: np.ndarray, packer: Packer) -> dict[str, Any] | None:
    """Return positions and thrusts of the propellers at the replay's frames; None without propellers, see `payload`.

    Args:
        recording: The run.
        rows: Rows of the replay's frames.
        packer: Destination of the arrays.
    """
    facts = propellers_of(recording)
    if not facts or "propeller_thrust" not in recording.dataset or not len(rows):
        return None
    thrust = recording["propeller_thrust"].values[rows]
    return {
        "links": [propeller.link for propeller in facts],
        "offsets": [propeller.offset.tolist() for propeller in facts],
        "directions": [propeller.direction.tolist() for propeller in facts],
        "thrusts": packer.curves(thrust.T),
        "most": _largest(thrust),
    }


def cables(recording: Recording, rows: np.ndarray, packer: Packer) -> dict[str, Any] | None:
    """Return the guides and tensions of the cables at the replay's frames; None without cables, see `payload`."""
    described = cables_of(recording)
    if not described or "coupling_load" not in recording.dataset or not len(rows):
        return None
    place, turn = recording["base_position"].values[0], recording["base_quaternion"].values[0]
    tension = recording["coupling_load"].values[rows][:, recording["coupling_kind"].values == "cable"]

    def offset(link: int | None, point: FloatArray) -> list[float]:
        return (point if link is not None else place + rotate_by(turn, point)).tolist()

    return {
        "links": [[link for link, _ in guides] for guides in described],
        "offsets": [[offset(link, point) for link, point in guides] for guides in described],
        "tensions": packer.curves(tension.T),
        "most": _largest(tension),
    }


def currents(recording: Recording, rows: np.ndarray, packer: Packer) -> dict[str, Any] | None:
    """Return the velocity of the water at the centre of mass at the replay's frames; None if it is not recorded."""
    if "current" not in recording.dataset or not len(rows):
        return None
    velocity = recording["current"].values[rows]
    return {"velocity": packer.curves(velocity.T), "most": _largest(np.linalg.norm(velocity, axis=1))}


def water_things(recordings: list[Recording], shown: list[Recording] | None = None) -> list[dict[str, Any]]:
    """Return every bounded fluid of the runs, each once, for the head of `payload`, and whether all is submerged.

    Args:
        recordings: The runs.
        shown: Runs whose room limits what is drawn of the fluids; None for the same.
    """
    low, high, length = room(recordings if shown is None else shown)
    around = SURFACE_EXTENT * length
    things: list[dict[str, Any]] = []
    for recording in recordings:
        for fluid in fluids_of(recording):
            box = water_box(fluid)
            everywhere = box is None or ((box[0] < low).all() and (box[1] > high).all())
            if everywhere and SUBMERGED not in things:
                things.append(SUBMERGED)
            if box is None or not np.isfinite(box).any():
                continue
            closed = np.isfinite(box)
            lower = np.where(closed[0], box[0], np.minimum(low, np.where(closed[1], box[1], low)) - around)
            upper = np.where(closed[1], box[1], np.maximum(high, lower) + around)
            thing = {
                "kind": "water",
                "name": str(fluid.get("name", "")),
                "lower": lower.tolist(),
                "upper": upper.tolist(),
                "closed": closed.tolist(),
            }
            if thing not in things:
                things.append(thing)
    return things


def propeller_curves(recording: Recording) -> Iterator[dict[str, Any]]:
    """Thrust of every propeller, as the arguments of charts."""
    if recording.dataset.sizes.get("propeller", 0) and "propeller_thrust" in recording.dataset:
        names = [str(name) for name in recording["propeller"].values]
        values = recording["propeller_thrust"].values
        yield _chart("propeller_thrust", "Thrust of the propellers", "thrust", "N", names, values)


def water_curves(recording: Recording) -> Iterator[dict[str, Any]]:
    """Speed of the centre of mass relative to moving water, and that of the water."""
    if "current" in recording.dataset:
        speeds = (water_velocity(recording), recording["current"].values)
        values = np.stack([np.linalg.norm(velocity, axis=1) for velocity in speeds], axis=1)
        yield _chart("water_speed", "Speed through the water", "speed", "m/s", ["robot", "current"], values)


def section_curves(recording: Recording) -> Iterator[dict[str, Any]]:
    """Bend angle and bending plane of soft sections."""
    try:
        shapes = section_shapes(recording)
    except RecordingError:  # a recording without their lengths
        return
    if not shapes:
        return
    names = [shape.name for shape in shapes]
    bend, plane = (np.stack([getattr(shape, what) for shape in shapes], axis=1) for what in ("bend", "plane"))
    yield _chart("section_bend", "Bend angles of the soft sections", "angle", "rad", names, bend)
    if np.isfinite(plane).any():
        note = "from y toward z; undefined where a section is straight"
        yield _chart("section_plane", "Bending planes of the soft sections", "angle", "rad", names, plane) | {
            "note": note
        }


def _chart(name: str, title: str, label: str, unit: str, curves: list[str], values: FloatArray) -> dict[str, Any]:
    return {"name": name, "title": title, "label": label, "unit": unit, "curves": curves, "values": values}


def _largest(values: FloatArray) -> float:
    sizes = np.abs(values)
    return float(sizes[np.isfinite(sizes)].max(initial=0.0))


# ----------------------------------------------------------------------------------------------------------------------
# Forces on the page: of ground and fluid on the links, loads of the skin points at the frames, curves of their sums
# ----------------------------------------------------------------------------------------------------------------------

# Names of the recorded variables that belong to each kind, by their ends.
KINDS = {"friction": ("friction_force",), "drag": ("drag_force",)}
N_FORCE_LEVELS = 400  # number of values between zero and the longest arrow


def link_forces(recording: Recording, rows: np.ndarray, packer: Packer) -> list[dict[str, Any]] | None:
    """Return the forces on every link at the replay's frames, by kind; None if none are recorded. See `payload`.

    Args:
        recording: The run.
        rows: Rows of the replay's frames.
        packer: Destination of the arrays.
    """
    known = []
    for kind, ends in KINDS.items():
        names = [str(name) for name in recording.dataset.data_vars if str(name).endswith(ends)]
        if not names or not len(rows):
            continue
        force = np.sum([recording[name].values[rows] for name in names], axis=0)  # (n_rows, n_links, 3)
        others = np.zeros((len(force), len(objects_of(recording)), 3))  # no arrows on free bodies
        force = np.concatenate((force, others), axis=1)
        size = np.linalg.norm(force, axis=-1)
        size = size[np.isfinite(size) & (size > 0)]
        if not len(size):
            continue
        # an impact must not make all other arrows invisible
        maximum = float(np.quantile(size, 0.99))
        values = np.round(force.reshape(len(rows), -1).T / (maximum / N_FORCE_LEVELS)) * (maximum / N_FORCE_LEVELS)
        known.append({"name": kind, "most": maximum, "values": packer.curves(values)})
    return known or None


N_LOAD_LEVELS = 250  # number of levels of the scale of loads
RELATIVE_TOLERANCE = 2e-5  # tolerance of a position, relative to the body's length


def touching(recording: Recording, rows: np.ndarray, packer: Packer) -> dict[str, Any] | None:
    """Return loads of the skin points and their positions on the links; None for a robot without a skin. See `payload`.

    Args:
        recording: The run.
        rows: Rows of the replay's frames; of a long run with many points, some of them.
        packer: Destination of the arrays.
    """
    if not has_skin(recording) or not len(rows):
        return None
    # of all points at all frames; beyond it, there are fewer frames
    rows = rows[:: max(1, -(-len(rows) * recording["skin_load"].shape[1] // 800_000))]
    load = recording["skin_load"].values[rows]
    touches = load > 0  # False for NaN
    loads = load[touches]
    # the peak of an impact must not hide all others
    full = float(np.quantile(loads[np.isfinite(loads)], 0.98)) if np.isfinite(loads).any() else 0.0
    if not full > 0:
        return None
    quantum = full / N_LOAD_LEVELS
    coarse = np.where(touches, np.maximum(np.round(load / quantum), 1) * quantum, np.nan)
    length = max(float(np.nansum(recording["link_length"].values)), 1e-6)
    # smaller motions relative to the link are not stored
    mean, moving, tracks = _places_on_links(recording, rows, touches, 1e-3 * length)
    places, ring = ring_places(recording)
    sides = skin_sides(recording)
    return {
        "times": packer.times(recording["time"].values[rows]),
        "loads": packer.curves(coarse.T),
        "full": full,
        "links": skin_links(recording).tolist(),
        "offsets": packer.curves(mean.T, RELATIVE_TOLERANCE * length),
        "moving": moving.tolist(),
        # an empty array would have the position of the next one
        "tracks": packer.curves(tracks, RELATIVE_TOLERANCE * length) if len(moving) else None,
        "rings": ring.tolist(),
        "places": np.round(places, 6).tolist(),
        "sides": None if sides is None else sides[1].tolist(),
        "angles": None if sides is None else np.round(np.degrees(sides[0]), 3).tolist(),
    }


def touching_curves(recording: Recording) -> Iterator[dict[str, Any]]:
    """Total and largest load, slip, and number of contacts, as the arguments of charts.

    They are sampled at the recorded instants: an impact shorter than the interval between rows may be missing, so that
    the mean of the sums may be below the weight if a body drops from point to point.
    """
    if not has_skin(recording):
        return
    load, slip = recording["skin_load"].values, recording["skin_slip"].values
    total = load.sum(axis=1)
    mean = np.divide((load * slip).sum(axis=1), total, out=np.full(len(total), np.nan), where=total > 0)
    touches = load > 0
    greatest = np.where(touches, slip, 0.0).max(axis=1)
    force = weight(recording)
    sums = np.stack((total, load.max(axis=1)), axis=1)
    slips = np.stack((mean, np.where(touches.any(axis=1), greatest, np.nan)), axis=1)
    load_of = {"label": "load", "unit": "N", "curves": ["in sum", "maximum of a point"], "values": sums}
    slip_of = {"label": "slip", "unit": "m/s", "curves": ["load-weighted mean", "greatest"], "values": slips}
    count_of = {
        "label": "points",
        "unit": "-",
        "curves": ["points"],
        "values": touches.sum(axis=1, keepdims=True).astype(float),
    }
    known = {} if force is None else {"reference": force, "note": "reference: the robot's weight"}
    yield {"name": "contact_load", "title": "Contact load", **load_of, **known}
    yield {"name": "contact_slip", "title": "Slip of the contact points", **slip_of}
    yield {"name": "contact_count", "title": "Touching points", "note": f"of {load.shape[1]}", **count_of}


def _places_on_links(
    recording: Recording, rows: np.ndarray, touches: np.ndarray, minimum: float
) -> tuple[FloatArray, np.ndarray, FloatArray]:
    """Mean offset of each point on its link, shape (n_points, 3), indices of moving points, and their offsets [m]."""
    offsets = np.where(touches[..., None], skin_offsets(recording, rows), np.nan)
    known = np.where(np.isfinite(offsets), offsets, 0.0)
    count = np.maximum(np.isfinite(offsets).sum(axis=0), 1)
    mean = known.sum(axis=0) / count
    away = np.abs(np.where(np.isfinite(offsets), offsets - mean, 0.0)).max(axis=(0, 2))
    moving = np.flatnonzero(away > minimum)
    return mean, moving, offsets[:, moving].reshape(len(rows), -1).T


# ----------------------------------------------------------------------------------------------------------------------
# Map points, keyframes, estimated body and ellipsoids of its uncertainty on the page
# ----------------------------------------------------------------------------------------------------------------------

MAX_POINTS = 20_000  # of a map; of a larger one, every second, third, ... point is shown
POSITION_TOLERANCE = 1e-3  # tolerance of a position [m]
MAX_KEYFRAMES = 500
KEYFRAME_HEIGHT = 0.03  # height of the pyramid of a keyframe, of the length of the body


def mapping(recording: Recording, rows: np.ndarray, packer: Packer) -> dict[str, Any] | None:
    """Return the map and the estimates at the replay's frames; None for a run without. See `payload`."""
    mapped = mapped_in(recording)
    if mapped is None:
        return None
    points = mapped.points[:: max(1, -(-len(mapped.points) // MAX_POINTS))]
    body = None if mapped.body is None else mapped.body[rows]
    axes, places = None, []
    if body is not None and mapped.covariance is not None:
        places = sorted({0, body.shape[1] // 2, body.shape[1] - 1})
        axes = half_axes(mapped.covariance[rows][:, places])
    keyframes = mapped.keyframes[:: max(1, -(-len(mapped.keyframes) // MAX_KEYFRAMES))]
    height = KEYFRAME_HEIGHT * float(np.nan_to_num(recording["link_length"].values).sum())
    return {
        "keyframes": packer.curves(pyramids(keyframes, height).T, POSITION_TOLERANCE / 10) if len(keyframes) else None,
        "points": packer.curves(points.T, POSITION_TOLERANCE) if len(points) else None,
        "body": None if body is None else packer.curves(body.reshape(len(rows), -1).T, POSITION_TOLERANCE),
        "places": places,
        "ellipsoids": None if axes is None else packer.curves(axes.reshape(len(rows), -1).T, POSITION_TOLERANCE / 10),
    }


def pyramids(poses: FloatArray, height: float) -> FloatArray:
    """Return the ends of the edges of a pyramid for each camera pose, open toward the viewing direction, shape (16 n, 3), [m].

    Args:
        poses: T_map_camera, optical axes, shape (n, 4, 4), [m].
        height: Along the optical axis [m].
    """
    corners = np.array([(-0.8, -0.5, 1.0), (0.8, -0.5, 1.0), (0.8, 0.5, 1.0), (-0.8, 0.5, 1.0)])
    top, following = np.zeros((4, 3)), np.roll(corners, -1, axis=0)
    edges = np.stack((np.concatenate((top, corners)), np.concatenate((corners, following))), axis=1).reshape(-1, 3)
    placed = np.einsum("nij,kj->nki", poses[:, :3, :3], height * edges) + poses[:, None, :3, 3]
    return np.asarray(placed.reshape(-1, 3))


def half_axes(covariance: FloatArray) -> FloatArray:
    """Symmetric square roots of covariances, times two: they map a unit sphere to the ellipsoid, shape (..., 3, 3)."""
    values, vectors = np.linalg.eigh(covariance)
    roots = np.sqrt(np.maximum(values, 0))
    return np.asarray(2.0 * (vectors * roots[..., None, :]) @ np.swapaxes(vectors, -1, -2))
