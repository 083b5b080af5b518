"""Emergency stop of a robot by a key of the terminal (POSIX, or the console of Windows) and by a signal."""

import contextlib
import importlib
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

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
    """Read keys without Enter; None without a terminal."""
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


# Keys that stop the robot, and the signal, if supported by the system.
KEYS, SIGNAL = (" ", "\n", "\r"), "SIGUSR1"


class Stoppable(Protocol):
    """Engine of a robot that can be stopped at once."""

    def emergency_stop(self, source: str = "program") -> None:
        """Stop the robot."""


@contextlib.contextmanager
def emergency_controls(engine: Stoppable) -> Iterator[str]:
    """Context in which the space bar and SIGUSR1 stop a robot; it yields the message for the user."""
    ended = threading.Event()
    before = _on_signal(engine)
    keyboard = open_keyboard()
    thread = None
    if keyboard is not None:
        thread = threading.Thread(target=_listen, args=(engine, keyboard, ended), daemon=True)
        thread.start()
    try:
        yield f"for an emergency stop: {_means(keyboard)}"
    finally:
        ended.set()
        if thread is not None and keyboard is not None:
            thread.join(2 * POLL + 1.0)
            keyboard.restore()
        if before is not None:
            signal.signal(getattr(signal, SIGNAL), before)


def _means(keyboard: Keyboard | None) -> str:
    if keyboard is not None:
        return "space bar"
    return (
        f"kill -{SIGNAL.removeprefix('SIG')} {os.getpid()}"
        if hasattr(signal, SIGNAL)
        else "Ctrl-C (no terminal for keys)"
    )


def _on_signal(engine: Stoppable) -> Any:
    """Let the signal stop the robot; return the handler before."""
    number = getattr(signal, SIGNAL, None)
    if number is None or threading.current_thread() is not threading.main_thread():
        return None
    return signal.signal(number, lambda *_: engine.emergency_stop("signal"))


def _listen(engine: Stoppable, keyboard: Keyboard, ended: threading.Event) -> None:
    while not ended.is_set():
        if keyboard.pressed() in KEYS:
            engine.emergency_stop("key")
