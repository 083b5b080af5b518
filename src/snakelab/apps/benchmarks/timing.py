"""Best of several, interleaved: what a benchmark means by a time."""

import platform
import time
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import TypeVar

import numpy as np

Work = Callable[[], object]
Name = TypeVar("Name")


def best_of(
    works: Mapping[Name, Work], repeats: int = 7, clock: Callable[[], float] = time.perf_counter
) -> dict[Name, float]:
    """Shortest time of each piece of work [s].

    The works take turns, so that a slow spell of the machine falls on all of them, and the first round, which may compile
    or fill caches, does not count. The shortest time is the one least disturbed.

    Args:
        works: Name -> function without arguments.
        repeats: Rounds that count [-].
        clock: What tells the time: `time.thread_time` for the CPU time of this thread.
    """
    for work in works.values():
        work()
    best = dict.fromkeys(works, float("inf"))
    for _ in range(repeats):
        for name, work in works.items():
            began = clock()
            work()
            best[name] = min(best[name], clock() - began)
    return best


def growth(times: Mapping[int, float], what: str, most: float) -> str:
    """A table of times over how many there are of something, with the slope of their logarithms and its verdict.

    Args:
        times: Of one step, by how many [s].
        what: There are so many of.
        most: Target of the slope, 1 where time grows as the number does [-].
    """
    lines = [f"{what:>8} {'us a step':>10}", *(f"{n:8d} {1e6 * time:10.1f}" for n, time in times.items())]
    slope = float(np.polyfit(np.log(list(times)), np.log(list(times.values())), 1)[0])
    return "\n".join((*lines, f"log-log slope: {slope:.2f} (target at most {most}: {verdict(slope, most)})"))


def verdict(value: float, target: float, *, most: bool = True) -> str:
    """ "met" or "missed": is the value at most, or else at least, the target?"""
    return "met" if (value <= target if most else value >= target) else "missed"


def versions(*packages: str) -> dict[str, str]:
    """Version of each package that is installed, and of Python."""
    by_package = {"python": platform.python_version()}
    for package in packages:
        try:
            by_package[package] = version(package)
        except PackageNotFoundError:
            continue
    return by_package


def header(*packages: str) -> str:
    """Machine and versions in one line, for the head of a table."""
    named = (f"{'Python' if name == 'python' else name} {number}" for name, number in versions(*packages).items())
    return ", ".join((platform.machine(), *named))
