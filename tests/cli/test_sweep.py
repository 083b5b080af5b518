"""The command `snakelab sweep`: what it prints and writes, how it ends, and that it goes on."""

import json
import os
import random
import signal
import subprocess
import sys
import time
import warnings
from contextlib import nullcontext
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from typer.testing import CliRunner

import snakelab.cli.console
import snakelab.plugins.studies.sweeps.sweep_run
from snakelab.cli.main import app
from snakelab.cli.progress import duration_text
from snakelab.plugins.studies.sweep_command import TrialProgress
from snakelab.plugins.studies.sweeps.configuration import load_sweep
from snakelab.plugins.studies.sweeps.sweep_run import read_sweep, seeds_without_effect

pytestmark = pytest.mark.usefixtures("undrawn_pages")

CONFIGURATION = """\
sweep: waves
scenario: planar_prototype
set: {duration: 0.1}
parameters:
  controller.serpenoid_gait.amplitude: {from: 0.2, to: 0.6, count: 2}
  controller.serpenoid_gait.angular_frequency: [1, 2]
metrics: [speed]
"""


@pytest.fixture
def command(monkeypatch, tmp_path):
    """Run the command in a folder that holds waves.yaml."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "waves.yaml").write_text(CONFIGURATION, encoding="utf-8")
    return lambda *arguments: CliRunner().invoke(app, ("sweep", "waves.yaml", "--workers", "1", *arguments))


def test_a_sweep_tells_its_best_and_its_files_and_runs_nothing_twice(command, tmp_path):
    result = command()
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[1].startswith("mean_speed: highest ") and "angular_frequency = 2" in lines[1]
    assert "trials: 4 finished" in lines and "wrote out/waves/table.nc" in lines
    assert "waves: 4 trials" in result.stderr
    again = command()
    assert again.stdout == result.stdout and ": continuing, 4 of 4 done" in again.stderr


@pytest.mark.thorough
@pytest.mark.parametrize(("places", "idle"), [("", True), (", places: [world.media.0.link_friction.mu_normal]", False)])
def test_of_several_seeds_each_line_names_one_and_seeds_without_effect_are_reported(
    command, tmp_path, monkeypatch, places, idle
):
    monkeypatch.setattr(snakelab.cli.console, "_WARNED", set())  # a warning is shown once per process
    text = CONFIGURATION.replace("[1, 2]", "[1]") + f"seeds: {{values: [1, 2]{places}}}\n"
    (tmp_path / "waves.yaml").write_text(text, encoding="utf-8")
    result = command()
    assert result.stdout.startswith("mean_speed: lowest ") and ", seed " in result.stdout.splitlines()[0]
    assert ("warning: the seeds change no metric" in result.stderr) == idle and "the seeds" not in result.stdout


@pytest.mark.thorough
def test_json_counts_the_trials_by_their_ends(command, tmp_path):
    thrown = "initial.velocity: [[0, 0, 0, 0, 0, 0], [1e7, 0, 0, 0, 0, 0]]"
    text = CONFIGURATION.replace("controller.serpenoid_gait.angular_frequency: [1, 2]", thrown)
    assert thrown in text
    (tmp_path / "waves.yaml").write_text(text, encoding="utf-8")
    result = command("--json", "--out", "here")
    document = json.loads(result.stdout)
    assert result.exit_code == 0 == document["exit_code"]
    assert document["statuses"] == {"finished": 2, "stopped": 0, "diverged": 2, "failed": 0}
    assert document["folder"] == "here" and (tmp_path / "here" / "table.csv").exists()
    assert "warning: a trial diverged at t = " in result.stderr


@pytest.mark.thorough
def test_a_failed_trial_ends_with_1_and_stays_unless_it_is_tried_again(command, monkeypatch):
    run = snakelab.plugins.studies.sweeps.trials.run_trial

    def broken(given):
        return {"status": "failed: a test says so", "wall_time": 0.0, "metrics": {}}

    monkeypatch.setattr(snakelab.plugins.studies.sweeps.sweep_run, "run_trial", broken)
    result = command("--quiet")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "error: 4 trials failed: a test says so\n"
    monkeypatch.setattr(snakelab.plugins.studies.sweeps.sweep_run, "run_trial", run)
    assert command("--quiet").exit_code == 1
    again = command("--retry")
    assert again.exit_code == 0 and "trials: 4 finished" in again.stdout
    assert "continuing" not in again.stderr


@pytest.mark.thorough
def test_a_metric_that_does_not_apply_to_the_robot_is_named(command, tmp_path):
    text = (
        CONFIGURATION.replace("[speed]", "[speed, peak_force]").replace("[1, 2]", "[1]").replace("count: 2", "count: 2")
    )
    (tmp_path / "waves.yaml").write_text(text, encoding="utf-8")
    assert "peak_force: no trial has this metric, which may not apply to this robot" in command().stdout


def test_the_time_left_counts_only_what_was_run_now(monkeypatch):
    messages, clock = [], iter([0.0, 10.0])
    monkeypatch.setattr("snakelab.plugins.studies.sweep_command.time.monotonic", lambda: next(clock))
    monkeypatch.setattr(
        "snakelab.cli.progress.item_progress",
        lambda *a, **k: nullcontext(lambda n, name: messages.append(name)),
    )
    with TrialProgress("searching", 200, quiet=False, warm=False) as tell:
        tell({"status": "finished"}, 101, 200)
    assert messages == ["16 min left"]


@pytest.mark.thorough
def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(command, monkeypatch, tmp_path):
    run, n = snakelab.plugins.studies.sweeps.trials.run_trial, []

    def interrupted(given):
        n.append(given)
        if len(n) == 3:
            raise KeyboardInterrupt
        return run(given)

    monkeypatch.setattr(snakelab.plugins.studies.sweeps.sweep_run, "run_trial", interrupted)
    result = command()
    assert result.exit_code == 130
    assert "interrupted; 2 of 4 trials are done; repeat the command to continue" in result.stderr
    assert len((tmp_path / "out/waves/table.csv").read_text(encoding="utf-8").splitlines()) == 3
    assert command().exit_code == 0 and len(n) == 5


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("scenario: planar_prototype\nparameters: {controller.serpenoid_gait.amplitud: [1]}\n", "did you mean 'amplitude'?"),
        ("", "is empty"),
        ("scenario: planar_prototype\n", "no parameters; add"),
    ],
)  # fmt: skip
def test_a_wrong_configuration_ends_with_2_before_anything_is_written(command, tmp_path, text, words):
    (tmp_path / "waves.yaml").write_text(text, encoding="utf-8")
    result = command()
    assert result.exit_code == 2 and words in result.stderr and not (tmp_path / "out").exists()


@pytest.mark.thorough
def test_a_folder_of_another_study_ends_with_2(command, tmp_path):
    assert command().exit_code == 0
    (tmp_path / "waves.yaml").write_text(CONFIGURATION.replace("duration: 0.1", "duration: 0.2"), encoding="utf-8")
    result = command()
    assert result.exit_code == 2 and "contains results of another study: scenario.duration is 0.1" in result.stderr


def test_the_time_left_is_printed_in_words():
    words = ["40 s", "12 min", "3.5 h", "12 days", "95 years"]
    assert [duration_text(seconds) for seconds in (40.2, 720, 12600, 1e6, 3e9)] == words


def started(folder):
    command = [sys.executable, "-m", "snakelab", "sweep", "waves.yaml", "--workers", "2", "--quiet"]
    return subprocess.Popen(command, cwd=folder, start_new_session=True)


@pytest.mark.slow  # each round starts three processes that load the compiled engine
@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_a_sweep_that_is_killed_again_and_again_ends_with_the_table_of_one_that_is_not(tmp_path):
    text = CONFIGURATION.replace("count: 2", "count: 30").replace("duration: 0.1", "duration: 20")
    for name in ("whole", "torn"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "waves.yaml").write_text(text, encoding="utf-8")
    assert started(tmp_path / "whole").wait(500) == 0
    configuration, out = tmp_path / "torn" / "waves.yaml", tmp_path / "torn" / "out" / "waves"
    n_known, kills = 0, 0
    while n_known < 60 and kills < 20:
        process = started(tmp_path / "torn")
        end = time.monotonic() + random.uniform(2.0, 8.0)
        while time.monotonic() < end and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        kills += process.wait(500) == -signal.SIGKILL
        n_before, n_known = n_known, len(read_sweep(configuration, out).results)
        assert n_known >= n_before
    assert started(tmp_path / "torn").wait(500) == 0
    tables = [read_sweep(configuration, Path(tmp_path, name, "out", "waves")).dataset for name in ("whole", "torn")]
    same = [table.drop_vars(["wall_time", "wall_time_of_trial", "real_time_factor"]) for table in tables]
    assert same[0].identical(same[1]) and same[0].sizes["trial"] == 60


@pytest.mark.thorough
def test_a_sweep_that_was_cut_off_says_how_much_of_it_is_done(command, tmp_path):
    assert command().exit_code == 0
    (tmp_path / "waves.yaml").write_text(CONFIGURATION.replace("[1, 2]", "[1, 2, 3]"), encoding="utf-8")
    assert "waves: continuing, 4 of 6 done" in command().stderr


def test_seeds_that_change_nothing_are_reported_before_the_first_trial(command, tmp_path, monkeypatch):
    said = []
    monkeypatch.setattr(
        snakelab.plugins.studies.sweeps.sweep_run, "run_tasks", lambda *given, **more: said.append(len(caught)) or {}
    )
    (tmp_path / "waves.yaml").write_text(CONFIGURATION + "seeds: [0, 1]\n", encoding="utf-8")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        snakelab.plugins.studies.sweeps.sweep_run.run_sweep(tmp_path / "waves.yaml", tmp_path / "out", workers=1)
    assert said == [1] and "the seeds change no metric" in str(caught[0].message) and caught[0].filename == __file__


@pytest.mark.parametrize(
    "more, idle",
    [
        ("seeds: [0]", False),
        ("seeds: [0, 1]", True),
        ("seeds: {values: [0, 1], places: [world.media.0.viscous_friction.normal]}", False),
        ("seeds: [0, 1]\nset: {robot.sensors: [encoders]}", True),
        ("seeds: [0, 1]\nset: {robot.sensors: [{encoders: {noise: 0.1}}]}", False),
        (
            "seeds: [0, 1]\nparameters: {robot.sensors.0.encoders.noise: [0, 1]}\nset: {robot.sensors: [{encoders: {}}]}",
            False,
        ),
    ],
)
def test_seeds_matter_where_a_sensor_has_noise_or_a_place_takes_them(tmp_path, more, idle):
    configuration = {
        "scenario": "planar_viscous",
        "parameters": {"duration": [0.1, 0.2]},
        **YAML(typ="safe").load(more),
    }
    assert seeds_without_effect(load_sweep(configuration)) is idle
