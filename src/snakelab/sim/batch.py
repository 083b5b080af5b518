"""Batch: many states that one compiled call steps on all cores, by actions or along gaits.

Its inputs, commands and observations come first, then `Batch`.
"""

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from snakelab.errors import SimulationError, nearest
from snakelab.gaits.gait import Gait
from snakelab.kernels.threads import Workers, blocks
from snakelab.parameters.arguments import FloatArray, count, number
from snakelab.parameters.declarations import check_arguments
from snakelab.physics.columns import COORDINATE_WIDTH, MOTOR, SERVO, Q
from snakelab.physics.command import PIECEWISE, ROUNDING, Reference, constant_reference
from snakelab.physics.dynamics import check_determined
from snakelab.physics.model import Model
from snakelab.physics.record_kernels import record_layout, record_width
from snakelab.physics.state import State, fitting_state, initial_state
from snakelab.results.run_status import RunStatus
from snakelab.sim.batch_rows import (
    EXPONENTS,
    BatchCommands,
    check_structure,
    grouped_references,
    interval_times,
    join_commands,
    models_with,
    references_of,
    start_commands,
)
from snakelab.sim.checks_before_run import MAX_DEPTH, check_lengths, check_outside, on_target, relative_depth
from snakelab.sim.compiled_loop import (
    CODE,
    DIVERGED,
    MODEL,
    REACHED,
    RECORDED_STATE,
    REFERENCE,
    STEP_TOO_SMALL,
    STEPS,
    TIME,
    advance,
)
from snakelab.sim.control_loop import STEPS_PER_COMMAND
from snakelab.sim.engine import (
    WITHOUT_OBJECTS,
    SnakelabEngine,
    check_no_objects,
    interruptible,
    load_loop,
    new_rows,
    new_scratch,
    problem_of,
    stacked_models,
    stepping_of,
)

# ----------------------------------------------------------------------------------------------------------------------
# Inputs of a batch, checked: indices of rows, models and states
# ----------------------------------------------------------------------------------------------------------------------

Indices = Sequence[int] | np.ndarray | int | None
States = State | Sequence[State] | FloatArray | None


def row_indices(rows: Indices, n: int) -> np.ndarray:
    """Return indices of rows.

    Args:
        rows: Indices or mask of rows; None for all.
        n: Number of rows of the batch [-].

    Raises:
        SimulationError: if there is no such row.
    """
    if rows is None:
        return np.arange(n)
    order = np.atleast_1d(np.asarray(rows))
    if order.dtype == bool and order.shape == (n,):
        order = np.flatnonzero(order)
    if order.size == 0:
        return np.zeros(0, np.int64)
    if order.dtype.kind not in "iu" or order.ndim != 1 or order.min() < 0 or order.max() >= n:
        raise SimulationError(f"rows must be indices from 0 to {n - 1} or a mask of {n}, got {rows!r}")
    return order.astype(np.int64)


def one_for_each(models: Model | Sequence[Model], n: int | None) -> list[Model]:
    """Return one model for each of n rows, or for as many rows as models.

    Raises:
        SimulationError: if there are no models, or another number of them.
    """
    if isinstance(models, Model):
        return [models] * count(1 if n is None else n, "Batch n", SimulationError, minimum=1)
    each = list(models)
    if not each or not all(isinstance(model, Model) for model in each):
        raise SimulationError("a batch needs models; write Batch(build_model(robot, world), n=64, period=0.02)")
    if n is not None and len(each) != n:
        raise SimulationError(f"a list of models needs one for each of {n} rows, got {len(each)}")
    return each


def checked_states(order: np.ndarray, models: Sequence[Model], states: States) -> tuple[FloatArray, FloatArray]:
    """Return state rows, shape (k, width), and times with adaptive steps, shape (k, 2), of k rows.

    Args:
        order: Indices of the rows, for messages, shape (k,), int.
        models: Their models.
        states: One state for all, one for each, state rows of shape (k, width), or None for `initial_state`.

    Raises:
        SimulationError: if a state does not fit its model, or is not finite.
    """
    if isinstance(states, np.ndarray):
        return _checked_rows(order, models, states), np.zeros((len(order), 2))
    if states is None:  # validity of the state depends on the world and is not checked
        return np.tile(initial_state(models[0]).row(), (len(order), 1)), np.zeros((len(order), 2))
    each = list(states) if isinstance(states, Sequence) else [states] * len(order)
    if len(each) != len(order):
        raise SimulationError(f"reset needs one state for each of {len(order)} rows, got {len(each)}")
    fitting: dict[tuple[int, int], State] = {}
    for state, model in zip(each, models, strict=True):
        if (id(state), id(model)) not in fitting:
            fitting[id(state), id(model)] = _fitting(model, state)
    rows = [fitting[id(state), id(model)] for state, model in zip(each, models, strict=True)]
    return np.array([state.row() for state in rows]), np.array([(state.time, state.step) for state in rows])


def _checked_rows(order: np.ndarray, models: Sequence[Model], states: FloatArray) -> FloatArray:
    width = len(initial_state(models[0]).row())
    if states.shape != (len(order), width):
        raise SimulationError(f"states must have shape {(len(order), width)}, got {states.shape}")
    if not (finite := np.isfinite(states).all(axis=1)).all():
        raise SimulationError(f"states must be finite: row {order[np.flatnonzero(~finite)[0]]} is not")
    return states


def _fitting(model: Model, state: State) -> State:
    state = fitting_state(model, state)
    check_lengths(model, state)
    if _starts_inside_surface(model, state):
        check_outside(model, state)
    return state


def _starts_inside_surface(model: Model, state: State) -> bool:
    """Return True if a point of an initial state is deep inside a surface, by the compiled record: for many states."""
    if not model.skin_names or state.time != 0.0:
        return False
    row = np.zeros((1, record_width(model)))
    now = np.array([state.time])
    SnakelabEngine().advance(model, constant_reference(state.q), state, now, row)
    gaps = row[0, record_layout(model)["skin_gap"][0]]
    rings = model.rings
    return bool(np.any(relative_depth(gaps, np.repeat(rings["radius"], rings["n_points"])) >= MAX_DEPTH))


# ----------------------------------------------------------------------------------------------------------------------
# Commands of a batch: checked actions, and the reference of each row over its present control period
# ----------------------------------------------------------------------------------------------------------------------


def command_names(model: Model) -> tuple[str, ...]:
    """Names of the columns of an action: coordinates, then propellers."""
    return (*model.coordinate_names, *model.robot.propeller_names)


def new_commands(model: Model, n: int, hold: bool) -> BatchCommands:
    """Return commands for n rows, which `begin` fills.

    Args:
        model: Any model of the batch.
        n: Number of rows [-].
        hold: True if targets are held over a period, False if they are reached at its end.
    """
    nv, width = model.n_coordinates, model.n_commands
    sizes = ((n, nv, 4), (n, 2), (n, 2), (n, 1, width, 6), (n, nv))
    reference = Reference._make([np.full(n, PIECEWISE), *(np.zeros(size) for size in sizes)])
    held = (model.arrays.coordinates["actuator"] == MOTOR) | hold
    return BatchCommands(reference, np.zeros(n), np.zeros(n, np.int64), held, np.zeros((width, COORDINATE_WIDTH)))


def begin(
    commands: BatchCommands, model: Model, order: np.ndarray, period: float, states: FloatArray, time: FloatArray
) -> None:
    """Begin the commands of rows: positions and rates of their states, zero for motors and propellers.

    Args:
        commands: Commands of all rows.
        model: Any model of the batch.
        order: Indices of the rows, int.
        period: Control period [s].
        states: State rows of all rows, shape (n, width).
        time: Present times, shape (n,), [s].
    """
    nv = model.n_coordinates
    positions = model.driven | (model.arrays.coordinates["actuator"] == SERVO)
    values = np.zeros((len(states), 3, nv))
    values[:, 0, positions] = states[:, Q : Q + nv][:, positions]
    values[:, 1, positions] = states[:, Q + nv : Q + 2 * nv][:, positions]
    commands.origin[order] = time[order]
    commands.reference.force[order] = 0.0
    start_commands(commands, order, period, values, EXPONENTS)


def extend(
    commands: BatchCommands, order: np.ndarray, period: float, actions: FloatArray, rate: FloatArray | None,
    acceleration: FloatArray | None,
) -> None:  # fmt: skip
    """Continue the commands of rows by one period; see `join_commands`."""
    given = rate is not None
    end_rate = np.zeros((1, 1)) if rate is None else rate
    bend = np.zeros_like(end_rate) if acceleration is None else acceleration
    join_commands(commands, order, period, actions, end_rate, bend, given, EXPONENTS)


def event_times(commands: BatchCommands, points: int) -> FloatArray:
    """Times at which steps end within the present period, shape (n, points), [s]; the last is the end of the period.

    Args:
        commands: Commands of all rows.
        points: Number of equal intervals of the period [-].
    """
    opens, until = commands.reference.knots[:, :1], commands.reference.knots[:, 1:]
    if points == 1:
        return until.copy()
    return np.concatenate([opens + (until - opens) / points * np.arange(1.0, points), until], axis=1)


def checked_actions(actions: object, shape: tuple[int, int], names: Sequence[str], label: str) -> FloatArray:
    """Return actions as an array of finite floats.

    Raises:
        SimulationError: if the shape is wrong or a value is not finite, with the first such row.
    """
    try:
        values = np.ascontiguousarray(actions, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise SimulationError(f"{label} must be numbers of shape {shape}, got {actions!r}") from None
    if values.shape != shape:
        raise SimulationError(f"{label} must have shape {shape}, one row for each row of the batch; got {values.shape}")
    if not np.isfinite(values.sum()) and not (finite := np.isfinite(values)).all():
        i, j = np.argwhere(~finite)[0]
        raise SimulationError(f"{label} must be finite: row {i} has {values[i, j]} for {names[j]!r}")
    return values


def check_pressures(actions: FloatArray, models: Sequence[Model], model: np.ndarray) -> None:
    """Check that pressures are within their ranges.

    Args:
        actions: Actions, shape (n, n_commands).
        models: Models of the batch.
        model: Index of the model of each row, shape (n,), int.

    Raises:
        SimulationError: with the first row that is out of range.
    """
    tables = np.stack([each.arrays.coordinates for each in models])
    pushes = np.flatnonzero(tables["force_floor"][0] == 0.0)
    maximum = (tables["force_limit"] / tables["gain"])[:, pushes]
    slack = ROUNDING * np.minimum(maximum, tables["tested"][:, pushes])
    values = actions[:, pushes]
    outside = (values < -slack[model]) | (values > ((1 + ROUNDING) * maximum)[model])
    if outside.any():
        i, j = np.argwhere(outside)[0]
        name, limit = models[0].coordinate_names[pushes[j]], maximum[model[i], j]
        allowed = f"between 0 and {limit:g} Pa" if limit < np.inf else "at least 0 Pa"
        raise SimulationError(
            f"actions of row {i}: the pressure of {name!r} must be {allowed}, got {values[i, j]:.6g} Pa"
        )


# ----------------------------------------------------------------------------------------------------------------------
# Observation: the variables of a record that a batch stores for each row
# ----------------------------------------------------------------------------------------------------------------------

DEFAULT = ("q", "v", "base_position", "base_quaternion", "base_velocity")


@dataclass(frozen=True)
class Observation:
    """Chosen variables of a record, one after the other.

    Attributes:
        layout: Place of each variable in an observation, and its shape.
        columns: Columns of the record, shape (width,), int.
        observed: True if they include a variable other than time and state.
        record_width: Length of a whole record.
    """

    layout: dict[str, tuple[slice, tuple[int, ...]]]
    columns: np.ndarray
    observed: bool
    record_width: int

    @cached_property
    def width(self) -> int:
        """Number of values in an observation [-]."""
        return len(self.columns)

    def named(self, values: FloatArray) -> dict[str, FloatArray]:
        """Return observations by name, as views.

        Args:
            values: Observations, shape (..., width).
        """
        return {
            name: values[..., place].reshape(*values.shape[:-1], *shape) for name, (place, shape) in self.layout.items()
        }


def observation_of(model: Model, names: Sequence[str]) -> Observation:
    """Return the observation of these variables of a record.

    Raises:
        SimulationError: if there is no such variable.
    """
    record = record_layout(model)
    chosen, layout, at = [], {}, 0
    for name in [names] if isinstance(names, str) else names:
        if name not in record:
            raise SimulationError(f"a record of this model has no {name!r}{nearest(str(name), record)}")
        place, shape = record[name]
        layout[name] = (slice(at, at + math.prod(shape)), shape)
        chosen.append(np.arange(place.start, place.stop))
        at += math.prod(shape)
    if not chosen:
        raise SimulationError(f"an observation needs at least one variable, such as {DEFAULT!r}")
    columns = np.concatenate(chosen)
    state = (columns == 0) | ((columns >= RECORDED_STATE) & (columns < record["work"][0].stop))
    return Observation(layout, columns, not bool(state.all()), record_width(model))


# ----------------------------------------------------------------------------------------------------------------------
# Batch: states of equally built robots that advance together
# ----------------------------------------------------------------------------------------------------------------------


class Batch:
    """States of equally built robots that advance together, without recordings.

    Every row is integrated as a single run would be, bit for bit, whatever the number of rows and threads. A row that
    diverges stops; the others continue. Actions are those of `Command`: the target of every coordinate at the end of
    the control period, reached by a quintic (torques of motors are held), then the command of every propeller.
    Sensors are not simulated: observations are exact.

    Args:
        models: One model for all rows, or a list with one for each row; models may differ in numbers, not in structure.
        n: Number of rows [-]; may be left out with a list of models.
        period: Control period [s].
        observation: Variables that `step` returns, of those that a recording contains. Coordinates, base and memories
            are part of the state; others, such as "tau" or "com_position", require an evaluation of the whole body in
            each period.
        step: Largest step [s].
        integrator: "extrapolated", "plain", "extrapolated4" or "rk4".
        tolerance: Tolerance of the adaptive step of the extrapolated integrators; None for fixed steps.
        hold: True if targets are held over a period, as `Command.hold`.
        threads: Number of threads; None for one per core. Results do not depend on it.

    Raises:
        SimulationError: if a setting is invalid, or the models differ in structure.
    """

    def __init__(
        self,
        models: Model | Sequence[Model],
        n: int | None = None,
        *,
        period: float,
        observation: Sequence[str] = DEFAULT,
        step: float = 2e-3,
        integrator: str = "extrapolated",
        tolerance: float | None = None,
        hold: bool = False,
        threads: int | None = None,
    ):
        given = {"models": models, "n": n, "observation": observation, "hold": hold, "threads": threads}
        check_arguments(Batch, given, SimulationError)
        each = one_for_each(models, n)
        self.n = len(each)
        self.period = number(period, "Batch period", SimulationError, above=0, unit="s")
        self.engine = SnakelabEngine(step, integrator, tolerance)
        first = each[0]
        check_determined(first)
        if integrator in WITHOUT_OBJECTS:
            check_no_objects(first, integrator)
        load_loop(first, integrator)
        self._observation = observation_of(first, observation)
        self._commands = new_commands(first, self.n, hold)
        width = len(initial_state(first).row())
        self._rows = new_rows(self.n, width)
        n_threads = (
            os.cpu_count() or 1 if threads is None else count(threads, "Batch threads", SimulationError, minimum=1)
        )
        self._workers = Workers(min(n_threads, self.n))
        record = self._observation.record_width if self._observation.observed else 0
        self._scratch = [new_scratch(first.arrays, width, integrator, record) for _ in range(self._workers.n)]
        self._all, self._stop = np.arange(self.n), np.zeros(1, np.int64)
        self._observations = np.zeros((self.n, 1, self._observation.width))
        self._set_models(each)
        self.reset()

    # ---- state -------------------------------------------------------------------------------------------------------
    @property
    def models(self) -> list[Model]:
        """Model of each row."""
        return [self._models[i] for i in self._model]

    @property
    def states(self) -> FloatArray:
        """State rows, shape (n, width), as `State.row`; a view, to be read only. Rows are set by `reset`."""
        return self._rows.states

    @property
    def time(self) -> FloatArray:
        """Times of the rows, shape (n,), [s]; a view, to be read only."""
        return self._rows.clock[:, TIME]

    @property
    def running(self) -> np.ndarray:
        """Mask of the rows that have not diverged, shape (n,), bool."""
        code = self._rows.numbers[:, CODE]
        running: np.ndarray = (code != DIVERGED) & (code != STEP_TOO_SMALL)
        return running

    @property
    def status(self) -> list[RunStatus]:
        """Status of each row: finished if it reached the end of the last call, else the reason of its end."""
        codes = zip(self._rows.numbers[:, CODE].tolist(), self.time.tolist(), strict=True)
        return [RunStatus(problem_of(code, t, self.engine.tolerance) or RunStatus.finished(t)) for code, t in codes]

    @property
    def action_names(self) -> tuple[str, ...]:
        """Names of the columns of an action: coordinates, then propellers."""
        return command_names(self._models[0])

    @property
    def observation(self) -> Observation:
        """Layout of observations; `observation.named(values)` splits them into variables."""
        return self._observation

    def state(self, row: int) -> State:
        """Return the state of a row.

        Raises:
            SimulationError: if there is no such row.
        """
        at = count(row, "Batch row", SimulationError, maximum=self.n - 1)
        time, next_step = self._rows.clock[at].tolist()
        return self._blank.at(time, self._rows.states[at], next_step)

    @property
    def _model(self) -> np.ndarray:
        """Index of the model of each row, shape (n,), int."""
        return self._rows.numbers[:, MODEL]

    # ---- inputs ------------------------------------------------------------------------------------------------------
    def reset(self, rows: Indices = None, states: States = None) -> FloatArray:
        """Set states; commands restart at the positions and rates of the states.

        Args:
            rows: Indices or mask of the rows; None for all.
            states: One state for these rows, one for each, or their state rows of shape (k, width), which start at time zero;
                None for `initial_state`.

        Returns:
            Observations of all rows, shape (n, width of an observation).

        Raises:
            SimulationError: if a state does not fit the model.
        """
        order = row_indices(rows, self.n)
        if len(order) == 0:
            return self._observations[:, 0].copy()
        models = [self._models[i] for i in self._model[order]]
        self._rows.states[order], self._rows.clock[order] = checked_states(order, models, states)
        self._rows.numbers[order, CODE], self._rows.numbers[order, STEPS:] = REACHED, 0
        self._begin(order)
        self._run(order, self._rows.clock[:, [TIME]], self._commands.reference, self._observations)
        return self._observations[:, 0].copy()

    def set_models(self, models: Model | Sequence[Model], rows: Indices = None) -> None:
        """Set the models of rows, of the same structure; their states do not change.

        Args:
            models: One model for these rows, or one for each.
            rows: Indices or mask of the rows; None for all.
        """
        order, each = row_indices(rows, self.n), self.models
        for i, model in zip(order, one_for_each(models, len(order)), strict=True):
            each[i] = model
        self._set_models(each)

    def vary(self, path: str, values: Sequence[Any], rows: Indices = None) -> None:
        """Set one parameter of robot or world to a separate value in each row.

        Args:
            path: Names of fields and indices of lists, joined by dots, such as "robot.parts.0.mass" or "world.media.1.mu_normal".
            values: One value for each of these rows.
            rows: Indices or mask of the rows; None for all.

        Raises:
            SimulationError: if there is no such parameter, a value is not allowed, or the structure of the model depends on it.
        """
        order = row_indices(rows, self.n)
        if len(values) != len(order):
            raise SimulationError(f"vary needs one value for each of {len(order)} rows, got {len(values)}")
        before = [self._models[self._model[i]] for i in order]
        self.set_models(models_with(before, path, values, order.tolist()), order)

    # ---- advance -----------------------------------------------------------------------------------------------------
    def step(self, actions: object, rate: object = None, acceleration: object = None) -> FloatArray:
        """Advance all running rows by one control period.

        Args:
            actions: Targets at the end of the period and commands of the propellers, shape (n, n_commands).
            rate: Rates of the targets, shape (n, n_coordinates); None derives rates and accelerations from the last three
                targets, as `Command` does.
            acceleration: Accelerations of the targets, likewise; None for zero if rates are given.

        Returns:
            Observations, shape (n, width of an observation); rows that have stopped keep their last one.

        Raises:
            SimulationError: if an action has the wrong shape, is not finite or asks for an impossible pressure.
        """
        names, nv = self.action_names, self._models[0].n_coordinates
        values = checked_actions(actions, (self.n, len(names)), names, "actions")
        if self._pushes:
            check_pressures(values, self._models, self._model)
        shaped = partial(checked_actions, shape=(self.n, nv), names=names)
        if rate is None and acceleration is not None:
            raise SimulationError("accelerations of targets need their rates; write step(actions, rate, acceleration)")
        rates = None if rate is None else shaped(rate, label="rate")
        bends = None if acceleration is None else shaped(acceleration, label="acceleration")
        order = self._running_rows()
        extend(self._commands, order, self.period, values, rates, bends)
        for points, rows in self._by_points(order):
            times = event_times(self._commands, points)
            self._run(rows, times, self._commands.reference, self._observations)
        return self._observations[:, 0].copy()

    def advance(
        self, gaits: Gait | Reference | Sequence[Gait | Reference], duration: float, *, rate: float | None = None
    ) -> FloatArray:
        """Advance all running rows along gaits, in open loop.

        Prescribed coordinates are set to the gait, as in `simulate`. Commands of `step` restart afterwards.

        Args:
            gaits: One gait or reference for all rows, or one for each; they may differ in kind.
            duration: Simulated time [s].
            rate: Observations per second [Hz]; None for one at the end.

        Returns:
            Observations, shape (n, m, width of an observation), from the present time (if a rate is given) to the end; NaN
            after a row has stopped.

        Raises:
            SimulationError: if there are not as many gaits as rows.
        """
        duration = number(duration, "duration", SimulationError, above=0, unit="s")
        order = self._running_rows()
        references = references_of(gaits, self._models, self._model)
        ahead = interval_times(self.time[order], duration, rate)
        times = np.zeros((self.n, ahead.shape[1]))
        times[order] = ahead
        observations = np.full((*times.shape, self._observation.width), np.nan)
        if self._models[0].driven.any():
            self._put_on_targets(order, references)
        try:
            for group, stacked, index in grouped_references(references, order):
                self._rows.numbers[group, REFERENCE] = index
                self._run(group, times, stacked, observations, long=True)
        finally:
            self._begin(order)
        self._observations[order, 0] = observations[order, -1]
        return observations

    # ---- inside ------------------------------------------------------------------------------------------------------
    def _run(
        self, order: np.ndarray, times: FloatArray, references: Reference, observations: FloatArray, long: bool = False
    ) -> None:
        seen = self._observation
        rows, stepping = self._rows._replace(times=times, records=observations), stepping_of(self.engine)
        calls = [
            partial(advance, self._stacked, references, rows, block, stepping, seen.columns, scratch, self._stop)
            for block, scratch in zip(blocks(order, self._workers.n), self._scratch, strict=False)
        ]
        self._stop[0] = 0
        if not long:
            self._workers.run(calls)
            return
        interruptible(partial(self._workers.run, calls), self._stop)
        if self._stop[0]:
            raise KeyboardInterrupt

    def _by_points(self, order: np.ndarray) -> list[tuple[int, np.ndarray]]:
        """Group rows by the number of intervals of their present period; see `ClosedLoop` for why there are several."""
        if not self._models[0].driven.any():
            return [(1, order)]
        knots = self._commands.reference.knots[order]
        short = (
            knots[:, 1] - knots[:, 0]
        ) / STEPS_PER_COMMAND < self.engine.step  # may differ from row to row by rounding
        groups = ((STEPS_PER_COMMAND, order[short]), (1, order[~short]))
        return [(points, rows) for points, rows in groups if len(rows)]

    def _set_models(self, each: Sequence[Model]) -> None:
        """Store the different models, and the index of the model of each row."""
        distinct = {id(model): model for model in each}
        models = list(distinct.values())
        check_structure(getattr(self, "_models", models)[0], each)
        places = {key: i for i, key in enumerate(distinct)}
        self._models, self._stacked = models, stacked_models([model.arrays for model in models])
        self._rows.numbers[:, MODEL] = [places[id(model)] for model in each]
        self._blank = initial_state(models[0])
        self._pushes = bool((models[0].arrays.coordinates["force_floor"] == 0.0).any())

    def _running_rows(self) -> np.ndarray:
        return np.flatnonzero(self.running) if self._rows.numbers[:, CODE].any() else self._all

    def _begin(self, order: np.ndarray) -> None:
        self._rows.numbers[:, REFERENCE] = self._all
        begin(self._commands, self._models[0], order, self.period, self._rows.states, self.time)

    def _put_on_targets(self, order: np.ndarray, references: Sequence[Reference]) -> None:
        """Set prescribed coordinates that are off their targets on them."""
        for i in order:
            state = self.state(i)
            moved = on_target(self._models[self._model[i]], state, references[i])
            if moved is not state:
                self._rows.states[i] = moved.row()
