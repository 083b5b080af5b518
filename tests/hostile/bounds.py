"""Bounds on what one hostile case may take: 20 s of computing, 2 GB beside what the process has, and no endless wait.

`Patience` bounds the wait for another process by what it does, so that nothing fails only because a machine is loaded.
"""

import contextlib
import os
import resource
import signal
import threading
import time
from pathlib import Path

SECONDS, BYTES = 20, 2 * 10**9
WAIT = 10 * SECONDS  # by the clock, of a machine that others use, too


class TooLong(BaseException):
    """A case took longer than its bound; no `except Exception` holds it."""


@contextlib.contextmanager
def bounded(seconds: int = SECONDS, more: int = BYTES):
    """Run what is inside with a bound on its time and its memory: TooLong, or MemoryError, beyond it."""
    assert threading.current_thread() is threading.main_thread(), "alarms reach the main thread only"
    held = resource.getrlimit(resource.RLIMIT_AS)
    before = {number: signal.signal(number, _late) for number in (signal.SIGALRM, signal.SIGPROF)}
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.alarm(WAIT)
    resource.setrlimit(resource.RLIMIT_AS, (_in_use() + more, held[1]))
    try:
        yield
    finally:
        signal.alarm(0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, held)
        for number, handler in before.items():
            signal.signal(number, handler)


def _late(number: int, frame: object) -> None:
    raise TooLong(f"a case took more than {SECONDS} s of computing, or {WAIT} s by the clock")


def _in_use() -> int:
    """Address space of this process [bytes]."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


IDLE, WORK = 120.0, 600.0  # time without computing, and time of computing, after which a process is given up [s]


def default_signals():
    """In a new process: the usual effect of signals that the tests ignore, as those begun by `nohup` or in the background do."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)


class Patience:
    """Wait for a process as long as it works: it is given up if it stands still, or computes without an end.

    Args:
        process: The process, begun in a session of its own; the processes that it starts count, too.
    """

    def __init__(self, process):
        self._process, self._since = process, time.monotonic()
        self._start = self._last = self._computed()

    def check(self):
        """Raise AssertionError if the process has to be given up."""
        now, computed = time.monotonic(), self._computed()
        if computed > self._last + 0.02:
            self._last, self._since = computed, now
        assert now - self._since < IDLE, f"the process has stood still for {IDLE:g} s"
        assert computed - self._start < WORK, f"the process has computed for {WORK:g} s without an end"

    def wait_for(self, reached):
        """Wait for a condition, or the end of the process; return the condition."""
        while not reached() and self._process.poll() is None:
            self.check()
            time.sleep(0.02)
        return reached()

    def end(self):
        """Wait for the end of the process, and return its exit code."""
        self.wait_for(lambda: False)
        return self._process.wait(IDLE)

    def _computed(self):
        """Return the processor time of the session, of processes that have ended and were waited for, too [s]."""
        if not Path("/proc/self/stat").exists():  # macOS: by the clock
            return time.monotonic()
        total = 0.0
        for entry in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError, IndexError):
                fields = (entry / "stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
                if int(fields[3]) == self._process.pid:
                    total += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
        return max(total, getattr(self, "_last", 0.0))
