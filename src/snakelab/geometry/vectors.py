"""Vectors and 3x3 blocks as plain tuples, so that compiled code keeps them in registers.

A vector is (x, y, z). A matrix is nine numbers, row by row. A symmetric matrix is six: (xx, xy, xz, yy, yz, zz).
The functions also run uncompiled, as in the tests.
"""

import math

from snakelab.compiling import kernel

ZERO = (0.0, 0.0, 0.0)
ZERO_SYM = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
ZERO_MAT = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@kernel(inline=True)
def add(a, b):
    """a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


@kernel(inline=True)
def sub(a, b):
    """a - b."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


@kernel(inline=True)
def scale(s, a):
    """s a."""
    return (s * a[0], s * a[1], s * a[2])


@kernel(inline=True)
def add_scaled(a, s, b):
    """a + s b."""
    return (a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2])


@kernel(inline=True)
def dot(a, b):
    """a . b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@kernel(inline=True)
def cross(a, b):
    """a x b."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@kernel(inline=True)
def mat_vec(m, a):
    """M a."""
    return (
        m[0] * a[0] + m[1] * a[1] + m[2] * a[2],
        m[3] * a[0] + m[4] * a[1] + m[5] * a[2],
        m[6] * a[0] + m[7] * a[1] + m[8] * a[2],
    )


@kernel(inline=True)
def mat_t_vec(m, a):
    """M^T a."""
    return (
        m[0] * a[0] + m[3] * a[1] + m[6] * a[2],
        m[1] * a[0] + m[4] * a[1] + m[7] * a[2],
        m[2] * a[0] + m[5] * a[1] + m[8] * a[2],
    )


@kernel(inline=True)
def sym_vec(s, a):
    """S a."""
    return (
        s[0] * a[0] + s[1] * a[1] + s[2] * a[2],
        s[1] * a[0] + s[3] * a[1] + s[4] * a[2],
        s[2] * a[0] + s[4] * a[1] + s[5] * a[2],
    )


@kernel(inline=True)
def mat_mat(a, b):
    """A B."""
    return (
        a[0] * b[0] + a[1] * b[3] + a[2] * b[6],
        a[0] * b[1] + a[1] * b[4] + a[2] * b[7],
        a[0] * b[2] + a[1] * b[5] + a[2] * b[8],
        a[3] * b[0] + a[4] * b[3] + a[5] * b[6],
        a[3] * b[1] + a[4] * b[4] + a[5] * b[7],
        a[3] * b[2] + a[4] * b[5] + a[5] * b[8],
        a[6] * b[0] + a[7] * b[3] + a[8] * b[6],
        a[6] * b[1] + a[7] * b[4] + a[8] * b[7],
        a[6] * b[2] + a[7] * b[5] + a[8] * b[8],
    )


@kernel(inline=True)
def mat_mat_t(a, b):
    """A B^T."""
    return (
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2],
        a[0] * b[3] + a[1] * b[4] + a[2] * b[5],
        a[0] * b[6] + a[1] * b[7] + a[2] * b[8],
        a[3] * b[0] + a[4] * b[1] + a[5] * b[2],
        a[3] * b[3] + a[4] * b[4] + a[5] * b[5],
        a[3] * b[6] + a[4] * b[7] + a[5] * b[8],
        a[6] * b[0] + a[7] * b[1] + a[8] * b[2],
        a[6] * b[3] + a[7] * b[4] + a[8] * b[5],
        a[6] * b[6] + a[7] * b[7] + a[8] * b[8],
    )


@kernel(inline=True)
def rotate_mat(r, m):
    """R M R^T."""
    return mat_mat_t(mat_mat(r, m), r)


@kernel(inline=True)
def rotate_sym(r, s):
    """R S R^T of a symmetric S."""
    a = mat_mat(r, (s[0], s[1], s[2], s[1], s[3], s[4], s[2], s[4], s[5]))
    return (
        a[0] * r[0] + a[1] * r[1] + a[2] * r[2],
        a[0] * r[3] + a[1] * r[4] + a[2] * r[5],
        a[0] * r[6] + a[1] * r[7] + a[2] * r[8],
        a[3] * r[3] + a[4] * r[4] + a[5] * r[5],
        a[3] * r[6] + a[4] * r[7] + a[5] * r[8],
        a[6] * r[6] + a[7] * r[7] + a[8] * r[8],
    )


@kernel(inline=True)
def add6(a, b):
    """Sum of two symmetric blocks."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5])


@kernel(inline=True)
def add9(a, b):
    """Sum of two 3x3 blocks."""
    return (
        a[0] + b[0],
        a[1] + b[1],
        a[2] + b[2],
        a[3] + b[3],
        a[4] + b[4],
        a[5] + b[5],
        a[6] + b[6],
        a[7] + b[7],
        a[8] + b[8],
    )


@kernel(inline=True)
def axis_rotation(a, angle):
    """Rotation by `angle` about the unit vector a (Rodrigues)."""
    s = math.sin(angle)
    c = math.cos(angle)
    k = 1.0 - c
    xy = k * a[0] * a[1]
    xz = k * a[0] * a[2]
    yz = k * a[1] * a[2]
    return (
        c + k * a[0] * a[0], xy - s * a[2], xz + s * a[1],
        xy + s * a[2], c + k * a[1] * a[1], yz - s * a[0],
        xz - s * a[1], yz + s * a[0], c + k * a[2] * a[2],
    )  # fmt: skip


@kernel(inline=True)
def get3(array, i, k):
    """The vector at array[i, k : k + 3]."""
    return (array[i, k], array[i, k + 1], array[i, k + 2])


@kernel(inline=True)
def set3(array, i, k, a):
    """array[i, k : k + 3] = a."""
    array[i, k] = a[0]
    array[i, k + 1] = a[1]
    array[i, k + 2] = a[2]


@kernel(inline=True)
def get6(array, i, k):
    """The six numbers at array[i, k : k + 6]."""
    return (array[i, k], array[i, k + 1], array[i, k + 2], array[i, k + 3], array[i, k + 4], array[i, k + 5])


@kernel(inline=True)
def set6(array, i, k, a):
    """array[i, k : k + 6] = a."""
    for j in range(6):
        array[i, k + j] = a[j]


@kernel(inline=True)
def get9(array, i, k):
    """The nine numbers at array[i, k : k + 9]."""
    return (
        array[i, k], array[i, k + 1], array[i, k + 2], array[i, k + 3], array[i, k + 4],
        array[i, k + 5], array[i, k + 6], array[i, k + 7], array[i, k + 8],
    )  # fmt: skip


@kernel(inline=True)
def set9(array, i, k, a):
    """array[i, k : k + 9] = a."""
    for j in range(9):
        array[i, k + j] = a[j]
