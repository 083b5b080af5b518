"""Arrays of rigid motions: rotation vectors, quaternions (w, x, y, z), transforms (4, 4), and their error covariances.

A small motion xi = (rotation vector, translation), both in the moving axes, turns T into T exp(xi); covariances are of xi.

Source: Barfoot, State Estimation for Robotics, 2017, chapter 7; Sola, Deray, Atchuthan, A micro Lie theory for state
estimation in robotics, 2018 (right-invariant error).
"""

import numpy as np

from snakelab.types import FloatArray

SMALL = 1e-4  # angle below which series replace the quotients [rad]; the next terms are below 1e-16


def cross_matrix(vectors: FloatArray) -> FloatArray:
    """Matrices [a] with [a] b = a x b, shape (..., 3, 3)."""
    x, y, z = np.moveaxis(np.asarray(vectors, dtype=np.float64), -1, 0)
    zero = np.zeros_like(x)
    return np.stack([zero, -z, y, z, zero, -x, -y, x, zero], axis=-1).reshape(*x.shape, 3, 3)


def rotation_exp(vectors: FloatArray) -> FloatArray:
    """Rotation matrices of rotation vectors [rad], shape (..., 3, 3) (Rodrigues)."""
    K = cross_matrix(vectors)
    sine, cosine, _ = _coefficients(vectors)
    return np.asarray(np.eye(3) + sine * K + cosine * K @ K)


def rotation_log(matrices: FloatArray) -> FloatArray:
    """Rotation vectors of the shortest turns of rotation matrices, shape (..., 3), [rad]."""
    q = quaternion_of(matrices)
    q = np.where(q[..., :1] < 0, -q, q)
    sine = np.linalg.norm(q[..., 1:], axis=-1, keepdims=True)
    angle = 2 * np.arctan2(sine, q[..., :1])
    small = sine < SMALL
    return np.asarray(q[..., 1:] * np.where(small, 2 / q[..., :1].clip(0.5), angle / np.where(small, 1, sine)))


def matrix_of(quaternions: FloatArray) -> FloatArray:
    """Rotation matrices of quaternions (w, x, y, z), which are normalised first, shape (..., 3, 3)."""
    q = np.asarray(quaternions, dtype=np.float64)
    w, x, y, z = np.moveaxis(q / np.linalg.norm(q, axis=-1, keepdims=True), -1, 0)
    rows = [
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
        2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
    ]  # fmt: skip
    return np.stack(rows, axis=-1).reshape(*w.shape, 3, 3)


def quaternion_of(matrices: FloatArray) -> FloatArray:
    """Unit quaternions (w, x, y, z) of rotation matrices, w >= 0 but for rounding, shape (..., 4).

    Each is the column of the symmetric matrix 4 q q^T with the largest diagonal (Shepperd 1978).
    """
    R = np.asarray(matrices, dtype=np.float64)
    d = np.moveaxis(np.diagonal(R, axis1=-2, axis2=-1), -1, 0)
    outer = np.empty((*R.shape[:-2], 4, 4))
    signs = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]])
    for k, sign in enumerate(signs):
        outer[..., k, k] = 1 + np.einsum("k,k...->...", sign, d)
    for i, j, k in ((1, 2, 3), (2, 3, 1), (3, 1, 2)):
        outer[..., 0, i] = outer[..., i, 0] = R[..., k - 1, j - 1] - R[..., j - 1, k - 1]
        outer[..., j, k] = outer[..., k, j] = R[..., k - 1, j - 1] + R[..., j - 1, k - 1]
    best = np.argmax(np.diagonal(outer, axis1=-2, axis2=-1), axis=-1)
    q = np.take_along_axis(outer, best[..., None, None], axis=-1)[..., 0]
    q = np.where(q[..., :1] < 0, -q, q)
    return np.asarray(q / np.linalg.norm(q, axis=-1, keepdims=True))


def transforms_of(rotations: FloatArray, positions: FloatArray) -> FloatArray:
    """Homogeneous transforms, shape (..., 4, 4)."""
    shape = np.broadcast_shapes(np.shape(rotations)[:-2], np.shape(positions)[:-1])
    T = np.zeros((*shape, 4, 4))
    T[..., :3, :3], T[..., :3, 3], T[..., 3, 3] = rotations, positions, 1
    return T


def inverse_of(T: FloatArray) -> FloatArray:
    """Inverses of rigid transforms, shape (..., 4, 4)."""
    back = np.swapaxes(T[..., :3, :3], -1, -2)
    return transforms_of(back, -np.einsum("...ij,...j->...i", back, T[..., :3, 3]))


def motion_exp(xi: FloatArray) -> FloatArray:
    """Transforms exp(xi) of motions (rotation vector, translation), shape (..., 4, 4)."""
    xi = np.asarray(xi, dtype=np.float64)
    _, cosine, third = _coefficients(xi[..., :3])
    K = cross_matrix(xi[..., :3])
    V = np.eye(3) + cosine * K + third * K @ K
    return transforms_of(rotation_exp(xi[..., :3]), np.einsum("...ij,...j->...i", V, xi[..., 3:]))


def motion_log(T: FloatArray) -> FloatArray:
    """Motions xi with exp(xi) = T, shape (..., 6)."""
    rotation_vector = rotation_log(T[..., :3, :3])
    _, cosine, third = _coefficients(rotation_vector)
    K = cross_matrix(rotation_vector)
    V = np.eye(3) + cosine * K + third * K @ K
    return np.concatenate([rotation_vector, np.linalg.solve(V, T[..., :3, 3, None])[..., 0]], axis=-1)


def adjoint_of(T: FloatArray) -> FloatArray:
    """Matrices Ad with T exp(xi) = exp(Ad xi) T, shape (..., 6, 6)."""
    R = T[..., :3, :3]
    Ad = np.zeros((*T.shape[:-2], 6, 6))
    Ad[..., :3, :3] = Ad[..., 3:, 3:] = R
    Ad[..., 3:, :3] = cross_matrix(T[..., :3, 3]) @ R
    return Ad


def moved_covariance(covariance: FloatArray, T_here_there: FloatArray) -> FloatArray:
    """Covariance of the pose of a second frame that is fixed at T_here_there in the first, shape (..., 6, 6)."""
    Ad = adjoint_of(inverse_of(T_here_there))
    return np.asarray(Ad @ covariance @ np.swapaxes(Ad, -1, -2))


def _coefficients(vectors: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """sin t / t, (1 - cos t) / t^2 and (t - sin t) / t^3, each of shape (..., 1, 1)."""
    t = np.linalg.norm(vectors, axis=-1)[..., None, None]
    small = t < 1e-2
    s = np.where(small, 1, t)
    t2 = np.where(small, t, 0) ** 2
    first = np.where(small, 1 - t2 / 6 * (1 - t2 / 20 * (1 - t2 / 42)), np.sin(s) / s)
    second = np.where(small, 0.5 - t2 / 24 * (1 - t2 / 30 * (1 - t2 / 56)), 2 * (np.sin(s / 2) / s) ** 2)
    third = np.where(small, 1 / 6 - t2 / 120 * (1 - t2 / 42 * (1 - t2 / 72)), (s - np.sin(s)) / s**3)
    return first, second, third


def is_rigid(T: FloatArray, tolerance: float = 1e-6) -> bool:
    """Return True for a finite 4 x 4 matrix with a rotation in it."""
    T = np.asarray(T)
    if T.shape != (4, 4) or not np.all(np.isfinite(T)):
        return False
    R = T[:3, :3]
    return bool(np.abs(R @ R.T - np.eye(3)).max() < tolerance and np.linalg.det(R) > 0.0)
