"""Messages while a user waits for the compiler, each printed once per process."""

import sys
from collections.abc import Callable

from snakelab.compiling.cache.folder import root_refusal

ONCE = "once for this version of snakelab, "
COMPILING_AGAIN = "Compiling again what could not be read from the cache ..."

_printed: set[str] = set()


def _tell(line: str) -> None:
    if sys.stderr is not None:  # closed by whoever started the process
        print(line, file=sys.stderr, flush=True)


def announce_compiling(say: Callable[[str], None] = _tell, line: str = "", part: str = "the engine") -> None:
    """Report once, by default on stderr, that compiling takes a while.

    Args:
        say: Called with the line.
        line: What to say; empty for the usual line, which says whether the next run must compile again.
        part: What is compiled, in the usual line.
    """
    line = line or f"Compiling {part} ({'' if root_refusal() else ONCE}up to a minute on two cores) ..."
    if line not in _printed:
        _printed.add(line)
        say(line)
