"""Execution of the tasks that a results log does not contain yet."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from snakelab.studies.execution.processes import ProcessExecutor
from snakelab.studies.execution.results_log import ResultsLog
from snakelab.studies.execution.task import Executor, Failed, LocalExecutor, Result, Task, Work

Done = Callable[[Task, Result, int, int], Any]


def run_tasks(
    work: Work,
    tasks: Iterable[Task],
    results_log: ResultsLog,
    executor: Executor,
    *,
    failed: Callable[[Task, str], Result],
    done: Done | None = None,
) -> dict[str, Result]:
    """Run the tasks that have no result yet, and log each result as soon as it is available.

    After Ctrl-C or a kill, the next call continues with the tasks that have no result.

    Args:
        work: Function that is called with the argument of each task.
        tasks: The tasks; those with the same key are run once.
        results_log: Log to which results are written, and from which they are read.
        executor: Runs the tasks; it is not closed.
        failed: Returns the result of a failed task from the reason.
        done: Callback after each task, with the task, its result, the number of tasks done, and their total number.

    Returns:
        Results by the keys of the tasks, in their order.
    """
    requested, known = {task.key: task for task in tasks}, results_log.results()
    missing = [task for key, task in requested.items() if key not in known]
    for i, (task, outcome) in enumerate(executor.results(work, missing), 1):
        result = failed(task, outcome.reason) if isinstance(outcome, Failed) else outcome
        results_log.append(task.key, result)
        known[task.key] = result
        if done is not None:
            done(task, result, i, len(missing))
    return {key: known[key] for key in requested}


@contextmanager
def executor_for(workers: int | Executor | None, n_tasks: int) -> Iterator[Executor]:
    """Context with an executor of tasks.

    Args:
        workers: Number of worker processes on this machine, None for one per core; or an executor, which is not closed.
        n_tasks: Number of tasks; a single one runs in this process.
    """
    if workers is not None and not isinstance(workers, int):
        yield workers
        return
    executor: Executor = LocalExecutor() if workers == 1 or n_tasks <= 1 else ProcessExecutor(workers)
    try:
        yield executor
    finally:
        executor.close()
