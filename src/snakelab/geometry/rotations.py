"""Rotations and rigid motions, for compiled code and for arrays, and bilinear interpolation on grids."""

import math
from typing import Any

import numpy as np

from snakelab.errors import PerceptionError
from snakelab.geometry.spatial import ZERO, add_scaled, bracket, cross, twist_add, twist_add_scaled
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray, floats, shown

# ----------------------------------------------------------------------------------------------------------------------
# Rotations for compiled code: quaternions (w, x, y, z), rotation vectors, and the maps between them, smooth at zero
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def quat_to_matrix(q):
    """Rotation matrix of a unit quaternion."""
    w, x, y, z = q
    return (
        1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y),
        2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x),
        2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y),
    )  # fmt: skip


@kernel(interpretable=True)
def matrix_to_quat(r):
    """Unit quaternion of a rotation matrix, by its largest component (Shepperd 1978)."""
    trace = r[0] + r[4] + r[8]
    if trace > 0.0:
        s = 2.0 * math.sqrt(trace + 1.0)
        return (0.25 * s, (r[7] - r[5]) / s, (r[2] - r[6]) / s, (r[3] - r[1]) / s)
    if r[0] >= r[4] and r[0] >= r[8]:
        s = 2.0 * math.sqrt(1.0 + r[0] - r[4] - r[8])
        return ((r[7] - r[5]) / s, 0.25 * s, (r[1] + r[3]) / s, (r[2] + r[6]) / s)
    if r[4] >= r[8]:
        s = 2.0 * math.sqrt(1.0 - r[0] + r[4] - r[8])
        return ((r[2] - r[6]) / s, (r[1] + r[3]) / s, 0.25 * s, (r[5] + r[7]) / s)
    s = 2.0 * math.sqrt(1.0 - r[0] - r[4] + r[8])
    return ((r[3] - r[1]) / s, (r[2] + r[6]) / s, (r[5] + r[7]) / s, 0.25 * s)


@kernel(inline=True)
def quat_multiply(a, b):
    """Hamilton product a b."""
    return (
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    )


@kernel(inline=True)
def quat_normalise(q):
    """q / |q|."""
    s = 1.0 / math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    return (s * q[0], s * q[1], s * q[2], s * q[3])


@kernel(interpretable=True)
def quat_exp(w):
    """Unit quaternion of the rotation vector w [rad]."""
    half2 = 0.25 * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2])
    if half2 < 1e-4:
        c = 1.0 - half2 / 2.0 * (1.0 - half2 / 12.0 * (1.0 - half2 / 30.0))
        s = 0.5 * (1.0 - half2 / 6.0 * (1.0 - half2 / 20.0 * (1.0 - half2 / 42.0)))
    else:
        half = math.sqrt(half2)
        c = math.cos(half)
        s = 0.5 * math.sin(half) / half
    return (c, s * w[0], s * w[1], s * w[2])


@kernel(interpretable=True)
def quat_log(q):
    """Rotation vector of a unit quaternion, shortest rotation [rad]."""
    sign = -1.0 if q[0] < 0.0 else 1.0
    w = sign * q[0]
    n2 = q[1] * q[1] + q[2] * q[2] + q[3] * q[3]
    n = math.sqrt(n2)
    # 2 atan2(n, w) / n, by a series where n vanishes
    s = (2.0 / w) * (1.0 - n2 / (3.0 * w * w) + n2 * n2 / (5.0 * w**4)) if n < 1e-3 else 2.0 * math.atan2(n, w) / n
    s *= sign
    return (s * q[1], s * q[2], s * q[3])


@kernel(inline=True)
def rotation_within_step(w):
    """Rotation matrix of a rotation vector w much shorter than 1 rad, with an error of |w|^3 / 12 in the angle: Cayley's map."""
    x, y, z = 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]
    s = 2.0 / (1.0 + x * x + y * y + z * z)
    return (
        1.0 - s * (y * y + z * z), s * (x * y - z), s * (x * z + y),
        s * (x * y + z), 1.0 - s * (x * x + z * z), s * (y * z - x),
        s * (x * z - y), s * (y * z + x), 1.0 - s * (x * x + y * y),
    )  # fmt: skip


@kernel(inline=True)
def rotation_vector_rate(theta, w):
    """Rate of the rotation vector theta of a body with the angular velocity w in world axes, to fourth order in |theta|.

    theta' = w - theta x w / 2 + theta x (theta x w) / 12: the inverse of the left Jacobian of SO(3).
    """
    a = (theta[1] * w[2] - theta[2] * w[1], theta[2] * w[0] - theta[0] * w[2], theta[0] * w[1] - theta[1] * w[0])
    b = (theta[1] * a[2] - theta[2] * a[1], theta[2] * a[0] - theta[0] * a[2], theta[0] * a[1] - theta[1] * a[0])
    return (
        w[0] - 0.5 * a[0] + b[0] / 12.0,
        w[1] - 0.5 * a[1] + b[1] / 12.0,
        w[2] - 0.5 * a[2] + b[2] / 12.0,
    )


# ----------------------------------------------------------------------------------------------------------------------
# Exponential of SE(3) and its tangent: the transform of every part, smooth at the straight configuration
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def exponential(x):
    """Rotation (nine numbers) and translation of exp(x) for the twist x = (v, w).

    R = I + a [w] + b [w]^2 and p = v + b w x v + c w x (w x v), with a = sin t / t, b = (1 - cos t) / t^2,
    c = (1 - a) / t^2, t = |w|; series where t is small.
    """
    v, w = x
    t2 = w[0] * w[0] + w[1] * w[1] + w[2] * w[2]
    if t2 < 1e-3:
        a = 1.0 - t2 / 6.0 * (1.0 - t2 / 20.0 * (1.0 - t2 / 42.0))
        b = 0.5 * (1.0 - t2 / 12.0 * (1.0 - t2 / 30.0 * (1.0 - t2 / 56.0)))
        c = (1.0 - t2 / 20.0 * (1.0 - t2 / 42.0 * (1.0 - t2 / 72.0))) / 6.0
    else:
        t = math.sqrt(t2)
        a = math.sin(t) / t
        b = (1.0 - math.cos(t)) / t2
        c = (1.0 - a) / t2
    xy = b * w[0] * w[1]
    xz = b * w[0] * w[2]
    yz = b * w[1] * w[2]
    rotation = (
        1.0 - b * (w[1] * w[1] + w[2] * w[2]), xy - a * w[2], xz + a * w[1],
        xy + a * w[2], 1.0 - b * (w[0] * w[0] + w[2] * w[2]), yz - a * w[0],
        xz - a * w[1], yz + a * w[0], 1.0 - b * (w[0] * w[0] + w[1] * w[1]),
    )  # fmt: skip
    wv = cross(w, v)
    return rotation, add_scaled(add_scaled(v, b, wv), c, cross(w, wv))


@kernel
def tangent(x, y):
    """Body twist of exp(x) for the rate y of x: sum over k of (-1)^k / (k + 1)! ad_x^k y.

    Source: right Jacobian of SE(3); the series is truncated when its terms are below rounding error.
    """
    term = y
    total = y
    factor = 1.0
    size = math.sqrt(x[0][0] ** 2 + x[0][1] ** 2 + x[0][2] ** 2 + x[1][0] ** 2 + x[1][1] ** 2 + x[1][2] ** 2)
    bound = 1.0
    for k in range(1, 40):
        term = bracket(x, term)
        factor = -factor / (k + 1)
        total = twist_add_scaled(total, factor, term)
        bound *= 2.0 * size / (k + 1)
        if bound < 1e-17:
            break
    return total


@kernel
def tangent_rate(x, y):
    """Rate of `tangent(x, y)` for the constant rate y of x."""
    term = y
    rate_term = (ZERO, ZERO)
    total = (ZERO, ZERO)
    factor = 1.0
    size = math.sqrt(x[0][0] ** 2 + x[0][1] ** 2 + x[0][2] ** 2 + x[1][0] ** 2 + x[1][1] ** 2 + x[1][2] ** 2)
    bound = 1.0
    for k in range(1, 40):
        rate_term = twist_add(bracket(y, term), bracket(x, rate_term))
        term = bracket(x, term)
        factor = -factor / (k + 1)
        total = twist_add_scaled(total, factor, rate_term)
        bound *= 2.0 * size / (k + 1)
        if bound * (k + 1) < 1e-17:
            break
    return total


# ----------------------------------------------------------------------------------------------------------------------
# Arrays of rotations and rigid motions
#
# Representations: quaternions (w, x, y, z), rotation vectors, headings, transforms (4, 4), covariances. These are the NumPy
# forms; those for compiled code are in the two sections above.
#
# A small motion xi = (rotation vector, translation), both in the moving axes, turns T into T exp(xi); covariances are of xi.
#
# Source: Barfoot, State Estimation for Robotics, 2017, chapter 7; Sola, Deray, Atchuthan, A micro Lie theory for state
# estimation in robotics, 2018 (right-invariant error).
# ----------------------------------------------------------------------------------------------------------------------


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
    small = sine < 1e-4  # a series, whose next terms are below 1e-16
    return np.asarray(q[..., 1:] * np.where(small, 2 / q[..., :1].clip(0.5), angle / np.where(small, 1, sine)))


def rotation_matrices(quaternions: Any) -> FloatArray:
    """Rotation matrices of unit quaternions (w, x, y, z), shape (..., 3, 3)."""
    q = np.moveaxis(np.asarray(quaternions, dtype=np.float64), -1, 0)
    return np.stack(quat_to_matrix.py_func(q), axis=-1).reshape(*q.shape[1:], 3, 3)


def _rows_of(values: object, name: str, shape: tuple[int, ...]) -> FloatArray:
    """Return numbers as an array whose last dimensions have a shape."""
    try:
        array = floats(values)
    except ValueError:
        raise PerceptionError(f"{name} must be numbers, got {shown(values)}") from None
    if array.shape[-len(shape) :] != shape:
        raise PerceptionError(f"{name} must have shape (..., {', '.join(map(str, shape))}), got {array.shape}")
    return array


def matrix_of(quaternions: FloatArray) -> FloatArray:
    """Rotation matrices of quaternions (w, x, y, z), which are normalised first, shape (..., 3, 3).

    Raises:
        PerceptionError: unless they are rows of four numbers.
    """
    q = _rows_of(quaternions, "quaternions", (4,))
    return rotation_matrices(q / np.linalg.norm(q, axis=-1, keepdims=True))


def quaternion_of(matrices: FloatArray) -> FloatArray:
    """Unit quaternions (w, x, y, z) of rotation matrices, w >= 0 but for rounding, shape (..., 4).

    Each is the column of the symmetric matrix 4 q q^T with the largest diagonal (Shepperd 1978).

    Raises:
        PerceptionError: unless they are matrices of three rows and columns.
    """
    R = _rows_of(matrices, "matrices", (3, 3))
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


def product(a: FloatArray, b: FloatArray) -> FloatArray:
    """Hamilton products a b of quaternions wxyz, shapes (..., 4)."""
    return np.stack(quat_multiply.py_func(np.moveaxis(a, -1, 0), np.moveaxis(b, -1, 0)), axis=-1)


def conjugate(quaternions: FloatArray) -> FloatArray:
    """Inverse rotations of unit quaternions wxyz, shape (..., 4)."""
    return quaternions * np.array([1.0, -1.0, -1.0, -1.0])


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


def rotate_by(quaternions: FloatArray, vectors: FloatArray) -> FloatArray:
    """Rotate vectors in body axes, shape (..., 3), to world axes, by unit quaternions wxyz of shape (..., 4)."""
    w, axis = quaternions[..., :1], quaternions[..., 1:]
    across = 2 * np.cross(axis, np.broadcast_to(vectors, axis.shape))
    return np.asarray(vectors + w * across + np.cross(axis, across), dtype=np.float64)


def heading_of(quaternion: Any) -> Any:
    """Rotation about z of quaternions wxyz of shape (..., 4) [rad]."""
    w, x, y, z = np.moveaxis(np.asarray(quaternion), -1, 0)
    return np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))


def wrapped(angle: Any) -> Any:
    """Equivalent angle in [-pi, pi) [rad]."""
    return np.remainder(angle + np.pi, 2 * np.pi) - np.pi


def roll_pitch_yaw(quaternions: FloatArray) -> FloatArray:
    """Roll, pitch and yaw over time, R = Rz(yaw) Ry(pitch) Rx(roll), without jumps of 2 pi.

    The pitch is between -pi/2 and pi/2; at these bounds roll and yaw are not unique, and jump by half a rotation.

    Args:
        quaternions: Unit quaternions wxyz, shape (n_rows, 4).

    Returns:
        Shape (n_rows, 3), [rad]; NaN where the quaternion is.
    """
    w, x, y, z = quaternions.T
    roll = np.arctan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))
    pitch = np.arcsin(np.clip(2 * (w * y - z * x), -1.0, 1.0))
    return np.stack((_unwrapped(roll), pitch, _unwrapped(heading_of(quaternions))), axis=1)


def _unwrapped(angle: FloatArray) -> FloatArray:
    """Unwrap angles across full rotations; the count of rotations is unchanged where an angle is NaN."""
    known = np.isfinite(angle)
    whole = angle.copy()
    whole[known] = np.unwrap(angle[known])
    return whole


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


# ----------------------------------------------------------------------------------------------------------------------
# Bilinear interpolation on regular grids, constant beyond their edges, in NumPy
#
# Places are in spacings from the first point.
#
# The compiled laws (`geometry.distances`, `worlds.currents`, `plugins.lanes.model.contact`) write the formula out:
# a shared function would round differently there, and so change the results of published runs.
# ----------------------------------------------------------------------------------------------------------------------


def bilinear(table: FloatArray, places: FloatArray) -> tuple[FloatArray, FloatArray, np.ndarray]:
    """Values at places, and the rises of the bilinear surface over one spacing.

    Args:
        table: Rows along y, columns along x, shape (n_y, n_x), each at least 2.
        places: x and y, shape (n, 2), [-].

    Returns:
        Values, shape (n,); rises along x and y in the cell, shape (n, 2); True where a coordinate is within the grid,
        shape (n, 2).
    """
    counts = np.array(table.shape[::-1])
    within = np.clip(places, 0.0, counts - 1.0)
    cell = np.minimum(np.floor(within).astype(int), counts - 2)
    u, v = (within - cell).T
    i, j = cell.T
    h00, h10, h01, h11 = table[j, i], table[j, i + 1], table[j + 1, i], table[j + 1, i + 1]
    low, high = h00 + u * (h10 - h00), h01 + u * (h11 - h01)
    rises = np.column_stack(((1 - v) * (h10 - h00) + v * (h11 - h01), high - low))
    return low + v * (high - low), rises, within == places


def bilinear_on_lines(table: FloatArray, x: FloatArray, y: FloatArray) -> FloatArray:
    """Values at all pairs of positions along the two axes, shape (len(y), len(x)).

    Args:
        table: Rows along y, columns along x, shape (n_y, n_x), each at least 1.
        x: Positions of the columns, in spacings [-].
        y: Positions of the rows, in spacings [-].
    """
    values = table
    for axis, places in ((1, x), (0, y)):
        last = table.shape[axis] - 1
        within = np.clip(places, 0, last)
        i = np.clip(within.astype(int), 0, max(last - 1, 0))
        fraction = (within - i).reshape((1, -1) if axis else (-1, 1))
        after = np.minimum(i + 1, last)
        values = (1 - fraction) * np.take(values, i, axis) + fraction * np.take(values, after, axis)
    return values
