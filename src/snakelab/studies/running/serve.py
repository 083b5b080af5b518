"""One worker: a process that is sent tasks and sends results back, and ends when its parent does."""

import os
import signal
import threading
from multiprocessing.connection import Connection

from snakelab.errors import SnakelabError
from snakelab.studies.running.task import Failed

READY = "ready"


def serve(tasks: Connection, held: Connection) -> None:
    """What runs in the process.

    Args:
        tasks: Brings (work, what it is given), and takes what came of it.
        held: Its other end is the parent's alone; it closes when the parent ends, by whatever cause.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all; the parent decides

    def end_with_the_parent() -> None:
        held.poll(None)
        os._exit(1)

    threading.Thread(target=end_with_the_parent, daemon=True).start()
    try:
        tasks.send(READY)
        while True:
            work, given = tasks.recv()
            try:
                found = work(given)
            except Exception as problem:  # it must not cost the worker
                found = Failed(str(problem) if isinstance(problem, SnakelabError) else repr(problem))
            tasks.send(found)
    except (EOFError, OSError):
        return
