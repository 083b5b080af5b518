"""`snakelab slam` on files of a small room."""

import json
import shutil
import subprocess

import numpy as np
import pytest
from typer.testing import CliRunner

import snakelab as sl
from box_room_frames import drawn, room, uniform
from optional_packages import cv2, gtsam
from sequence_files import write_euroc, write_video
from snakelab.cli.main import app

assert cv2 and gtsam


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_euroc(room(n=80), drawn(80)[:40], tmp_path_factory.mktemp("euroc"))


def test_the_command_writes_trajectory_map_summary_and_figure(folder, tmp_path):
    ended = CliRunner().invoke(app, ["slam", str(folder), "--out", str(tmp_path), "--json"])
    assert ended.exit_code == 0, ended.output
    facts = json.loads(ended.stdout)
    assert facts == json.loads((tmp_path / "slam.json").read_text()) | {"files": facts["files"]}
    assert facts["frames"] == 40 and facts["tracked_fraction"] == 1.0
    assert facts["errors"]["ate_rmse"] < 0.005 and "without scale" in facts["errors"]["alignment"]
    names = ["trajectory.tum", "trajectory.kitti", "map.ply", "slam.json", "slam.png"]
    assert [path.split("/")[-1] for path in facts["files"]] == names
    assert np.loadtxt(tmp_path / "trajectory.tum").shape == (40, 8)
    assert np.loadtxt(tmp_path / "trajectory.kitti").shape == (40, 12)
    header, _, points = (tmp_path / "map.ply").read_bytes().partition(b"end_header\n")
    assert f"vertex {facts['map_points']}".encode() in header and len(points) == 12 * facts["map_points"]


def test_a_sequence_without_a_tracked_frame_fails_with_the_reason(tmp_path):
    dark = write_euroc(room(n=80), [uniform(f) for f in drawn(80)[:5]], tmp_path / "dark")
    ended = CliRunner().invoke(app, ["slam", str(dark), "--out", str(tmp_path / "out"), "--quiet"])
    assert ended.exit_code == 1
    assert "no frame was tracked" in ended.stderr and "uniform" in ended.stderr


def test_a_path_without_images_is_an_input_error(tmp_path):
    ended = CliRunner().invoke(app, ["slam", str(tmp_path)])
    assert ended.exit_code == 2 and "no image pairs" in ended.stderr


@pytest.mark.parametrize("form", ["kalibr", "opencv", "ros"])
def test_a_video_is_read_with_the_calibration_of_each_format(form, tmp_path):
    video = write_video(drawn(80)[:4], tmp_path / "pairs.avi", 20.0)
    paths = sl.perception.save_calibration(room(n=4).model, tmp_path / "calibration.yaml", form)
    options = [word for path in paths for word in ("--calibration", str(path))]
    ended = CliRunner().invoke(app, ["slam", str(video), *options, "--out", str(tmp_path / "out"), "--json"])
    assert ended.exit_code == 0, ended.output
    assert json.loads(ended.stdout)["status"]["tracking"] == 4


def test_the_calibration_of_one_camera_is_an_input_error(tmp_path):
    video = write_video(drawn(80)[:2], tmp_path / "pairs.avi", 20.0)
    (path,) = sl.perception.save_calibration(room(n=2).model.left, tmp_path / "left.yaml", "ros")
    ended = CliRunner().invoke(app, ["slam", str(video), "--calibration", str(path)])
    assert ended.exit_code == 2 and "--calibration LEFT --calibration RIGHT" in ended.stderr


@pytest.mark.slow
def test_the_absolute_error_agrees_with_that_of_evo(folder, tmp_path):
    program = shutil.which("evo_ape")
    if program is None:
        pytest.skip("evo_ape is not on the path; evo is installed in an environment of its own (GPL)")
    from snakelab.perception.trajectories import save_trajectory
    from snakelab.plugins.slam.ros_sequences import open_sequence

    ended = CliRunner().invoke(app, ["slam", str(folder), "--out", str(tmp_path), "--json"])
    save_trajectory(open_sequence(folder).truth, tmp_path / "truth.tum")
    command = [program, "tum", "truth.tum", "trajectory.tum", "--align"]
    lines = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=500
    ).stdout.splitlines()
    rmse = next(float(line.split()[1]) for line in lines if line.split()[:1] == ["rmse"])
    assert json.loads(ended.stdout)["errors"]["ate_rmse"] == pytest.approx(rmse, abs=2e-6)  # evo prints 6 digits
