"""Many tasks run once each: workers that may be killed, and a file in which every result is safe as soon as there is one."""

from snakelab.studies.running.ledger import Ledger
from snakelab.studies.running.processes import Processes
from snakelab.studies.running.run import hired, run_tasks
from snakelab.studies.running.task import Failed, Here, Result, Task, Work, Workers, key_of, status_of

__all__ = [
    "Failed",
    "Here",
    "Ledger",
    "Processes",
    "Result",
    "Task",
    "Work",
    "Workers",
    "hired",
    "key_of",
    "run_tasks",
    "status_of",
]
