"""Execution of many independent tasks: executors with worker processes, and a log that stores each result at once."""

from snakelab.studies.running.processes import ProcessExecutor
from snakelab.studies.running.results_log import ResultsLog, results_log_in
from snakelab.studies.running.run import executor_for, run_tasks
from snakelab.studies.running.task import Executor, Failed, LocalExecutor, Result, Task, Work, key_of, status_of

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
