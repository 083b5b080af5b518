"""Contact of a robot with itself: search of near pairs of capsules, their geometry, and the forces between them.

Between two capsules whose skins have the gap g and the normal n, with the rate w1 that the step reaches, the normal force is

    N = max(0, -K (g + dt w1) - B w1) = max(0, -K g - c w1),   c = B + dt K,

and the friction opposes the slip u1 of their skins, f = -mu N s(|u1| / eps) u1 / |u1|. A point of contact has three rows J: along
n and two tangents. With the factors of all local laws, A = L D L^T, and Y = D^-1/2 L^-1 J^T, the mobilities of all rows are

    G = J A^-1 J^T = Y^T Y,   w1 = J (u + dt a0) + dt drift + dt Y^T y,   y = Y lam,

so that neither G nor a response of the chain to a single row is computed: a row is a vector of one number for each coordinate.
The forces follow by relaxation, see `physics.contact_relaxation`. Rows of gears, loops and cables are eliminated before, see
`bilateral_rows`.

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
from snakelab.physics.capsules import AT_BILATERAL, AT_GAPS, OBJECT_LAW, POINT_WIDTH, ROW_WIDTH
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
    N_POINTS,
    N_TOUCHING,
    ON,
    PART,
    PLACE,
    RATE,
    SHARE,
    SMOOTHING,
    STIFFNESS,
    TOO_MANY,
    impact_of_points,
    point_force,
    points_at,
    vec,
)
from snakelab.physics.contact_relaxation import is_dense, relax, relax_dense, sum_at
from snakelab.physics.contact_row_lanes import eliminate_loads
from snakelab.physics.contact_rows import (
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
from snakelab.worlds.friction import FULL_STEP, smoothed_secant

# ----------------------------------------------------------------------------------------------------------------------
# Rates without forces, and the loads of forces
# ----------------------------------------------------------------------------------------------------------------------


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
