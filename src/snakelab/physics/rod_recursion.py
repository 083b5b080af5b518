"""Rods in the recursion: parts whose strain varies along their length.

The strain of a rod is x(s) = L e_x + sum over k of P_k(s) q_k e_k, s from 0 to 1, with P_k a Legendre polynomial and e_k one of
the six directions of a twist. From one station to the next, h = 1 / N further, the frame moves by exp(X),

    X = h/2 (x1 + x2) + sqrt(3)/12 h^2 [x1, x2],    x1, x2 the strains at the two Gauss points,

of fourth order (Magnus). A change of q_k moves the next station by the twist T(X) dX/dq_k, its column in this step.

The rods of the model are the first argument of all kernels. For a model without rods they are None: the recursion then
does not call the kernels of the first three sections, and the functions of the last one are empty.
"""

import math

from snakelab.geometry.rotations import exponential, tangent, tangent_rate
from snakelab.geometry.spatial import (
    NO_TWIST,
    ZERO,
    add,
    bracket,
    dot,
    get3,
    get9,
    get_twist,
    inertia_dot,
    inertia_minus_outer,
    inertia_rotate,
    inertia_shift,
    mat_mat,
    mat_vec,
    set3,
    set9,
    set_twist,
    twist_add,
    twist_add_scaled,
    twist_dot,
    twist_into,
    twist_out,
    twist_scale,
    twist_shift,
    twist_sub,
    wrench_shift,
)
from snakelab.kernels.decorator import kernel
from snakelab.physics.columns import (
    DAMPER,
    DAMPER_WORK,
    FIRST_LAW_WORK,
    FORCE,
    GIVEN,
    INERTIA,
    MAX_ROD_COORDINATES,
    QDD,
    ROD,
    ROD_BLOCK,
    ROD_CARRIED,
    ROD_COLUMNS,
    ROD_H,
    ROD_HELD,
    ROD_IMPLICIT,
    ROD_JOINED,
    ROD_LINE,
    ROD_OWN,
    ROD_PIVOT,
    ROD_REST,
    ROD_ROTATION,
    ROD_SLOPE,
    ROD_STEP,
    ROD_STEP_COLUMNS,
    SPRING,
    SPRING_WORK,
    STRAINS,
    TAU,
    Q,
    com_of,
)
from snakelab.physics.station_forces import add_station, place_station
from snakelab.worlds.force_law import ACCELERATION, DRIFT

# Distance of a Gauss point from the middle of a step, and the factor of the bracket, in steps.
GAUSS, MAGNUS = 0.5 / math.sqrt(3.0), math.sqrt(3.0) / 12.0
# Below this stretch the law of an incompressible rod continues with constant coefficients.
MIN_STRETCH = 0.05


@kernel(inline=True)
def legendre(degree, s):
    """Legendre polynomial of degree 0 to 3 on 0 <= s <= 1: 1 at s = 1."""
    x = 2.0 * s - 1.0
    if degree == 0:
        return 1.0
    if degree == 1:
        return x
    if degree == 2:
        return 1.5 * x * x - 0.5
    return (2.5 * x * x - 1.5) * x


@kernel(inline=True)
def unit_strain(direction):
    """Unit twist in one of the six directions."""
    return (
        (1.0 if direction == 0 else 0.0, 1.0 if direction == 1 else 0.0, 1.0 if direction == 2 else 0.0),
        (1.0 if direction == 3 else 0.0, 1.0 if direction == 4 else 0.0, 1.0 if direction == 5 else 0.0),
    )


# ----------------------------------------------------------------------------------------------------------------------
# Stage 1, base to tip: poses, twists and drifts of the stations, and the columns of each step
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def magnus_step(x1, x2, h):
    """X of a step of length h from the strains at its Gauss points."""
    return twist_add_scaled(twist_scale(0.5 * h, twist_add(x1, x2)), MAGNUS * h * h, bracket(x1, x2))


@kernel(inline=True)
def magnus_columns(direction, x1, x2, h):
    """dX of a unit strain in one direction at the first Gauss point of a step, and at the second."""
    unit, m = unit_strain(direction), MAGNUS * h * h
    half = twist_scale(0.5 * h, unit)
    return twist_add_scaled(half, m, bracket(unit, x2)), twist_add_scaled(half, m, bracket(x1, unit))


@kernel(inline=True)
def magnus_column(shape, places, x1, x2, h):
    """dX/dq of a coordinate with that shape, at the two places of the walk."""
    first, second = magnus_columns(shape.direction, x1, x2, h)
    column = twist_scale(shape.sign * legendre(shape.degree, places[0]), first)
    return twist_add_scaled(column, shape.sign * legendre(shape.degree, places[1]), second)


# The tangent operator of a step as a polynomial of ad = ad_X. Since ad^5 = 2 u ad^3 - u^2 ad with u = -|w|^2,
#
#     T(X) = sum of (-1)^k / (k + 1)! ad^k = 1 - (1/2 - u^2 S_6) ad + (1/6 - u^2 S_7) ad^2 - S_4 ad^3 + S_5 ad^4,
#     S_m = sum over i of (i + 1) u^i / (2 i + m)!
#
# It needs four brackets; `tangent`, which steps of a larger rotation use, about nine.

# Largest |w|^2 of a step for which six terms of the series suffice.
MAX_SERIES = 0.1


@kernel(inline=True)
def tangent_series(x):
    """Factors of ad^0 to ad^4 in T(X), and their derivatives by u; the first is 0 if the rotation of the step is too large."""
    u = -dot(x[1], x[1])
    if u < -MAX_SERIES:
        return (0.0, 0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)
    s4, d4 = _sum_and_slope(u, 1 / 24, 2 / 720, 3 / 40320, 4 / 3628800, 5 / 479001600, 6 / 87178291200)
    s5, d5 = _sum_and_slope(u, 1 / 120, 2 / 5040, 3 / 362880, 4 / 39916800, 5 / 6227020800, 6 / 1307674368000)
    s6, d6 = _sum_and_slope(u, 1 / 720, 2 / 40320, 3 / 3628800, 4 / 479001600, 5 / 87178291200, 0.0)
    s7, d7 = _sum_and_slope(u, 1 / 5040, 2 / 362880, 3 / 39916800, 4 / 6227020800, 5 / 1307674368000, 0.0)
    factors = (1.0, u * u * s6 - 0.5, 1.0 / 6.0 - u * u * s7, -s4, s5)
    return factors, (u * (2.0 * s6 + u * d6), -u * (2.0 * s7 + u * d7), -d4, d5)


@kernel(inline=True)
def _sum_and_slope(u, a, b, c, d, e, f):
    """a + b u + ... + f u^5 and its derivative."""
    value = a + u * (b + u * (c + u * (d + u * (e + u * f))))
    return value, b + u * (2.0 * c + u * (3.0 * d + u * (4.0 * e + u * 5.0 * f)))


@kernel(inline=True)
def rod_tangent(series, x, y):
    """T(x) y, by the series of `tangent_series`."""
    factors, _ = series
    if factors[0] == 0.0:
        return tangent(x, y)
    total = twist_add_scaled(twist_scale(factors[3], y), factors[4], bracket(x, y))
    total = twist_add_scaled(bracket(x, total), factors[2], y)
    total = twist_add_scaled(bracket(x, total), factors[1], y)
    return twist_add(bracket(x, total), y)


@kernel(inline=True)
def rod_tangent_rate(series, x, y):
    """Rate of `rod_tangent(series, x, y)` for the constant rate y of x."""
    factors, slopes = series
    if factors[0] == 0.0:
        return tangent_rate(x, y)
    change = -2.0 * dot(x[1], y[1])
    term = bracket(x, y)
    total = twist_scale(change * slopes[0], term)
    rate = bracket(y, term)
    term = bracket(x, term)
    total = twist_add_scaled(twist_add_scaled(total, change * slopes[1], term), factors[2], rate)
    rate = twist_add(bracket(y, term), bracket(x, rate))
    term = bracket(x, term)
    total = twist_add_scaled(twist_add_scaled(total, change * slopes[2], term), factors[3], rate)
    rate = twist_add(bracket(y, term), bracket(x, rate))
    term = bracket(x, term)
    return twist_add_scaled(twist_add_scaled(total, change * slopes[3], term), factors[4], rate)


@kernel(inline=True)
def strain_of(rods, part, y, s):
    """Strain at the place s of the walk."""
    x = ((part.length, 0.0, 0.0), ZERO)
    first = rods.table[part.soft].first
    for k in range(part.n_coordinates):
        shape = rods.shapes[first + k]
        value = shape.sign * legendre(shape.degree, s) * y[Q + part.coordinate + k]
        x = twist_add_scaled(x, value, unit_strain(shape.direction))
    return x


@kernel
def _strain(rods, part, y, nv, s, row, at):
    """Write the strain and its rate at the place s of the walk to a row, at `at`, 12 numbers."""
    for k in range(12):
        row[at + k] = 0.0
    row[at] = part.length
    first = rods.table[part.soft].first
    for k in range(part.n_coordinates):
        shape = rods.shapes[first + k]
        value = shape.sign * legendre(shape.degree, s)
        row[at + shape.direction] += value * y[Q + part.coordinate + k]
        row[at + 6 + shape.direction] += value * y[Q + nv + part.coordinate + k]


@kernel
def rod_outward(rods, model, i, y, ws, frame):
    """Walk one rod from its base; return the frame at its tip: rotation, position and twist."""
    r, p, t = frame
    part, nv = model.parts[i], len(model.coordinates)
    scratch, out = ws.rods, ws.stations
    own, rod = part.soft, rods.table[part.soft]
    h = 1.0 / part.n_steps
    m = MAGNUS * h * h
    for s in range(part.n_steps + 1):
        if s > 0:
            near, far = (s - 0.5 - GAUSS) * h, (s - 0.5 + GAUSS) * h
            _strain(rods, part, y, nv, near, scratch.rows[own], STRAINS)
            _strain(rods, part, y, nv, far, scratch.rows[own], STRAINS + 12)
            x1, v1 = get_twist(scratch.rows, own, STRAINS), get_twist(scratch.rows, own, STRAINS + 6)
            x2, v2 = get_twist(scratch.rows, own, STRAINS + 12), get_twist(scratch.rows, own, STRAINS + 18)
            # X, its rate, and its second rate at constant q'
            x = magnus_step(x1, x2, h)
            rate = twist_scale(0.5 * h, twist_add(v1, v2))
            rate = twist_add_scaled(rate, m, twist_add(bracket(v1, x2), bracket(x1, v2)))
            curved = twist_scale(2.0 * m, bracket(v1, v2))
            rotation, step = exponential(x)
            series = tangent_series(x)
            # columns of T(X) = [[A, B], [0, A]] for rotations: A e, B e
            b0, a0 = rod_tangent(series, x, (ZERO, (1.0, 0.0, 0.0)))
            b1, a1 = rod_tangent(series, x, (ZERO, (0.0, 1.0, 0.0)))
            b2, a2 = rod_tangent(series, x, (ZERO, (0.0, 0.0, 1.0)))
            a = (a0[0], a1[0], a2[0], a0[1], a1[1], a2[1], a0[2], a1[2], a2[2])
            b = (b0[0], b1[0], b2[0], b0[1], b1[1], b2[1], b0[2], b1[2], b2[2])
            at = rod.step + s - 1
            set9(scratch.steps, at, ROD_ROTATION, rotation)
            set3(scratch.steps, at, ROD_STEP, step)
            direction, first, second = -1, NO_TWIST, NO_TWIST
            for k in range(part.n_coordinates):
                shape = rods.shapes[rod.first + k]
                if shape.direction != direction:  # the coordinates of a strain follow one another
                    direction = shape.direction
                    first, second = magnus_columns(direction, x1, x2, h)
                    first, second = _applied(a, b, first), _applied(a, b, second)
                column = twist_scale(shape.sign * legendre(shape.degree, near), first)
                column = twist_add_scaled(column, shape.sign * legendre(shape.degree, far), second)
                set_twist(scratch.steps, at, ROD_COLUMNS + 6 * k, column)
            # t' = Ad(exp(X))^-1 t + T X'; bias acceleration dT/dt X' + T X'' - ad(T X') carried
            motion = _applied(a, b, rate)
            drift = twist_add(rod_tangent_rate(series, x, rate), _applied(a, b, curved))
            carried = twist_into(twist_shift(t, step), rotation)
            set_twist(out, part.station + s, DRIFT, twist_sub(drift, bracket(motion, carried)))
            t = twist_add(carried, motion)
            p = add(p, mat_vec(r, step))
            r = mat_mat(r, rotation)
        place_station(model.stations, part.station + s, out, r, p, t)
    return r, p, t


@kernel(inline=True)
def _applied(a, b, x):
    """T x of the tangent operator T = [[A, B], [0, A]]."""
    return (add(mat_vec(a, x[0]), mat_vec(b, x[1])), mat_vec(a, x[1]))


# ----------------------------------------------------------------------------------------------------------------------
# Stage 4, tip to base: one block over (station acceleration, accelerations of the coordinates), eliminated at the base
#
# With H = [[Hxx, Hxq], [Hqx, Hqq]] and one step a' = A a + T qdd + bias, the block at the step's base is that of a soft section
# (see `physics.section_recursion`), with its own A and T in each step.
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def rod_inward(rods, model, ws, i, inertia, bias):
    """Process the rod from tip to base and eliminate its coordinates, any of which may be driven."""
    inertia, bias = _block(rods, model, ws, i, inertia, bias)
    return _eliminated(rods, model, ws, i, inertia, bias)


# Coordinates in one vector of the processor: loops over coordinates run to a multiple of it, over zeros at the end.
VECTOR = 4


@kernel(inline=True)
def _twist_at(row, first, k):
    """Twist of coordinate k, of a table that is stored component by component."""
    n = MAX_ROD_COORDINATES
    return (
        (row[first + k], row[first + n + k], row[first + 2 * n + k]),
        (row[first + 3 * n + k], row[first + 4 * n + k], row[first + 5 * n + k]),
    )


@kernel(inline=True)
def _put_twist(row, first, k, x):
    """Write the twist of coordinate k to a table that is stored component by component."""
    n = MAX_ROD_COORDINATES
    row[first + k], row[first + n + k], row[first + 2 * n + k] = x[0]
    row[first + 3 * n + k], row[first + 4 * n + k], row[first + 5 * n + k] = x[1]


@kernel
def _block(rods, model, ws, i, inertia, bias):
    """Inertia and bias wrench at the base of the rod; columns, block and right-hand side of its coordinates."""
    part = model.parts[i]
    rod, own, n = rods.table[part.soft], part.soft, part.n_coordinates
    rows, steps = ws.rods.rows, ws.rods.steps
    row, padded = rows[own], (n + VECTOR - 1) // VECTOR * VECTOR
    for k in range(padded):
        row[ROD_REST + k] = 0.0
        _put_twist(row, ROD_CARRIED, k, NO_TWIST)
        for m in range(padded):
            row[ROD_BLOCK + MAX_ROD_COORDINATES * k + m] = 0.0
    for s in range(part.n_steps, 0, -1):
        inertia, bias = add_station(model, part.station + s, ws, inertia, bias)
        drift = get_twist(ws.stations, part.station + s, DRIFT)
        bias = twist_add(bias, inertia_dot(inertia, drift))
        at = rod.step + s - 1
        rotation, step = get9(steps, at, ROD_ROTATION), get3(steps, at, ROD_STEP)
        for k in range(n):
            _put_twist(row, ROD_STEP_COLUMNS, k, get_twist(steps, at, ROD_COLUMNS + 6 * k))
        _add_step(row, n, padded, inertia, bias, drift)
        for k in range(padded):
            both = _twist_at(row, ROD_JOINED, k)
            _put_twist(row, ROD_CARRIED, k, wrench_shift(twist_out(both, rotation), step))
        bias = wrench_shift(twist_out(bias, rotation), step)
        inertia = inertia_shift(inertia_rotate(inertia, rotation), step)
    for k in range(n):
        set_twist(rows, own, ROD_H + 6 * k, _twist_at(row, ROD_CARRIED, k))
    return add_station(model, part.station, ws, inertia, bias)


@kernel(inline=True)
def _add_step(row, n, padded, inertia, bias, drift):
    """Add one step to block and right-hand side, and compute the columns of the inertia before it.

    With the columns c_k of the step and h_k of the inertia behind it, block_km += c_m . (h_k + I c_k) + h_m . c_k. The loops over
    the last index run along the table, at offsets that are constants, so that the compiler makes vector instructions of them.
    """
    for k in range(padded):
        column, shared = _twist_at(row, ROD_STEP_COLUMNS, k), _twist_at(row, ROD_CARRIED, k)
        row[ROD_REST + k] += twist_dot(shared, drift) + twist_dot(column, bias)
        _put_twist(row, ROD_JOINED, k, twist_add(shared, inertia_dot(inertia, column)))
    for k in range(n):
        column, both = _twist_at(row, ROD_STEP_COLUMNS, k), _twist_at(row, ROD_JOINED, k)
        for m in range(padded):
            row[ROD_LINE + m] = twist_dot(_twist_at(row, ROD_STEP_COLUMNS, m), both) + twist_dot(
                column, _twist_at(row, ROD_CARRIED, m)
            )
        line = ROD_BLOCK + MAX_ROD_COORDINATES * k
        for m in range(padded):
            row[line + m] += row[ROD_LINE + m]


@kernel
def _eliminated(rods, model, ws, i, inertia, bias):
    """Insert the accelerations of driven coordinates, then eliminate the free ones one after the other (L D L^T).

    Row k of the block then holds the factors of its equation for the free coordinates after it; rows of driven coordinates
    are unchanged.
    """
    part = model.parts[i]
    own, j, n = part.soft, part.coordinate, part.n_coordinates
    rows = ws.rods.rows
    row = rows[own]
    for k in range(n):
        for m in range(k, n):
            at = MAX_ROD_COORDINATES * k + m
            row[ROD_BLOCK + at] += row[ROD_IMPLICIT + at]
        row[ROD_BLOCK + (MAX_ROD_COORDINATES + 1) * k] += ws.coordinates[j + k, INERTIA]
        row[ROD_REST + k] -= ws.coordinates[j + k, FORCE]
    for k in range(n):
        if model.coordinates[j + k].driven != 0:
            given = ws.coordinates[j + k, GIVEN]
            bias = twist_add_scaled(bias, given, get_twist(rows, own, ROD_H + 6 * k))
            for m in range(n):
                row[ROD_REST + m] += row[ROD_BLOCK + MAX_ROD_COORDINATES * min(k, m) + max(k, m)] * given
    for k in range(n):
        if model.coordinates[j + k].driven != 0:
            continue
        at = ROD_BLOCK + MAX_ROD_COORDINATES * k
        inverse = 1.0 / row[at + k]
        column, rest = get_twist(rows, own, ROD_H + 6 * k), row[ROD_REST + k]
        row[ROD_PIVOT + k] = inverse
        inertia = inertia_minus_outer(inertia, column, inverse)
        bias = twist_add_scaled(bias, -rest * inverse, column)
        for m in range(k + 1, n):
            if model.coordinates[j + m].driven != 0:
                continue
            factor = row[at + m] * inverse
            row[ROD_REST + m] -= factor * rest
            set_twist(rows, own, ROD_H + 6 * m, twist_add_scaled(get_twist(rows, own, ROD_H + 6 * m), -factor, column))
            for l in range(m, n):
                if model.coordinates[j + l].driven == 0:
                    row[ROD_BLOCK + MAX_ROD_COORDINATES * m + l] -= factor * row[at + l]
    return inertia, bias


# ----------------------------------------------------------------------------------------------------------------------
# Stage 6, base to tip: accelerations, and the forces of driven coordinates
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def rod_accelerations(rods, model, ws, i, acc):
    """Accelerations of the rod and its stations, and the forces of its driven coordinates; return that of the tip."""
    part = model.parts[i]
    rod, own, j, n = rods.table[part.soft], part.soft, part.coordinate, part.n_coordinates
    rows, steps = ws.rods.rows, ws.rods.steps
    row = rows[own]
    for k in range(n - 1, -1, -1):
        if model.coordinates[j + k].driven != 0:
            ws.coordinates[j + k, QDD] = ws.coordinates[j + k, GIVEN]
            continue
        rest = row[ROD_REST + k] + twist_dot(get_twist(rows, own, ROD_H + 6 * k), acc)
        for m in range(k + 1, n):
            if model.coordinates[j + m].driven == 0:
                rest += row[ROD_BLOCK + MAX_ROD_COORDINATES * k + m] * ws.coordinates[j + m, QDD]
        ws.coordinates[j + k, QDD] = -rest * row[ROD_PIVOT + k]
        ws.coordinates[j + k, TAU] = 0.0
    for k in range(n):
        if model.coordinates[j + k].driven != 0:
            force = row[ROD_REST + k] + twist_dot(get_twist(rows, own, ROD_H + 6 * k), acc)
            for m in range(n):
                if model.coordinates[j + m].driven == 0:
                    force += row[ROD_BLOCK + MAX_ROD_COORDINATES * min(k, m) + max(k, m)] * ws.coordinates[j + m, QDD]
            ws.coordinates[j + k, TAU] = force
    for s in range(part.n_steps + 1):
        k = part.station + s
        if s > 0:
            at = rod.step + s - 1
            acc = twist_into(twist_shift(acc, get3(steps, at, ROD_STEP)), get9(steps, at, ROD_ROTATION))
            acc = twist_add(acc, get_twist(ws.stations, k, DRIFT))
            for m in range(n):
                acc = twist_add_scaled(acc, ws.coordinates[j + m, QDD], get_twist(steps, at, ROD_COLUMNS + 6 * m))
        com = com_of(model.stations, k)
        set_twist(ws.stations, k, ACCELERATION, twist_shift(acc, com))
    return acc


# ----------------------------------------------------------------------------------------------------------------------
# Elastic and viscous forces of a rod on its coordinates
#
# With S the stiffness of the cross-section, the energy is U = 1/2 int S (x - L e_x)^2 / L ds = 1/2 q K q, and the viscous force
# damping K q'. An incompressible rod becomes thinner as it stretches, by its stretch c = 1 + e: its area is A / c, so that
#
#     U = L int E A (c - 1 - log c) + (GA g_y^2 + GA g_z^2) / (2 c) + (GJ k_x^2 + EI k_y^2 + EI k_z^2) / (2 c^3) ds
#
# with the strains per undeformed length e, g and k. Both laws enter a step by their tangent at the state.
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def start_rods(rods, model, y, ws):
    """Elastic force and stiffness of every rod at the state."""
    if rods is None:
        return
    _start(rods, model, y, ws)


@kernel
def _start(rods, model, y, ws):
    for i in range(len(model.parts)):
        part = model.parts[i]
        if part.kind != ROD:
            continue
        rod, n = rods.table[part.soft], part.n_coordinates
        row = ws.rods.rows[part.soft]
        for k in range(n):
            row[ROD_HELD + k] = 0.0
        if rod.incompressible != 0:
            _stretched(rods, part, y, row)
            continue
        for k in range(n):
            for m in range(n):
                slope = rods.numbers[rod.matrix + k * n + m]
                row[ROD_SLOPE + MAX_ROD_COORDINATES * k + m] = slope
                row[ROD_HELD + k] += slope * y[Q + part.coordinate + m]


@kernel(inline=True)
def _material_strain(rods, part, y, s, row):
    """Strain per undeformed length at the place s from the tail, without that of the straight rod, in STRAINS."""
    length = abs(part.length)
    first = rods.table[part.soft].first
    for k in range(6):
        row[STRAINS + k] = 0.0
    for k in range(part.n_coordinates):
        shape = rods.shapes[first + k]
        row[STRAINS + shape.direction] += legendre(shape.degree, s) * y[Q + part.coordinate + k] / length


@kernel
def _stretched(rods, part, y, row):
    """Elastic force and stiffness of an incompressible rod: derivatives of its energy by its coordinates."""
    rod, n, length = rods.table[part.soft], part.n_coordinates, abs(part.length)
    for k in range(n):
        for m in range(n):
            row[ROD_SLOPE + MAX_ROD_COORDINATES * k + m] = 0.0
    h = 1.0 / part.n_steps
    for g in range(2 * part.n_steps):
        s = (g // 2 + 0.5 + (GAUSS if g % 2 == 1 else -GAUSS)) * h
        at = rod.matrix + n * n + 6 * g
        _material_strain(rods, part, y, s, row)
        c = max(1.0 + row[STRAINS], MIN_STRETCH)
        # derivative of the energy by the stretch, and its derivative
        pull, stiff = rods.numbers[at] * (1.0 - 1.0 / c), rods.numbers[at] / (c * c)
        for d in range(1, 6):
            power = 1.0 if d < 3 else 3.0
            energy = 0.5 * rods.numbers[at + d] * row[STRAINS + d] ** 2 / (c if d < 3 else c * c * c)
            pull -= power * energy / c
            stiff += power * (power + 1.0) * energy / (c * c)
        for k in range(n):
            shape = rods.shapes[rod.first + k]
            d = shape.direction
            value = legendre(shape.degree, s)
            own = rods.numbers[at + d] / (1.0 if d == 0 else c if d < 3 else c * c * c)
            force = pull if d == 0 else own * row[STRAINS + d]
            row[ROD_HELD + k] += 0.5 * h * value * force
            for m in range(n):
                other = rods.shapes[rod.first + m]
                e = other.direction
                if d != e and d != 0 and e != 0:
                    continue
                slope = 0.0
                if d == 0 and e == 0:
                    slope = stiff
                elif d == e:
                    slope = own
                elif d == 0:
                    share = rods.numbers[at + e] * row[STRAINS + e]
                    slope = -(1.0 if e < 3 else 3.0) * share / (c * c if e < 3 else c * c * c * c)
                elif e == 0:
                    slope = -(1.0 if d < 3 else 3.0) * own * row[STRAINS + d] / c
                row[ROD_SLOPE + MAX_ROD_COORDINATES * k + m] += (
                    0.5 * h * value * legendre(other.degree, s) * slope / length
                )


@kernel(inline=True)
def rod_energy(rods, model, y, ws):
    """Elastic energy of all rods [J]."""
    if rods is None:
        return 0.0
    return _energy(rods, model, y, ws)


@kernel
def _energy(rods, model, y, ws):
    energy = 0.0
    for i in range(len(model.parts)):
        part = model.parts[i]
        if part.kind != ROD:
            continue
        rod, n = rods.table[part.soft], part.n_coordinates
        if rod.incompressible == 0:
            for k in range(n):
                for m in range(n):
                    stiffness = rods.numbers[rod.matrix + k * n + m]
                    energy += 0.5 * stiffness * y[Q + part.coordinate + k] * y[Q + part.coordinate + m]
            continue
        row, h = ws.rods.rows[part.soft], 1.0 / part.n_steps
        for g in range(2 * part.n_steps):
            s = (g // 2 + 0.5 + (GAUSS if g % 2 == 1 else -GAUSS)) * h
            at = rod.matrix + n * n + 6 * g
            _material_strain(rods, part, y, s, row)
            c = max(1.0 + row[STRAINS], MIN_STRETCH)
            density = rods.numbers[at] * (c - 1.0 - math.log(c))
            for d in range(1, 6):
                density += 0.5 * rods.numbers[at + d] * row[STRAINS + d] ** 2 / (c if d < 3 else c * c * c)
            energy += 0.5 * h * abs(part.length) * density
    return energy


@kernel(inline=True)
def add_rod_forces(rods, model, y, dt, ws):
    """Add the elastic and viscous forces of the rods to those of their coordinates, and compute their implicit inertia."""
    if rods is None:
        return
    _add_forces(rods, model, y, dt, ws)


@kernel
def _add_forces(rods, model, y, dt, ws):
    nv = len(model.coordinates)
    for i in range(len(model.parts)):
        part = model.parts[i]
        if part.kind != ROD:
            continue
        rod, n, j = rods.table[part.soft], part.n_coordinates, part.coordinate
        row = ws.rods.rows[part.soft]
        for k in range(n):
            own = -row[ROD_HELD + k]
            for m in range(n):
                at = MAX_ROD_COORDINATES * k + m
                viscous = rod.damping * rods.numbers[rod.matrix + k * n + m]
                own -= (dt * row[ROD_SLOPE + at] + viscous) * y[Q + nv + j + m]
                row[ROD_IMPLICIT + at] = dt * (viscous + dt * row[ROD_SLOPE + at])
            row[ROD_OWN + k] = own
            ws.coordinates[j + k, FORCE] += own


@kernel(inline=True)
def take_rod_forces(rods, model, ws):
    """Subtract the elastic and viscous forces of the rods from those of their coordinates after a solve."""
    if rods is None:
        return
    for i in range(len(model.parts)):
        part = model.parts[i]
        if part.kind == ROD:
            for k in range(part.n_coordinates):
                ws.coordinates[part.coordinate + k, FORCE] -= ws.rods.rows[part.soft, ROD_OWN + k]
                ws.rods.rows[part.soft, ROD_OWN + k] = 0.0


@kernel(inline=True)
def apply_rod_forces(rods, model, y, dt, y_out, weight, ws):
    """Compute the elastic and viscous forces of the rods as applied after the solve, and their work over the step.

    Arguments as `apply_coordinate_forces`.
    """
    if rods is None:
        return
    _apply_forces(rods, model, y, dt, y_out, weight, ws)


@kernel
def _apply_forces(rods, model, y, dt, y_out, weight, ws):
    nv = len(model.coordinates)
    work = len(y_out) - FIRST_LAW_WORK - len(model.laws)
    for i in range(len(model.parts)):
        part = model.parts[i]
        if part.kind != ROD:
            continue
        rod, n, j = rods.table[part.soft], part.n_coordinates, part.coordinate
        row = ws.rods.rows[part.soft]
        for k in range(n):
            spring, damper = -row[ROD_HELD + k], 0.0
            for m in range(n):
                reached = y[Q + nv + j + m] + dt * ws.coordinates[j + m, QDD]
                spring -= dt * row[ROD_SLOPE + MAX_ROD_COORDINATES * k + m] * reached
                damper -= rod.damping * rods.numbers[rod.matrix + k * n + m] * reached
            travel = weight * dt * (y[Q + nv + j + k] + dt * ws.coordinates[j + k, QDD])
            ws.coordinates[j + k, SPRING] += spring
            ws.coordinates[j + k, DAMPER] += damper
            y_out[work + SPRING_WORK] += travel * spring
            y_out[work + DAMPER_WORK] += travel * damper
