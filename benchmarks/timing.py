"""Timing of benchmarks: the shortest of several interleaved repetitions, verdicts on targets, and the machine and versions."""

import os
import platform
import time
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TypeVar

import numpy as np

Work = Callable[[], object]
Name = TypeVar("Name")
Size = TypeVar("Size")
QUICK = (
    os.environ.get("SNAKELAB_BENCH") == "quick"
)  # whether all sizes are the smallest ones, and nothing is timed twice


def sized(whole: Size, quick: Size) -> Size:
    """Return the size of a benchmark, or that with which it only shows that it runs (`python -m benchmarks --quick`)."""
    return quick if QUICK else whole


def best_of(
    works: Mapping[Name, Work], repeats: int = 7, clock: Callable[[], float] = time.perf_counter
) -> dict[Name, float]:
    """Return the shortest time of each function [s].

    The functions alternate, so that a disturbance affects all of them. The first round is discarded, because it may compile
    or fill caches (a quick run times one round only). The shortest time is the least disturbed one.

    Args:
        works: Functions without arguments, by name.
        repeats: Number of timed rounds [-].
        clock: Function that returns the time; `time.thread_time` for the CPU time of this thread.
    """
    if QUICK:
        repeats = 1
    else:
        for work in works.values():
            work()
    best = dict.fromkeys(works, float("inf"))
    for _ in range(repeats):
        for name, work in works.items():
            began = clock()
            work()
            best[name] = min(best[name], clock() - began)
    return best


def growth(times: Mapping[int, float], what: str, maximum: float) -> str:
    """Return lines with times over a size, the slope of their logarithms, and its verdict.

    Args:
        times: Duration of one step by size [s].
        what: Name of the size.
        maximum: Upper bound of the slope, 1 for a linear cost [-].
    """
    lines = [f"{what:>8} {'us a step':>10}", *(f"{n:8d} {1e6 * time:10.1f}" for n, time in times.items())]
    slope = float(np.polyfit(np.log(list(times)), np.log(list(times.values())), 1)[0])
    return "\n".join((*lines, f"log-log slope: {slope:.2f} (target at most {maximum}: {verdict(slope, maximum)})"))


def verdict(value: float, target: float, *, at_most: bool = True) -> str:
    """Return "met" if the value is at most (or, for `at_most=False`, at least) the target, else "missed"."""
    return "met" if (value <= target if at_most else value >= target) else "missed"


def versions(*packages: str) -> dict[str, str]:
    """Return the versions of Python and of each installed package."""
    by_package = {"python": platform.python_version()}
    for package in packages:
        try:
            by_package[package] = version(package)
        except PackageNotFoundError:
            continue
    return by_package


def header(*packages: str) -> str:
    """Return the machine and the versions as one line, for the head of a table."""
    named = (f"{'Python' if name == 'python' else name} {number}" for name, number in versions(*packages).items())
    return ", ".join((platform.machine(), *named))


def available_cores() -> int:
    """Return the number of cores available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processor_name() -> str:
    """Return the name of the processor, or its architecture if the name is unavailable."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.lower().startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine() or "unknown"
