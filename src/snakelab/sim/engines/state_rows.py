"""State as one row of numbers, for general solvers: its rate, and records of many rows.

They are separate from the engines, so that changes of the engines do not recompile kernels.
"""

import numpy as np

from snakelab.compiling import kernel
from snakelab.geometry.rotations import quat_multiply
from snakelab.physics.integrators.runge_kutta import derivative, set_driven, set_quat
from snakelab.physics.model_tables.workspace import workspace
from snakelab.physics.record_row import observe, start_record
from snakelab.physics.state import QUAT, VELOCITY


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
        observe(model, reference, y, times[k], np.nan, 0, rows[k], ws)
