"""Run what a ledger does not hold yet, and write each result down as soon as there is one."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from snakelab.studies.running.ledger import Ledger
from snakelab.studies.running.processes import Processes
from snakelab.studies.running.task import Failed, Here, Result, Task, Work, Workers

Done = Callable[[Task, Result, int, int], Any]


def run_tasks(
    work: Work,
    tasks: Iterable[Task],
    ledger: Ledger,
    workers: Workers,
    *,
    failed: Callable[[Task, str], Result],
    done: Done | None = None,
) -> dict[str, Result]:
    """Run the tasks that have no result yet.

    Ctrl-C or a kill loses the tasks under way only: the next call goes on with the others.

    Args:
        work: What each task is given to.
        tasks: Those of one key count as one.
        ledger: Where their results are written, and read from.
        workers: Who runs them; they stay open.
        failed: The result that stands for a task that has none, from the reason.
        done: Called after each with the task, its result, how many of the missing ones are done, and how many there were.

    Returns:
        The result of each task by its key, in the order of the tasks.
    """
    wanted, known = {task.key: task for task in tasks}, ledger.results()
    missing = [task for key, task in wanted.items() if key not in known]
    for i, (task, found) in enumerate(workers.results(work, missing), 1):
        result = failed(task, found.reason) if isinstance(found, Failed) else found
        ledger.append(task.key, result)
        known[task.key] = result
        if done is not None:
            done(task, result, i, len(missing))
    return {key: known[key] for key in wanted}


@contextmanager
def hired(workers: int | Workers | None, n_tasks: int) -> Iterator[Workers]:
    """Who runs the tasks, for as long as the context lasts.

    Args:
        workers: How many processes of this machine; None for one a core. Workers that are there already stay.
        n_tasks: For a single one this process will do.
    """
    if workers is not None and not isinstance(workers, int):
        yield workers
        return
    staff: Workers = Here() if workers == 1 or n_tasks <= 1 else Processes(workers)
    try:
        yield staff
    finally:
        staff.close()
