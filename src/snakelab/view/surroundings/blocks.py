"""How blocks of a run's world are turned."""

import numpy as np

from snakelab.types import FloatArray


def quat_wxyz(turn: list[float]) -> list[float]:
    """Quaternion of a rotation vector, from a block's own axes to the world's."""
    angle = float(np.linalg.norm(turn))
    return [float(np.cos(angle / 2)), *(np.asarray(turn) * np.sinc(angle / (2 * np.pi)) / 2).tolist()]


def turned(turn: list[float], points: FloatArray) -> FloatArray:
    """Points in a block's own axes, shape (n, 3), in the world's."""
    w, *vector = quat_wxyz(turn)
    across = np.cross(vector, points)
    return np.asarray(points + 2 * w * across + 2 * np.cross(vector, across), dtype=np.float64)
