"""Progress on stderr: a bar on a terminal, a few plain lines elsewhere, nothing if quiet.

The bar is removed when the work ends, and nothing is written to stdout.
Warnings (`console.print_warning`) are printed above the bar.
"""

import time as clock
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Column

from snakelab.cli.console import messages, share_messages


class ItemProgress(Protocol):
    """Callback with the number of items done, and the name of the current one."""

    def __call__(self, done: float, name: str = "") -> None:
        """Report the number of items done [-] and the name of the current one."""


@contextmanager
def simulation_progress(name: str, duration: float, *, quiet: bool = False) -> Iterator[Callable[[float, float], None]]:
    """Context with a callback of (fraction done, simulated time [s]) for `simulate(..., progress=...)`.

    Where the fraction falls, a second run begins, which checks the step.

    Args:
        name: Name of the run.
        duration: Simulated time of the whole run [s].
        quiet: Show nothing.
    """
    with _progress_display(
        f"simulating {name}", f"simulating {name}, {duration:g} s ...", duration, "s", ".1f", quiet
    ) as show:
        last, checks = 0.0, False

        def report(fraction: float, time: float) -> None:
            nonlocal last, checks
            checks = checks or fraction < last
            last = fraction
            words = "second run, to check the step" if checks else ""
            show(fraction, ", ".join(filter(None, (f"t = {time:g} s", words))), words and f"({words})")

        yield report


@contextmanager
def item_progress(doing: str, total: int, unit: str = "", *, quiet: bool = False) -> Iterator[ItemProgress]:
    """Context with a callback of (items done, name of the current item) that shows the progress.

        with item_progress("validating", len(names), "scenarios", quiet=quiet) as advance:
            for done, name in enumerate(names):
                advance(done, name)
                work(name)

    For `simulate_batch`: `done=lambda done, of: advance(done)`. It may be called from several threads.

    Args:
        doing: Name of the activity, such as "validating".
        total: Number of items [-].
        unit: Name of the items, in the regular plural.
        quiet: Show nothing.
    """
    unit = unit.removesuffix("s") if total == 1 else unit
    counted = "" if unit == "%" else f"{total:g} {unit}".rstrip()  # a line of progress begins with the percentage
    with _progress_display(doing, f"{doing} {counted}".rstrip() + " ...", total, unit, ".0f", quiet) as show:

        def advance(done: float, name: str = "") -> None:
            text = f"{done:g} of {counted}" if counted else doing
            show(done / total if total else 1.0, f"{text}: {name}" if name else text, name)

        yield advance


def duration_text(seconds: float) -> str:
    """Return a duration as text: `40 s`, `12 min`, `3.5 h`, `12 days`, `3e+04 years`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 100 * 60:
        return f"{seconds / 60:.0f} min"
    if seconds < 48 * 3600:
        return f"{seconds / 3600:.1f} h"
    if seconds < 1000 * 86400:
        return f"{seconds / 86400:.0f} days"
    return f"{seconds / (365.25 * 86400):.2g} years"


Show = Callable[[float, str, str], None]  # of the fraction done, a line of text, and the name of the current task


@contextmanager
def _progress_display(doing: str, opening: str, total: float, unit: str, digits: str, quiet: bool) -> Iterator[Show]:
    console = messages()
    if quiet:
        yield lambda fraction, line, name: None
    elif not console.is_terminal or console.is_dumb_terminal:
        console.print(opening, soft_wrap=True)
        lines = PlainLines(console, estimates=unit == "s")
        yield lambda fraction, line, name: lines(fraction, line)
    else:
        with _bar(console, total, unit, digits) as bar, share_messages(console):
            task = bar.add_task(doing, total=total)
            yield lambda fraction, line, name: bar.update(
                task, completed=fraction * total, description=f"{doing} {name}" if name else doing
            )


def _bar(console: Console, total: float, unit: str, digits: str) -> Progress:
    """Return a bar in one line at any width; markup in names is not interpreted."""
    text = "{task.completed:" + digits + "} of {task.total:g} " + unit
    column = TextColumn(text, table_column=Column(no_wrap=True), markup=False)
    room = console.width - len(f"{total:{digits}} of {total:g} {unit}") - 2
    rest: tuple[ProgressColumn, ...] = (column,)
    if room >= 24 + 30:  # widths of a name, and of the bar with the remaining time
        room -= 30
        rest = (BarColumn(20), column, TimeRemainingColumn(table_column=Column(no_wrap=True)))
    cut = Column(no_wrap=True, overflow="crop", max_width=max(1, room))
    columns = (TextColumn("{task.description}", table_column=cut, markup=False), *rest)
    # Rich would redirect output on stdout to the bar's console, that is to stderr.
    return Progress(*columns, console=console, transient=True, redirect_stdout=False)


@dataclass
class PlainLines:
    """Callback that prints a line at each quarter of the work, but not more often than every 2 s, and once the time that is left.

    The latter is printed after 20 s if more than two minutes are left.

    Args:
        console: Where the lines are printed.
        estimates: Print the time that is left; once.
    """

    console: Console
    quarters: int = 0
    last: float = 0.0
    shown_at: float = field(default_factory=lambda: clock.monotonic())
    began: float = field(default_factory=lambda: clock.monotonic())
    estimates: bool = True

    def __call__(self, fraction: float, line: str) -> None:
        """Print the progress if a quarter was passed, or if much time is left."""
        if fraction < self.last:  # a second run
            self.quarters, self.began = 0, clock.monotonic()
        self.last = fraction
        quarters, now = int(4 * fraction), clock.monotonic()
        lasted = now - self.began
        left = lasted * (1 - fraction) / fraction if fraction > 0 else 0.0
        if self.estimates and lasted > 20.0 and left > 120.0:
            self.estimates = False
            self.console.print(f"  {fraction:4.0%}  {line}, about {duration_text(left)} left", soft_wrap=True)
        if self.quarters < quarters < 4 and now - self.shown_at > 2.0:
            self.quarters, self.shown_at = quarters, now
            self.console.print(f"  {fraction:4.0%}  {line}", soft_wrap=True)
