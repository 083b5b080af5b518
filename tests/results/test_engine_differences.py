"""Two engines' runs of one experiment: what is said of their difference."""

import json
import math

import pytest
from typer.testing import CliRunner

from recordings import first_rows, hanging_recording, straight_recording
from snakelab.cli.main import app
from snakelab.results.comparisons import engine_differences
from snakelab.results.recording import Recording


def by(engine, speed=0.2, notes=""):
    """A straight run that an engine of that name computed."""
    return computed(straight_recording(speed=speed), f"{engine}(step=0.002)", notes)


def computed(run, engine, notes=""):
    attributes = {"settings": json.dumps({"engine": engine}), "notes": notes}
    return Recording(run.dataset.assign_attrs(attributes), run.status)


def test_runs_of_one_engine_have_no_such_difference():
    assert engine_differences([by("Ours"), by("Ours", 0.3)], ["a", "b"]) == []


@pytest.mark.thorough
def test_speed_path_and_torque_are_compared_with_the_first():
    ours, theirs = by("Ours"), by("Theirs", 0.21, "softer\nslower")
    (actual,) = engine_differences([ours, by("Ours"), theirs], ["a", "b", "c"])
    assert actual.names == ("a", "c")
    assert actual.speed == pytest.approx(0.05)
    t = ours["time"].values
    assert actual.path == pytest.approx(0.01 * math.sqrt((t**2).mean()), rel=1e-6)
    assert actual.path_fraction == pytest.approx(actual.path / (0.2 * t[-1]))
    assert actual.torque == pytest.approx(0.0) or math.isnan(actual.torque)
    assert actual.reasons == ("softer", "slower")
    assert "mean speed +5 %" in actual.lines()[2]
    assert actual.lines()[-1] == "known reason: slower"


def test_a_run_that_ended_early_is_compared_as_far_as_it_went():
    (actual,) = engine_differences([by("Ours"), first_rows(by("Theirs"), 5)], ["a", "b"])
    assert actual.path == pytest.approx(0.0)


def test_other_robots_are_compared_in_their_common_variables():
    other = computed(hanging_recording(), "Theirs()")
    (actual,) = engine_differences([by("Ours"), other], ["a", "b"])
    assert json.loads(json.dumps(actual.as_data(), allow_nan=False))["speed"] is None


@pytest.mark.thorough
def test_the_command_says_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    by("Ours").save(tmp_path / "a.nc")
    by("Theirs", 0.21, "softer").save(tmp_path / "b.nc")
    result = CliRunner().invoke(app, ("compare", "a.nc", "b.nc", "--no-figures"))
    assert result.exit_code == 0, result.output
    assert "engine of b: Theirs(step=0.002)" in result.stdout
    assert "b compared with a: mean speed +5 %" in result.stdout
    assert "known reason: softer" in result.stdout
    data = CliRunner().invoke(app, ("compare", "a.nc", "b.nc", "--no-figures", "--json"))
    assert json.loads(data.stdout)["engines"][0]["speed"] == pytest.approx(0.05)
