"""Progress of a run on stderr: a bar on a terminal, a few plain lines elsewhere."""

import time as clock
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

# Lines come at every quarter of the run, but not more often than this [s].
PAUSE = 2.0


@contextmanager
def progress_on(console: Console, name: str, duration: float) -> Iterator[Callable[[float, float], None]]:
    """A function of (fraction done, simulated time [s]) that shows how far the run is, for `simulate`."""
    if not console.is_terminal:
        console.print(f"simulating {name}, {duration:g} s ...", soft_wrap=True)
        yield PlainLines(console)
        return
    told = TextColumn("{task.completed:.1f} of {task.total:g} s")
    columns = (TextColumn("simulating {task.description}"), BarColumn(), told, TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(name, total=duration)
        yield lambda fraction, time: bar.update(task, completed=fraction * duration)


@dataclass
class PlainLines:
    """A line at each quarter of the run."""

    console: Console
    quarters: int = 0
    said: float = field(default_factory=lambda: clock.monotonic())

    def __call__(self, fraction: float, time: float) -> None:
        """Say how far the run is, if it is time to."""
        quarters, now = int(4 * fraction), clock.monotonic()
        if self.quarters < quarters < 4 and now - self.said > PAUSE:
            self.quarters, self.said = quarters, now
            self.console.print(f"  {fraction:4.0%}  t = {time:g} s")
