"""SnakeBench: tasks for snake robots, each with a metric and a success criterion, for controllers of any kind."""

from benchmarks.snakebench.runs import Bench, Cell, Entry, load_entry, run_snakebench
from benchmarks.snakebench.task import METHODS, BenchTask, load_task, task_names

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
