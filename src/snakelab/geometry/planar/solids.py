"""Plane solids: outlines and posts, with signed distance and sharp corners."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Len

from snakelab.errors import WorldError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, Slider, Unit
from snakelab.parameter_declarations.quantities import Radius
from snakelab.types import FloatArray, floats, instance

# Minimum change of direction at a corner [rad].
SHARP = math.radians(5.0)


@dataclass(frozen=True, eq=False)
class Outline:
    """Solid bounded by a closed polygon: a block, a wall, or everything outside a free region.

    Args:
        points: Corners in clockwise or counter-clockwise order; the last is connected to the first, shape (n, 2), [m].
        solid_outside: True if the solid is outside the polygon.

    Raises:
        WorldError: if there are fewer than three different points, or they enclose no area.
    """

    points: Sequence[Sequence[float]] | FloatArray
    solid_outside: bool = False

    def __post_init__(self) -> None:
        instance(self.solid_outside, "Outline solid_outside", (bool,), WorldError)
        points = polyline(self.points, "Outline points", 3)
        keep = np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1) > 0.0
        points = points[keep]
        if len(points) < 3 or abs(_area(points)) <= 0.0:
            raise WorldError(f"Outline points must be three or more that span an area [m], got {self.points!r}")
        if _area(points) < 0.0:
            points = points[::-1]
        object.__setattr__(self, "points", points)

    def drawn(self) -> FloatArray:
        """Return the points of the outline; the last is connected to the first, shape (n, 2), [m]."""
        return np.asarray(self.points)

    def distance(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Return the signed distance of points from the solid, positive outside it, same shape as x and y, [m]."""
        best = np.full(np.shape(x), np.inf)
        inside = np.zeros(np.shape(x), dtype=bool)
        corners = np.asarray(self.points)
        for (x0, y0), (x1, y1) in zip(np.roll(corners, 1, axis=0), corners, strict=True):
            ex, ey = x1 - x0, y1 - y0
            fraction = np.clip(((x - x0) * ex + (y - y0) * ey) / (ex * ex + ey * ey), 0.0, 1.0)
            best = np.minimum(best, np.hypot(x - x0 - fraction * ex, y - y0 - fraction * ey))
            if y0 != y1:
                inside ^= ((y0 > y) != (y1 > y)) & (x < x0 + (y - y0) * ex / ey)
        return np.where(inside != self.solid_outside, -best, best)

    def corners(self) -> FloatArray:
        """Return the convex corners of the solid, shape (n, 2), [m]."""
        points = np.asarray(self.points)
        into, out = points - np.roll(points, 1, axis=0), np.roll(points, -1, axis=0) - points
        angle = np.arctan2(into[:, 0] * out[:, 1] - into[:, 1] * out[:, 0], np.sum(into * out, axis=1))
        return points[(-angle if self.solid_outside else angle) > SHARP]


@dataclass(frozen=True)
class Post:
    """Round post.

    Args:
        centre: Shape (2,), [m].
        radius: Radius [m].
    """

    centre: Annotated[Sequence[float], Len(2, 2), Unit("m"), Slider(-5, 5, 0.01)]
    radius: Annotated[Radius, FIXED]

    def __post_init__(self) -> None:
        check_declared(self, WorldError)

    solid_outside = False

    def drawn(self) -> FloatArray:
        """Return points around the post; the last is connected to the first, shape (n, 2), [m]."""
        angles = 2 * math.pi * np.arange(48) / 48
        return np.asarray(self.centre) + self.radius * np.stack((np.cos(angles), np.sin(angles)), axis=1)

    def distance(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Return the signed distance of points, positive outside the post, same shape as x and y, [m]."""
        return np.hypot(x - self.centre[0], y - self.centre[1]) - self.radius

    def corners(self) -> FloatArray:
        """None."""
        return np.zeros((0, 2))


def polyline(points: object, name: str, minimum: int) -> FloatArray:
    """Return points as an array of shape (n, 2); raise WorldError if they are invalid."""
    try:
        array = floats(points)
    except ValueError:
        array = np.zeros(0)
    if array.ndim != 2 or array.shape[1] != 2 or len(array) < minimum or not np.isfinite(array).all():
        raise WorldError(f"{name} must be at least {minimum} finite points (x, y) [m], got {points!r}")
    return array


def _area(points: FloatArray) -> float:
    x, y = points.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2.0
