"""Waits of tests that end whatever happens: for a process, and for the effect of Ctrl-C."""

import _thread
import contextlib
import os
import signal
import subprocess
import threading
import time


@contextlib.contextmanager
def bounded_process(command, awaited, seconds=600.0, **options):
    """Context with a process, which is killed at its end, and after a time: reading and waiting then end, too.

    `Popen` as a context would wait for a process without a bound, also where a bound inside has just been reached.

    Args:
        command: The command line.
        awaited: What the test waits for, in words; in the error if it does not come in time.
        seconds: The time [s].
        options: Of `subprocess.Popen`; with `start_new_session` the processes that it started are killed with it.
    """
    process = subprocess.Popen(command, **options)
    late = threading.Event()

    def end():
        late.set()
        kill(process, options.get("start_new_session", False))

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield process
        process.wait(seconds)
    except BaseException as problem:
        if late.is_set():
            raise AssertionError(f"this did not happen within {seconds:g} s: {awaited}") from problem
        raise
    finally:
        timer.cancel()
        if process.poll() is None:
            kill(process, options.get("start_new_session", False))
            process.wait(60)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):  # written to a process that has ended
                    stream.close()
    assert not late.is_set(), f"this did not happen within {seconds:g} s: {awaited}"


def kill(process, group):
    """Kill a process that runs, or its whole group."""
    with contextlib.suppress(ProcessLookupError):
        if group:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


@contextlib.contextmanager
def ctrl_c_after(seconds, again=20.0):
    """Context in which the main thread is interrupted after a time [s], and again until the context ends; the times of both.

    Python loses an interrupt that comes while it searches for garbage if a program is notified of searches, as Hypothesis and
    Dask are: it is raised in that notification, where it is only printed.
    """
    ended, lock, presses = threading.Event(), threading.Lock(), []

    def press():
        wait = seconds
        while not ended.wait(wait):
            with lock:
                if not ended.is_set():
                    presses.append(time.perf_counter())
                    _thread.interrupt_main()
            wait = again

    thread = threading.Thread(target=press, daemon=True)
    thread.start()
    try:
        yield presses
    finally:
        with lock:
            ended.set()
