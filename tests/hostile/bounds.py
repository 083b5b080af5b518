"""Bounds on what one hostile case may take: 20 s of computing, 2 GB beside what the process has, and no endless wait."""

import contextlib
import resource
import signal
import threading

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
