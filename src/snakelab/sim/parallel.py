"""Parallel runs: rows of a batch in one compiled call, and simulations on threads or in processes.

Commands, models and references of a batch come first, then the worker processes and `simulate_batch`.
"""

import math
import os
import pickle
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from typing import Any, NamedTuple, cast

import numpy as np

from snakelab.control.controller import Controller, Planner
from snakelab.errors import SimulationError, SnakelabError
from snakelab.gaits.gait import Gait
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray, count, number
from snakelab.parameters.declarations import checked_arguments
from snakelab.physics.columns import TARGET, TARGET_ACCELERATION, TARGET_RATE, ModelArrays
from snakelab.physics.command import Reference, references
from snakelab.physics.model import Model, build_model
from snakelab.physics.record_kernels import record_layout
from snakelab.results.recording import Recording
from snakelab.sim.compiled_loop import reference_at
from snakelab.sim.engine import stacked_references
from snakelab.sim.interventions import replaced_at
from snakelab.sim.run_integration import record_times, snap
from snakelab.sim.simulation import simulate
from snakelab.worlds.force_law import CONTACT

# ----------------------------------------------------------------------------------------------------------------------
# Commands of all rows of a batch as quintics over one control period, in one compiled call
#
# The arithmetic is that of `sim.control_loop` and `physics.command.quintic`, with equal rounding: a row of a batch and a run with
# a controller get equal references, bit for bit.
# ----------------------------------------------------------------------------------------------------------------------

# Exponents of the powers of a duration. As values unknown to the compiler, they use the same function as
# in Python; constants would be replaced by products, which round differently.
EXPONENTS = np.array([2.0, 3.0, 4.0, 5.0])


class BatchCommands(NamedTuple):
    """Commands of all rows over their present control period.

    Attributes:
        reference: Stacked references, one for each row, of one piece each.
        origin: Time at which the commands of a row began, shape (n,), [s].
        periods: Number of periods since, shape (n,), int.
        held: Mask of coordinates with a command held over the period, shape (nv,), bool.
        targets: Scratch for targets, shape (n_commands, COORDINATE_WIDTH).
    """

    reference: Reference
    origin: np.ndarray
    periods: np.ndarray
    held: np.ndarray
    targets: np.ndarray


@kernel(exact=True)
def start_commands(commands, order, period, values, exponents):
    """Begin the commands of rows at their present time: one period before it that ends with the given values.

    Args:
        commands: Commands of all rows; `origin` contains the present time of these rows.
        order: Indices of the rows, shape (k,), int.
        period: Control period [s].
        values: Target, rate and acceleration of every coordinate, shape (n, 3, nv).
        exponents: `EXPONENTS`.
    """
    for i in order:
        closes = commands.origin[i]
        opens = closes - period
        commands.periods[i] = 0
        commands.reference.knots[i, 0], commands.reference.knots[i, 1] = opens, closes
        coefficients = commands.reference.coefficients[i, 0]
        for j in range(coefficients.shape[0]):
            for power in range(6):
                coefficients[j, power] = 0.0
        powers = powers_of(closes - opens, exponents)
        for j in range(len(commands.held)):
            end = (values[i, 0, j], values[i, 1, j], values[i, 2, j])
            set_quintic(coefficients[j], commands.held[j], end, end, powers)


@kernel(exact=True)
def join_commands(commands, order, period, actions, rate, acceleration, given, exponents):
    """Continue the commands of rows by one period, smoothly in value, rate and acceleration.

    Args:
        commands: Commands of all rows.
        order: Indices of the rows, shape (k,), int.
        period: Control period [s].
        actions: Target of every coordinate at the end of the period, and command of every propeller, shape (n, n_commands).
        rate: Rates at the end of the period, shape (n, nv); unused if not given.
        acceleration: Accelerations, shape (n, nv); unused if not given.
        given: True if rates and accelerations are given; otherwise both are differences of the last three targets.
        exponents: `EXPONENTS`.
    """
    nv = len(commands.held)
    now = commands.targets
    for i in order:
        last = reference_at(commands.reference, i)
        opens = last.knots[1]
        elapsed = opens - last.knots[0]
        squared = math.pow(elapsed, exponents[0])
        commands.periods[i] += 1
        closes = commands.origin[i] + commands.periods[i] * period
        powers = powers_of(closes - opens, exponents)
        references(last, opens, now)
        coefficients = commands.reference.coefficients[i, 0]
        for j in range(nv):
            target, before, present = actions[i, j], coefficients[j, 0], now[j, TARGET]
            if given:
                end = (target, rate[i, j], acceleration[i, j])
            else:
                end = (
                    target,
                    (3.0 * target - 4.0 * present + before) / (2.0 * elapsed),
                    (target - 2.0 * present + before) / squared,
                )
            start = (present, now[j, TARGET_RATE], now[j, TARGET_ACCELERATION])
            set_quintic(coefficients[j], commands.held[j], start, end, powers)
        for j in range(nv, coefficients.shape[0]):
            coefficients[j, 0] = actions[i, j]
        commands.reference.knots[i, 0], commands.reference.knots[i, 1] = opens, closes


@kernel(exact=True, inline=True)
def powers_of(duration, exponents):
    return (
        duration,
        math.pow(duration, exponents[0]),
        math.pow(duration, exponents[1]),
        math.pow(duration, exponents[2]),
        math.pow(duration, exponents[3]),
    )


@kernel(exact=True, inline=True)
def set_quintic(c, held, start, end, powers):
    """Coefficients of the quintic that joins value, rate and acceleration at both ends; of a held command its constant."""
    if held:
        c[0], c[1], c[2], c[3], c[4], c[5] = end[0], 0.0, 0.0, 0.0, 0.0, 0.0
        return
    duration, squared, third, fourth, fifth = powers
    c[0], c[1], c[2] = start[0], start[1], start[2] / 2.0
    dp = end[0] - (c[0] + c[1] * duration + c[2] * squared)
    dv = (end[1] - (c[1] + 2.0 * c[2] * duration)) * duration
    da = (end[2] - 2.0 * c[2]) * squared
    c[3] = (10.0 * dp - 4.0 * dv + da / 2.0) / third
    c[4] = (-15.0 * dp + 7.0 * dv - da) / fourth
    c[5] = (6.0 * dp - 3.0 * dv + da / 2.0) / fifth


# ----------------------------------------------------------------------------------------------------------------------
# Models of a batch: copies that differ in one parameter, and the structure that all must share
# ----------------------------------------------------------------------------------------------------------------------


def model_with(model: Model, path: str, value: Any) -> Model:
    """Build a model in which one parameter of its robot or world has another value.

    Args:
        model: Model to start from.
        path: Field names and list indices, joined by dots, such as "robot.parts.0.mass" or "world.media.1.mu_normal".
        value: The new value.

    Raises:
        SimulationError: if there is no such parameter.
        RobotError, WorldError: if the value is not allowed.
    """
    changed = replaced_at({"robot": model.robot, "world": model.world}, path, value)
    return build_model(changed["robot"], changed["world"])


def models_with(models: Sequence[Model], path: str, values: Sequence[Any], rows: Sequence[int]) -> list[Model]:
    """Build one model for each pair of a model and a value; equal pairs share one.

    Raises:
        SimulationError: naming the row of the value that is not allowed.
    """
    built: dict[Hashable, Model] = {}
    arrays = []
    for model, value, row in zip(models, values, rows, strict=True):
        key = (id(model), value) if isinstance(value, Hashable) else (id(model), id(value))
        if key not in built:
            try:
                built[key] = model_with(model, path, value)
            except SnakelabError as problem:
                raise SimulationError(f"row {row}: {problem}") from problem
        arrays.append(built[key])
    return arrays


def check_structure(first: Model, models: Sequence[Model]) -> None:
    """Check that models differ from the first one in numbers only.

    Args:
        first: Model that determines the structure.
        models: Model of each row.

    Raises:
        SimulationError: with the first row whose model differs, and the difference.
    """
    checked = {id(first)}
    for i, model in enumerate(models):
        if id(model) in checked:
            continue
        checked.add(id(model))
        if problem := difference(first, model):
            raise SimulationError(
                f"models of a batch must be equal in structure and differ in numbers only; that of row {i} differs in {problem}"
            )


def difference(first: Model, other: Model) -> str:
    """Return the first difference in structure between two models; empty if there is none."""
    for name in ("base", "base_end"):
        one, two = getattr(first.robot, name), getattr(other.robot, name)
        if one != two:
            return f"its {name}: {two!r} instead of {one!r}"
    for name in ("coordinate_names", "station_names", "law_names", "skin_names"):
        one, two = getattr(first, name), getattr(other, name)
        what = name.removesuffix("_names")
        if len(one) != len(two):
            return f"its number of {what}s: {len(two)} instead of {len(one)}"
        for a, b in zip(one, two, strict=True):
            if a != b:
                return f"a {what}: {b!r} instead of {a!r}"
    arrays, others = (_without_addresses(model.arrays) for model in (first, other))
    for name, table, other_table in zip(arrays._fields[:-1], arrays[:-1], others[:-1], strict=True):
        if problem := _difference_of_arrays(np.asarray(table), np.asarray(other_table)):
            return f"the {problem} of its {name.replace('_', ' ')}"
    if arrays.rods is not None and others.rods is not None:  # if one has none, its parts have been found to differ
        for table, other_table in zip(arrays.rods, others.rods, strict=True):
            if problem := _difference_of_arrays(table, other_table):
                return f"the {problem} of its rods"
    return "" if record_layout(first) == record_layout(other) else "the variables of its records"


def _without_addresses(arrays: ModelArrays) -> ModelArrays:
    """Return the arrays with 1 in place of the address of a user's function; that of a contact is an index."""
    laws = arrays.laws.copy()
    laws["address"] = np.where(laws["code"] == CONTACT, laws["address"], laws["address"] != 0)
    return arrays._replace(laws=laws)


def _difference_of_arrays(one: np.ndarray, two: np.ndarray) -> str:
    """Return what differs between two arrays: their shape, or whole numbers, which are indices and kinds."""
    if one.shape != two.shape:
        return f"shape, {two.shape} instead of {one.shape},"
    if one.dtype.names is None:
        return "" if one.dtype.kind not in "iub" or np.array_equal(one, two) else "indices"
    for name in one.dtype.names:
        if one[name].dtype.kind in "iu" and not np.array_equal(one[name], two[name]):
            return name
    # the scratch row of a joint without dry friction is never written
    if "dry_friction" in one.dtype.names and np.any((one["dry_friction"] > 0) != (two["dry_friction"] > 0)):
        return "joints with dry friction"
    return ""


# ----------------------------------------------------------------------------------------------------------------------
# Open loop of a batch: references of the rows, those of equal shape stacked, and the times of observations
# ----------------------------------------------------------------------------------------------------------------------


def references_of(
    gaits: Gait | Reference | Sequence[Gait | Reference], models: Sequence[Model], model: np.ndarray
) -> list[Reference]:
    """Return the reference of each row; rows with the same gait and model share one.

    Args:
        gaits: One gait or reference for all rows, or one for each.
        models: Different models of the batch.
        model: Index of the model of each row, shape (n,), int.

    Raises:
        SimulationError: if there are not as many gaits as rows, or one is no gait.
    """
    one = isinstance(gaits, Reference) or not isinstance(gaits, (list, tuple))  # a Reference is a tuple, too
    each: list[Any] = [gaits] * len(model) if one else [*cast("Sequence[Any]", gaits)]
    if len(each) != len(model):
        raise SimulationError(f"gaits must be one for all rows or one for each of {len(model)}, got {len(each)}")
    references: dict[tuple[int, int], Reference] = {}
    for i, (gait, place) in enumerate(zip(each, model.tolist(), strict=True)):
        if (id(gait), place) not in references:
            references[id(gait), place] = _reference_of(gait, models[place], i)
    return [references[id(gait), place] for gait, place in zip(each, model.tolist(), strict=True)]


def _reference_of(gait: object, model: Model, row: int) -> Reference:
    if isinstance(gait, Reference):
        return gait
    if isinstance(gait, Gait) and not isinstance(gait, type):
        return gait.reference(model)
    raise SimulationError(f"gaits of a batch must be gaits or references, got {gait!r} for row {row}")


def grouped_references(
    references: Sequence[Reference], order: np.ndarray
) -> Iterator[tuple[np.ndarray, Reference, np.ndarray]]:
    """Group rows by the shape of their references, which a stack must share.

    Args:
        references: Reference of each row.
        order: Indices of the rows to group, int.

    Yields:
        Indices of the rows of a group, their different references stacked, and the index of each row's reference in the stack.
    """
    groups: dict[tuple[tuple[int, ...], ...], list[int]] = {}
    for i in order.tolist():
        groups.setdefault(tuple(field.shape for field in references[i][1:]), []).append(i)
    for rows in groups.values():
        different = {id(references[i]): references[i] for i in rows}
        places = {key: place for place, key in enumerate(different)}
        index = np.array([places[id(references[i])] for i in rows])
        yield np.array(rows), stacked_references(list(different.values())), index


def interval_times(time: FloatArray, duration: float, rate: float | None) -> FloatArray:
    """Return the times of observations of each row, shape (n, m), [s].

    Args:
        time: Present times, shape (n,), [s].
        duration: Simulated time [s].
        rate: Observations per second, from the present time on [Hz]; None for one at the end.
    """
    if rate is None:
        return time[:, None] + duration
    rate = number(rate, "rate", SimulationError, above=0, unit="Hz")
    if len(time) == 0:
        return np.zeros((0, 1))
    begins, index = np.unique(time, return_inverse=True)
    grids = [record_times(begin, snap(begin + duration, rate), rate) for begin in begins.tolist()]
    if len({len(times) for times in grids}) > 1:  # rows at times that are no multiples of 1 / rate
        grids = [begin + record_times(0.0, duration, rate) for begin in begins.tolist()]
    return np.array(grids)[index]


# ----------------------------------------------------------------------------------------------------------------------
# Worker processes for runs whose time is spent in Python: controllers, and gaits that are computed period by period
#
# One of the workers is this process: its runs begin at once, while the others start. The others are separate interpreters that
# do not import the user's program: objects defined in it run on threads. They end when their standard input closes, so they do
# not outlive the parent process. They are not reused for the next batch, since the user's modules may change in between.
# ----------------------------------------------------------------------------------------------------------------------

SERVER_CODE = "from snakelab.sim.parallel import serve; serve()"
MAIN_MODULE = b"__main__"


class Run(NamedTuple):
    """One run: arguments of `simulate`, with robot and world in place of the model, which may contain addresses."""

    robot: Any
    world: Any
    controller: Any
    duration: float
    settings: dict[str, Any]


class Result(NamedTuple):
    """Result of a run in a worker."""

    recording: Recording | None
    error: BaseException | None
    warnings: list[tuple[str, type[Warning]]]


# Number of control periods of all runs, of 0.5 ms or more each, above which processes are faster: they start in 2 s.
MIN_PERIODS = 8_000


def tasks_for_processes(pairs: Sequence[tuple[Model, Any]], duration: float, settings: dict[str, Any]) -> list[bytes]:
    """Return the runs as bytes; none if threads are faster, or the runs cannot be pickled.

    Args:
        pairs: Model and controller of each run.
        duration: Simulated time of each run [s].
        settings: Settings of `simulate`.
    """
    controllers = [controller for _, controller in pairs]
    if not all(map(_in_python, controllers)) or settings.get("progress") is not None:
        return []
    if sum(duration / one.period for one in controllers) < MIN_PERIODS:
        return []
    if any(model.arrays.laws["address"].any() for model, _ in pairs):  # a function of the user
        return []
    try:
        runs = [Run(model.robot, model.world, one, duration, settings) for model, one in pairs]
        tasks = [pickle.dumps(run, pickle.HIGHEST_PROTOCOL) for run in runs]
    except Exception:  # pickling can fail with any exception
        return []
    return [] if any(MAIN_MODULE in task for task in tasks) else tasks


def _in_python(controller: object) -> bool:
    """Return True for a controller that computes in Python, on one thread."""
    called = isinstance(controller, (Controller, Planner)) and not hasattr(controller, "threads")
    return called and isinstance(getattr(controller, "period", None), (int, float))


class Processes:
    """Threads with one worker process each, except for one, which simulates in this process.

    Args:
        n: Number of threads.
    """

    def __init__(self, n: int) -> None:
        self._own = threading.local()
        self._here = threading.Lock()  # acquired by the thread that simulates in this process
        self._closed = threading.Event()
        self._started: list[subprocess.Popen[bytes]] = []
        self.pool = ThreadPoolExecutor(n)

    def run(self, task: bytes, here: Callable[..., Recording]) -> Recording:
        """Simulate a run; its warnings and errors are issued here.

        Args:
            task: The run, for a worker.
            here: The same run in this process; a function of the argument `progress` of `simulate`.
        """
        if not hasattr(self._own, "process") and self._here.acquire(blocking=False):
            try:
                return here(progress=self._end_if_closed)
            finally:
                self._here.release()
        result = self._result(task)
        for text, category in result.warnings:
            warnings.warn(text, category, stacklevel=2)
        if result.error is not None:
            raise result.error
        assert result.recording is not None
        return result.recording

    def close(self) -> None:
        """End all workers at once."""
        self._closed.set()
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in self._started:
            process.kill()
            process.wait()

    def _end_if_closed(self, fraction: float, time: float) -> None:
        if self._closed.is_set():
            raise KeyboardInterrupt  # ends the run, as Ctrl-C does

    def _result(self, task: bytes) -> Result:
        process = self._worker()
        assert process.stdin is not None and process.stdout is not None
        try:
            pickle.dump(task, process.stdin)
            process.stdin.flush()
            result: Result = pickle.load(process.stdout)
        except (EOFError, OSError) as problem:
            raise SimulationError(
                f"a worker process ended with exit code {process.wait()}; simulate_batch(..., workers=1) runs without one"
            ) from problem
        return result

    def _worker(self) -> "subprocess.Popen[bytes]":
        if not hasattr(self._own, "process"):
            self._own.process = subprocess.Popen(
                [sys.executable, "-c", SERVER_CODE],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the process that started it
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # the same on Windows
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
            self._started.append(self._own.process)
        process: subprocess.Popen[bytes] = self._own.process
        return process


def serve() -> None:
    """Simulate runs from standard input until it closes; the results are written to standard output."""
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a print of a controller must not reach the answers
    while True:
        try:
            task = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        pickle.dump(_result(task), replies, pickle.HIGHEST_PROTOCOL)
        replies.flush()


def _result(task: bytes) -> Result:
    with warnings.catch_warnings(record=True) as issued:
        warnings.simplefilter("always")
        recording, error = None, None
        try:
            run: Run = pickle.loads(task)
            recording = simulate(build_model(run.robot, run.world), run.controller, run.duration, **run.settings)
        except Exception as problem:
            error = problem
    return Result(recording, error, [(str(one.message), one.category) for one in issued])


# ----------------------------------------------------------------------------------------------------------------------
# Parallel runs: on threads, as the compiled loop releases the global interpreter lock; in processes for controllers
# ----------------------------------------------------------------------------------------------------------------------

Done = Callable[[int, int], None]


@checked_arguments(SimulationError)
def simulate_batch(
    models: Model | Sequence[Model],
    controllers: Gait | Controller | Planner | Sequence[Gait | Controller | Planner | None] | None,
    duration: float = 10.0,
    *,
    workers: int | None = None,
    done: Done | None = None,
    **settings: Any,
) -> list[Recording]:
    """Simulate pairs of models and controllers; a single one of either is used for all runs.

    Args:
        models: One model or a list.
        controllers: One gait or controller, or a list; controllers are stateless, so one may be used in several runs.
        duration: Simulated time of each run [s].
        workers: Number of threads; None for one per core. Long runs of controllers, which the Python interpreter
            would serialise, use processes instead, this one among them, if their objects can be pickled and are not defined
            in the main program.
        done: Callback after each run with the number of runs done, and their total number.
        settings: Settings of `simulate`, the same for all runs. No run is repeated unless they contain `check_step`.

    Returns:
        One recording for each pair, in order, bit for bit equal to that of a single `simulate`.

    Raises:
        SimulationError: if the lists differ in length.
    """
    lengths = {len(many) for many in (models, controllers) if isinstance(many, Sequence)}
    if len(lengths) > 1:
        raise SimulationError(f"models and controllers must be equally many, or one for all; got {sorted(lengths)}")
    n = lengths.pop() if lengths else 1
    if n == 0:
        return []
    each_model = list(models) if isinstance(models, Sequence) else [models] * n
    each_controller = list(controllers) if isinstance(controllers, Sequence) else [controllers] * n
    pairs = list(zip(each_model, each_controller, strict=True))
    settings = {"check_step": "never"} | settings
    n_workers = min(
        os.cpu_count() or 1 if workers is None else count(workers, "workers", SimulationError, minimum=1), n
    )
    tasks = tasks_for_processes(pairs, duration, settings) if n_workers > 1 else []
    processes = Processes(n_workers) if tasks else None
    pool = ThreadPoolExecutor(n_workers) if processes is None else processes.pool
    try:
        calls = [partial(simulate, model, controller, duration, **settings) for model, controller in pairs]
        if processes is not None:
            runs = [pool.submit(processes.run, task, call) for task, call in zip(tasks, calls, strict=True)]
        else:
            runs = [pool.submit(call) for call in calls]
        for i, run in enumerate(runs):
            while not wait([run], timeout=0.05).done:  # an unlimited wait would ignore Ctrl-C on some platforms
                pass
            run.result()
            if done is not None:
                done(i + 1, n)
        return [run.result() for run in runs]
    finally:
        # after a failure or Ctrl-C, waiting runs are cancelled
        pool.shutdown(wait=False, cancel_futures=True)
        if processes is not None:
            processes.close()
