"""The table of metrics: what is expected, and whether it is met."""

import io
import math
import re

import pytest
from rich.console import Console

from snakelab.cli.printed_summaries import metrics_table, print_reasons
from snakelab.results.metrics.metric_table import Metrics
from snakelab.results.reference_values import ReferenceValue, Unchecked, cannot_be_checked, judge

PLAIN = re.compile(r"\x1b\[[0-9;]*m")


def figure(metric, value, tolerance, source="us", **more):
    return ReferenceValue(source, metric=metric, value=value, tolerance=tolerance, **more)


def printed(figures, *reference_values, color=False):
    console = Console(file=io.StringIO(), width=100, force_terminal=color, color_system="standard" if color else None)
    figures = Metrics(figures)
    console.print(
        metrics_table(
            figures, [judge(reference, figures.get(reference.metric, math.nan)) for reference in reference_values]
        )
    )
    return rows(console.file.getvalue())


def rows(text):
    """The lines of a table without the names of its groups."""
    return [
        line.rstrip() for line in text.splitlines() if line.strip() and not PLAIN.sub("", line).rstrip().endswith(":")
    ]


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
def test_each_reference_value_gets_a_verdict(value, word):
    _, row = printed({"mean_speed": value}, figure("mean_speed", 0.51, 0.0101, "us"))
    assert row.split() == ["mean_speed", f"{value:.6g}", "m/s", "0.51", "+-", "0.0101", *word.split()]


def test_a_metric_without_a_reference_value_has_no_verdict():
    _, row, other = printed({"mean_speed": 0.5, "path_length": 1.0}, figure("mean_speed", 0.5, 0.1, "us"))
    assert row.endswith("agrees") and other.split() == ["path_length", "1", "m"]
    assert printed({"path_length": 1.0})[0].split() == ["path_length", "1", "m"]


def test_reference_values_of_idle_terms_and_missing_metrics_are_reported():
    wanted = [figure("work_ice", -1.0, 0.1, "us"), figure("peak_force", 1.0, 0.1, "us")]
    _, idle, absent = printed({"work_ice": 0.0, "work_drive": 0.0}, *wanted)
    assert idle.split()[:3] == ["work_ice", "0", "J"] and idle.endswith("differs, unexplained")
    assert absent.split()[:2] == ["peak_force", "nan"] and absent.endswith("no result")


def test_two_reference_values_of_one_metric_both_have_verdicts():
    wanted = [figure("mean_speed", 0.5, 0.1, "us"), figure("mean_speed", 0.8, 0.1, "they")]
    judged = printed({"mean_speed": 0.5}, *wanted)[1:]
    assert [row.split("0.1")[1].strip() for row in judged] == ["agrees", "differs, unexplained"]


def test_a_difference_with_a_reason_is_explained():
    wanted = figure("mean_speed", 0.8, 0.1, explained="they swam", explained_up_to=0.5)
    _, row = printed({"mean_speed": 0.5}, wanted)
    assert row.endswith("differs, explained")


def test_on_a_terminal_the_words_are_coloured():
    wanted = [figure("mean_speed", 0.5, 0.1, "us"), figure("duration", 1.0, 0.1, "us")]
    _, met, missed = printed({"mean_speed": 0.5, "duration": 2.0}, *wanted, color=True)
    assert "\x1b[32magrees" in met and "\x1b[1;31mdiffers, unexplained" in missed


def test_windows_instants_and_bounds_have_rows_of_their_own():
    reference_values = (
        ReferenceValue("us", metric="mean_speed", window=(16.0, 20.0), value=0.5, tolerance=0.1),
        ReferenceValue("us", variable="tau.joint1", time=2.0, above=0.0, below=1.0),
        ReferenceValue("us", metric="mean_speed", below=0.4),
    )
    judgements = [
        judge(reference, ours, "m/s") for reference, ours in zip(reference_values, (0.51, 0.1, 0.5), strict=True)
    ]
    console = Console(file=io.StringIO(), width=100)
    figures = Metrics(mean_speed=0.5)
    console.print(metrics_table(figures, [*judgements, cannot_be_checked(Unchecked("a", "b", "c"))]))
    assert [line.split() for line in rows(console.file.getvalue())[1:]] == [
        "mean_speed 0.5 m/s < 0.4 differs, unexplained".split(),
        "mean_speed from 16 to 20 s 0.51 m/s 0.5 +- 0.1 agrees".split(),
        "tau.joint1 at 2 s 0.1 m/s 0 .. 1 agrees".split(),
    ]


def test_metrics_are_listed_under_their_groups():
    console = Console(file=io.StringIO(), width=100)
    console.print(metrics_table(Metrics(duration=1.0, work_drive=0.0, energy_residual=0.1, mean_speed=0.5)))
    first = [line.split()[0] if line.strip() else "" for line in console.file.getvalue().splitlines()]
    assert first == [
        "motion:",
        "duration",
        "mean_speed",
        "",
        "numerics:",
        "energy_residual",
    ]  # idle terms have no heading


def test_reasons_are_printed_in_full_and_brackets_stay():
    console = Console(file=io.StringIO(), width=40)
    explained = figure(
        "mean_speed", 0.8, 0.1, case="how [red]fast", explained="they swam " + 20 * "on and ", explained_up_to=0.5
    )
    print_reasons(
        console, [judge(explained, 0.5), judge(explained, 0.8), judge(figure("duration", 1, 1), 1.0)], "case, "
    )
    first, second = (line for line in console.file.getvalue().splitlines() if line)
    assert first.startswith("case, how [red]fast: mean_speed: they swam on and on") and first.endswith("on and ")
    assert second.startswith("case, how [red]fast: mean_speed: warning: stale explanation")
