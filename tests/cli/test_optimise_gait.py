"""The command `snakelab optimise` with a Python file."""

import json
import sqlite3

import pytest
from typer.testing import CliRunner

pytest.importorskip("cma", reason="no search: pip install '.[optimise]'")

from snakelab.cli.main import app
from snakelab.errors import RecordingError
from snakelab.plugins.studies import gait_optimisation

PROGRAM = """
import snakelab as sl

link = sl.Link(0.1, mass=0.1)
robot = sl.Robot([link, sl.Revolute("z"), link, sl.Revolute("z"), link], base="planar")
model = sl.build_model(robot, sl.World([sl.ViscousFriction(1.0, 10.0)]))
search = {"model": model, "gait": sl.SerpenoidGait(0.5, 3.0, 0.8), "ranges": {"amplitude": (0.2, 1.0)}, "duration": 0.5,
          "population": 4, "step": 0.01, "integrator": "plain"}
"""


def run(tmp_path, text, *arguments):
    (tmp_path / "search.py").write_text(text)
    return CliRunner().invoke(
        app, ("optimise", str(tmp_path / "search.py"), "--out", str(tmp_path / "out"), *arguments)
    )


def test_a_gait_built_in_python_is_optimised(tmp_path):
    answer = run(tmp_path, PROGRAM, "--trials", "8", "--json")
    assert answer.exit_code == 0, answer.output
    document = json.loads((tmp_path / "out" / "best.json").read_text())
    assert document["runs"] == 8 and 0.2 <= document["values"]["amplitude"] <= 1.0 and document["cost"] < 0
    assert json.loads(answer.stdout)["cost"] == document["cost"]


def test_the_progress_is_printed_with_the_lowest_cost(tmp_path):
    answer = run(tmp_path, PROGRAM, "--trials", "8")
    assert answer.stderr.startswith("searching 2 generations ...") and "best: cost" in answer.stdout
    answer = run(tmp_path, PROGRAM, "--trials", "4", "--out", str(tmp_path / "one"))
    assert answer.stderr.startswith("searching 1 generation ...")
    assert run(tmp_path, PROGRAM, "--trials", "8", "--quiet").stderr == ""


WITHOUT_POPULATION = PROGRAM.replace('"population": 4, ', "")


@pytest.mark.parametrize(
    ("text", "options", "runs"),
    [
        (WITHOUT_POPULATION, ("--trials", "12"), 12),
        (WITHOUT_POPULATION, ("--trials", "20"), 16),  # whole generations
        (PROGRAM, ("--trials", "11"), 8),
        (PROGRAM, ("--trials", "12", "--population", "6"), 12),
        (PROGRAM.replace('"population": 4', '"population": 4, "generations": 3'), (), 12),
        (PROGRAM.replace('"population": 4', '"population": 4, "generations": 3'), ("--trials", "8"), 8),
    ],
)
def test_no_more_trials_are_run_than_asked_for(tmp_path, text, options, runs):
    answer = run(tmp_path, text, *options, "--json")
    assert answer.exit_code == 0, answer.output
    assert json.loads(answer.stdout)["runs"] == runs


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--trials", "3"), "--trials 3 is less than one generation of 4 runs; give --trials 4"),
        (("--trials", "8", "--population", "9"), "of 9 runs; give --trials 9, or a smaller --population, at least 4"),
    ],
)
def test_fewer_trials_than_a_generation_are_refused(tmp_path, options, message):
    answer = run(tmp_path, PROGRAM, *options)
    assert answer.exit_code == 2 and message in " ".join(answer.stderr.split())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1", "must define search"),
        ("search = {'modell': 1}", "unknown key 'modell'"),
        ("search = {'model': 1}", "needs the key 'gait'"),
        ("1 / 0", "ZeroDivisionError"),
    ],
)
def test_a_wrong_file_is_one_line(tmp_path, text, message):
    answer = run(tmp_path, text)
    assert answer.exit_code == 2 and message in answer.stderr and answer.stderr.count("error:") == 1


def test_options_of_scenarios_are_refused(tmp_path):
    answer = run(tmp_path, PROGRAM, "--maximise", "mean_speed")
    assert answer.exit_code == 2
    assert "takes no --maximise: " in answer.stderr and " defines the cost" in answer.stderr
    answer = run(tmp_path, PROGRAM, "--maximise", "mean_speed", "--replay")
    assert answer.exit_code == 2 and "takes no --maximise or --replay: " in answer.stderr


def test_an_interrupted_search_continues_with_the_same_points(tmp_path, monkeypatch):
    from snakelab.plugins.studies import gait_optimisation

    whole = run(tmp_path, PROGRAM, "--trials", "16", "--json", "--out", str(tmp_path / "whole"))
    costs, calls = gait_optimisation._costs, []

    def interrupted(*arguments):
        calls.append(arguments)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return costs(*arguments)

    monkeypatch.setattr(gait_optimisation, "_costs", interrupted)
    answer = run(tmp_path, PROGRAM, "--trials", "16")
    assert answer.exit_code == 130 and "repeat the command to continue" in answer.stderr
    answer = run(tmp_path, PROGRAM, "--trials", "16", "--json")
    assert answer.exit_code == 0 and len(calls) == 3 + 2
    ended, uninterrupted = json.loads(answer.stdout), json.loads(whole.stdout)
    assert ended == uninterrupted


def test_a_changed_file_is_another_search(tmp_path):
    run(tmp_path, PROGRAM, "--trials", "4")
    answer = run(tmp_path, PROGRAM + "\n# changed\n", "--trials", "4")
    assert answer.exit_code == 2 and "results of another study" in answer.stderr
    assert "the program with the functions gait and cost has changed since (revision '" in answer.stderr
    assert "undo the change to continue that search; give another folder, for example --out" in answer.stderr
    answer = run(tmp_path, PROGRAM, "--trials", "4", "--seed", "7")
    assert "seed is 0 there and 7 here" in answer.stderr, answer.stderr


def test_another_duration_and_another_robot_are_named(tmp_path):
    run(tmp_path, PROGRAM, "--trials", "4")
    log = next(tmp_path.rglob("results_log.sqlite"))
    study = json.loads(sqlite3.connect(log).execute("SELECT description FROM study").fetchone()[0])
    duration, rate, *rest = study["settings"]
    for changed, words in (
        ({"settings": [duration + 1.0, rate, *rest]}, f"duration is {duration} there and {duration + 1.0} here"),
        ({"model": "0123456789abcdef"}, "the robot or its world has other numbers (masses, lengths, friction, ...)"),
    ):
        with pytest.raises(RecordingError) as caught:
            gait_optimisation.generation_log(log.parent, study | changed)
        assert words in str(caught.value)
