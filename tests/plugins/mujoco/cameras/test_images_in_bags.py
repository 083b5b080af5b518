"""Images of a run in a bag: every grey level is read back, by other readers and by SLAM."""

import io

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from typer.testing import CliRunner

import snakelab as sl
from optional_packages import cv2, rosbags  # noqa: F401
from snakelab.cli.main import app
from snakelab.plugins.ros.bag_writing import save_bag


def messages(folder):
    """Messages of a bag by topic: time [s] and message."""
    from rosbags.highlevel import AnyReader

    found = {}
    with AnyReader([folder]) as reader:
        for connection, stamp, content in reader.messages():
            message = reader.deserialize(content, connection.msgtype)
            found.setdefault(connection.topic, []).append((1e-9 * stamp, message))
    return found


def pixels(message):
    from PIL import Image

    return np.asarray(Image.open(io.BytesIO(bytes(message.data))))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Folder of a run with images of three cameras."""
    folder = tmp_path_factory.mktemp("run")
    cameras = [
        sl.StereoCamera(point=(0.0, 0.03, 0.05), lens=sl.robots.Lens(64, 40), rate=10),
        sl.DepthCamera(lens=sl.robots.Lens(16, 8), rate=5),
        sl.Camera(on="link1", point=(0.0, 0.0, 0.1), lens=sl.robots.Lens(32, 20), rate=5),
    ]
    robot = sl.Robot([sl.Link(0.2, 0.5), sl.Revolute("z"), sl.Link(0.2, 0.5)], base="planar", cameras=cameras)
    world = sl.World([sl.ViscousFriction(0.1, 5.0)], scenery=sl.worlds.Scenery(room=(4.0, 4.0, 1.0)))
    gait = sl.SerpenoidGait(amplitude=0.5, angular_frequency=3.0, phase_lag=1.0)
    recording = sl.simulate(sl.build_model(robot, world), gait, 0.4, record_rate=100)
    recording.save(folder / "results.nc")
    sl.plugins.mujoco.render_cameras(recording, folder / "images.h5").close()
    return folder


def test_exported_images_are_read_back_exactly(run, tmp_path):
    result = CliRunner().invoke(app, ["export", str(run), "--to", "mcap", "--out", str(tmp_path / "bag")])
    assert result.exit_code == 0, result.stderr
    found = messages(tmp_path / "bag")
    with sl.results.load_images(run) as images:
        stereo, depth = images.camera("stereo"), images.camera("depth")
        for side in stereo.streams:
            taken = found[f"/stereo/{side}/image_rect/compressed"]
            np.testing.assert_allclose([time for time, _ in taken], stereo.time, atol=1e-9)
            for (_, message), image in zip(taken, stereo.images(side), strict=True):
                assert message.format == "mono8; png compressed mono8" and message.header.frame_id == "stereo_optical"
                assert_array_equal(pixels(message), image)
        for (_, message), image in zip(found["/depth/image_rect"], depth.images(), strict=True):
            assert message.encoding == "32FC1"
            assert_array_equal(np.frombuffer(bytes(message.data), "<f4").reshape(image.shape), image)
    assert len(found["/stereo/left/camera_info"]) == len(stereo) == 5
    assert "/camera/image_rect/compressed" in found


@pytest.mark.filterwarnings("ignore:.*the IMU is left out")  # a run without a scenario has no frames
def test_slam_reads_the_pairs_of_the_bag(run, tmp_path):
    from snakelab.plugins.slam.ros_sequences import BagSequence

    with sl.results.load_images(run) as images:
        save_bag(sl.load(run), tmp_path / "bag", images=images)
        sequence = BagSequence(tmp_path / "bag")
        frames = list(sequence.frames())
        assert len(frames) == 5 and sequence.model.baseline == pytest.approx(0.12)
        for frame, left, right in zip(frames, *map(images.camera("stereo").images, ("left", "right")), strict=True):
            assert_array_equal(frame.left, left)
            assert_array_equal(frame.right, right)


def test_images_of_another_run_are_left_out(run, tmp_path):
    shifted = sl.load(run)
    data = shifted.dataset.assign(link_position=shifted["link_position"] + 0.1)
    folder = tmp_path / "other"
    folder.mkdir()
    sl.Recording(data, shifted.status).save(folder / "results.nc")
    (folder / "images.h5").write_bytes((run / "images.h5").read_bytes())
    result = CliRunner().invoke(app, ["export", str(folder), "--to", "mcap", "--out", str(tmp_path / "bag")])
    assert result.exit_code == 0, result.stderr
    assert not any("image" in topic for topic in messages(tmp_path / "bag"))
