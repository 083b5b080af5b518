"""Principal axes of moving points: a frame that follows the shape of a body (virtual chassis)."""

from itertools import permutations

import numpy as np

from snakelab.types import FloatArray

GAP = 0.05  # relative difference of two principal values below which their axes follow the previous frame
ORDERS = [list(order) for order in permutations(range(3))]


def principal_axes(points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Mean of points and their principal directions in rows, by decreasing extent.

    Args:
        points: Shape (m, 3), [m].

    Returns:
        Mean, shape (3,), and directions, shape (3, 3).
    """
    mean = points.mean(axis=0)
    _, _, axes = np.linalg.svd(points - mean, full_matrices=True)
    return mean, axes


def principal_frames(points: FloatArray, ahead: FloatArray) -> FloatArray:
    """Frames at the mean of points along their principal axes, continuous in time, shape (n, 4, 4).

    The first instant has the longest axis first, on the side of `ahead`, and the third on the side of z. Later, each axis is
    matched to the most similar axis of the previous frame, with its sign: where two principal values cross, the axes
    keep their meaning instead of being exchanged. While the values differ by less than 5 %, the two axes are not defined by the
    points, and follow the previous frame.

    Args:
        points: Shape (n, m, 3), [m].
        ahead: Direction from tail to head at the first instant, shape (3,).

    Source: Rollinson, Buchan and Choset, Virtual chassis for snake robots: definition and applications, Advanced Robotics 26
    (2012), with the sign of the previous frame; crossings are treated there by the order of the values only.
    """
    mean = points.mean(axis=1)
    away = points - mean[:, None]
    values, vectors = np.linalg.eigh(np.einsum("nmi,nmj->nij", away, away))
    values, vectors = values[:, ::-1], vectors[:, :, ::-1]
    T = np.zeros((len(points), 4, 4))
    T[:, 3, 3], T[:, :3, 3] = 1, mean
    before = _first(vectors[0], ahead) if len(points) else np.eye(3)
    for k in range(len(points)):
        order = _matching(vectors[k], before) if k else ORDERS[0]
        axes, size = vectors[k][:, order], values[k][order]
        axes = axes * np.where(np.einsum("ij,ij->j", axes, before) < 0, -1.0, 1.0)
        axes[:, 2] = np.cross(axes[:, 0], axes[:, 1])
        before = T[k, :3, :3] = _held(axes, size, before)
    return T


def _matching(axes: FloatArray, before: FloatArray) -> list[int]:
    """Permutation that matches the axes to the previous ones."""
    likeness = np.abs(axes.T @ before)
    return max(ORDERS, key=lambda order: float(likeness[order, [0, 1, 2]].sum()))


def _first(axes: FloatArray, ahead: FloatArray) -> FloatArray:
    """Axes with the first in the direction of `ahead`, and the third with a positive z component."""
    x = axes[:, 0] * (1.0 if axes[:, 0] @ ahead >= 0 else -1.0)
    up = np.array([0.0, 0.0, 1.0]) if abs(x[2]) < 0.99 else np.array([1.0, 0.0, 0.0])
    y = np.cross(up, x)
    y /= np.linalg.norm(y)
    return np.column_stack([x, y, np.cross(x, y)])


def _held(axes: FloatArray, values: FloatArray, before: FloatArray) -> FloatArray:
    """Axes rotated toward the previous frame in each plane with two nearly equal principal values."""
    for i, j in ((0, 1), (1, 2), (0, 2)):
        total = values[i] + values[j]
        gap = abs(values[i] - values[j]) / total if total > 1e-12 * values.max() else 0.0
        x = min(gap / GAP, 1.0)
        weight = 1 - x * x * (3 - 2 * x)
        if weight > 0:
            M = axes[:, [i, j]].T @ before[:, [i, j]]
            angle = weight * np.arctan2(M[1, 0] - M[0, 1], M[0, 0] + M[1, 1])
            c, s = np.cos(angle), np.sin(angle)
            axes[:, [i, j]] = axes[:, [i, j]] @ np.array([[c, -s], [s, c]])
    return axes
