"""Execution of many independent tasks: executors with worker processes, and a log that stores each result at once."""

from snakelab.studies.execution.processes import ProcessExecutor
from snakelab.studies.execution.results_log import ResultsLog, results_log_in
from snakelab.studies.execution.run import executor_for, run_tasks
from snakelab.studies.execution.task import Executor, Failed, LocalExecutor, Result, Task, Work, key_of, status_of

__all__ = [
    "Executor",
    "Failed",
    "LocalExecutor",
    "ProcessExecutor",
    "Result",
    "ResultsLog",
    "Task",
    "Work",
    "executor_for",
    "key_of",
    "results_log_in",
    "run_tasks",
    "status_of",
]
