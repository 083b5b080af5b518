"""The exponential of SE(3) and its tangent: the transform of every part, smooth at the straight configuration."""

import math

from snakelab.compiling import kernel
from snakelab.geometry.spatial import bracket, twist_add, twist_add_scaled
from snakelab.geometry.vectors import ZERO, add_scaled, cross


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
