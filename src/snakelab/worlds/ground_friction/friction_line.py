"""Coulomb friction inside an implicit step: its linearisation, and estimates of the velocity that a step reaches.

A step requires the friction at its final velocity v1, which Newton's method computes: the law is replaced by its linearisation

    f(v) = offset + slope v,

the tangent at an estimate of v1; the step is solved, and the next estimate follows from the result. Tangents of a sharp
law overshoot. Therefore the next estimate is the velocity v of a free point under the same other forces,

    v + S f(v) = v1 + S (offset + slope v1),

with a mobility S near dt / m. It equals v1 when the linearisation equals the law there. All f are resistances: the
force on the body is -f.
"""

import math

from snakelab.compiling import kernel
from snakelab.worlds.ground_friction.friction import ELLIPTIC, PER_AXIS, RATIONAL, SQRT, WEIGHTED_SLIP, coulomb_drag

# Newton's method for one smooth concave equation, from the side without overshoot; sufficient for an estimate.
MAX_NEWTON_STEPS, NEWTON_CLOSE = 8, 0.03
# The direction of a velocity under the weighted law depends on its speed, which matters for the next estimate.
DIRECTION_CLOSE = 1e-3


@kernel
def secant_and_slope(speed, eps, smoothing):
    """s(speed / eps) / speed and the derivative of s(speed / eps) with respect to the speed [s/m]."""
    x = speed / eps
    if smoothing == SQRT:
        root = 1.0 / math.sqrt(1.0 + x * x)
        return root / eps, root * root * root / eps
    if smoothing == RATIONAL:
        root = 1.0 / (1.0 + x)
        return root / eps, root * root / eps
    if x < 1e-3:
        return (1.0 - x * x / 3.0) / eps, (1.0 - x * x) / eps
    if x > 20.0:  # the hyperbolic tangent is 1 to machine precision
        return 1.0 / speed, 0.0
    s = math.tanh(x)
    return s / speed, (1.0 - s * s) / eps


@kernel
def linearised_friction(v, secant, law):
    """Linearisation of Coulomb friction at the velocity v: its tangent, or its secant through the origin.

    For the per-axis, the isotropic and the elliptic law the slope is the exact derivative. For the laws by the direction of
    the slip it is a symmetric approximation, and the linearisation is still exact at v.

    Args:
        v: Velocity in the law's axes, three numbers [m/s].
        secant: True for the secant, which dissipates at any velocity.
        law: CoulombLaw.

    Returns:
        Offset, three numbers [N], and slope as (xx, xy, xz, yy, yz, zz) [N s/m].
    """
    load, forward, backward, normal, shape, smoothing, eps = law
    along = forward if v[0] >= 0.0 else backward
    if shape == PER_AXIS and not secant:
        c0, d0 = secant_and_slope(abs(v[0]), eps, smoothing)
        c1, d1 = secant_and_slope(abs(v[1]), eps, smoothing)
        c2, d2 = secant_and_slope(abs(v[2]), eps, smoothing)
        along, normal = load * along, load * normal
        offset = (along * (c0 - d0) * v[0], normal * (c1 - d1) * v[1], normal * (c2 - d2) * v[2])
        return offset, (along * d0, 0.0, 0.0, normal * d1, 0.0, normal * d2)
    c = coulomb_drag(v, law)
    w = slip_speed(v, along, normal, shape)
    if secant or not w > 1e-3 * eps:
        return (0.0, 0.0, 0.0), (c[0], 0.0, 0.0, c[1], 0.0, c[2])
    # f = c v with c proportional to sigma(w) = s(w / eps) / w, so  df = c dv + (s' / sigma - 1) h (h . dv) / size
    sigma, rise = secant_and_slope(w, eps, smoothing)
    if shape == WEIGHTED_SLIP:
        h = (math.sqrt(c[0]) * v[0], math.sqrt(c[1]) * v[1], math.sqrt(c[2]) * v[2])
        size = w * w
    else:
        h = (c[0] * v[0], c[1] * v[1], c[2] * v[2])
        size = h[0] * v[0] + h[1] * v[1] + h[2] * v[2]
    k = (rise / sigma - 1.0) / size if size > 0.0 else 0.0
    slope = (
        c[0] + k * h[0] * h[0], k * h[0] * h[1], k * h[0] * h[2],
        c[1] + k * h[1] * h[1], k * h[1] * h[2], c[2] + k * h[2] * h[2],
    )  # fmt: skip
    f = line_at((0.0, 0.0, 0.0), slope, v)
    return (c[0] * v[0] - f[0], c[1] * v[1] - f[1], c[2] * v[2] - f[2]), slope


@kernel(inline=True)
def slip_speed(v, along, normal, shape):
    """The speed w in s(w / eps) of the laws that act along one direction [m/s]."""
    if shape == ELLIPTIC:
        maximum = max(along, normal)
        if maximum <= 0.0:
            return 0.0
        return math.sqrt((along * v[0]) ** 2 + (normal * v[1]) ** 2 + (normal * v[2]) ** 2) / maximum
    return math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])


@kernel(inline=True)
def line_at(offset, slope, u):
    """Resistance of a linearisation at the velocity u."""
    return (
        offset[0] + slope[0] * u[0] + slope[1] * u[1] + slope[2] * u[2],
        offset[1] + slope[1] * u[0] + slope[3] * u[1] + slope[4] * u[2],
        offset[2] + slope[2] * u[0] + slope[4] * u[1] + slope[5] * u[2],
    )


@kernel
def braked_speed(free, maximum, eps, smoothing):
    """The speed v that solves v + most s(v / eps) = |free|, with the sign of `free` [m/s].

    The left side is increasing and concave in v, so Newton's method converges from the left end of the bracket.
    """
    size = abs(free)
    if size == 0.0:  # component out of the plane of a planar base
        return free
    v = max(size - maximum, size / (1.0 + maximum / eps))
    for _ in range(MAX_NEWTON_STEPS):
        sigma, rise = secant_and_slope(v, eps, smoothing)
        step = (size - v - maximum * sigma * v) / (1.0 + maximum * rise)
        v += step
        if not step > NEWTON_CLOSE * v:
            break
    return math.copysign(v, free)


@kernel
def braked_by_direction(free, along, normal, eps, smoothing):
    """The velocity v that solves v + D v s(|v| / eps) / |v| = free, with D = diag(along, normal, normal) [m/s].

    v follows from its speed w: v_i = free_i / (1 + D_i sigma(w)), sigma(w) = s(w / eps) / w. Newton's method finds the
    root of |v(w)| = w between 0 and |free|; it bisects where it would leave the bracket.
    """
    low, high = 0.0, math.sqrt(free[0] * free[0] + free[1] * free[1] + free[2] * free[2])
    maximum = max(along, normal)
    w = max(high - maximum, high / (1.0 + maximum / eps))
    v = free
    for _ in range(MAX_NEWTON_STEPS):
        sigma, rise = secant_and_slope(w, eps, smoothing)
        first, second = 1.0 / (1.0 + along * sigma), 1.0 / (1.0 + normal * sigma)
        v = (first * free[0], second * free[1], second * free[2])
        across = v[1] * v[1] + v[2] * v[2]
        speed = math.sqrt(v[0] * v[0] + across)
        if abs(speed - w) <= DIRECTION_CLOSE * speed:
            break
        low, high = (w, high) if speed > w else (low, w)
        # d|v| / dw, with d sigma / dw = (rise - sigma) / w
        rate = (sigma - rise) / w * (v[0] * v[0] * along * first + across * normal * second) / speed
        w += (speed - w) / (1.0 - rate) if rate < 1.0 else 0.0
        if not low < w < high:
            w = 0.5 * (low + high)
    return v


@kernel
def braked_velocity(free, mobility, law):
    """Estimate of the velocity v of a free point, v + mobility f(v) = free, with the resistance f of `coulomb_drag`.

    Exact for the per-axis, the isotropic and the weighted law; for the others the direction is assumed constant.

    Args:
        free: Velocity that the point would reach without friction, in the law's axes [m/s].
        mobility: Change of velocity by a force for the length of the step: dt / m [s/kg].
        law: CoulombLaw.
    """
    load, forward, backward, normal, shape, smoothing, eps = law
    along = forward if free[0] >= 0.0 else backward
    impulse_speed = mobility * load
    if shape == PER_AXIS:
        return (
            braked_speed(free[0], impulse_speed * along, eps, smoothing),
            braked_speed(free[1], impulse_speed * normal, eps, smoothing),
            braked_speed(free[2], impulse_speed * normal, eps, smoothing),
        )
    speed = math.sqrt(free[0] * free[0] + free[1] * free[1] + free[2] * free[2])
    w = slip_speed(free, along, normal, shape)
    if not (speed > 0.0 and w > 0.0 and impulse_speed > 0.0):
        return free
    if shape == WEIGHTED_SLIP:
        return braked_by_direction(free, impulse_speed * along, impulse_speed * normal, eps, smoothing)
    c = coulomb_drag(free, law)
    sigma, _ = secant_and_slope(w, eps, smoothing)
    force = math.sqrt((c[0] * free[0]) ** 2 + (c[1] * free[1]) ** 2 + (c[2] * free[2]) ** 2)
    ratio = braked_speed(speed, mobility * force / (sigma * w), eps * speed / w, smoothing) / speed
    return (ratio * free[0], ratio * free[1], ratio * free[2])


@kernel
def first_estimate(u, mobility, law):
    """Estimate the final velocity of a step from the velocity u, before the step is solved.

    A sliding point is decelerated; a point that friction can stop within the step most likely sticks. A velocity below
    eps is kept:
    such a point already sticks. Arguments as in `braked_velocity`.
    """
    eps = law.eps
    if law.shape == PER_AXIS:
        along = law.forward if u[0] >= 0.0 else law.backward
        impulse_speed = mobility * law.load
        return (
            u[0] if abs(u[0]) < eps else braked_speed(u[0], impulse_speed * along, eps, law.smoothing),
            u[1] if abs(u[1]) < eps else braked_speed(u[1], impulse_speed * law.normal, eps, law.smoothing),
            u[2] if abs(u[2]) < eps else braked_speed(u[2], impulse_speed * law.normal, eps, law.smoothing),
        )
    if u[0] * u[0] + u[1] * u[1] + u[2] * u[2] < eps * eps:
        return u
    return braked_velocity(u, mobility, law)
