"""Robot servers in a thread, and their keys, for tests of the link between two computers."""

import contextlib
import threading
import time

from snakelab.plugins.hardware.remote_driver import RemoteDriver, open_driver
from snakelab.plugins.hardware.robot_file import robot_from_text
from snakelab.plugins.hardware.robot_server import RobotServer
from snakelab.plugins.hardware.tls_channel import make_keys, read_key

ROBOT = "name: far\nids: 1-4\nrate: 50\nsafety: {soft_start: 0.2, hold_after: 0.3, limp_after: 0.8}\n"


class Served:
    """A robot with emulated servos that is served by a thread of this process, until the context ends.

    Attributes:
        keys: Keys by role.
        lines: What the server printed.
    """

    def __init__(self, folder):
        self.folder = folder
        self.keys = {role: read_key(path) for role, path in make_keys(folder / "robot.yaml").items()}
        self.lines = []
        driver = open_driver(robot_from_text(ROBOT), on_warning=self.lines.append)
        self.server = RobotServer(driver, self.keys["server"], port=0, log=self.lines.append)
        self.port, self.driver = self.server.port, driver
        self._thread = threading.Thread(target=self.server.run, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        alive = self.alive
        self.server.end()
        self._thread.join(30.0)
        assert alive and not self._thread.is_alive()

    @property
    def alive(self):
        return self._thread.is_alive()

    def said(self, words, seconds=10.0):
        """Return True once the server has printed a line with these words."""
        return until(lambda: any(words in line for line in self.lines), seconds)

    @contextlib.contextmanager
    def driver_at(self, port=None, role="pilot", key=None):
        """Context with a driver that has not begun."""
        driver = RemoteDriver("127.0.0.1", port or self.port, key or self.keys[role])
        try:
            yield driver
        finally:
            driver.close()


def until(condition, seconds=10.0):
    """Wait for a condition; return False if it does not hold within a time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


def drive(driver, angle, seconds, n=4):
    """Command all joints to an angle for a time; return the angles that were measured last."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        driver.command([angle] * n, driver.clock.now() + 0.05)
        time.sleep(0.02)
    return driver.measure().q
