"""Couplings: laws that tie coordinates or distant parts of a robot, as rows that are eliminated after each pass of a solve.

A row is a rate w = J u of a gap, a sum of wrenches on stations and factors on coordinates. With stiffness K and damping D its
force at the end of the step is  lam = -K gap - c w1,  c = D + dt K,  w1 = J (u + dt a) + dt drift.  With the factors of all local
laws, A = M + dt D + dt^2 K, their accelerations a0, and G = J A^-1 J^T (Woodbury):

    (G + 1 / (dt c)) lam = -(J u + K gap / c) / dt - drift - J a0,     a = a0 + A^-1 J^T lam.

The stiffness is in a compliance only: rows may be rigid, 1 / (dt c) = 0, and nothing large is added to an inertia. A column of
A^-1 J^T is the response of the chain to unit forces, one pass inward and one outward with the factors at hand.

The main loop has no copy of these kernels: it calls `coupling_stage` by its address, so that models without couplings compile
and run as if there were none.
"""

import math

import numpy as np

from snakelab.geometry.rotations import quat_to_matrix
from snakelab.geometry.spatial import (
    NO_TWIST,
    ZERO,
    add,
    add_scaled,
    cross,
    dot,
    get3,
    get6,
    get9,
    get_twist,
    mat_mat,
    mat_t_vec,
    mat_vec,
    scale,
    set_twist,
    sub,
    twist_add,
    twist_add_scaled,
    twist_dot,
    twist_into,
    twist_out,
    twist_shift,
    twist_sub,
    wrench_shift,
)
from snakelab.kernels.decorator import kernel
from snakelab.physics.tables import (
    ANGULAR_DAMPING,
    ANGULAR_STIFFNESS,
    APPLY_COUPLINGS,
    BEGIN_COUPLINGS,
    BLOCK,
    COLUMN,
    COLUMNS,
    COUPLING_GAP,
    COUPLING_LOAD,
    GEAR,
    INVERSE,
    JOINT_ROTATION,
    JOINT_TRAVEL,
    LINK,
    LOOP,
    MOUNT,
    PIVOT,
    QDD,
    QUAT,
    STEP,
    STEP_ROTATION,
    TANGENT,
    TAU,
    ModelArrays,
    P,
    Q,
    axis_of,
    com_of,
    offset_of,
    rotation_of,
    workspace,
)
from snakelab.robots.joints import PRISMATIC, REVOLUTE
from snakelab.worlds.law import (
    ACCELERATION,
    BASE_ACCELERATION,
    COUPLING_LAW,
    LAW_APPLIED,
    POSITION,
    ROTATION,
    SCRATCH,
    TWIST,
)

# Places in the rows of `Workspace.coupling`. First a row for each station: unit wrench, then acceleration; a row for each
# coordinate: force, then acceleration, rest and force of a driven one; and one for the base.
FORCE_IN, REST_IN, TAU_OUT = 0, 1, 2
# Then a row for each row of a coupling: stiffness (0 for a rigid one), damping, gap, drift, rate at the start, force, its terms,
# rate at the end of the step without couplings and as reached, and its index in the table
STIFFNESS, DAMPING, ROW_GAP, ROW_DRIFT, RATE, ROW_FORCE, FIRST_TERM, N_TERMS, FREE_RATE, END_RATE, OF = range(11)
# Then a row for each term: station, or -1 - coordinate; wrench, or factor, of the rate, and of the force
PLACE, RATE_WRENCH, FORCE_WRENCH = 0, 1, 7  # to COUPLING_WIDTH
# Compliance of a rigid row relative to the mobility of its coupling: keeps rows solvable that another one duplicates.
RIGID_COMPLIANCE = 1e-10


# ----------------------------------------------------------------------------------------------------------------------
# Stage of a solve: rows at the state, forces for the present factors, and their outcome
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def coupling_stage(stage, model, y, dt, y_out, weight, ws):
    """Add the couplings to the accelerations of a pass, or count their work after the solve.

    Args:
        stage: BEGIN_COUPLINGS in the first pass of a solve, CONTINUE_COUPLINGS in later ones, APPLY_COUPLINGS after the last.
        model: ModelArrays.
        y: State row.
        dt: Step [s].
        y_out: State row whose works are added to after the last pass.
        weight: Weight of the works.
        ws: Workspace.
    """
    if stage == APPLY_COUPLINGS:
        apply_couplings(model, dt, y_out, weight, ws)
        return
    if stage == BEGIN_COUPLINGS:
        set_rows(model, y, ws)
    solve_rows(model, dt, ws)


@kernel(inline=True)
def first_row(model):
    """Place of the first row of a coupling in the scratch."""
    return len(model.stations) + len(model.coordinates) + 1


# ----------------------------------------------------------------------------------------------------------------------
# Rows of each coupling at a state: gap, terms and drift
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def set_rows(model, y, ws):
    """Rows and terms of all couplings at the state for which `outward` has run."""
    at, term = first_row(model), first_row(model) + len(ws.system)
    for i in range(len(model.couplings)):
        c = model.couplings[i]
        if c.kind == GEAR:
            term = set_gear(model, i, y, at, term, ws)
        elif c.kind == LOOP:
            term = set_loop(model, i, y, at, term, ws)
        at += c.n_rows
    for row in range(first_row(model), at):
        ws.coupling[row, RATE] = product(model, row, TWIST, 2, ws)
    nv = len(model.coordinates)
    for row in range(first_row(model), at):  # coordinates have no TWIST: their rates are in the state
        for k in range(
            int(ws.coupling[row, FIRST_TERM]), int(ws.coupling[row, FIRST_TERM] + ws.coupling[row, N_TERMS])
        ):
            j = -1 - int(ws.coupling[k, PLACE])
            if j >= 0:
                ws.coupling[row, RATE] += ws.coupling[k, RATE_WRENCH] * y[Q + nv + j]


@kernel(inline=True)
def begin_row(model, i, row, term, gap, drift, ws):
    """A row without terms."""
    c = model.couplings[i]
    ws.coupling[row, STIFFNESS], ws.coupling[row, DAMPING] = c.stiffness, c.damping
    ws.coupling[row, ROW_GAP], ws.coupling[row, ROW_DRIFT] = gap, drift
    ws.coupling[row, ROW_FORCE] = 0.0
    ws.coupling[row, FIRST_TERM], ws.coupling[row, N_TERMS], ws.coupling[row, OF] = term, 0.0, i


@kernel(inline=True)
def add_term(row, term, place, wrench, ws):
    """Append a term to a row; return the place of the next."""
    ws.coupling[term, PLACE] = place
    set_twist(ws.coupling, term, RATE_WRENCH, wrench)
    set_twist(ws.coupling, term, FORCE_WRENCH, wrench)
    ws.coupling[row, N_TERMS] += 1.0
    return term + 1


@kernel
def set_gear(model, i, y, row, term, ws):
    """q_first - ratio q_second - offset = 0."""
    c = model.couplings[i]
    begin_row(model, i, row, term, y[Q + c.first] - c.ratio * y[Q + c.second] - c.rest, 0.0, ws)
    term = add_term(row, term, -1.0 - c.first, ((1.0, 0.0, 0.0), ZERO), ws)
    return add_term(row, term, -1.0 - c.second, ((-c.ratio, 0.0, 0.0), ZERO), ws)


@kernel(inline=True)
def anchor(k, y, ws):
    """Rotation, position and twist of a station; of the immobile base for -1."""
    if k < 0:
        return quat_to_matrix((y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3])), (y[P], y[P + 1], y[P + 2]), NO_TWIST
    return get9(ws.stations, k, ROTATION), get3(ws.stations, k, POSITION), get_twist(ws.stations, k, TWIST)


@kernel
def set_loop(model, i, y, row, term, ws):
    """Displacements of the second point, and rotations of the second part, along axes that the first part carries.

    Both forces of a displacement act at the second point, so that they are equal, opposite and on one line.
    """
    c = model.couplings[i]
    r1, p1, t1 = anchor(c.first, y, ws)
    r2, p2, t2 = anchor(c.second, y, ws)
    arm2 = (c.second_point[0], c.second_point[1], c.second_point[2])
    axes = (c.axes[0], c.axes[1], c.axes[2], c.axes[3], c.axes[4], c.axes[5], c.axes[6], c.axes[7], c.axes[8])
    other = (
        c.second_axes[0], c.second_axes[1], c.second_axes[2], c.second_axes[3], c.second_axes[4], c.second_axes[5],
        c.second_axes[6], c.second_axes[7], c.second_axes[8],
    )  # fmt: skip
    # all vectors in the axes of the first station
    arm1 = mat_t_vec(r1, sub(add(p2, mat_vec(r2, arm2)), p1))
    gap = sub(arm1, (c.first_point[0], c.first_point[1], c.first_point[2]))
    w1, w2 = t1[1], mat_t_vec(r1, mat_vec(r2, t2[1]))
    v1 = add(t1[0], cross(w1, arm1))
    v2 = mat_t_vec(r1, mat_vec(r2, add(t2[0], cross(t2[1], arm2))))
    turning = sub(sub(cross(w2, v2), cross(w1, v2)), cross(w1, sub(v2, v1)))
    r2_in_1 = transposed_product(r1, r2)
    turned = transposed_product(axes, mat_mat(r2_in_1, other))  # second axes in the first
    twisted = rotation_gap(turned, c.mask)
    spin = cross(w2, w1)
    for k in range(6):
        if c.mask & (1 << k) == 0:
            continue
        j = k % 3
        e = (axes[j], axes[3 + j], axes[6 + j])
        e2 = mat_t_vec(r2_in_1, e)
        if k < 3:
            begin_row(model, i, row, term, dot(e, gap), dot(e, turning), ws)
            on_first, on_second = (scale(-1.0, e), cross(e, arm1)), (e2, cross(arm2, e2))
        else:
            begin_row(model, i, row, term, twisted[j], dot(e, spin), ws)
            ws.coupling[row, STIFFNESS], ws.coupling[row, DAMPING] = (
                c.numbers[ANGULAR_STIFFNESS],
                c.numbers[ANGULAR_DAMPING],
            )
            on_first, on_second = (ZERO, scale(-1.0, e)), (ZERO, e2)
        if c.first >= 0:
            term = add_term(row, term, c.first, on_first, ws)
        if c.second >= 0:
            term = add_term(row, term, c.second, on_second, ws)
        row += 1
    return term


@kernel(inline=True)
def transposed_product(a, b):
    """A^T B."""
    return (
        a[0] * b[0] + a[3] * b[3] + a[6] * b[6], a[0] * b[1] + a[3] * b[4] + a[6] * b[7],
        a[0] * b[2] + a[3] * b[5] + a[6] * b[8], a[1] * b[0] + a[4] * b[3] + a[7] * b[6],
        a[1] * b[1] + a[4] * b[4] + a[7] * b[7], a[1] * b[2] + a[4] * b[5] + a[7] * b[8],
        a[2] * b[0] + a[5] * b[3] + a[8] * b[6], a[2] * b[1] + a[5] * b[4] + a[8] * b[7],
        a[2] * b[2] + a[5] * b[5] + a[8] * b[8],
    )  # fmt: skip


@kernel(inline=True)
def rotation_gap(r, mask):
    """Small rotation of the second axes against the first, about the first; of a hinge, whose axis is the third, the tilt."""
    if mask & (1 << 5) == 0:
        return (-r[5], r[2], 0.0)
    return (0.5 * (r[7] - r[5]), 0.5 * (r[2] - r[6]), 0.5 * (r[3] - r[1]))


# ----------------------------------------------------------------------------------------------------------------------
# Forces of the rows, for the factors of the present pass
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def product(model, row, column, table, ws):
    """J x of a row for twists or accelerations x.

    Args:
        model: ModelArrays.
        row: Place of the row.
        column: Place of x in a row of a table.
        table: 0: the response in the scratch; 1: the accelerations of the pass; 2: the stations alone.
        ws: Workspace.
    """
    total, n = 0.0, len(model.stations)
    first = int(ws.coupling[row, FIRST_TERM])
    for k in range(first, first + int(ws.coupling[row, N_TERMS])):
        place = int(ws.coupling[k, PLACE])
        if place >= 0:
            x = get_twist(ws.coupling, place, 0) if table == 0 else get_twist(ws.stations, place, column)
            total += twist_dot(get_twist(ws.coupling, k, RATE_WRENCH), x)
        elif table == 0:
            total += ws.coupling[k, RATE_WRENCH] * ws.coupling[n - 1 - place, FORCE_IN]
        elif table == 1:
            total += ws.coupling[k, RATE_WRENCH] * ws.coordinates[-1 - place, QDD]
    return total


@kernel
def load(model, row, force, ws):
    """Add the wrenches and forces of a row to the loads of a response."""
    n = len(model.stations)
    first = int(ws.coupling[row, FIRST_TERM])
    for k in range(first, first + int(ws.coupling[row, N_TERMS])):
        place = int(ws.coupling[k, PLACE])
        if place >= 0:
            wrench = get_twist(ws.coupling, k, FORCE_WRENCH)
            set_twist(ws.coupling, place, 0, twist_add_scaled(get_twist(ws.coupling, place, 0), force, wrench))
        else:
            ws.coupling[n - 1 - place, FORCE_IN] += force * ws.coupling[k, FORCE_WRENCH]


@kernel
def clear_loads(model, ws):
    """No loads."""
    n = len(model.stations)
    for k in range(n):
        set_twist(ws.coupling, k, 0, NO_TWIST)
    for j in range(len(model.coordinates)):
        ws.coupling[n + j, FORCE_IN] = 0.0


@kernel
def solve_rows(model, dt, ws):
    """Forces of all rows for the accelerations of a pass without them, and the accelerations with them."""
    first, m = first_row(model), len(ws.system)
    for s in range(m):  # columns of G, and the right-hand side
        clear_loads(model, ws)
        load(model, first + s, 1.0, ws)
        respond(model, ws)
        for r in range(m):
            ws.system[r, s] = product(model, first + r, 0, 0, ws)
    most = 0.0
    for r in range(m):
        row = first + r
        acceleration = ws.coupling[row, ROW_DRIFT] + product(model, row, ACCELERATION, 1, ws)
        ws.coupling[row, FREE_RATE] = ws.coupling[row, RATE] + dt * acceleration
        k, d, gap = ws.coupling[row, STIFFNESS], ws.coupling[row, DAMPING], ws.coupling[row, ROW_GAP]
        if k > 0.0 and dt > 0.0:
            c = d + dt * k
            ws.system[r, r] += 1.0 / (dt * c)
            ws.system[r, m] = -(ws.coupling[row, FREE_RATE] + k * gap / c) / dt
        elif dt > 0.0:
            ws.system[r, m] = -(ws.coupling[row, FREE_RATE] + gap / dt) / dt
        else:
            ws.system[r, m] = -acceleration
        most = max(most, ws.system[r, r])
    if dt == 0.0:  # elastic rows have the force of the state
        for r in range(m):
            row = first + r
            if ws.coupling[row, STIFFNESS] > 0.0:
                force = -ws.coupling[row, STIFFNESS] * ws.coupling[row, ROW_GAP]
                for s in range(m):
                    ws.system[r, s] = 0.0
                ws.system[r, r] = 1.0
                ws.system[r, m] = force - ws.coupling[row, DAMPING] * ws.coupling[row, RATE]
    for r in range(m):
        if ws.coupling[first + r, STIFFNESS] == 0.0:
            ws.system[r, r] += RIGID_COMPLIANCE * mobility(first, r, ws)
    eliminate_rows(ws.system)
    clear_loads(model, ws)
    for r in range(m):
        ws.coupling[first + r, ROW_FORCE] = ws.system[r, m]
        load(model, first + r, ws.system[r, m], ws)
    respond(model, ws)
    add_response(model, ws)
    for r in range(m):
        row = first + r
        ws.coupling[row, END_RATE] = ws.coupling[row, FREE_RATE] + dt * product(model, row, 0, 0, ws)


@kernel(inline=True)
def mobility(first, r, ws):
    """Largest mobility of the rows of one coupling that have the unit of row r."""
    most, m = 0.0, len(ws.system)
    for s in range(m):
        if ws.coupling[first + s, OF] == ws.coupling[first + r, OF] and is_moment(first + s, ws) == is_moment(
            first + r, ws
        ):
            most = max(most, ws.system[s, s])
    return most


@kernel(inline=True)
def is_moment(row, ws):
    """Whether a row is a moment: its first term has no force."""
    k = int(ws.coupling[row, FIRST_TERM])
    force = get3(ws.coupling, k, RATE_WRENCH)
    return dot(force, force) == 0.0


@kernel
def eliminate_rows(a):
    """Solve a square system in place, by elimination with row pivots; the last column becomes the solution."""
    n = len(a)
    for c in range(n):
        best = c
        for r in range(c + 1, n):
            if abs(a[r, c]) > abs(a[best, c]):
                best = r
        if best != c:
            for s in range(c, n + 1):
                a[c, s], a[best, s] = a[best, s], a[c, s]
        if a[c, c] == 0.0:  # no motion of the robot changes this row
            continue
        for r in range(c + 1, n):
            factor = a[r, c] / a[c, c]
            if factor != 0.0:
                for s in range(c, n + 1):
                    a[r, s] -= factor * a[c, s]
    for c in range(n - 1, -1, -1):
        if a[c, c] == 0.0:
            a[c, n] = 0.0
            continue
        for s in range(c + 1, n):
            a[c, n] -= a[c, s] * a[s, n]
        a[c, n] /= a[c, c]


# ----------------------------------------------------------------------------------------------------------------------
# Response of the chain to loads: A^-1 f with the factors of the last `inward`
#
# The wrenches of the stations become their accelerations in place, the forces of the coordinates likewise.
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def respond(model, ws):
    """Accelerations of stations, coordinates and base, and forces of driven coordinates, under the loads in the scratch."""
    n, parts = len(model.stations), model.parts
    bias = NO_TWIST
    for back in range(len(parts)):
        i = len(parts) - 1 - back
        kind = parts[i].kind
        if kind == LINK:
            k = parts[i].station
            bias = wrench_shift(bias, (parts[i].length, 0.0, 0.0))
            bias = twist_sub(bias, wrench_shift(get_twist(ws.coupling, k, 0), com_of(model.stations, k)))
        elif kind == REVOLUTE:
            bias = absorb(model, ws, i, dot(axis_of(parts, i), bias[1]), bias)
            bias = twist_out(bias, get9(ws.joints, i, JOINT_ROTATION))
        elif kind == PRISMATIC:
            bias = absorb(model, ws, i, dot(axis_of(parts, i), bias[0]), bias)
            bias = wrench_shift(bias, get3(ws.joints, i, JOINT_TRAVEL))
        elif kind == MOUNT:
            bias = wrench_shift(twist_out(bias, rotation_of(parts, i)), offset_of(parts, i))
        else:
            bias = soft_absorb(model, ws, i, bias)
    acc = base_response(model.base, bias, ws.body)
    set_twist(ws.coupling, n + len(model.coordinates), 0, acc)
    for i in range(len(parts)):
        kind = parts[i].kind
        if kind == LINK:
            k = parts[i].station
            set_twist(ws.coupling, k, 0, twist_shift(acc, com_of(model.stations, k)))
            acc = twist_shift(acc, (parts[i].length, 0.0, 0.0))
        elif kind == REVOLUTE:
            acc = twist_into(acc, get9(ws.joints, i, JOINT_ROTATION))
            acc = (acc[0], add_scaled(acc[1], answer(model, ws, i, acc), axis_of(parts, i)))
        elif kind == PRISMATIC:
            acc = twist_shift(acc, get3(ws.joints, i, JOINT_TRAVEL))
            acc = (add_scaled(acc[0], answer(model, ws, i, acc), axis_of(parts, i)), acc[1])
        elif kind == MOUNT:
            acc = twist_into(twist_shift(acc, offset_of(parts, i)), rotation_of(parts, i))
        else:
            acc = soft_answer(model, ws, i, acc)


@kernel(inline=True)
def absorb(model, ws, i, moment, bias):
    """Bias wrench behind joint i, whose coordinate yields unless it is driven."""
    j = model.parts[i].coordinate
    row = len(model.stations) + j
    rest = moment - ws.coupling[row, FORCE_IN]
    ws.coupling[row, REST_IN] = rest
    if model.coordinates[j].driven != 0:
        return bias
    return twist_add_scaled(bias, -rest * ws.joints[i, PIVOT], get_twist(ws.joints, i, COLUMN))


@kernel(inline=True)
def answer(model, ws, i, carried):
    """Acceleration of the coordinate of joint i, stored with the force of a driven one."""
    j = model.parts[i].coordinate
    row = len(model.stations) + j
    rest = ws.coupling[row, REST_IN] + twist_dot(get_twist(ws.joints, i, COLUMN), carried)
    driven = model.coordinates[j].driven != 0
    qdd = 0.0 if driven else -rest * ws.joints[i, PIVOT]
    ws.coupling[row, FORCE_IN], ws.coupling[row, TAU_OUT] = qdd, rest if driven else 0.0
    return qdd


@kernel
def soft_absorb(model, ws, i, bias):
    """Bias wrench at the base of a soft section."""
    part = model.parts[i]
    soft, row = ws.soft[part.soft], len(model.stations) + part.coordinate
    rotation, step = get9(ws.soft, part.soft, STEP_ROTATION), get3(ws.soft, part.soft, STEP)
    t0 = get_twist(ws.soft, part.soft, TANGENT)
    t1 = get_twist(ws.soft, part.soft, TANGENT + 6)
    t2 = get_twist(ws.soft, part.soft, TANGENT + 12)
    b0, b1, b2 = 0.0, 0.0, 0.0
    for s in range(part.n_steps, 0, -1):
        k = part.station + s
        bias = twist_sub(bias, wrench_shift(get_twist(ws.coupling, k, 0), com_of(model.stations, k)))
        b0, b1, b2 = b0 + twist_dot(t0, bias), b1 + twist_dot(t1, bias), b2 + twist_dot(t2, bias)
        bias = wrench_shift(twist_out(bias, rotation), step)
    k = part.station
    bias = twist_sub(bias, wrench_shift(get_twist(ws.coupling, k, 0), com_of(model.stations, k)))
    b0 -= ws.coupling[row, FORCE_IN]
    b1 -= ws.coupling[row + 1, FORCE_IN]
    b2 -= ws.coupling[row + 2, FORCE_IN]
    ws.coupling[row, REST_IN], ws.coupling[row + 1, REST_IN], ws.coupling[row + 2, REST_IN] = b0, b1, b2
    inverse = soft[INVERSE : INVERSE + 6]
    a0 = -(inverse[0] * b0 + inverse[1] * b1 + inverse[2] * b2)
    a1 = -(inverse[1] * b0 + inverse[3] * b1 + inverse[4] * b2)
    a2 = -(inverse[2] * b0 + inverse[4] * b1 + inverse[5] * b2)
    bias = twist_add_scaled(bias, a0, get_twist(ws.soft, part.soft, COLUMNS))
    bias = twist_add_scaled(bias, a1, get_twist(ws.soft, part.soft, COLUMNS + 6))
    return twist_add_scaled(bias, a2, get_twist(ws.soft, part.soft, COLUMNS + 12))


@kernel
def soft_answer(model, ws, i, acc):
    """Accelerations of a soft section and its stations; return that of its tip."""
    part = model.parts[i]
    j, row = part.coordinate, len(model.stations) + part.coordinate
    rotation, step = get9(ws.soft, part.soft, STEP_ROTATION), get3(ws.soft, part.soft, STEP)
    inverse, block = get6(ws.soft, part.soft, INVERSE), get6(ws.soft, part.soft, BLOCK)
    r0 = ws.coupling[row, REST_IN] + twist_dot(get_twist(ws.soft, part.soft, COLUMNS), acc)
    r1 = ws.coupling[row + 1, REST_IN] + twist_dot(get_twist(ws.soft, part.soft, COLUMNS + 6), acc)
    r2 = ws.coupling[row + 2, REST_IN] + twist_dot(get_twist(ws.soft, part.soft, COLUMNS + 12), acc)
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
        ws.coupling[row + k, FORCE_IN] = 0.0 if driven else free[k]
        ws.coupling[row + k, TAU_OUT] = force[k] if driven else 0.0
        drive = twist_add_scaled(drive, ws.coupling[row + k, FORCE_IN], get_twist(ws.soft, part.soft, TANGENT + 6 * k))
    for s in range(part.n_steps + 1):
        k = part.station + s
        if s > 0:
            acc = twist_add(twist_into(twist_shift(acc, step), rotation), drive)
        set_twist(ws.coupling, k, 0, twist_shift(acc, com_of(model.stations, k)))
    return acc


@kernel
def base_response(base, bias, body):
    """Acceleration of the base under a bias wrench, with the Cholesky factor that `base_acceleration` left in the body row."""
    n = len(base)
    full, x = body[0, SCRATCH:], body[0, SCRATCH + 36 :]
    wrench = (bias[0][0], bias[0][1], bias[0][2], bias[1][0], bias[1][1], bias[1][2])
    a = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    if n == 0:
        return NO_TWIST
    for r in range(n):
        rest = -component(wrench, base[r])
        for s in range(r):
            rest -= full[6 * base[r] + base[s]] * x[s]
        x[r] = rest / full[7 * base[r]]
    for r in range(n - 1, -1, -1):
        for s in range(r + 1, n):
            x[r] -= full[6 * base[s] + base[r]] * x[s]
        x[r] /= full[7 * base[r]]
    if n == 6:
        a = (x[0], x[1], x[2], x[3], x[4], x[5])
    else:
        a = (x[0], x[1], 0.0, 0.0, 0.0, x[2])
    return (a[0], a[1], a[2]), (a[3], a[4], a[5])


@kernel(inline=True)
def component(wrench, i):
    """Component i of six."""
    if i < 3:
        return wrench[0] if i == 0 else (wrench[1] if i == 1 else wrench[2])
    return wrench[3] if i == 3 else (wrench[4] if i == 4 else wrench[5])


@kernel
def add_response(model, ws):
    """Add a response to the accelerations of the pass."""
    n = len(model.stations)
    for k in range(n):
        set_twist(
            ws.stations,
            k,
            ACCELERATION,
            twist_add(get_twist(ws.stations, k, ACCELERATION), get_twist(ws.coupling, k, 0)),
        )
    for j in range(len(model.coordinates)):
        ws.coordinates[j, QDD] += ws.coupling[n + j, FORCE_IN]
        ws.coordinates[j, TAU] += ws.coupling[n + j, TAU_OUT]
    base = get_twist(ws.coupling, n + len(model.coordinates), 0)
    set_twist(ws.body, 0, BASE_ACCELERATION, twist_add(get_twist(ws.body, 0, BASE_ACCELERATION), base))


# ----------------------------------------------------------------------------------------------------------------------
# After a solve: work, forces on the links, and the force of each coupling
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def apply_couplings(model, dt, y_out, weight, ws):
    """Work of all couplings over the step, and the sum of their forces on each station in world axes."""
    n, law = len(model.stations), len(model.laws) - 1
    while model.laws[law].code != COUPLING_LAW:
        law -= 1
    work = len(y_out) - len(model.laws) + law
    for k in range(n):
        for i in range(3):
            ws.laws[law * n + k, LAW_APPLIED + i] = 0.0
    first, results = first_row(model), len(ws.coupling) - len(model.couplings)
    for i in range(len(model.couplings)):
        ws.coupling[results + i, COUPLING_LOAD] = ws.coupling[results + i, COUPLING_GAP] = 0.0
    for row in range(first, first + len(ws.system)):
        force = ws.coupling[row, ROW_FORCE]
        add_result(model, row, results + int(ws.coupling[row, OF]), dt, ws)
        y_out[work] += weight * dt * force * ws.coupling[row, END_RATE]
        term = int(ws.coupling[row, FIRST_TERM])
        for t in range(term, term + int(ws.coupling[row, N_TERMS])):
            k = int(ws.coupling[t, PLACE])
            if k >= 0:
                pull = mat_vec(get9(ws.stations, k, ROTATION), get3(ws.coupling, t, FORCE_WRENCH))
                for i in range(3):
                    ws.laws[law * n + k, LAW_APPLIED + i] += force * pull[i]


@kernel(inline=True)
def add_result(model, row, result, dt, ws):
    """Add a row to the results of its coupling: of a loop with displacements, the magnitudes of its force and of its gap."""
    c, force = model.couplings[int(ws.coupling[row, OF])], ws.coupling[row, ROW_FORCE]
    gap = ws.coupling[row, ROW_GAP]
    if ws.coupling[row, STIFFNESS] > 0.0:
        gap += dt * ws.coupling[row, END_RATE]
    if c.kind != LOOP:
        ws.coupling[result, COUPLING_LOAD], ws.coupling[result, COUPLING_GAP] = force, gap
    elif c.mask & 7 == 0 or not is_moment(row, ws):
        load, opening = ws.coupling[result, COUPLING_LOAD], ws.coupling[result, COUPLING_GAP]
        ws.coupling[result, COUPLING_LOAD] = math.sqrt(load * load + force * force)
        ws.coupling[result, COUPLING_GAP] = math.sqrt(opening * opening + gap * gap)


# ----------------------------------------------------------------------------------------------------------------------
# Address of the stage in this process
# ----------------------------------------------------------------------------------------------------------------------

_ADDRESS: list[int] = []


def coupling_address(arrays: ModelArrays) -> int:
    """Address of `coupling_stage`, which is compiled, or loaded from the disk, when the first model with couplings is built.

    Args:
        arrays: Of any model: the types of all are the same.
    """
    if not _ADDRESS:
        from snakelab.kernels.own_code import kernel_address

        y = np.zeros(Q)
        _ADDRESS.append(kernel_address(coupling_stage.made, (0, arrays, y, 0.0, y, 0.0, workspace(arrays))))
    return _ADDRESS[0]
