"""Engines: integration of a state in time under a reference, by the built-in engine or MuJoCo (in `bridges`)."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Annotated, Protocol, TypeVar, runtime_checkable

import numpy as np
from annotated_types import Gt

from snakelab.compiling import announce_compiling, is_compiled, mark_compiled
from snakelab.errors import SimulationError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Choices
from snakelab.physics.command import Reference, constant_reference
from snakelab.physics.model import Model
from snakelab.physics.record_row import record_width
from snakelab.physics.state import State, initial_state
from snakelab.results.status import RunStatus
from snakelab.sim.engines.loop import (
    DIVERGED,
    EVENTS,
    INTERRUPTED,
    SMALLEST_STEP,
    STEP_TOO_SMALL,
    advance,
)
from snakelab.sim.engines.rows import (
    FIRST,
    NO_COLUMNS,
    new_scratch,
    one_model,
    one_reference,
    one_row,
    prepared,
    repeated_row,
    stacked_references,
)
from snakelab.sim.engines.worker_threads import Workers, blocks
from snakelab.sim.quantities import INTEGRATORS, Step, Tolerance
from snakelab.types import FloatArray

T = TypeVar("T")
# Number of steps times parts of a compiled call of about 0.1 s.
SHORT = 500_000
MAX_THREADS = 1000  # simultaneous compiled calls, each from a separate thread


@dataclass(frozen=True)
class Outcome:
    """Result of one call of an engine.

    Attributes:
        state: Last state reached.
        events: Number of events reached [-].
        problem: Status of a run that ended before the last event, as a `RunStatus` or its text; else empty.
        steps, rejected, unconverged: Counters [-].
    """

    state: State
    events: int
    problem: str = ""
    steps: int = 0
    rejected: int = 0
    unconverged: int = 0


@runtime_checkable
class Engine(Protocol):
    """Interface of engines, which integrate a state and write a record at each event time."""

    def advance(self, model: Model, reference: Reference, state: State, times: FloatArray, rows: FloatArray) -> Outcome:
        """Integrate from `state` through all `times`; rows[i] is the record at times[i]: see `physics.record_row`."""


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
        moved, stop = one_row(state, times, rows), np.zeros(1, np.int64)
        arrays, scratch = prepared(model.arrays, moved.states.shape[1])
        call = partial(
            advance, arrays, one_reference(reference), moved, FIRST, self._stepping, NO_COLUMNS, scratch, stop
        )
        if self._is_short(model, state, times):
            call()
        else:
            interruptible(call, stop)
        _, _, code, events, steps, rejected, unconverged = moved.numbers[0].tolist()
        time, next_step = moved.clock[0].tolist()
        # Ctrl-C after the last test of the loop also ends the run
        problem = problem_of(INTERRUPTED if stop[0] else code, time, self.tolerance)
        return Outcome(state.at(time, moved.states[0], next_step), events, problem, steps, rejected, unconverged)

    def roll_out(
        self, model: Model, references: Sequence[Reference], state: State, times: FloatArray, threads: int | None = None
    ) -> tuple[FloatArray, np.ndarray]:
        """Integrate one state under each of several references of equal shape, on threads.

        Args:
            model: Model of all roll-outs.
            references: One reference for each roll-out.
            state: Initial state of all roll-outs.
            times: Event times, ascending, shape (m,), [s].
            threads: Number of threads; None for one per core.

        Returns:
            Records, shape (n, m, record width), each bit for bit that of `advance`, and the number of events that each roll-out
            reached, shape (n,).
        """
        n, stop, stacked = len(references), np.zeros(1, np.int64), stacked_references(references)
        records = np.zeros((n, len(times), record_width(model)))
        rows = repeated_row(state, times, records)
        workers, arrays = Workers(min(threads or os.cpu_count() or 1, n)), one_model(model.arrays)
        calls = [
            partial(
                advance, arrays, stacked, rows, block, self._stepping, NO_COLUMNS,
                new_scratch(model.arrays, rows.states.shape[1]), stop,
            )
            for block in blocks(np.arange(n), workers.n)
        ]  # fmt: skip
        interruptible(partial(workers.run, calls), stop)
        if stop[0]:
            raise KeyboardInterrupt
        return records, rows.numbers[:, EVENTS].copy()

    @cached_property
    def _stepping(self) -> FloatArray:
        return stepping_of(self)

    def _is_short(self, model: Model, state: State, times: FloatArray) -> bool:
        """Return True if a call is short enough to complete before Ctrl-C is handled."""
        if len(times) == 0:
            return True
        steps = (times[-1] - state.time) / self.step + len(times)
        return self.tolerance is None and steps * len(model.arrays.parts) < SHORT


def stepping_of(engine: SnakelabEngine) -> FloatArray:
    """Integrator of an engine and its settings for the compiled loop, shape (N_STEPPING,)."""
    return np.array([INTEGRATORS.index(engine.integrator), engine.step, engine.tolerance or 0.0], dtype=np.float64)


def problem_of(code: int, time: float, tolerance: float | None) -> str:
    """Return the status of a run that the compiled loop ended early; empty if it reached all events.

    Args:
        code: Code of the compiled loop.
        time: Time reached [s].
        tolerance: Tolerance of adaptive steps.
    """
    if code == DIVERGED:
        return RunStatus.diverged(time)
    if code == INTERRUPTED:
        return RunStatus.interrupted(time)
    if code == STEP_TOO_SMALL:
        return RunStatus.failed(
            f"at t = {time:.6g} s the error estimate exceeds tolerance={tolerance:g} even at a step of {SMALLEST_STEP:g} s",
            time,
        )
    return ""


def is_loop_compiled() -> bool:
    """Return True if the loop, as it is now, was compiled on this machine before."""
    return is_compiled("loop", advance)


def load_loop(model: Model) -> None:
    """Load the compiled loop into this process once, so that no run's wall time includes it."""
    if advance.signatures:
        return
    fresh = not is_loop_compiled()
    if fresh:
        announce_compiling()
    nothing = np.zeros(0)
    hold = constant_reference(np.zeros(model.n_coordinates))
    SnakelabEngine().advance(model, hold, initial_state(model), nothing, nothing.reshape(0, 0))
    if fresh:
        mark_compiled("loop", advance)


def interruptible(call: Callable[[], T], stop: np.ndarray) -> T:
    """Run the compiled loop on a thread, so that this thread can handle Ctrl-C and stop the loop."""
    future = _threads(os.getpid()).submit(call)
    try:
        while not future.done():
            with suppress(TimeoutError):
                future.exception(timeout=0.05)  # an unlimited wait would ignore Ctrl-C on some platforms
    except KeyboardInterrupt:
        stop[0] = 1
    return future.result()


@cache
def _threads(process: int) -> ThreadPoolExecutor:
    """Threads of one process, which do not survive a fork; a new one is started if all are busy."""
    return ThreadPoolExecutor(MAX_THREADS, thread_name_prefix="snakelab-loop")
