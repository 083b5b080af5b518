"""What must not be cut short: interrupts wait until it is done."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


@contextmanager
def held_interrupts() -> Iterator[None]:
    """Keep Ctrl-C and polite ends from outside waiting while the context lasts.

    Raises:
        KeyboardInterrupt: at its end, if one came meanwhile.
    """
    if threading.current_thread() is not threading.main_thread():  # no other thread gets signals
        yield
        return
    came: list[int] = []
    numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]

    def remember(number: int, frame: Any) -> None:
        came.append(number)

    before = {n: signal.signal(n, remember) for n in numbers if signal.getsignal(n) not in (signal.SIG_IGN, None)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if came:
        raise KeyboardInterrupt
