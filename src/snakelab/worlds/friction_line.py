"""Coulomb friction inside an implicit step: its linearisation, and the velocity that it leaves a free point.

A step needs the friction at the velocity v1 that it reaches. Newton's method finds it: the law is replaced by the line

    f(v) = offset + slope v,

its tangent at an estimate of v1; the step is solved, and the next estimate follows from what came out. The plain
tangent of a sharp law overshoots; so the next estimate is the velocity v of a free point of the slice's mass on which
the same other forces act, v + S f(v) = v1 + S (offset + slope v1), with S = dt / m. It equals v1 once line and law meet.
All forces here are resistances: the force on the body is -f.
"""

import math

from snakelab.compiling import kernel
from snakelab.worlds.friction import ELLIPTIC, PER_AXIS, RATIONAL, SQRT, coulomb_drag, smoothed_secant

# Newton's method on one smooth concave equation, from a side where it cannot overshoot.
MOST_NEWTON_STEPS, NEWTON_CLOSE = 12, 1e-6


@kernel
def smoothed_slope(speed, eps, smoothing):
    """Derivative of s(speed / eps) with respect to the speed [s/m]."""
    x = speed / eps
    if smoothing == SQRT:
        root = 1.0 / math.sqrt(1.0 + x * x)
        return root * root * root / eps
    if smoothing == RATIONAL:
        return 1.0 / (eps * (1.0 + x) ** 2)
    s = math.tanh(x)
    return (1.0 - s * s) / eps


@kernel
def linearised_friction(v, secant, load, forward, backward, normal, shape, smoothing, eps):
    """The line that stands for Coulomb friction near the velocity v: its tangent, or its secant through the origin.

    The tangent is exact for the per-axis and the elliptic law. Of any other law along the slip direction, the change of
    the coefficient with direction is left out, so that the slope is symmetric; the line still meets the law at v.

    Args:
        v: Velocity in the law's axes, three numbers [m/s].
        secant: Whether to take the secant, which dissipates at any velocity.
        load, forward, backward, normal, shape, smoothing, eps: As in `coulomb_drag`.

    Returns:
        Offset, three numbers [N], and slope as (xx, xy, xz, yy, yz, zz) [N s/m].
    """
    c = coulomb_drag(v, load, forward, backward, normal, shape, smoothing, eps)
    if secant:
        return (0.0, 0.0, 0.0), (c[0], 0.0, 0.0, c[1], 0.0, c[2])
    along = forward if v[0] >= 0.0 else backward
    if shape == PER_AXIS:
        d = (
            load * along * smoothed_slope(abs(v[0]), eps, smoothing),
            load * normal * smoothed_slope(abs(v[1]), eps, smoothing),
            load * normal * smoothed_slope(abs(v[2]), eps, smoothing),
        )
        offset = ((c[0] - d[0]) * v[0], (c[1] - d[1]) * v[1], (c[2] - d[2]) * v[2])
        return offset, (d[0], 0.0, 0.0, d[1], 0.0, d[2])
    # along one direction h: f = c v and df = c dv + k h (h . dv), k < 0
    slope = (c[0], 0.0, 0.0, c[1], 0.0, c[2])
    h, k = (0.0, 0.0, 0.0), 0.0
    if shape == ELLIPTIC:
        most = max(along, normal)
        w = math.sqrt((along * v[0]) ** 2 + (normal * v[1]) ** 2 + (normal * v[2]) ** 2) / most if most > 0.0 else 0.0
        if w > 1e-3 * eps:
            a, b = along * along / most, normal * normal / most
            h = (a * v[0] / w, b * v[1] / w, b * v[2] / w)
            k = load / most * (smoothed_slope(w, eps, smoothing) - smoothed_secant(w, eps, smoothing))
    else:
        w = math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
        if w > 1e-3 * eps:
            h = (v[0] / w, v[1] / w, v[2] / w)
            k = c[0] * (smoothed_slope(w, eps, smoothing) / smoothed_secant(w, eps, smoothing) - 1.0)
    slope = (
        c[0] + k * h[0] * h[0], k * h[0] * h[1], k * h[0] * h[2],
        c[1] + k * h[1] * h[1], k * h[1] * h[2], c[2] + k * h[2] * h[2],
    )  # fmt: skip
    offset = (
        c[0] * v[0] - slope[0] * v[0] - slope[1] * v[1] - slope[2] * v[2],
        c[1] * v[1] - slope[1] * v[0] - slope[3] * v[1] - slope[4] * v[2],
        c[2] * v[2] - slope[2] * v[0] - slope[4] * v[1] - slope[5] * v[2],
    )
    return offset, slope


@kernel(inline=True)
def line_at(offset, slope, u):
    """Resistance of a line at the velocity u."""
    return (
        offset[0] + slope[0] * u[0] + slope[1] * u[1] + slope[2] * u[2],
        offset[1] + slope[1] * u[0] + slope[3] * u[1] + slope[4] * u[2],
        offset[2] + slope[2] * u[0] + slope[4] * u[1] + slope[5] * u[2],
    )


@kernel
def braked_speed(free, most, eps, smoothing):
    """The speed v that solves v + most s(v / eps) = free, all at least 0 [m/s].

    The left side rises and is concave, so Newton's method goes up to the root from the left end of the bracket.
    """
    v = max(free - most, free / (1.0 + most / eps))
    for _ in range(MOST_NEWTON_STEPS):
        s = v * smoothed_secant(v, eps, smoothing)
        step = (free - v - most * s) / (1.0 + most * smoothed_slope(v, eps, smoothing))
        v += step
        if not step > NEWTON_CLOSE * free:
            break
    return v


@kernel
def braked_velocity(free, mobility, load, forward, backward, normal, shape, smoothing, eps):
    """The velocity v of a free point, v + mobility f(v) = free, with the resistance f of `coulomb_drag`.

    Exact for the per-axis and the isotropic law; elsewhere near enough for an estimate.

    Args:
        free: Velocity that the point would reach without friction, in the law's axes [m/s].
        mobility: Change of velocity by an impulse, time included: dt / m [s/kg].
        load, forward, backward, normal, shape, smoothing, eps: As in `coulomb_drag`.
    """
    along = forward if free[0] >= 0.0 else backward
    if shape == PER_AXIS:
        return (
            math.copysign(braked_speed(abs(free[0]), mobility * load * along, eps, smoothing), free[0]),
            math.copysign(braked_speed(abs(free[1]), mobility * load * normal, eps, smoothing), free[1]),
            math.copysign(braked_speed(abs(free[2]), mobility * load * normal, eps, smoothing), free[2]),
        )
    c = coulomb_drag(free, load, forward, backward, normal, shape, smoothing, eps)
    speed = math.sqrt(free[0] * free[0] + free[1] * free[1] + free[2] * free[2])
    if speed == 0.0 or load * mobility == 0.0:
        return free
    if shape == ELLIPTIC and along != normal:
        most = max(along, normal)
        factor = 0.0
        v = free
        for _ in range(8):
            w = math.sqrt((along * v[0]) ** 2 + (normal * v[1]) ** 2 + (normal * v[2]) ** 2) / most
            factor = mobility * load * smoothed_secant(w, eps, smoothing) / most
            a, b = 1.0 / (1.0 + factor * along * along), 1.0 / (1.0 + factor * normal * normal)
            v = (a * free[0], b * free[1], b * free[2])
        return v
    strength = c[0] / (load * smoothed_secant(speed, eps, smoothing))
    ratio = braked_speed(speed, mobility * load * strength, eps, smoothing) / speed
    return (ratio * free[0], ratio * free[1], ratio * free[2])
