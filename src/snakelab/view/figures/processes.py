"""Figures drawn by several processes, which are forks of this one: Matplotlib itself uses one core."""

import contextlib
import os
import pickle
import select
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any, NamedTuple

Files = dict[str, bytes]
Draw = Callable[[str], Files]
# Longest wait for another process when all figures are begun; its figures are then drawn again [s].
PATIENCE = 60.0


class _Fork(NamedTuple):
    """Process that draws figures.

    Attributes:
        process: Its number.
        drawn: File to which it writes pairs of a name and the contents of the figure's files.
        running: End of a pipe that is readable when the process has ended.
    """

    process: int
    drawn: IO[bytes]
    running: int


def can_fork() -> bool:
    """Return whether a copy of this process can draw: on other systems than Linux, their libraries do not allow it."""
    return sys.platform == "linux"


@contextmanager
def figure_processes(draw: Draw, names: Sequence[str], processes: int) -> Iterator[Callable[[], Iterator[Files]]]:
    """Context in which other processes begin to draw at once; the callback draws with them.

    Figures that another process did not finish are drawn by this one, so that an error is raised here.

    Args:
        draw: Function of the name of a figure that returns the contents of its files; bytes do not depend on the process.
        names: Names of the figures, at most 255.
        processes: Number of processes, with this one; never more than there are figures.

    Yields:
        Callback that returns the contents of all figures in the order of their names.
    """
    others = min(processes, len(names)) - 1
    if others < 1 or not can_fork():
        yield lambda: map(draw, names)
        return
    waiting, fill = os.pipe()
    os.write(fill, bytes(range(len(names))))  # one byte for each figure; the process that reads it draws the figure
    os.close(fill)
    forks: list[_Fork] = []
    try:
        for _ in range(others):
            with contextlib.suppress(OSError):  # no memory or process is available
                forks.append(_forked(draw, names, waiting))
        yield lambda: _all_drawn(draw, names, waiting, forks)
    finally:
        os.close(waiting)
        for fork in forks:
            _end(fork)


def _all_drawn(draw: Draw, names: Sequence[str], waiting: int, forks: Sequence[_Fork]) -> Iterator[Files]:
    """Draw until no figure is pending; then the figures of all processes, in the order of their names."""
    done = {name: draw(name) for name in _taken(names, waiting)}
    until = time.monotonic() + PATIENCE
    for fork in forks:
        if select.select([fork.running], [], [], max(until - time.monotonic(), 0.0))[0]:
            done |= _read(fork.drawn)
    for name in names:
        yield done.pop(name) if name in done else draw(name)


def _taken(names: Sequence[str], waiting: int) -> Iterator[str]:
    """Names of figures that no other process has begun."""
    while number := os.read(waiting, 1):
        yield names[number[0]]


def _forked(draw: Draw, names: Sequence[str], waiting: int) -> _Fork:
    """Fork this process; the fork draws and ends."""
    drawn = tempfile.TemporaryFile()
    running, ended = os.pipe()
    try:
        with warnings.catch_warnings():
            # Python 3.12 warns of locks held by other threads. A fork that waits for one is abandoned after a while.
            warnings.simplefilter("ignore", DeprecationWarning)
            process = os.fork()
    except OSError:
        drawn.close()
        os.close(running)
        os.close(ended)
        raise
    if process == 0:
        _draw_and_exit(draw, names, waiting, drawn)
    os.close(ended)  # now it is open in the fork only
    return _Fork(process, drawn, running)


def _draw_and_exit(draw: Draw, names: Sequence[str], waiting: int, drawn: IO[bytes]) -> None:
    """Draw figures in a fork, which ends without the cleanup of the first process."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        for name in _taken(names, waiting):
            pickle.dump((name, draw(name)), drawn)
            drawn.flush()
    finally:
        os._exit(0)


def _read(drawn: IO[bytes]) -> dict[str, Files]:
    """Figures that a fork finished."""
    done: dict[str, Files] = {}
    drawn.seek(0)
    with contextlib.suppress(EOFError, pickle.UnpicklingError):  # the last one may be half written
        while True:
            pair: tuple[str, Any] = pickle.load(drawn)
            done[pair[0]] = pair[1]
    return done


def _end(fork: _Fork) -> None:
    """Kill a fork that still draws, and release its resources."""
    if not select.select([fork.running], [], [], 0.0)[0]:
        os.kill(fork.process, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(fork.process, 0)
    os.close(fork.running)
    fork.drawn.close()
