"""Map points in arrays, with increasing identifiers and an information matrix from past observations."""

import numpy as np

from snakelab.types import FloatArray


class MapPoints:
    """Points of a map.

    Attributes:
        id: Increasing, shape (n,).
        position: In the map frame, shape (n, 3), [m].
        information: Of the position, from observations by keyframes that left the optimised window, shape (n, 3, 3), [1/m^2].
        mean: Position to which that information refers, shape (n, 3), [m].
        keyframe: Keyframe that saw the point first, shape (n,).
        pixel: Where it saw the point, shape (n, 2), [pixel].
        observations: Number of keyframes that saw the point, shape (n,).
        seen: Latest keyframe that saw it, shape (n,).
    """

    def __init__(self) -> None:
        self.id = np.zeros(0, np.int64)
        self.position: FloatArray = np.zeros((0, 3))
        self.information: FloatArray = np.zeros((0, 3, 3))
        self.mean: FloatArray = np.zeros((0, 3))
        self.keyframe = np.zeros(0, np.int64)
        self.pixel: FloatArray = np.zeros((0, 2))
        self.observations = np.zeros(0, np.int64)
        self.seen = np.zeros(0, np.int64)
        self._next = 0

    def __len__(self) -> int:
        return len(self.id)

    def add(self, position: FloatArray, pixel: FloatArray, keyframe: int) -> np.ndarray:
        """Append points that a keyframe sees, and return their identifiers."""
        n = len(position)
        ids = np.arange(self._next, self._next + n)
        self._next += n
        self.id = np.concatenate([self.id, ids])
        self.position = np.concatenate([self.position, position])
        self.information = np.concatenate([self.information, np.zeros((n, 3, 3))])
        self.mean = np.concatenate([self.mean, position])
        self.keyframe = np.concatenate([self.keyframe, np.full(n, keyframe)])
        self.pixel = np.concatenate([self.pixel, pixel])
        self.observations = np.concatenate([self.observations, np.ones(n, np.int64)])
        self.seen = np.concatenate([self.seen, np.full(n, keyframe)])
        return ids

    def rows(self, ids: np.ndarray) -> np.ndarray:
        """Return the rows of identifiers, -1 for those that have been removed."""
        if not len(self.id):
            return np.full(len(ids), -1)
        k = np.minimum(np.searchsorted(self.id, ids), len(self.id) - 1)
        return np.where(self.id[k] == ids, k, -1)

    def keep(self, kept: np.ndarray) -> None:
        """Remove the points whose entry in `kept`, shape (n,), is False."""
        for name in ("id", "position", "information", "mean", "keyframe", "pixel", "observations", "seen"):
            setattr(self, name, getattr(self, name)[kept])

    def absorb(self, rows: np.ndarray, information: FloatArray, gradient: FloatArray) -> None:
        """Add observations to the information of points.

        Args:
            rows: Of the points, shape (m,), each at most once.
            information: J^T W J of the observations at the points' positions, shape (m, 3, 3).
            gradient: J^T W r at the points' positions, shape (m, 3).
        """
        x = self.position[rows]
        before = self.information[rows]
        after = before + information
        b = np.einsum("nij,nj->ni", before, self.mean[rows] - x) - gradient
        regular = after + 1e-6 * np.trace(after, axis1=1, axis2=2)[:, None, None] * np.eye(3)
        self.mean[rows] = x + np.linalg.solve(regular, b[:, :, None])[:, :, 0]
        self.information[rows] = after

    def move(self, rows: np.ndarray, T: FloatArray) -> None:
        """Move points and the means of their information by rigid transforms of the map frame, shape (m, 4, 4)."""
        R, p = T[:, :3, :3], T[:, :3, 3]
        for name in ("position", "mean"):
            values = getattr(self, name)
            values[rows] = np.einsum("nij,nj->ni", R, values[rows]) + p
        self.information[rows] = R @ self.information[rows] @ np.swapaxes(R, 1, 2)
