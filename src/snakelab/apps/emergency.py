"""Emergency stop of a robot by a key of the terminal and by a signal."""

import contextlib
import select
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any, Protocol

# Keys that stop the robot; the signal that does.
KEYS, SIGNAL = (" ", "\n", "\r"), "SIGUSR1"
POLL = 0.1


class Stoppable(Protocol):
    """Engine of a robot that can be stopped at once."""

    def emergency_stop(self, source: str = "program") -> None:
        """Stop the robot."""


@contextlib.contextmanager
def emergency_controls(engine: Stoppable) -> Iterator[str]:
    """Context in which the space bar and SIGUSR1 stop a robot; it yields the message for the user."""
    ended = threading.Event()
    before = _on_signal(engine)
    terminal = _terminal_settings()
    thread = threading.Thread(target=_listen, args=(engine, ended), daemon=True) if terminal is not None else None
    if thread is not None:
        thread.start()
    try:
        yield "emergency stop: space bar" if thread is not None else "emergency stop: signal SIGUSR1"
    finally:
        ended.set()
        if thread is not None:
            thread.join(2 * POLL + 1.0)
        _restore(terminal, before)


def _on_signal(engine: Stoppable) -> Any:
    """Let the signal stop the robot; return the handler before."""
    number = getattr(signal, SIGNAL, None)
    if number is None or threading.current_thread() is not threading.main_thread():
        return None
    return signal.signal(number, lambda *_: engine.emergency_stop("signal"))


def _terminal_settings() -> Any:
    """Let keys arrive without Enter, and return the settings before; None without a terminal."""
    try:
        import termios
        import tty

        if not sys.stdin.isatty():
            return None
        settings = termios.tcgetattr(sys.stdin)
        tty.setcbreak(sys.stdin)
    except (ImportError, OSError, ValueError, AttributeError):
        return None
    return settings


def _listen(engine: Stoppable, ended: threading.Event) -> None:
    while not ended.is_set():
        if select.select([sys.stdin], [], [], POLL)[0] and sys.stdin.read(1) in KEYS:
            engine.emergency_stop("key")


def _restore(terminal: Any, handler: Any) -> None:
    if terminal is not None:
        import termios

        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, terminal)
    if handler is not None:
        signal.signal(getattr(signal, SIGNAL), handler)
