"""One run: its timetable, its control loop, and its records."""

from snakelab.sim.run.run import Progress, Run

__all__ = ["Progress", "Run"]
