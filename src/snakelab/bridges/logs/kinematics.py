"""Positions that follow from measured coordinates and the pose of the base, by the kinematics of the model."""

import numpy as np

from snakelab.physics.command import constant_reference
from snakelab.physics.model import Model
from snakelab.physics.observe import record_layout
from snakelab.physics.state import initial_state
from snakelab.sim.record import width_of
from snakelab.sim.state_rows import record_states
from snakelab.types import FloatArray

MEASURED = ("q", "v", "base_position", "base_quaternion", "base_velocity")


def known_kinematics(model: Model, series: dict[str, FloatArray], n: int) -> FloatArray:
    """Return records of which only the kinematics are valid, shape (n, record width).

    Args:
        model: The model.
        series: Measured variables; those of `MEASURED` are used, what is missing is as in the initial state.
        n: Number of records [-].
    """
    layout = record_layout(model)
    rows, start = np.zeros((n, width_of(layout))), initial_state(model).row()
    states, first = np.tile(start, (n, 1)), layout["base_position"][0].start
    for name in MEASURED:
        if name in series:
            place = layout[name][0]
            states[:, place.start - first : place.stop - first] = series[name]
    coordinates = model.arrays.coordinates.copy()
    coordinates["driven"] = 0  # joints stay at their measured positions
    reference = constant_reference(np.zeros(model.n_coordinates))
    record_states(model.arrays._replace(coordinates=coordinates), reference, np.zeros(n), states, rows)
    return rows
