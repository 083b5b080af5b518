"""Surfaces of the world as flat areas, seen along a world axis: the ground line of a side view."""

from typing import Any

import numpy as np

from snakelab.geometry.poses import quaternion_of, rotation_exp
from snakelab.results.recorded_objects.surfaces import surfaces_of
from snakelab.results.recording import Recording
from snakelab.types import FloatArray
from snakelab.view.body_outlines.line import AXES, travelled_box

AROUND = 20.0  # extent of unbounded surfaces around the path of the robot, relative to that of the path
FLAT = 1e-9
AROUND_AXIS = 32  # points of a circle


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
    middle, reach = (low + high) / 2, AROUND * size
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
    if np.linalg.norm(out) < 1 - FLAT:
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
    angle = np.linspace(0, 2 * np.pi, AROUND_AXIS, endpoint=False)[:, None]
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
