"""Messages while a user waits for the compiler, each printed once per process."""

import sys
from collections.abc import Callable

from snakelab.compiling.cache import root_refusal

ONCE = "once for this version of snakelab, "
COMPILING_AGAIN = "Compiling again what could not be read from the cache ..."

_printed: set[str] = set()


def _print(line: str) -> None:
    if sys.stderr is not None:  # closed by the parent process
        print(line, file=sys.stderr, flush=True)


def announce_compiling(report: Callable[[str], None] = _print, line: str = "", part: str = "the engine") -> None:
    """Report once, by default on stderr, that compiling takes a while.

    Args:
        report: Called with the line.
        line: Message; empty for the default, which states if the next run must compile again.
        part: Name of the compiled part, in the default message.
    """
    line = line or f"Compiling {part} ({'' if root_refusal() else ONCE}up to a minute on two cores) ..."
    if line not in _printed:
        _printed.add(line)
        report(line)
