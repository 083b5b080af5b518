"""Compiled loop: rows of states, each integrated from event to event, and rates and records of state rows."""

import math
from typing import NamedTuple

import numpy as np

from snakelab.geometry.rotations import quat_multiply
from snakelab.kernels.decorator import kernel
from snakelab.kernels.lazy_kernel import read_shared, tables_at
from snakelab.physics.columns import QUAT, VELOCITY, ModelArrays, Q, Workspace, n_bodies, workspace
from snakelab.physics.command import Reference
from snakelab.physics.free_body_motion import body_error_norm
from snakelab.physics.integrators import (
    BALANCE,
    ERRORS,
    FOURTH_ORDER_ERROR,
    SECOND_ORDER_ERROR,
    add_errors,
    clear_errors,
    complete_errors,
    derivative,
    error_norm,
    extrapolated_step,
    plain_step,
    runge_kutta_step,
    set_driven,
    set_quat,
)
from snakelab.physics.momentum import (
    FOLLOWS,
    NO_MOMENTUM,
    NOT_BALANCED,
    TOUCHED,
    accept_balance,
    balanced_masses,
    complete_balance,
    conserve_momentum,
    conserve_with_bodies,
    momentum,
)
from snakelab.physics.outward_pass import outward
from snakelab.physics.record_kernels import observe, start_record
from snakelab.worlds.force_law import COUPLING_LAW, SELF_CONTACT_LAW
from snakelab.worlds.friction import ONLY_STEP

# ----------------------------------------------------------------------------------------------------------------------
# Compiled loop: rows of states, with a record at each event. Compiled without Python calls
#
# A single run is a call with one row. Runs and batches share this one compiled function, so they are equal bit for bit.
# ----------------------------------------------------------------------------------------------------------------------

PLAIN, EXTRAPOLATED, RUNGE_KUTTA = range(3)
REACHED, DIVERGED, STEP_TOO_SMALL, INTERRUPTED = range(4)
# Magnitude of a pose or velocity that counts as divergence [SI].
DIVERGENCE_LIMIT = 1e6
# A step of this length may contain a jump of the velocity, where a damped contact begins to act: then only poses are compared, in
# at most MAX_JUMPS such steps until a step of a microsecond holds the tolerance.
SMALLEST_STEP, MAX_JUMPS = 1e-9, 100
# Largest number of parts into which impacts divide a fixed step [-].
MAX_PARTS = 512
# Columns of `Rows.clock` and of `Rows.numbers`
TIME, NEXT_STEP, N_CLOCK = 0, 1, 2
MODEL, REFERENCE, CODE, EVENTS, STEPS, REJECTED, UNCONVERGED, N_NUMBERS = range(8)
# Places in `stepping`: PLAIN, EXTRAPOLATED (with `Scratch.columns` of fourth order) or RUNGE_KUTTA; the largest step [s]; the
# tolerance of the error estimate, see `error_norm`, 0 for fixed steps.
INTEGRATOR, STEP, TOLERANCE, N_STEPPING = 0, 1, 2, 3
# Place of the state row in a record, after time, error estimate and unconverged coordinates.
RECORDED_STATE = 3


class Rows(NamedTuple):
    """States that `advance` integrates, one in each row, and their records. Few arrays: each costs a call from Python time.

    Attributes:
        states: State rows, shape (n, width); updated to the last state reached.
        clock: Time and the adaptive step to try first (0 for none), shape (n, N_CLOCK), [s]; updated.
        numbers: Index of the model, index of the reference; code (REACHED, DIVERGED, STEP_TOO_SMALL or INTERRUPTED) and number
            of events reached, which are set; steps, rejected steps and unconverged coordinates, which are added to; shape
            (n, N_NUMBERS), int.
        times: Events of each row, ascending, shape (n, m), [s]; the first may be the row's own time.
        records: Records of each row at its last r events, shape (n, r, c or record width); filled for rows integrated.
    """

    states: np.ndarray
    clock: np.ndarray
    numbers: np.ndarray
    times: np.ndarray
    records: np.ndarray


class Scratch(NamedTuple):
    """Scratch arrays of the loop, used by one row after the other.

    Attributes:
        reached: State row that a step reaches, shape (width,).
        stages: Scratch of one step, see `physics.integrators`, shape (N_SCRATCH, width).
        record: A whole record, of which some columns are stored, shape (record width,); empty if records are stored whole or
            hold only time and state.
        workspace: Scratch of the recursion.
        columns: Scratch of extrapolation to fourth order, see `raise_order`, shape (N_COLUMNS, width); else None. With it, the
            loop is compiled once more: runs of second order do not wait for that.
    """

    reached: np.ndarray
    stages: np.ndarray
    record: np.ndarray
    workspace: Workspace
    columns: np.ndarray | None


@kernel(inline=True)
def model_at(models, i):
    """Return one of the stacked models."""
    return ModelArrays(
        models.parts[i],
        models.stations[i],
        models.coordinates[i],
        models.laws[i],
        models.law_parameters[i],
        models.gravity[i],
        models.base[i],
        models.rings[i],
        models.points[i],
        models.propellers[i],
        models.curves[i],
        models.couplings[i],
        models.from_head[i],
        tables_at(models.rods, i),
    )


@kernel(inline=True)
def reference_at(references, i):
    """Return one of the stacked references."""
    return Reference(
        references.kind[i],
        references.wave[i],
        references.ramp[i],
        references.knots[i],
        references.coefficients[i],
        references.force[i],
    )


@kernel
def advance(models, references, rows, order, stepping, columns, scratch, stop):
    """Integrate state rows through their event times, one row after the other.

    Between two events all fixed steps are equal and at most `step` long. With a tolerance, steps adapt, and only the last
    before an event is cut.

    Args:
        models: ModelArrays of models of equal structure, each array with a leading axis of models.
        references: References of equal shape, each array with a leading axis of references.
        rows: States, with the model, the reference, the events and the records of each.
        order: Indices of the rows to integrate, shape (k,), int.
        stepping: Integrator and its settings, shape (N_STEPPING,).
        columns: Columns of a record to store, shape (c,), int; none for the whole record.
        scratch: Scratch arrays of models of this structure.
        stop: Another thread ends the loop by setting stop[0], shape (1,), int.
    """
    integrator, step, tolerance = stepping[INTEGRATOR], stepping[STEP], stepping[TOLERANCE]
    times, records = rows.times, rows.records
    ws, y_out, stages = scratch.workspace, scratch.reached, scratch.stages
    chosen, unrecorded = len(columns) > 0, times.shape[1] - records.shape[1]
    observed = not chosen or len(scratch.record) > 0
    # forces of couplings and of the contact with itself are internal; friction of a contact with a surface follows its contact
    n_internal = 0
    for law in models.laws[0]:
        n_internal += law.code == COUPLING_LAW or law.code == SELF_CONTACT_LAW
    no_forces = len(models.laws[0]) == n_internal and len(models.propellers[0]) == 0 and len(models.base[0]) > 0
    bodies = n_bodies(models.parts[0])
    free = integrator == EXTRAPOLATED and no_forces
    divided = integrator == EXTRAPOLATED and tolerance == 0.0 and (len(models.rings[0]) > 0 or bodies > 0)
    for i in order:
        y, clock, numbers = rows.states[i], rows.clock[i], rows.numbers[i]
        model, reference = model_at(models, numbers[MODEL]), reference_at(references, numbers[REFERENCE])
        n, n_motion, t = len(y), Q + 2 * len(model.coordinates), clock[TIME]
        trial = clock[NEXT_STEP] if clock[NEXT_STEP] > 0.0 else step
        if observed and times.shape[1] > 0 and not times[i, 0] > t:
            start_record(model, reference, y, t, ws)
        masses = balanced_masses(model) if integrator == EXTRAPOLATED else NOT_BALANCED
        code, events = REACHED, 0
        while code == REACHED and events < times.shape[1]:
            start, end = t, times[i, events]
            error, unconverged = 0.0, 0
            before, alone = NO_MOMENTUM, NO_MOMENTUM
            if free and end > t:
                alone = momentum(model, len(model.stations) - bodies, y, ws)
                before = momentum(model, len(model.stations), y, ws) if bodies > 0 else alone
            steps = max(1, math.ceil((end - start) / step - 1e-9))
            k, done, part, until, accepted, jumps = 0, 0.0, np.inf, np.inf, 0, 0
            raised, was_raised = False, False
            clear_errors(stages)
            stages[BALANCE, FOLLOWS] = 0.0
            if bodies > 0:
                stages[BALANCE, TOUCHED] = 0.0
            while end > t:
                if read_shared(stop, 0) != 0:
                    code = INTERRUPTED
                    break
                dt = (end - start) / steps
                cut = False
                if tolerance > 0.0:
                    dt = min(trial, step)
                    if t + 1.01 * dt >= end:
                        dt, cut = end - t, True
                whole, floor, impact = dt, 0.0, 0.0
                if divided:
                    dt, until = min(dt - done, part, until), np.inf
                    if dt > 1.01 * whole / MAX_PARTS:
                        floor = 1.0 * whole  # normal velocity that 1 m/s^2 gives within the step, see `impact_of_step`
                if integrator == PLAIN:
                    outward(model, y, ws)
                    loose = plain_step(model, reference, y, t, dt, ONLY_STEP, y_out, ws)
                elif integrator == EXTRAPOLATED:
                    loose, event, impact, raised = extrapolated_step(
                        scratch.columns, model, reference, y, (t, dt, floor, masses), y_out, stages, ws
                    )
                    if event < dt:
                        until = max(event, whole / MAX_PARTS)
                else:
                    loose = 0
                    runge_kutta_step(model, reference, y, t, dt, y_out, stages, ws)
                worst = 0.0
                scale = tolerance if tolerance > 0.0 else 1.0
                if integrator == EXTRAPOLATED:
                    worst = error_norm(stages[0], stages[1], len(model.coordinates), scale, True)
                    if bodies > 0:
                        worst = max(worst, body_error_norm(model, stages[0], stages[1], scale, True))
                if tolerance > 0.0:
                    if worst <= 1.0 and dt > 1000.0 * SMALLEST_STEP:
                        jumps = 0
                    elif not worst <= 1.0 and dt <= 1.01 * SMALLEST_STEP and jumps < MAX_JUMPS:
                        jumps += 1
                        worst = error_norm(stages[0], stages[1], len(model.coordinates), scale, False)
                        if bodies > 0:
                            worst = max(worst, body_error_norm(model, stages[0], stages[1], scale, False))
                    factor = 2.0 if worst < 0.2 else 0.9 / math.sqrt(worst)
                    if raised:  # the estimate is that of the result of third order
                        factor = 2.0 if worst < 0.04 else 0.9 / math.sqrt(math.sqrt(worst))
                    if not worst <= 1.0:  # also for NaN
                        numbers[REJECTED] += 1
                        trial = max(dt * max(0.2, factor) if worst == worst else 0.1 * dt, SMALLEST_STEP)
                        if dt <= 1.01 * SMALLEST_STEP:
                            code = STEP_TOO_SMALL
                            break
                        continue
                    if not cut or dt * factor < trial:
                        trial = dt * factor
                if until < dt:
                    continue
                if impact > 1.0:
                    part = max(dt * max(0.25, 0.9 / math.sqrt(impact)), whole / MAX_PARTS)
                    continue
                error = max(error, worst)
                for j in range(n):
                    # memories and works may be large, but not infinite or NaN
                    if not abs(y_out[j]) < (DIVERGENCE_LIMIT if j < n_motion else np.inf):
                        code = DIVERGED
                        break
                if code != REACHED:
                    break
                for j in range(n):
                    y[j] = y_out[j]
                numbers[STEPS] += 1
                if integrator == EXTRAPOLATED:
                    share = FOURTH_ORDER_ERROR if raised else SECOND_ORDER_ERROR
                    follows = accepted > 0 and raised == was_raised
                    add_errors(stages, y_out, len(model.coordinates), share, follows)
                    was_raised = raised
                if masses != NOT_BALANCED:
                    accept_balance(stages[BALANCE])
                accepted += 1
                unconverged += loose
                if divided:
                    done += dt
                    if dt >= part:
                        part = dt * min(2.0, 0.9 / math.sqrt(max(impact, 1e-3)))
                    if done < whole * (1.0 - 1e-9):
                        t = start + k * whole + done
                        continue
                k, done = k + 1, 0.0
                last = cut if tolerance > 0.0 else k == steps
                t = end if last else (t + dt if tolerance > 0.0 else start + k * whole)
            if code != REACHED:
                break
            if free and end > start:
                if bodies > 0 and stages[BALANCE, TOUCHED] != 0.0:
                    conserve_with_bodies(model, before, end - start, y, ws)
                else:
                    conserve_momentum(model, alone, end - start, y, ws)
            if masses != NOT_BALANCED and accepted > 0:
                complete_balance(model, masses, y, stages[BALANCE], ws)
            numbers[UNCONVERGED] += unconverged
            events += 1
            if events <= unrecorded:
                continue
            out = records[i, events - 1 - unrecorded]
            if observed:
                # other steps have no estimate
                estimate = error if integrator == EXTRAPOLATED else np.nan
                if accepted > 0:
                    complete_errors(stages, accepted if integrator == EXTRAPOLATED else 0)
                full = scratch.record if chosen else out
                observe(model, reference, y, t, (estimate, unconverged), stages[ERRORS], full, ws)
                for c in range(len(columns)):
                    out[c] = full[columns[c]]
            else:
                for c in range(len(columns)):
                    out[c] = t if columns[c] == 0 else y[columns[c] - RECORDED_STATE]
        numbers[CODE], numbers[EVENTS], clock[TIME], clock[NEXT_STEP] = code, events, t, trial


# ----------------------------------------------------------------------------------------------------------------------
# State as one row of numbers, for general solvers: its rate, and records of many rows
#
# These kernels are separate from the engines, so that changes of the engines do not recompile them.
# ----------------------------------------------------------------------------------------------------------------------


@kernel(allocates=True)
def state_rate(model, reference, t, y, dy):
    """Rate of the state row including the quaternion: 1/2 (0, w) q."""
    row = y.copy()
    set_quat(row, (y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3]))
    derivative(model, reference, t, row, dy, workspace(model))
    w = (0.0, 0.5 * y[VELOCITY + 3], 0.5 * y[VELOCITY + 4], 0.5 * y[VELOCITY + 5])
    rate = quat_multiply(w, (y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3]))
    for i in range(4):
        dy[QUAT + i] = rate[i]


@kernel(allocates=True)
def record_states(model, reference, times, states, rows):
    """One record for each state row, all forces those of the state itself."""
    ws = workspace(model)
    for k in range(len(times)):
        y = states[k].copy()
        set_driven(model, reference, times[k], y, ws)
        set_quat(y, (y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3]))
        start_record(model, reference, y, times[k], ws)
        observe(model, reference, y, times[k], (np.nan, 0), np.full(len(y), np.nan), rows[k], ws)
