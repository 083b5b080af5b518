"""Entry point of the `snakelab` command and of `python -m snakelab`: it handles Ctrl-C and missing packages before the slow
imports."""

import atexit
import contextlib
import gc
import os
import signal
import sys
import threading
from typing import Any

from snakelab.system import DAEMON_THREAD

BROKEN, INTERRUPTED = 1, 130
COLLECTOR = (200_000, 20, 100)  # thresholds of `gc`


def main() -> None:
    """Start the `snakelab` command."""
    # Imports create no garbage; the collector would run after every 700 objects, a tenth of the start-up time of a command.
    gc.set_threshold(*COLLECTOR)
    atexit.register(gc.freeze)  # else the interpreter searches all modules for garbage: a fifth of a short command
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # a shell's background work ignores it
        signal.signal(signal.SIGINT, _end)
    try:
        from snakelab.cli.main import main as command
    except Exception as problem:  # an incomplete package can raise any exception
        raise SystemExit(_does_not_start(problem)) from None
    try:
        if signal.getsignal(signal.SIGINT) is _end:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        command()
    except SystemExit as ended:
        _end_daemons(ended.code)
        raise
    except KeyboardInterrupt:
        _print_error("interrupted")
        raise SystemExit(INTERRUPTED) from None


def _end(number: int, frame: Any) -> None:
    """Exit at once: there are no results to save yet."""
    _print_error("interrupted")
    os._exit(INTERRUPTED)


def _end_daemons(code: Any) -> None:
    """Exit at once if a daemon thread still compiles: the interpreter would abort when it stops that thread."""
    if any(thread.name.startswith(DAEMON_THREAD) and thread.is_alive() for thread in threading.enumerate()):
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 0 if code is None else 1)


def _does_not_start(problem: Exception) -> int:
    reason = " ".join(str(problem).split())
    _print_error(
        f"the command line cannot start: {type(problem).__name__}: {reason}; "
        f"type {sys.executable} -m pip install --force-reinstall typer rich"
    )
    return BROKEN


def _print_error(words: str) -> None:
    """Print a line to stderr by its file descriptor: Python's stream may be in use."""
    with contextlib.suppress(OSError):  # the output may be closed
        os.write(2, f"error: {words}\n".encode(errors="backslashreplace"))


if __name__ == "__main__":
    main()
