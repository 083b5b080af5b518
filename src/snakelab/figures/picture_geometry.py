"""Geometry of pictures: centre line of the body, and ground, walls and fluids as flat areas."""

import itertools
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from snakelab.geometry.rotations import quaternion_of, rotation_exp
from snakelab.parameters.arguments import FloatArray
from snakelab.results.metrics.motion import forward_axes
from snakelab.results.recorded_objects import Wall, branches_of, surfaces_of, trunk_links, walls_of
from snakelab.results.recording import Recording

# ----------------------------------------------------------------------------------------------------------------------
# Centre line of the body in a recording, its middle, and the plane in which it extends most
# ----------------------------------------------------------------------------------------------------------------------

AXES = "xyz"


def body_pieces(recording: Recording) -> list[FloatArray]:
    """Return the centre line of every part with mass, in the order of the chain; each (n_rows, n_points, 3), [m].

    A link is the segment between its ends, tail end = centre - e_x link_com and head end = tail end + e_x link_length,
    with e_x its forward axis. A soft section or rod is the line through its stations, which lie on its axis from end to end.
    """
    position, forward = recording["link_position"].values, forward_axes(recording)
    length, com = (np.nan_to_num(recording[name].values)[:, None] for name in ("link_length", "link_com"))
    tail = position - forward * com
    ends = np.stack((tail, tail + forward * length), axis=2)  # (n_rows, n_links, 2, 3)
    pieces = [
        ends[:, part.start] if part.stop - part.start == 1 else position[:, part] for part in part_slices(recording)
    ]
    known = np.flatnonzero(finite_rows(recording))
    if known.size:
        # for a robot numbered from its head the next link of the trunk begins at the tail of this one
        n = first_pieces(recording)[1] if branches_of(recording) else len(pieces)
        trunk, branches = pieces[:n], pieces[n:]
        backwards = [piece[:, ::-1] if piece.shape[1] == 2 else piece for piece in trunk]
        if _gaps(backwards, known[0]) < 0.999 * _gaps(trunk, known[0]):
            pieces = [*backwards, *branches]
    return [np.asarray(piece, dtype=np.float64) for piece in pieces]


def first_pieces(recording: Recording) -> list[int]:
    """Return the index of the first piece of the trunk, 0, and of each branch."""
    starts = [part.start for part in part_slices(recording)]
    return [0, *(starts.index(branch.links.start) for branch in branches_of(recording))]


def view_plane(recording: Recording) -> tuple[int, int]:
    """Return the two axes along which the moving body extends most: (0, 1) is x-y, (0, 2) x-z and (1, 2) y-z.

    Robots in the plane, and those that extend along one axis only, are seen in x-y.
    """
    rows = finite_rows(recording)
    if recording.dataset.attrs.get("base") == "planar" or not rows.any():
        return 0, 1
    points = np.concatenate(body_pieces(recording), axis=1)[rows].reshape(-1, 3)
    extent = np.ptp(points, axis=0)
    extent[extent < 1e-6 * extent.max()] = 0.0  # rounding is no extent
    first, second = np.sort(np.argsort(-extent, kind="stable")[:2])
    return int(first), int(second)


def travelled_box(recording: Recording) -> tuple[FloatArray, FloatArray, float] | None:
    """Lower and upper corner of the positions of the robot, each of shape (3,), and their extent including its length, [m].

    None if no position is known.
    """
    known = finite_rows(recording)
    if not known.any():
        return None
    places = recording["link_position"].values[known].reshape(-1, 3)
    size = float(np.ptp(places, axis=0).max()) + float(np.nansum(recording["link_length"].values))
    return places.min(axis=0), places.max(axis=0), size


def body_length(pieces: list[FloatArray], row: int) -> float:
    """Length of the centre line of the body at one row [m]."""
    return float(sum(np.linalg.norm(np.diff(piece[row], axis=0), axis=1).sum() for piece in pieces))


def mid_link(recording: Recording) -> FloatArray:
    """Centre of mass of the mid link or station of the trunk, shape (n_rows, 3), [m]."""
    position = recording["link_position"].values[:, trunk_links(recording)]
    return np.asarray(position[:, position.shape[1] // 2], dtype=np.float64)


def mid_word(recording: Recording) -> str:
    """Word for the middle link: "link", or "station" for a soft section."""
    middle = len(recording["link"].values[trunk_links(recording)]) // 2
    return next(
        "link" if part.stop - part.start == 1 else "station"
        for part in part_slices(recording)
        if middle in range(part.stop)
    )


def finite_rows(recording: Recording) -> np.ndarray:
    """Mask of rows in which all positions of the body are finite, shape (n_rows,), bool."""
    return np.isfinite(recording["link_position"].values).all(axis=(1, 2))


def part_slices(recording: Recording) -> list[slice]:
    """Indices of each part: one for a link, a run `name.0`, `name.1`, ... for a soft section or rod."""
    names, mass = [str(name) for name in recording["link"].values], recording["link_mass"].values
    coords = recording.dataset.coords
    kinds = [str(kind) for kind in coords["link_section"].values] if "link_section" in coords else len(names) * [""]
    parts: list[slice] = []
    for _, group in itertools.groupby(range(len(names)), key=lambda i: _part_name(names[i])):
        run = list(group)
        # stations of a rod have a skin; the masses of an older section are Simpson's weights, 1 to 4 at its ends. Links that
        # have names with numbers keep their own.
        soft = len(run) > 2 and (
            all(kinds[i] == "skin" for i in run) or np.allclose(mass[[run[1], run[-2]]], 4 * mass[[run[0], run[-1]]])
        )
        parts += [slice(run[0], run[-1] + 1)] if soft else [slice(i, i + 1) for i in run]
    return parts


def _part_name(name: str) -> str:
    label, _, number = name.rpartition(".")
    return label if label and number.isdigit() else name


def _gaps(pieces: list[FloatArray], row: int) -> float:
    """Sum of the distances from the start of each piece to the end of the one before [m]."""
    return float(sum(np.linalg.norm(b[row, 0] - a[row, -1]) for a, b in itertools.pairwise(pieces)))


# ----------------------------------------------------------------------------------------------------------------------
# Surfaces of the world as flat areas, seen along a world axis: the ground line of a side view
# ----------------------------------------------------------------------------------------------------------------------

SURFACE_EXTENT = 20.0  # extent of unbounded surfaces around the path of the robot, relative to that of the path


def ground_areas(recording: Recording, plane: tuple[int, int]) -> list[FloatArray]:
    """Outlines of solid areas in a plane of two axes, each of shape (n, 2), [m], including the upper edge of the ground.

    A plane shows where it is seen along its face; a height field shows its highest line from the side; blocks and poles
    show their outline from every side. Pipes hide their contents and are omitted, as is ground that is seen from
    above.

    Args:
        recording: The run.
        plane: The two axes, see `view_plane`.
    """
    if (corners := travelled_box(recording)) is None:
        return []
    low, high, size = corners
    middle, reach = (low + high) / 2, SURFACE_EXTENT * size
    return [area for surface in surfaces_of(recording) for area in _areas(surface, plane, middle, reach)]


def _areas(surface: dict[str, Any], plane: tuple[int, int], middle: FloatArray, reach: float) -> list[FloatArray]:
    """Outlines of one surface; empty if it is not visible."""
    match surface.get("kind"):
        case "Plane":
            return _half_plane(surface, plane, middle, reach)
        case "HeightField" if AXES[plane[1]] == "z":
            return [_skyline(surface, plane[0], middle, reach)]
        case "Block":
            half = np.asarray(surface["size"]) / 2
            corners = half * (2 * np.array(list(np.ndindex(2, 2, 2))) - 1)
            return [_hull((np.asarray(surface["centre"]) + rotated(surface["rotation"], corners))[:, list(plane)])]
        case "Pole":
            return [_hull(_rims(surface, middle, reach)[:, list(plane)])]
    return []


def _half_plane(surface: dict[str, Any], plane: tuple[int, int], middle: FloatArray, reach: float) -> list[FloatArray]:
    """Area below a plane that is seen edge-on."""
    normal = np.asarray(surface["normal"], dtype=np.float64)
    normal /= np.linalg.norm(normal)
    out = normal[list(plane)]
    if np.linalg.norm(out) < 1 - 1e-9:
        return []
    foot = (middle - normal * (normal @ (middle - np.asarray(surface["point"]))))[list(plane)]
    along = np.array([-out[1], out[0]])
    return [foot + reach * np.array([along, -along, -along - out, along - out])]


def _skyline(surface: dict[str, Any], axis: int, middle: FloatArray, reach: float) -> FloatArray:
    """Highest line of a height field from the side, continued level, and the area below it."""
    heights = np.asarray(surface["heights"], dtype=np.float64)
    top = heights.max(axis=axis)  # rows run along y, columns along x
    place = surface["origin"][axis] + np.broadcast_to(surface["spacing"], 2)[axis] * np.arange(len(top))
    ends = min(middle[axis] - reach, place[0]), max(middle[axis] + reach, place[-1])
    line = np.column_stack((np.concatenate(([ends[0]], place, [ends[1]])), np.concatenate((top[:1], top, top[-1:]))))
    low = float(top.min()) - reach
    return np.concatenate((line, [(ends[1], low), (ends[0], low)]))


def _rims(surface: dict[str, Any], middle: FloatArray, reach: float) -> FloatArray:
    """Points of both rims of a pole, shape (2 n, 3); of an infinite one, of the piece near the robot's path."""
    axis = np.asarray(surface["axis"], dtype=np.float64)
    axis /= np.linalg.norm(axis)
    point = np.asarray(surface["point"], dtype=np.float64)
    if surface["length"] is None:
        point, half = point + axis * (axis @ (middle - point)), reach
    else:
        half = surface["length"] / 2
    side = np.cross(axis, np.eye(3)[np.abs(axis).argmin()])
    side /= np.linalg.norm(side)
    angle = np.linspace(0, 2 * np.pi, 32, endpoint=False)[:, None]  # points of a circle
    circle = surface["radius"] * (np.cos(angle) * side + np.sin(angle) * np.cross(axis, side))
    return np.concatenate((point + half * axis + circle, point - half * axis + circle))


def _hull(points: FloatArray) -> FloatArray:
    from scipy.spatial import ConvexHull

    return np.asarray(points[ConvexHull(points).vertices], dtype=np.float64)


def quat_wxyz(rotation_vector: list[float]) -> list[float]:
    """Quaternion of a rotation vector, from the axes of a block to those of the world."""
    return quaternion_of(rotation_exp(np.asarray(rotation_vector))).tolist()


def rotated(rotation_vector: list[float], points: FloatArray) -> FloatArray:
    """Transform points in the axes of a block, shape (n, 3), to the world."""
    return points @ rotation_exp(np.asarray(rotation_vector)).T


# ----------------------------------------------------------------------------------------------------------------------
# Upright walls as flat areas, seen from above: solid areas, cut to a window, and their edges
# ----------------------------------------------------------------------------------------------------------------------


class Area(NamedTuple):
    """Solid area of one outline within a window.

    Attributes:
        solid: A closed polygon, shape (n, 2), [m]; where the solid lies outside of the outline, the window and, by way
            of a seam, the outline backwards, so that either rule of filling leaves the free part free.
        edge: The outline, closed, cut to the window, whose border it follows where it is cut, shape (m, 2), [m].
    """

    solid: FloatArray
    edge: FloatArray


def recorded_wall_areas(recording: Recording, plane: tuple[int, int] = (0, 1)) -> list[Area]:
    """Walls of a run, within the extent of any picture of its path; empty unless they are seen from above.

    Args:
        recording: The run.
        plane: The two axes, see `view_plane`.
    """
    walls, known = walls_of(recording), finite_rows(recording)
    if plane != (0, 1) or not walls or not known.any():
        return []
    places = recording["link_position"].values[known][..., :2].reshape(-1, 2)
    return wall_areas(walls, *window_around(places, SURFACE_EXTENT))


def wall_areas(walls: Sequence[Wall], low: FloatArray, high: FloatArray) -> list[Area]:
    """Solid parts of walls within a window, which should be larger than the view; walls beyond it are left out.

    Args:
        walls: Upright walls.
        low: Lower corner of the window, shape (2,), [m].
        high: Upper corner, shape (2,), [m].
    """
    areas = []
    window = np.array([low, (high[0], low[1]), high, (low[0], high[1])], dtype=np.float64)
    for wall in walls:
        edge = cut(wall.points, low, high)
        if not wall.solid_outside:
            areas += [Area(edge, edge)] if len(edge) > 2 else []
        elif len(edge) < 3:
            areas.append(Area(window, window))
        else:
            back = edge if _total_angle(edge) < 0 else edge[::-1]
            areas.append(Area(np.concatenate((window, window[:1], back, back[:1])), edge))
    return areas


def window_around(points: FloatArray, fraction: float) -> tuple[FloatArray, FloatArray]:
    """Corners of a box around all points, enlarged on every side by a fraction of its larger extent; not empty.

    Args:
        points: Points, shape (n, 2), [m].
        fraction: Fraction [-].
    """
    low, high = points.min(axis=0), points.max(axis=0)
    room = fraction * (float((high - low).max()) or 1.0)
    return low - room, high + room


def cut(points: FloatArray, low: FloatArray, high: FloatArray) -> FloatArray:
    """Part of a closed polygon within a window, shape (m, 2), [m]; m is 0 if it is outside.

    The outline is cut by one side of the window after the other. A part that is cut into pieces remains one polygon,
    whose pieces are connected along the window's border.

    Source: Sutherland and Hodgman, Reentrant polygon clipping.
    """
    left = np.asarray(points, dtype=np.float64)
    for axis in (0, 1):
        for side, sign in ((low[axis], 1.0), (high[axis], -1.0)):
            left = _half(left, axis, float(side), sign)
    return left


def _half(points: FloatArray, axis: int, side: float, sign: float) -> FloatArray:
    """Part of a polygon on one side of a line across an axis."""
    depth = sign * (points[:, axis] - side)
    if not len(points) or (depth >= 0).all():
        return points
    after, next_depth = np.roll(points, -1, axis=0), np.roll(depth, -1)
    crosses = (depth >= 0) != (next_depth >= 0)
    fraction = np.divide(depth, depth - next_depth, out=np.zeros_like(depth), where=crosses)
    border = points + fraction[:, None] * (after - points)
    border[:, axis] = side
    pairs = np.stack((points, border), axis=1).reshape(
        -1, 2
    )  # each corner, then the intersection of its edge with the window
    return pairs[np.stack((depth >= 0, crosses), axis=1).ravel()]


def _total_angle(points: FloatArray) -> float:
    """Twice the area of a closed polygon, positive if it is anticlockwise."""
    x, y = points.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1))


# ----------------------------------------------------------------------------------------------------------------------
# Fluids of a recorded world, as data and as flat areas in a picture
# ----------------------------------------------------------------------------------------------------------------------


def fluids_of(recording: Recording) -> list[dict[str, Any]]:
    """Return the recorded fluids: name, density, surface, region; empty if none are recorded."""
    try:
        fluids = json.loads(recording.dataset.attrs.get("fluids", "[]"))
    except (TypeError, ValueError, RecursionError):
        return []
    return [fluid for fluid in fluids if _readable(fluid)] if isinstance(fluids, list) else []


def _readable(one: Any) -> bool:
    """Return True if a fluid of a recording, which may be damaged, has valid bounds."""
    try:
        box = water_box(one)
    except (AttributeError, TypeError, ValueError):
        return False
    return box is None or not np.isnan(box).any()


def water_box(fluid: dict[str, Any]) -> FloatArray | None:
    """Lower and upper corner of a fluid region, infinite where it is open, shape (2, 3), [m]; None inside a pipe."""
    region = fluid.get("region") or {}
    if "line" in region:
        return None
    nothing = [None, None, None]
    box = np.array(
        [
            [sign * np.inf if value is None else value for value in region.get(key, nothing)]
            for key, sign in (("lower", -1), ("upper", 1))
        ],
        dtype=np.float64,
    )
    if fluid.get("surface") is not None:
        box[1, 2] = min(box[1, 2], float(fluid["surface"]))
    return box


def water_areas(recording: Recording, plane: tuple[int, int]) -> list[FloatArray]:
    """Areas of water in a plane of two axes: corners of a rectangle, each of shape (4, 2), [m].

    From the side its upper edge is the free surface. Unbounded water fills the picture, and has no label.

    Args:
        recording: The run.
        plane: The two axes, see `view_plane`.
    """
    if (corners := travelled_box(recording)) is None:
        return []
    low, high, size = corners
    low, high = low - SURFACE_EXTENT * size, high + SURFACE_EXTENT * size
    areas = []
    for fluid in fluids_of(recording):
        box = water_box(fluid)
        if box is None or not np.isfinite(box[:, list(plane)]).any():
            continue
        (left, below), (right, above) = np.where(np.isfinite(box), box, (low, high))[:, list(plane)]
        areas.append(np.array([(left, below), (right, below), (right, above), (left, above)]))
    return areas
