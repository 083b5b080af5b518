"""Parallel runs: simulations of pairs of models and controllers, on threads or in processes."""

import os
import pickle
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from typing import Any, NamedTuple

from snakelab.control.controller import Controller, Planner
from snakelab.errors import SimulationError
from snakelab.gaits.gait import Gait
from snakelab.parameters.arguments import count
from snakelab.parameters.declarations import checked_arguments
from snakelab.physics.model import Model, build_model
from snakelab.results.recording import Recording
from snakelab.sim.simulation import simulate

# ----------------------------------------------------------------------------------------------------------------------
# Worker processes for runs whose time is spent in Python: controllers, and gaits that are computed period by period
#
# One of the workers is this process: its runs begin at once, while the others start. The others are separate interpreters that
# do not import the user's program: objects defined in it run on threads. They end when their standard input closes, so they do
# not outlive the parent process. They are not reused for the next batch, since the user's modules may change in between.
# ----------------------------------------------------------------------------------------------------------------------

SERVER_CODE = "from snakelab.sim.parallel_runs import serve; serve()"
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
