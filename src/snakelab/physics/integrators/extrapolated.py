"""The extrapolated step: two half steps against one full step, 2 x half - full. Second order, with an error estimate."""

from snakelab.compiling import kernel
from snakelab.geometry.rotations import quat_exp, quat_log, quat_multiply, quat_normalise
from snakelab.physics.contacts.outcome import contacts_differ
from snakelab.physics.dynamics.outward import outward
from snakelab.physics.force_kernels.friction import FULL_STEP, friction_differs
from snakelab.physics.integrators.linearly_implicit import plain_step
from snakelab.physics.model_tables.workspace import FULL_SETS, N_SETS
from snakelab.physics.state import QUAT, Q
from snakelab.physics.terms import CORRECTION_WORK, GRAVITY_WORK, SPRING_WORK

# Largest fraction of the normal force in contacts of only the full or only the half steps: a rolling body transfers its
# weight from point to point, which the extrapolation represents; impacts exceed it. Likewise for friction that sticks in the
# one and slides in the other.
TRANSFERRED_LOAD = 0.1


@kernel
def extrapolated_step(model, reference, y, t, dt, y_out, rows, ws):
    """One extrapolated step from y to y_out.

    The three plain steps' errors share their leading term, so 2 x half - full cancels it even where the Jacobian is
    inexact. If their contact or saturation sets differ, the result is that of the two half steps: the combination could pull on a
    contact. Forces and works are those of the half steps; the difference of the combination is the term `correction`, so that
    the balance of energy closes at second order and friction's own work never becomes positive.

    Args:
        model: ModelArrays.
        reference: Targets of the coordinates.
        y: State row at t.
        t: [s].
        dt: [s].
        y_out: State row at t + dt; may not be y.
        rows: Scratch: full step, first half, shape (2, len(y)).
        ws: Workspace.

    Returns:
        Coordinates that had not converged [-].
    """
    full, half = rows[0], rows[1]
    nv = len(model.coordinates)
    unconverged, differ = 0, False
    only, carried, apart, limit = 0.0, 0.0, 0.0, 0.0
    for k in range(3):  # full step, first half, second half: one call site, which the compiler inlines once
        start = half if k == 2 else y
        if k != 1:  # the first half starts from the same state as the full step
            outward(model, start, ws)
        h = dt if k == 0 else 0.5 * dt
        end = full if k == 0 else (half if k == 1 else y_out)
        unconverged += plain_step(model, reference, start, t + (h if k == 2 else 0.0), h, FULL_STEP + k, end, ws)
        for j in range(nv):
            for s in range(N_SETS):
                if k == 0:
                    ws.sets[j, FULL_SETS + s] = ws.sets[j, s]
                elif ws.sets[j, FULL_SETS + s] != ws.sets[j, s]:
                    differ = True
        if len(model.laws) > 0:
            alone, load = friction_differs(model, k == 0, ws)
            apart += alone
            limit += load
        if len(ws.contacts) > 0:
            alone, load = contacts_differ(model, k == 0, ws)
            only += alone
            carried += load
    for i in range(len(y)):
        half[i] = y_out[i]  # kept: the error estimate compares it with the full step
    if not differ and only <= TRANSFERRED_LOAD * carried and apart <= TRANSFERRED_LOAD * limit:
        combine(full, half, Q + 3 * len(model.coordinates) + len(model.propellers), y_out)
    return unconverged


# Ordered: otherwise the order of the sum depends on the addresses of the arrays, and threads differ in the
# last bits.
@kernel(ordered=True)
def combine(full, half, work, y_out):
    """2 x half - full, with the rotation on its group; driven coordinates and works (from place `work`) are treated
    separately.
    """
    for i in range(work):
        if not QUAT <= i < QUAT + 4:
            y_out[i] = 2.0 * half[i] - full[i]
    h = (half[QUAT], half[QUAT + 1], half[QUAT + 2], half[QUAT + 3])
    back = (full[QUAT], -full[QUAT + 1], -full[QUAT + 2], -full[QUAT + 3])
    rotation = quat_exp(quat_log(quat_multiply(h, back)))
    quat = quat_normalise(quat_multiply(rotation, h))
    for i in range(4):
        y_out[QUAT + i] = quat[i]
    # gravity and springs have potentials: their works are combined like the heights and angles that they belong to
    correction = half[work + CORRECTION_WORK]
    for i in range(work, len(full)):
        if i == work + GRAVITY_WORK or i == work + SPRING_WORK:
            y_out[i] = 2.0 * half[i] - full[i]
        else:
            correction += half[i] - full[i]
    y_out[work + CORRECTION_WORK] = correction


@kernel
def error_norm(full, half, nv, tolerance):
    """Largest difference of the full and the two half steps over tolerance (1 + |value|), in SI units [-]; pose and velocity.

    The difference is the error of the half steps; the extrapolated step is better.
    """
    worst = 0.0
    for i in range(Q + 2 * nv):
        error = abs(half[i] - full[i]) / (tolerance * (1.0 + abs(half[i])))
        if not error <= worst:
            worst = error
        if worst != worst:  # NaN: must not be hidden by later numbers
            return worst
    return worst
