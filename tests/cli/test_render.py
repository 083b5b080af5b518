"""Command `snakelab render`, and `snakelab run --images`."""

import json

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

import snakelab as sl
from optional_packages import mujoco  # noqa: F401
from snakelab.cli.main import app

SCENARIO = """\
name: seen
robot:
  base: fixed
  parts: [link: {length: 0.2, mass: 1}]
cameras: [{stereo_camera: {lens: {width: 32, height: 20}, rate: 10}}]
world: {scenery: {room: [4, 4, 2], centre: [0, 0, -1]}}
duration: 0.2
"""


@pytest.fixture
def command(tmp_path, monkeypatch):
    from snakelab.plugins.mujoco.cameras.renderer import open_context

    try:
        open_context(8, 8).free()
    except sl.errors.SimulationError as problem:
        pytest.skip(str(problem))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "seen.yaml").write_text(SCENARIO)
    return lambda *words: CliRunner().invoke(app, list(words))


def test_run_and_render_write_the_same_images(command, tmp_path):
    ran = command("run", "seen.yaml", "--images", "--no-figures")
    assert ran.exit_code == 0, ran.output
    assert "wrote out/seen/images.h5" in ran.output
    rendered = command("render", "out/seen", "--out", "again.h5", "--png", "pictures", "--json")
    assert json.loads(rendered.stdout)["images"] == {"stereo": 3}
    with sl.results.load_images("out/seen") as one, sl.results.load_images("again.h5") as other:
        (*_, last) = sorted((tmp_path / "pictures").iterdir())
        assert last.name == "stereo_right_00002.png"
        assert (np.asarray(Image.open(last)) == one.camera().image(2, "right")).all()
        assert (one.camera().image(2, "right") == other.camera().image(2, "right")).all()


def test_a_run_without_cameras_is_refused(command, tmp_path):
    (tmp_path / "blind.yaml").write_text(SCENARIO.replace("cameras:", "# cameras:"))
    assert command("run", "blind.yaml", "--no-figures", "--quiet").exit_code == 0
    refused = command("render", "out/blind")
    assert refused.exit_code == 2
    assert "the robot of out/blind has no cameras; write `cameras:` in the scenario" in refused.stderr
