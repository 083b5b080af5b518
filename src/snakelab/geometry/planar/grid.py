"""Signed distance, sampled once on a regular grid of the plane."""

import math
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np

from snakelab.errors import WorldError
from snakelab.geometry.interpolation import bilinear
from snakelab.geometry.planar.pipe import HullWall
from snakelab.geometry.planar.solids import Outline, Post
from snakelab.types import FloatArray, number, vector

MAX_KEPT = 2**20  # points of a grid whose distances are cached


class Solid(Protocol):
    """Interface of solids with a signed distance in the plane."""

    def distance(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Signed distance of points, positive outside the solid, same shape as x and y, [m]."""


@dataclass(frozen=True, eq=False)
class SignedDistanceGrid:
    """Signed distance at the points of a square grid, bilinear between them; level beyond its edges.

    The gradient is that of the bilinear surface, so that a force along it follows the slope of that surface.

    Args:
        values: Rows along y, columns along x, positive in free space, shape (n_y, n_x), [m].
        origin: x and y of the first point, shape (2,), [m].
        spacing: Spacing [m].

    Raises:
        WorldError: if there are fewer than 2 by 2 values, or one is not finite.
    """

    values: FloatArray
    origin: tuple[float, float]
    spacing: float

    def __post_init__(self) -> None:
        values = np.asarray(self.values, dtype=np.float64)
        if values.ndim != 2 or min(values.shape) < 2 or not np.isfinite(values).all():
            raise WorldError(f"SignedDistanceGrid values must be finite, at least 2 by 2 [m], got shape {values.shape}")
        number(self.spacing, "SignedDistanceGrid spacing", WorldError, above=0, unit="m")
        vector(self.origin, "SignedDistanceGrid origin", WorldError, size=2, unit="m")
        object.__setattr__(self, "values", values)

    def at(self, x: float, y: float) -> tuple[float, FloatArray]:
        """Distance [m] and unit normal out of the wall, shape (2,); the normal is shorter where the gradient almost vanishes."""
        (distance,), (rises,), _ = bilinear(self.values, (np.array([[x, y]]) - self.origin) / self.spacing)
        slope = rises / self.spacing
        return float(distance), slope / math.sqrt(slope @ slope + 1e-12)

    def nearest(self, x: float, y: float) -> tuple[int, int]:
        """Row and column of the nearest point."""
        last = np.array(self.values.shape[::-1]) - 1
        column, row = np.floor(np.clip((np.array([x, y]) - self.origin) / self.spacing, 0, last) + 0.5).astype(int)
        return int(row), int(column)

    def points(self) -> tuple[FloatArray, FloatArray]:
        """x and y of all points, each of shape (n_y, n_x), [m]."""
        n_y, n_x = self.values.shape
        x = self.origin[0] + self.spacing * np.arange(n_x)
        y = self.origin[1] + self.spacing * np.arange(n_y)
        return np.broadcast_to(x, (n_y, n_x)), np.broadcast_to(y[:, None], (n_y, n_x))


def sample_distance(
    solids: Sequence[Solid], low: Sequence[float], high: Sequence[float], spacing: float
) -> SignedDistanceGrid:
    """Signed distance from the nearest of some solids, on a grid.

    Args:
        solids: One or more.
        low: Lower corner of the grid, shape (2,), [m].
        high: Upper corner, shape (2,), [m].
        spacing: Spacing [m].

    Raises:
        WorldError: if there is no solid, the corners are not in order, the grid would exceed the memory, or a solid lies
            between its points or beyond them.
    """
    a, b = (vector(corner, "corner of the grid", WorldError, size=2, unit="m") for corner in (low, high))
    step = number(spacing, "grid spacing", WorldError, above=0, unit="m")
    if not solids:
        raise WorldError(
            "a plan needs at least one solid, got none; write solids=[Post((0, 0), 0.1)], or leave the surface out"
        )
    if not (b - a >= step).all():
        raise WorldError(f"the grid must reach from a lower to an upper corner, got {low!r} to {high!r}")
    with np.errstate(over="ignore"):
        counts = np.ceil((b - a) / step - 1e-9) + 1
    if not counts[0] * counts[1] <= 2**24:
        raise WorldError(
            f"a grid of {counts[0]:g} by {counts[1]:g} points is too large, at most {2**24} in all; "
            f"write a larger spacing than {step:g}"
        )
    n_x, n_y = counts.astype(int)
    empty = SignedDistanceGrid(np.zeros((n_y, n_x)), (float(a[0]), float(a[1])), step)
    each = [_distances(solid, empty) for solid in solids]
    unseen = next((i for i, one in enumerate(each) if not (one <= 0.0).any()), None)
    if unseen is not None:
        shown = " ".join(repr(solids[unseen]).split())  # arrays are printed on several lines
        raise WorldError(
            f"solids[{unseen}] would have no effect: no point of the grid from {a.tolist()} to {b.tolist()} m lies in "
            f"{shown}; write a spacing below {step:g} m or a larger grid, or leave it out"
        )
    values = np.min(each, axis=0)
    return SignedDistanceGrid(values, empty.origin, step)


def _distances(solid: Solid, grid: SignedDistanceGrid) -> FloatArray:
    """Signed distances of the points of a grid from a solid [m]; those of recent solids are cached, because studies
    load the same world many times."""
    if type(solid) not in (HullWall, Outline, Post) or grid.values.size > MAX_KEPT:
        return solid.distance(*grid.points())
    return _kept_distances(pickle.dumps(solid), grid.values.shape, grid.origin, grid.spacing)


@lru_cache(maxsize=16)
def _kept_distances(solid: bytes, shape: tuple[int, int], origin: tuple[float, float], spacing: float) -> FloatArray:
    return pickle.loads(solid).distance(*SignedDistanceGrid(np.zeros(shape), origin, spacing).points())
