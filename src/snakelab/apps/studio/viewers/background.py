"""Thread for what takes long and is not urgent, such as images: the run does not wait for it."""

import threading
import time as clock
from collections.abc import Callable

# Waits while nothing is needed, and between two checks of what is due [s].
IDLE, POLL = 0.2, 0.01
# Rest after a step, of the time that it took: at most half a core is used.
REST = 1.0


class Background:
    """Thread that repeats a step while it is needed.

    Args:
        name: Of the thread.
        needed: Returns True while the step is to be repeated.
        step: Does what is due; returns True if there was anything.
        end: Called in the thread at its end.
    """

    def __init__(
        self, name: str, needed: Callable[[], bool], step: Callable[[], bool], end: Callable[[], None]
    ) -> None:
        self._needed, self._step, self._end = needed, step, end
        self._stop, self._wake = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def wake(self) -> None:
        """Check at once if the step is needed."""
        self._wake.set()

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(10)

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                if not self._needed():
                    self._wake.wait(IDLE)
                    self._wake.clear()
                    continue
                began = clock.perf_counter()
                done = self._step()
                self._stop.wait(max(POLL, REST * (clock.perf_counter() - began)) if done else POLL)
        finally:
            self._end()
