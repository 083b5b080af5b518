"""Messages while a user waits for the compiler, each printed once per process."""

import sys
from collections.abc import Callable

from snakelab.compiling.folder import root_refusal

COMPILING = "Compiling the engine (first run on this machine only, up to a minute on two cores) ..."
COMPILING_EACH_TIME = "Compiling the engine (up to a minute on two cores) ..."
COMPILING_AGAIN = "Compiling again what could not be read from the cache ..."

_printed: set[str] = set()


def _tell(line: str) -> None:
    if sys.stderr is not None:  # closed by whoever started the process
        print(line, file=sys.stderr, flush=True)


def announce_compiling(say: Callable[[str], None] = _tell, line: str = "") -> None:
    """Report once, by default on stderr, that compiling takes a while.

    Args:
        say: Called with the line.
        line: What to say; empty for the usual line, which says whether the next run must compile again.
    """
    line = line or (COMPILING_EACH_TIME if root_refusal() else COMPILING)
    if line not in _printed:
        _printed.add(line)
        say(line)
