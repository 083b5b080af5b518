"""Spatial algebra on plain tuples: vectors, 3x3 blocks, twists, wrenches and spatial inertias.

Compiled code keeps plain tuples in registers. The functions also run uncompiled, as in the tests.
"""

import math

from snakelab.kernels.decorator import kernel

# ----------------------------------------------------------------------------------------------------------------------
# Vectors and 3x3 blocks
#
# A vector is (x, y, z). A matrix is nine numbers, row by row. A symmetric matrix is six: (xx, xy, xz, yy, yz, zz).
# ----------------------------------------------------------------------------------------------------------------------

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
def sym_solve(s, a):
    """x of S x = a for a positive definite S."""
    xx, xy, xz = s[3] * s[5] - s[4] * s[4], s[2] * s[4] - s[1] * s[5], s[1] * s[4] - s[2] * s[3]
    adjugate = (xx, xy, xz, s[0] * s[5] - s[2] * s[2], s[1] * s[2] - s[0] * s[4], s[0] * s[3] - s[1] * s[1])
    return scale(1.0 / (s[0] * xx + s[1] * xy + s[2] * xz), sym_vec(adjugate, a))


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


# ----------------------------------------------------------------------------------------------------------------------
# Twists, wrenches and spatial inertias as tuples of vectors and blocks, ordered (linear, angular)
#
# A twist is (v, w), a wrench (f, n). A spatial inertia is (M, C, J): the symmetric 6x6 matrix [[M, C], [C^T, J]].
# ----------------------------------------------------------------------------------------------------------------------

NO_TWIST = (ZERO, ZERO)
NO_INERTIA = (ZERO_SYM, ZERO_MAT, ZERO_SYM)


@kernel(inline=True)
def twist_add(x, y):
    """x + y."""
    return (add(x[0], y[0]), add(x[1], y[1]))


@kernel(inline=True)
def twist_add_scaled(x, s, y):
    """x + s y."""
    return (add_scaled(x[0], s, y[0]), add_scaled(x[1], s, y[1]))


@kernel(inline=True)
def twist_dot(x, y):
    """x . y: power, of a wrench on a twist."""
    return (
        x[0][0] * y[0][0] + x[0][1] * y[0][1] + x[0][2] * y[0][2]
        + x[1][0] * y[1][0] + x[1][1] * y[1][1] + x[1][2] * y[1][2]
    )  # fmt: skip


@kernel(inline=True)
def bracket(x, y):
    """ad_x y, the Lie bracket of two twists."""
    return (add(cross(x[1], y[0]), cross(x[0], y[1])), cross(x[1], y[1]))


@kernel(inline=True)
def twist_shift(x, p):
    """Twist of a frame at p, same axes: v + w x p."""
    return (add(x[0], cross(x[1], p)), x[1])


@kernel(inline=True)
def twist_into(x, r):
    """Twist in the axes of a frame rotated by r: R^T x."""
    return (mat_t_vec(r, x[0]), mat_t_vec(r, x[1]))


@kernel(inline=True)
def twist_out(x, r):
    """Twist, or wrench, in the outer axes: R x."""
    return (mat_vec(r, x[0]), mat_vec(r, x[1]))


@kernel(inline=True)
def wrench_shift(w, p):
    """Wrench about the origin of one that acts at p: (f, n + p x f)."""
    return (w[0], add(w[1], cross(p, w[0])))


@kernel(inline=True)
def inertia_add(a, b):
    """Sum of two spatial inertias."""
    return (add6(a[0], b[0]), add9(a[1], b[1]), add6(a[2], b[2]))


@kernel(inline=True)
def inertia_dot(a, x):
    """A x: the wrench of the acceleration x."""
    m, c, j = a
    return (add(sym_vec(m, x[0]), mat_vec(c, x[1])), add(mat_t_vec(c, x[0]), sym_vec(j, x[1])))


@kernel(inline=True)
def inertia_rotate(a, r):
    """The inertia in outer axes: R A R^T block by block."""
    return (rotate_sym(r, a[0]), rotate_mat(r, a[1]), rotate_sym(r, a[2]))


@kernel(inline=True)
def inertia_shift(a, p):
    """Inertia at p, referred to the origin: X^T A X with X x = (v + w x p, w).

    M stays; C becomes C - M [p]; J becomes J + [p] C' - C^T [p].
    """
    m, c, j = a
    x, y, z = p
    # M [p], row by row: each row of M crossed with p
    c0 = c[0] - (m[1] * z - m[2] * y)
    c1 = c[1] - (m[2] * x - m[0] * z)
    c2 = c[2] - (m[0] * y - m[1] * x)
    c3 = c[3] - (m[3] * z - m[4] * y)
    c4 = c[4] - (m[4] * x - m[1] * z)
    c5 = c[5] - (m[1] * y - m[3] * x)
    c6 = c[6] - (m[4] * z - m[5] * y)
    c7 = c[7] - (m[5] * x - m[2] * z)
    c8 = c[8] - (m[2] * y - m[4] * x)
    return (
        m,
        (c0, c1, c2, c3, c4, c5, c6, c7, c8),
        (
            j[0] + (y * c6 - z * c3) - (c[3] * z - c[6] * y),
            j[1] + (y * c7 - z * c4) - (c[6] * x - c[0] * z),
            j[2] + (y * c8 - z * c5) - (c[0] * y - c[3] * x),
            j[3] + (z * c1 - x * c7) - (c[7] * x - c[1] * z),
            j[4] + (z * c2 - x * c8) - (c[1] * y - c[4] * x),
            j[5] + (x * c5 - y * c2) - (c[2] * y - c[5] * x),
        ),
    )


@kernel(inline=True)
def mass_at(m, p):
    """`inertia_shift` of an inertia with the block M alone."""
    x, y, z = p
    c0, c1, c2 = m[2] * y - m[1] * z, m[0] * z - m[2] * x, m[1] * x - m[0] * y
    c3, c4, c5 = m[4] * y - m[3] * z, m[1] * z - m[4] * x, m[3] * x - m[1] * y
    c6, c7, c8 = m[5] * y - m[4] * z, m[2] * z - m[5] * x, m[4] * x - m[2] * y
    return (
        m,
        (c0, c1, c2, c3, c4, c5, c6, c7, c8),
        (y * c6 - z * c3, y * c7 - z * c4, y * c8 - z * c5, z * c1 - x * c7, z * c2 - x * c8, x * c5 - y * c2),
    )


@kernel(inline=True)
def inertia_shift_x(a, x):
    """`inertia_shift` along the body: p = (x, 0, 0)."""
    m, c, j = a
    c1 = c[1] - m[2] * x
    c2 = c[2] + m[1] * x
    c4 = c[4] - m[4] * x
    c5 = c[5] + m[3] * x
    c7 = c[7] - m[5] * x
    c8 = c[8] + m[4] * x
    return (
        m,
        (c[0], c1, c2, c[3], c4, c5, c[6], c7, c8),
        (
            j[0],
            j[1] - c[6] * x,
            j[2] + c[3] * x,
            j[3] - x * (c7 + c[7]),
            j[4] - x * c8 + c[4] * x,
            j[5] + x * (c5 + c[5]),
        ),
    )


@kernel(inline=True)
def body_inertia(mass, tensor, p):
    """Inertia about the origin of a body with its centre of mass at p and `tensor` about that centre."""
    x, y, z = p
    return (
        (mass, 0.0, 0.0, mass, 0.0, mass),
        (0.0, mass * z, -mass * y, -mass * z, 0.0, mass * x, mass * y, -mass * x, 0.0),
        (
            tensor[0] + mass * (y * y + z * z),
            tensor[1] - mass * x * y,
            tensor[2] - mass * x * z,
            tensor[3] + mass * (x * x + z * z),
            tensor[4] - mass * y * z,
            tensor[5] + mass * (x * x + y * y),
        ),
    )


@kernel(inline=True)
def inertia_minus_outer(a, u, s):
    """A - s u u^T for a wrench u: A after the elimination of a coordinate with column u."""
    m, c, j = a
    f = u[0]
    n = u[1]
    g = scale(s, f)
    h = scale(s, n)
    return (
        (m[0] - g[0] * f[0], m[1] - g[0] * f[1], m[2] - g[0] * f[2], m[3] - g[1] * f[1], m[4] - g[1] * f[2], m[5] - g[2] * f[2]),
        (
            c[0] - g[0] * n[0], c[1] - g[0] * n[1], c[2] - g[0] * n[2],
            c[3] - g[1] * n[0], c[4] - g[1] * n[1], c[5] - g[1] * n[2],
            c[6] - g[2] * n[0], c[7] - g[2] * n[1], c[8] - g[2] * n[2],
        ),
        (j[0] - h[0] * n[0], j[1] - h[0] * n[1], j[2] - h[0] * n[2], j[3] - h[1] * n[1], j[4] - h[1] * n[2], j[5] - h[2] * n[2]),
    )  # fmt: skip


@kernel(inline=True)
def twist_sub(x, y):
    """x - y."""
    return (sub(x[0], y[0]), sub(x[1], y[1]))


@kernel(inline=True)
def twist_scale(s, x):
    """s x."""
    return (scale(s, x[0]), scale(s, x[1]))


@kernel(inline=True)
def get_twist(array, i, k):
    """The twist, or wrench, at array[i, k : k + 6]."""
    return ((array[i, k], array[i, k + 1], array[i, k + 2]), (array[i, k + 3], array[i, k + 4], array[i, k + 5]))


@kernel(inline=True)
def set_twist(array, i, k, x):
    """array[i, k : k + 6] = x."""
    array[i, k] = x[0][0]
    array[i, k + 1] = x[0][1]
    array[i, k + 2] = x[0][2]
    array[i, k + 3] = x[1][0]
    array[i, k + 4] = x[1][1]
    array[i, k + 5] = x[1][2]


@kernel(inline=True)
def get_inertia(array, i, k):
    """The inertia in the 21 numbers at array[i, k : k + 21]: M (6), C (9), J (6)."""
    return (get6(array, i, k), get9(array, i, k + 6), get6(array, i, k + 15))


@kernel(inline=True)
def set_inertia(array, i, k, a):
    """array[i, k : k + 21] = the 21 numbers of the inertia."""
    set6(array, i, k, a[0])
    set9(array, i, k + 6, a[1])
    set6(array, i, k + 15, a[2])


# ----------------------------------------------------------------------------------------------------------------------
# 6x6 matrices in arrays: row by row
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def cholesky_solution(factor, chosen, x):
    """Solve L L^T x = b in place over chosen rows and columns of a 6 x 6 matrix, with L in its lower triangle."""
    n = len(chosen)
    for r in range(n):
        i = chosen[r]
        for s in range(r):
            x[r] -= factor[6 * i + chosen[s]] * x[s]
        x[r] /= factor[6 * i + i]
    for r in range(n - 1, -1, -1):
        i = chosen[r]
        for s in range(r + 1, n):
            x[r] -= factor[6 * chosen[s] + i] * x[s]
        x[r] /= factor[6 * i + i]
