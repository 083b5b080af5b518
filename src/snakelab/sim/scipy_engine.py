"""SciPy's solvers on the same right-hand side: the reference of accuracy, and for stiff problems of convergence."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.errors import SimulationError
from snakelab.physics.command import Reference
from snakelab.physics.model import Model
from snakelab.physics.state import Q, State
from snakelab.sim.engine import Outcome
from snakelab.sim.loop import FAR
from snakelab.sim.state_rows import record_states, state_rate
from snakelab.types import FloatArray, choice, number

METHODS = ("DOP853", "RK45", "Radau", "BDF", "LSODA")
IMPLICIT = ("Radau", "BDF", "LSODA")


@dataclass(frozen=True)
class ScipyEngine:
    """`scipy.integrate.solve_ivp` on the engine's right-hand side.

    Args:
        method: "DOP853", "RK45" (explicit), "Radau", "BDF", "LSODA" (stiff).
        rtol: Relative tolerance; the absolute one is a hundredth of it, in SI units.
        max_step: [s].
    """

    method: str = "DOP853"
    rtol: float = 1e-8
    max_step: float = math.inf

    def __post_init__(self) -> None:
        choice(self.method, "integrator", METHODS, SimulationError)
        number(self.rtol, "tolerance", SimulationError, above=0, most=0.1)

    def advance(self, model: Model, reference: Reference, state: State, times: FloatArray, rows: FloatArray) -> Outcome:
        """See `Engine.advance`."""
        dy, calls = np.zeros(len(state.row())), 0

        def room(t: float, y: FloatArray) -> float:
            """How far the state is from being out of all bounds."""
            return float(FAR - np.abs(y[: Q + 2 * model.n_coordinates]).max())

        def rate(t: float, y: FloatArray) -> FloatArray:
            nonlocal calls
            calls += 1
            if self.method not in IMPLICIT and not room(t, y) > 0:
                raise _DivergenceError(t)
            state_rate(model.arrays, reference, t, y, dy)
            return dy.copy()

        y0 = state.row()
        if times[-1] > state.time:
            good, states, problem = self._solve(rate, room, state.time, y0, times)
        else:
            good, states, problem = times, y0[None], ""
        record_states(model.arrays, reference, good, states, rows)
        final = state.at(good[-1], states[-1]) if len(good) else state
        return Outcome(final, len(good), problem, steps=calls)

    def _solve(
        self,
        rate: Callable[[float, FloatArray], FloatArray],
        room: Callable[[float, FloatArray], float],
        start: float,
        y0: FloatArray,
        times: FloatArray,
    ) -> tuple[FloatArray, FloatArray, str]:
        """Times reached, states there, and why it stopped early, if it did."""
        from scipy.integrate import solve_ivp

        settings: dict[str, Any] = {"rtol": self.rtol, "atol": self.rtol / 100, "max_step": self.max_step}
        # implicit solvers try far states for their Jacobian, so only those that they accept count
        room.terminal = True  # type: ignore[attr-defined]
        settings["events"] = room
        good, states, problem = times[:0], np.zeros((0, len(y0))), ""
        wanted = times
        while True:
            try:
                with np.errstate(all="ignore"):
                    answer = solve_ivp(rate, (start, wanted[-1]), y0, self.method, t_eval=wanted, **settings)
            except _DivergenceError as found:
                problem = f"diverged at t = {found.time:.6g} s"
                wanted = wanted[wanted < found.time][:-1]  # once more, as far as it goes well
                if len(wanted) == 0 or wanted[-1] <= start:
                    return good, states, problem
                continue
            if answer.status == 1:
                problem = f"diverged at t = {answer.t_events[0][0]:.6g} s"
            elif not answer.success:
                at = answer.t[-1] if len(answer.t) else start
                problem = f"failed: {self.method} stopped after t = {at:.6g} s: {answer.message}"
            return answer.t, np.ascontiguousarray(answer.y.T), problem


class _DivergenceError(Exception):
    """A solver asked for the rate of a state that is out of all bounds."""

    def __init__(self, time: float) -> None:
        self.time = time
