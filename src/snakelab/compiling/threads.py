"""Threads for compiled code: kernels release the global interpreter lock."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise

import numpy as np

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
