"""Engines: integration of a state in time under a reference, by the built-in engine or MuJoCo (in `bridges`)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Protocol, TypeVar, runtime_checkable

import numpy as np
from annotated_types import Gt

from snakelab.compiling import announce_compiling, is_warm, mark_warm, note_use
from snakelab.declared.check import check_declared
from snakelab.declared.marks import Choices
from snakelab.errors import SimulationError
from snakelab.physics.command import Reference, constant_reference
from snakelab.physics.model import Model
from snakelab.physics.state import State, initial_state
from snakelab.results.status import RunStatus
from snakelab.sim.loop import (
    DIVERGED,
    INTERRUPTED,
    N_STATS,
    REJECTED,
    SMALLEST_STEP,
    STEP_TOO_SMALL,
    STEPS,
    STOP,
    UNSETTLED,
    advance,
)
from snakelab.sim.quantities import INTEGRATORS, Step, Tolerance
from snakelab.types import FloatArray

T = TypeVar("T")
# Steps times parts of a compiled call that takes about a tenth of a second.
SHORT = 500_000


@dataclass(frozen=True)
class Outcome:
    """Result of one call of an engine.

    Attributes:
        state: Last state reached.
        events: Number of events reached [-].
        problem: Status of a run that ended before the last event, as a `RunStatus` or its text; else empty.
        steps, rejected, unsettled: Counters [-].
    """

    state: State
    events: int
    problem: str = ""
    steps: int = 0
    rejected: int = 0
    unsettled: int = 0


@runtime_checkable
class Engine(Protocol):
    """Interface of engines, which integrate a state and write a record at each event time."""

    def advance(self, model: Model, reference: Reference, state: State, times: FloatArray, rows: FloatArray) -> Outcome:
        """Integrate from `state` through all `times`; rows[i] is the record at times[i], see `physics.observe.record_layout`."""


@dataclass(frozen=True)
class SnakelabEngine:
    """Built-in engine.

    Args:
        step: Largest step [s].
        integrator: "extrapolated" (second order, default), "plain" (first order) or "rk4" (explicit, fourth order).
        tolerance: None for fixed steps. With a tolerance, steps adapt until the difference between one full and two half
            steps is below tolerance (1 + |value|) in every number of the state, in SI units.
    """

    step: Annotated[Step, Gt(SMALLEST_STEP)] = 2e-3
    integrator: Annotated[str, Choices(INTEGRATORS)] = "extrapolated"
    tolerance: Tolerance | None = None

    def __post_init__(self) -> None:
        check_declared(self, SimulationError, name="")
        if self.tolerance is not None and self.integrator != "extrapolated":
            raise SimulationError(
                f"tolerance needs integrator='extrapolated', which has an error estimate; got {self.integrator!r}"
            )

    def advance(self, model: Model, reference: Reference, state: State, times: FloatArray, rows: FloatArray) -> Outcome:
        """Integrate; see `Engine.advance`."""
        row, stats = state.row(), np.zeros(N_STATS, np.int64)
        call = partial(
            advance, model.arrays, reference, INTEGRATORS.index(self.integrator), float(self.step), float(self.tolerance or 0.0),
            row, state.time, times, rows, state.step, stats,
        )  # fmt: skip
        code, events, time, step = call() if self._is_short(model, state, times) else _interruptible(call, stats)
        problem = ""
        if code == DIVERGED:
            problem = RunStatus.diverged(time)
        elif code == INTERRUPTED:
            problem = RunStatus.interrupted(time)
        elif code == STEP_TOO_SMALL:
            problem = RunStatus.failed(
                f"at t = {time:.6g} s the error estimate exceeds tolerance={self.tolerance:g} "
                f"even at a step of {SMALLEST_STEP:g} s",
                time,
            )
        counters = {"steps": int(stats[STEPS]), "rejected": int(stats[REJECTED]), "unsettled": int(stats[UNSETTLED])}
        return Outcome(state.at(time, row, step), events, problem, **counters)

    def _is_short(self, model: Model, state: State, times: FloatArray) -> bool:
        """Return True if a call is short enough to complete before Ctrl-C is handled."""
        if len(times) == 0:
            return True
        steps = (times[-1] - state.time) / self.step + len(times)
        return self.tolerance is None and steps * len(model.arrays.parts) < SHORT


def load_loop(model: Model) -> None:
    """Load the compiled loop into this process once, so that no run's wall time includes it."""
    if advance.signatures:
        return
    fresh = not is_warm()
    if fresh:
        announce_compiling()
    nothing = np.zeros(0)
    hold = constant_reference(np.zeros(model.n_coordinates))
    SnakelabEngine().advance(model, hold, initial_state(model), nothing, nothing.reshape(0, 0))
    if fresh:
        mark_warm()
    else:
        note_use()


def _interruptible(call: Callable[[], T], stats: np.ndarray) -> T:
    """Run the compiled loop on a thread, so that this thread can handle Ctrl-C and stop the loop."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(call)
        try:
            while not wait([future], timeout=0.05).done:  # an endless wait would not see Ctrl-C on every platform
                pass
        except KeyboardInterrupt:
            stats[STOP] = 1
        return future.result()
