"""Compilation of the engine in separate processes, while the first run on a machine compiles its controller.

One process compiles the whole loop. A second one compiles parts of it as soon as the run itself waits: together they use
two cores from the first second to nearly the last.
"""

import gc
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

from snakelab.compiling import cache_root
from snakelab.memory import usable_memory
from snakelab.sim.engines.engine import is_loop_compiled, load_loop

# Times of compilation, of the function alone [s]: measured once on one machine, only their ratios are used.
TIMES = {
    "advance": 3.8,
    "solve": 1.4,
    "extrapolated_step": 1.3,
    "derivative": 1.2,
    "runge_kutta_step": 1.1,
    "observe": 1.05,
    "plain_step": 1.0,
    "start_record": 0.9,
    "_efforts": 0.75,
}
OTHER_TIME = 0.09  # mean of the other functions [s]
WHOLE_TIME = 47.0  # of all functions in both processes; some small ones are compiled in each [s]
POLL = 0.1  # [s]
ENOUGH_MEMORY = (
    1 << 32
)  # for two processes of 0.8 GB each without garbage collection, which would take 10 % of the time [bytes]
LOOP, PARTS = "loop", "parts"
_COMMAND = (sys.executable, "-P", "-m", __name__)


class CompilationAside:
    """A process that compiles the engine, or parts of it, into the cache, and prints the name of each function.

    Args:
        command: Its command line.
    """

    def __init__(self, command: Sequence[str] = (*_COMMAND, LOOP)):
        self.done = 0.0  # as in `TIMES` [s]
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._reader = threading.Thread(target=self._count, daemon=True)
        self._reader.start()

    def _count(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.done += TIMES.get(line.decode(errors="replace").strip(), OTHER_TIME)

    @property
    def running(self) -> bool:
        """True until the process ends."""
        return self._process.poll() is None

    def wait(self, progress: Callable[[float], None], second: "CompilationAside | None" = None) -> bool:
        """Wait until the process ends; return False if it failed.

        Args:
            progress: Callback with the fraction done [-], weighted by times of compilation.
            second: Process that compiles parts; it counts, and is ended with this one.
        """
        try:
            while self.running:
                done = self.done + (0.0 if second is None else second.done)
                progress(min(done / WHOLE_TIME, 0.99))
                self._reader.join(POLL)
        finally:
            if second is not None:
                second.stop()
        return self._process.returncode == 0

    def stop(self) -> None:
        """End the process."""
        if self.running:
            self._process.terminate()
            self._process.wait()


def compile_aside() -> CompilationAside | None:
    """Start to compile the engine in another process; None if it is compiled, or if the cache is not writable."""
    if is_loop_compiled() or not os.access(cache_root(), os.W_OK):
        return None
    try:
        return CompilationAside()
    except OSError:  # no more processes
        return None


def compile_parts_aside() -> CompilationAside | None:
    """Start to compile parts of the engine in a second process; None where there is only one core, or no more processes."""
    if (os.cpu_count() or 1) < 2:
        return None
    try:
        return CompilationAside((*_COMMAND, PARTS))
    except OSError:
        return None


def main(which: str = LOOP) -> None:
    """Compile the engine or parts of it, and print the name of each function that is compiled.

    Args:
        which: LOOP or PARTS.
    """
    from numba.core import event

    from snakelab.physics.model import build_model
    from snakelab.robots.parts import Link
    from snakelab.robots.robot import Robot
    from snakelab.sim.precompilation.loop_parts import compile_parts
    from snakelab.worlds import World

    class Lines(event.Listener):
        def on_start(self, event: Any) -> None:
            pass

        def on_end(self, event: Any) -> None:
            print(event.data["dispatcher"].py_func.__qualname__, flush=True)

    if usable_memory() > ENOUGH_MEMORY:
        gc.disable()
    event.register("numba:compile", Lines())
    model = build_model(Robot([Link(0.1, mass=0.1)]), World())
    if which == PARTS:
        compile_parts(model)
        return
    load_loop(model)
    raise SystemExit(0 if is_loop_compiled() else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
