"""Batch: many states that one compiled call steps on all cores, by actions or along gaits."""

import os
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from snakelab.arguments import check_arguments
from snakelab.errors import SimulationError
from snakelab.gaits.gait import Gait
from snakelab.physics.command import Reference
from snakelab.physics.dynamics.inertia import check_determined
from snakelab.physics.model import Model
from snakelab.physics.state import State, initial_state
from snakelab.results.status import RunStatus
from snakelab.sim.batch import commands as command_rows
from snakelab.sim.batch.inputs import Indices, States, checked_states, one_for_each, row_indices
from snakelab.sim.batch.models import check_structure, models_with
from snakelab.sim.batch.observation import DEFAULT, Observation, observation_of
from snakelab.sim.batch.open_loop import grouped_references, interval_times, references_of
from snakelab.sim.control_loop.drive import POINTS
from snakelab.sim.engines.engine import SnakelabEngine, interruptible, load_loop, problem_of, stepping_of
from snakelab.sim.engines.loop import CODE, DIVERGED, MODEL, REACHED, REFERENCE, STEP_TOO_SMALL, STEPS, TIME, advance
from snakelab.sim.engines.rows import new_rows, new_scratch, stacked_models
from snakelab.sim.engines.worker_threads import Workers, blocks
from snakelab.sim.feasibility.initial_state import on_target
from snakelab.types import FloatArray, count, number


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
        integrator: "extrapolated", "plain" or "rk4".
        tolerance: Tolerance of the adaptive step of the extrapolated integrator; None for fixed steps.
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
        load_loop(first)
        self._observation = observation_of(first, observation)
        self._commands = command_rows.new_commands(first, self.n, hold)
        width = len(initial_state(first).row())
        self._rows = new_rows(self.n, width)
        n_threads = (
            os.cpu_count() or 1 if threads is None else count(threads, "Batch threads", SimulationError, minimum=1)
        )
        self._workers = Workers(min(n_threads, self.n))
        record = self._observation.record_width if self._observation.observed else 0
        self._scratch = [new_scratch(first.arrays, width, record) for _ in range(self._workers.n)]
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
        return command_rows.command_names(self._models[0])

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
        values = command_rows.checked_actions(actions, (self.n, len(names)), names, "actions")
        if self._pushes:
            command_rows.check_pressures(values, self._models, self._model)
        shaped = partial(command_rows.checked_actions, shape=(self.n, nv), names=names)
        if rate is None and acceleration is not None:
            raise SimulationError("accelerations of targets need their rates; write step(actions, rate, acceleration)")
        rates = None if rate is None else shaped(rate, label="rate")
        bends = None if acceleration is None else shaped(acceleration, label="acceleration")
        order = self._running_rows()
        command_rows.extend(self._commands, order, self.period, values, rates, bends)
        for points, rows in self._by_points(order):
            times = command_rows.event_times(self._commands, points)
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
        """Integrate rows through their events, in one block on each thread."""
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
        short = (knots[:, 1] - knots[:, 0]) / POINTS < self.engine.step  # may differ from row to row by rounding
        groups = ((POINTS, order[short]), (1, order[~short]))
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
        """Return the indices of the rows that have not stopped."""
        return np.flatnonzero(self.running) if self._rows.numbers[:, CODE].any() else self._all

    def _begin(self, order: np.ndarray) -> None:
        """Begin the commands of rows at their present states."""
        self._rows.numbers[:, REFERENCE] = self._all
        command_rows.begin(self._commands, self._models[0], order, self.period, self._rows.states, self.time)

    def _put_on_targets(self, order: np.ndarray, references: Sequence[Reference]) -> None:
        """Set prescribed coordinates that are off their targets on them."""
        for i in order:
            state = self.state(i)
            moved = on_target(self._models[self._model[i]], state, references[i])
            if moved is not state:
                self._rows.states[i] = moved.row()
