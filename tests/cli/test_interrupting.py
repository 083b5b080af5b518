"""Commands without an end of their own: Ctrl-C ends them with one line and the exit code 0."""

import socket

import pytest
from typer.testing import CliRunner

from snakelab.cli.main import app
from snakelab.plugins.hardware.robot_server import RobotServer


def interrupted(*args, **kwargs):
    raise KeyboardInterrupt


def ended(*words):
    """Standard error of a command that has ended well."""
    result = CliRunner().invoke(app, [*map(str, words)])
    assert result.exit_code == 0, result.output
    assert "error" not in result.stderr
    return result.stderr


def free_port():
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return bound.getsockname()[1]


def test_the_studio(monkeypatch, tmp_path):
    pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
    from snakelab.plugins.studio.server.launch import StudioServer

    monkeypatch.setattr(StudioServer, "run", interrupted)
    lines = ended("studio", "planar_viscous", "--port", free_port(), "--out", tmp_path).splitlines()
    assert [line for line in lines if not line.startswith("Compiling")] == ["the studio stopped"]


def test_the_display_of_servos(monkeypatch):
    monkeypatch.setattr("snakelab.plugins.hardware.commands.time.sleep", interrupted)
    assert ended("bus", "watch", "emulated").endswith("the display stopped\n")


def test_the_server_of_a_robot(monkeypatch, tmp_path):
    (tmp_path / "robot.yaml").write_text("name: mine\nids: 1-3\n", encoding="utf-8")
    monkeypatch.setattr(RobotServer, "run", interrupted)
    pytest.importorskip("cryptography", reason="it makes the keys: pip install '.[bus]'")
    assert ended("bus", "serve", tmp_path / "robot.yaml", "--port", free_port()) == "the server stopped\n"
