"""Engine with SciPy's solvers on the same right-hand side, as a reference of accuracy and for stiff problems."""

import math
from dataclasses import dataclass

import numpy as np

from snakelab.errors import SimulationError
from snakelab.physics.command import Reference
from snakelab.physics.model import Model
from snakelab.physics.state import State
from snakelab.sim.engines.engine import Outcome
from snakelab.sim.engines.solver_steps import RightHandSide, SolverSteps
from snakelab.sim.engines.state_rows import record_states
from snakelab.sim.quantities import METHODS
from snakelab.types import FloatArray, choice, number

MIN_TOLERANCE = 100 * float(np.finfo(np.float64).eps)  # SciPy replaces a smaller one by this


@dataclass(frozen=True)
class ScipyEngine:
    """Engine with one of the solvers of `scipy.integrate`.

    A solver that fails ends the run with a status; the records before that time are kept.

    Args:
        method: "DOP853", "RK45" (explicit), "Radau", "BDF", "LSODA" (stiff).
        rtol: Relative tolerance, at least 100 machine epsilons; the absolute one is a hundredth of it, in SI units.
        max_step: Largest step [s].
    """

    method: str = "DOP853"
    rtol: float = 1e-8
    max_step: float = math.inf

    def __post_init__(self) -> None:
        choice(self.method, "integrator", METHODS, SimulationError)
        number(self.rtol, "tolerance", SimulationError, above=0, maximum=0.1)
        if self.rtol < MIN_TOLERANCE:
            raise SimulationError(
                f"tolerance must be at least {MIN_TOLERANCE:.3g} for {self.method}, because double precision resolves no "
                f"less; got {self.rtol:g}; write for example tolerance=1e-12"
            )

    def advance(self, model: Model, reference: Reference, state: State, times: FloatArray, rows: FloatArray) -> Outcome:
        """Integrate; see `Engine.advance`."""
        rate = RightHandSide(model, reference, state)
        steps = SolverSteps(self.method, rate, times, self.rtol, self.max_step)
        problem = steps.go(state)
        states, n = steps.rows, len(steps.rows)
        if n == 0:
            return Outcome(state, 0, problem, steps=rate.calls)
        record_states(model.arrays, reference, times[:n], states, rows)
        return Outcome(state.at(times[n - 1], states[-1]), n, problem, steps=rate.calls)
