"""Products of many quaternions and rotations of many vectors, for the frames of whole recordings."""

import numpy as np

from snakelab.types import FloatArray


def product(a: FloatArray, b: FloatArray) -> FloatArray:
    """Hamilton products a b of quaternions wxyz, shapes (..., 4)."""
    aw, ax, ay, az = np.moveaxis(a, -1, 0)
    bw, bx, by, bz = np.moveaxis(b, -1, 0)
    return np.stack(
        (
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        ),
        axis=-1,
    )


def conjugate(quat: FloatArray) -> FloatArray:
    """Inverse rotations of unit quaternions wxyz, shape (..., 4)."""
    return quat * np.array([1.0, -1.0, -1.0, -1.0])


def about_axis(axis: FloatArray, angle: FloatArray) -> FloatArray:
    """Quaternions of rotations by angles about unit axes, wxyz.

    Args:
        axis: Shape (k, 3).
        angle: Shape (n, k), [rad].

    Returns:
        Shape (n, k, 4).
    """
    half = 0.5 * angle[..., None]
    return np.concatenate((np.cos(half), np.sin(half) * axis), axis=-1)
