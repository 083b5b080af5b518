"""The command `python -m benchmarks.gait_survey`: what it runs, tells and writes, and how it ends."""

import json

import pytest
from typer.testing import CliRunner

import benchmarks.gait_survey.runs
import snakelab as sl
from benchmarks.gait_survey.__main__ import app

SWEEP = """
sweep: waves
scenario: planar_prototype
set: {duration: 0.02}
parameters:
  controller.serpenoid_gait.amplitude: [0.5]
"""


def made_up(given):
    """A trial without a simulation: larger amplitudes are faster and cost more."""
    amplitude = given["changes"]["controller"]["serpenoid_gait"]["amplitude"]
    figures = {"mean_speed": amplitude, "cost_of_transport": amplitude, "peak_torque": 1.0, "duration": 8.0}
    return {"status": "finished", "wall_time": 0.0, "metrics": figures}


@pytest.fixture
def command(monkeypatch, tmp_path):
    """Run the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(benchmarks.gait_survey.runs, "run_cell", made_up)
    return lambda *arguments: CliRunner().invoke(app, ("planar_prototype", "--workers", "1", *arguments))


def test_the_gaits_that_no_other_beats_are_reported_the_fastest_first(command, tmp_path):
    result = command("--gaits", "30 deg lag 45 deg, 45 deg lag 45 deg", "--terrains", "viscous")
    assert result.exit_code == 0, result.stderr
    assert "survey_planar_prototype: 2 gaits on 1 terrain, 6 runs" in result.stderr
    lines = result.stdout.splitlines()
    expected = "viscous: 45 deg lag 45 deg, 0.785 m/s, cost of transport 0.785, peak_torque 1 N m, success 1"
    assert lines[0] == expected and lines[1].startswith("viscous: 30 deg lag 45 deg, 0.524 m/s")
    assert "wrote out/survey_planar_prototype/survey.html" in lines
    assert (tmp_path / "out/survey_planar_prototype/trials/30-deg-lag-45-deg_viscous_3.yaml").is_file()


def test_its_document_has_every_score(command):
    result = command("--quick", "--json", "--terrains", "wheels,carpet")
    document = json.loads(result.stdout)
    assert document["exit_code"] == 0 and document["robot"] == "planar_prototype" and len(document["scores"]) == 18
    assert document["folder"] == "out/survey_planar_prototype_quick" and document["scores"][0]["drift"] is None


def test_a_run_that_fails_is_reported_and_ends_with_one(command, monkeypatch):
    fail = lambda given: {"status": "failed: no such thing", "wall_time": 0.0, "metrics": {}}  # noqa: E731
    monkeypatch.setattr(benchmarks.gait_survey.runs, "run_cell", fail)
    result = command("--quick", "--gaits", "30 deg lag 45 deg", "--terrains", "viscous")
    assert result.exit_code == 1 and "1 trial failed: no such thing" in result.stderr
    assert "viscous: no gait succeeds" in result.stdout.splitlines()


def test_where_no_gait_succeeds_it_is_reported_how_far_the_fastest_comes(command, monkeypatch):
    def slow(given):
        entry = made_up(given)
        return entry | {"metrics": entry["metrics"] | {"mean_speed": entry["metrics"]["mean_speed"] / 1000}}

    monkeypatch.setattr(benchmarks.gait_survey.runs, "run_cell", slow)
    lines = command("--gaits", "30 deg lag 45 deg, 45 deg lag 45 deg", "--terrains", "viscous").stdout.splitlines()[0]
    words = "viscous: no gait succeeds; the fastest is 45 deg lag 45 deg, which advances by 0.0063 m in 8 s, 0.028 m are required"
    assert lines == words


def test_names_are_listed_and_a_wrong_one_is_reported(command):
    listed = command("--names").stdout
    assert "soft_pneumatic" in listed and "\n  45 deg lag 45 deg\n" in listed and "viscous: 1 along the body" in listed
    wrong = command("--gaits", "45 deg lag 45 degs")
    assert wrong.exit_code == 2 and "did you mean '45 deg lag 45 deg'" in wrong.stderr


def test_names_are_a_document_where_one_is_asked_for(command):
    document = json.loads(command("--names", "--json").stdout)
    assert document["format"] == "snakelab-survey-names-1" and document["robot"] == "planar_prototype"
    assert "soft_pneumatic" in document["robots"] and "45 deg lag 45 deg" in document["gaits"]
    (viscous,) = [row for row in document["terrains"] if row["name"] == "viscous"]
    assert viscous["usual"] is True and viscous["does"].startswith("1 along the body")
    refused = command("--names", "--json", "--gaits", "none")
    assert refused.exit_code == 2 and json.loads(refused.stdout)["format"] == "snakelab-error-1"


def test_naming_no_gait_is_refused(command):
    wrong = command("--gaits", "")
    assert wrong.exit_code == 2 and "gaits must name at least one" in wrong.stderr


def test_all_terrains_are_run_when_asked_for_and_the_file_of_a_scenario_is_a_robot(command, tmp_path):
    result = command("--quick", "--gaits", "30 deg lag 45 deg", "--terrains", "all")
    assert result.exit_code == 0 and "1 gait on 4 terrains, 4 runs" in result.stderr
    (tmp_path / "mine.yaml").write_text("base: planar_prototype\nname: mine\n", encoding="utf-8")
    own = CliRunner().invoke(app, ("mine.yaml", "--names"))
    assert own.exit_code == 0 and "gaits of mine:\n  own\n" in own.stdout and "  own: the world of mine" in own.stdout


def test_a_run_that_cannot_begin_is_reported_and_is_no_failure(command, monkeypatch):
    refuse = lambda given: {"status": "refused: it would stand in the wall", "wall_time": 0.0, "metrics": {}}  # noqa: E731
    monkeypatch.setattr(benchmarks.gait_survey.runs, "run_cell", refuse)
    result = command("--quick", "--gaits", "30 deg lag 45 deg", "--terrains", "viscous")
    assert result.exit_code == 0 and "1 run could not start" in result.stderr
    assert "1 trial refused: it would stand in the wall" in result.stderr, "reported at once where none began"


def test_maps_are_drawn_where_asked_for_and_a_folder_of_a_sweep_is_refused(command, tmp_path):
    arguments = ("--quick", "--gaits", "30 deg lag 45 deg", "--terrains", "viscous")
    result = command(*arguments, "--figure", "maps")
    assert result.exit_code == 0 and "wrote maps/survey_planar_prototype.png" in result.stdout.splitlines()
    assert {path.suffix for path in (tmp_path / "maps").iterdir()} == {".png", ".svg"}
    (tmp_path / "grid.yaml").write_text(SWEEP, encoding="utf-8")
    sl.run_sweep("grid.yaml", "one", workers=1)
    refused = command(*arguments, "--out", "one")
    assert refused.exit_code == 2 and "one contains a sweep; a survey needs another folder" in refused.stderr
