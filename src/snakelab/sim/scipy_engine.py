"""Engine with SciPy's solvers, and the choice of the engine by the settings of a run."""

import math
import warnings
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from snakelab.errors import SimulationError
from snakelab.parameters.arguments import FloatArray, choice, number
from snakelab.physics.columns import Q
from snakelab.physics.command import Reference
from snakelab.physics.model import Model
from snakelab.physics.state import State
from snakelab.results.run_status import RunStatus
from snakelab.sim.compiled_loop import DIVERGENCE_LIMIT, SMALLEST_STEP, record_states, state_rate
from snakelab.sim.engine import INTEGRATORS, METHODS, Engine, Outcome, SnakelabEngine, check_no_objects

if TYPE_CHECKING:
    from scipy.integrate import OdeSolver


# ----------------------------------------------------------------------------------------------------------------------
# Steps of a SciPy solver on the state row: right-hand side with its Jacobian, intermediate records, status of a failure
# ----------------------------------------------------------------------------------------------------------------------

# Relative change of a number for a one-sided finite difference.
CHANGE = float(np.sqrt(np.finfo(np.float64).eps))
# Maximum number of evaluations of one step: for each try, a Jacobian matrix and the iterations.
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
        self.n_motion_states = len(row) - len(state.work)  # no rate depends on the work done so far
        self.calls, self.allowed = 0, 0
        self._dy = np.zeros(len(row))
        self.allow_step()

    def allow_step(self) -> None:
        """Reset the number of evaluations for the next step."""
        self.allowed = self.calls + TRIES * (len(self._dy) + ITERATIONS)

    def is_far(self, y: FloatArray) -> bool:
        """Return True if the motion is out of bounds, or not a number."""
        return not bool(np.abs(y[: self.n_motion]).max() < DIVERGENCE_LIMIT)

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
        for i in range(self.n_motion_states):
            moved = y.copy()
            moved[i] += CHANGE * max(1.0, abs(y[i]))
            matrix[:, i] = (self(t, moved) - here) / (moved[i] - y[i])
        return matrix


TAKES_JACOBIAN = ("Radau", "BDF")  # LSODA estimates the Jacobian itself
WINDOW = 1000  # steps in a row that must be longer on average than the smallest step
SAMPLES = 100  # number of instants at which a diverging step is examined
REASONS = {"Unexpected istate in LSODA.": "no step keeps the tolerance"}


class SolverSteps:
    """Steps of one solver, and the state rows at the times of records.

    Args:
        method: Name of a solver in `scipy.integrate`.
        rate: The right-hand side.
        times: Ascending times of the records, shape (m,), [s]; the first may be that of the initial state.
        rtol: Relative tolerance; the absolute one is a hundredth of it.
        max_step: Largest step [s].
    """

    def __init__(self, method: str, rate: RightHandSide, times: FloatArray, rtol: float, max_step: float) -> None:
        self.method, self.rate, self.times, self.rtol, self.max_step = method, rate, times, rtol, max_step
        self.now = 0.0
        self._found: list[FloatArray] = []

    @property
    def rows(self) -> FloatArray:
        """Return the state rows at the times reached, shape (k, n)."""
        return np.array(self._found)

    def go(self, state: State) -> str:
        """Integrate from a state to the last time; return a status if it stops early, else None."""
        self.now = state.time
        self._found = [state.row() for time in self.times if time <= state.time]
        if len(self._found) == len(self.times):
            return ""
        try:
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.filterwarnings("ignore", "lsoda: ", UserWarning)  # reported by the status
                return self._integrate(self._solver(state))
        except KeyboardInterrupt:
            reached = self.times[len(self._found) - 1] if self._found else state.time
            return RunStatus.interrupted(reached)
        except NoProgressError:
            return self._failure("one step took too many evaluations")
        except Exception as problem:  # SciPy propagates all exceptions of its linear algebra
            return self._failure(" ".join(f"{type(problem).__name__}: {problem}".split()))

    def _solver(self, state: State) -> "OdeSolver":
        import scipy.integrate

        settings: dict[str, Any] = {"rtol": self.rtol, "atol": self.rtol / 100, "max_step": self.max_step}
        if self.method in TAKES_JACOBIAN:
            settings["jac"] = self.rate.jacobian
        solver = getattr(scipy.integrate, self.method)
        return solver(self.rate, state.time, state.row(), self.times[-1], **settings)

    def _integrate(self, solver: "OdeSolver") -> str:
        recent = deque([solver.t], maxlen=WINDOW)
        while solver.status == "running":
            self.rate.allow_step()
            message = solver.step()
            if solver.status == "failed":
                return self._failure(REASONS.get(str(message), str(message).rstrip(".")))
            if self.rate.is_far(solver.y):
                return self._divergence(solver)
            self._keep(solver, solver.t)
            recent.append(solver.t)
            slow = not solver.t - recent[0] > WINDOW * SMALLEST_STEP  # also for NaN
            if slow and len(recent) == WINDOW and solver.status == "running":
                return self._failure(f"its steps are shorter than {SMALLEST_STEP:g} s")
        return ""

    def _keep(self, solver: "OdeSolver", until: float) -> None:
        """Add the state rows at the times up to one inside the last step."""
        self.now = until
        times = self.times[len(self._found) : np.searchsorted(self.times, until, side="right")]
        if len(times):
            self._found.extend(np.ascontiguousarray(solver.dense_output()(times).T))

    def _divergence(self, solver: "OdeSolver") -> str:
        """Keep the part of a diverging step that is within the bounds, and return the status."""
        between = solver.dense_output()
        instants = np.linspace(self.now, solver.t, SAMPLES + 1)
        first = next((t for t in instants if self.rate.is_far(between(t))), solver.t)
        self._keep(solver, float(instants[instants < first].max(initial=self.now)))
        return RunStatus.diverged(first)

    def _failure(self, reason: str) -> str:
        return RunStatus.failed(
            f"{self.method} stopped at t = {self.now:.6g} s: {reason}; "
            f"use another integrator, such as 'extrapolated', or a tolerance other than {self.rtol:g}",
            self.now,
        )


# ----------------------------------------------------------------------------------------------------------------------
# Engine with SciPy's solvers on the same right-hand side, as a reference of accuracy and for stiff problems
# ----------------------------------------------------------------------------------------------------------------------

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

    # A solver begins each call with a new choice of its step: calls by wall time would differ from process to process.
    events_per_call: ClassVar[int] = 256

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
        check_no_objects(model, self.method)
        rate = RightHandSide(model, reference, state)
        steps = SolverSteps(self.method, rate, times, self.rtol, self.max_step)
        problem = steps.go(state)
        states, n = steps.rows, len(steps.rows)
        if n == 0:
            return Outcome(state, 0, problem, steps=rate.calls)
        record_states(model.arrays, reference, times[:n], states, rows)
        return Outcome(state.at(times[n - 1], states[-1]), n, problem, steps=rate.calls)


# ----------------------------------------------------------------------------------------------------------------------
# Choice of the engine by the settings of a run
# ----------------------------------------------------------------------------------------------------------------------


def make_engine(step: float, integrator: str, tolerance: float | None) -> Engine:
    """Return the engine that the settings of `simulate` specify."""
    choice(integrator, "integrator", (*INTEGRATORS, *METHODS), SimulationError)
    if integrator in METHODS:
        return ScipyEngine(integrator, 1e-8 if tolerance is None else tolerance, max_step=math.inf)
    return SnakelabEngine(step, integrator, tolerance)
