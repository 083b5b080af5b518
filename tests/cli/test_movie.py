"""Command `snakelab movie`: 3-D movies of a recording."""

import sys

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

import snakelab as sl
from optional_packages import require_opengl
from snakelab.cli.main import app


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    sl.run_scenario(sl.load_scenario("planar_viscous", ["duration=1"])).save(folder / "results.nc")
    return folder


def command(*words):
    return CliRunner().invoke(app, ["movie", *map(str, words), "--fps", "3", "--width", "128"])


def frames(path):
    picture = Image.open(path)
    shown = []
    for i in range(picture.n_frames):
        picture.seek(i)
        shown.append(np.asarray(picture.convert("RGB"), dtype=float))
    return shown


@pytest.mark.parametrize("view", ["follow", "top"])
def test_a_movie_shows_the_robot_with_its_head_on_the_ground(run, view):
    require_opengl()
    result = command(run, "--view", view, "--out", run / "solid.gif")
    assert result.exit_code == 0, result.output
    assert "drawing a movie" in result.stderr and f"wrote {run / 'solid.gif'}" in result.stdout
    shown = frames(run / "solid.gif")
    assert len(shown) == 4 and shown[0].shape == (72, 128, 3)
    red, green, blue = (shown[-1][..., i] for i in range(3))
    head, body = (red - blue > 80) & (red > green), blue - red > 40
    assert head.sum() > 8 and body[20:].sum() > 40
    assert np.abs(shown[-1] - shown[0]).mean() > 0.5


def test_without_opengl_the_reason_is_one_line(run, monkeypatch):
    def none(width, height):
        raise sl.errors.SimulationError("images need OpenGL, and none works here")

    pytest.importorskip("mujoco", reason="mujoco is not installed")
    monkeypatch.setattr("snakelab.plugins.mujoco.cameras.movie.open_context", none)
    result = command(run, "--out", run / "none.gif")
    assert result.exit_code == 2 and result.stderr.splitlines()[-1] == "error: images need OpenGL, and none works here"
    assert not (run / "none.gif").exists()


def test_without_mujoco_the_line_that_installs_it_is_printed(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    result = command(run, "--out", run / "none.gif")
    assert result.exit_code == 2 and "[mujoco]" in result.stderr.splitlines()[-1]
    assert not (run / "none.gif").exists()


def test_an_unknown_view_is_refused(run):
    result = command(run, "--view", "tops")
    assert result.exit_code == 2
    assert "--view must be one of follow, top, side, head; got 'tops'; did you mean 'top'?" in result.stderr
