"""Right-hand side of the state row for SciPy's solvers, and its Jacobian matrix by finite differences."""

import numpy as np

from snakelab.physics.command import Reference
from snakelab.physics.model import Model
from snakelab.physics.state import Q, State
from snakelab.sim.loop import FAR
from snakelab.sim.state_rows import state_rate
from snakelab.types import FloatArray

# Relative change of a number for a one-sided finite difference.
CHANGE = float(np.sqrt(np.finfo(np.float64).eps))
# Evaluations that one step may take: for each try, a Jacobian matrix and the iterations.
TRIES, ITERATIONS = 100, 20


class NoProgressError(Exception):
    """Error for a solver that exceeds the number of evaluations in one step."""


class RightHandSide:
    """Rate of the state row, shape (n,), with a bound on the evaluations between two accepted steps.

    Args:
        model: The model.
        reference: Reference motion of the coordinates.
        state: Initial state of the solver.
    """

    def __init__(self, model: Model, reference: Reference, state: State) -> None:
        row = state.row()
        self.model, self.reference = model, reference
        self.n_motion = Q + 2 * model.n_coordinates
        self.n_felt = len(row) - len(state.work)  # no rate depends on the work done so far
        self.calls, self.allowed = 0, 0
        self._dy = np.zeros(len(row))
        self.allow_step()

    def allow_step(self) -> None:
        """Reset the number of evaluations for the next step."""
        self.allowed = self.calls + TRIES * (len(self._dy) + ITERATIONS)

    def is_far(self, y: FloatArray) -> bool:
        """Return True if the motion is out of bounds, or not a number."""
        return not bool(np.abs(y[: self.n_motion]).max() < FAR)

    def __call__(self, t: float, y: FloatArray) -> FloatArray:
        """Return the rate at a time [s] and a state row."""
        self.calls += 1
        if self.calls > self.allowed:
            raise NoProgressError
        state_rate(self.model.arrays, self.reference, t, y, self._dy)
        return self._dy.copy()

    def jacobian(self, t: float, y: FloatArray) -> FloatArray:
        """Return the derivative of the rate with respect to the state row, shape (n, n).

        SciPy's estimate increases the perturbation of a variable without effect from step to step until it is infinite.
        """
        here, matrix = self(t, y), np.zeros((len(y), len(y)))
        for i in range(self.n_felt):
            moved = y.copy()
            moved[i] += CHANGE * max(1.0, abs(y[i]))
            matrix[:, i] = (self(t, moved) - here) / (moved[i] - y[i])
        return matrix
