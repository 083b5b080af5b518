"""Rotation of blocks of a run's world."""

import numpy as np

from snakelab.types import FloatArray


def quat_wxyz(turn: list[float]) -> list[float]:
    """Quaternion of a rotation vector, from the axes of a block to those of the world."""
    angle = float(np.linalg.norm(turn))
    return [float(np.cos(angle / 2)), *(np.asarray(turn) * np.sinc(angle / (2 * np.pi)) / 2).tolist()]


def turned(turn: list[float], points: FloatArray) -> FloatArray:
    """Transform points in the axes of a block, shape (n, 3), to the world."""
    w, *vector = quat_wxyz(turn)
    across = np.cross(vector, points)
    return np.asarray(points + 2 * w * across + 2 * np.cross(vector, across), dtype=np.float64)
