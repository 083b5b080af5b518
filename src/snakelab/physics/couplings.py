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
    CABLE,
    COLUMN,
    COLUMNS,
    COUPLING_GAP,
    COUPLING_LOAD,
    GEAR,
    HILL,
    INVERSE,
    JOINT_ROTATION,
    JOINT_TRAVEL,
    LINK,
    LOOP,
    MOUNT,
    PIVOT,
    QDD,
    QUAT,
    SLIP_SPEED,
    STEP,
    STEP_ROTATION,
    TANGENT,
    TARGET,
    TAU,
    UNCONVERGED_COUPLINGS,
    ModelArrays,
    P,
    Q,
    axis_of,
    com_of,
    offset_of,
    rotation_of,
    workspace,
)
from snakelab.robots.actuators import lag
from snakelab.robots.couplings import MAX_SPEED, hill_force
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
# Then a row for each row of a coupling: stiffness, damping, gap, drift, rate at the start, force, its terms, rate at the end of
# the step without couplings and as reached, its index in the table, its kind, whether it acts; its law in a pass, the force
# pull - slope w1; and of friction at a guide its coefficient times the angle, and the tension behind it at the start
STIFFNESS, DAMPING, ROW_GAP, ROW_DRIFT, RATE, ROW_FORCE, FIRST_TERM, N_TERMS, FREE_RATE, END_RATE, OF = range(11)
ROW_KIND, ACTING, SLOPE, PULL, ANGLE = range(11, 16)
BEHIND = STIFFNESS  # friction has none
# Kinds of rows: of rigid and elastic gears and loops, of a cable and a muscle, which pull only, and of friction at a guide.
RIGID, ELASTIC, TAUT, CONTRACTILE, SLIDING = range(5)
# Then a row for each term: station, or -1 - coordinate; wrench, or factor
PLACE, WRENCH = 0, 1
# Passes over the sets and the friction of cables, and the deviation from their laws that needs no further one, as a fraction of
# the tension.
CABLE_PASSES, CABLE_TOLERANCE = 60, 1e-4
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
        set_rows(model, y, dt, ws)
    solve_rows(model, stage == BEGIN_COUPLINGS, dt, ws)


@kernel(inline=True)
def first_row(model):
    """Place of the first row of a coupling in the scratch."""
    return len(model.stations) + len(model.coordinates) + 1


@kernel(inline=True)
def n_rows(ws):
    """Number of rows of all couplings."""
    return len(ws.system) // 3


# ----------------------------------------------------------------------------------------------------------------------
# Rows of each coupling at a state: gap, terms and drift
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def set_rows(model, y, dt, ws):
    """Rows and terms of all couplings at the state for which `outward` has run."""
    at, term = first_row(model), first_row(model) + n_rows(ws)
    for i in range(len(model.couplings)):
        c = model.couplings[i]
        if c.kind == GEAR:
            term = set_gear(model, i, y, at, term, ws)
        elif c.kind == LOOP:
            term = set_loop(model, i, y, at, term, ws)
        elif c.kind == CABLE:
            term = set_cable(model, i, y, dt, at, term, ws)
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
                ws.coupling[row, RATE] += ws.coupling[k, WRENCH] * y[Q + nv + j]


@kernel(inline=True)
def begin_row(model, i, row, term, gap, drift, ws):
    """A row without terms."""
    c = model.couplings[i]
    ws.coupling[row, STIFFNESS], ws.coupling[row, DAMPING] = c.stiffness, c.damping
    ws.coupling[row, ROW_GAP], ws.coupling[row, ROW_DRIFT] = gap, drift
    ws.coupling[row, ROW_FORCE], ws.coupling[row, ACTING], ws.coupling[row, SLOPE] = 0.0, 1.0, 0.0
    ws.coupling[row, ROW_KIND] = ELASTIC if c.stiffness > 0.0 else RIGID
    ws.coupling[row, FIRST_TERM], ws.coupling[row, N_TERMS], ws.coupling[row, OF] = term, 0.0, i


@kernel(inline=True)
def add_term(row, term, place, wrench, ws):
    """Append a term to a row; return the place of the next."""
    ws.coupling[term, PLACE] = place
    set_twist(ws.coupling, term, WRENCH, wrench)
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


@kernel(inline=True)
def guide_frame(model, i, y, ws):
    """Rotation of the station of a guide, its arm there, position, velocity and centripetal acceleration of the point."""
    c = model.couplings[i]
    r, p, t = anchor(c.first, y, ws)
    arm = (c.first_point[0], c.first_point[1], c.first_point[2])
    v = add(t[0], cross(t[1], arm))
    return r, arm, add(p, mat_vec(r, arm)), mat_vec(r, v), mat_vec(r, cross(t[1], v))


@kernel
def set_cable(model, i, y, dt, row, term, ws):
    """Row of the whole cable, whose gap is its rest length less its length, and rows of friction at the guides between its ends.

    The rate of a friction row is that at which the cable slides past the guide toward the first one: the spans behind shorten.
    """
    c = model.couplings[i]
    n, nv = c.count, len(model.coordinates)
    for k in range(c.n_rows):  # the cable itself, then guides 1 to n - 2
        begin_row(model, i, row + k, term, 0.0, 0.0, ws)
        ws.coupling[row + k, ROW_KIND] = SLIDING if k > 0 else (CONTRACTILE if c.mask == 1 else TAUT)
        length, drift, before = 0.0, 0.0, ZERO
        for g in range(k, n):
            r, arm, x, v, a = guide_frame(model, c.second + g, y, ws)
            e = ZERO
            if g < n - 1:
                _, _, other, other_v, other_a = guide_frame(model, c.second + g + 1, y, ws)
                span = sub(other, x)
                size = math.sqrt(dot(span, span))
                e = scale(1.0 / max(size, 1e-12), span)
                d = sub(other_v, v)
                along = dot(d, e)
                length += size
                drift += dot(e, sub(a, other_a)) - (dot(d, d) - along * along) / max(size, 1e-12)
            if k > 0 and g == k:
                _, _, last, _, _ = guide_frame(model, c.second + g - 1, y, ws)
                back = sub(x, last)
                cosine = dot(e, back) / max(math.sqrt(dot(back, back)), 1e-12)
                ws.coupling[row + k, ANGLE] = c.ratio * math.acos(min(1.0, max(-1.0, cosine)))
            pull = mat_t_vec(r, sub(e, before) if g > k else e)
            if model.couplings[c.second + g].first >= 0:
                term = add_term(row + k, term, model.couplings[c.second + g].first, (pull, cross(arm, pull)), ws)
            before = e
        ws.coupling[row + k, ROW_DRIFT] = drift
        if k > 0:
            continue
        ws.coupling[row, STIFFNESS] = c.stiffness / c.rest
        ws.coupling[row, ROW_GAP] = c.rest - length
        if c.mask == 1:
            activation = lag(
                y[Q + 2 * nv + c.first], ws.coordinates[c.first, TARGET], model.coordinates[c.first].time_constant, dt
            )
            ws.coupling[row, DAMPING] = min(max(activation, 0.0), 1.0)
        elif c.first >= 0:
            ws.coupling[row, ROW_GAP] -= y[Q + c.first]
            term = add_term(row, term, -1.0 - c.first, ((-1.0, 0.0, 0.0), ZERO), ws)
    return term


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
            total += twist_dot(get_twist(ws.coupling, k, WRENCH), x)
        elif table == 0:
            total += ws.coupling[k, WRENCH] * ws.coupling[n - 1 - place, FORCE_IN]
        elif table == 1:
            total += ws.coupling[k, WRENCH] * ws.coordinates[-1 - place, QDD]
    return total


@kernel
def load(model, row, force, ws):
    """Add the wrenches and forces of a row to the loads of a response."""
    n = len(model.stations)
    first = int(ws.coupling[row, FIRST_TERM])
    for k in range(first, first + int(ws.coupling[row, N_TERMS])):
        place = int(ws.coupling[k, PLACE])
        if place >= 0:
            wrench = get_twist(ws.coupling, k, WRENCH)
            set_twist(ws.coupling, place, 0, twist_add_scaled(get_twist(ws.coupling, place, 0), force, wrench))
        else:
            ws.coupling[n - 1 - place, FORCE_IN] += force * ws.coupling[k, WRENCH]


@kernel
def clear_loads(model, ws):
    """No loads."""
    n = len(model.stations)
    for k in range(n):
        set_twist(ws.coupling, k, 0, NO_TWIST)
    for j in range(len(model.coordinates)):
        ws.coupling[n + j, FORCE_IN] = 0.0


@kernel
def solve_rows(model, begins, dt, ws):
    """Forces of all rows for the accelerations of a pass without them, and the accelerations with them."""
    first, m, one_sided = first_row(model), n_rows(ws), False
    for s in range(m):  # columns of G
        clear_loads(model, ws)
        load(model, first + s, 1.0, ws)
        respond(model, ws)
        for r in range(m):
            ws.system[r, s] = product(model, first + r, 0, 0, ws)
        one_sided = one_sided or ws.coupling[first + s, ROW_KIND] >= TAUT
    for row in range(first, first + m):
        acceleration = ws.coupling[row, ROW_DRIFT] + product(model, row, ACCELERATION, 1, ws)
        ws.coupling[row, FREE_RATE] = ws.coupling[row, RATE] + (dt * acceleration if dt > 0.0 else acceleration)
        ws.coupling[row, END_RATE] = ws.coupling[row, FREE_RATE] if dt > 0.0 else ws.coupling[row, RATE]
        set_law(model, row, begins, dt, ws)
    unconverged = 0
    for _ in range(CABLE_PASSES if one_sided and dt > 0.0 else 1):
        unconverged = 0
        solve_equations(first, dt, ws)
        if not one_sided or dt == 0.0:
            break
        for r in range(m):  # rates reached
            rate = ws.coupling[first + r, FREE_RATE]
            for s in range(m):
                rate += dt * ws.system[r, s] * ws.coupling[first + s, ROW_FORCE]
            ws.coupling[first + r, END_RATE] = rate
        for row in range(first, first + m):
            unconverged += check_cable(model, row, dt, False, ws)
        if unconverged == 0:
            break
        invert_equations(first, dt, ws)
        for row in range(first, first + m):
            check_cable(model, row, dt, True, ws)
    clear_loads(model, ws)
    for row in range(first, first + m):
        load(model, row, ws.coupling[row, ROW_FORCE], ws)
    respond(model, ws)
    add_response(model, ws)
    for row in range(first, first + m):
        ws.coupling[row, END_RATE] = ws.coupling[row, RATE]
        if dt > 0.0:
            ws.coupling[row, END_RATE] = ws.coupling[row, FREE_RATE] + dt * product(model, row, 0, 0, ws)
    ws.coupling[first - 1, UNCONVERGED_COUPLINGS] = unconverged


@kernel
def set_law(model, row, begins, dt, ws):
    """First law of a row in a pass: force = pull - slope w1; of a step of length zero, its force at the state."""
    kind = ws.coupling[row, ROW_KIND]
    k, d, gap, rate = (
        ws.coupling[row, STIFFNESS], ws.coupling[row, DAMPING], ws.coupling[row, ROW_GAP], ws.coupling[row, END_RATE],
    )  # fmt: skip
    if kind == ELASTIC or kind == TAUT:
        ws.coupling[row, SLOPE], ws.coupling[row, PULL] = d + dt * k, -k * gap
        if dt == 0.0:
            ws.coupling[row, ROW_FORCE] = -k * gap - d * rate
        if kind == TAUT:
            if dt == 0.0:
                ws.coupling[row, ROW_FORCE] = max(ws.coupling[row, ROW_FORCE], 0.0)
            if begins:
                ahead = gap + dt * rate
                ws.coupling[row, ACTING] = 1.0 if -k * ahead - d * rate > 0.0 and ahead < 0.0 else 0.0
    elif kind == CONTRACTILE:
        contract(model, row, dt, rate, ws)
        if dt == 0.0:
            ws.coupling[row, ROW_FORCE] = ws.coupling[row, PULL] - ws.coupling[row, SLOPE] * rate
    elif kind == SLIDING:
        tension = ws.coupling[row - 1, ROW_FORCE]
        if dt == 0.0 or begins:
            # at the state, or for a first guess
            i = int(ws.coupling[row, OF])
            eps, slip = model.couplings[i].numbers[SLIP_SPEED], ws.coupling[row, RATE]
            before = ws.coupling[row - 1, ROW_KIND]
            if before == SLIDING:
                tension = ws.coupling[row - 1, BEHIND]
            elif dt > 0.0:
                tension = ws.coupling[row - 1, PULL] - ws.coupling[row - 1, SLOPE] * ws.coupling[row - 1, RATE]
            tension = max(tension, 0.0)
            friction = guide_friction(tension, ws.coupling[row, ANGLE], slip / eps)
            ws.coupling[row, ROW_FORCE] = -friction
            ws.coupling[row, BEHIND] = tension - friction
            ws.coupling[row, SLOPE] = (
                friction / slip if abs(slip) > 1e-6 * eps else tension * ws.coupling[row, ANGLE] / eps
            )
            ws.coupling[row, ACTING] = 1.0 if ws.coupling[row, SLOPE] > 0.0 else 0.0


@kernel
def contract(model, row, dt, rate, ws):
    """Linearise the tension of a muscle at a rate of its row, which is that of shortening."""
    c = model.couplings[int(ws.coupling[row, OF])]
    activation = ws.coupling[row, DAMPING]
    length = c.rest - ws.coupling[row, ROW_GAP]
    step = 1e-6 * c.numbers[HILL + MAX_SPEED]
    here = hill_force(c.numbers, HILL, activation, length - dt * rate, -rate)
    there = hill_force(c.numbers, HILL, activation, length - dt * (rate + step), -rate - step)
    slope = max((here - there) / step, 0.0)
    ws.coupling[row, SLOPE], ws.coupling[row, PULL] = slope, here + slope * rate


@kernel(inline=True)
def guide_friction(tension, angle, slip):
    """Friction at a guide: by how much the tension behind it is smaller; slip: over the speed that smooths it."""
    return tension * (1.0 - math.exp(-angle * math.tanh(slip)))


@kernel
def check_cable(model, row, dt, change, ws):
    """Compare a cable and its friction with their laws at the rates reached; write the next laws if `change`.

    Returns:
        Number of rows of the cable that deviate from their laws; 0 for a row that is not the first of a cable.
    """
    i, kind = int(ws.coupling[row, OF]), ws.coupling[row, ROW_KIND]
    if kind != TAUT and kind != CONTRACTILE:
        return 0
    c = model.couplings[i]
    rate, wanted, deviating = ws.coupling[row, END_RATE], ws.coupling[row, ROW_FORCE], 0
    if kind == CONTRACTILE:
        length = c.rest - ws.coupling[row, ROW_GAP] - dt * rate
        exact = hill_force(c.numbers, HILL, ws.coupling[row, DAMPING], length, -rate)
        deviating += abs(exact - wanted) > CABLE_TOLERANCE * exact
        if change:
            contract(model, row, dt, rate, ws)
    else:
        acting = ws.coupling[row, ACTING] > 0.0
        ahead = ws.coupling[row, ROW_GAP] + dt * rate
        if not acting:
            wanted = -ws.coupling[row, STIFFNESS] * ahead - ws.coupling[row, DAMPING] * rate
        taut = wanted > 0.0 and (acting or ahead < 0.0)
        deviating += taut != acting
        wanted = wanted if taut else 0.0
        if change:
            ws.coupling[row, ACTING] = 1.0 if taut else 0.0
    ws.sets[len(model.coordinates) + i, 0] = 1 if wanted > 0.0 else 0
    tension, m, eps = wanted, n_rows(ws), c.numbers[SLIP_SPEED]
    for s in range(row + 1, row + c.n_rows):
        slip, slope, angle = ws.coupling[s, END_RATE], ws.coupling[s, SLOPE], ws.coupling[s, ANGLE]
        applied = -ws.coupling[s, ROW_FORCE]
        friction = guide_friction(tension, angle, slip / eps)
        deviating += abs(friction - applied) > CABLE_TOLERANCE * wanted
        if change:
            # mobility of the guide while all other rows answer as in this pass
            r = s - first_row(model)
            mobility = dt * ws.system[r, r]
            if slope > 0.0 and ws.coupling[s, ACTING] > 0.0:
                mobility = dt / max(ws.system[2 * m + r, r], 1e-300) - 1.0 / slope
            slip = slowed(slip + mobility * applied, mobility, tension, angle, eps)
            friction = guide_friction(tension, angle, slip / eps)
            ws.coupling[s, SLOPE] = friction / slip if abs(slip) > 1e-6 * eps else tension * angle / eps
            ws.coupling[s, ACTING] = 1.0 if ws.coupling[s, SLOPE] > 0.0 else 0.0
        tension -= friction
    return deviating


@kernel
def slowed(free, mobility, tension, angle, eps):
    """Slip v with v + mobility friction(v) = free."""
    low, high = min(free, 0.0), max(free, 0.0)
    v = free / (1.0 + mobility * tension * angle / eps)
    for _ in range(60):
        x = math.tanh(v / eps)
        share = math.exp(-angle * x)
        miss = v + mobility * tension * (1.0 - share) - free
        if abs(miss) <= 1e-13 * max(abs(free), eps):
            break
        if miss > 0.0:
            high = v
        else:
            low = v
        following = v - miss / (1.0 + mobility * tension * angle * share * (1.0 - x * x) / eps)
        v = following if low < following < high else 0.5 * (low + high)
    return v


@kernel
def set_equations(first, dt, ws):
    """Equations of the forces of all rows under their present laws."""
    m = n_rows(ws)
    for r in range(m):
        row = first + r
        kind, slope = ws.coupling[row, ROW_KIND], ws.coupling[row, SLOPE]
        alone = kind != RIGID and (dt == 0.0 or ws.coupling[row, ACTING] == 0.0 or slope == 0.0)
        for s in range(m):
            ws.system[m + r, s] = (1.0 if r == s else 0.0) if alone else ws.system[r, s]
        if alone and dt == 0.0:
            ws.system[m + r, m] = ws.coupling[row, ROW_FORCE]
        elif alone:
            ws.system[m + r, m] = ws.coupling[row, PULL] if ws.coupling[row, ACTING] > 0.0 else 0.0
        elif kind == RIGID:
            ws.system[m + r, r] += RIGID_COMPLIANCE * mobility(first, r, ws)
            if dt > 0.0:
                ws.system[m + r, m] = -(ws.coupling[row, FREE_RATE] + ws.coupling[row, ROW_GAP] / dt) / dt
            else:
                ws.system[m + r, m] = -(ws.coupling[row, FREE_RATE] - ws.coupling[row, RATE])
        else:
            ws.system[m + r, r] += 1.0 / (dt * slope)
            ws.system[m + r, m] = (ws.coupling[row, PULL] / slope - ws.coupling[row, FREE_RATE]) / dt


@kernel
def solve_equations(first, dt, ws):
    """Forces of all rows under their present laws."""
    m = n_rows(ws)
    set_equations(first, dt, ws)
    eliminate_rows(ws.system[m : 2 * m])
    for r in range(m):
        ws.coupling[first + r, ROW_FORCE] = ws.system[m + r, m]


@kernel
def invert_equations(first, dt, ws):
    """Inverse of the equations, in the third part of the system, by Gauss and Jordan's elimination; for friction at guides."""
    m, sliding = n_rows(ws), False
    for row in range(first, first + m):
        sliding = sliding or ws.coupling[row, ROW_KIND] == SLIDING
    if not sliding:
        return
    set_equations(first, dt, ws)
    for r in range(m):
        for s in range(m):
            ws.system[2 * m + r, s] = 1.0 if r == s else 0.0
    for c in range(m):
        best = c
        for r in range(c + 1, m):
            if abs(ws.system[m + r, c]) > abs(ws.system[m + best, c]):
                best = r
        if ws.system[m + best, c] == 0.0:
            continue
        if best != c:
            for s in range(m):
                ws.system[m + c, s], ws.system[m + best, s] = ws.system[m + best, s], ws.system[m + c, s]
                ws.system[2 * m + c, s], ws.system[2 * m + best, s] = (
                    ws.system[2 * m + best, s],
                    ws.system[2 * m + c, s],
                )
        pivot = 1.0 / ws.system[m + c, c]
        for s in range(m):
            ws.system[m + c, s] *= pivot
            ws.system[2 * m + c, s] *= pivot
        for r in range(m):
            factor = ws.system[m + r, c]
            if r != c and factor != 0.0:
                for s in range(m):
                    ws.system[m + r, s] -= factor * ws.system[m + c, s]
                    ws.system[2 * m + r, s] -= factor * ws.system[2 * m + c, s]


@kernel(inline=True)
def mobility(first, r, ws):
    """Largest mobility of the rows of one coupling that have the unit of row r."""
    most, m = 0.0, n_rows(ws)
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
    force = get3(ws.coupling, k, WRENCH)
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
    for row in range(first, first + n_rows(ws)):
        force = ws.coupling[row, ROW_FORCE]
        add_result(model, row, results + int(ws.coupling[row, OF]), dt, ws)
        y_out[work] += weight * dt * force * ws.coupling[row, END_RATE]
        term = int(ws.coupling[row, FIRST_TERM])
        for t in range(term, term + int(ws.coupling[row, N_TERMS])):
            k = int(ws.coupling[t, PLACE])
            if k >= 0:
                pull = mat_vec(get9(ws.stations, k, ROTATION), get3(ws.coupling, t, WRENCH))
                for i in range(3):
                    ws.laws[law * n + k, LAW_APPLIED + i] += force * pull[i]


@kernel(inline=True)
def add_result(model, row, result, dt, ws):
    """Add a row to the results of its coupling: of a loop with displacements, the magnitudes of its force and of its gap."""
    c, force = model.couplings[int(ws.coupling[row, OF])], ws.coupling[row, ROW_FORCE]
    gap = ws.coupling[row, ROW_GAP]
    if ws.coupling[row, STIFFNESS] > 0.0:
        gap += dt * ws.coupling[row, END_RATE]
    if c.kind == CABLE:
        if ws.coupling[row, ROW_KIND] != SLIDING:
            ws.coupling[result, COUPLING_LOAD], ws.coupling[result, COUPLING_GAP] = force, -gap
    elif c.kind != LOOP:
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
