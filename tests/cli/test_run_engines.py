"""`snakelab run --engine mujoco`: ready scenarios run there, and what cannot is said."""

import pytest
from typer.testing import CliRunner

from optional_packages import mujoco  # noqa: F401 (these tests run its engine)
from snakelab.cli.main import app
from snakelab.physics.model import build_model
from snakelab.plugins.mujoco.engine.mujoco_engine import check_runnable
from snakelab.results.recording import load
from snakelab.scenarios.scenario import load_scenario

READY = ("creeping", "sidewinding", "arc_rolling", "travelling_wave", "flat_creeping", "flat_sidewinding",
         "flat_arc_rolling", "transition", "pole", "pipe", "field_swl1", "field_arl3")  # fmt: skip


@pytest.fixture
def command(monkeypatch, tmp_path):
    """Run the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(app, words)


@pytest.mark.few(1)
@pytest.mark.thorough
@pytest.mark.parametrize("scenario", ["snakesys_flat_sidewinding", "planar_prototype"])
def test_a_ready_scenario_runs_on_either_engine(command, scenario):
    words = ("run", scenario, "--no-figures", "--set", "duration=0.1")
    assert command(*words, "--out", "ours").exit_code == 0
    result = command(*words, "--out", "theirs", "--engine", "mujoco")
    assert result.exit_code == 0, result.output
    assert "engine: MujocoEngine(" in result.stdout
    ours, theirs = load("ours"), load("theirs")
    assert set(ours.dataset.variables) == set(theirs.dataset.variables)
    assert abs(ours["com_position"] - theirs["com_position"]).max() < 1e-3


@pytest.mark.thorough
def test_what_mujoco_ran_does_not_replace_what_the_own_engine_ran(command):
    words = ("run", "planar_prototype", "--no-figures", "--quiet", "--set", "duration=0.05")
    assert command(*words).exit_code == command(*words, "--engine", "mujoco").exit_code == 0
    compared = command("compare", "out/planar_prototype", "out/planar_prototype_mujoco", "--no-figures")
    assert "engine of planar_prototype_mujoco: MujocoEngine(" in compared.stdout
    assert "engine of planar_prototype: SnakelabEngine(" in compared.stdout


@pytest.mark.thorough
@pytest.mark.parametrize("scenario", [f"snakesys_{name}" for name in READY] + ["planar_coulomb", "planar_viscous"])
def test_mujoco_has_something_for_every_word_of_a_ready_rigid_scenario(scenario):
    loaded = load_scenario(scenario)
    check_runnable(build_model(loaded.robot, loaded.world))


def test_wheels_spin_in_mujoco_only(command):
    result = command("run", "planar_prototype", "--spinning-wheels")
    assert result.exit_code == 2 and "--engine mujoco" in result.stderr
    result = command("export", "planar_prototype", "--to", "mjcf", "--spinning-wheels")
    assert result.exit_code == 2 and "--world" in result.stderr
