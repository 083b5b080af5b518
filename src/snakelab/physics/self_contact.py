"""Contact of a robot with itself: search of near pairs of capsules, their geometry, and the forces between them.

Between two capsules whose skins have the gap g and the normal n, with the rate w1 that the step reaches, the normal force is

    N = max(0, -K (g + dt w1) - B w1) = max(0, -K g - c w1),   c = B + dt K,

and the friction opposes the slip u1 of their skins, f = -mu N s(|u1| / eps) u1 / |u1|. A point of contact has three rows J: along
n and two tangents. With the factors of all local laws, A = L D L^T, and Y = D^-1/2 L^-1 J^T, the mobilities of all rows are

    G = J A^-1 J^T = Y^T Y,   w1 = J (u + dt a0) + dt drift + dt Y^T y,   y = Y lam,

so that neither G nor a response of the chain to a single row is computed: a row is a vector of one number for each coordinate.
The points are relaxed one by one, each by its exact law within its cone, which needs only its own rows and the sum y. Rows of
gears, loops and cables are eliminated before, see `bilateral_rows`.

The main loop calls `contact_stage` by its address, as it does with `physics.coupling_solve.coupling_stage`.
"""

import math

import numpy as np

from snakelab.geometry.spatial import (
    ZERO,
    add,
    add_scaled,
    cross,
    dot,
    get3,
    get9,
    get_twist,
    mat_t_vec,
    mat_vec,
    scale,
    set_twist,
    sub,
    twist_add_scaled,
)
from snakelab.kernels.decorator import kernel
from snakelab.physics.capsules import AT_BILATERAL, AT_GAPS, AT_SUM, MAX_POINTS, OBJECT_LAW, POINT_WIDTH, ROW_WIDTH
from snakelab.physics.columns import (
    APPLY_COUPLINGS,
    BEGIN_COUPLINGS,
    IMPACT_COUPLINGS,
    QDD,
    UNCONVERGED_COUPLINGS,
    ModelArrays,
    Q,
    workspace,
)
from snakelab.physics.contact_points import (
    AXES,
    BEFORE,
    CLEARED,
    CROSS,
    DAMPING,
    DRIFT,
    END,
    EPS,
    FORCE,
    FREE,
    FRICTION,
    FULL,
    GAP,
    HELD,
    LAW,
    LENGTH,
    N_POINTS,
    N_TOUCHING,
    ON,
    PART,
    PLACE,
    RATE,
    SHARE,
    SHARE_OF_LAW,
    SMOOTHING,
    STIFFNESS,
    SWEEPS,
    TANGENT_MOBILITY,
    TOO_MANY,
    impact_of_points,
    point_force,
    points_at,
    vec,
)
from snakelab.physics.contact_row_lanes import eliminate_loads
from snakelab.physics.contact_rows import (
    add_row,
    add_rows,
    dot_sum,
    dot_sums,
    mobility_block,
    mobility_of,
    row_at,
    rows_of,
    set_columns,
    set_mobilities,
)
from snakelab.physics.contact_search import find_points
from snakelab.physics.coupling_rows import (
    ACTING,
    END_RATE,
    RESPONSE,
    RIGID,
    ROW_FORCE,
    ROW_GAP,
    ROW_KIND,
    SLOPE,
    TAUT,
    add_response,
    clear_loads,
    first_row,
    load,
    n_rows,
    product,
    respond,
)
from snakelab.physics.coupling_solve import coupling_stage, set_equations
from snakelab.worlds.force_law import ACCELERATION, BASE_ACCELERATION, LAW_APPLIED, POSITION, ROTATION
from snakelab.worlds.friction import FULL_STEP, TANH, secant_and_slope, smoothed_secant

# ----------------------------------------------------------------------------------------------------------------------
# Forces: the points are relaxed one by one, each by its exact law
# ----------------------------------------------------------------------------------------------------------------------

# Sweeps over all points; change of a force in a sweep that ends them, and that counts as unconverged, in the largest force.
MAX_SWEEPS, CLOSE, UNCONVERGED = 200, 1e-5, 1e-3


@kernel(inline=True)
def relative_acceleration(x, row, values, at, ws):
    """Acceleration of the first skin against the second at a point by accelerations of the stations in the rows of a table."""
    total = ZERO
    for side in range(4):
        share = x[row + SHARE + side]
        if share == 0.0:
            continue
        s = int(x[row + ON + side])
        r, acc = get9(ws.stations, s, ROTATION), get_twist(values, s, at)
        arm = mat_t_vec(r, sub(vec(x, row + PLACE), get3(ws.stations, s, POSITION)))
        total = add_scaled(total, share, mat_vec(r, add(acc[0], cross(acc[1], arm))))
    return total


@kernel
def set_free_rates(c, dt, x, ws):
    """Rates of all points at the end of the step by the accelerations of the pass."""
    for k in range(int(x[N_POINTS])):
        row = points_at(c, x, True) + POINT_WIDTH * k
        a = relative_acceleration(x, row, ws.stations, ACCELERATION, ws)
        for m in range(3):
            x[row + FREE + m] = x[row + RATE + m] + dt * (x[row + DRIFT + m] + dot(vec(x, row + AXES + 3 * m), a))


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
        for i in range(n):
            x[point + FORCE + i] = x[forces + n * k + i]
            x[point + END + i] = x[point + FREE + i] + dt * dot_sum(x, rows + width * (3 * k + i), total, m, length)
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


@kernel
def forces_at_state(c, x):
    """Forces of all points at a state, by their laws at its rates."""
    for k in range(int(x[N_POINTS])):
        row = points_at(c, x, True) + POINT_WIDTH * k
        force = -x[row + STIFFNESS] * x[row + GAP] - x[row + DAMPING] * x[row + RATE]
        x[row + FORCE] = force if x[row + GAP] < 0.0 and force > 0.0 else 0.0
        slip = math.sqrt(x[row + RATE + 1] ** 2 + x[row + RATE + 2] ** 2)
        secant = x[row + FRICTION] * x[row + FORCE] * smoothed_secant(slip, x[row + EPS], int(x[row + SMOOTHING]))
        x[row + FORCE + 1], x[row + FORCE + 2] = -secant * x[row + RATE + 1], -secant * x[row + RATE + 2]
        for m in range(3):
            x[row + END + m] = x[row + RATE + m]


@kernel
def load_points(model, c, x, changes, ws):
    """Add the forces of all points, or their changes since the sum y was started, to the loads; return False if all are zero."""
    loaded = False
    for k in range(int(x[N_POINTS])):
        row = points_at(c, x, True) + POINT_WIDTH * k
        force = point_force(x, row, FORCE)
        if changes:
            force = sub(force, point_force(x, row, HELD))
        if dot(force, force) == 0.0:
            continue
        loaded = True
        for side in range(4):
            share, s = x[row + SHARE + side], int(x[row + ON + side])
            if share != 0.0:
                r = get9(ws.stations, s, ROTATION)
                arm = mat_t_vec(r, sub(vec(x, row + PLACE), get3(ws.stations, s, POSITION)))
                own = mat_t_vec(r, force)
                total = twist_add_scaled(get_twist(ws.coupling, s, 0), share, (own, cross(arm, own)))
                set_twist(ws.coupling, s, 0, total)
    return loaded


@kernel
def add_forces(model, c, x, ws):
    """Add the response of the chain to the forces of all points to the accelerations."""
    clear_loads(model, ws)
    if load_points(model, c, x, False, ws):
        respond(model, ws)
        add_response(model, ws)


# ----------------------------------------------------------------------------------------------------------------------
# Gears, loops and cables beside the points: their rows are eliminated exactly
#
# With their equations (G_b + compliance) lam_b = ..., the matrix L L^T, and the mobilities H = J A^-1 J_b^T of a point against
# them, each row of a point has the further numbers Z = L^-1 H^T, and G = Y^T Y - Z^T Z.
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def is_answering(row, ws):
    """True if the force of a row of a coupling depends on its rate in the present pass."""
    linear = ws.coupling[row, ACTING] > 0.0 and ws.coupling[row, SLOPE] > 0.0
    return ws.coupling[row, ROW_KIND] == RIGID or linear


@kernel
def bilateral_rows(model, c, y, dt, x, ws):
    """Factor the equations of the other couplings, and write their numbers in the rows of all points."""
    first, m, matrix, width = first_row(model), n_rows(ws), int(c.numbers[AT_BILATERAL]), int(c.numbers[ROW_WIDTH])
    set_equations(first, dt, ws)
    for r in range(m):
        for s in range(r + 1):
            both = is_answering(first + r, ws) and is_answering(first + s, ws)
            value = ws.system[m + r, s] if both else (1.0 if r == s else 0.0)
            for q in range(s):
                value -= x[matrix + m * r + q] * x[matrix + m * s + q]
            x[matrix + m * r + s] = math.sqrt(max(value, 1e-300)) if r == s else value / x[matrix + m * s + s]
    for s in range(m):
        acts = is_answering(first + s, ws)
        if acts:
            clear_loads(model, ws)
            load(model, first + s, 1.0, ws)
            respond(model, ws)
        for k in range(int(x[N_POINTS])):
            point, row = points_at(c, x, True) + POINT_WIDTH * k, row_at(c, ws, k)
            a = relative_acceleration(x, point, ws.coupling, 0, ws) if acts else ZERO
            for i in range(rows_of(c)):
                value = dot(vec(x, point + AXES + 3 * i), a)
                for q in range(s):
                    value -= x[matrix + m * s + q] * x[row + i * width - m + q]
                x[row + i * width - m + s] = value / x[matrix + m * s + s]


@kernel
def add_changes(model, c, y, dt, x, ws):
    """Add the response to the changes of all forces, with those of the other couplings; return how many of these are wrong."""
    first, m, matrix = first_row(model), n_rows(ws), int(c.numbers[AT_BILATERAL])
    total, change = sum_at(c, ws) - m, matrix + m * m
    for s in range(m - 1, -1, -1):  # lam_b = -L^-T Z lam; the sum holds -Z lam
        value = x[total + s] - x[change + m + s]
        for q in range(s + 1, m):
            value -= x[matrix + m * q + s] * x[change + q]
        x[change + s] = value / x[matrix + m * s + s]
    clear_loads(model, ws)
    load_points(model, c, x, True, ws)
    for s in range(m):
        if is_answering(first + s, ws):
            load(model, first + s, x[change + s], ws)
            ws.coupling[first + s, ROW_FORCE] += x[change + s]
    respond(model, ws)
    add_response(model, ws)
    wrong = 0
    for row in range(first, first + m):
        ws.coupling[row, END_RATE] += dt * product(model, row, RESPONSE, y, ws)
        if ws.coupling[row, ROW_KIND] == TAUT:
            ahead = ws.coupling[row, ROW_GAP] + dt * ws.coupling[row, END_RATE]
            wrong += ws.coupling[row, ROW_FORCE] < 0.0 if ws.coupling[row, ACTING] > 0.0 else ahead < 0.0
    return wrong


# ----------------------------------------------------------------------------------------------------------------------
# Stage of a solve
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def contact_stage(stage, model, y, dt, y_out, weight, ws):
    """Add the forces between the parts of a robot to the accelerations of a pass, or count their work after the solve.

    Args:
        stage: BEGIN_COUPLINGS in the first pass of a solve, CONTINUE_COUPLINGS in later ones, APPLY_COUPLINGS after the last;
            IMPACT_COUPLINGS for impacts on free bodies.
        model: ModelArrays.
        y: State row; for impacts, that of the full step.
        dt: Step [s].
        y_out: State row whose works are added to after the last pass; for impacts, that of the half steps.
        weight: Weight of the works; before them, `part` of `solve`; floor of `impact_of_points`.
        ws: Workspace.
    """
    c, end = model.couplings[len(model.couplings) - 1], len(ws.coupling) - len(model.couplings)
    x = ws.coupling[end - c.n_terms : end].reshape(-1)
    coupled, report = n_rows(ws) > 0, len(model.stations) + len(model.coordinates)
    if stage == IMPACT_COUPLINGS:
        impact_of_points(model, c, (y, y_out), dt, weight, x, ws)
        return
    if stage == APPLY_COUPLINGS:
        if coupled:
            coupling_stage(stage, model, y, dt, y_out, weight, ws)
        apply_forces(model, c, dt, y_out, weight, x, ws)
        return
    ws.coupling[report, UNCONVERGED_COUPLINGS] = 0.0
    if stage == BEGIN_COUPLINGS and not find_points(model, c, dt, int(weight), x, ws):
        x[N_POINTS] = TOO_MANY
    if stage == BEGIN_COUPLINGS:
        x[PART] = weight
    if x[N_POINTS] == TOO_MANY:
        end_run(model, ws)
        return
    if dt == 0.0:
        forces_at_state(c, x)
    if coupled:
        add_forces(model, c, x, ws)
        coupling_stage(stage, model, y, dt, y_out, weight, ws)
    elif dt == 0.0:
        add_forces(model, c, x, ws)
    if dt == 0.0 or x[N_POINTS] == 0.0:
        return
    set_columns(model, c, y, x, ws)
    eliminate_loads(model, c, y, x, ws)
    set_free_rates(c, dt, x, ws)
    if coupled:
        bilateral_rows(model, c, y, dt, x, ws)
    if is_dense(c, x):
        open_points = relax_dense(c, dt, x, ws)
    else:
        set_mobilities(c, dt, x, ws)
        open_points = relax(c, dt, x, ws)
    if coupled:
        open_points += add_changes(model, c, y, dt, x, ws)
    else:
        add_forces(model, c, x, ws)
    ws.coupling[report, UNCONVERGED_COUPLINGS] += open_points


@kernel
def end_run(model, ws):
    """End the run as diverged: more pairs are near than the scratch holds, many more than fit around a body."""
    for i in range(6):
        ws.body[0, BASE_ACCELERATION + i] = math.nan
    for j in range(len(model.coordinates)):
        ws.coordinates[j, QDD] = math.nan


@kernel
def apply_forces(model, c, dt, y_out, weight, x, ws):
    """Work of all points over the step, sums of their forces on each station, and the comparison with the full step."""
    n = len(model.stations)
    if x[N_POINTS] + x[BEFORE] == 0.0 and x[CLEARED] == 1.0:
        return
    x[CLEARED] = x[N_POINTS] + x[BEFORE] == 0.0
    for law in (c.first, int(c.numbers[OBJECT_LAW])):
        for row in range(max(law, 0) * n, (law + 2) * n if law >= 0 else 0):
            for i in range(3):
                ws.laws[row, LAW_APPLIED + i] = 0.0
    only, total, touching = x[BEFORE], x[BEFORE], 0.0
    for k in range(n):
        x[AT_GAPS + k] = math.inf
    for k in range(int(x[N_POINTS])):
        row = points_at(c, x, True) + POINT_WIDTH * k
        force = x[row + FORCE]
        touching += force > 0.0
        for side in range(4):
            place = AT_GAPS + int(x[row + ON + side])
            x[place] = min(x[place], x[row + GAP] + dt * x[row + END])
        if (force > 0.0) != (x[row + FULL] > 0.0):
            only += force + x[row + FULL]
        total += force
        if force == 0.0:
            continue
        law = int(x[row + LAW])
        work = len(y_out) - len(model.laws) + law
        # by the mean velocity: the balance then contains the full energy loss of an impact within one step
        y_out[work] += weight * dt * force * 0.5 * (x[row + RATE] + x[row + END])
        y_out[work + 1] += weight * dt * (x[row + FORCE + 1] * x[row + END + 1] + x[row + FORCE + 2] * x[row + END + 2])
        normal = scale(force, vec(x, row + AXES))
        friction = sub(point_force(x, row, FORCE), normal)
        for side in range(4):
            share, s = x[row + SHARE + side], int(x[row + ON + side])
            for i in range(3):
                ws.laws[law * n + s, LAW_APPLIED + i] += share * normal[i]
                ws.laws[(law + 1) * n + s, LAW_APPLIED + i] += share * friction[i]
    x[N_TOUCHING] = touching
    differ = x[PART] > FULL_STEP and only > TRANSFERRED_LOAD * total
    ws.sets[len(model.coordinates) + len(model.couplings) - 1, 0] = 1 if differ else 0


# Largest fraction of the normal force in points that act in only the full or only a half step of an extrapolated one.
TRANSFERRED_LOAD = 0.1


# ----------------------------------------------------------------------------------------------------------------------
# Address of the stage in this process
# ----------------------------------------------------------------------------------------------------------------------

_ADDRESSES: dict[bool, int] = {}


def contact_address(arrays: ModelArrays) -> int:
    """Address of `contact_stage`, which is compiled, or loaded from the disk, when the first model with it is built.

    Args:
        arrays: Of any model, of which those with rods have other types.
    """
    key = arrays.rods is None
    if key not in _ADDRESSES:
        from snakelab.kernels.machine_code import kernel_address

        y = np.zeros(Q)
        _ADDRESSES[key] = kernel_address(contact_stage.made, (0, arrays, y, 0.0, y, 0.0, workspace(arrays)))
    return _ADDRESSES[key]
