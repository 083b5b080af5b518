"""The table of metrics: what is expected, and whether it is met."""

import io
import math

import pytest
from rich.console import Console

from snakelab.apps.output import metrics_table
from snakelab.scenarios import Expected


def printed(figures, *expected, color=False):
    console = Console(file=io.StringIO(), width=100, force_terminal=color, color_system="standard" if color else None)
    console.print(metrics_table(figures, expected))
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


@pytest.mark.parametrize(
    ("value", "word"), [(0.5, "ok"), (0.52, "ok"), (0.53, "off"), (math.nan, "off"), (math.inf, "off")]
)
def test_each_expected_figure_gets_a_word(value, word):
    _, row = printed({"mean_speed": value}, Expected("mean_speed", 0.51, 0.0101, "us"))
    assert row.split() == ["mean_speed", f"{value:.6g}", "m/s", "0.51", "+-", "0.0101", word]


def test_a_figure_without_expectation_is_not_judged():
    _, row, other = printed({"mean_speed": 0.5, "path_length": 1.0}, Expected("mean_speed", 0.5, 0.1, "us"))
    assert row.endswith("ok") and other.split() == ["path_length", "1", "m"]
    assert printed({"path_length": 1.0})[0].split() == ["path_length", "1", "m"]


def test_what_is_expected_of_an_idle_term_or_of_no_figure_at_all_is_still_told():
    wanted = [Expected("work_ice", -1.0, 0.1, "us"), Expected("peak_force", 1.0, 0.1, "us")]
    _, idle, absent = printed({"work_ice": 0.0, "work_drive": 0.0}, *wanted)
    assert idle.split()[:3] == ["work_ice", "0", "J"] and idle.endswith("off")
    assert absent.split()[:2] == ["peak_force", "nan"] and absent.endswith("off")


def test_two_claims_on_one_figure_are_both_judged():
    wanted = [Expected("mean_speed", 0.5, 0.1, "us"), Expected("mean_speed", 0.8, 0.1, "they")]
    assert [row.split()[-1] for row in printed({"mean_speed": 0.5}, *wanted)[1:]] == ["ok", "off"]


def test_on_a_terminal_the_words_are_coloured():
    wanted = [Expected("mean_speed", 0.5, 0.1, "us"), Expected("duration", 1.0, 0.1, "us")]
    _, met, missed = printed({"mean_speed": 0.5, "duration": 2.0}, *wanted, color=True)
    assert "\x1b[32mok" in met and "\x1b[1;31moff" in missed
