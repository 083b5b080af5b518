"""Work for processes of a test: light, so that they start at once, and logged in a file."""

import os
import signal
import sys
import time
from pathlib import Path

from snakelab.plugins.studies.task_execution import ProcessExecutor, ResultsLog, Task, run_tasks

STUDY = {"kind": "tiny"}


def tell(given):
    """Write down that a task was begun, then be busy for a while."""
    with open(given["log"], "a", encoding="utf-8") as file:
        file.write(f"{given['i']}\n")
    time.sleep(given["seconds"])
    return {"square": given["i"] ** 2}


def die(given):
    """End this process as the system does that has no memory left; once only, where configured."""
    mark = Path(given["mark"])
    if given["always"] or not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return {"square": given["i"] ** 2}


def square(given):
    """At once."""
    return {"square": given**2}


def complain(given):
    """Raise."""
    raise ValueError(f"no result for {given}")


def failed(task, reason):
    """What stands for a task without a result."""
    return {"failed": reason}


def tasks(folder, n, seconds=0.02):
    """Tasks that tell in the folder that they were begun."""
    return [Task(str(i), {"i": i, "log": str(folder / "begun.txt"), "seconds": seconds}) for i in range(n)]


def main(folder, n, seconds, workers):
    """Run the tasks of a folder."""
    with ResultsLog(folder / "results_log.sqlite", STUDY) as results_log:
        executor = ProcessExecutor(workers)
        try:
            done = lambda task, result, i, of: print(i, flush=True)  # noqa: E731
            run_tasks(tell, tasks(folder, n, seconds), results_log, executor, failed=failed, done=done)
        finally:
            executor.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]))
