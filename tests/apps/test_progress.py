"""Progress: few lines where no one watches, a bar on a terminal."""

import io
import itertools

from rich.console import Console

from snakelab.apps import progress
from snakelab.apps.progress import PlainLines, progress_on


def lines_of(monkeypatch, seconds_a_call):
    ticks = itertools.count(step=seconds_a_call)
    monkeypatch.setattr(progress.clock, "monotonic", lambda: next(ticks))
    console = Console(file=io.StringIO())
    tell = PlainLines(console)
    for k in range(101):
        tell(k / 100, k / 10)
    return console.file.getvalue().splitlines()


def test_a_quick_run_gets_no_lines(monkeypatch):
    assert lines_of(monkeypatch, 0.001) == []


def test_a_slow_run_gets_a_line_each_quarter(monkeypatch):
    assert [line.split() for line in lines_of(monkeypatch, 1.0)] == [
        ["25%", "t", "=", "2.5", "s"],
        ["50%", "t", "=", "5", "s"],
        ["75%", "t", "=", "7.5", "s"],
    ]


def test_a_terminal_gets_a_bar():
    console = Console(file=io.StringIO(), force_terminal=True, width=100)
    with progress_on(console, "small", 20.0) as tell:
        tell(0.5, 10.0)
    assert "small" in console.file.getvalue()
    assert "10.0 of 20 s" in console.file.getvalue()
