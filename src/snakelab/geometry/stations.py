"""Station records: where a part's mass lies, and where media act on it."""

from dataclasses import dataclass

import numpy as np

from snakelab.types import FloatArray


@dataclass(frozen=True)
class Station:
    """A thin piece of a part, rigid, with its frame at its centre of mass and in the part's local axes.

    Attributes:
        step: Number of the part's equal steps before it [-]; 0 is the part's base.
        offset: Centre of mass from the frame at that step, shape (3,), [m].
        mass: Mass [kg].
        inertia: About the centre of mass, shape (3, 3), [kg m^2].
    """

    step: int
    offset: FloatArray
    mass: float
    inertia: FloatArray


def simpson_weights(n_steps: int) -> FloatArray:
    """Weights of Simpson's rule over n_steps equal intervals (even), shape (n_steps + 1,); they sum to 1."""
    weights = np.ones(n_steps + 1)
    weights[1:-1:2] = 4
    weights[2:-1:2] = 2
    return weights / (3 * n_steps)
