"""Surfaces of a recorded world, and its upright walls."""

import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.results.recording import Recording
from snakelab.types import FloatArray

OPEN = 500.0  # walls farther away are ignored: the solid of a hull ends far away [m]
DIRECTIONS = np.pi * np.arange(180) / 180  # directions in which a gap is measured [rad]


@dataclass(frozen=True, eq=False)
class Wall:
    """Closed outline in plan view, of infinite vertical extent.

    Attributes:
        points: Corners, the last joined to the first, shape (n, 2), [m].
        solid_outside: True if the solid is outside the outline, as for a hull around a pipe.
    """

    points: FloatArray
    solid_outside: bool


def surfaces_of(recording: Recording) -> list[dict[str, Any]]:
    """Return the recorded surfaces of the world as name, kind and arguments; empty if none are recorded."""
    try:
        surfaces = json.loads(recording.dataset.attrs.get("surfaces", "[]"))
    except (TypeError, ValueError, RecursionError):
        return []
    if not isinstance(surfaces, list):
        return []
    return [surface for surface in surfaces if isinstance(surface, dict)]


def walls_of(recording: Recording) -> list[Wall]:
    """Return the outlines of all upright walls, `Extruded`; empty if none are recorded."""
    return [
        wall for surface in surfaces_of(recording) if surface.get("kind") == "Extruded" for wall in walls_in(surface)
    ]


def walls_in(surface: dict[str, Any]) -> list[Wall]:
    """Return the outlines of one `Extruded` surface; damaged ones are left out.

    Without a recorded side, the solid is outside the outlines.
    """
    walls, outlines, sides = [], surface.get("outlines"), surface.get("solid_outside")
    for i, outline in enumerate(outlines if isinstance(outlines, list) else []):
        try:
            points = np.array(outline, dtype=np.float64)
        except (TypeError, ValueError):
            continue
        if points.ndim == 2 and points.shape[1] == 2 and len(points) > 2 and np.isfinite(points).all():
            endless = bool(np.ptp(points, axis=0).max() > OPEN)
            walls.append(Wall(points, bool(sides[i]) if isinstance(sides, list) and i < len(sides) else endless))
    return walls


def free_width(walls: list[Wall], point: FloatArray) -> float:
    """Width of the narrowest passage through a point: the minimum distance from wall to wall over all directions.

    Directions are one degree apart, so that the error in a straight pipe is at most 4e-5 of its width.

    Args:
        walls: The walls around the point.
        point: Shape (2,), [m].

    Returns:
        [m]; infinite in open water, NaN within a wall.
    """
    inside = [bool(_within(wall.points, point)) != wall.solid_outside for wall in walls]
    if any(inside) or not np.isfinite(point).all():
        return float("nan")
    reach = np.full(2 * len(DIRECTIONS), np.inf)
    for wall in walls:
        reach = np.minimum(reach, _reach(wall.points - point))
    reach[reach > OPEN] = np.inf
    return float((reach[: len(DIRECTIONS)] + reach[len(DIRECTIONS) :]).min())


def _within(points: FloatArray, point: FloatArray) -> int:
    """Return 1 if a point lies within an outline, else 0: parity of the crossings of a ray to the right."""
    (x, y), (u, v) = points.T, np.roll(points, -1, axis=0).T
    crosses = (y > point[1]) != (v > point[1])
    fraction = np.divide(point[1] - y, v - y, out=np.zeros_like(y), where=crosses)
    return int(np.count_nonzero(crosses & (x + fraction * (u - x) > point[0]))) % 2


def _reach(points: FloatArray) -> FloatArray:
    """Distance to an outline along each direction of `DIRECTIONS`, then each opposite one; infinite without intersection."""
    directions = np.concatenate((DIRECTIONS, DIRECTIONS + np.pi))
    direction = np.stack((np.cos(directions), np.sin(directions)), axis=1)[:, None]  # (n_turns, 1, 2)
    along = np.roll(points, -1, axis=0) - points
    determinant = direction[..., 0] * along[:, 1] - direction[..., 1] * along[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        far = (points[:, 0] * along[:, 1] - points[:, 1] * along[:, 0]) / determinant
        fraction = (points[:, 0] * direction[..., 1] - points[:, 1] * direction[..., 0]) / determinant
    hits = (determinant != 0) & (far >= 0) & (fraction >= 0) & (fraction <= 1)
    return np.asarray(np.where(hits, far, np.inf).min(axis=1))
