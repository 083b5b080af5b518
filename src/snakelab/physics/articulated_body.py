"""Articulated-body recursion: stages 4 to 6 of a solve, and the solve itself.

Stage 1 is in `physics.outward_pass`, stage 2 in `physics.station_forces`, stage 3 in `physics.coordinate_forces`; soft sections
are in `physics.section_recursion`, rods in `physics.rod_recursion`.
"""

import math

from snakelab.geometry.spatial import (
    NO_INERTIA,
    NO_TWIST,
    ZERO,
    add,
    add_scaled,
    body_inertia,
    cholesky_solution,
    dot,
    get3,
    get9,
    get_inertia,
    get_twist,
    inertia_add,
    inertia_dot,
    inertia_minus_outer,
    inertia_rotate,
    inertia_shift,
    inertia_shift_x,
    mat_vec,
    scale,
    set_inertia,
    set_twist,
    sym_vec,
    twist_add,
    twist_add_scaled,
    twist_dot,
    twist_into,
    twist_out,
    twist_shift,
    wrench_shift,
)
from snakelab.kernels.decorator import kernel
from snakelab.kernels.lazy_kernel import call_kernel
from snakelab.physics.columns import (
    BEGIN_COUPLINGS,
    BIAS,
    BODY,
    BRANCH_INERTIA,
    BRANCH_WRENCH,
    COLUMN,
    CONTINUE_COUPLINGS,
    FORCE,
    FREE_BASE,
    GIVEN,
    INERTIA,
    JOINT_ROTATION,
    JOINT_TRAVEL,
    LINK,
    MOUNT,
    PIVOT,
    QDD,
    REST,
    ROD,
    SOCKET,
    TAU,
    UNCONVERGED_COUPLINGS,
    axis_of,
    com_of,
    inertia_of,
    offset_of,
    rotation_of,
)
from snakelab.physics.command import references
from snakelab.physics.contact_detection import find_contacts
from snakelab.physics.contacts import LOAD_TOLERANCE, check_contacts, secant_pass
from snakelab.physics.coordinate_forces import (
    check_dry_joints,
    check_materials,
    coordinate_forces,
    find_sets,
    predict_sets,
    start_dry_joints,
)
from snakelab.physics.rod_recursion import rod_accelerations, rod_inward
from snakelab.physics.section_recursion import has_lines, line_outcome, project_targets, soft_accelerations, soft_inward
from snakelab.physics.station_forces import acts_on_stations, add_branches, law_inertia, station_forces, thrusts
from snakelab.robots.joints import PRISMATIC, REVOLUTE
from snakelab.worlds.force_law import ACCELERATION, BASE_ACCELERATION, BASE_INERTIA, BASE_WRENCH, SCRATCH, WRENCH
from snakelab.worlds.world import check_laws, start_laws

# ----------------------------------------------------------------------------------------------------------------------
# A part that deforms: a soft section or a rod. For a robot without rods, these are the kernels of soft sections
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def deformable_inward(rods, model, ws, i, inertia, bias):
    """Process a soft section or a rod from tip to base, and eliminate its coordinates."""
    if rods is None:
        return soft_inward(model, ws, i, inertia, bias)
    if model.parts[i].kind == ROD:
        return rod_inward(rods, model, ws, i, inertia, bias)
    return soft_inward(model, ws, i, inertia, bias)


@kernel(inline=True)
def deformable_accelerations(rods, model, ws, i, acc):
    """Accelerations of a soft section or a rod and of its stations; return that of the tip."""
    if rods is None:
        return soft_accelerations(model, ws, i, acc)
    if model.parts[i].kind == ROD:
        return rod_accelerations(rods, model, ws, i, acc)
    return soft_accelerations(model, ws, i, acc)


# ----------------------------------------------------------------------------------------------------------------------
# Stage 4, tip to base: articulated inertia and bias; each force-driven coordinate is eliminated at its part
#
# At every frame the rest of the chain is represented by  wrench = I a + b.  A link adds its own mass; a joint with unit twist t
# has U = I t, D = t . U (+ added inertia), r = t . (b + I bias) - force, and leaves I - U U^T / D and b + I bias - U r / D. A
# motion-driven joint does not change I and adds U times its given acceleration.
# ----------------------------------------------------------------------------------------------------------------------


@kernel(stage=True)
def inward(model, ws):
    """Articulated inertia and bias wrench of the whole chain at the base; columns and pivots of every joint."""
    # articulated inertia I [kg, kg m, kg m^2] and bias wrench b [N, N m] of everything tipward, local axes, at the local origin
    inertia, bias = NO_INERTIA, NO_TWIST
    parts, has_laws = model.parts, acts_on_stations(model)
    for back in range(len(parts)):
        i = len(parts) - 1 - back
        kind = parts[i].kind
        if kind == LINK:
            k = parts[i].station
            # I = shift(I, L e_x) + I_link + dt D + dt^2 K of the laws; b likewise, with the link's own bias wrench
            com = com_of(model.stations, k)
            length = parts[i].length
            inertia = inertia_shift_x(inertia, length)
            inertia = inertia_add(inertia, body_inertia(model.stations[k].mass, inertia_of(model.stations, k), com))
            if has_laws:
                inertia = inertia_add(inertia, inertia_shift(law_inertia(model, k, ws), com))
            moment = (bias[1][0], bias[1][1] - length * bias[0][2], bias[1][2] + length * bias[0][1])
            bias = twist_add((bias[0], moment), wrench_shift(get_twist(ws.stations, k, WRENCH), com))
            if model.stations[k].socket > 0:
                inertia, bias = add_branches(model, k, ws, inertia, bias)
        elif kind == REVOLUTE:
            axis = axis_of(parts, i)
            # U = I t with t = (0, axis); D = axis . U_omega; r = axis . (b + I bias)_omega
            u = (mat_vec(inertia[1], axis), sym_vec(inertia[2], axis))
            bias = twist_add(bias, inertia_dot(inertia, get_twist(ws.joints, i, BIAS)))
            inertia, bias = eliminate(model, ws, i, u, dot(axis, u[1]), dot(axis, bias[1]), inertia, bias)
            rotation = get9(ws.joints, i, JOINT_ROTATION)
            inertia = inertia_rotate(inertia, rotation)
            bias = twist_out(bias, rotation)
        elif kind == PRISMATIC:
            axis = axis_of(parts, i)
            # U = I t with t = (axis, 0)
            u = (sym_vec(inertia[0], axis), transpose_product(inertia[1], axis))
            bias = twist_add(bias, inertia_dot(inertia, get_twist(ws.joints, i, BIAS)))
            inertia, bias = eliminate(model, ws, i, u, dot(axis, u[0]), dot(axis, bias[0]), inertia, bias)
            travel = get3(ws.joints, i, JOINT_TRAVEL)
            inertia = inertia_shift(inertia, travel)
            bias = wrench_shift(bias, travel)
        elif kind == MOUNT:
            rotation = rotation_of(parts, i)
            offset = offset_of(parts, i)
            inertia = inertia_shift(inertia_rotate(inertia, rotation), offset)
            bias = wrench_shift(twist_out(bias, rotation), offset)
        elif kind == SOCKET:
            # the branch is complete: its station adds it to the chain that carries it
            rotation = rotation_of(parts, i)
            offset = offset_of(parts, i)
            set_inertia(ws.joints, i, BRANCH_INERTIA, inertia_shift(inertia_rotate(inertia, rotation), offset))
            set_twist(ws.joints, i, BRANCH_WRENCH, wrench_shift(twist_out(bias, rotation), offset))
            inertia, bias = NO_INERTIA, NO_TWIST
        elif kind == BODY:
            collect_body(model, i, ws)
        else:
            inertia, bias = deformable_inward(model.rods, model, ws, i, inertia, bias)
    set_inertia(ws.body, 0, BASE_INERTIA, inertia)
    set_twist(ws.body, 0, BASE_WRENCH, bias)


@kernel(inline=True)
def transpose_product(c, a):
    """C^T a."""
    return add(add(scale(a[0], (c[0], c[1], c[2])), scale(a[1], (c[3], c[4], c[5]))), scale(a[2], (c[6], c[7], c[8])))


@kernel(inline=True)
def eliminate(model, ws, i, u, pivot, rest, inertia, bias):
    """Eliminate the coordinate of joint i from (inertia, bias), or add its prescribed acceleration."""
    j = model.parts[i].coordinate
    # r = r - tau [N m or N], D = D + added inertia of actuator, spring and damper
    rest -= ws.coordinates[j, FORCE]
    pivot += ws.coordinates[j, INERTIA]
    if model.coordinates[j].driven != 0:
        bias = twist_add_scaled(bias, ws.coordinates[j, GIVEN], u)
    else:
        # I - U U^T / D,  b - U r / D
        pivot = 1.0 / pivot
        inertia = inertia_minus_outer(inertia, u, pivot)
        bias = twist_add_scaled(bias, -rest * pivot, u)
    set_twist(ws.joints, i, COLUMN, u)
    ws.joints[i, PIVOT] = pivot
    ws.joints[i, REST] = rest
    return inertia, bias


# ----------------------------------------------------------------------------------------------------------------------
# Stages 5 and 6: the base, then base to tip: every acceleration, and the force of every driven coordinate
# ----------------------------------------------------------------------------------------------------------------------


@kernel(stage=True)
def base_acceleration(base, body):
    """Solve I a = -b over the free components of the base, by Cholesky; the others keep their acceleration.

    Args:
        base: Free components of the twist, shape (6, 3 or 0,).
        body: The body row: inertia and bias at the base are read, its acceleration in body axes is written. The factor of the
            inertia remains in its scratch.
    """
    n = len(base)
    if n == 0:
        return
    m, c, j = get_inertia(body, 0, BASE_INERTIA)
    full = body[0, SCRATCH:]
    for r in range(3):
        for s in range(3):
            at = r * 3 - r * (r + 1) // 2 + s if r <= s else s * 3 - s * (s + 1) // 2 + r
            full[6 * r + s] = m[at]
            full[6 * r + s + 3] = c[3 * r + s]
            full[6 * (s + 3) + r] = c[3 * r + s]
            full[6 * (r + 3) + s + 3] = j[at]
    for r in range(n):  # row by row, L into the lower triangle
        i = base[r]
        for s in range(r):
            k = base[s]
            value = full[6 * i + k]
            for q in range(s):
                value -= full[6 * i + base[q]] * full[6 * k + base[q]]
            value /= full[6 * k + k]
            full[6 * i + k] = value
            full[6 * i + i] -= value * value
        full[6 * i + i] = math.sqrt(full[6 * i + i])
    x = body[0, SCRATCH + 36 :]
    for r in range(n):
        x[r] = -body[0, BASE_WRENCH + base[r]]
    cholesky_solution(full, base, x)
    for r in range(n):
        body[0, BASE_ACCELERATION + base[r]] = x[r]


@kernel(stage=True)
def accelerations(model, ws):
    """Base to tip: accelerations of coordinates and stations, forces of driven coordinates."""
    acc = get_twist(ws.body, 0, BASE_ACCELERATION)
    parts = model.parts
    for i in range(len(parts)):
        kind = parts[i].kind
        if kind == LINK:
            k = parts[i].station
            com = com_of(model.stations, k)
            set_twist(ws.stations, k, ACCELERATION, twist_shift(acc, com))
            acc = twist_shift(acc, (parts[i].length, 0.0, 0.0))
        elif kind == REVOLUTE:
            carried = twist_into(acc, get9(ws.joints, i, JOINT_ROTATION))
            qdd = coordinate_acceleration(model, ws, i, carried)
            axis = axis_of(parts, i)
            acc = twist_add((carried[0], add_scaled(carried[1], qdd, axis)), get_twist(ws.joints, i, BIAS))
        elif kind == PRISMATIC:
            carried = twist_shift(acc, get3(ws.joints, i, JOINT_TRAVEL))
            qdd = coordinate_acceleration(model, ws, i, carried)
            axis = axis_of(parts, i)
            acc = twist_add((add_scaled(carried[0], qdd, axis), carried[1]), get_twist(ws.joints, i, BIAS))
        elif kind == MOUNT:
            offset = offset_of(parts, i)
            acc = twist_into(twist_shift(acc, offset), rotation_of(parts, i))
            if parts[i].n_coordinates > 0:
                line_outcome(model, parts[i].coordinate, ws)
        elif kind == SOCKET:
            acc = get_twist(ws.stations, parts[i].carrier, ACCELERATION)
            acc = twist_into(twist_shift(acc, offset_of(parts, i)), rotation_of(parts, i))
        elif kind == BODY:
            accelerate_body(model, i, ws)
        else:
            acc = deformable_accelerations(model.rods, model, ws, i, acc)


@kernel
def collect_body(model, i, ws):
    """Inertia and bias wrench of a free body at its centre of mass."""
    k, row = model.parts[i].station, 1 + model.parts[i].soft
    inertia = body_inertia(model.stations[k].mass, inertia_of(model.stations, k), ZERO)
    if len(model.laws) > 0:
        inertia = inertia_add(inertia, law_inertia(model, k, ws))
    set_inertia(ws.body, row, BASE_INERTIA, inertia)
    set_twist(ws.body, row, BASE_WRENCH, get_twist(ws.stations, k, WRENCH))


@kernel
def accelerate_body(model, i, ws):
    """Acceleration of a free body."""
    row = 1 + model.parts[i].soft
    base_acceleration(FREE_BASE, ws.body[row : row + 1])
    set_twist(ws.stations, model.parts[i].station, ACCELERATION, get_twist(ws.body, row, BASE_ACCELERATION))


@kernel(inline=True)
def coordinate_acceleration(model, ws, i, carried):
    """Acceleration of a joint coordinate at the given acceleration of its frame, and its force if it is motion-driven."""
    j = model.parts[i].coordinate
    rest = ws.joints[i, REST] + twist_dot(get_twist(ws.joints, i, COLUMN), carried)
    if model.coordinates[j].driven != 0:
        qdd = ws.coordinates[j, GIVEN]
        ws.coordinates[j, TAU] = rest + ws.joints[i, PIVOT] * qdd
    else:
        qdd = -rest * ws.joints[i, PIVOT]
    ws.coordinates[j, QDD] = qdd
    return qdd


# ----------------------------------------------------------------------------------------------------------------------
# One solve: the stages in order, repeated until no contact or saturation set changes
# ----------------------------------------------------------------------------------------------------------------------

# Largest numbers of passes while sets change, and while only the linearisations of friction improve, which converge linearly
# for the laws that depend on the direction of slip.
MAX_PASSES, MAX_LINE_PASSES = 8, 32


@kernel
def solve(model, reference, y, t, dt, part, ws):
    """Accelerations of the linearly implicit step of length dt from the state y; dt = 0: those of the state itself.

    `outward` must have run on y. Targets are taken at the end of the step.

    Args:
        model: ModelArrays.
        reference: Targets of the coordinates.
        y: State row.
        t: Time at the start of the step [s].
        dt: Step [s].
        part: ONLY_STEP, or which of the three steps of an extrapolated step: a half step starts from the previous solve.
        ws: Workspace; fills accelerations, forces of driven coordinates, sets.

    Returns:
        Number of coordinates, contacts and friction linearisations that had not converged after the last pass [-]; usually 0.
    """
    # targets q*, v*, a* of every coordinate at t + dt [rad or m, and per second]
    references(reference, t + dt, ws.coordinates)
    if has_lines(model):
        project_targets(model, ws.coordinates)
    # contact points near a surface: gap [m], normal and slip in station axes
    if len(model.rings) > 0:
        find_contacts(model, dt, part, ws)
    if len(model.propellers) > 0:  # for a short chain the call costs more than its loop
        thrusts(model, y, dt, ws)
    if len(model.laws) > 0:
        start_laws(model, dt, part, ws)
    # first guesses: friction velocity, saturated actuators and reached joint limits
    elastomers = predict_sets(model, reference, y, dt, ws)
    dry_joints = start_dry_joints(model, y, part, ws)
    unconverged, forces_changed, coordinates_changed = 0, True, True
    k, n_passes = 0, MAX_PASSES
    while k < n_passes:
        # per station: bias wrench b [N, N m] and added inertia dt D + dt^2 K of all force laws
        if forces_changed:
            last = k == n_passes - 1
            station_forces(model, y, t + dt, dt, last, last or secant_pass(k), ws)
        # per coordinate: force [N m or N] and added inertia dt d + dt^2 k of actuator, spring, damper and joint limit
        if coordinates_changed:
            coordinate_forces(model, reference, y, dt, ws)
        # (I + dt D + dt^2 K) a + b = 0 along the chain: tip to base, base, base to tip
        inward(model, ws)
        base_acceleration(model.base, ws.body)
        accelerations(model, ws)
        # forces of gears, loops and cables, by the factors of this pass
        if len(model.couplings) > 0:
            stage = BEGIN_COUPLINGS if k == 0 else CONTINUE_COUPLINGS
            call_kernel(model.couplings[0].address, (stage, model, y, dt, y, float(part), ws))
        if dt == 0.0:
            break
        # check each assumption at the velocity reached, v + dt a; change those that are violated, and repeat the pass
        more = k < n_passes - 1
        unconverged = find_sets(model, reference, y, dt, more, ws)
        coordinates_changed = unconverged + dry_joints + elastomers > 0
        rough, lines, n_missed, loads_changed = 0, 0, 0, False
        if len(model.laws) > 0:
            rough = check_laws(model, dt, k, ws)
        if ws.near[0, 0] > 0:
            changed, moved, sliding = check_contacts(model, y, t + dt, dt, k, more, ws)
            unconverged += changed
            rough += sliding
            loads_changed = changed > 0 or moved >= LOAD_TOLERANCE
        forces_changed = rough > 0 or loads_changed
        if dry_joints > 0:
            rough += check_dry_joints(model, y, dt, n_passes - 1 - k, ws)
        if elastomers > 0:
            lines, n_missed = check_materials(model, y, dt, n_passes - 1 - k, ws)
        if len(model.couplings) > 0:
            unconverged += int(ws.coupling[len(model.stations) + len(model.coordinates), UNCONVERGED_COUPLINGS])
        if unconverged == 0 and not forces_changed and rough == 0 and lines == 0:
            break
        if k == MAX_PASSES - 2 and (unconverged == 0 or ws.near[0, 0] > 0):
            n_passes = MAX_LINE_PASSES
        unconverged += n_missed + rough
        k += 1
    return unconverged
