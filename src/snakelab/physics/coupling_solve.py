"""Solve of couplings: laws that tie coordinates or distant parts of a robot, as rows eliminated after each pass of a solve.

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

from snakelab.geometry.spatial import dot, get3, get9, mat_vec
from snakelab.kernels.decorator import kernel
from snakelab.physics.columns import (
    APPLY_COUPLINGS,
    BEGIN_COUPLINGS,
    CABLE,
    COUPLING_GAP,
    COUPLING_LOAD,
    HILL,
    LOOP,
    SLIP_SPEED,
    UNCONVERGED_COUPLINGS,
    ModelArrays,
    Q,
    workspace,
)
from snakelab.physics.coupling_rows import (
    ACCELERATIONS,
    ACTING,
    ANGLE,
    BEHIND,
    CONTRACTILE,
    DAMPING,
    ELASTIC,
    END_RATE,
    FIRST_TERM,
    FREE_RATE,
    N_TERMS,
    OF,
    PLACE,
    PULL,
    RATE,
    RESPONSE,
    RIGID,
    ROW_DRIFT,
    ROW_FORCE,
    ROW_GAP,
    ROW_KIND,
    SLIDING,
    SLOPE,
    STIFFNESS,
    TAUT,
    WRENCH,
    add_response,
    clear_loads,
    first_row,
    load,
    n_rows,
    product,
    respond,
    set_rows,
)
from snakelab.robots.couplings import MAX_SPEED, hill_force
from snakelab.worlds.force_law import COUPLING_LAW, LAW_APPLIED, ROTATION

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
    solve_rows(model, stage == BEGIN_COUPLINGS, y, dt, ws)


# ----------------------------------------------------------------------------------------------------------------------
# Forces of the rows, for the factors of the present pass
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def solve_rows(model, begins, y, dt, ws):
    """Forces of all rows for the accelerations of a pass without them, and the accelerations with them."""
    first, m, one_sided = first_row(model), n_rows(ws), False
    for s in range(m):  # columns of G
        clear_loads(model, ws)
        load(model, first + s, 1.0, ws)
        respond(model, ws)
        for r in range(m):
            ws.system[r, s] = product(model, first + r, RESPONSE, y, ws)
        one_sided = one_sided or ws.coupling[first + s, ROW_KIND] >= TAUT
    for row in range(first, first + m):
        acceleration = ws.coupling[row, ROW_DRIFT] + product(model, row, ACCELERATIONS, y, ws)
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
            ws.coupling[row, END_RATE] = ws.coupling[row, FREE_RATE] + dt * product(model, row, RESPONSE, y, ws)
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

_ADDRESSES: dict[bool, int] = {}


def coupling_address(arrays: ModelArrays) -> int:
    """Address of `coupling_stage`, which is compiled, or loaded from the disk, when the first model with couplings is built.

    Args:
        arrays: Of a model: all models with rods have the same types, and all without.
    """
    has_rods = arrays.rods is not None
    if has_rods not in _ADDRESSES:
        from snakelab.kernels.machine_code import kernel_address

        y = np.zeros(Q)
        arguments = (0, arrays, y, 0.0, y, 0.0, workspace(arrays))
        _ADDRESSES[has_rods] = kernel_address(coupling_stage.made, arguments)
    return _ADDRESSES[has_rods]
