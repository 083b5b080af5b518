"""Soft sections in the recursion: one block over (station acceleration, section acceleration), walked from tip to base.

With H = [[Hxx, Hxq], [Hqx, Hqq]] and one step a' = A a + T qdd + bias, the block at the step's base is
Hxx' = A^T Hxx A,  Hxq' = A^T (Hxx T + Hxq),  Hqq' = Hqq + T^T Hxx T + T^T Hxq + Hqx T.
"""

from snakelab.compiling import kernel
from snakelab.geometry.spatial import (
    NO_TWIST,
    body_inertia,
    get_twist,
    inertia_add,
    inertia_dot,
    inertia_minus_outer,
    inertia_rotate,
    inertia_shift,
    set_twist,
    twist_add,
    twist_add_scaled,
    twist_dot,
    twist_into,
    twist_out,
    twist_shift,
    wrench_shift,
)
from snakelab.geometry.vectors import ZERO_SYM, get3, get6, get9, set3, set6
from snakelab.physics.force_kernels.station_forces import law_inertia
from snakelab.physics.model_tables.records import com_of, inertia_of
from snakelab.physics.model_tables.workspace import (
    BLOCK,
    COLUMNS,
    FORCE,
    GIVEN,
    INERTIA,
    INVERSE,
    QDD,
    RESTS,
    STEP,
    STEP_ROTATION,
    TANGENT,
    TAU,
)
from snakelab.worlds.law import ACCELERATION, DRIFT, WRENCH


@kernel(inline=True)
def add_station(model, k, ws, inertia, bias):
    """Add station k, whose centre is at its offset from the present frame."""
    com = com_of(model.stations, k)
    inertia = inertia_add(inertia, body_inertia(model.stations[k].mass, inertia_of(model.stations, k), com))
    if len(model.laws) > 0:
        inertia = inertia_add(inertia, inertia_shift(law_inertia(model, k, ws), com))
    return inertia, twist_add(bias, wrench_shift(get_twist(ws.stations, k, WRENCH), com))


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
    rests = (
        b[0] - ws.coordinates[j, FORCE] + h[0][0] * given[0] + h[0][1] * given[1] + h[0][2] * given[2],
        b[1] - ws.coordinates[j + 1, FORCE] + h[1][0] * given[0] + h[1][1] * given[1] + h[1][2] * given[2],
        b[2] - ws.coordinates[j + 2, FORCE] + h[2][0] * given[0] + h[2][1] * given[1] + h[2][2] * given[2],
    )
    set3(ws.soft, part.soft, RESTS, rests)
    set6(ws.soft, part.soft, INVERSE, free_inverse(model, ws, j, hqq))
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
def free_inverse(model, ws, j, hqq):
    """Inverse of the block of the free coordinates, with zeros for the driven ones, six numbers."""
    a, b, c, d, e, f = hqq
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


@kernel
def soft_accelerations(model, ws, i, acc):
    """Accelerations of the section and its stations, and the forces of its driven coordinates; return the acceleration
    of the tip.
    """
    part = model.parts[i]
    j = part.coordinate
    soft = ws.soft[part.soft]
    rotation = get9(ws.soft, part.soft, STEP_ROTATION)
    step = get3(ws.soft, part.soft, STEP)
    inverse = get6(ws.soft, part.soft, INVERSE)
    block = get6(ws.soft, part.soft, BLOCK)
    r0 = soft[RESTS] + twist_dot(get_twist(ws.soft, part.soft, COLUMNS), acc)
    r1 = soft[RESTS + 1] + twist_dot(get_twist(ws.soft, part.soft, COLUMNS + 6), acc)
    r2 = soft[RESTS + 2] + twist_dot(get_twist(ws.soft, part.soft, COLUMNS + 12), acc)
    # free parts of the solution: zero for driven coordinates, whose accelerations are already in the right-hand sides
    a0 = -(inverse[0] * r0 + inverse[1] * r1 + inverse[2] * r2)
    a1 = -(inverse[1] * r0 + inverse[3] * r1 + inverse[4] * r2)
    a2 = -(inverse[2] * r0 + inverse[4] * r1 + inverse[5] * r2)
    free = (a0, a1, a2)
    force = (
        r0 + block[0] * a0 + block[1] * a1 + block[2] * a2,
        r1 + block[1] * a0 + block[3] * a1 + block[4] * a2,
        r2 + block[2] * a0 + block[4] * a1 + block[5] * a2,
    )
    drive = NO_TWIST
    for k in range(3):
        driven = model.coordinates[j + k].driven != 0
        qdd = ws.coordinates[j + k, GIVEN] if driven else free[k]
        ws.coordinates[j + k, QDD] = qdd
        ws.coordinates[j + k, TAU] = force[k] + ws.coordinates[j + k, INERTIA] * qdd if driven else 0.0
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
