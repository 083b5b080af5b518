"""Compilation of the engine in a separate process, while the first run on a machine compiles its controller."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

from snakelab.compiling import cache_root, is_warm

FUNCTIONS = 325  # that the loop consists of, about; each is reported when it is compiled
POLL = 0.1  # [s]
_COMMAND = (sys.executable, "-P", "-m", __name__)


class CompilationAside:
    """A process that compiles the engine into the cache, and prints a line for each function.

    Args:
        command: Its command line.
    """

    def __init__(self, command: Sequence[str] = _COMMAND):
        self.done = 0  # functions
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._reader = threading.Thread(target=self._count, daemon=True)
        self._reader.start()

    def _count(self) -> None:
        assert self._process.stdout is not None
        for _ in self._process.stdout:
            self.done += 1

    @property
    def fraction(self) -> float:
        """Fraction of the functions that is compiled [-]."""
        return min(self.done / FUNCTIONS, 0.99)

    @property
    def running(self) -> bool:
        """True until the process ends."""
        return self._process.poll() is None

    def wait(self, progress: Callable[[float], None]) -> bool:
        """Wait until the process ends; return False if it failed.

        Args:
            progress: Callback with the fraction done [-].
        """
        while self.running:
            progress(self.fraction)
            self._reader.join(POLL)
        return self._process.returncode == 0

    def stop(self) -> None:
        """End the process."""
        if self.running:
            self._process.terminate()
            self._process.wait()


def compile_aside() -> CompilationAside | None:
    """Start to compile the engine in another process; None if it is compiled, or if the cache takes no files."""
    if is_warm() or not os.access(cache_root(), os.W_OK):
        return None
    try:
        return CompilationAside()
    except OSError:  # no more processes
        return None


def main() -> None:
    """Compile the engine, and print a line for each function that is compiled."""
    from numba.core import event

    from snakelab.compiling import note_use
    from snakelab.physics.model import build_model
    from snakelab.robots.parts import Link
    from snakelab.robots.robot import Robot
    from snakelab.sim.engine import load_loop
    from snakelab.worlds import World

    class Lines(event.Listener):
        def on_start(self, event: Any) -> None:
            pass

        def on_end(self, event: Any) -> None:
            print(event.data["dispatcher"].py_func.__qualname__, flush=True)

    event.register("numba:compile", Lines())
    load_loop(build_model(Robot([Link(0.1, mass=0.1)]), World()))
    note_use()
    raise SystemExit(0 if is_warm() else 1)


if __name__ == "__main__":
    main()
