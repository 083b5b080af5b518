"""Best of several, interleaved: what a benchmark means by a time."""

import platform
import time
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version

Work = Callable[[], object]


def best_of(works: Mapping[str, Work], repeats: int = 7) -> dict[str, float]:
    """Shortest wall time of each piece of work [s].

    The works take turns, so that a slow spell of the machine falls on all of them, and the first round, which may compile
    or fill caches, does not count. The shortest time is the one least disturbed.

    Args:
        works: Name -> function without arguments.
        repeats: Rounds that count [-].
    """
    for work in works.values():
        work()
    best = dict.fromkeys(works, float("inf"))
    for _ in range(repeats):
        for name, work in works.items():
            began = time.perf_counter()
            work()
            best[name] = min(best[name], time.perf_counter() - began)
    return best


def verdict(value: float, target: float, *, most: bool = True) -> str:
    """ "met" or "missed": is the value at most, or else at least, the target?"""
    return "met" if (value <= target if most else value >= target) else "missed"


def versions(*packages: str) -> dict[str, str]:
    """Version of each package that is installed, and of Python."""
    found = {"python": platform.python_version()}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def header(*packages: str) -> str:
    """Machine and versions in one line, for the head of a table."""
    named = (f"{'Python' if name == 'python' else name} {number}" for name, number in versions(*packages).items())
    return ", ".join((platform.machine(), *named))
