"""Threads for compiled code: waiting threads for blocks of rows, and a thread pool."""

import os
import threading
import weakref
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from queue import SimpleQueue

import numpy as np

# ----------------------------------------------------------------------------------------------------------------------
# Threads that wait for work: they start with a block of rows within microseconds, unlike an executor
# ----------------------------------------------------------------------------------------------------------------------

Call = Callable[[], object]
Errors = SimpleQueue[BaseException | None]
Tasks = SimpleQueue[tuple[Call, Errors] | None]


class Workers:
    """Threads for calls that release the global interpreter lock. The calling thread is one of them.

    Args:
        n: Number of threads, with the calling thread [-].
    """

    def __init__(self, n: int):
        self.n = n
        self._tasks: list[Tasks] = []
        self._process = 0

    def run(self, calls: Sequence[Call]) -> None:
        """Run calls, at most one for each thread, and return when all have ended; the first error is raised."""
        if len(calls) > 1 and self._process != os.getpid():  # threads do not survive a fork
            self._start()
        errors: Errors = SimpleQueue()
        for tasks, call in zip(self._tasks, calls[1:], strict=False):
            tasks.put((call, errors))
        try:
            for call in calls[:1]:
                call()
        finally:
            _wait(errors, len(calls) - 1)

    def _start(self) -> None:
        self._process = os.getpid()
        self._tasks = [SimpleQueue() for _ in range(self.n - 1)]
        for tasks in self._tasks:
            threading.Thread(target=_work, args=(tasks,), daemon=True, name="snakelab rows").start()
        weakref.finalize(self, _end, self._tasks)


def blocks(order: np.ndarray, n: int) -> list[np.ndarray]:
    """Split indices into at most n contiguous blocks of about equal length."""
    n = min(n, len(order))
    return [order[len(order) * i // n : len(order) * (i + 1) // n] for i in range(n)]


def _wait(errors: Errors, n: int) -> None:
    """Wait until n calls have ended, also after Ctrl-C, since they write to arrays of the caller."""
    failures: list[BaseException] = []
    while n > 0:
        try:
            error = errors.get()
            n -= 1
            if error is not None:
                failures.append(error)
        except KeyboardInterrupt as interrupt:
            failures.append(interrupt)
    if failures:
        raise failures[0]


def _work(tasks: Tasks) -> None:
    """Run calls from a queue until the owner of the queue is gone."""
    while (task := tasks.get()) is not None:
        call, errors = task
        try:
            call()
        except BaseException as error:
            errors.put(error)
        else:
            errors.put(None)
        del call, task  # they refer to arrays


def _end(queues: list[Tasks]) -> None:
    for tasks in queues:
        tasks.put(None)


# ----------------------------------------------------------------------------------------------------------------------
# Thread pool for compiled code: kernels release the global interpreter lock
# ----------------------------------------------------------------------------------------------------------------------

# Ranges of blocks for each thread: enough for an even distribution of the load.
RANGES_PER_THREAD = 4


def threads_pool(workers: int) -> ThreadPoolExecutor:
    """Thread pool for compiled code."""
    return _pool(workers, os.getpid())


@cache
def _pool(workers: int, process: int) -> ThreadPoolExecutor:
    """Pool of one process: threads do not survive a fork."""
    return ThreadPoolExecutor(workers, thread_name_prefix="snakelab-lanes")


def over_ranges(work: Callable[[int, int], None], n_blocks: int, workers: int) -> None:
    """Call a function for ranges of blocks, on several threads; the calling thread takes part.

    Args:
        work: Function of the first block of a range and one past its last.
        n_blocks: Number of blocks [-].
        workers: Number of threads [-].
    """
    workers = min(workers, n_blocks)
    if workers <= 1:
        work(0, n_blocks)
        return
    edges = np.linspace(0, n_blocks, min(n_blocks, RANGES_PER_THREAD * workers) + 1).astype(int).tolist()
    waiting = list(pairwise(edges))[::-1]

    def take() -> None:
        while True:
            try:
                first, last = waiting.pop()  # atomic: two threads never get the same range
            except IndexError:
                return
            work(first, last)

    others = [threads_pool(workers).submit(take) for _ in range(workers - 1)]
    take()
    for other in others:
        other.result()
