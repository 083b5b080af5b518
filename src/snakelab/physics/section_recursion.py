"""Soft sections in the recursion: parts of constant strain, walked in equal steps that share one transform and its tangent."""

from snakelab.geometry.rotations import exponential, tangent, tangent_rate
from snakelab.geometry.spatial import (
    NO_TWIST,
    ZERO,
    ZERO_SYM,
    add,
    bracket,
    get3,
    get6,
    get9,
    get_twist,
    inertia_dot,
    inertia_minus_outer,
    inertia_rotate,
    inertia_shift,
    mat_mat,
    mat_vec,
    scale,
    set3,
    set6,
    set9,
    set_twist,
    sym_vec,
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
    BLOCK,
    COLUMNS,
    FORCE,
    GIVEN,
    INERTIA,
    INVERSE,
    LINE_FORCE,
    LINE_INERTIA,
    QDD,
    RESTS,
    STEP,
    STEP_ROTATION,
    TANGENT,
    TARGET,
    TARGET_ACCELERATION,
    TARGET_RATE,
    TAU,
    Q,
    column_of,
    com_of,
)
from snakelab.physics.station_forces import add_station, place_station
from snakelab.worlds.force_law import ACCELERATION, DRIFT

# ----------------------------------------------------------------------------------------------------------------------
# Stage 1, base to tip: poses, twists and drifts of the stations
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def soft_outward(parts, i, stations, y, nv, out, soft, frame):
    """Walk one soft section: N equal steps exp(x / N) that share their exponential, tangent and tangent rate."""
    r, p, t = frame
    # strain coordinates of one step: x = (L e_x + sum_k q_k column_k) / N, and its rate
    part = parts[i]
    h = 1.0 / part.n_steps
    x = ((part.length * h, 0.0, 0.0), ZERO)
    rate = NO_TWIST
    for k in range(3):
        column = column_of(parts, i, k)
        x = twist_add_scaled(x, h * y[Q + part.coordinate + k], column)
        rate = twist_add_scaled(rate, h * y[Q + nv + part.coordinate + k], column)
    # step exp(x) = (rotation, step); tangent T = dexp_{-x}: twist across one step T xd, its rate of change `drift`
    rotation, step = exponential(x)
    for k in range(3):
        set_twist(soft, part.soft, TANGENT + 6 * k, tangent(x, twist_scale(h, column_of(parts, i, k))))
    motion = tangent(x, rate)
    drift = tangent_rate(x, rate)
    set9(soft, part.soft, STEP_ROTATION, rotation)
    set3(soft, part.soft, STEP, step)
    for s in range(part.n_steps + 1):
        # t' = Ad(exp(x))^-1 t + T xd; bias acceleration drift - ad(T xd) carried
        if s > 0:
            carried = twist_into(twist_shift(t, step), rotation)
            set_twist(out, part.station + s, DRIFT, twist_sub(drift, bracket(motion, carried)))
            t = twist_add(carried, motion)
            p = add(p, mat_vec(r, step))
            r = mat_mat(r, rotation)
        place_station(stations, part.station + s, out, r, p, t)
    return r, p, t


# ----------------------------------------------------------------------------------------------------------------------
# Stage 4, tip to base: one block over (station acceleration, accelerations of the coordinates), eliminated at the base
#
# With H = [[Hxx, Hxq], [Hqx, Hqq]] and one step a' = A a + T qdd + bias, the block at the step's base is
# Hxx' = A^T Hxx A,  Hxq' = A^T (Hxx T + Hxq),  Hqq' = Hqq + T^T Hxx T + T^T Hxq + Hqx T.
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def soft_inward(model, ws, i, inertia, bias):
    """Process the section from tip to base and eliminate its three coordinates, any of which may be driven."""
    part = model.parts[i]
    rotation = get9(ws.soft, part.soft, STEP_ROTATION)
    step = get3(ws.soft, part.soft, STEP)
    t0 = get_twist(ws.soft, part.soft, TANGENT)
    t1 = get_twist(ws.soft, part.soft, TANGENT + 6)
    t2 = get_twist(ws.soft, part.soft, TANGENT + 12)
    c0, c1, c2 = NO_TWIST, NO_TWIST, NO_TWIST  # columns of Hxq
    hqq = ZERO_SYM
    b0, b1, b2 = 0.0, 0.0, 0.0
    for s in range(part.n_steps, 0, -1):
        inertia, bias = add_station(model, part.station + s, ws, inertia, bias)
        drift = get_twist(ws.stations, part.station + s, DRIFT)
        # H times the bias acceleration, then down through (A, T)
        bias = twist_add(bias, inertia_dot(inertia, drift))
        b0 += twist_dot(c0, drift) + twist_dot(t0, bias)
        b1 += twist_dot(c1, drift) + twist_dot(t1, bias)
        b2 += twist_dot(c2, drift) + twist_dot(t2, bias)
        i0, i1, i2 = inertia_dot(inertia, t0), inertia_dot(inertia, t1), inertia_dot(inertia, t2)
        hqq = (
            hqq[0] + twist_dot(t0, i0) + 2.0 * twist_dot(t0, c0),
            hqq[1] + twist_dot(t0, i1) + twist_dot(t0, c1) + twist_dot(t1, c0),
            hqq[2] + twist_dot(t0, i2) + twist_dot(t0, c2) + twist_dot(t2, c0),
            hqq[3] + twist_dot(t1, i1) + 2.0 * twist_dot(t1, c1),
            hqq[4] + twist_dot(t1, i2) + twist_dot(t1, c2) + twist_dot(t2, c1),
            hqq[5] + twist_dot(t2, i2) + 2.0 * twist_dot(t2, c2),
        )
        c0 = wrench_shift(twist_out(twist_add(c0, i0), rotation), step)
        c1 = wrench_shift(twist_out(twist_add(c1, i1), rotation), step)
        c2 = wrench_shift(twist_out(twist_add(c2, i2), rotation), step)
        bias = wrench_shift(twist_out(bias, rotation), step)
        inertia = inertia_shift(inertia_rotate(inertia, rotation), step)
    inertia, bias = add_station(model, part.station, ws, inertia, bias)
    set_twist(ws.soft, part.soft, COLUMNS, c0)
    set_twist(ws.soft, part.soft, COLUMNS + 6, c1)
    set_twist(ws.soft, part.soft, COLUMNS + 12, c2)
    return eliminate_section(model, ws, i, hqq, (b0, b1, b2), inertia, bias)


@kernel
def eliminate_section(model, ws, i, hqq, b, inertia, bias):
    """Insert the accelerations of driven coordinates, then eliminate the free ones one after the other (L D L^T)."""
    part = model.parts[i]
    j = part.coordinate
    h = (
        (hqq[0], hqq[1], hqq[2]),
        (hqq[1], hqq[3], hqq[4]),
        (hqq[2], hqq[4], hqq[5]),
    )  # fmt: skip
    set6(ws.soft, part.soft, BLOCK, hqq)
    soft = ws.soft[part.soft]
    given = (0.0, 0.0, 0.0)
    if model.coordinates[j].driven != 0:
        given = (ws.coordinates[j, GIVEN], given[1], given[2])
    if model.coordinates[j + 1].driven != 0:
        given = (given[0], ws.coordinates[j + 1, GIVEN], given[2])
    if model.coordinates[j + 2].driven != 0:
        given = (given[0], given[1], ws.coordinates[j + 2, GIVEN])
    for k in range(3):
        bias = twist_add_scaled(bias, given[k], get_twist(ws.soft, part.soft, COLUMNS + 6 * k))
    lines = get3(ws.soft, part.soft, LINE_FORCE)
    rests = (
        b[0] - lines[0] - ws.coordinates[j, FORCE] + h[0][0] * given[0] + h[0][1] * given[1] + h[0][2] * given[2],
        b[1] - lines[1] - ws.coordinates[j + 1, FORCE] + h[1][0] * given[0] + h[1][1] * given[1] + h[1][2] * given[2],
        b[2] - lines[2] - ws.coordinates[j + 2, FORCE] + h[2][0] * given[0] + h[2][1] * given[1] + h[2][2] * given[2],
    )
    set3(ws.soft, part.soft, RESTS, rests)
    set6(ws.soft, part.soft, INVERSE, free_inverse(model, ws, j, hqq, get6(ws.soft, part.soft, LINE_INERTIA)))
    inverse = soft[INVERSE : INVERSE + 6]
    # I - Hxq inv Hqx and b - Hxq inv r: through w_k = sum_l inv_kl c_l
    for k in range(3):
        w = NO_TWIST
        bias_factor = 0.0
        for m in range(3):
            at = packed(k, m)
            w = twist_add_scaled(w, inverse[at], get_twist(ws.soft, part.soft, COLUMNS + 6 * m))
            bias_factor += inverse[at] * rests[m]
        c = get_twist(ws.soft, part.soft, COLUMNS + 6 * k)
        bias = twist_add_scaled(bias, -bias_factor, c)
        inertia = minus_product(inertia, w, c)
    return inertia, bias


@kernel(inline=True)
def packed(k, m):
    """Place of (k, m) in a symmetric 3x3 block of six numbers."""
    low, high = min(k, m), max(k, m)
    return low * 3 - low * (low + 1) // 2 + high


@kernel(inline=True)
def minus_product(a, w, c):
    """A - w c^T, summed over terms whose sum is symmetric."""
    plus = twist_add(w, c)
    a = inertia_minus_outer(a, plus, 0.25)
    minus = twist_add_scaled(w, -1.0, c)
    return inertia_minus_outer(a, minus, -0.25)


@kernel
def free_inverse(model, ws, j, hqq, lines):
    """Inverse of the block of the free coordinates, with zeros for the driven ones, six numbers.

    Args:
        model: ModelArrays.
        ws: Workspace.
        j: First coordinate of the section.
        hqq: Inertia of its coordinates, six numbers.
        lines: Added inertia of its actuators on lines of their own, six numbers.
    """
    a, b, c = hqq[0] + lines[0], hqq[1] + lines[1], hqq[2] + lines[2]
    d, e, f = hqq[3] + lines[3], hqq[4] + lines[4], hqq[5] + lines[5]
    a += ws.coordinates[j, INERTIA]
    d += ws.coordinates[j + 1, INERTIA]
    f += ws.coordinates[j + 2, INERTIA]
    x = model.coordinates[j].driven != 0
    y = model.coordinates[j + 1].driven != 0
    z = model.coordinates[j + 2].driven != 0
    if x:
        a, b, c = 1.0, 0.0, 0.0
    if y:
        b, d, e = 0.0, 1.0, 0.0
    if z:
        c, e, f = 0.0, 0.0, 1.0
    A, B, C = d * f - e * e, c * e - b * f, b * e - c * d
    s = 1.0 / (a * A + b * B + c * C)
    return (
        0.0 if x else s * A,
        s * B,
        s * C,
        0.0 if y else s * (a * f - c * c),
        s * (b * c - a * e),
        0.0 if z else s * (a * d - b * b),
    )


# ----------------------------------------------------------------------------------------------------------------------
# Stage 6, base to tip: accelerations, and the forces of driven coordinates
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def section_response(soft, own, rests, acc):
    """Accelerations of the free coordinates of a section, and the forces of its driven ones without their inertia.

    Args:
        soft: Rows of the sections.
        own: Its row.
        rests: Right-hand sides of its coordinates, which contain the accelerations of the driven ones, shape (3,).
        acc: Acceleration of its base.
    """
    inverse, block = get6(soft, own, INVERSE), get6(soft, own, BLOCK)
    r0 = rests[0] + twist_dot(get_twist(soft, own, COLUMNS), acc)
    r1 = rests[1] + twist_dot(get_twist(soft, own, COLUMNS + 6), acc)
    r2 = rests[2] + twist_dot(get_twist(soft, own, COLUMNS + 12), acc)
    # zero for driven coordinates
    a0, a1, a2 = scale(-1.0, sym_vec(inverse, (r0, r1, r2)))
    force = (
        r0 + block[0] * a0 + block[1] * a1 + block[2] * a2,
        r1 + block[1] * a0 + block[3] * a1 + block[4] * a2,
        r2 + block[2] * a0 + block[4] * a1 + block[5] * a2,
    )
    return (a0, a1, a2), force


@kernel
def soft_accelerations(model, ws, i, acc):
    """Accelerations of the section and its stations, and the forces of its driven coordinates; return the acceleration
    of the tip.
    """
    part = model.parts[i]
    j = part.coordinate
    rotation = get9(ws.soft, part.soft, STEP_ROTATION)
    step = get3(ws.soft, part.soft, STEP)
    free, force = section_response(ws.soft, part.soft, get3(ws.soft, part.soft, RESTS), acc)
    drive = NO_TWIST
    given = (ws.coordinates[j, GIVEN], ws.coordinates[j + 1, GIVEN], ws.coordinates[j + 2, GIVEN])
    lines = sym_vec(get6(ws.soft, part.soft, LINE_INERTIA), given)
    for k in range(3):
        driven = model.coordinates[j + k].driven != 0
        qdd = given[k] if driven else free[k]
        ws.coordinates[j + k, QDD] = qdd
        ws.coordinates[j + k, TAU] = force[k] + ws.coordinates[j + k, INERTIA] * qdd + lines[k] if driven else 0.0
        drive = twist_add_scaled(drive, qdd, get_twist(ws.soft, part.soft, TANGENT + 6 * k))
    for s in range(part.n_steps + 1):
        k = part.station + s
        if s > 0:
            acc = twist_add(
                twist_into(twist_shift(acc, step), rotation), twist_add(drive, get_twist(ws.stations, k, DRIFT))
            )
        com = com_of(model.stations, k)
        set_twist(ws.stations, k, ACCELERATION, twist_shift(acc, com))
    return acc


# ----------------------------------------------------------------------------------------------------------------------
# Actuators on lines of their own: l = S q follows the coordinates q of the section, and the forces f act on them as S^T f
#
# Each has a coordinate after those of all other parts, with its spring, limits and actuator, whose force and added inertia are
# passed on to the block of the section. If lengths are prescribed, the section takes the nearest shape.
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def has_lines(model):
    """Return True if the robot has actuators that follow sections: they are its last coordinates."""
    nv = len(model.coordinates)
    return nv > 0 and model.coordinates[nv - 1].section >= 0


@kernel(inline=True)
def along_line(line, values):
    """Product of a row of S with three values."""
    return line[0] * values[0] + line[1] * values[1] + line[2] * values[2]


@kernel
def follow_section(model, j, y):
    """Set the elongation of an actuator on a line of its own and its rate to those that its section has."""
    c, nv = model.coordinates[j], len(model.coordinates)
    y[Q + j] = along_line(c.line, y[Q + c.section : Q + c.section + 3])
    y[Q + nv + j] = along_line(c.line, y[Q + nv + c.section : Q + nv + c.section + 3])


@kernel
def pass_on(model, j, ws):
    """Add the force of an actuator and its added inertia to those of its section."""
    c, row = model.coordinates[j], ws.coordinates[j]
    soft = ws.soft[c.soft]
    if model.coordinates[j - 1].section != c.section:  # the first of its section
        for k in range(LINE_FORCE, LINE_INERTIA + 6):
            soft[k] = 0.0
    at = LINE_INERTIA
    for k in range(3):
        soft[LINE_FORCE + k] += c.line[k] * row[FORCE]
        for m in range(k, 3):
            soft[at] += c.line[k] * row[INERTIA] * c.line[m]
            at += 1


@kernel
def line_outcome(model, j, ws):
    """Acceleration of an actuator on a line of its own, and its share of the force that drives its section.

    The forces of prescribed lengths are those of least squares that act as S^T f.
    """
    c, first = model.coordinates[j], model.coordinates[j].section
    acceleration, tau = 0.0, 0.0
    for k in range(3):
        acceleration += c.line[k] * ws.coordinates[first + k, QDD]
        tau += c.share[k] * ws.coordinates[first + k, TAU]
    ws.coordinates[j, QDD], ws.coordinates[j, TAU] = acceleration, tau
    if (
        j + 1 == len(model.coordinates) or model.coordinates[j + 1].section != first
    ):  # the last: the force is distributed
        for k in range(3):
            ws.coordinates[first + k, TAU] = 0.0


@kernel
def project_targets(model, rows):
    """Replace prescribed lengths by those of the nearest shape of their section, whose coordinates take it.

    Args:
        model: ModelArrays.
        rows: Rows of the coordinates with the targets.
    """
    nv, first = len(model.coordinates), -1
    for j in range(nv):
        c = model.coordinates[j]
        if c.section < 0 or c.driven == 0:
            continue
        for t in (TARGET, TARGET_RATE, TARGET_ACCELERATION):
            for k in range(3):
                before = 0.0 if c.section != first else rows[c.section + k, t]
                rows[c.section + k, t] = before + c.share[k] * rows[j, t]
        first = c.section
    for j in range(nv):
        c = model.coordinates[j]
        if c.section < 0 or c.driven == 0:
            continue
        for t in (TARGET, TARGET_RATE, TARGET_ACCELERATION):
            rows[j, t] = 0.0
            for k in range(3):
                rows[j, t] += c.line[k] * rows[c.section + k, t]
