"""Watchdog thread of a driver on the wall clock."""

import threading

from snakelab.bridges.bus.driver.driver import ServoDriver
from snakelab.errors import HardwareError


class Watchdog:
    """Thread that lets the robot hold, then become limp, when commands stop, whatever happens to the program's loop.

    Args:
        driver: The driver.
    """

    def __init__(self, driver: ServoDriver) -> None:
        self.driver = driver
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="snakelab-watchdog", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        if self._thread is not threading.current_thread():
            self._thread.join(2)

    def _run(self) -> None:
        while not self._stop.wait(self.driver.robot.safety.hold_after / 4):
            try:
                self.driver.watch()
            except HardwareError:
                return
