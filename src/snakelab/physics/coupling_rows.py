"""Rows of the couplings of a model: gaps, terms and drift at a state, and the response of the chain to their forces."""

import math

from snakelab.geometry.rotations import quat_to_matrix
from snakelab.geometry.spatial import (
    NO_TWIST,
    ZERO,
    add,
    add_scaled,
    cholesky_solution,
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
    ANGULAR_DAMPING,
    ANGULAR_STIFFNESS,
    BODY,
    BRANCH_LOAD,
    CABLE,
    COLUMN,
    COLUMNS,
    FREE_BASE,
    GEAR,
    INVERSE,
    JOINT_ROTATION,
    JOINT_TRAVEL,
    LINK,
    LOOP,
    MAX_ROD_COORDINATES,
    MOUNT,
    PIVOT,
    QDD,
    QUAT,
    ROD,
    ROD_BLOCK,
    ROD_COLUMNS,
    ROD_H,
    ROD_PIVOT,
    ROD_ROTATION,
    ROD_STEP,
    SOCKET,
    STEP,
    STEP_ROTATION,
    TANGENT,
    TARGET,
    TAU,
    P,
    Q,
    axis_of,
    com_of,
    offset_of,
    rotation_of,
)
from snakelab.physics.section_recursion import section_response
from snakelab.robots.actuators import lag
from snakelab.robots.joints import PRISMATIC, REVOLUTE
from snakelab.worlds.force_law import ACCELERATION, BASE_ACCELERATION, POSITION, ROTATION, SCRATCH, TWIST

# ----------------------------------------------------------------------------------------------------------------------
# Rows and terms in the scratch, and their products with vectors
# ----------------------------------------------------------------------------------------------------------------------

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
# Vectors that a row multiplies, see `product`.
RATES, ACCELERATIONS, RESPONSE = range(3)


@kernel(inline=True)
def first_row(model):
    """Place of the first row of a coupling in the scratch."""
    return len(model.stations) + len(model.coordinates) + 1


@kernel(inline=True)
def n_rows(ws):
    """Number of rows of all couplings."""
    return len(ws.system) // 3


@kernel
def product(model, row, of, y, ws):
    """J x of a row, of x the RATES of the state y, the ACCELERATIONS of the pass, or the RESPONSE in the scratch."""
    total, n, nv = 0.0, len(model.stations), len(model.coordinates)
    first = int(ws.coupling[row, FIRST_TERM])
    for k in range(first, first + int(ws.coupling[row, N_TERMS])):
        place = int(ws.coupling[k, PLACE])
        j = -1 - place
        if place >= 0:
            if of == RESPONSE:
                x = get_twist(ws.coupling, place, 0)
            else:
                x = get_twist(ws.stations, place, ACCELERATION if of == ACCELERATIONS else TWIST)
            total += twist_dot(get_twist(ws.coupling, k, WRENCH), x)
        elif of == RESPONSE:
            total += ws.coupling[k, WRENCH] * ws.coupling[n + j, FORCE_IN]
        else:
            total += ws.coupling[k, WRENCH] * (ws.coordinates[j, QDD] if of == ACCELERATIONS else y[Q + nv + j])
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
        ws.coupling[row, RATE] = product(model, row, RATES, y, ws)


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
            bias = wrench_shift(bias, (parts[i].length, 0.0, 0.0))
            bias = loaded(model, ws, parts[i].station, bias)
            if model.stations[parts[i].station].socket > 0:
                bias = branches_loaded(model, ws, parts[i].station, bias)
        elif kind == REVOLUTE:
            bias = absorb(model, ws, i, dot(axis_of(parts, i), bias[1]), bias)
            bias = twist_out(bias, get9(ws.joints, i, JOINT_ROTATION))
        elif kind == PRISMATIC:
            bias = absorb(model, ws, i, dot(axis_of(parts, i), bias[0]), bias)
            bias = wrench_shift(bias, get3(ws.joints, i, JOINT_TRAVEL))
        elif kind == MOUNT:
            bias = wrench_shift(twist_out(bias, rotation_of(parts, i)), offset_of(parts, i))
            if parts[i].n_coordinates > 0:
                load_section(model, parts[i].coordinate, ws)
        elif kind == SOCKET:
            bias = wrench_shift(twist_out(bias, rotation_of(parts, i)), offset_of(parts, i))
            set_twist(ws.joints, i, BRANCH_LOAD, bias)
            bias = NO_TWIST
        elif kind == BODY:
            continue
        else:
            bias = deformable_absorb(model.rods, model, ws, i, bias)
    base = n + len(model.coordinates)
    set_twist(ws.coupling, base, 0, bias)
    base_response(model.base, ws.body, ws.coupling[base])
    acc = get_twist(ws.coupling, base, 0)
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
            if parts[i].n_coordinates > 0:
                answer_of_line(model, parts[i].coordinate, ws)
        elif kind == SOCKET:
            acc = get_twist(ws.coupling, parts[i].carrier, 0)
            acc = twist_into(twist_shift(acc, offset_of(parts, i)), rotation_of(parts, i))
        elif kind == BODY:
            body_response(model, i, ws)
        else:
            acc = deformable_answer(model.rods, model, ws, i, acc)


@kernel
def body_response(model, i, ws):
    """Acceleration of a free body under the load on it."""
    k, row = model.parts[i].station, 1 + model.parts[i].soft
    set_twist(ws.coupling, k, 0, twist_scale(-1.0, get_twist(ws.coupling, k, 0)))
    base_response(FREE_BASE, ws.body[row : row + 1], ws.coupling[k])


@kernel
def load_section(model, j, ws):
    """Add the load on an actuator that follows a section to the loads on that section."""
    c, n = model.coordinates[j], len(model.stations)
    for k in range(3):
        ws.coupling[n + c.section + k, FORCE_IN] += c.line[k] * ws.coupling[n + j, FORCE_IN]


@kernel
def answer_of_line(model, j, ws):
    """Acceleration of an actuator that follows a section, and its share of the force that drives that section."""
    c, n = model.coordinates[j], len(model.stations)
    acceleration, tau = 0.0, 0.0
    for k in range(3):
        acceleration += c.line[k] * ws.coupling[n + c.section + k, FORCE_IN]
        tau += c.share[k] * ws.coupling[n + c.section + k, TAU_OUT]
    ws.coupling[n + j, FORCE_IN], ws.coupling[n + j, TAU_OUT] = acceleration, tau
    if j + 1 == len(model.coordinates) or model.coordinates[j + 1].section != c.section:
        for k in range(3):
            ws.coupling[n + c.section + k, TAU_OUT] = 0.0


@kernel(inline=True)
def loaded(model, ws, k, bias):
    """Bias wrench with the load on station k, whose centre is at its offset from the present frame."""
    return twist_sub(bias, wrench_shift(get_twist(ws.coupling, k, 0), com_of(model.stations, k)))


@kernel
def branches_loaded(model, ws, k, bias):
    """Bias wrench with those of all branches that begin on station k."""
    i = model.stations[k].socket
    while i > 0:
        bias = twist_add(bias, wrench_shift(get_twist(ws.joints, i, BRANCH_LOAD), com_of(model.stations, k)))
        i = model.parts[i].next_socket
    return bias


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
    row = len(model.stations) + part.coordinate
    rotation, step = get9(ws.soft, part.soft, STEP_ROTATION), get3(ws.soft, part.soft, STEP)
    t0 = get_twist(ws.soft, part.soft, TANGENT)
    t1 = get_twist(ws.soft, part.soft, TANGENT + 6)
    t2 = get_twist(ws.soft, part.soft, TANGENT + 12)
    b0, b1, b2 = 0.0, 0.0, 0.0
    for s in range(part.n_steps, 0, -1):
        bias = loaded(model, ws, part.station + s, bias)
        b0, b1, b2 = b0 + twist_dot(t0, bias), b1 + twist_dot(t1, bias), b2 + twist_dot(t2, bias)
        bias = wrench_shift(twist_out(bias, rotation), step)
    bias = loaded(model, ws, part.station, bias)
    b0 -= ws.coupling[row, FORCE_IN]
    b1 -= ws.coupling[row + 1, FORCE_IN]
    b2 -= ws.coupling[row + 2, FORCE_IN]
    ws.coupling[row, REST_IN], ws.coupling[row + 1, REST_IN], ws.coupling[row + 2, REST_IN] = b0, b1, b2
    a0, a1, a2 = scale(-1.0, sym_vec(get6(ws.soft, part.soft, INVERSE), (b0, b1, b2)))
    bias = twist_add_scaled(bias, a0, get_twist(ws.soft, part.soft, COLUMNS))
    bias = twist_add_scaled(bias, a1, get_twist(ws.soft, part.soft, COLUMNS + 6))
    return twist_add_scaled(bias, a2, get_twist(ws.soft, part.soft, COLUMNS + 12))


@kernel
def soft_answer(model, ws, i, acc):
    """Accelerations of a soft section and its stations; return that of its tip."""
    part = model.parts[i]
    j, row = part.coordinate, len(model.stations) + part.coordinate
    rotation, step = get9(ws.soft, part.soft, STEP_ROTATION), get3(ws.soft, part.soft, STEP)
    rests = (ws.coupling[row, REST_IN], ws.coupling[row + 1, REST_IN], ws.coupling[row + 2, REST_IN])
    free, force = section_response(ws.soft, part.soft, rests, acc)
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


@kernel(inline=True)
def deformable_absorb(rods, model, ws, i, bias):
    """Bias wrench at the base of a soft section or a rod."""
    if rods is None:
        return soft_absorb(model, ws, i, bias)
    if model.parts[i].kind == ROD:
        return rod_absorb(rods, model, ws, i, bias)
    return soft_absorb(model, ws, i, bias)


@kernel(inline=True)
def deformable_answer(rods, model, ws, i, acc):
    """Accelerations of a soft section or a rod and its stations; return that of its tip."""
    if rods is None:
        return soft_answer(model, ws, i, acc)
    if model.parts[i].kind == ROD:
        return rod_answer(rods, model, ws, i, acc)
    return soft_answer(model, ws, i, acc)


@kernel
def rod_absorb(rods, model, ws, i, bias):
    """Bias wrench at the base of a rod, by the factors of `physics.rod_recursion.rod_inward`."""
    part = model.parts[i]
    rod, own, j, n = rods.table[part.soft], part.soft, part.coordinate, part.n_coordinates
    rows, steps, loads, first = ws.rods.rows, ws.rods.steps, ws.coupling, len(model.stations) + part.coordinate
    for k in range(n):
        loads[first + k, REST_IN] = -loads[first + k, FORCE_IN]
    for s in range(part.n_steps, 0, -1):
        bias = loaded(model, ws, part.station + s, bias)
        at = rod.step + s - 1
        for k in range(n):
            loads[first + k, REST_IN] += twist_dot(get_twist(steps, at, ROD_COLUMNS + 6 * k), bias)
        bias = wrench_shift(twist_out(bias, get9(steps, at, ROD_ROTATION)), get3(steps, at, ROD_STEP))
    bias = loaded(model, ws, part.station, bias)
    for k in range(n):
        if model.coordinates[j + k].driven != 0:
            continue
        scaled = loads[first + k, REST_IN] * rows[own, ROD_PIVOT + k]
        bias = twist_add_scaled(bias, -scaled, get_twist(rows, own, ROD_H + 6 * k))
        for m in range(k + 1, n):
            if model.coordinates[j + m].driven == 0:
                loads[first + m, REST_IN] -= rows[own, ROD_BLOCK + MAX_ROD_COORDINATES * k + m] * scaled
    return bias


@kernel
def rod_answer(rods, model, ws, i, acc):
    """Accelerations of a rod and its stations, and the forces of its driven coordinates; return that of its tip."""
    part = model.parts[i]
    rod, own, j, n = rods.table[part.soft], part.soft, part.coordinate, part.n_coordinates
    rows, steps, loads, first = ws.rods.rows, ws.rods.steps, ws.coupling, len(model.stations) + part.coordinate
    for k in range(n - 1, -1, -1):
        loads[first + k, FORCE_IN] = loads[first + k, TAU_OUT] = 0.0
        if model.coordinates[j + k].driven == 0:
            rest = loads[first + k, REST_IN] + twist_dot(get_twist(rows, own, ROD_H + 6 * k), acc)
            for m in range(k + 1, n):
                if model.coordinates[j + m].driven == 0:
                    rest += rows[own, ROD_BLOCK + MAX_ROD_COORDINATES * k + m] * loads[first + m, FORCE_IN]
            loads[first + k, FORCE_IN] = -rest * rows[own, ROD_PIVOT + k]
    for k in range(n):
        if model.coordinates[j + k].driven != 0:
            force = loads[first + k, REST_IN] + twist_dot(get_twist(rows, own, ROD_H + 6 * k), acc)
            for m in range(n):
                if model.coordinates[j + m].driven == 0:
                    at = ROD_BLOCK + MAX_ROD_COORDINATES * min(k, m) + max(k, m)
                    force += rows[own, at] * loads[first + m, FORCE_IN]
            loads[first + k, TAU_OUT] = force
    for s in range(part.n_steps + 1):
        k = part.station + s
        if s > 0:
            at = rod.step + s - 1
            acc = twist_into(twist_shift(acc, get3(steps, at, ROD_STEP)), get9(steps, at, ROD_ROTATION))
            for m in range(n):
                acc = twist_add_scaled(acc, loads[first + m, FORCE_IN], get_twist(steps, at, ROD_COLUMNS + 6 * m))
        set_twist(loads, k, 0, twist_shift(acc, com_of(model.stations, k)))
    return acc


@kernel
def base_response(base, body, row):
    """Replace the bias wrench on the base in a row by its acceleration, with the factor that `base_acceleration` left."""
    x = body[0, SCRATCH + 36 :]
    for r in range(len(base)):
        x[r] = -row[base[r]]
    cholesky_solution(body[0, SCRATCH:], base, x)
    for i in range(6):
        row[i] = 0.0
    for r in range(len(base)):
        row[base[r]] = x[r]


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
