"""Loops in shape space: Fourier series and polygons, over a phase from 0 to 1."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import GaitError
from snakelab.gaits.table import TableGait
from snakelab.geometric_mechanics.shape_space import ShapeSpace
from snakelab.types import FloatArray, count, floats, number

ROWS, MAX_ROWS = 240, 100_000  # of the table of a gait


@runtime_checkable
class Loop(Protocol):
    """Closed curve in shape space."""

    def point(self, phase: FloatArray) -> FloatArray:
        """Shape variables at phases of shape (k,), shape (k, m)."""

    def rate(self, phase: FloatArray) -> FloatArray:
        """Derivatives by the phase, shape (k, m)."""

    def corners(self) -> FloatArray:
        """Phases from 0 to 1 between which the loop is smooth, both ends included."""


@dataclass(frozen=True, eq=False)
class ShapeLoop:
    """Fourier series s(phase) = centre + sum_k cosine_k cos(2 pi k phase) + sine_k sin(2 pi k phase), k = 1, 2, ... .

    Args:
        cosine: A row of shape variables for each harmonic, shape (k, m), or (m,) for one.
        sine: Likewise.
        centre: Mean, shape (m,); None for zero.

    Raises:
        GaitError: if a shape or a value is wrong.
    """

    cosine: FloatArray
    sine: FloatArray
    centre: FloatArray | None = None

    def __post_init__(self) -> None:
        cosine, sine = (np.atleast_2d(_finite(given, "ShapeLoop")) for given in (self.cosine, self.sine))
        centre = np.zeros(cosine.shape[-1]) if self.centre is None else _finite(self.centre, "ShapeLoop")
        if cosine.ndim != 2 or cosine.shape != sine.shape or centre.shape != cosine.shape[1:]:
            raise GaitError(
                f"ShapeLoop cosine and sine must have the same shape (harmonics, m), and centre (m,); got {cosine.shape}, "
                f"{sine.shape} and {centre.shape}"
            )
        for name, value in (("cosine", cosine), ("sine", sine), ("centre", centre)):
            object.__setattr__(self, name, value)

    def point(self, phase: FloatArray) -> FloatArray:
        """Shape variables at phases of shape (k,), shape (k, m)."""
        angle = self._angles(phase)
        assert self.centre is not None
        points: FloatArray = self.centre + np.cos(angle) @ self.cosine + np.sin(angle) @ self.sine
        return points

    def rate(self, phase: FloatArray) -> FloatArray:
        """Derivatives by the phase, shape (k, m)."""
        angle, speed = self._angles(phase), 2 * np.pi * np.arange(1, len(self.cosine) + 1)
        rates: FloatArray = (speed * np.cos(angle)) @ self.sine - (speed * np.sin(angle)) @ self.cosine
        return rates

    def corners(self) -> FloatArray:
        """Phases from 0 to 1 between which the loop is smooth, both ends included."""
        return np.array([0.0, 1.0])

    def _angles(self, phase: FloatArray) -> FloatArray:
        return np.outer(2 * np.pi * np.asarray(phase), np.arange(1, len(self.cosine) + 1))


@dataclass(frozen=True, eq=False)
class PolygonLoop:
    """Closed polygon through points, each side in an equal fraction of the phase.

    Args:
        points: Corners in order, shape (k, m), k >= 2; the last side returns to the first.

    Raises:
        GaitError: if a shape or a value is wrong.
    """

    points: FloatArray

    def __post_init__(self) -> None:
        points = _finite(self.points, "PolygonLoop")
        if points.ndim != 2 or len(points) < 2:
            raise GaitError(f"PolygonLoop points must have shape (k, m) with k >= 2, got shape {points.shape}")
        object.__setattr__(self, "points", points)

    def point(self, phase: FloatArray) -> FloatArray:
        """Shape variables at phases of shape (k,), shape (k, m)."""
        side, along = self._place(phase)
        ends = np.roll(self.points, -1, axis=0)
        points: FloatArray = self.points[side] + along[:, None] * (ends - self.points)[side]
        return points

    def rate(self, phase: FloatArray) -> FloatArray:
        """Derivatives by the phase, shape (k, m)."""
        side, _ = self._place(phase)
        rates: FloatArray = len(self.points) * (np.roll(self.points, -1, axis=0) - self.points)[side]
        return rates

    def corners(self) -> FloatArray:
        """Phases from 0 to 1 between which the loop is smooth, both ends included."""
        return np.linspace(0.0, 1.0, len(self.points) + 1)

    def _place(self, phase: FloatArray) -> tuple[np.ndarray, FloatArray]:
        scaled = (np.asarray(phase, float) % 1.0) * len(self.points)
        side = np.minimum(scaled.astype(int), len(self.points) - 1)
        return side, scaled - side


@checked_arguments(GaitError)
def circle_loop(radius: float, centre: object = (0.0, 0.0)) -> ShapeLoop:
    """Return the circle of two shape variables, counterclockwise from (radius, 0).

    Args:
        radius: Radius [rad] or [m].
        centre: Shape (2,).
    """
    r = number(radius, "circle_loop radius", GaitError, minimum=0)
    return ShapeLoop(np.array([r, 0.0]), np.array([0.0, r]), _finite(centre, "circle_loop centre"))


@checked_arguments(GaitError)
def loop_gait(space: ShapeSpace, loop: Loop, period: float, ramp: float = 0.0, rows: int = ROWS) -> TableGait:
    """Return a loop as a gait that `simulate` runs, one cycle per period.

    Args:
        space: Shape space of the loop.
        loop: The loop.
        period: Period [s].
        ramp: Duration of the smooth start [s].
        rows: Rows of the table [-].

    Raises:
        SimulationError: if the loop has another number of shape variables, or goes beyond joint limits.
    """
    period = number(period, "loop_gait period", GaitError, above=0, unit="s")
    phase = np.linspace(0.0, 1.0, count(rows, "loop_gait rows", GaitError, minimum=2, maximum=MAX_ROWS) + 1)
    points = loop.point(phase)
    points[-1] = points[0]
    space.check_limits(points)
    return TableGait(period * phase, space.q(points), repeat=True, ramp=ramp)


def _finite(given: object, name: str) -> FloatArray:
    try:
        values: FloatArray = floats(given)
    except (TypeError, ValueError):
        values = np.full(1, np.nan)
    if not np.isfinite(values).all():
        raise GaitError(f"{name} takes finite numbers, got {given!r}")
    return values
