"""Smooth line through points, parametrised by arc length, and the nearest position on it to a point."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snakelab.types import FloatArray

if TYPE_CHECKING:
    from scipy.interpolate import CubicSpline

N_PLACES = 256
NEWTON_STEPS = 6


@dataclass(frozen=True)
class Line:
    """Cubic spline through points; its parameter is the length of the chords, which is nearly its arc length.

    Attributes:
        spline: Position along the line [m] -> point, shape (..., 3), [m].
        length: Length from end to end [m].
    """

    spline: "CubicSpline"
    length: float

    @staticmethod
    def through(points: FloatArray) -> "Line":
        """Return the line through points, shape (n, 3), [m]."""
        from scipy.interpolate import CubicSpline

        arc = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
        return Line(CubicSpline(arc, points), float(arc[-1]))

    def key(self) -> bytes:
        """Return the coefficients of the spline, which determine the line."""
        return bytes(self.spline.x.tobytes() + self.spline.c.tobytes())

    @cached_property
    def _places(self) -> tuple[FloatArray, FloatArray]:
        """Positions along the line, shape (n,), and their points, shape (n, 3), [m]."""
        places = np.linspace(0, self.length, N_PLACES)
        return places, self.spline(places)

    def nearest(self, points: FloatArray, wanted: FloatArray, pull: float) -> FloatArray:
        """Arc length of the position nearest to each point.

        Args:
            points: Shape (n, 3), [m].
            wanted: Desired position of each point along the line, shape (n,), [m]: of two windings, the nearer one is used.
            pull: Weight of (position - wanted)^2 relative to the squared distance, in that choice [-].
        """
        places, there = self._places
        x, y, z = (points[:, i, None] - there[:, i] for i in range(3))
        away = x * x + y * y + z * z
        arc = places[np.argmin(away + pull * (places - wanted[:, None]) ** 2, axis=1)]
        reach = 2 * places[1]
        low, high = np.maximum(arc - reach, 0), np.minimum(arc + reach, self.length)
        for _ in range(NEWTON_STEPS):
            off, slope, bend = points - self.spline(arc), self.spline(arc, 1), self.spline(arc, 2)
            steep = (slope**2).sum(axis=1) - (off * bend).sum(axis=1)
            step = (off * slope).sum(axis=1) / np.maximum(steep, 0.1)  # beyond the centre of curvature: descent only
            arc = np.clip(arc + step, low, high)
        return arc
