"""One run under way: its timetable, what its controller is asked, what is kept of it."""

from snakelab.sim.run.run import Progress, Run

__all__ = ["Progress", "Run"]
