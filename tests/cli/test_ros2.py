"""`snakelab ros2`: files, a short run without a peer, and invalid input in one line."""

import pytest
from typer.testing import CliRunner

from optional_packages import cyclonedds, rosbags  # noqa: F401
from snakelab.cli.main import app


def command(*words):
    return CliRunner().invoke(app, ["ros2", *words])


def test_it_writes_the_files_of_ros_tools(tmp_path):
    result = command("planar_prototype", "--write", str(tmp_path / "files"))
    assert (result.exit_code, result.stderr) == (0, "")
    assert len(result.stdout.splitlines()) == len(list((tmp_path / "files").iterdir())) == 5


def test_a_soft_robot_has_no_files(tmp_path):
    result = command("hybrid_straight", "--write", str(tmp_path / "files"))
    assert result.exit_code == 2
    assert "cannot be written as URDF" in result.stderr


@pytest.mark.thorough
def test_it_runs_for_a_time_and_writes_a_bag(tmp_path):
    words = ("--backend", "cyclonedds", "--domain", "92", "--duration", "1", "--log", str(tmp_path / "bag"))
    result = command("planar_prototype", *words)
    assert result.exit_code == 0, result.stderr
    assert "the loopback interface" in result.stdout
    assert "; commands are taken;" in result.stdout
    assert sorted(file.name for file in (tmp_path / "bag").iterdir()) == ["bag.mcap", "metadata.yaml"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("no_such_snake",), "no_such_snake"),
        (("planar_prototype", "--backend", "dds"), "--backend must be one of auto, rclpy, cyclonedds"),
        (("planar_prototype", "--hardware", "absent.yaml"), ""),
    ],
)
def test_invalid_input_gives_one_line(words, message):
    result = command(*words, "--duration", "0.2")
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
