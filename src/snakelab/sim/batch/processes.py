"""Worker processes for runs whose time is spent in Python: controllers, and gaits that are computed period by period.

One of the workers is this process: its runs begin at once, while the others start. The others are separate interpreters
that do not import the user's program: objects defined in it run on threads. They end when their standard input closes, so they do
not outlive the parent process. They are not reused for the next batch, since the user's modules may change in between.
"""

import os
import pickle
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from snakelab.control.controller import Controller, Planner
from snakelab.errors import SimulationError
from snakelab.physics.model import Model, build_model
from snakelab.results.recording import Recording
from snakelab.sim.simulate import simulate

# Number of control periods of all runs, of 0.5 ms or more each, above which processes are faster: they start in 2 s.
WORTHWHILE = 8_000
SERVE = "from snakelab.sim.batch.processes import serve; serve()"
OWN_PROGRAM = b"__main__"


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
    if sum(duration / one.period for one in controllers) < WORTHWHILE:
        return []
    if any(model.arrays.laws["address"].any() for model, _ in pairs):  # a function of the user
        return []
    try:
        runs = [Run(model.robot, model.world, one, duration, settings) for model, one in pairs]
        tasks = [pickle.dumps(run, pickle.HIGHEST_PROTOCOL) for run in runs]
    except Exception:  # pickling can fail with any exception
        return []
    return [] if any(OWN_PROGRAM in task for task in tasks) else tasks


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
                [sys.executable, "-c", SERVE],
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
