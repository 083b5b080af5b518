"""Surfaces of the world in the 3-D view, cut to the region of the robots."""

from typing import Any

import numpy as np

from snakelab.geometry.interpolation import bilinear_on_lines
from snakelab.results.recorded_objects.surfaces import surfaces_of, walls_in
from snakelab.results.recording import Recording
from snakelab.types import FloatArray
from snakelab.view.world_outlines.ground import quat_wxyz
from snakelab.view.world_outlines.walls import cut

FAR = 1e6  # distance beyond which bodies are not drawn [m]
AROUND = 1.5  # extent of surfaces around the paths of the robots, in body lengths
NEAR = 0.2  # minimum extent of a height field around the paths, relative to `AROUND`
FEW, MOST = 64, 240  # lines of a height field each way
LEVEL = 1e-9
LOWEST = 0.05  # height of upright walls for a body of unknown height, in body lengths


def surface_things(recordings: list[Recording]) -> list[dict[str, Any]]:
    """Return every surface of the runs, each once, for the head of `payload`; a level plane is the ground."""
    low, high, length = room(recordings)
    tall = max((_height(recording) for recording in recordings), default=0.0) or LOWEST * length
    things: list[dict[str, Any]] = []
    for recording in recordings:
        for surface in surfaces_of(recording):
            if surface.get("kind") == "Extruded":
                thing = _walls(surface, low, high, AROUND * length, tall)
            else:
                thing = _thing(surface, low, high, AROUND * length)
            if thing is not None and thing not in things:
                things.append(thing)
    return things


def _thing(surface: dict[str, Any], low: FloatArray, high: FloatArray, around: float) -> dict[str, Any] | None:
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
    if normal[2] > 1 - LEVEL:
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
    near = NEAR * around
    return max(low - around, min(grid[0], low - near)), min(high + around, max(grid[-1], high + near))


def _lines(grid: FloatArray, first: float, last: float) -> FloatArray:
    """Coordinates of lines between two ends: those of the grid, refined if there are few, thinned if there are many."""
    inside = grid[(grid > first) & (grid < last)]
    each = max(1, -(-FEW // max(len(inside), 1)))
    fine = np.interp(np.arange((len(grid) - 1) * each + 1) / each, np.arange(len(grid)), grid)
    fine = fine[(fine > first) & (fine < last)]
    return np.concatenate(([first], fine[:: max(1, -(-len(fine) // MOST))], [last]))


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
        places = places[(np.abs(places) < FAR).all(axis=1)]
        if len(places):
            low, high = np.minimum(low, places.min(axis=0)), np.maximum(high, places.max(axis=0))
        length = max(length, float(np.nansum(recording["link_length"].values)))
    return (low, high, length or 1.0) if np.isfinite(low).all() else (np.zeros(3), np.zeros(3), length or 1.0)


def _short(values: FloatArray) -> list[float]:
    return [float(value) for value in np.round(values, 6)]
