"""Shortest path to a goal among mapped points that keeps a distance from them where the passages are wide enough."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import dijkstra
from scipy.spatial import cKDTree

from snakelab.types import FloatArray

CELL, MAX_CELLS = 0.1, 250  # edge of a cell [m], unless the grid would have too many along an edge
BORDER = 1.0  # of free cells around points, start and goal, beyond the distance that is kept [m]
CLOSE = 30.0  # length of a path that touches a point, in multiples of a free one of the same length


@dataclass(frozen=True, eq=False)
class ClearPath:
    """Paths from everywhere to one goal, over a grid in the plane.

    The length of a path is weighted by 1 + CLOSE (1 - d / kept)^2 where the distance d to the nearest point is less than
    `kept`; cells with d < blocked are not passed. Source: Dijkstra 1959.

    Attributes:
        low: Lower corner of the grid, shape (2,), [m].
        cell: Edge of a cell [m].
        distance: From the centre of each cell to the nearest point, shape (nx, ny), [m].
        following: Index of the next cell towards the goal, shape (nx ny,); negative for the goal, and without a path.
        goal: Shape (2,), [m].
        kept: Distance that is kept where possible [m].
    """

    low: FloatArray
    cell: float
    distance: FloatArray
    following: FloatArray
    goal: FloatArray
    kept: float

    def __deepcopy__(self, memo: Any) -> "ClearPath":
        """Return the path itself, which never changes: controllers keep it in their memory."""
        return self

    def ahead(self, place: FloatArray) -> tuple[FloatArray, float] | None:
        """Return the last point of the path that is visible from a position, shape (2,), [m], and the minimum distance
        up to the goal.

        A point is visible if the straight line to it is not closer to mapped points than the path, or keeps the
        distance `kept`. None if no path leads to the goal. A position outside the grid starts at its nearest cell.

        Args:
            place: Position, shape (2,), [m].
        """
        ny = self.distance.shape[1]
        i, j = self._cells(np.asarray(place)[None])[0]
        node, path = int(i * ny + j), []
        if self.following[node] < 0:  # too close to a point, or at the goal: from the nearest cell with a path
            reached = np.flatnonzero(self.following >= 0)
            if len(reached) == 0:
                return None
            offset = self.low + self.cell * (np.column_stack((reached // ny, reached % ny)) + 0.5) - place
            nearest = int(np.argmin(np.sum(offset**2, axis=1)))
            if np.linalg.norm(offset[nearest]) > self.kept + 2 * self.cell:
                return None
            node = int(reached[nearest])
        while node >= 0:
            path.append(node)
            node = int(self.following[node])
        cells = np.array(path)
        centres = self.low + self.cell * (np.column_stack((cells // ny, cells % ny)) + 0.5)
        if np.linalg.norm(centres[-1] - self.goal) > 2 * self.cell:
            return None
        centres[-1] = self.goal
        free = np.minimum.accumulate(np.minimum(self.distance.ravel()[cells], self.kept))
        for k in range(len(cells) - 1, 1, -1):
            n = 2 + int(np.linalg.norm(centres[k] - place) / self.cell)
            line = self._cells(place + np.linspace(0.0, 1.0, n)[:, None] * (centres[k] - place))
            if self.distance[line[:, 0], line[:, 1]].min() >= free[k] - 1e-9:
                break
        else:
            k = len(cells) - 1 if len(cells) < 3 else 2
        return centres[k], float(self.distance.ravel()[cells].min())

    def _cells(self, places: FloatArray) -> Any:
        """Return the cells of places, the nearest ones outside of the grid, shape (n, 2)."""
        return np.clip(((places - self.low) / self.cell).astype(int), 0, np.array(self.distance.shape) - 1)


def clear_path(points: FloatArray, start: FloatArray, goal: FloatArray, kept: float, blocked: float) -> ClearPath:
    """Return the paths to a goal that keep a distance from mapped points where they can.

    Args:
        points: Mapped points, of which x and y count, shape (n, 3), [m].
        start: Position that the grid must contain, shape (2,), [m].
        goal: Shape (2,), [m].
        kept: Distance that is kept where possible [m].
        blocked: Distance below which cells are blocked [m].
    """
    flat = np.asarray(points, dtype=np.float64)[:, :2]
    corners = np.vstack((flat, [start, goal]))
    low, high = corners.min(axis=0) - kept - BORDER, corners.max(axis=0) + kept + BORDER
    cell = max(CELL, float((high - low).max()) / MAX_CELLS)
    shape = tuple(np.ceil((high - low) / cell).astype(int))
    centres = low + cell * (np.stack(np.meshgrid(*map(np.arange, shape), indexing="ij"), axis=-1) + 0.5)
    distance = cKDTree(flat).query(centres.reshape(-1, 2))[0].reshape(shape)
    weight = 1.0 + CLOSE * np.maximum(0.0, 1.0 - distance / kept) ** 2
    number, free = np.arange(distance.size).reshape(shape), distance >= blocked
    rows, columns, lengths = [], [], []
    for step, length in (((1, 0), 1.0), ((0, 1), 1.0), ((1, 1), np.sqrt(2.0)), ((1, -1), np.sqrt(2.0))):
        here = (slice(0, shape[0] - step[0]), slice(max(0, -step[1]), shape[1] - max(0, step[1])))
        there = (slice(step[0], shape[0]), slice(max(0, step[1]), shape[1] + min(0, step[1])))
        passable = free[here] & free[there]
        rows.append(number[here][passable])
        columns.append(number[there][passable])
        lengths.append(length * cell * 0.5 * (weight[here] + weight[there])[passable])
    edges = (np.concatenate(lengths), (np.concatenate(rows), np.concatenate(columns)))
    graph = coo_array(edges, shape=(distance.size, distance.size)).tocsr()
    end = number[tuple(np.clip(((goal - low) / cell).astype(int), 0, np.array(shape) - 1))]
    following = dijkstra(graph, directed=False, indices=int(end), return_predecessors=True)[1]
    return ClearPath(low, cell, distance, following, np.asarray(goal, dtype=np.float64), kept)
