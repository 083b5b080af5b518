"""Integrators: one step of each, from state row to state row.

- `plain_step`: linearly implicit Euler, first order.
- `extrapolated_step`: Richardson extrapolation of plain steps, second order, with an error estimate; `raise_order` extrapolates
  it to fourth order.
- `runge_kutta_step`: explicit Runge-Kutta 4. `derivative` is also the right-hand side for SciPy's solvers.
"""

import numpy as np

from snakelab.geometry.rotations import (
    quat_exp,
    quat_log,
    quat_multiply,
    quat_normalise,
    quat_to_matrix,
    rotation_vector_rate,
)
from snakelab.geometry.spatial import (
    NO_TWIST,
    add,
    add_scaled,
    cross,
    get_twist,
    mat_t_vec,
    mat_vec,
    scale,
    twist_add_scaled,
    twist_scale,
    twist_sub,
)
from snakelab.kernels.decorator import kernel
from snakelab.physics.articulated_body import solve
from snakelab.physics.columns import (
    FORCE_SET,
    FULL_SETS,
    MOTOR,
    N_SETS,
    QDD,
    QUAT,
    SERVO,
    TARGET,
    TARGET_RATE,
    VELOCITY,
    P,
    Q,
    n_bodies,
)
from snakelab.physics.command import references
from snakelab.physics.contacts import contacts_differ, impact_of_step, impact_on_bodies
from snakelab.physics.coordinate_forces import advance_memory, apply_coordinate_forces
from snakelab.physics.free_body_motion import advance_bodies, combine_bodies
from snakelab.physics.momentum import NOT_BALANCED, TOUCHED, begin_balance, end_balance, external_force, touches_bodies
from snakelab.physics.outward_pass import outward
from snakelab.physics.section_recursion import has_lines, project_targets
from snakelab.physics.station_forces import advance_thrust, apply_station_forces, thrust_rate
from snakelab.worlds.force_law import BASE_ACCELERATION
from snakelab.worlds.friction import FULL_STEP, ONLY_STEP, SECOND_HALF
from snakelab.worlds.implicit_friction import friction_differs

# ----------------------------------------------------------------------------------------------------------------------
# Plain step: linearly implicit Euler, first order, with all stiff forces in the inertia
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def plain_step(model, reference, y, t, dt, part, y_out, ws):
    """One linearly implicit step from y to y_out.

    The base's velocity is advanced in world axes: advancing the body twist would add energy. Coordinates take the new
    rate: v1 = v + dt a, q1 = q + dt v1. Driven coordinates are set to their targets. `outward` must have run on y.

    Args:
        model: ModelArrays.
        reference: Targets of the coordinates.
        y: State row at t.
        t: [s].
        dt: [s].
        part: See `solve`.
        y_out: State row at t + dt; may not be y.
        ws: Workspace.

    Returns:
        Coordinates that had not converged in a contact or saturation set [-].
    """
    unconverged = solve(model, reference, y, t, dt, part, ws)
    nv = len(model.coordinates)
    for i in range(Q + 3 * nv + len(model.propellers), len(y)):
        y_out[i] = y[i]
    apply_station_forces(model, dt, y_out, 1.0, ws)
    apply_coordinate_forces(model, y, dt, y_out, 1.0, ws)
    advance_base(model.base, y, ws.body, dt, y_out)
    if n_bodies(model.parts) > 0:
        advance_bodies(model, y, dt, y_out, ws)
    for j in range(nv):
        y_out[Q + nv + j] = y[Q + nv + j] + dt * ws.coordinates[j, QDD]
        y_out[Q + j] = y[Q + j] + dt * y_out[Q + nv + j]
        if model.coordinates[j].driven != 0:
            y_out[Q + j] = ws.coordinates[j, TARGET]
            y_out[Q + nv + j] = ws.coordinates[j, TARGET_RATE]
    advance_memory(model, y, dt, y_out, ws)
    if len(model.propellers) > 0:
        advance_thrust(model, y, dt, y_out, ws)
    return unconverged


@kernel(inline=True)
def base_velocity(y):
    """Linear and angular velocity of the base in world axes."""
    return (y[VELOCITY], y[VELOCITY + 1], y[VELOCITY + 2]), (y[VELOCITY + 3], y[VELOCITY + 4], y[VELOCITY + 5])


@kernel(inline=True)
def base_rotation(y):
    """Rotation of the base, nine numbers."""
    return quat_to_matrix((y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3]))


@kernel
def world_acceleration(y, body):
    """Rate of the base's velocity in world axes: R (a + w x v), R alpha, from the spatial acceleration in the body row."""
    r = base_rotation(y)
    v, w = base_velocity(y)
    a = get_twist(body, 0, BASE_ACCELERATION)
    return mat_vec(r, add(a[0], cross(mat_t_vec(r, w), mat_t_vec(r, v)))), mat_vec(r, a[1])


@kernel(stage=True)
def advance_base(base, y, body, dt, y_out):
    """Velocity of the base in world axes, then its pose with the new velocity."""
    if len(base) == 0:
        for i in range(Q):
            y_out[i] = y[i]
        return
    a, alpha = world_acceleration(y, body)
    for i in range(3):
        y_out[VELOCITY + i] = y[VELOCITY + i] + dt * a[i]
        y_out[VELOCITY + 3 + i] = y[VELOCITY + 3 + i] + dt * alpha[i]
        y_out[P + i] = y[P + i] + dt * y_out[VELOCITY + i]
    rotation = quat_exp((dt * y_out[VELOCITY + 3], dt * y_out[VELOCITY + 4], dt * y_out[VELOCITY + 5]))
    quat = quat_normalise(quat_multiply(rotation, (y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3])))
    for i in range(4):
        y_out[QUAT + i] = quat[i]


# ----------------------------------------------------------------------------------------------------------------------
# Extrapolated step: two half steps against one full step, 2 x half - full. Second order, with an error estimate
# ----------------------------------------------------------------------------------------------------------------------

# Largest fraction of the normal force in contacts of only the full or only the half steps: a rolling body transfers its
# weight from point to point, which the extrapolation represents; impacts exceed it. Likewise for friction that sticks in the
# one and slides in the other.
TRANSFERRED_LOAD = 0.1


@kernel
def extrapolated_step(columns, model, reference, y, span, y_out, rows, ws):
    """One extrapolated step from y to y_out.

    The three plain steps' errors share their leading term, so 2 x half - full cancels it even where the Jacobian is
    inexact. If their contact or saturation sets differ, the result is that of the two half steps: the combination could pull on a
    contact. Works are combined like the state, so that they and the balance of energy have second order; forces are those of
    the second half step.

    Args:
        columns: None for second order; scratch of `raise_order`, which is tried where no contact, set or friction differs.
        model: ModelArrays.
        reference: Targets of the coordinates.
        y: State row at t.
        span: t and dt [s]; the floor of `impact_of_step`, 0 if impacts do not matter; and masses, see `balanced_masses`.
        y_out: State row at t + dt; may not be y.
        rows: Scratch: full step, first half, and in row BALANCE that of the balance of momentum.
        ws: Workspace.

    Returns:
        Coordinates that had not converged [-], event and error of impacts: see `impact_of_step`, and whether the result is of
        fourth order. If the event is within the step, the step is not completed.
    """
    full, half = rows[0], rows[1]
    t, dt, floor, masses = span
    impact, raised = 0.0, False
    unconverged, differ = 0, False
    only, carried, apart, limit = 0.0, 0.0, 0.0, 0.0
    in_full, in_halves = NO_TWIST, NO_TWIST  # mean external forces
    for k in range(3):  # full step, first half, second half: one call site, which the compiler inlines once
        start = half if k == 2 else y
        if k != 1:  # the first half starts from the same state as the full step
            outward(model, start, ws)
        h = dt if k == 0 else 0.5 * dt
        end = full if k == 0 else (half if k == 1 else y_out)
        unconverged += plain_step(model, reference, start, t + (h if k == 2 else 0.0), h, FULL_STEP + k, end, ws)
        if n_bodies(model.parts) > 0 and touches_bodies(model, ws):
            rows[BALANCE, TOUCHED] = 1.0
        if masses != NOT_BALANCED:
            force = external_force(model, ws)
            if k == 0:
                in_full = force
                begin_balance(model, masses, rows[BALANCE], ws)
            else:
                in_halves = twist_add_scaled(in_halves, 0.5, force)
        for j in range(len(ws.sets)):
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
            if floor > 0.0 and k != 1:
                event, impact = impact_of_step(model, k, dt, floor, ws)
                if event < dt:
                    return unconverged, event, impact, raised
        if floor > 0.0 and k != 1 and n_bodies(model.parts) > 0:
            event, error = impact_on_bodies(model, full, end, dt, floor, ws)
            impact = max(impact, error)
            if event < dt:
                return unconverged, event, impact, raised
    for i in range(len(y)):
        half[i] = y_out[i]  # kept: the error estimate compares it with the full step
    if not differ and only <= TRANSFERRED_LOAD * carried and apart <= TRANSFERRED_LOAD * limit:
        combine(full, half, y_out)
        if n_bodies(model.parts) > 0:
            combine_bodies(model, full, half, y_out)
        in_two, in_halves = in_halves, twist_sub(twist_scale(2.0, in_halves), in_full)
        if columns is not None and only == 0.0 and apart == 0.0:
            raised, loose, in_halves = raise_order(
                columns, model, reference, span, (in_full, in_two), (y, y_out), rows, ws
            )
            unconverged += loose
    if masses != NOT_BALANCED:
        end_balance(model, masses, in_halves, dt, y_out, rows[BALANCE])
    return unconverged, dt, impact, raised


# Ordered: otherwise the order of the sum depends on the addresses of the arrays, and threads differ in the
# last bits.
@kernel(ordered=True)
def combine(full, half, y_out):
    """2 x half - full, with the rotation on its group."""
    for i in range(len(full)):
        if not QUAT <= i < QUAT + 4:
            y_out[i] = 2.0 * half[i] - full[i]
    h = (half[QUAT], half[QUAT + 1], half[QUAT + 2], half[QUAT + 3])
    back = (full[QUAT], -full[QUAT + 1], -full[QUAT + 2], -full[QUAT + 3])
    rotation = quat_exp(quat_log(quat_multiply(h, back)))
    quat = quat_normalise(quat_multiply(rotation, h))
    for i in range(4):
        y_out[QUAT + i] = quat[i]


@kernel
def error_norm(full, half, nv, tolerance, rates):
    """Largest difference of the full and the two half steps over tolerance (1 + |value|), in SI units [-]; pose and velocity.

    The difference is the error of the half steps; the extrapolated step is better. Likewise for results of fourth and third
    order, see `raise_order`.
    rates: False if velocities are not compared.
    """
    worst = 0.0
    for i in range(Q + 2 * nv):
        if not rates and (VELOCITY <= i < Q or i >= Q + nv):
            continue
        error = abs(half[i] - full[i]) / (tolerance * (1.0 + abs(half[i])))
        if not error <= worst:
            worst = error
        if worst != worst:  # NaN: must not be hidden by later numbers
            return worst
    return worst


# ----------------------------------------------------------------------------------------------------------------------
# Extrapolation to fourth order: full step, two half steps, three thirds and four quarters
#
# The plain step is smooth in its length, so that n of them, dt / n long, err by e_1 dt / n + e_2 (dt / n)^2 + ..., whatever of
# the Jacobian is left out: there must be no exact one, as in Rosenbrock methods. Polynomials through the results of the sequence
# 1, 2, 3, 4 cancel three of these terms (Aitken and Neville; Deuflhard, Hairer and Zugck 1987; Hairer and Wanner, Solving
# Ordinary Differential Equations II, IV.9). For y' = A y and z = dt A the result errs by -z^5 / 120 y, as Runge-Kutta 4, but it
# decays for z to minus infinity, and is stable within 89 degrees of the negative axis.
# ----------------------------------------------------------------------------------------------------------------------

# Weights of the full step, the half steps and the thirds in the results of fourth and of third order; the quarters have the rest.
FOURTH_ORDER, THIRD_ORDER = (-1.0 / 6.0, 4.0, -13.5), (0.0, 2.0, -9.0)
# Rows of the scratch: thirds, quarters, the step between, which becomes the result of third order, and that of fourth order.
THIRDS, QUARTERS, BETWEEN, RESULT, N_COLUMNS = 0, 1, 2, 3, 4


@kernel
def raise_order(columns, model, reference, span, forces, states, rows, ws):
    """Replace the result of an extrapolated step by that of fourth order, if its four columns agree and converge.

    The columns agree if they have the same contacts and sets, and friction that nowhere differs by half its limit. They converge
    if the results of fourth and third order differ less than the half steps and the full step. Otherwise the step stays of second
    order: weights up to 13.5 would amplify a difference that is not smooth.

    Args:
        columns: Scratch, shape (N_COLUMNS, len(y)); None if the order stays.
        model: ModelArrays.
        reference: Targets of the coordinates.
        span: See `extrapolated_step`.
        forces: Mean external forces in the full step and in the half steps.
        states: State row at t, and the result of second order, which is replaced.
        rows: Full step and half steps, replaced by the results of fourth and third order, whose difference is the estimate.
        ws: Workspace.

    Returns:
        Whether the order is raised, coordinates that had not converged in thirds and quarters [-], and the mean external force in
        the result.
    """
    in_second = twist_sub(twist_scale(2.0, forces[1]), forces[0])
    if columns is None:
        return False, 0, in_second
    full, half, between, result = rows[0], rows[1], columns[BETWEEN], columns[RESULT]
    (y, y_out), (t, dt, _, masses) = states, span
    nv, unconverged = len(model.coordinates), 0
    in_thirds, in_quarters = NO_TWIST, NO_TWIST
    for k in range(7):  # one call site, which the compiler inlines once
        column, n = (THIRDS, 3) if k < 3 else (QUARTERS, 4)
        s = k if k < 3 else k - 3
        h = dt / n
        last = (n - s) % 2 == 1  # steps alternate between two rows, of which the last is that of the column
        end = columns[column] if last else between
        start = y if s == 0 else (between if last else columns[column])
        outward(model, start, ws)
        unconverged += plain_step(model, reference, start, t + s * h, h, ONLY_STEP if s == 0 else SECOND_HALF, end, ws)
        if masses != NOT_BALANCED:
            if k < 3:
                in_thirds = twist_add_scaled(in_thirds, 1.0 / 3.0, external_force(model, ws))
            else:
                in_quarters = twist_add_scaled(in_quarters, 0.25, external_force(model, ws))
        for j in range(len(ws.sets)):
            for i in range(N_SETS):
                if ws.sets[j, FULL_SETS + i] != ws.sets[j, i]:
                    return False, 0, in_second
        if len(model.laws) > 0 and friction_differs(model, False, ws)[0] > 0.0:
            return False, 0, in_second
        if len(ws.contacts) > 0 and contacts_differ(model, False, ws)[0] > 0.0:
            return False, 0, in_second
    combine_columns(FOURTH_ORDER, full, half, columns[THIRDS], columns[QUARTERS], result)
    combine_columns(THIRD_ORDER, full, half, columns[THIRDS], columns[QUARTERS], between)
    if not error_norm(result, between, nv, 1.0, True) <= error_norm(full, half, nv, 1.0, True):
        return False, 0, in_second
    for i in range(len(y)):
        y_out[i], full[i], half[i] = result[i], result[i], between[i]
    force, w = in_quarters, FOURTH_ORDER
    force = twist_add_scaled(force, w[0], twist_sub(forces[0], in_quarters))
    force = twist_add_scaled(force, w[1], twist_sub(forces[1], in_quarters))
    force = twist_add_scaled(force, w[2], twist_sub(in_thirds, in_quarters))
    return True, unconverged, force


@kernel(ordered=True)
def combine_columns(weights, full, half, thirds, quarters, y_out):
    """Combination of the four columns, with the rotation on its group. Numbers that are equal in all columns stay exact."""
    for i in range(len(full)):
        if not QUAT <= i < QUAT + 4:
            last = quarters[i]
            y_out[i] = last + (
                weights[0] * (full[i] - last) + weights[1] * (half[i] - last) + weights[2] * (thirds[i] - last)
            )
    back = (quarters[QUAT], -quarters[QUAT + 1], -quarters[QUAT + 2], -quarters[QUAT + 3])
    turn = scale(weights[0], quat_log(quat_multiply(quat_of(full), back)))
    turn = add_scaled(turn, weights[1], quat_log(quat_multiply(quat_of(half), back)))
    turn = add_scaled(turn, weights[2], quat_log(quat_multiply(quat_of(thirds), back)))
    set_quat(y_out, quat_multiply(quat_exp(turn), quat_of(quarters)))


@kernel(inline=True)
def quat_of(y):
    """Quaternion of the base."""
    return (y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3])


# ----------------------------------------------------------------------------------------------------------------------
# Estimated error of the extrapolated step
#
# For y' = A y and z = dt A, two half steps differ from the full step by d = -z^2 / 4 y, the extrapolated step from the
# solution by -z^3 / 6 y, which is 2/3 z d: two thirds of the change of d from one step to the next. Where a force jumps, d
# jumps as well. The sum of the absolute changes is the error of a motion that neither amplifies nor damps the errors of its
# steps. Of fourth order, d = z^4 / 96 y is the difference from the result of third order, and the error 4/5 z d.
# ----------------------------------------------------------------------------------------------------------------------

# Rows of the scratch of a step: difference d in the previous step, sums of errors, and the balance of momentum.
BALANCE, DIFFERENCE, ERRORS, N_SCRATCH = 2, 3, 4, 5
# Error of a step over the change of d.
SECOND_ORDER_ERROR, FOURTH_ORDER_ERROR = 2.0 / 3.0, 4.0 / 5.0


@kernel
def clear_errors(rows):
    """Set the sums of errors to zero."""
    for i in range(rows.shape[1]):
        rows[ERRORS, i] = 0.0


@kernel
def complete_errors(rows, n_steps):
    """Complete the sums of errors after a number of extrapolated steps: the first has no predecessor. NaN for 0 or 1."""
    factor = n_steps / (n_steps - 1.0) if n_steps > 1 else np.nan
    for i in range(rows.shape[1]):
        rows[ERRORS, i] *= factor


@kernel
def add_errors(rows, y_out, nv, share, follows):
    """Add the errors of an accepted step in the position of the base and in the coordinates to their sums.

    Args:
        rows: Scratch of the step: see `extrapolated_step`, DIFFERENCE and ERRORS.
        y_out: State row that the step reached.
        nv: Number of coordinates.
        share: Error of a step of this order over the change of d.
        follows: True if DIFFERENCE is that of the previous step, of the same order.
    """
    for i in range(P, Q + nv):
        if P + 3 <= i < Q:
            continue
        d = rows[1, i] - rows[0, i]
        change = abs(d - rows[DIFFERENCE, i]) * share if follows else 0.0
        if y_out[i] == rows[1, i]:  # not extrapolated: the error is that of the half steps
            change = max(change, abs(d))
        rows[ERRORS, i] += change
        rows[DIFFERENCE, i] = d


# ----------------------------------------------------------------------------------------------------------------------
# Explicit Runge-Kutta 4 on the group, and the right-hand side for SciPy's solvers
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def set_driven(model, reference, t, y, ws):
    """Set the driven coordinates of y to their targets at t."""
    nv = len(model.coordinates)
    references(reference, t, ws.coordinates)
    if has_lines(model):
        project_targets(model, ws.coordinates)
    for j in range(nv):
        if model.coordinates[j].driven != 0:
            y[Q + j] = ws.coordinates[j, TARGET]
            y[Q + nv + j] = ws.coordinates[j, TARGET_RATE]


@kernel
def derivative(model, reference, t, y, dy, ws):
    """Rates of all numbers of the state row except the quaternion (0); the rates of the works are the powers of the terms.

    Args:
        model: ModelArrays.
        reference: Targets of the coordinates.
        t: [s].
        y: State row; its driven coordinates are set to their targets.
        dy: Rates, filled.
        ws: Workspace.
    """
    nv = len(model.coordinates)
    set_driven(model, reference, t, y, ws)
    outward(model, y, ws)
    solve(model, reference, y, t, 0.0, ONLY_STEP, ws)
    a, alpha = world_acceleration(y, ws.body)
    fixed = len(model.base) == 0
    for i in range(3):
        dy[P + i] = y[VELOCITY + i]
        dy[VELOCITY + i] = 0.0 if fixed else a[i]
        dy[VELOCITY + 3 + i] = 0.0 if fixed else alpha[i]
    for i in range(4):
        dy[QUAT + i] = 0.0
    for j in range(nv):
        dy[Q + j] = y[Q + nv + j]
        dy[Q + nv + j] = ws.coordinates[j, QDD]
        dy[Q + 2 * nv + j] = memory_rate(model.coordinates[j], y, nv, j, ws)
    for i in range(len(model.propellers)):
        dy[Q + 3 * nv + i] = thrust_rate(model.propellers[i], y[Q + 3 * nv + i], ws.coordinates[nv + i, TARGET])
    for i in range(Q + 3 * nv + len(model.propellers), len(y)):
        dy[i] = 0.0
    # a step of length zero has no work: count force times velocity instead
    powers(model, y, dy, ws)


@kernel(inline=True)
def memory_rate(c, y, nv, j, ws):
    """Rate of the internal state of an actuator."""
    if c.actuator == MOTOR and c.time_constant > 0.0:
        return (ws.coordinates[j, TARGET] - y[Q + 2 * nv + j]) / c.time_constant
    if c.actuator == SERVO and c.ki > 0.0 and ws.sets[j, FORCE_SET] == 0:
        return ws.coordinates[j, TARGET] - y[Q + j]
    return 0.0


@kernel
def powers(model, y, dy, ws):
    """Power of each term into the work places of dy: works of a step of zero length, divided by it."""
    tiny = 1e-150  # exact: works are linear in dt once dt^2 has no weight
    apply_station_forces(model, tiny, dy, 1.0 / tiny, ws)
    apply_coordinate_forces(model, y, tiny, dy, 1.0 / tiny, ws)


@kernel
def runge_kutta_step(model, reference, y, t, dt, y_out, rows, ws):
    """One step of classical Runge-Kutta 4; the base's rotation moves by a rotation vector from the step's start.

    Args:
        rows: Scratch: stage state and rate, shape (2, len(y)). Others as `plain_step`.

    Source: Munthe-Kaas 1998, with the inverse of the Jacobian of SO(3) to the order that RK4 needs.
    """
    stage, rate = rows[0], rows[1]
    n = len(y)
    last = (0.0, 0.0, 0.0)
    for i in range(n):
        y_out[i] = y[i]
    total = (0.0, 0.0, 0.0)
    for k in range(4):
        c = 0.0 if k == 0 else (1.0 if k == 3 else 0.5)
        weight = 1.0 / 6.0 if k == 0 or k == 3 else 1.0 / 3.0
        for i in range(n):
            stage[i] = y[i] + (c * dt * rate[i] if k > 0 else 0.0)
        rotation_vector = (c * dt * last[0], c * dt * last[1], c * dt * last[2])
        set_quat(stage, quat_multiply(quat_exp(rotation_vector), (y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3])))
        derivative(model, reference, t + c * dt, stage, rate, ws)
        last = rotation_vector_rate(rotation_vector, (stage[VELOCITY + 3], stage[VELOCITY + 4], stage[VELOCITY + 5]))
        total = (total[0] + weight * last[0], total[1] + weight * last[1], total[2] + weight * last[2])
        for i in range(n):
            y_out[i] += weight * dt * rate[i]
    rotation_vector = (dt * total[0], dt * total[1], dt * total[2])
    set_quat(y_out, quat_multiply(quat_exp(rotation_vector), (y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3])))
    set_driven(model, reference, t + dt, y_out, ws)


@kernel(inline=True)
def set_quat(y, q):
    """Store a quaternion, normalised."""
    q = quat_normalise(q)
    for i in range(4):
        y[QUAT + i] = q[i]
