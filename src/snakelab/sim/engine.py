"""Engines: integration of a state in time under a reference.

The declared settings of a run and the arrays for the compiled loop come first, then the interface `Engine` with the built-in
`SnakelabEngine`, and `LiveEngine`, the interface of engines with their own state.
"""

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Annotated, Any, NamedTuple, Protocol, TypeVar, runtime_checkable

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import SimulationError
from snakelab.kernels.cache import announce_compiling, is_compiled, mark_compiled
from snakelab.kernels.threads import Workers, blocks, is_cancelled
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import FIXED, Choices, Slider, Unit, Usual, check_declared
from snakelab.physics.columns import ModelArrays, RodArrays, workspace
from snakelab.physics.command import Measurement, Reference, constant_reference
from snakelab.physics.integrators import N_COLUMNS, N_SCRATCH
from snakelab.physics.model import Model
from snakelab.physics.record_kernels import record_width
from snakelab.physics.state import State, initial_state
from snakelab.results.run_status import RunStatus
from snakelab.sim.compiled_loop import (
    DIVERGED,
    EVENTS,
    EXTRAPOLATED,
    INTERRUPTED,
    N_CLOCK,
    N_NUMBERS,
    PLAIN,
    REFERENCE,
    RUNGE_KUTTA,
    SMALLEST_STEP,
    STEP_TOO_SMALL,
    Rows,
    Scratch,
    advance,
)

# ----------------------------------------------------------------------------------------------------------------------
# Declared settings of a run: fixed once it has begun
# ----------------------------------------------------------------------------------------------------------------------

METHODS = ("DOP853", "RK45", "Radau", "BDF", "LSODA")  # of SciPy
INTEGRATORS = ("plain", "extrapolated", "rk4", "extrapolated4")
# In the compiled loop; the scratch tells the order of "extrapolated4" from that of "extrapolated".
CODES = {"plain": PLAIN, "extrapolated": EXTRAPOLATED, "rk4": RUNGE_KUTTA, "extrapolated4": EXTRAPOLATED}
WITHOUT_OBJECTS = ("rk4", "extrapolated4")  # integrators of robots in worlds without free bodies
WITH_ESTIMATE = ("extrapolated", "extrapolated4")  # integrators with an error estimate

RunDuration = Annotated[float, Gt(0), Unit("s"), Slider(1, 120, 1), FIXED]
Step = Annotated[float, Gt(0), Unit("s"), Slider(1e-4, 0.02, 1e-4), Usual(0.1, "ms", 1e-3), FIXED]
Integrator = Annotated[str, Choices((*INTEGRATORS, *METHODS))]
# A smaller tolerance than a few rounding errors would be met by chance only.
Tolerance = Annotated[float, Ge(1e-15), Slider(1e-6, 1e-2, 1e-6), FIXED]
RecordRate = Annotated[float, Gt(0), Unit("Hz"), Slider(1, 1000, 1), FIXED]
RunSeed = Annotated[int, Ge(0), Le(2**63 - 1), Slider(0, 1000, 1)]  # limits of a recording


# ----------------------------------------------------------------------------------------------------------------------
# Arrays for the compiled loop: stacked models and references, and rows of states
# ----------------------------------------------------------------------------------------------------------------------

FIRST = np.zeros(1, np.int64)
NO_COLUMNS = np.zeros(0, np.int64)


def one_model(arrays: ModelArrays) -> ModelArrays:
    """Return a model's arrays with a leading axis of length 1."""
    rods = None if arrays.rods is None else RodArrays._make(field[None] for field in arrays.rods)
    return ModelArrays._make([*(field[None] for field in arrays[:-2]), np.array([arrays.from_head]), rods])


def one_reference(reference: Reference) -> Reference:
    """Return a reference with a leading axis of length 1."""
    kind, wave, ramp, knots, coefficients, force = reference
    return Reference._make([np.array([kind]), wave[None], ramp[None], knots[None], coefficients[None], force[None]])


def stacked_models(models: Sequence[ModelArrays]) -> ModelArrays:
    """Return the arrays of models of equal structure with a leading axis."""
    if len(models) == 1:
        return one_model(models[0])
    *tables, rods = zip(*models, strict=True)
    stacked = None if rods[0] is None else RodArrays._make(_stacked(fields) for fields in zip(*rods, strict=True))
    return ModelArrays._make([*(_stacked(fields) for fields in tables), stacked])


def stacked_references(references: Sequence[Reference]) -> Reference:
    """Return references of equal shape with a leading axis."""
    if len(references) == 1:
        return one_reference(references[0])
    return Reference._make(_stacked(fields) for fields in zip(*references, strict=True))


def one_row(state: State, times: FloatArray, records: FloatArray) -> Rows:
    """Return one state as a row for the compiled loop.

    Args:
        state: Initial state.
        times: Event times, shape (m,), [s].
        records: Records at the last r of them, shape (r, record width).
    """
    numbers = np.zeros((1, N_NUMBERS), np.int64)
    return Rows(state.row()[None], np.array([[state.time, state.step]]), numbers, times[None], records[None])


def repeated_row(state: State, times: FloatArray, records: FloatArray) -> Rows:
    """Return one state as n rows with a reference each.

    Args:
        state: Initial state of all rows.
        times: Event times of all rows, shape (m,), [s].
        records: Records of each row, shape (n, m, record width).
    """
    n = len(records)
    rows = new_rows(n, len(state.row()))._replace(times=np.tile(times, (n, 1)), records=records)
    rows.states[:], rows.clock[:], rows.numbers[:, REFERENCE] = state.row(), (state.time, state.step), np.arange(n)
    return rows


def new_rows(n: int, width: int) -> Rows:
    """Return n rows of zeros, all of the first model, without events.

    Args:
        n: Number of rows [-].
        width: Length of a state row.
    """
    numbers = np.zeros((n, N_NUMBERS), np.int64)
    return Rows(np.zeros((n, width)), np.zeros((n, N_CLOCK)), numbers, np.zeros((n, 0)), np.zeros((n, 0, 0)))


def new_scratch(arrays: ModelArrays, width: int, integrator: str, record_width: int = 0) -> Scratch:
    """Return scratch arrays for models of one structure.

    Args:
        arrays: Arrays of one of these models.
        width: Length of a state row.
        integrator: Name of the integrator.
        record_width: Length of a whole record if only a part of it is stored, else 0.
    """
    columns = np.zeros((N_COLUMNS, width)) if integrator == "extrapolated4" else None
    return Scratch(np.zeros(width), np.zeros((N_SCRATCH, width)), np.zeros(record_width), workspace(arrays), columns)


@dataclass
class _Prepared(threading.local):
    """Preparation of the last call of this thread: periods of a control loop follow each other with one model."""

    arrays: ModelArrays | None = None
    integrator: str = ""
    model: ModelArrays | None = None
    scratch: Scratch | None = None


_LAST = _Prepared()


def prepared(arrays: ModelArrays, width: int, integrator: str) -> tuple[ModelArrays, Scratch]:
    """Return a model's arrays with a leading axis, and scratch arrays for a call of the compiled loop by this thread.

    Args:
        arrays: Arrays of the model.
        width: Length of a state row.
        integrator: Name of the integrator.
    """
    known = _LAST.arrays is arrays and _LAST.integrator == integrator
    if not known or _LAST.model is None or _LAST.scratch is None:
        _LAST.model, _LAST.scratch = one_model(arrays), new_scratch(arrays, width, integrator)
        _LAST.arrays, _LAST.integrator = arrays, integrator
    return _LAST.model, _LAST.scratch


def _stacked(fields: Sequence[np.ndarray]) -> np.ndarray:
    """Stack equal arrays; unlike `np.stack` it keeps the alignment of records, which belongs to the type in kernels."""
    first = np.asarray(fields[0])
    full = np.empty((len(fields), *first.shape), first.dtype)
    for i, field in enumerate(fields):
        full[i] = field
    return full


# ----------------------------------------------------------------------------------------------------------------------
# Interface of engines, and the built-in engine. That of MuJoCo is in `plugins.mujoco`
# ----------------------------------------------------------------------------------------------------------------------

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
    """Interface of engines, which integrate a state and write a record at each event time.

    A run is divided into calls by their wall time. An engine whose results depend on this division, such as a solver that
    selects its first step anew in each call, has an attribute `events_per_call`: the number of events of each call.
    """

    def advance(self, model: Model, reference: Reference, state: State, times: FloatArray, rows: FloatArray) -> Outcome:
        """Integrate from `state` through all `times`; rows[i] is the record at times[i]: see `physics.record_kernels`."""


@dataclass(frozen=True)
class SnakelabEngine:
    """Built-in engine.

    Args:
        step: Largest step [s].
        integrator: "extrapolated" (second order, default), "plain" (first order), "extrapolated4" (fourth order where forces are
            smooth, for soft bodies; elsewhere as "extrapolated") or "rk4" (explicit, fourth order).
        tolerance: None for fixed steps. With a tolerance, steps adapt until the difference between one full and two half
            steps ("extrapolated4": of third and fourth order) is below tolerance (1 + |value|) in every number of the state,
            in SI units.
    """

    step: Annotated[Step, Gt(SMALLEST_STEP)] = 2e-3
    integrator: Annotated[str, Choices(INTEGRATORS)] = "extrapolated"
    tolerance: Tolerance | None = None

    def __post_init__(self) -> None:
        check_declared(self, SimulationError, name="")
        if self.tolerance is not None and self.integrator not in WITH_ESTIMATE:
            raise SimulationError(
                "tolerance needs integrator='extrapolated' or 'extrapolated4', which has an error estimate; got "
                f"{self.integrator!r}"
            )

    def advance(self, model: Model, reference: Reference, state: State, times: FloatArray, rows: FloatArray) -> Outcome:
        """Integrate; see `Engine.advance`."""
        if self.integrator in WITHOUT_OBJECTS:
            check_no_objects(model, self.integrator)
        moved, stop = one_row(state, times, rows), np.zeros(1, np.int64)
        arrays, scratch = prepared(model.arrays, moved.states.shape[1], self.integrator)
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
        if self.integrator in WITHOUT_OBJECTS:
            check_no_objects(model, self.integrator)
        n, stop, stacked = len(references), np.zeros(1, np.int64), stacked_references(references)
        records = np.zeros((n, len(times), record_width(model)))
        rows = repeated_row(state, times, records)
        workers, arrays = Workers(min(threads or os.cpu_count() or 1, n)), one_model(model.arrays)
        calls = [
            partial(
                advance, arrays, stacked, rows, block, self._stepping, NO_COLUMNS,
                new_scratch(model.arrays, rows.states.shape[1], self.integrator), stop,
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


def check_no_objects(model: Model, integrator: str) -> None:
    """Raise SimulationError for a model with free bodies, whose contacts need implicit steps of at most second order."""
    if names := model.object_names:
        raise SimulationError(
            f"integrator {integrator!r} supports a robot without objects, and the world has {', '.join(names)}; write "
            "integrator='extrapolated' or 'plain'"
        )


def stepping_of(engine: SnakelabEngine) -> FloatArray:
    """Integrator of an engine and its settings for the compiled loop, shape (N_STEPPING,)."""
    code = CODES[engine.integrator]
    return np.array([code, engine.step, engine.tolerance or 0.0], dtype=np.float64)


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


def load_loop(model: Model, integrator: str = "extrapolated") -> None:
    """Load the compiled loop into this process once, so that no run's wall time includes it.

    Robots with rods have a loop of their own, which is compiled for the first of them, and so has "extrapolated4".
    """
    kind = "loop" if model.arrays.rods is None else "rod_loop"
    if integrator == "extrapolated4":
        kind += "4"
    else:
        integrator = "extrapolated"
    if kind in _LOADED and advance.signatures:
        return
    fresh = not is_compiled(kind, advance)
    if fresh:
        announce_compiling()
    nothing = np.zeros(0)
    hold = constant_reference(np.zeros(model.n_coordinates))
    engine = SnakelabEngine(integrator=integrator)
    engine.advance(model, hold, initial_state(model), nothing, nothing.reshape(0, 0))
    _LOADED.add(kind)
    if fresh:
        mark_compiled(kind, advance)


_LOADED: set[str] = set()  # loops that this process has loaded


def interruptible(call: Callable[[], T], stop: np.ndarray) -> T:
    """Run the compiled loop on a thread, so that this thread can handle Ctrl-C, or a cancellation, and stop the loop."""
    future = _threads(os.getpid()).submit(call)
    try:
        while not future.done():
            with suppress(TimeoutError):
                future.exception(timeout=0.05)  # an unlimited wait would ignore Ctrl-C on some platforms
            if is_cancelled():
                stop[0] = 1
    except KeyboardInterrupt:
        stop[0] = 1
    return future.result()


@cache
def _threads(process: int) -> ThreadPoolExecutor:
    """Threads of one process, which do not survive a fork; a new one is started if all are busy."""
    return ThreadPoolExecutor(MAX_THREADS, thread_name_prefix="snakelab-loop")


# ----------------------------------------------------------------------------------------------------------------------
# Engines with their own state, such as a physical robot: they start in it, and measure a part of a record
# ----------------------------------------------------------------------------------------------------------------------


class Variable(NamedTuple):
    """Further variable of a recording.

    Attributes:
        values: Shape (n_times, ...).
        unit: Unit.
        text: Description.
        dims: Names of the dimensions after time.
    """

    values: FloatArray
    unit: str
    text: str
    dims: tuple[str, ...] = ("coordinate",)


@runtime_checkable
class LiveEngine(Engine, Protocol):
    """Engine whose state exists outside of the program.

    An optional method `variables(times)` returns further variables of the recording, by name: each a `Variable`, or a tuple of
    values of shape (n_times, n_coordinates), unit and description. Subscribers get them with each record. An optional method
    `drop_before(time)` discards records that are no longer needed, for runs that keep only recent records.

    `advance` runs in real time: it commands the robot and fills the rows with measured values, NaN elsewhere. It
    is called with consecutive times only; a snapshot cannot be restored in it.
    """

    @property
    def measured(self) -> frozenset[str]:
        """Names of the recorded variables that it measures; the recording contains no others, except the targets."""

    def begin(self, model: Model, state: State) -> State:
        """Connect, and return the actual state: a state of the model with the measured values.

        Args:
            model: Model of the robot.
            state: Expected state, which provides the values that are not measured.
        """

    def measurement(self, state: State) -> Measurement:
        """Return the measurement of a controller at a state; None for quantities that are not measured."""

    def attributes(self) -> Mapping[str, Any]:
        """Return attributes of the recording, such as late periods: numbers and text."""

    def close(self) -> None:
        """Bring the robot to its safe state and disconnect; a second call has no effect."""


@runtime_checkable
class StartsAnywhere(Protocol):
    """Controller that can start from a measured shape, such as a CPG with its oscillators at the measured angles."""

    def starting_at(self, model: Model, q: FloatArray) -> Any:
        """Return the controller with its start at some coordinates, shape (n_coordinates,)."""
