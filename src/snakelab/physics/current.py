"""Velocity of the fluid at a point, for Python."""

import numpy as np

from snakelab.compiling import kernel
from snakelab.physics.model import Model
from snakelab.physics.model_tables.workspace import workspace
from snakelab.types import FloatArray
from snakelab.worlds.fluid.numbers import CURRENTS, N_CURRENTS
from snakelab.worlds.fluid.stream import stream_velocity
from snakelab.worlds.law import FLUID


def current_at(model: Model, times: FloatArray, points: FloatArray) -> FloatArray | None:
    """Velocity of the fluid along a path, the sum of its currents; None without currents.

    Args:
        model: The model.
        times: Shape (m,), [s].
        points: World axes, shape (m, 3), [m].

    Returns:
        World axes, shape (m, 3), [m/s].
    """
    arrays = model.arrays
    fluids = [law for law in arrays.laws if law["code"] == FLUID]
    if not any(arrays.law_parameters[law["first"] + N_CURRENTS] for law in fluids):
        return None
    out = np.zeros((len(times), 3))
    _streams(arrays, np.ascontiguousarray(times), np.ascontiguousarray(points), out)
    return out


@kernel(allocates=True)
def _streams(model, times, points, out):
    """Sum of the currents of all fluids at every point."""
    ws = workspace(model)
    par = model.law_parameters
    for law in model.laws:
        if law.code == FLUID:
            a = law.first
            for i in range(len(times)):
                p = (points[i, 0], points[i, 1], points[i, 2])
                v = stream_velocity(par, a + int(par[a + CURRENTS]), int(par[a + N_CURRENTS]), p, times[i], ws.body[0])
                for k in range(3):
                    out[i, k] += v[k]
