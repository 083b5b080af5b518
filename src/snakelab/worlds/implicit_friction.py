"""Coulomb friction inside an implicit step: its linearisation, the velocity that a step reaches, and the passes of a solve."""

import math

from snakelab.geometry.rotations import rotation_within_step
from snakelab.geometry.spatial import (
    ZERO,
    ZERO_MAT,
    ZERO_SYM,
    add,
    add_scaled,
    cross,
    dot,
    get3,
    get_twist,
    mat_t_vec,
    mat_vec,
    rotate_sym,
    scale,
    set3,
    set_inertia,
    set_twist,
    sub,
)
from snakelab.kernels.decorator import kernel
from snakelab.worlds.force_law import (
    ACCELERATION,
    COULOMB,
    LAW_APPLIED,
    LAW_FULL,
    LAW_INERTIA,
    LAW_POINT,
    LAW_VELOCITY_CHANGE,
    LAW_WRENCH,
    TWIST,
    station_frame,
)
from snakelab.worlds.friction import (
    ELLIPTIC,
    FIRST_HALF,
    LOAD_PER_MASS,
    MU_BACKWARD,
    MU_NORMAL,
    MU_TANGENTIAL,
    PER_AXIS,
    WEIGHTED_SLIP,
    coulomb_drag,
    law_at_centre,
    secant_and_slope,
    slip_drag,
    slip_speed,
)

# ----------------------------------------------------------------------------------------------------------------------
# Coulomb friction inside an implicit step: its linearisation, and estimates of the velocity that a step reaches
#
# A step requires the friction at its final velocity v1, which Newton's method computes: the law is replaced by its linearisation
#
#     f(v) = offset + slope v,
#
# the tangent at an estimate of v1; the step is solved, and the next estimate follows from the result. Tangents of a sharp
# law overshoot. Therefore the next estimate is the velocity v of a free point under the same other forces,
#
#     v + S f(v) = v1 + S (offset + slope v1),
#
# with a mobility S near dt / m. It equals v1 when the linearisation equals the law there. All f are resistances: the
# force on the body is -f.
# ----------------------------------------------------------------------------------------------------------------------

# Newton's method for one smooth concave equation, from the side without overshoot; sufficient for an estimate.
# Laws that turn the velocity: its direction depends on its speed. An error of this estimate remains in the next, since the
# slope of the weighted law is approximate.
MAX_NEWTON_STEPS, NEWTON_TOLERANCE = 8, 0.03
MAX_DIRECTION_STEPS, DIRECTION_TOLERANCE = 12, 1e-6


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
    load, mu_tangential, mu_backward, mu_normal, shape, smoothing, eps = law
    mu_along = mu_tangential if v[0] >= 0.0 else mu_backward
    if shape == PER_AXIS and not secant:
        c0, d0 = secant_and_slope(abs(v[0]), eps, smoothing)
        c1, d1 = secant_and_slope(abs(v[1]), eps, smoothing)
        c2, d2 = secant_and_slope(abs(v[2]), eps, smoothing)
        along, normal = load * mu_along, load * mu_normal
        offset = (along * (c0 - d0) * v[0], normal * (c1 - d1) * v[1], normal * (c2 - d2) * v[2])
        return offset, (along * d0, 0.0, 0.0, normal * d1, 0.0, normal * d2)
    if shape == PER_AXIS:
        c = coulomb_drag(v, law)
        return (0.0, 0.0, 0.0), (c[0], 0.0, 0.0, c[1], 0.0, c[2])
    w = slip_speed(v, mu_along, mu_normal, shape)
    sigma, rise = secant_and_slope(w, eps, smoothing)
    c = slip_drag(v, mu_along, sigma, law)
    if secant or not w > 1e-3 * eps:
        return (0.0, 0.0, 0.0), (c[0], 0.0, 0.0, c[1], 0.0, c[2])
    # f = c v with c proportional to sigma(w) = s(w / eps) / w, so  df = c dv + (s' / sigma - 1) h (h . dv) / size
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
        if not step > NEWTON_TOLERANCE * v:
            break
    return math.copysign(v, free)


@kernel
def braked_by_slip_speed(free, drag, weight, eps, smoothing):
    """The velocity v that solves v + D v s(w / eps) / w = free, with w^2 = v_x^2 weight_x + (v_y^2 + v_z^2) weight_y [m/s].

    v follows from its slip speed w: v_i = free_i / (1 + D_i sigma(w)), sigma(w) = s(w / eps) / w. Newton's method finds the
    root of w(v(w)) = w between 0 and w(free); it bisects where it would leave the bracket.

    Args:
        free: Velocity of the point without friction [m/s].
        drag: D along the body and across [m/s].
        weight: Weights of the slip speed along the body and across [-].
        eps, smoothing: See `CoulombLaw`.
    """
    low, high = 0.0, math.sqrt(weight[0] * free[0] ** 2 + weight[1] * (free[1] ** 2 + free[2] ** 2))
    maximum = max(drag[0], drag[1])
    w = max(high - maximum, high / (1.0 + maximum / eps))
    v = free
    for _ in range(MAX_DIRECTION_STEPS):
        sigma, rise = secant_and_slope(w, eps, smoothing)
        first, second = 1.0 / (1.0 + drag[0] * sigma), 1.0 / (1.0 + drag[1] * sigma)
        v = (first * free[0], second * free[1], second * free[2])
        along, across = weight[0] * v[0] * v[0], weight[1] * (v[1] * v[1] + v[2] * v[2])
        speed = math.sqrt(along + across)
        if abs(speed - w) <= DIRECTION_TOLERANCE * speed:
            break
        low, high = (w, high) if speed > w else (low, w)
        # d speed / dw, with d sigma / dw = (rise - sigma) / w
        rate = (sigma - rise) / w * (along * drag[0] * first + across * drag[1] * second) / speed
        w += (speed - w) / (1.0 - rate) if rate < 1.0 else 0.0
        if not low < w < high:
            w = 0.5 * (low + high)
    return v


@kernel
def braked_velocity(free, mobility, law):
    """Estimate of the velocity v of a free point, v + mobility f(v) = free, with the resistance f of `coulomb_drag`.

    Along slip and the isotropic law keep the direction of the velocity; the others turn it.

    Args:
        free: Velocity that the point would reach without friction, in the law's axes [m/s].
        mobility: Change of velocity by a force for the length of the step: dt / m [s/kg].
        law: CoulombLaw.
    """
    load, mu_tangential, mu_backward, mu_normal, shape, smoothing, eps = law
    mu_along = mu_tangential if free[0] >= 0.0 else mu_backward
    impulse_speed = mobility * load
    if shape == PER_AXIS:
        return (
            braked_speed(free[0], impulse_speed * mu_along, eps, smoothing),
            braked_speed(free[1], impulse_speed * mu_normal, eps, smoothing),
            braked_speed(free[2], impulse_speed * mu_normal, eps, smoothing),
        )
    speed = math.sqrt(free[0] * free[0] + free[1] * free[1] + free[2] * free[2])
    w = slip_speed(free, mu_along, mu_normal, shape)
    if not (speed > 0.0 and w > 0.0 and impulse_speed > 0.0):
        return free
    if shape == WEIGHTED_SLIP:
        return braked_by_slip_speed(
            free, (impulse_speed * mu_along, impulse_speed * mu_normal), (1.0, 1.0), eps, smoothing
        )
    if shape == ELLIPTIC and mu_along != mu_normal:
        first, second = mu_along / max(mu_along, mu_normal), mu_normal / max(mu_along, mu_normal)
        drag = (impulse_speed * mu_along * first, impulse_speed * mu_normal * second)
        return braked_by_slip_speed(free, drag, (first * first, second * second), eps, smoothing)
    if shape == ELLIPTIC:
        ratio = braked_speed(speed, impulse_speed * mu_along, eps, smoothing) / speed
        return (ratio * free[0], ratio * free[1], ratio * free[2])
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
        mu_along = law.mu_tangential if u[0] >= 0.0 else law.mu_backward
        impulse_speed = mobility * law.load
        return (
            u[0] if abs(u[0]) < eps else braked_speed(u[0], impulse_speed * mu_along, eps, law.smoothing),
            u[1] if abs(u[1]) < eps else braked_speed(u[1], impulse_speed * law.mu_normal, eps, law.smoothing),
            u[2] if abs(u[2]) < eps else braked_speed(u[2], impulse_speed * law.mu_normal, eps, law.smoothing),
        )
    if u[0] * u[0] + u[1] * u[1] + u[2] * u[2] < eps * eps:
        return u
    return braked_velocity(u, mobility, law)


# ----------------------------------------------------------------------------------------------------------------------
# Coulomb friction at link centres: linearisation at the start of a solve, and its error after each pass
#
# The method is that of the preceding section. For contacts see `physics.contacts`.
#
# The directions of friction are those of the link at the end of the step. With those at the start, the velocity across a link
# that moves forward and turns would have an error of the order of the step, and its friction one that does not decrease
# with the step as long as the step is longer than the time in which friction stops a sliding link.
# ----------------------------------------------------------------------------------------------------------------------

# Deviation of the linearisation from the law that needs no further pass, as a fraction of the friction limit: an error that
# jumps from step to step is not cancelled by the extrapolation. The slopes of the laws by the direction of the slip are
# approximate, so the error that remains is larger.
FRICTION_TOLERANCE, SLIP_FRICTION_TOLERANCE = 5e-4, 2e-5
# Mobility of a station in a chain relative to a free one: for the first estimate, for that of a half step, and for those after
# the first passes. Only the number of passes depends on them; the larger the last, the more reliable the convergence.
FIRST_MOBILITY, HALF_MOBILITY, NEXT_MOBILITY, CONVERGING_MOBILITY, QUICK_PASSES = 0.7, 0.35, 0.5, 1.0, 3


# Friction of two steps counts as different above this fraction of its limit.
DIFFERENCE_LIMIT = 0.5


@kernel(inner=True)
def coulomb_on_station(model, law, k, row, dt, secant, ws):
    """Wrench and added inertia of Coulomb friction on one station, written to its row; its linearisation is that of the row.

    secant: True for the secant in place of the tangent.
    """
    _, _, twist = station_frame(ws.stations, k)
    friction = law_at_centre(
        model.law_parameters, model.laws[law].first, model.stations[k].mass, model.stations[k].friction
    )
    offset, d = linearised_friction(get3(ws.laws, row, LAW_POINT), secant, friction)
    turn = rotation_within_step(scale(dt, twist[1]))
    force = line_at(offset, d, mat_t_vec(turn, twist[0]))
    set_twist(ws.laws, row, LAW_WRENCH, (scale(-1.0, mat_vec(turn, force)), ZERO))
    block = rotate_sym(turn, (dt * d[0], dt * d[1], dt * d[2], dt * d[3], dt * d[4], dt * d[5]))
    set_inertia(ws.laws, row, LAW_INERTIA, (block, ZERO_MAT, ZERO_SYM))


@kernel(stage=True)
def start_friction(model, dt, part, ws):
    """First estimates of the final velocities of a step, at which friction is linearised.

    A half step uses the other forces on a station from the previous solve: those of the full step act half as long.
    """
    n = len(model.stations)
    par = model.law_parameters
    for law in range(len(model.laws)):
        if model.laws[law].code == COULOMB:
            a = model.laws[law].first
            for k in range(n):
                mass = model.stations[k].mass
                twist = get_twist(ws.stations, k, TWIST)
                u = mat_t_vec(rotation_within_step(scale(dt, twist[1])), twist[0])
                if part >= FIRST_HALF:
                    free = add_scaled(
                        u, 0.5 if part == FIRST_HALF else 1.0, get3(ws.laws, law * n + k, LAW_VELOCITY_CHANGE)
                    )
                    u = braked_velocity(
                        free, HALF_MOBILITY * dt / mass, law_at_centre(par, a, mass, model.stations[k].friction)
                    )
                elif dt > 0.0:
                    u = first_estimate(
                        u, FIRST_MOBILITY * dt / mass, law_at_centre(par, a, mass, model.stations[k].friction)
                    )
                set3(ws.laws, law * n + k, LAW_POINT, u)


@kernel(inline=True)
def misses(line, u, c, friction):
    """Return True if the linearised force differs from the law's, c u, by more than a small fraction of the friction limit."""
    exact = friction.shape == PER_AXIS or friction.shape == ELLIPTIC
    tolerance = FRICTION_TOLERANCE if exact else SLIP_FRICTION_TOLERANCE
    first = tolerance * friction.load * max(friction.mu_tangential, friction.mu_backward)
    second = tolerance * friction.load * friction.mu_normal
    if friction.shape != PER_AXIS:
        first = second = max(first, second)
    return (
        abs(line[0] - c[0] * u[0]) > first or abs(line[1] - c[1] * u[1]) > second or abs(line[2] - c[2] * u[2]) > second
    )


@kernel(stage=True)
def check_friction(model, dt, k_pass, ws):
    """Compare the friction of all stations with the law at the velocity reached, and update the estimate of that velocity.

    Returns:
        Number of stations whose linearisation deviates from the law [-].
    """
    n = len(model.stations)
    par = model.law_parameters
    open_lines = 0
    trust = NEXT_MOBILITY if k_pass < QUICK_PASSES else CONVERGING_MOBILITY
    for law in range(len(model.laws)):
        if model.laws[law].code != COULOMB:
            continue
        a = model.laws[law].first
        for k in range(n):
            row = law * n + k
            mass = model.stations[k].mass
            friction = law_at_centre(par, a, mass, model.stations[k].friction)
            twist, acc = get_twist(ws.stations, k, TWIST), get_twist(ws.stations, k, ACCELERATION)
            change = add(acc[0], cross(twist[1], twist[0]))
            turn = rotation_within_step(scale(dt, twist[1]))
            start, u = mat_t_vec(turn, twist[0]), mat_t_vec(turn, add_scaled(twist[0], dt, change))
            # the linearisation as stored in the row: wrench at the start, and dt times its slope
            block = ws.laws[row, LAW_INERTIA:]
            line = (
                block[0] * change[0] + block[1] * change[1] + block[2] * change[2] - ws.laws[row, LAW_WRENCH],
                block[1] * change[0] + block[3] * change[1] + block[4] * change[2] - ws.laws[row, LAW_WRENCH + 1],
                block[2] * change[0] + block[4] * change[1] + block[5] * change[2] - ws.laws[row, LAW_WRENCH + 2],
            )
            line = mat_t_vec(turn, line)
            set3(ws.laws, row, LAW_VELOCITY_CHANGE, add_scaled(sub(u, start), HALF_MOBILITY * dt / mass, line))
            c = coulomb_drag(u, friction)
            if misses(line, u, c, friction):
                open_lines += 1
                mobility = trust * dt / mass
                free = add_scaled(u, mobility, line)
                u = braked_velocity(free, mobility, friction)
            set3(ws.laws, row, LAW_POINT, u)
    return open_lines


@kernel
def friction_differs(model, full, ws):
    """Store the friction applied in the full step, or compare that of a half step with it, for the extrapolated step.

    Returns:
        Limit of the friction that differs by more than DIFFERENCE_LIMIT of it, and of all friction, [N].
    """
    n = len(model.stations)
    par = model.law_parameters
    different, total = 0.0, 0.0
    for law in range(len(model.laws)):
        code, a = model.laws[law].code, model.laws[law].first
        if code != COULOMB:
            continue
        for k in range(n):
            row = law * n + k
            force = get3(ws.laws, row, LAW_APPLIED)
            if full:
                set3(ws.laws, row, LAW_FULL, force)
                continue
            maximum = max(par[a + MU_TANGENTIAL], par[a + MU_BACKWARD], par[a + MU_NORMAL])
            limit = model.stations[k].friction * model.stations[k].mass * par[a + LOAD_PER_MASS] * maximum
            change = add_scaled(force, -1.0, get3(ws.laws, row, LAW_FULL))
            total += limit
            if dot(change, change) > DIFFERENCE_LIMIT * DIFFERENCE_LIMIT * limit * limit:
                different += limit
    return different, total
