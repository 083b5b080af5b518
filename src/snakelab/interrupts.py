"""Interrupts: sections of code that they must not cut, and names of threads that need not end before the process."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
# First words of the name of a daemon thread that may still compile when the process ends; see `apps.entry`.
DAEMON_THREAD = "snakelab daemon"


@contextmanager
def held_interrupts(*names: str) -> Iterator[None]:
    """Keep Ctrl-C and polite ends from outside waiting while the context lasts.

    Args:
        names: Of the signals; without any, all of `SIGNALS`.

    Raises:
        KeyboardInterrupt: at its end, if one came meanwhile and the program has no answer of its own to it.
    """
    if threading.current_thread() is not threading.main_thread():  # no other thread gets signals
        yield
        return
    came: list[tuple[int, Any]] = []
    numbers = [getattr(signal, name) for name in names or SIGNALS if hasattr(signal, name)]

    def remember(number: int, frame: Any) -> None:
        came.append((number, frame))

    before = {n: signal.signal(n, remember) for n in numbers if signal.getsignal(n) not in (signal.SIG_IGN, None)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    for number, frame in came[:1]:
        answer = before[number]
        if not callable(answer):
            raise KeyboardInterrupt
        answer(number, frame)
