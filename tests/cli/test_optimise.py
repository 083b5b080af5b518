"""The command `snakelab optimise`: what it finds, tells and writes, and how it ends."""

import json
import sys

import pytest
from typer.testing import CliRunner

import snakelab.plugins.studies.evolution_strategy
import snakelab.plugins.studies.sweeps.sweep_run
from optional_packages import cma  # noqa: F401 (it searches)
from snakelab.cli.main import app

pytestmark = pytest.mark.usefixtures("undrawn_pages")

CONFIGURATION = """\
sweep: waves
scenario: planar_prototype
set: {duration: 0.1}
parameters:
  controller.serpenoid_gait.amplitude: {from: 0.1, to: 1}
"""


def made_up(given):
    """A trial without a simulation: the speed is best at 0.5."""
    amplitude = given["changes"]["controller.serpenoid_gait.amplitude"]
    figures = {"mean_speed": 1 - (amplitude - 0.5) ** 2, "peak_torque": 10 * amplitude}
    return {"status": "finished", "wall_time": 0.0, "metrics": figures}


@pytest.fixture
def command(monkeypatch, tmp_path):
    """Run the command in a folder that holds waves.yaml."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(snakelab.plugins.studies.evolution_strategy, "run_trial", made_up)
    monkeypatch.setattr("snakelab.plugins.studies.task_execution.SAFETY", "OFF")  # hundreds of trials that take no time
    (tmp_path / "waves.yaml").write_text(CONFIGURATION, encoding="utf-8")
    return lambda *arguments: CliRunner().invoke(app, ("optimise", "waves.yaml", "--workers", "1", *arguments))


@pytest.mark.thorough
def test_the_best_values_within_the_bounds_are_reported_and_written(command, tmp_path):
    result = command("--maximise", "speed", "--subject-to", "peak_torque < 4", "--trials", "300")
    assert result.exit_code == 0, result.stderr
    assert "waves: maximise mean_speed subject to peak_torque < 4" in result.stderr
    lines = result.stdout.splitlines()
    assert lines[0].startswith("best: mean_speed 0.9") and float(lines[0].split()[2]) == pytest.approx(0.99, abs=1e-4)
    assert float(lines[1].split(" = ")[1]) == pytest.approx(0.4, abs=1e-3)
    assert "the search has narrowed to a point" in lines[3] and "the bound peak_torque < 4 N m is active" in lines
    assert "wrote out/waves_optimum/best.yaml" in lines and (tmp_path / "out/waves_optimum/sweep.html").exists()


def test_a_missing_library_is_named_before_the_search_begins(command, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "cma", None)
    result = command("--maximise", "speed")
    assert result.exit_code == 2 and "[optimise]" in result.stderr
    assert len(result.stderr.splitlines()) == 1 and not (tmp_path / "out").exists()


def test_a_sweep_and_a_search_do_not_share_a_folder(command, tmp_path, monkeypatch):
    monkeypatch.setattr(snakelab.plugins.studies.sweeps.sweep_run, "run_trial", made_up)
    (tmp_path / "grid.yaml").write_text(CONFIGURATION.replace("to: 1}", "to: 1, count: 2}"), encoding="utf-8")
    sweep = ("sweep", "grid.yaml", "--workers", "1", "--out")
    search = ("--maximise", "speed", "--trials", "4", "--out")
    assert CliRunner().invoke(app, (*sweep, "one")).exit_code == 0
    before = {path: path.read_bytes() for path in (tmp_path / "one").iterdir() if path.is_file()}
    refused = command(*search, "one")
    assert refused.exit_code == 2 and refused.stderr.splitlines()[-1] == (
        "error: one contains a sweep; a search needs another folder, for example --out one_search"
    )
    assert before == {path: path.read_bytes() for path in (tmp_path / "one").iterdir() if path.is_file()}
    assert command(*search, "one_search").exit_code == 0
    refused = CliRunner().invoke(app, (*sweep, "one_search"))
    assert refused.exit_code == 2 and "one_search contains a search; a sweep needs another folder" in refused.stderr


def test_of_several_seeds_the_best_is_reported_as_their_mean(command, tmp_path):
    (tmp_path / "waves.yaml").write_text(CONFIGURATION + "seeds: [0, 1]\n", encoding="utf-8")
    line = command("--maximise", "speed", "--trials", "24").stdout.splitlines()[0]
    assert line.startswith("best: mean_speed ") and " m/s, the mean of 2 seeds, trial " in line


def test_json_holds_the_best_point(command):
    document = json.loads(command("--minimise", "peak_torque", "--trials", "60", "--json", "--out", "o").stdout)
    assert document["goal"] == "minimise peak_torque" and document["feasible"] and document["folder"] == "o"
    assert document["best"]["controller.serpenoid_gait.amplitude"] == pytest.approx(0.1, abs=0.01)


def test_bounds_that_no_trial_keeps_end_with_1(command):
    result = command("--maximise", "speed", "--subject-to", "peak_torque < 0.5", "--trials", "20")
    assert result.exit_code == 1 and "no trial satisfies the constraints (peak_torque < 0.5)" in result.stderr


def test_where_every_trial_fails_the_reason_is_reported(command, monkeypatch):
    fails = lambda given: {"status": "failed: a test says so", "wall_time": 0.0, "metrics": {}}  # noqa: E731
    monkeypatch.setattr(snakelab.plugins.studies.evolution_strategy, "run_trial", fails)
    result = command("--maximise", "speed", "--trials", "4", "--quiet")
    lines = ["error: all trials diverged or failed", "error: 4 trials failed: a test says so"]
    assert result.exit_code == 1 and result.stderr.splitlines() == lines


def test_ctrl_c_says_where_the_search_so_far_is_shown(command, monkeypatch):
    calls = []

    def cut(given):
        calls.append(given)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return made_up(given)

    monkeypatch.setattr(snakelab.plugins.studies.evolution_strategy, "run_trial", cut)
    result = command("--maximise", "speed", "--json")
    assert result.exit_code == 130 and "out/waves_optimum/optimum.html shows the search so far" in result.stderr
    assert json.loads(result.stdout)["exit_code"] == 130


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "give one of maximise and minimise"),
        (("--maximise", "sped"), "unknown metric 'sped'"),
        (("--maximise", "speed", "--subject-to", "peak_torqe < 8"), "did you mean 'peak_torque'?"),
        (("--maximise", "speed", "--minimise", "peak_torque"), "got both"),
    ],
)
def test_a_wrong_goal_ends_with_2_before_anything_is_written(command, tmp_path, arguments, words):
    result = command(*arguments)
    assert result.exit_code == 2 and words in result.stderr and not (tmp_path / "out").exists()
