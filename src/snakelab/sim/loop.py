"""The compiled loop: steps from event to event, with a record at each. No Python inside."""

import math

import numpy as np

from snakelab.compiling import kernel, read_shared
from snakelab.physics.layout.workspace import N_SETS, workspace
from snakelab.physics.observe import observe, start_record
from snakelab.physics.recursion.outward import outward
from snakelab.physics.state import Q
from snakelab.physics.steps.extrapolated import error_norm, extrapolated_step
from snakelab.physics.steps.plain import plain_step
from snakelab.physics.steps.runge_kutta import runge_kutta_step

PLAIN, EXTRAPOLATED, RUNGE_KUTTA = range(3)
REACHED, DIVERGED, STEP_TOO_SMALL, INTERRUPTED = range(4)
# Beyond this a pose or a velocity is taken for divergence [SI]: a snake a thousand kilometres away.
FAR = 1e6
SMALLEST_STEP = 1e-9
# Places in `stats`
STEPS, REJECTED, UNSETTLED, STOP, N_STATS = 0, 1, 2, 3, 4


@kernel(allocates=True)
def advance(model, reference, integrator, step, tolerance, y, t, times, rows, next_step, stats):
    """Move the state row y through the event times.

    Between two events all fixed steps are equal and at most `step` long. With a tolerance, steps adapt, and only the last
    before an event is cut.

    Args:
        model: ModelArrays.
        reference: What the coordinates should do.
        integrator: PLAIN, EXTRAPOLATED or RUNGE_KUTTA.
        step: Largest step [s].
        tolerance: Of the error estimate, see `error_norm`; 0 for fixed steps.
        y: State row at t; holds the last state that was reached.
        t: [s].
        times: Events, ascending, shape (m,), [s]; the first may be t itself.
        rows: One record for each event, filled.
        next_step: Adaptive step to try first [s]; 0 for none.
        stats: Counters, shape (N_STATS,), added to. Another thread ends the loop by setting stats[STOP].

    Returns:
        Code (REACHED, DIVERGED, STEP_TOO_SMALL or INTERRUPTED), events reached, the time [s], the adaptive step to try next [s].
    """
    ws = workspace(model)
    n, n_motion = len(y), Q + 2 * len(model.coordinates)
    scratch = np.zeros((3, n))
    sets = np.zeros((len(model.coordinates), N_SETS), np.int64)
    y_out = np.zeros(n)
    start_record(model, reference, y, t, ws)
    trial = next_step if next_step > 0.0 else step
    for event in range(len(times)):
        start, end = t, times[event]
        error, unsettled = 0.0, 0
        steps = max(1, math.ceil((end - start) / step - 1e-9))
        k = 0
        while end > t:
            if read_shared(stats, STOP) != 0:
                return INTERRUPTED, event, t, trial
            dt = (end - start) / steps
            cut = False
            if tolerance > 0.0:
                dt = min(trial, step)
                if t + 1.01 * dt >= end:
                    dt, cut = end - t, True
            if integrator == PLAIN:
                outward(model, y, ws)
                loose = plain_step(model, reference, y, t, dt, False, y_out, ws)
            elif integrator == EXTRAPOLATED:
                loose = extrapolated_step(model, reference, y, t, dt, y_out, scratch, sets, ws)
            else:
                loose = 0
                runge_kutta_step(model, reference, y, t, dt, y_out, scratch, ws)
            worst = 0.0
            if integrator == EXTRAPOLATED:
                scale = tolerance if tolerance > 0.0 else 1.0
                worst = error_norm(scratch[0], scratch[1], len(model.coordinates), scale)
            if tolerance > 0.0:
                factor = 2.0 if worst < 0.2 else 0.9 / math.sqrt(worst)
                if not worst <= 1.0:  # NaN too
                    stats[REJECTED] += 1
                    trial = dt * max(0.2, factor) if worst == worst else 0.1 * dt
                    if trial < SMALLEST_STEP:
                        return STEP_TOO_SMALL, event, t, trial
                    continue
                if not cut or dt * factor < trial:
                    trial = dt * factor
            error = max(error, worst)
            for i in range(n):
                # memories and works may be large, but not infinite or NaN
                if not abs(y_out[i]) < (FAR if i < n_motion else np.inf):
                    return DIVERGED, event, t, trial
            for i in range(n):
                y[i] = y_out[i]
            k += 1
            stats[STEPS] += 1
            unsettled += loose
            last = cut if tolerance > 0.0 else k == steps
            t = end if last else (t + dt if tolerance > 0.0 else start + k * dt)
        stats[UNSETTLED] += unsettled
        # other steps have no estimate
        estimate = error if integrator == EXTRAPOLATED else np.nan
        observe(model, reference, y, t, estimate, unsettled, rows[event], ws)
    return REACHED, len(times), t, trial
