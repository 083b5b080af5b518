"""Executor with worker processes of this machine; a worker that dies is replaced, and its task is repeated once."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from snakelab.errors import SimulationError, SnakelabError
from snakelab.studies.execution.task import Failed, Result, Task, Work
from snakelab.types import count

TRIES = 2  # attempts at a task whose process dies, for example for lack of memory
THREADS = ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS", "OPENBLAS_NUM_THREADS")
GRACE = 2.0  # waiting time for a process to end [s]
READY = "ready"


class ProcessExecutor:
    """Executor with worker processes, which start when first needed and run until `close`.

    Args:
        workers: Number of processes; None for one per core.
    """

    def __init__(self, workers: int | None = None) -> None:
        self.max_workers = (
            os.cpu_count() or 1 if workers is None else count(workers, "workers", SimulationError, minimum=1)
        )
        self._context = multiprocessing.get_context("spawn")  # a fork would copy threads of the compiled code
        self._held, self._ours = self._context.Pipe(duplex=False)
        self._workers: list[_Worker] = []

    def results(self, work: Work, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result | Failed]]:
        """See `Executor`. A task whose process died twice is `Failed`."""
        waiting, deaths = deque(tasks), dict[str, int]()
        try:
            while waiting or any(worker.task for worker in self._workers):
                self._assign(work, waiting)
                for worker in self._ready():
                    task, message = worker.task, worker.receive()
                    if message is READY:
                        continue
                    if not isinstance(message, _Death):
                        if task is not None:
                            yield task, message
                        continue
                    self._workers.remove(worker)
                    if task is None:
                        continue
                    deaths[task.key] = deaths.get(task.key, 0) + 1
                    if deaths[task.key] < TRIES:
                        waiting.appendleft(task)
                    else:
                        yield task, Failed(f"its process died {TRIES} times, the last time with {message.how}")
        finally:
            if waiting or any(worker.task for worker in self._workers):
                self._end()

    def close(self) -> None:
        """End every worker, at once."""
        self._end()
        self._ours.close()
        self._held.close()

    def _assign(self, work: Work, waiting: deque[Task]) -> None:
        """Assign a task to every idle worker; start workers while there are tasks for them."""
        idle = [worker for worker in self._workers if worker.task is None]
        for _ in range(min(len(waiting) - len(idle), self.max_workers - len(self._workers))):
            with _one_thread_each(self.max_workers):
                self._workers.append(_Worker(self._context, self._held))
            idle.append(self._workers[-1])
        while idle and waiting:
            worker = idle.pop()
            worker.task = waiting.popleft()
            worker.send((work, worker.task.given))

    def _ready(self) -> list["_Worker"]:
        """Wait for, and return, the workers that have sent a message or died."""
        ready = wait([worker.line for worker in self._workers])
        return [worker for worker in self._workers if worker.line in ready]

    def _end(self) -> None:
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join(GRACE)
            worker.line.close()
        self._workers.clear()


class _Death:
    """Message that reports the death of a worker."""

    def __init__(self, how: str) -> None:
        self.how = how


class _Worker:
    """Worker process, the connection to it, and its current task."""

    def __init__(self, context: Any, held: Connection) -> None:
        self.line, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(target=run_worker, args=(theirs, held), daemon=True)
        self.process.start()
        theirs.close()  # so that the connection breaks when the process ends
        self.ready = False
        self.task: Task | None = None

    def send(self, message: Any) -> None:
        """Send a message. The death of a process is detected when its answer is read."""
        with suppress(OSError):
            self.line.send(message)

    def receive(self) -> Any:
        """Return the next message: `READY`, a result, or `_Death`.

        Raises:
            SimulationError: if it died before it was ready, as every other would.
        """
        try:
            message = self.line.recv()
        except (EOFError, OSError):
            self.process.join(GRACE)
            code = self.process.exitcode
            how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
            if not self.ready and (code is None or code >= 0):
                raise SimulationError(
                    f"the workers cannot start ({how}); a program that starts them needs `if __name__ == '__main__':`"
                ) from None
            self.line.close()
            return _Death(how)
        if message == READY:
            self.ready = True
            return READY
        self.task = None
        return message


@contextmanager
def _one_thread_each(workers: int) -> Iterator[None]:
    """Context in which started processes get an equal number of threads each."""
    before = {name: os.environ.get(name) for name in THREADS}
    threads = str(max(1, (os.cpu_count() or 1) // workers))
    os.environ.update({name: before[name] or threads for name in THREADS})
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]


def run_worker(tasks: Connection, held: Connection) -> None:
    """Main function of a worker process.

    Args:
        tasks: Connection that receives (work, argument) and sends back the result.
        held: Connection with its other end in the parent only; it closes when the parent ends for any reason.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all processes receive Ctrl-C; the parent decides

    def end_with_the_parent() -> None:
        held.poll(None)
        os._exit(1)

    threading.Thread(target=end_with_the_parent, daemon=True).start()
    try:
        tasks.send(READY)
        while True:
            work, given = tasks.recv()
            try:
                result: Result | Failed = work(given)
            except Exception as problem:  # the worker continues
                result = Failed(str(problem) if isinstance(problem, SnakelabError) else repr(problem))
            tasks.send(result)
    except (EOFError, OSError):
        return
