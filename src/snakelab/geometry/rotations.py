"""Rotations: quaternions (w, x, y, z), rotation vectors, and the maps between them, smooth at zero."""

import math

from snakelab.compiling import kernel


@kernel(inline=True)
def quat_to_matrix(q):
    """Rotation matrix of a unit quaternion."""
    w, x, y, z = q
    return (
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
        2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
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
