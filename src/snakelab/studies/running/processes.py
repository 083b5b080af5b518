"""Tasks in processes of this machine: one that dies is replaced, and its task is tried once more."""

import multiprocessing
import os
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from snakelab.errors import SimulationError
from snakelab.studies.running.serve import READY, serve
from snakelab.studies.running.task import Failed, Result, Task, Work
from snakelab.types import count

TRIES = 2  # a task whose process dies every time, as for want of memory, must not hold up the others
THREADS = ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS", "OPENBLAS_NUM_THREADS")
GRACE = 2.0  # for a process that was told to end [s]


class Processes:
    """Workers in processes of their own, started when first needed and kept until `close`.

    Args:
        workers: How many at once; None for one a core.
    """

    def __init__(self, workers: int | None = None) -> None:
        self.most = os.cpu_count() or 1 if workers is None else count(workers, "workers", SimulationError, least=1)
        self._context = multiprocessing.get_context("spawn")  # a fork would copy threads of the compiled code
        self._held, self._ours = self._context.Pipe(duplex=False)
        self._workers: list[_Worker] = []

    def results(self, work: Work, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result | Failed]]:
        """As `Workers` says; a task whose process died twice is `Failed`."""
        waiting, deaths = deque(tasks), dict[str, int]()
        try:
            while waiting or any(worker.task for worker in self._workers):
                self._hand_out(work, waiting)
                for worker in self._heard():
                    task, found = worker.task, worker.answer()
                    if found is READY:
                        continue
                    if not isinstance(found, _Death):
                        if task is not None:
                            yield task, found
                        continue
                    self._workers.remove(worker)
                    if task is None:
                        continue
                    deaths[task.key] = deaths.get(task.key, 0) + 1
                    if deaths[task.key] < TRIES:
                        waiting.appendleft(task)
                    else:
                        yield task, Failed(f"its process died {TRIES} times, at last with {found.how}")
        finally:
            if waiting or any(worker.task for worker in self._workers):
                self._end()

    def close(self) -> None:
        """End every worker, at once."""
        self._end()
        self._ours.close()
        self._held.close()

    def _hand_out(self, work: Work, waiting: deque[Task]) -> None:
        """Give every idle worker a task; start workers while there are tasks for them."""
        idle = [worker for worker in self._workers if worker.task is None]
        for _ in range(min(len(waiting) - len(idle), self.most - len(self._workers))):
            with _one_thread_each(self.most):
                self._workers.append(_Worker(self._context, self._held))
            idle.append(self._workers[-1])
        while idle and waiting:
            worker = idle.pop()
            worker.task = waiting.popleft()
            worker.tell((work, worker.task.given))

    def _heard(self) -> list["_Worker"]:
        """The workers that have something to say, or have died."""
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
    """What a worker says that says nothing any more."""

    def __init__(self, how: str) -> None:
        self.how = how


class _Worker:
    """A process, the line to it, and the task that it has."""

    def __init__(self, context: Any, held: Connection) -> None:
        self.line, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(target=serve, args=(theirs, held), daemon=True)
        self.process.start()
        theirs.close()  # so that the line breaks when the process ends
        self.ready = False
        self.task: Task | None = None

    def tell(self, message: Any) -> None:
        """Send; that a process has died is found when it is heard."""
        with suppress(OSError):
            self.line.send(message)

    def answer(self) -> Any:
        """What it says: `READY`, a result, or `_Death`.

        Raises:
            SimulationError: if it died before it was ready, as every other would.
        """
        try:
            found = self.line.recv()
        except (EOFError, OSError):
            self.process.join(GRACE)
            code = self.process.exitcode
            how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
            if not self.ready and (code is None or code >= 0):
                raise SimulationError(
                    f"the workers do not start ({how}); a program that starts them needs `if __name__ == '__main__':`"
                ) from None
            self.line.close()
            return _Death(how)
        if found == READY:
            self.ready = True
            return READY
        self.task = None
        return found


@contextmanager
def _one_thread_each(workers: int) -> Iterator[None]:
    """Processes that are started here share the cores: each has its part of the threads."""
    before = {name: os.environ.get(name) for name in THREADS}
    share = str(max(1, (os.cpu_count() or 1) // workers))
    os.environ.update({name: before[name] or share for name in THREADS})
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
