"""Cross products and twists as matrices."""

import numpy as np

from reference_models.complex_step import Array


def hat(w: Array) -> Array:
    """Matrix of the cross product, hat(w) u = w x u, shape (..., 3, 3)."""
    matrix = np.zeros((*w.shape[:-1], 3, 3), w.dtype)
    matrix[..., 2, 1], matrix[..., 0, 2], matrix[..., 1, 0] = w[..., 0], w[..., 1], w[..., 2]
    return matrix - matrix.swapaxes(-1, -2)


def into_axes_of(T: Array) -> Array:
    """Ad_T^-1 = [[R^T, -R^T hat(p)], [0, R^T]], shape (..., 6, 6): a body twist as a frame T further on has it."""
    back = T[..., :3, :3].swapaxes(-1, -2)
    matrix = np.zeros((*T.shape[:-2], 6, 6), T.dtype)
    matrix[..., :3, :3] = matrix[..., 3:, 3:] = back
    matrix[..., :3, 3:] = -back @ hat(T[..., :3, 3])
    return matrix
