"""The targets of a reference at one instant, for Python."""

import numpy as np

from snakelab.physics.command import Reference
from snakelab.physics.references import references
from snakelab.physics.workspace import COORDINATE_WIDTH, TARGET, TARGET_ACCELERATION
from snakelab.types import FloatArray


def targets_at(reference: Reference, time: float) -> FloatArray:
    """Value, rate and acceleration of every row at the time [s], shape (3, rows)."""
    rows = np.zeros((max(len(reference.wave), reference.coefficients.shape[1]), COORDINATE_WIDTH))
    references(reference, float(time), rows)
    return rows[:, TARGET : TARGET_ACCELERATION + 1].T.copy()
