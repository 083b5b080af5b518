"""SnakeBench: tasks for snake robots, each with a metric and a success criterion, for controllers of any kind."""

from snakelab.studies.snakebench.bench import Bench, run_snakebench
from snakelab.studies.snakebench.cell import Cell
from snakelab.studies.snakebench.entries import Entry, load_entry
from snakelab.studies.snakebench.task_file import METHODS, BenchTask, load_task, task_names

__all__ = [
    "Bench",
    "BenchTask",
    "Cell",
    "Entry",
    "METHODS",
    "load_entry",
    "load_task",
    "run_snakebench",
    "task_names",
]
