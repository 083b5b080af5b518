"""Commands without an end of their own: Ctrl-C ends them with one line and the exit code 0."""

import pytest
from typer.testing import CliRunner

from snakelab.apps.cli import app
from snakelab.bridges.bus.network.server import RobotServer


def interrupted(*args, **kwargs):
    raise KeyboardInterrupt


def ended(*words):
    """Standard error of a command that has ended well."""
    result = CliRunner().invoke(app, [*map(str, words)])
    assert result.exit_code == 0, result.output
    assert "error" not in result.stderr
    return result.stderr


def test_the_studio(monkeypatch, tmp_path):
    pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
    from snakelab.apps.studio.serving import Bound

    monkeypatch.setattr(Bound, "run", interrupted)
    assert ended("studio", "planar_viscous", "--port", 18990, "--out", tmp_path) == "the studio has ended\n"


def test_the_display_of_servos(monkeypatch):
    monkeypatch.setattr("snakelab.apps.commands.bus.time.sleep", interrupted)
    assert ended("bus", "watch", "emulated").endswith("the display has ended\n")


def test_the_server_of_a_robot(monkeypatch, tmp_path):
    (tmp_path / "robot.yaml").write_text("name: mine\nids: 1-3\n", encoding="utf-8")
    monkeypatch.setattr(RobotServer, "run", interrupted)
    assert ended("bus", "serve", tmp_path / "robot.yaml", "--port", 18991) == "the server has ended\n"
