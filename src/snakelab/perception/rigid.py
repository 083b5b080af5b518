"""Rigid transforms as 4 x 4 matrices, and rotations as matrices, quaternions and rotation vectors, for arrays."""

import math

import numpy as np

from snakelab.types import FloatArray


def cross_matrix(vectors: FloatArray) -> FloatArray:
    """Return the skew-symmetric matrices of the cross product, shape (..., 3, 3), of vectors of shape (..., 3)."""
    v = np.asarray(vectors, np.float64)
    out = np.zeros((*v.shape, 3))
    out[..., 0, 1], out[..., 0, 2], out[..., 1, 2] = -v[..., 2], v[..., 1], -v[..., 0]
    out[..., 1, 0], out[..., 2, 0], out[..., 2, 1] = v[..., 2], -v[..., 1], v[..., 0]
    return out


def rotation_of(rotation_vector: FloatArray) -> FloatArray:
    """Return the rotation matrix exp(w^) of a rotation vector, shape (3,), [rad]."""
    x, y, z = (float(c) for c in rotation_vector)
    square = x * x + y * y + z * z
    angle = math.sqrt(square)
    small = angle < 1e-4
    a = 1.0 - square / 6.0 if small else math.sin(angle) / angle
    b = 0.5 - square / 24.0 if small else (1.0 - math.cos(angle)) / square
    return np.array(
        [
            [1.0 - b * (y * y + z * z), b * x * y - a * z, b * x * z + a * y],
            [b * x * y + a * z, 1.0 - b * (x * x + z * z), b * y * z - a * x],
            [b * x * z - a * y, b * y * z + a * x, 1.0 - b * (x * x + y * y)],
        ]
    )


def rotation_vector_of(R: FloatArray) -> FloatArray:
    """Return the rotation vector, shape (3,), [rad], of a rotation matrix."""
    w, x, y, z = quaternion_of(R)
    s = float(np.sqrt(x * x + y * y + z * z))
    scale = 2.0 if s < 1e-9 else 2.0 * np.arctan2(s, w) / s
    return scale * np.array([x, y, z])


def matrices_of(quaternions: FloatArray) -> FloatArray:
    """Return rotation matrices, shape (n, 3, 3), of unit quaternions (w, x, y, z), shape (n, 4)."""
    w, x, y, z = np.asarray(quaternions, np.float64).T
    return np.stack(
        [
            1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
            2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
            2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
        ],
        -1,
    ).reshape(-1, 3, 3)  # fmt: skip


def quaternion_of(R: FloatArray) -> FloatArray:
    """Return the unit quaternion (w, x, y, z), w >= 0, of a rotation matrix, by its largest component (Shepperd 1978)."""
    squares = np.array([np.trace(R), R[0, 0], R[1, 1], R[2, 2]])
    i = int(np.argmax(squares))
    if i == 0:
        q = np.array([1.0 + squares[0], R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    else:
        a, b, c = i - 1, i % 3, (i + 1) % 3
        q = np.zeros(4)
        q[0] = R[c, b] - R[b, c]
        q[1 + a] = 1.0 + R[a, a] - R[b, b] - R[c, c]
        q[1 + b] = R[a, b] + R[b, a]
        q[1 + c] = R[a, c] + R[c, a]
    return q / np.linalg.norm(q) * (1.0 if q[0] >= 0.0 else -1.0)


def quaternions_of(R: FloatArray) -> FloatArray:
    """Return unit quaternions (w, x, y, z), shape (n, 4), of rotation matrices, shape (n, 3, 3)."""
    return np.array([quaternion_of(r) for r in R]).reshape(-1, 4)


def transform(R: FloatArray, p: FloatArray) -> FloatArray:
    """Return the transform with rotation R and translation p, shape (4, 4)."""
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, p
    return T


def inverse(T: FloatArray) -> FloatArray:
    """Return the inverse of a rigid transform, shape (4, 4)."""
    return transform(T[:3, :3].T, -T[:3, :3].T @ T[:3, 3])


def is_rigid(T: FloatArray, tolerance: float = 1e-6) -> bool:
    """Return True for a finite 4 x 4 matrix with a rotation in it."""
    T = np.asarray(T)
    if T.shape != (4, 4) or not np.all(np.isfinite(T)):
        return False
    R = T[:3, :3]
    return bool(np.abs(R @ R.T - np.eye(3)).max() < tolerance and np.linalg.det(R) > 0.0)


def adjoint(T: FloatArray) -> FloatArray:
    """Return the 6 x 6 matrix that maps a small motion (rotation, translation) in the axes of T's source to its target."""
    R = T[:3, :3]
    A = np.zeros((6, 6))
    A[:3, :3] = A[3:, 3:] = R
    A[3:, :3] = cross_matrix(T[:3, 3]) @ R
    return A


def between(first: FloatArray, second: FloatArray) -> FloatArray:
    """Return the transform from the second frame's axes to the first's."""
    return inverse(first) @ second
