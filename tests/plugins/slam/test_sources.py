"""Sources of image pairs: EuRoC's layout, bags, videos, and damaged files."""

import struct
import threading
import time
import warnings
import zlib
from types import SimpleNamespace

import numpy as np
import pytest

from box_room_frames import drawn, room
from optional_packages import cv2
from sequence_files import write_bag, write_euroc, write_video
from snakelab.errors import HardwareError, RecordingError, SnakelabWarning
from snakelab.perception.camera_models import StereoSequence
from snakelab.plugins.slam.estimator import StereoInertialSlam
from snakelab.plugins.slam.ros_sequences import RosStereo, open_sequence, stereo_from_infos
from snakelab.plugins.slam.stereo_sequences import SideBySide, image_of, read_image

assert cv2
N = 6


@pytest.fixture(scope="module")
def small():
    return room(n=80), drawn(80)[:N]


def test_a_folder_in_the_layout_of_euroc_gives_the_same_sequence(small, tmp_path):
    made, frames = small
    sequence = open_sequence(write_euroc(made, frames, tmp_path))
    assert isinstance(sequence, StereoSequence) and len(sequence) == N
    for a, b in zip(sequence.frames(), frames, strict=True):
        assert np.array_equal(a.left, b.left) and np.array_equal(a.right, b.right)
        assert a.time == pytest.approx(b.time + 1.0, abs=1e-9)
    assert np.allclose(sequence.imu.angular_rate, made.imu.angular_rate)
    assert np.allclose(sequence.truth.position, made.truth.position)
    assert sequence.model.baseline == pytest.approx(0.12) and sequence.imu_noise.gyroscope == 2e-4


@pytest.mark.parametrize("storage", ["mcap", "sqlite3"])
@pytest.mark.parametrize("encoding", ["mono8", "rgb8", "png"])
def test_bags_give_the_same_images_whatever_their_encoding(small, tmp_path, storage, encoding):
    pytest.importorskip("rosbags", reason="rosbags is not installed")
    made, frames = small
    sequence = open_sequence(write_bag(made, frames, tmp_path / "bag", storage, encoding))
    assert isinstance(sequence, StereoSequence) and len(sequence) == N
    for a, b in zip(sequence.frames(), frames, strict=True):
        left = a.left if a.left.ndim == 2 else a.left[..., 0]
        assert np.array_equal(left, b.left)
        assert a.time == pytest.approx(b.time + 1.0, abs=1e-6)
    assert np.allclose(sequence.imu.specific_force, made.imu.specific_force)
    assert sequence.model.left.fx == made.model.left.fx and sequence.model.baseline == pytest.approx(0.12)


def test_an_imu_of_unknown_place_is_left_out_with_a_warning(small, tmp_path):
    pytest.importorskip("rosbags", reason="rosbags is not installed")
    made, frames = small
    with pytest.warns(SnakelabWarning, match="the IMU is left out"):
        sequence = open_sequence(write_bag(made, frames, tmp_path / "bag", transforms=False))
    assert sequence.imu is None


def test_a_truncated_bag_is_read_up_to_its_end_or_is_one_line(small, tmp_path):
    pytest.importorskip("rosbags", reason="rosbags is not installed")
    made, frames = small
    bag = write_bag(made, frames, tmp_path / "bag")
    file = next(bag.glob("*.mcap"))
    content = file.read_bytes()
    for part in (0, 100):
        file.write_bytes(content[:part])
        with pytest.raises(RecordingError) as problem, warnings.catch_warnings(action="ignore"):
            list(open_sequence(bag).frames())
        assert "\n" not in str(problem.value)
    lengths = []
    for part in (0.75, 0.9, 0.999):
        file.write_bytes(content[: int(part * len(content))])
        with pytest.warns(SnakelabWarning, match="was not ended: .* messages were read, and .* are lost"):
            read = list(open_sequence(bag).frames())
        assert all(np.array_equal(a.left, b.left) for a, b in zip(read, frames, strict=False))
        lengths.append(len(read))
    assert 0 < lengths[0] <= lengths[1] <= lengths[2] == N


def test_a_topic_that_is_not_there_is_refused_with_the_nearest(small, tmp_path):
    pytest.importorskip("rosbags", reason="rosbags is not installed")
    made, frames = small
    bag = write_bag(made, frames, tmp_path / "bag")
    with pytest.raises(RecordingError, match="did you mean '/stereo/left/image_rect'"):
        open_sequence(bag, left="/stereo/left/image")


def test_a_video_with_both_images_side_by_side_gives_pairs(small, tmp_path):
    made, frames = small
    video = write_video(frames, tmp_path / "a.avi", 20.0)
    sequence = open_sequence(video, model=made.model)
    pairs = list(sequence.frames())
    assert len(pairs) == len(sequence) == N and pairs[3].time == pytest.approx(0.15)
    assert np.abs(pairs[3].right.astype(float) - frames[3].right).mean() < 6.0  # JPEG
    with pytest.raises(RecordingError, match="needs the calibration"):
        open_sequence(video)


def test_a_video_of_another_size_and_a_missing_camera_are_refused(small, tmp_path):
    made, frames = small
    halves = [type(f)(f.time, f.left[:100, :160].copy(), f.right[:100, :160].copy()) for f in frames]
    with pytest.raises(RecordingError, match="320 x 100"):
        SideBySide(write_video(halves, tmp_path / "a.avi", 20.0), made.model)
    with pytest.raises(HardwareError, match="camera 97 cannot be opened"):
        SideBySide(97, made.model)


def test_damaged_folders_of_euroc_are_refused(small, tmp_path):
    made, frames = small
    folder = write_euroc(made, frames, tmp_path)
    for name, content in (
        ("cam0/sensor.yaml", "T_BS: {data: [1, 2]}\n"),
        ("cam0/sensor.yaml", ": : :"),
        ("imu0/data.csv", "1,2\n"),
        ("imu0/data.csv", "1,2,3,x,5,6,7\n"),
        ("cam1/data.csv", "a,b\n"),
        ("cam1/data.csv", ""),
    ):
        file = folder / "mav0" / name
        before = file.read_text()
        file.write_text(content)
        with pytest.raises(RecordingError):
            open_sequence(folder)
        file.write_text(before)
    next((folder / "mav0/cam0/data").iterdir()).write_bytes(b"")
    with pytest.raises(RecordingError, match="cannot read the image"):
        list(open_sequence(folder).frames())


def png_of_zeros(width, height):
    """A small PNG file that declares a large image, with its data."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packed = zlib.compress(bytes((1 + width) * 300))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(20_000, 20_000), (200_000, 10_000)])
def test_a_small_file_of_a_huge_image_is_refused_before_it_is_decoded(tmp_path, size, monkeypatch):
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("decoded"))
    (tmp_path / "0.png").write_bytes(png_of_zeros(*size))
    with pytest.raises(RecordingError, match=r"0.png has more than 67108864 pixels"):
        read_image(tmp_path / "0.png")
    with pytest.raises(RecordingError, match="a compressed image has more than 67108864 pixels"):
        image_of(SimpleNamespace(format="png", data=png_of_zeros(*size)))


def test_aliases_that_make_a_great_many_values_are_refused(small, tmp_path):
    made, frames = small
    file = write_euroc(made, frames, tmp_path) / "mav0/cam0/sensor.yaml"
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 9)]
    file.write_text("\n".join([*lines, "T_BS: {data: *a8}", "resolution: *a8", "intrinsics: *a8"]))
    with pytest.raises(RecordingError, match="more than 100000 values; a few aliases of aliases"):
        open_sequence(file.parents[2])
    file.write_text("T_BS: &a {data: *a}\n")  # a value that contains itself
    with pytest.raises(RecordingError, match="more than 100000 values"):
        open_sequence(file.parents[2])


def test_a_path_without_images_is_refused(tmp_path):
    with pytest.raises(RecordingError, match="no image pairs"):
        open_sequence(tmp_path)
    with pytest.raises(RecordingError, match="there is no file"):
        open_sequence(tmp_path / "nothing")


def test_the_pose_of_unrectified_cameras_follows_from_camera_info():
    class Info:
        width, height, distortion_model = 320, 200, "plumb_bob"

        def __init__(self, r, shift):
            self.d, self.k = [-0.1, 0.0, 0.0, 0.0, 0.0], [200.0, 0, 160, 0, 200.0, 100, 0, 0, 1]
            self.r, self.p = r.ravel(), [210.0, 0, 160, shift, 0, 210.0, 100, 0, 0, 0, 1, 0]

    angle = 0.02
    R = np.array([[np.cos(angle), 0, np.sin(angle)], [0, 1, 0], [-np.sin(angle), 0, np.cos(angle)]])
    model = stereo_from_infos(Info(np.eye(3), 0.0), Info(R, -21.0))
    assert model.baseline == pytest.approx(0.1) and model.left.coefficients[0] == -0.1
    assert np.allclose(model.T_left_right[:3, :3], R)


class Replay:
    """Back end that replays the messages of a bag to subscribers."""

    def __init__(self, bag):
        self.bag, self.handlers = bag, {}

    def subscribe(self, topic, handler):
        self.handlers[topic.name] = handler
        return True

    def play(self, pause=0.0):
        from rosbags.highlevel import AnyReader
        from rosbags.typesys import Stores, get_typestore

        with AnyReader([self.bag], default_typestore=get_typestore(Stores.ROS2_JAZZY)) as reader:
            for connection, _, content in reader.messages():
                if connection.topic in self.handlers:
                    self.handlers[connection.topic](bytes(content))
                    time.sleep(pause if "image" in connection.topic else 0.0)


def test_live_topics_of_ros_reach_the_estimator(small, tmp_path):
    pytest.importorskip("rosbags", reason="rosbags is not installed")
    pytest.importorskip("gtsam", reason="gtsam is not installed")
    made, frames = small
    backend = Replay(write_bag(made, frames, tmp_path / "bag"))
    live = RosStereo(backend, "/stereo/left/image_rect", "/stereo/right/image_rect", "/imu")
    slam = StereoInertialSlam(made.model, made.imu_noise)
    sender = threading.Thread(target=backend.play, args=(0.02,), daemon=True)
    sender.start()
    estimates = []
    count = live.follow(slam, estimates.append, timeout=2.0)
    sender.join(60.0)
    assert not sender.is_alive(), "the bag is not played to its end"
    assert count == len(estimates) and count + live.dropped // 2 >= N - 1
    assert {estimate.status for estimate in estimates} == {"tracking"}


def test_topics_without_images_are_reported():
    pytest.importorskip("gtsam", reason="gtsam is not installed")
    live = RosStereo(Replay(None), "/a", "/b")
    with pytest.raises(HardwareError, match="no image pair arrived"):
        live.follow(StereoInertialSlam(room().model), timeout=0.05)
