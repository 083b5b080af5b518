"""Threads for compiled code: cancellation of long work, waiting threads for blocks of rows, and a thread pool."""

import os
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from queue import SimpleQueue
from typing import TypeVar

import numpy as np

# ----------------------------------------------------------------------------------------------------------------------
# Cancellation of work of a thread that Ctrl-C does not reach, such as that of the studio
# ----------------------------------------------------------------------------------------------------------------------

_CANCELLED: ContextVar[threading.Event | None] = ContextVar("cancelled", default=None)


@contextmanager
def cancellable(event: threading.Event) -> Iterator[None]:
    """Context in which long work of this thread ends with KeyboardInterrupt soon after another thread has set an event."""
    token = _CANCELLED.set(event)
    try:
        yield
    finally:
        _CANCELLED.reset(token)


def is_cancelled() -> bool:
    """Return True if the work of this thread is to end."""
    event = _CANCELLED.get()
    return event is not None and event.is_set()


def raise_if_cancelled() -> None:
    """Raise KeyboardInterrupt if the work of this thread is to end."""
    if is_cancelled():
        raise KeyboardInterrupt


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
# First range of a thread [blocks], and wall time of a later one, after which Ctrl-C is handled [s].
FIRST_RANGE, RANGE_TIME = 16, 0.1
T = TypeVar("T")


def threads_pool(workers: int) -> ThreadPoolExecutor:
    """Thread pool for compiled code."""
    return _pool(workers, os.getpid())


@cache
def _pool(workers: int, process: int) -> ThreadPoolExecutor:
    """Pool of one process: threads do not survive a fork."""
    return ThreadPoolExecutor(workers, thread_name_prefix="snakelab-lanes")


def over_ranges(work: Callable[[int, int], None], n_blocks: int, workers: int) -> None:
    """Call a function for ranges of blocks, on several threads; the calling thread takes part.

    After Ctrl-C, or a cancellation of the calling thread, no further range begins; a range takes about a tenth of a second.

    Args:
        work: Function of the first block of a range and one past its last.
        n_blocks: Number of blocks [-].
        workers: Number of threads [-].

    Raises:
        KeyboardInterrupt: if it was cancelled.
    """
    workers = max(1, min(workers, n_blocks))
    longest = max(1, -(-n_blocks // (RANGES_PER_THREAD * workers)))
    next_block, lock, ended = 0, threading.Lock(), threading.Event()

    def take() -> None:
        nonlocal next_block
        size = min(longest, FIRST_RANGE)
        while not ended.is_set():
            with lock:
                first, last = next_block, min(next_block + size, n_blocks)
                next_block = last
            if first >= last:
                return
            start = time.perf_counter()
            work(first, last)
            fitting = (last - first) * RANGE_TIME / max(1e-6, time.perf_counter() - start)
            size = max(1, min(longest, int(fitting)))
            if cancelled is not None and cancelled.is_set():
                ended.set()

    cancelled = _CANCELLED.get()
    others = [threads_pool(workers).submit(take) for _ in range(workers - 1)]
    try:
        take()
        for other in others:
            other.result()
    except BaseException:
        ended.set()
        for other in others:  # they write to arrays of the caller
            other.exception()
        raise
    if ended.is_set():
        raise KeyboardInterrupt


def on_threads(work: Callable[[int], T], n: int, workers: int) -> list[T]:
    """Return the results of a function for 0 to n - 1, on several threads. After Ctrl-C, no further call begins.

    Args:
        work: Function of a number.
        n: Number of calls [-].
        workers: Number of threads [-].

    Raises:
        KeyboardInterrupt: if the work of the calling thread was cancelled.
    """
    found: dict[int, T] = {}

    def some(first: int, last: int) -> None:
        for k in range(first, last):
            found[k] = work(k)

    over_ranges(some, n, workers)
    return [found[k] for k in range(n)]
