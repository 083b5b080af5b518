"""Emergency stop of a robot by a key of the terminal and by a signal."""

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from typing import Any, Protocol

from snakelab.apps.terminal.keyboard import POLL, Keyboard, open_keyboard

# Keys that stop the robot; the signal that does, where the system has it.
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
