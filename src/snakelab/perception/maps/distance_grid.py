"""Maps of points: a Euclidean distance grid, and exact distances to points."""

from typing import Any

import numpy as np

from snakelab.errors import PerceptionError
from snakelab.parameter_declarations.array_checks import checked_array
from snakelab.types import FloatArray

MAX_CELLS = 50_000_000


class PointMap:
    """Points of the surroundings in one frame.

    Args:
        points: Shape (n, 3), [m].

    Raises:
        PerceptionError: if there is no point, or one is not finite.
    """

    def __init__(self, points: Any) -> None:
        from scipy.spatial import cKDTree

        self.points = checked_array(points, "map points", (-1, 3), "m")
        if not len(self.points):
            raise PerceptionError("the map is empty: it has no points")
        self.tree = cKDTree(self.points)

    def distances(self, places: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Distance to the nearest point and its index, whole numbers, for places of shape (..., 3)."""
        distance, index = self.tree.query(places)
        return np.asarray(distance, dtype=np.float64), np.asarray(index)

    def grid(self, cell: float, margin: float = 0.5) -> "DistanceGrid":
        """Distance grid of the points; see `DistanceGrid.from_points`."""
        return DistanceGrid.from_points(self.points, cell, margin)


class DistanceGrid:
    """Euclidean distance to the nearest occupied cell, trilinear between the centres of cells.

    Args:
        distance: Shape (n_x, n_y, n_z), [m].
        origin: Centre of the first cell, shape (3,), [m].
        cell: Edge of a cell [m].
        nearest: Indices of the nearest occupied cell of each, whole numbers, shape (3, n_x, n_y, n_z).
        counts: Samples in each cell, likewise.

    A distance is wrong by at most sqrt(3) cells: half a diagonal each from the cell of the point and of the place.
    """

    def __init__(
        self, distance: FloatArray, origin: FloatArray, cell: float, nearest: FloatArray, counts: FloatArray
    ) -> None:
        self.distance, self.origin, self.cell, self.nearest, self.counts = distance, origin, cell, nearest, counts

    @classmethod
    def from_points(cls, points: Any, cell: float, margin: float = 0.5, min_points: int = 1) -> "DistanceGrid":
        """Build the grid around points.

        Args:
            points: Shape (n, 3), [m].
            cell: Edge of a cell [m].
            margin: By which the grid reaches beyond the points [m].
            min_points: Number of points from which a cell is occupied [-].

        Raises:
            PerceptionError: if no cell is occupied, or the grid would have more than 50 million cells.
        """
        from scipy.ndimage import distance_transform_edt

        given = PointMap(points).points
        if not (cell > 0 and margin >= 0):
            raise PerceptionError(
                f"a distance grid needs cells larger than 0 and a margin of at least 0, got {cell:g} and {margin:g} m"
            )
        border = int(np.ceil(margin / cell))
        first = np.floor(given.min(axis=0) / cell).astype(np.int64) - border
        size = np.floor(given.max(axis=0) / cell).astype(np.int64) + border + 1 - first
        if np.prod(size.astype(float)) > MAX_CELLS:
            raise PerceptionError(
                f"a grid of {size.tolist()} cells of {cell:g} m is too large; use larger cells or remove far points"
            )
        index = np.floor(given / cell).astype(np.int64) - first
        counts = np.zeros(tuple(size), dtype=np.int32)
        np.add.at(counts, tuple(index.T), 1)
        if not (counts >= min_points).any():
            raise PerceptionError(f"the map is empty: no cell of {cell:g} m holds {min_points} points")
        distance, nearest = distance_transform_edt(counts < min_points, sampling=cell, return_indices=True)
        return cls(distance, (first + 0.5) * cell, cell, nearest, counts)

    @property
    def occupied(self) -> FloatArray:
        """Centres of the occupied cells, shape (n, 3), [m]."""
        return np.asarray(self.origin + self.cell * np.argwhere(self.distance == 0))

    def distances(self, places: FloatArray) -> FloatArray:
        """Distance at places of shape (..., 3), [m]; outside the grid at least the distance to its border."""
        x = (np.asarray(places, dtype=np.float64) - self.origin) / self.cell
        top = np.array(self.distance.shape) - 1.0
        inside = np.clip(x, 0, top)
        outside = self.cell * np.linalg.norm(x - inside, axis=-1)
        low = np.minimum(np.floor(inside).astype(np.int64), np.maximum(top.astype(np.int64) - 1, 0))
        fraction = inside - low
        value = np.zeros(x.shape[:-1])
        for corner in np.ndindex(2, 2, 2):
            at = np.minimum(low + corner, top.astype(np.int64))
            weight = np.where(np.array(corner) == 1, fraction, 1 - fraction).prod(axis=-1)
            value += weight * self.distance[tuple(np.moveaxis(at, -1, 0))]
        return np.hypot(value, outside)

    def nearest_points(self, places: FloatArray) -> FloatArray:
        """Centre of the nearest occupied cell for places of shape (..., 3), [m]."""
        x = np.rint((np.asarray(places) - self.origin) / self.cell).astype(np.int64)
        at = np.clip(x, 0, np.array(self.distance.shape) - 1)
        index = self.nearest[(slice(None), *np.moveaxis(at, -1, 0))]
        return np.asarray(self.origin + self.cell * np.moveaxis(index, 0, -1))
