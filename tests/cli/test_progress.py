"""Progress: few lines where no one watches, a bar on a terminal, nothing where it is quiet, and never a word on stdout."""

import io
import itertools
import re

import pytest
from rich.console import Console

from snakelab.cli import console, progress
from snakelab.cli.console import print_warning, share_messages
from snakelab.cli.progress import PlainLines, item_progress, simulation_progress


@pytest.fixture
def slow_clock(monkeypatch):
    """Each look at the clock takes as long as asked for [s]."""

    def tick(seconds):
        ticks = itertools.count(step=seconds)
        monkeypatch.setattr(progress.clock, "monotonic", lambda: next(ticks))

    return tick


@pytest.fixture
def shown():
    """What is written to a terminal, or elsewhere, of a width."""

    def on(work, *, terminal=True, width=100, dumb=False):
        environment = {"TERM": "dumb" if dumb else "xterm"}
        plain = {"markup": False, "emoji": False, "highlight": False}
        screen = Console(file=io.StringIO(), force_terminal=terminal, width=width, _environ=environment, **plain)
        with share_messages(screen):
            work()
        return screen.file.getvalue()

    return on


def lines_of(seconds_a_call, slow_clock):
    slow_clock(seconds_a_call)
    screen = Console(file=io.StringIO())
    tell = PlainLines(screen)
    for k in range(101):
        tell(k / 100, f"t = {k / 10:g} s")
    return screen.file.getvalue().splitlines()


def simulate_half(name="small", **options):
    with simulation_progress(name, 20.0, **options) as tell:
        tell(0.5, 10.0)


def do_items(names=("first", "second", "third", "fourth"), **options):
    with item_progress("validating", len(names), "scenarios", **options) as tell:
        for done, name in enumerate(names):
            tell(done, name)
        tell(len(names))


def test_quick_work_gets_no_lines(slow_clock):
    assert lines_of(0.001, slow_clock) == []


def test_work_that_takes_minutes_says_once_how_long(slow_clock):
    lines = lines_of(10.0, slow_clock)
    assert [line for line in lines if "left" in line] == ["    2%  t = 0.2 s, about 24 min left"]
    assert [line for line in lines_of(0.5, slow_clock) if "left" in line] == []


def test_slow_work_gets_a_line_each_quarter(slow_clock):
    assert [line.split() for line in lines_of(1.0, slow_clock)] == [
        ["25%", "t", "=", "2.5", "s"],
        ["50%", "t", "=", "5", "s"],
        ["75%", "t", "=", "7.5", "s"],
    ]


def test_a_terminal_gets_a_bar_that_vanishes(shown):
    text = shown(simulate_half)
    assert "simulating small" in text and "10.0 of 20 s" in text
    assert text.endswith("\x1b[2K")  # the line is erased


def test_items_are_counted_with_the_name_of_the_one_under_way(shown, slow_clock):
    slow_clock(10.0)
    text = shown(do_items, terminal=False)
    assert text.splitlines() == [
        "validating 4 scenarios ...",
        "   25%  1 of 4 scenarios: second",
        "   50%  2 of 4 scenarios: third",
        "   75%  3 of 4 scenarios: fourth",
    ]


def test_on_a_terminal_the_items_are_a_bar(shown):
    text = shown(do_items)
    assert "validating" in text and "4 of 4 scenarios" in text


def test_a_dumb_terminal_gets_lines(shown):
    text = shown(simulate_half, dumb=True)
    assert text == "simulating small, 20 s ...\n"


def test_quiet_work_says_nothing_anywhere(shown, capsys):
    assert shown(lambda: (simulate_half(quiet=True), do_items(quiet=True))) == ""
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("terminal", [True, False])
def test_brackets_and_colons_in_a_name_are_shown_as_they_are(shown, terminal):
    text = shown(lambda: simulate_half("a[red]b:cat:"), terminal=terminal)
    assert "simulating a[red]b:cat:" in text


@pytest.mark.parametrize("name", ["small", 300 * "x"])
@pytest.mark.parametrize("width", [40, 80])
def test_a_narrow_terminal_keeps_all_in_one_line(shown, name, width):
    text = shown(lambda: simulate_half(name), width=width)
    assert "simulating" in text and "10.0 of 20 s" in text
    frames = re.split(r"[\r\n]|\x1b\[[0-9;?]*[A-Za-z]", text)
    assert max(map(len, frames)) <= width
    assert text.count("\n") == 1  # as the bar goes


def test_a_screen_that_knows_only_ascii_gets_only_ascii():
    class Screen(io.StringIO):
        encoding = "ascii"

    screen = Console(file=Screen(), force_terminal=True, width=80, _environ={"TERM": "xterm"})
    with share_messages(screen):
        simulate_half()
        do_items()
    assert "validating" in screen.file.getvalue() and screen.file.getvalue().isascii()


def test_stdout_stays_clean_and_whole_while_a_bar_is_shown(shown, capsys):
    def work():
        with item_progress("validating", 2, "scenarios") as tell:
            tell(1)
            print('{"answer": 1}', flush=True)

    assert "answer" not in shown(work)
    assert capsys.readouterr().out == '{"answer": 1}\n'


def test_a_warning_goes_through_the_bar_that_is_shown(shown, capsys, monkeypatch):
    monkeypatch.setattr(console, "_WARNED", set())

    def work():
        with item_progress("validating", 2, "scenarios") as tell:
            tell(1)
            print_warning("mind the gap")

    assert "warning: " in shown(work) and "mind the gap" in shown(lambda: (console._WARNED.clear(), work()))
    assert "gap" not in capsys.readouterr().err


def test_a_warning_is_never_an_empty_line(capsys, monkeypatch):
    monkeypatch.setattr(console, "_WARNED", set())
    for message in (UserWarning("\x1b[1m\n\x1b[0mslow code\nTraceback"), RuntimeWarning(), ""):
        print_warning(message)
    assert capsys.readouterr().err.splitlines() == ["warning: slow code", "warning: RuntimeWarning"]


def test_work_that_fails_takes_its_bar_away(shown):
    def work():
        with pytest.raises(ZeroDivisionError), simulation_progress("small", 20.0):
            raise ZeroDivisionError
        assert len(console._SHARED) == 1  # the fixture's own

    assert shown(work).endswith("\x1b[2K")


def test_no_items_at_all_are_no_division_by_zero(shown):
    assert "validating 0 scenarios" in shown(lambda: do_items(()), terminal=False)


def test_a_second_run_is_shown_as_the_check_of_the_step(slow_clock):
    slow_clock(1.0)
    screen = Console(file=io.StringIO())
    with share_messages(screen), simulation_progress("small", 20.0) as tell:
        for _ in range(2):
            for k in range(1, 101):
                tell(k / 100, k / 5)
    lines = screen.file.getvalue().splitlines()
    quarters = [line for line in lines if "t = 10 s" in line]
    assert [("second run, to check the step" in line) for line in quarters] == [False, True]
