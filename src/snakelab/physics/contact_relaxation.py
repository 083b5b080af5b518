"""Relaxation of the points of contact between the parts of a robot: each takes the exact force of its law, one by one.

A point needs only its own rows Y and the sum y = Y lam of all forces, or, of few points, the rates of all rows. Sweeps over all
points are repeated until no force changes, and extrapolated in between.
"""

import math

from snakelab.kernels.decorator import kernel
from snakelab.physics.capsules import AT_BILATERAL, AT_SUM, MAX_POINTS, POINT_WIDTH, ROW_WIDTH
from snakelab.physics.contact_points import (
    CROSS,
    DAMPING,
    END,
    EPS,
    FORCE,
    FREE,
    FRICTION,
    GAP,
    HELD,
    LENGTH,
    N_POINTS,
    SHARE_OF_LAW,
    SMOOTHING,
    STIFFNESS,
    SWEEPS,
    TANGENT_MOBILITY,
    points_at,
)
from snakelab.physics.contact_rows import (
    add_row,
    add_rows,
    dot_sum,
    dot_sums,
    mobility_block,
    mobility_of,
    row_at,
    rows_of,
)
from snakelab.physics.coupling_rows import n_rows
from snakelab.worlds.friction import TANH, secant_and_slope

# ----------------------------------------------------------------------------------------------------------------------
# Sweeps over the points
# ----------------------------------------------------------------------------------------------------------------------

# Sweeps over all points; change of a force in a sweep that ends them, and that counts as unconverged, in the largest force.
MAX_SWEEPS, CLOSE, UNCONVERGED = 200, 1e-5, 1e-3


@kernel
def start_sum(c, dt, x, ws):
    """The forces at the start, and their sum y; where the accelerations contain them, the free rates without them."""
    n, total, width, m = rows_of(c), sum_at(c, ws), int(c.numbers[ROW_WIDTH]), n_rows(ws)
    forces = forces_at(c)
    for q in range(-m, width - m):
        x[total + q] = 0.0
    for k in range(int(x[N_POINTS])):
        point, row = points_at(c, x, True) + POINT_WIDTH * k, row_at(c, ws, k)
        for i in range(n):
            force = x[point + FORCE + i]
            x[point + HELD + i], x[point + END + i], x[forces + n * k + i] = force, 0.0, force
            if force != 0.0:
                add_row(x, total, force, row + i * width, m, int(x[point + LENGTH]))
    if m == 0:
        return
    for q in range(m):
        x[int(c.numbers[AT_BILATERAL]) + m * m + m + q] = x[total - m + q]
    for k in range(int(x[N_POINTS])):
        point, row = points_at(c, x, True) + POINT_WIDTH * k, row_at(c, ws, k)
        for i in range(n):
            x[point + FREE + i] -= dt * dot_sum(x, row + i * width, total, m, int(x[point + LENGTH]))


@kernel(inline=True)
def sum_at(c, ws):
    """Place of the sum y, as of a row."""
    return int(c.numbers[AT_SUM]) + n_rows(ws)


@kernel(inline=True)
def forces_at(c):
    """Place of the forces of all points in a relaxation, behind the sum y."""
    return int(c.numbers[AT_SUM]) + int(c.numbers[ROW_WIDTH])


@kernel
def relax(c, dt, x, ws):
    """Forces of all points; return the number of those that have not converged."""
    n, width, count, m = rows_of(c), int(c.numbers[ROW_WIDTH]), int(x[N_POINTS]), n_rows(ws)
    points, rows, total, forces = points_at(c, x, True), row_at(c, ws, 0), sum_at(c, ws), forces_at(c)
    start_sum(c, dt, x, ws)
    size, number = n * count, width + n * count  # of forces, and with the sum y
    last, n_differences, open_points = math.inf, NO_SWEEP, 0
    for sweep in range(1, MAX_SWEEPS + 1):
        x[SWEEPS] = sweep
        begin_sweep(x, forces, size, number)
        largest, change, open_points, switched = 0.0, 0.0, 0, False
        for k in range(count):
            point, row, at = points + POINT_WIDTH * k, rows + 3 * width * k, forces + n * k
            length, old = int(x[point + LENGTH]), x[at]
            first, second, third = 0.0, 0.0, 0.0
            if n == 3 and old != 0.0:
                first, second, third = dot_sums(x, row, width, total, m, length)
            else:
                first = dot_sum(x, row, total, m, length)
            rate = x[point + FREE] + dt * first
            if old == 0.0 and not x[point + GAP] + dt * rate < 0.0:
                continue
            if n == 3 and old == 0.0:
                first, second, third = dot_sums(x, row, width, total, m, length)
            force = normal_force(x, point, dt, rate, old)
            step = force - old
            moved, x[at] = abs(step), force
            switched = switched or (force > 0.0) != (old != 0.0)
            if n == 3:
                u = x[point + FREE + 1] + dt * (second + step * x[point + CROSS])
                v = x[point + FREE + 2] + dt * (third + step * x[point + CROSS + 1])
                one, other = brake(x, point, at, u, v, dt * x[point + TANGENT_MOBILITY], x[point + FRICTION] * force)
                moved = max(moved, max(abs(one), abs(other)))
                add_rows(x, total, (step, one, other), row, width, m, length)
            elif step != 0.0:
                add_row(x, total, step, row, m, length)
            largest, change = max(largest, force), max(change, moved)
            open_points += moved > UNCONVERGED * largest
        if not change > CLOSE * largest:
            open_points = 0
            break
        if sweep < MAX_SWEEPS:  # the last forces are those of a sweep, within the cone
            n_differences = start_sweep(x, total - m, number, size, sweep, (switched, change, last, n_differences))
            last = change
    for k in range(count):  # forces and rates reached
        point, length = points + POINT_WIDTH * k, int(x[points + POINT_WIDTH * k + LENGTH])
        row, sums = rows + 3 * width * k, (0.0, 0.0, 0.0)
        if n == 3:
            sums = dot_sums(x, row, width, total, m, length)
        else:
            sums = (dot_sum(x, row, total, m, length), 0.0, 0.0)
        for i in range(n):
            x[point + FORCE + i], x[point + END + i] = x[forces + n * k + i], x[point + FREE + i] + dt * sums[i]
    return open_points


@kernel(inline=True)
def normal_force(x, point, dt, rate, old):
    """Normal force of a point by its law at the rate that it reaches; rate: that with the old force."""
    # N = -K gap - c (rate + mobility (N - old))
    slope = x[point + DAMPING] + dt * x[point + STIFFNESS]
    force = old + x[point + SHARE_OF_LAW] * (-x[point + STIFFNESS] * x[point + GAP] - slope * rate - old)
    return max(force, 0.0)


@kernel(inline=True)
def brake(x, point, at, u, v, mobility, limit):
    """Set the friction of a point, along the slip without it, from the slip u, v with the old friction; return its changes.

    The slip w solves w + mobility limit s(w / eps) = |slip without friction|. In each sweep it takes one step of Newton's method
    from the slip of the last one, which is at END; the friction of the tangent there never exceeds the limit.
    """
    eps, smoothing, slip = x[point + EPS], int(x[point + SMOOTHING]), x[point + END]
    share, rise = saturation(
        slip, eps, smoothing
    )  # of the last slip: the exponential does not wait for the present one
    old = (x[at + 1], x[at + 2])
    u, v = u - mobility * old[0], v - mobility * old[1]
    free, size, most = math.sqrt(u * u + v * v), 0.0, mobility * limit
    if smoothing == TANH and free - most > SATURATED * eps:
        x[point + END], size = free - most, limit / free
    elif limit > 0.0 and free > 0.0:
        low = max(free - most, free * (1.0 / (1.0 + most * (1.0 / eps))))
        if not low <= slip <= free:
            slip = low
            share, rise = saturation(slip, eps, smoothing)
        step = max(low - slip, (free - slip - most * share) * (1.0 / (1.0 + most * rise)))
        x[point + END] = slip + step
        size = limit * min(1.0, share + rise * step) / free
    one, other = -size * u, -size * v
    x[at + 1], x[at + 2] = one, other
    return one - old[0], other - old[1]


# Slip over eps from which the hyperbolic tangent is 1 to machine precision.
SATURATED = 20.0


@kernel(inline=True)
def saturation(speed, eps, smoothing):
    """s(speed / eps) and its derivative with respect to the speed, the hyperbolic tangent by one exponential, to 1e-13."""
    if smoothing != TANH:
        secant, rise = secant_and_slope(speed, eps, smoothing)
        return secant * speed, rise
    inverse = 1.0 / eps
    x = speed * inverse
    if x < 1e-3:
        return x * (1.0 - x * x / 3.0), (1.0 - x * x) * inverse
    if x > SATURATED:
        return 1.0, 0.0
    e = math.exp(-2.0 * x)
    part = 1.0 / (1.0 + e)
    return (1.0 - e) * part, 4.0 * e * part * part * inverse


# Rows of all points, with and without friction, up to which their rates are updated by the mobilities of all rows in place of the
# sum y: a change of a force then costs as many products as there are rows, in place of twice the length of a row.
MAX_DENSE_ROWS, MAX_DENSE_NORMALS = 24, 16


@kernel(inline=True)
def is_dense(c, x):
    """True if the points are few, and the matrix of their mobilities fits behind their rows."""
    count, width = int(x[N_POINTS]), int(c.numbers[ROW_WIDTH])
    size = rows_of(c) * count
    most = MAX_DENSE_ROWS if rows_of(c) == 3 else MAX_DENSE_NORMALS
    return size <= most and size * (size + 14) <= 3 * width * (int(c.numbers[MAX_POINTS]) - count - 1)


@kernel
def mobility_matrix(c, dt, x, ws):
    """dt G of all rows, behind the rows."""
    n, width, count, m = rows_of(c), int(c.numbers[ROW_WIDTH]), int(x[N_POINTS]), n_rows(ws)
    points, rows, size = points_at(c, x, True), row_at(c, ws, 0), rows_of(c) * int(x[N_POINTS])
    at = row_at(c, ws, count)
    matrix = x[at : at + size * size]
    for k in range(count):
        own, length = rows + 3 * width * k, int(x[points + POINT_WIDTH * k + LENGTH])
        for p in range(k + 1):
            other, shared = rows + 3 * width * p, min(length, int(x[points + POINT_WIDTH * p + LENGTH]))
            if n == 1:
                value = dt * mobility_of(x, own, other, m, shared)
                matrix[size * k + p] = matrix[size * p + k] = value
                continue
            a, b, c0, d, e, f, g, h, i = mobility_block(x, own, other, width, m, shared)
            for row, block in ((3 * k, (a, b, c0)), (3 * k + 1, (d, e, f)), (3 * k + 2, (g, h, i))):
                here = size * row + 3 * p
                matrix[here], matrix[here + 1], matrix[here + 2] = dt * block[0], dt * block[1], dt * block[2]
            for row, block in ((3 * p, (a, d, g)), (3 * p + 1, (b, e, h)), (3 * p + 2, (c0, f, i))):
                here = size * row + 3 * k
                matrix[here], matrix[here + 1], matrix[here + 2] = dt * block[0], dt * block[1], dt * block[2]


@kernel
def relax_dense(c, dt, x, ws):
    """As `relax`, of few points: the same iteration with the rates of all rows, w = free rates + dt G lam."""
    n, width, count, m = rows_of(c), int(c.numbers[ROW_WIDTH]), int(x[N_POINTS]), n_rows(ws)
    points, rows, size = points_at(c, x, True), row_at(c, ws, 0), rows_of(c) * int(x[N_POINTS])
    start_sum(c, dt, x, ws)
    mobility_matrix(c, dt, x, ws)
    at = row_at(c, ws, count)
    rates, forces = at + size * size, at + size * size + size
    matrix, w = x[at : at + size * size], x[rates : rates + size]
    for k in range(count):
        point = points + POINT_WIDTH * k
        slope = x[point + DAMPING] + dt * x[point + STIFFNESS]
        x[point + SHARE_OF_LAW] = 1.0 / (1.0 + slope * matrix[(size + 1) * n * k])
        for i in range(n):
            w[n * k + i], x[forces + n * k + i] = x[point + FREE + i], x[point + FORCE + i]
    for r in range(size):
        force = x[forces + r]
        if force != 0.0:
            for s in range(size):
                w[s] += force * matrix[size * r + s]
    last, n_differences, open_points = math.inf, NO_SWEEP, 0
    for sweep in range(1, MAX_SWEEPS + 1):
        x[SWEEPS] = sweep
        begin_sweep(x, forces, size, 2 * size)
        largest, change, open_points, switched = 0.0, 0.0, 0, False
        for k in range(count):
            point, r = points + POINT_WIDTH * k, n * k
            old, rate = x[forces + r], w[r]
            if old == 0.0 and not x[point + GAP] + dt * rate < 0.0:
                continue
            normal = matrix[size * r : size * r + size]
            force = normal_force(x, point, dt, rate, old)
            step = force - old
            moved, x[forces + r] = abs(step), force
            switched = switched or (force > 0.0) != (old != 0.0)
            if n == 3:
                first, second = matrix[size * (r + 1) : size * (r + 2)], matrix[size * (r + 2) : size * (r + 3)]
                tangential = abs(first[r + 2]) + max(first[r + 1], second[r + 2])
                u, v = w[r + 1] + step * normal[r + 1], w[r + 2] + step * normal[r + 2]
                one, other = brake(x, point, forces + r, u, v, tangential, x[point + FRICTION] * force)
                moved = max(moved, max(abs(one), abs(other)))
                if moved > 0.0:
                    for s in range(size):
                        w[s] += step * normal[s] + one * first[s] + other * second[s]
            elif step != 0.0:
                for s in range(size):
                    w[s] += step * normal[s]
            largest, change = max(largest, force), max(change, moved)
            open_points += moved > UNCONVERGED * largest
        if not change > CLOSE * largest:
            open_points = 0
            break
        if sweep < MAX_SWEEPS:
            n_differences = start_sweep(x, rates, 2 * size, size, sweep, (switched, change, last, n_differences))
            last = change
    for k in range(count):
        for i in range(n):
            x[points + POINT_WIDTH * k + FORCE + i] = x[forces + n * k + i]
            x[points + POINT_WIDTH * k + END + i] = w[n * k + i]
    if m > 0:
        total = sum_at(c, ws)
        for q in range(-m, width - m):
            x[total + q] = 0.0
        for k in range(count):
            for i in range(n):
                force, length = x[points + POINT_WIDTH * k + FORCE + i], int(x[points + POINT_WIDTH * k + LENGTH])
                if force != 0.0:
                    add_row(x, total, force, rows + width * (3 * k + i), m, length)
    return open_points


# ----------------------------------------------------------------------------------------------------------------------
# Extrapolation of the sweeps (Anderson's mixing of depth two)
#
# A sweep maps forces x to g(x); f = g(x) - x is its change. From the last two differences of both, the next sweep starts from
# g - sum a_k dg_k, where the a_k minimise |f - sum a_k df_k|. The sum y is linear in the forces and is combined with them.
# Accepted are only forces that a sweep left, whose laws are exact and whose change is within the tolerance.
#
# Source: Walker and Ni 2011, Anderson acceleration for fixed-point iterations, SIAM J. Numer. Anal. 49.
# ----------------------------------------------------------------------------------------------------------------------

# No sweep to take a difference from: at the start, when a point began or ceased to touch, or when changes grow by the factor.
NO_SWEEP, GROWTH = -1, 2.0
# Determinant of two differences in the product of their squares below which only the last one is used.
INDEPENDENT = 1e-6


@kernel(inline=True)
def start_sweep(x, at, number, size, sweep, outcome):
    """Extrapolate after a sweep unless a point began or ceased to touch; return the number of differences kept."""
    switched, change, last, n_differences = outcome
    if switched:
        return NO_SWEEP
    if change > GROWTH * last:
        n_differences = NO_SWEEP
    return extrapolate(x, at, number, size, sweep % 2, n_differences)


@kernel(inline=True)
def begin_sweep(x, forces, size, number):
    """Keep the forces from which a sweep starts."""
    before, own = x[forces + size + 3 * number : forces + 2 * size + 3 * number], x[forces : forces + size]
    for q in range(size):
        before[q] = own[q]


@kernel
def extrapolate(x, at, number, size, slot, n_differences):
    """Replace the sum y and the forces behind it by those from which the next sweep starts.

    Args:
        x: Scratch. Behind the numbers: those of the last sweep, their last two differences; then the forces at the start of the
            sweep, the last change of the forces, and the last two differences of this.
        at: Place of the first of the numbers.
        number: Of the sum and the forces together.
        size: Number of forces.
        slot: Place of the present difference, 0 or 1.
        n_differences: Differences of former sweeps, or NO_SWEEP.

    Returns:
        Differences that the next sweep finds.
    """
    z, before = x[at : at + number], x[at + number : at + 2 * number]
    behind = at + 4 * number
    change, old = x[behind : behind + size], x[behind + size : behind + 2 * size]
    now, other = behind + (2 + slot) * size, behind + (3 - slot) * size
    df, df_old = x[now : now + size], x[other : other + size]
    now, other = at + (2 + slot) * number, at + (3 - slot) * number
    dg, dg_old = x[now : now + number], x[other : other + number]
    forces = z[number - size :]
    aa, ab, bb, af, bf = 0.0, 0.0, 0.0, 0.0, 0.0
    for q in range(size):
        f = forces[q] - change[q]
        d, e = f - old[q], df_old[q]
        df[q], old[q] = d, f
        aa += d * d
        ab += d * e
        bb += e * e
        af += d * f
        bf += e * f
    if n_differences == NO_SWEEP or not aa > 0.0:
        for q in range(number):
            before[q] = z[q]
        return 0
    a, b, determinant = af / aa, 0.0, aa * bb - ab * ab
    if n_differences > 0 and determinant > INDEPENDENT * aa * bb:
        a, b = (af * bb - bf * ab) / determinant, (bf * aa - af * ab) / determinant
        for q in range(number):
            value = z[q]
            d = value - before[q]
            before[q], dg[q] = value, d
            z[q] = value - a * d - b * dg_old[q]
    else:
        for q in range(number):
            value = z[q]
            d = value - before[q]
            before[q], dg[q] = value, d
            z[q] = value - a * d
    return n_differences + 1
