"""Worker process: receives tasks, returns results, and ends when its parent ends."""

import os
import signal
import threading
from multiprocessing.connection import Connection

from snakelab.errors import SnakelabError
from snakelab.studies.running.task import Failed, Result

READY = "ready"


def run_worker(tasks: Connection, held: Connection) -> None:
    """Main function of a worker process.

    Args:
        tasks: Connection that receives (work, argument) and sends back the result.
        held: Connection whose other end only the parent holds; it closes when the parent ends for any reason.
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
                result: Result | Failed = work(given)
            except Exception as problem:  # the worker continues
                result = Failed(str(problem) if isinstance(problem, SnakelabError) else repr(problem))
            tasks.send(result)
    except (EOFError, OSError):
        return
