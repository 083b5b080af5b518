"""CudaBatch: many states on a GPU, one robot per thread, the counterpart of `snakelab.Batch`; CudaEngine for roll-outs."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, get_args

import numpy as np

from snakelab.errors import MissingExtraError, SimulationError
from snakelab.gaits.gait import Gait
from snakelab.kernels.digest import kernel_digest
from snakelab.kernels.lazy_kernel import tables_at
from snakelab.parameters.arguments import FloatArray, number
from snakelab.parameters.declarations import check_arguments
from snakelab.physics.columns import MOTOR, SERVO
from snakelab.physics.command import Reference, references
from snakelab.physics.dynamics import check_determined
from snakelab.physics.model import Model
from snakelab.physics.record_kernels import record_layout
from snakelab.physics.state import State, initial_state
from snakelab.plugins.cuda import robot_kernels
from snakelab.plugins.cuda.device_code import features_of, narrow_table, robot_code
from snakelab.plugins.cuda.devices import CudaDevice, Device, DeviceArray, Found, Kernel, code_digest, find_gpu
from snakelab.plugins.cuda.lane_tables import ROBOTS, blocks_of, from_blocks, to_blocks
from snakelab.plugins.cuda.robot_kernels import N_COUNTS, Commands, Robots, structure_of
from snakelab.results.run_status import RunStatus
from snakelab.sim.batch import (
    DEFAULT,
    Indices,
    Observation,
    States,
    checked_actions,
    checked_states,
    command_names,
    observation_of,
    one_for_each,
    row_indices,
)
from snakelab.sim.batch_rows import check_structure, interval_times, models_with, references_of
from snakelab.sim.compiled_loop import DIVERGED, RECORDED_STATE
from snakelab.sim.control_loop import STEPS_PER_COMMAND
from snakelab.sim.engine import Outcome, SnakelabEngine, problem_of, stacked_models
from snakelab.system import install_line

Integrator = Literal["plain", "extrapolated"]
Kind = Literal["float32", "float64"]
CPU_HINT = "Batch needs no GPU"


def find_device() -> CudaDevice:
    """Return the GPU.

    Raises:
        MissingExtraError: if numba-cuda is not installed.
        SimulationError: if there is no GPU.
    """
    return device_of(find_gpu(), "CudaBatch", CPU_HINT)


def device_of(gpu: Found, user: str, hint: str) -> CudaDevice:
    """Return the GPU that was found; for errors, see `find_device`.

    Args:
        gpu: Result of the search.
        user: What needs it, for the message of an error.
        hint: What needs none, likewise.
    """
    if gpu.install:
        raise MissingExtraError(f"{user} needs numba-cuda ({gpu.why_not}); type: {install_line('cuda')}; {hint}")
    if not gpu.name:
        raise SimulationError(f"no NVIDIA GPU that CUDA can use was found ({gpu.why_not}); {hint}")
    return CudaDevice(gpu.name)


class CudaBatch:
    """States of equally built robots that advance together on an NVIDIA GPU, one robot per thread.

    It simulates what `Batch` does, from the same source. In float64 the results differ by rounding, since a GPU fuses products
    and sums; in float32 by more. Rows that diverge stop; the others continue. Commands, resets and observations stay on the
    GPU.

    Arrays of the GPU have one column for each robot: actions the shape (n_commands, n), observations (width, n). They are given
    and returned without a copy, see `DeviceArray`. Arrays of NumPy are copied, and may have one row for each robot instead, as
    for `Batch`.

    The first call of each kernel compiles it, for about half a minute; the code is kept on disk. It is compiled for the structure
    of the model, and not for its numbers.

    Args:
        models: One model for all rows, or a list with one for each row; models may differ in numbers, not in structure.
        n: Number of rows [-]; may be left out with a list of models.
        period: Control period [s].
        observation: Variables that `step` returns, as of `Batch`. Others than the time and those of the state require an
            evaluation of the whole body in each period, and the memory of a whole record of each row; error estimates are NaN.
        step: Largest step [s].
        integrator: "extrapolated" or "plain", with fixed steps.
        dtype: "float32" or "float64"; times are float64.
        hold: True if targets are held over a period, as `Command.hold`.
        device: Device of the batch; None for the GPU.

    Raises:
        SimulationError: if a setting is invalid, the models differ in structure, or they call functions of the user.
        MissingExtraError: if numba-cuda is not installed.
    """

    _models: list[Model]
    _tables: Any  # of the different models, stacked, on the CPU

    def __init__(
        self,
        models: Model | Sequence[Model],
        n: int | None = None,
        *,
        period: float,
        observation: Sequence[str] = DEFAULT,
        step: float = 2e-3,
        integrator: Integrator = "extrapolated",
        dtype: Kind = "float32",
        hold: bool = False,
        device: Device | None = None,
    ):
        given = {"models": models, "n": n, "observation": observation, "integrator": integrator, "dtype": dtype}
        check_arguments(CudaBatch, {**given, "hold": hold}, SimulationError)
        each = one_for_each(models, n)
        first = each[0]
        check_determined(first)
        features = features_of(first)
        self.n, self.integrator = len(each), integrator
        self.period = number(period, "CudaBatch period", SimulationError, above=0, unit="s")
        self.max_step = number(step, "CudaBatch step", SimulationError, above=0, unit="s")
        self.dtype = np.dtype(dtype)
        self.device = find_device() if device is None else device
        self._observation = observation_of(first, observation)
        seen = self._observation
        columns = seen.columns if seen.observed else np.where(seen.columns == 0, -1, seen.columns - RECORDED_STATE)
        width = len(initial_state(first).row())
        constants, n_numbers, n_integers = structure_of(first.arrays, width)
        constants["rounding"] = self.dtype.type(1e-9 if dtype == "float64" else 1e-4)
        self._program = _Program(self.device, features, self.dtype, constants)
        self._robots = self._new_robots(width, n_numbers, n_integers)
        self._commands = self._new_commands(constants["places"].coefficients, 1)
        nv, actuators = first.n_coordinates, first.arrays.coordinates["actuator"]
        self._held = self.device.upload(((actuators == MOTOR) | hold).astype(np.int32))
        self._followed = self.device.upload((first.driven | (actuators == SERVO)).astype(np.int32))
        self._least = STEPS_PER_COMMAND if first.driven.any() else 1
        self._none = self.device.upload(np.zeros((nv, 1), self.dtype))
        self._until = self.device.upload(np.zeros(self.n))
        self._every = self.device.upload(np.ones(self.n, np.bool_))
        self._columns = self.device.upload(columns.astype(np.int32))
        self._observations = self.device.empty((len(columns), self.n), self.dtype)
        if seen.observed:
            self._records = self.device.empty((blocks_of(self.n), seen.record_width, ROBOTS), self.dtype)
        self._set_models(each)
        self.reset()

    # ---- state -------------------------------------------------------------------------------------------------------
    @property
    def models(self) -> list[Model]:
        """Model of each row."""
        return [self._models[i] for i in self._places]

    @property
    def states(self) -> FloatArray:
        """Copy of the state rows, shape (n, width), as `State.row`."""
        return from_blocks(self.device.download(self._robots.states), self.n).astype(np.float64)

    @property
    def time(self) -> FloatArray:
        """Copy of the times of the rows, shape (n,), [s]."""
        return self.device.download(self._robots.time)

    @property
    def running(self) -> np.ndarray:
        """Copy of the mask of the rows that have not diverged, shape (n,), bool."""
        return np.asarray(self.device.download(self._robots.code) != DIVERGED)

    @property
    def codes(self) -> DeviceArray:
        """Codes of the rows on the device, shape (n,), int32: 0 for a row that runs, 1 for one that diverged."""
        return DeviceArray(self._robots.code, self.device)

    @property
    def counts(self) -> np.ndarray:
        """Copy of the numbers of steps, and of unconverged coordinates, since the last reset, shape (2, n), int32."""
        return self.device.download(self._robots.counts)

    @property
    def status(self) -> list[RunStatus]:
        """Status of each row: finished if it reached the end of the last call, else the reason of its end."""
        codes = self.device.download(self._robots.code).tolist()
        each = zip(codes, self.time.tolist(), strict=True)
        return [RunStatus(problem_of(code, t, None) or RunStatus.finished(t)) for code, t in each]

    @property
    def action_names(self) -> tuple[str, ...]:
        """Names of the rows of actions: coordinates, then propellers."""
        return command_names(self._models[0])

    @property
    def observation(self) -> Observation:
        """Layout of observations: places along their first axis."""
        return self._observation

    @property
    def observations(self) -> DeviceArray:
        """Last observations on the device, shape (width, n), which the next call overwrites."""
        return DeviceArray(self._observations, self.device)

    def state(self, row: int) -> State:
        """Return the state of a row."""
        at = int(row_indices(int(row), self.n)[0])
        return self._blank.at(float(self.time[at]), self.states[at], 0.0)

    # ---- inputs ------------------------------------------------------------------------------------------------------
    def reset(self, rows: object = None, states: object = None) -> DeviceArray:
        """Set states; commands restart at the positions and rates of the states.

        Args:
            rows: Indices or mask of the rows; None for all. A mask on the device, shape (n,), bool or uint8, is not copied.
            states: As for `Batch.reset`: one state for these rows, one for each, state rows of shape (k, width), or None for
                `initial_state`. With a mask on the device: state rows of all robots as columns, shape (width, n), on the device,
                which start at time zero, or None.

        Returns:
            Observations of all rows, shape (width, n).
        """
        own = None if rows is None or isinstance(rows, np.ndarray) else self.device.own(rows)
        if own is not None:
            mask, columns, times = own, self._initial, self._zero
            if states is not None:
                columns = self._checked_on_device(states, self._initial.shape[0], "states")
        else:
            mask, columns, times = self._given_states(rows, states)  # type: ignore[arg-type]
        self._run("reset_robots", self._robots, mask, columns, times)
        self._begin(mask)
        return self._observe(self._commands, mask, starts=True)

    def set_models(self, models: Model | Sequence[Model], rows: Indices = None) -> None:
        """Set the models of rows, of the same structure; their states do not change."""
        order, each = row_indices(rows, self.n), self.models
        for i, model in zip(order, one_for_each(models, len(order)), strict=True):
            each[i] = model
        self._set_models(each, order)

    def vary(self, path: str, values: Sequence[Any], rows: Indices = None) -> None:
        """Set one parameter of robot or world to a separate value in each row; see `Batch.vary`."""
        order = row_indices(rows, self.n)
        if len(values) != len(order):
            raise SimulationError(f"vary needs one value for each of {len(order)} rows, got {len(values)}")
        before = [self._models[self._places[i]] for i in order]
        self.set_models(models_with(before, path, values, order.tolist()), order)

    # ---- advance -----------------------------------------------------------------------------------------------------
    def step(self, actions: object, rate: object = None, acceleration: object = None) -> DeviceArray:
        """Advance all running rows by one control period.

        Args:
            actions: Targets at the end of the period and commands of the propellers: an array of the device of shape
                (n_commands, n), or one of NumPy of shape (n, n_commands).
            rate: Rates of the targets, likewise, of the coordinates only; None derives rates and accelerations from the last
                three targets, as `Command` does.
            acceleration: Accelerations of the targets, likewise; None for zero if rates are given.

        Returns:
            Observations, shape (width, n), which the next call overwrites.
        """
        nv, names = self._models[0].n_coordinates, self.action_names
        targets = self._columns_of(actions, len(names), "actions")
        if rate is None and acceleration is not None:
            raise SimulationError("accelerations of targets need their rates; write step(actions, rate, acceleration)")
        rates = bends = self._none
        if rate is not None:
            rates = self._columns_of(rate, nv, "rate")
            zeros = np.zeros((self.n, nv)) if acceleration is None else acceleration
            bends = self._columns_of(zeros, nv, "acceleration")
        held, period = self._held, self.period
        self._run(
            "extend_commands", self._robots, self._commands, period, targets, rates, bends, rate is not None, held
        )
        self._run("end_of_commands", self._commands, self._until)
        self._advance(self._commands, self._least if period / self._least < self.max_step else 1)
        return self._observe(self._commands, self._every)

    def advance(
        self, gaits: Gait | Reference | Sequence[Gait | Reference], duration: float, *, rate: float | None = None
    ) -> FloatArray:
        """Advance all running rows along gaits, in open loop; commands of `step` restart afterwards.

        Args:
            gaits: One gait or reference for all rows, or one for each; their references must have as many pieces.
            duration: Simulated time [s].
            rate: Observations per second [Hz]; None for one at the end.

        Returns:
            Copy of the observations, shape (n, m, width), as of `Batch.advance`; rows that have stopped keep their last one.
        """
        duration = number(duration, "duration", SimulationError, above=0, unit="s")
        commands = self._gaits(references_of(gaits, self._models, self._places))
        times = interval_times(self.time, duration, rate)
        if self._least > 1:
            self._run("set_on_targets", self._on_device_models, self._robots, commands)
        seen = self._follow(commands, times, starts=rate is not None)
        self._begin(self._every)
        return seen

    def roll_out(
        self, references: Sequence[Reference], state: State, times: FloatArray
    ) -> tuple[FloatArray, np.ndarray]:
        """Advance all rows from one state, each along its own reference; commands of `step` restart afterwards.

        Args:
            references: One for each row, with as many pieces.
            state: Initial state of all rows.
            times: Times of the observations, ascending, shape (m,), [s].

        Returns:
            Observations, shape (n, m, width), and how many of them each row reached, shape (n,).
        """
        row = np.ascontiguousarray(state.row()[:, None].astype(self.dtype))
        start = self.device.upload(np.array([state.time]))
        self._run("reset_robots", self._robots, self._every, self.device.upload(row), start)
        seen = self._follow(self._gaits(references), np.tile(times, (self.n, 1)), starts=False)
        reached = (times <= self.time[:, None]).sum(axis=1)
        self._begin(self._every)
        return seen, reached

    # ---- inside ------------------------------------------------------------------------------------------------------
    def _run(self, name: str, *arguments: Any) -> None:
        self._program.kernel(name)(self.n, *arguments)

    def _advance(self, commands: Commands, least: int) -> None:
        """Integrate the running rows until `_until`."""
        name = f"advance_{self.integrator}"
        self._run(name, self._on_device_models, self._robots, commands, self._until, self.max_step, least)

    def _begin(self, mask: Any) -> None:
        self._run("begin_commands", self._robots, self._commands, mask, self.period, self._held, self._followed)

    def _observe(self, commands: Commands, mask: Any, starts: bool = False) -> DeviceArray:
        """Observations of all rows, of which those of a mask are renewed."""
        columns, out = self._columns, self._observations
        if self._observation.observed:
            models, records = self._on_device_models, self._records
            self._run("record_robots", models, self._robots, commands, mask, starts, records, columns, out)
        else:
            self._run("observe_states", self._robots, columns, out)
        return DeviceArray(out, self.device)

    def _follow(self, commands: Commands, times: FloatArray, starts: bool) -> FloatArray:
        """Copy of the observations at times of shape (n, m); `starts` if the first are those of the present state."""
        seen = np.zeros((self.n, times.shape[1], self._observation.width))
        for k in range(times.shape[1]):
            self._until = self.device.upload(np.ascontiguousarray(times[:, k]))
            self._advance(commands, 1)
            seen[:, k] = np.asarray(self._observe(commands, self._every, starts and k == 0)).T
        return seen

    def _new_robots(self, width: int, n_numbers: int, n_integers: int) -> Robots:
        integers = np.int64 if self.dtype == np.float64 else np.int32
        empty, blocks = self.device.empty, blocks_of(self.n)
        robots = Robots(
            states=empty((blocks, width, ROBOTS), self.dtype),
            numbers=empty((blocks, n_numbers, ROBOTS), self.dtype),
            integers=empty((blocks, max(1, n_integers), ROBOTS), integers),
            time=self.device.upload(np.zeros(self.n)),
            model=self.device.upload(np.zeros(self.n, np.int32)),
            code=self.device.upload(np.zeros(self.n, np.int32)),
            counts=self.device.upload(np.zeros((N_COUNTS, self.n), np.int32)),
        )
        for array in (robots.states, robots.numbers, robots.integers):
            self._run("clear", array)
        return robots

    def _new_commands(self, first_coefficient: int, n_pieces: int) -> Commands:
        places = self._program.constants["places"]
        n_numbers = first_coefficient + n_pieces * places.n_coordinates * robot_kernels.POWERS
        commands = Commands(
            kind=self.device.upload(np.zeros(self.n, np.int32)),
            knots=self.device.empty((blocks_of(self.n), n_pieces + 1, ROBOTS), np.float64),
            numbers=self.device.empty((blocks_of(self.n), n_numbers, ROBOTS), self.dtype),
            origin=self.device.upload(np.zeros(self.n)),
            periods=self.device.upload(np.zeros(self.n, np.int32)),
        )
        for array in (commands.knots, commands.numbers):
            self._run("clear", array)
        return commands

    def _gaits(self, each: Sequence[Reference]) -> Commands:
        """Commands along gaits."""
        shapes = {(len(one.knots), one.coefficients.shape[0]) for one in each}
        if len(shapes) > 1:
            raise SimulationError(
                "gaits of a CudaBatch must have the same number of pieces; advance them one after the other"
            )
        n, distinct = self._program.constants["places"].n_coordinates, {id(one): one for one in each}
        numbers = {key: _reference_numbers(one, n) for key, one in distinct.items()}
        rows = np.array([numbers[id(one)] for one in each])
        return self._commands._replace(
            kind=self.device.upload(np.array([one.kind for one in each], np.int32)),
            knots=self.device.upload(to_blocks(np.array([one.knots for one in each]))),
            numbers=self.device.upload(to_blocks(rows.astype(self.dtype))),
        )

    def _set_models(self, each: Sequence[Model], changed: np.ndarray | None = None) -> None:
        """Copy the different models to the device, and the index of the model of each row.

        If each row has its own, only the tables of the changed rows are made anew.
        """
        new = {id(each[i]): each[i] for i in (range(self.n) if changed is None else changed)}
        first = getattr(self, "_models", each)[0]
        check_structure(first, [model if id(model) in new else first for model in each])
        for model in new.values():
            features_of(model)
        models = list({id(model): model for model in each}.values())
        places = {id(model): i for i, model in enumerate(models)}
        if changed is not None and len(models) == len(self._models) == self.n > 1:
            _replace_rows(self._tables, changed, self._made([each[i] for i in changed]))
        else:
            self._tables = self._made(models)
        self._models, self._places = models, np.array([places[id(model)] for model in each])
        self._on_device_models = self._uploaded(self._tables)
        self._robots = self._robots._replace(model=self.device.upload(self._places.astype(np.int32)))
        self._blank = initial_state(models[0])
        self._initial = self.device.upload(np.ascontiguousarray(self._blank.row()[:, None].astype(self.dtype)))
        self._zero = self.device.upload(np.zeros(1))

    def _made(self, models: Sequence[Model]) -> Any:
        """Stacked tables of models, in the numbers of the batch."""
        stacked = stacked_models([model.arrays for model in models])
        return stacked if self.dtype == np.float64 else _narrowed(stacked)

    def _uploaded(self, tables: Any) -> Any:
        """Tables on the device."""
        if isinstance(tables, tuple):
            return type(tables)(*(self._uploaded(table) for table in tables))
        return self.device.upload(np.ascontiguousarray(tables)) if isinstance(tables, np.ndarray) else tables

    def _given_states(self, rows: Indices, states: States) -> tuple[Any, Any, Any]:
        """Mask, states as columns and times on the device."""
        order = row_indices(rows, self.n)
        mask = np.zeros(self.n, np.bool_)
        mask[order] = True
        if states is None or len(order) == 0:
            return self.device.upload(mask), self._initial, self._zero
        given, clock = checked_states(order, [self._models[i] for i in self._places[order]], states)
        if (given == given[0]).all() and (clock == clock[0]).all():  # one column for all rows
            column = np.ascontiguousarray(given[:1].T.astype(self.dtype))
            return self.device.upload(mask), self.device.upload(column), self.device.upload(clock[0, :1])
        columns, times = np.zeros((given.shape[1], self.n), self.dtype), np.zeros(self.n)
        columns[:, order], times[order] = given.T, clock[:, 0]
        return self.device.upload(mask), self.device.upload(columns), self.device.upload(times)

    def _columns_of(self, values: object, n_rows: int, label: str) -> Any:
        """Array of shape (n_rows, n) on the device."""
        if isinstance(values, DeviceArray):
            values = values.on_device
            return self._checked_on_device(values, n_rows, label)
        if not isinstance(values, np.ndarray) and self.device.own(values) is not None:
            return self._checked_on_device(values, n_rows, label)
        checked = checked_actions(values, (self.n, n_rows), self.action_names, label)
        return self.device.upload(np.ascontiguousarray(checked.T.astype(self.dtype)))

    def _checked_on_device(self, values: object, n_rows: int, label: str) -> Any:
        array = self.device.own(values.on_device if isinstance(values, DeviceArray) else values)
        if array is None or tuple(array.shape) != (n_rows, self.n) or array.dtype != self.dtype:
            found = "an array of another device" if array is None else f"{array.dtype} of shape {tuple(array.shape)}"
            raise SimulationError(
                f"{label} on the device must be {self.dtype} of shape {(n_rows, self.n)}, got {found}"
            )
        return array


def _narrowed(tables: Any) -> Any:
    """Tables with numbers of four bytes."""
    if isinstance(tables, tuple):
        return type(tables)(*(_narrowed(table) for table in tables))
    return narrow_table(tables) if isinstance(tables, np.ndarray) else tables


def _replace_rows(tables: Any, rows: np.ndarray, new: Any) -> None:
    """Replace rows of stacked tables."""
    for table, with_rows in zip(tables, new, strict=True):
        if isinstance(table, tuple):
            _replace_rows(table, rows, with_rows)
        elif isinstance(table, np.ndarray):
            table[rows] = with_rows


class CudaEngine:
    """Engine of `EngineRollouts` that rolls out all samples on an NVIDIA GPU, by a `CudaBatch`, one per thread.

    `SamplingMpc(EngineRollouts(policy, CudaEngine(step=5e-3)), ...)` has the inputs and costs of the same planner with
    `SnakelabEngine`; costs differ by rounding. A single roll-out, `advance`, is computed by `SnakelabEngine`.

    Args:
        step: Largest step [s].
        integrator: "extrapolated" or "plain", with fixed steps.
        dtype: "float32" or "float64"; times are float64.
        device: Device of the batch; None for the GPU.

    Raises:
        SimulationError: if a setting is invalid.
    """

    def __init__(
        self,
        step: float = 2e-3,
        integrator: Integrator = "extrapolated",
        dtype: Kind = "float32",
        device: Device | None = None,
    ):
        check_arguments(CudaEngine, {"integrator": integrator, "dtype": dtype}, SimulationError)
        self.step = number(step, "CudaEngine step", SimulationError, above=0, unit="s")
        self.integrator, self.dtype, self.device = integrator, dtype, device
        self._batch: CudaBatch | None = None

    def advance(self, model: Model, reference: Any, state: State, times: FloatArray, rows: FloatArray) -> Outcome:
        """Simulate from a state through all times on the CPU; see `SnakelabEngine.advance`."""
        return SnakelabEngine(self.step, self.integrator).advance(model, reference, state, times, rows)

    def roll_out(
        self, model: Model, references: Sequence[Reference], state: State, times: FloatArray, threads: int | None = None
    ) -> tuple[FloatArray, np.ndarray]:
        """Integrate one state under each of several references on the GPU; see `SnakelabEngine.roll_out`.

        Args:
            model: Model of all roll-outs.
            references: One for each roll-out, with as many pieces.
            state: Initial state of all roll-outs.
            times: Times of the records, ascending, shape (m,), [s].
            threads: Not used.

        Returns:
            Records, shape (n, m, record width), whose error estimates are NaN, and how many each roll-out reached, shape (n,).

        Raises:
            SimulationError: if a GPU cannot simulate the model, or there is none.
            MissingExtraError: if numba-cuda is not installed.
        """
        batch = self._batch
        if batch is None or batch.n != len(references) or batch.models[0] is not model:
            batch = self._batch = CudaBatch(
                model,
                len(references),
                period=1.0,  # of commands, which roll-outs have not
                observation=tuple(record_layout(model)),
                step=self.step,
                integrator=self.integrator,
                dtype=self.dtype,
                device=self.device,
            )
        return batch.roll_out(references, state, times)


def gpu_engine(engine: Any) -> CudaEngine:
    """Return the engine that rolls out on a GPU with the steps of another one, for `EngineRollouts(backend="cuda")`.

    Raises:
        SimulationError: if the engine has no fixed steps of a kind that a GPU can do, or there is no GPU.
        MissingExtraError: if numba-cuda is not installed.
    """
    if isinstance(engine, CudaEngine):
        return engine
    integrator: Any = getattr(engine, "integrator", "")
    if not isinstance(engine, SnakelabEngine) or engine.tolerance is not None or integrator not in get_args(Integrator):
        raise SimulationError(
            f"EngineRollouts with backend='cuda' needs fixed steps, extrapolated or plain, got {engine!r}; write "
            "SnakelabEngine(step=5e-3, integrator='plain')"
        )
    return CudaEngine(
        engine.step, integrator, device=device_of(find_gpu(), "backend='cuda'", "backend='cpu' needs no GPU")
    )


def _reference_numbers(reference: Reference, n: int) -> np.ndarray:
    """Numbers of a reference in the layout of `Commands.numbers`, for n rows of coordinates and propellers."""
    pieces = len(reference.coefficients)
    wave, force = np.zeros((n, robot_kernels.WAVE_WIDTH)), np.zeros(n)
    coefficients = np.zeros((pieces, n, robot_kernels.POWERS))
    wave[: len(reference.wave)] = reference.wave
    force[: len(reference.force)] = reference.force
    coefficients[:, : reference.coefficients.shape[1]] = reference.coefficients
    return np.concatenate([wave.ravel(), reference.ramp, force, coefficients.ravel()])


class _Program:
    """Kernels of a batch for one structure of models.

    Args:
        device: Where they run.
        features: Of the models.
        dtype: Of the numbers.
        constants: From `structure_of`.
    """

    def __init__(self, device: Device, features: Any, dtype: Any, constants: dict[str, Any]):
        also: dict[Any, Callable[..., Any]] = {tables_at: robot_kernels.no_rod_tables}
        if features.rods:
            also |= {robot_kernels.no_rods: robot_kernels.rod_scratch, tables_at: robot_kernels.rod_tables}
        if dtype == np.float32:
            also[references] = robot_kernels.narrow_references
        self.device, self.constants = device, constants
        self._code = robot_code(features, dtype, also, constants)
        self._key = (features, str(dtype), tuple(sorted((key, str(value)) for key, value in constants.items())))
        self._kernels: dict[str, Kernel] = {}

    def kernel(self, name: str) -> Kernel:
        """Launch of a kernel."""
        if name not in self._kernels:
            entry = getattr(robot_kernels, name)
            digest = code_digest(self._key, kernel_digest(entry))
            self._kernels[name] = self.device.kernel(self._code.copy(entry), digest)
        return self._kernels[name]
