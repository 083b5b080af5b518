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
    ("value", "word"),
    [
        (0.5, "agrees"),
        (0.52, "agrees"),
        (0.53, "differs, unexplained"),
        (math.nan, "no result"),
        (math.inf, "no result"),
    ],
)
def test_each_expected_figure_gets_a_word(value, word):
    _, row = printed({"mean_speed": value}, Expected("mean_speed", 0.51, 0.0101, "us"))
    assert row.split() == ["mean_speed", f"{value:.6g}", "m/s", "0.51", "+-", "0.0101", *word.split()]


def test_a_figure_without_expectation_is_not_judged():
    _, row, other = printed({"mean_speed": 0.5, "path_length": 1.0}, Expected("mean_speed", 0.5, 0.1, "us"))
    assert row.endswith("agrees") and other.split() == ["path_length", "1", "m"]
    assert printed({"path_length": 1.0})[0].split() == ["path_length", "1", "m"]


def test_what_is_expected_of_an_idle_term_or_of_no_figure_at_all_is_still_told():
    wanted = [Expected("work_ice", -1.0, 0.1, "us"), Expected("peak_force", 1.0, 0.1, "us")]
    _, idle, absent = printed({"work_ice": 0.0, "work_drive": 0.0}, *wanted)
    assert idle.split()[:3] == ["work_ice", "0", "J"] and idle.endswith("differs, unexplained")
    assert absent.split()[:2] == ["peak_force", "nan"] and absent.endswith("no result")


def test_two_claims_on_one_figure_are_both_judged():
    wanted = [Expected("mean_speed", 0.5, 0.1, "us"), Expected("mean_speed", 0.8, 0.1, "they")]
    rows = printed({"mean_speed": 0.5}, *wanted)[1:]
    assert [row.split("0.1")[1].strip() for row in rows] == ["agrees", "differs, unexplained"]


def test_a_difference_with_a_reason_is_explained():
    wanted = Expected("mean_speed", 0.8, 0.1, "they", explained="they swam")
    _, row = printed({"mean_speed": 0.5}, wanted)
    assert row.endswith("differs, explained")


def test_on_a_terminal_the_words_are_coloured():
    wanted = [Expected("mean_speed", 0.5, 0.1, "us"), Expected("duration", 1.0, 0.1, "us")]
    _, met, missed = printed({"mean_speed": 0.5, "duration": 2.0}, *wanted, color=True)
    assert "\x1b[32magrees" in met and "\x1b[1;31mdiffers, unexplained" in missed
