"""Upright walls as flat areas, seen from above: solid areas, cut to a window, and their edges."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from snakelab.results.recorded_objects.surfaces import Wall, walls_of
from snakelab.results.recording import Recording
from snakelab.types import FloatArray
from snakelab.view.body_outlines.line import finite_rows

AROUND = 20.0  # extent of walls around the path of the robot, relative to that of the path


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
    return wall_areas(walls, *window_around(places, AROUND))


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
