"""Runs side by side."""

import json
import math
import warnings
from pathlib import Path

import pytest

import snakelab as sl
from recordings import hanging_recording, serpenoid_recording, straight_recording
from snakelab.errors import RecordingError, SnakelabWarning
from snakelab.results.comparisons import Comparison, compare, joint_difference, numbered, short_names, step_effect
from snakelab.results.metrics.metric_table import Metrics


@pytest.mark.thorough
def test_differences_are_to_the_first_run() -> None:
    runs = [straight_recording(speed=speed) for speed in (0.2, 0.25, 0.1)]
    comparison = compare(runs, ["a", "b", "c"])
    assert comparison.values("mean_speed") == pytest.approx([0.2, 0.25, 0.1])
    assert comparison.differences("mean_speed") == pytest.approx([0.0, 0.05, -0.1])
    assert comparison.shares("mean_speed") == pytest.approx([0.0, 0.25, -0.5])


@pytest.mark.thorough
def test_a_relative_difference_from_a_negative_value_keeps_its_sign() -> None:
    comparison = compare([straight_recording(speed=-0.2), straight_recording(speed=-0.1)])
    assert comparison.differences("mean_velocity_x")[1] == pytest.approx(0.1)
    assert comparison.shares("mean_velocity_x")[1] == pytest.approx(0.5)


def test_a_difference_from_a_value_near_zero_has_no_ratio() -> None:
    def shares(first: float, value: float) -> float:
        tables = (Metrics(mean_speed=first), Metrics(mean_speed=value))
        return Comparison(("a", "b"), ("r", "r"), tables).shares("mean_speed")[1]

    assert shares(1.0, 9.0) == pytest.approx(8.0)
    assert shares(1.0, -0.5) == pytest.approx(-1.5)
    assert math.isnan(shares(1e-4, 1e-2)) and math.isnan(shares(1e-4, -4.3e-4)) and math.isnan(shares(0.0, 1.0))
    negligible = Metrics(mean_speed=1e-9)
    negligible.negligible = {"m/s": 1e-8}
    comparison = Comparison(("a", "b"), ("r", "r"), (negligible, Metrics(mean_speed=2e-9)))
    assert math.isnan(comparison.shares("mean_speed")[1])


@pytest.mark.thorough
def test_different_robots_are_compared_in_their_common_metrics() -> None:
    comparison = compare([serpenoid_recording(), hanging_recording(n_rows=77), straight_recording(n_links=9)])
    assert math.isnan(comparison.values("mean_speed")[1])
    (row,) = [line.split() for line in str(comparison).splitlines() if line.startswith("mean_speed ")]
    assert row[2] == "-" and "nan" not in str(comparison)
    assert all(math.isfinite(value) for value in comparison.values("peak_torque"))
    assert comparison.values("duration") == pytest.approx([10.0, 4.0, 2.0])


def test_the_order_is_that_of_the_first_run_and_what_others_add_comes_last() -> None:
    comparison = compare([hanging_recording(), serpenoid_recording()])
    assert comparison.metrics[0] == "duration"
    assert comparison.metrics.index("mean_speed") > comparison.metrics.index("wall_time")
    assert "status" not in comparison.metrics


def test_the_json_has_no_nan_and_names_its_format() -> None:
    def refuse(word: str) -> None:
        raise AssertionError(word)

    text = compare([serpenoid_recording(), hanging_recording()], ["a", "b"]).as_json()
    data = json.loads(text, parse_constant=refuse)
    assert data["format"] == "snakelab-comparison-1"
    assert data["runs"][0] == {"name": "a", "robot": "five_links", "status": "finished"}
    assert data["metrics"]["mean_speed"]["values"][1] is None
    assert data["metrics"]["mean_speed"]["unit"] == "m/s"


def test_the_printed_table_leaves_out_what_did_no_work_in_any_run() -> None:
    tables = (
        Metrics(work_gravity=0.0, work_drive=0.0, mean_speed=0.0),
        Metrics(work_gravity=0.0, work_drive=2.0, mean_speed=0.0),
    )
    lines = str(Comparison(("one", "two"), ("robot", "robot"), tables)).splitlines()
    assert [line.split()[0] for line in lines] == ["metric", "motion:", "mean_speed", "energy:", "work_drive", "zero"]
    assert lines[-1].split() == ["zero", "work", "gravity"]


def test_the_printed_table_has_a_column_for_each_run() -> None:
    lines = str(compare([straight_recording(), straight_recording(speed=0.1)], ["one", "two"])).splitlines()
    assert lines[0].split() == ["metric", "one", "two", "unit"]
    assert next(line.split() for line in lines if line.startswith("mean_speed")) == ["mean_speed", "0.2", "0.1", "m/s"]


def test_less_than_two_runs_or_a_name_too_few_are_refused() -> None:
    with pytest.raises(RecordingError, match="needs two recordings or more, got 1"):
        compare([serpenoid_recording()])
    with pytest.raises(RecordingError, match="2 recordings needs 2 names, got 1"):
        compare([serpenoid_recording(), serpenoid_recording()], ["a"])


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["out/a/results.nc", "out/b/results.nc"], ["a", "b"]),
        (["out/a", "out/b"], ["a", "b"]),
        (["x/run/results.nc", "y/run/results.nc"], ["x/run", "y/run"]),
        (["out/a.nc", "out/b.nc"], ["a", "b"]),
        (["p/same/r", "p/same/s", "q/same/r"], ["p/same/r", "p/same/s", "q/same/r"]),
        (["out/a", "out/a"], ["a", "a (2)"]),
        (["out/run.v1", "out/run.v2"], ["run.v1", "run.v2"]),
    ],
)
def test_names_are_the_shortest_ends_that_tell_apart(paths: list[str], names: list[str]) -> None:
    assert short_names([Path(path) for path in paths]) == names


def test_numbers_do_not_take_a_name_that_is_there() -> None:
    assert numbered(["a", "a", "a (2)", "a"]) == ["a", "a (2)", "a (2) (2)", "a (3)"]


def test_runs_are_called_by_their_scenarios_or_else_by_their_robots():
    runs = [
        serpenoid_recording(n_rows=9, scenario='{"name": "wave", "title": "A wave"}'),
        serpenoid_recording(n_rows=9),
    ]
    assert compare(runs).names == ("wave", "five_links")


@pytest.mark.thorough
def test_the_effect_of_the_step_is_that_of_a_first_order_method_and_small_for_a_fine_one() -> None:
    link = sl.Link(0.2, 0.1)
    model = sl.build_model(
        sl.Robot([link, sl.Revolute("z", sl.Passive()), link], "fixed"), sl.World([sl.Gravity((0, -9.81, 0))])
    )

    def run(step):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SnakelabWarning)
            return sl.simulate(model, None, 2.0, step=step, integrator="plain", record_rate=20)

    exact = sl.simulate(model, None, 2.0, step=1e-4, record_rate=20)
    coarse, half = run(1e-2), run(5e-3)
    effect = step_effect(coarse, half)
    assert effect.joints == pytest.approx(joint_difference(coarse, exact) / 2, rel=0.1)
    assert not step_effect(run(2e-2), half).is_small and "work_gravity" in effect.metrics
    assert effect.lines()[0].startswith("step 0.005 s in place of step 0.01 s changes the motion: centre of mass ")
    assert json.loads(json.dumps(effect.as_data()))["joints"] == effect.joints
    fine = step_effect(run(2e-4), run(1e-4))
    assert fine.is_small and fine.joints < effect.joints / 40
    with pytest.raises(RecordingError, match="same record times"):
        step_effect(coarse, sl.simulate(model, None, 2.0, record_rate=50))
