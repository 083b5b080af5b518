"""Single keys of the terminal, without Enter: POSIX terminals and the console of Windows."""

import importlib
import select
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

POLL = 0.1


class Keyboard(NamedTuple):
    """Keys of the terminal of this process.

    Attributes:
        pressed: Waits for a key for at most `POLL` seconds, and returns it; empty if there is none.
        restore: Puts the terminal into its previous mode.
    """

    pressed: Callable[[], str]
    restore: Callable[[], None]


def open_keyboard() -> Keyboard | None:
    """Let keys arrive without Enter; None without a terminal."""
    try:
        if not sys.stdin.isatty():
            return None
        return _posix_keyboard() or _windows_keyboard()
    except (OSError, ValueError, AttributeError):
        return None


def _posix_keyboard() -> Keyboard | None:
    try:
        import termios
        import tty
    except ImportError:
        return None
    settings = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)

    def pressed() -> str:
        return sys.stdin.read(1) if select.select([sys.stdin], [], [], POLL)[0] else ""

    return Keyboard(pressed, lambda: termios.tcsetattr(sys.stdin, termios.TCSADRAIN, settings))


def _windows_keyboard() -> Keyboard | None:
    try:
        console: Any = importlib.import_module("msvcrt")
    except ImportError:
        return None

    def pressed() -> str:
        if console.kbhit():
            return str(console.getwch())
        time.sleep(POLL)
        return ""

    return Keyboard(pressed, lambda: None)
