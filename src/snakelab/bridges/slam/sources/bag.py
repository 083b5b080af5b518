"""Bags of ROS (MCAP, db3, the folder of rosbag2) with two image topics, camera_info and an IMU."""

import warnings
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.bridges.ros2.messages.definitions import type_store
from snakelab.bridges.slam.sources.images import image_of
from snakelab.bridges.slam.sources.ros import TransformTree, rectified_camera, stereo_from_infos
from snakelab.errors import RecordingError, SnakelabWarning, nearest
from snakelab.perception.camera_imu.pinhole import StereoModel
from snakelab.perception.camera_imu.sequence import ImuNoise, ImuSamples, StereoFrame
from snakelab.perception.trajectories.trajectory import Trajectory

IMAGES = ("sensor_msgs/msg/Image", "sensor_msgs/msg/CompressedImage")
IMU, TF = "sensor_msgs/msg/Imu", "tf2_msgs/msg/TFMessage"
SIDES = (("left", "right"), ("cam0", "cam1"), ("infra1", "infra2"), ("camera_0", "camera_1"))
PAIR_TOLERANCE = 0.005  # largest difference of the stamps of a pair [s]


class BagSequence:
    """Image pairs, calibration and IMU of a bag.

    The calibration comes from the camera_info topics next to the image topics. Topics whose names contain `image_rect` are
    taken as rectified. The pose of the IMU comes from /tf_static; without it the IMU is left out, with a warning.

    Args:
        path: Folder of the bag, or a file .mcap or .db3.
        left: Topic of the left images; empty to find it by its type and name.
        right: Likewise.
        imu: Topic of the IMU; empty to find it by its type.
        model: Calibration to use instead of camera_info. Its T_body_left must refer to the IMU.

    Attributes:
        model: Calibration.
        imu: Samples, or None.
        imu_noise: Noise densities, the default ones.
        truth: None.

    Raises:
        RecordingError: if the bag cannot be read, or topics are missing.
        MissingExtraError: if rosbags is not installed.
    """

    truth: Trajectory | None = None

    def __init__(
        self, path: str | Path, left: str = "", right: str = "", imu: str = "", model: StereoModel | None = None
    ) -> None:
        self._path = Path(path)
        self.imu_noise = ImuNoise()
        if not self._path.exists():
            raise RecordingError(f"there is no bag {path}")
        with self._opened() as reader:
            self._topics = _image_topics(reader, self._path, left, right)
            imu_topic = _one_topic(reader, IMU, imu, self._path)
            counts = {c.topic: c.msgcount for c in reader.connections}
            self._length = min(counts[topic] for topic in self._topics)
            infos, samples, transforms, imu_frame = self._facts(reader, imu_topic)
        self.imu = samples
        self.model = model if model is not None else self._model(infos, transforms, imu_frame)

    def __len__(self) -> int:
        return self._length

    def frames(self) -> Iterator[StereoFrame]:
        """Yield the image pairs in the order of the messages. A damaged end of the bag ends them with a warning."""
        waiting: dict[str, deque[tuple[float, Any]]] = {topic: deque() for topic in self._topics}
        left, right = self._topics
        with self._opened() as reader:
            messages = reader.messages([c for c in reader.connections if c.topic in waiting])
            while True:
                try:
                    connection, received, content = next(messages)
                    message = reader.deserialize(content, connection.msgtype)
                except StopIteration:
                    return
                except Exception as problem:  # a truncated bag can raise any exception
                    line = f"{self._path} ends early: {_line(problem)}"
                    warnings.warn(line, SnakelabWarning, stacklevel=2)
                    return
                waiting[connection.topic].append((stamp_of(message, received), message))
                pair = matched(waiting[left], waiting[right])
                if pair is not None:
                    yield StereoFrame(pair[0][0], image_of(pair[0][1]), image_of(pair[1][1]))

    def _facts(self, reader: Any, imu_topic: str) -> tuple[dict[str, Any], ImuSamples | None, TransformTree, str]:
        """Read camera_info, the IMU and the fixed transforms."""
        info_topics = {_info_topic(topic): topic for topic in self._topics}
        infos: dict[str, Any] = {}
        tree = TransformTree()
        rows: list[list[float]] = []
        imu_frame = ""
        chosen = [c for c in reader.connections if c.topic in {*info_topics, imu_topic, "/tf_static"}]
        for connection, received, content in reader.messages(chosen) if chosen else ():
            message = reader.deserialize(content, connection.msgtype)
            if connection.topic in info_topics:
                infos.setdefault(info_topics[connection.topic], message)
            elif connection.topic == imu_topic:
                w, a = message.angular_velocity, message.linear_acceleration
                rows.append([stamp_of(message, received), w.x, w.y, w.z, a.x, a.y, a.z])
                imu_frame = message.header.frame_id
            else:
                tree.add(message)
        table = np.array(rows, np.float64).reshape(-1, 7)
        samples = ImuSamples(table[:, 0], table[:, 1:4], table[:, 4:7]) if len(table) else None
        return infos, samples, tree, imu_frame

    def _model(self, infos: dict[str, Any], tree: TransformTree, imu_frame: str) -> StereoModel:
        missing = [topic for topic in self._topics if topic not in infos]
        if missing:
            raise RecordingError(
                f"{self._path} has no camera_info for {', '.join(missing)} (topic {_info_topic(missing[0])}); "
                "give a calibration file with --calibration"
            )
        left, right = (infos[topic] for topic in self._topics)
        if all("image_rect" in topic for topic in self._topics):
            camera, baseline = rectified_camera(left, right)
            model = StereoModel(camera, camera, np.array(np.eye(4) + baseline * np.eye(4, k=3)))
        else:
            model = stereo_from_infos(left, right)
        if self.imu is None:
            return model
        T_imu_left = tree.between(imu_frame, left.header.frame_id)
        if T_imu_left is None:
            warnings.warn(
                f"{self._path} has no transform from {imu_frame!r} to {left.header.frame_id!r} on /tf_static; "
                "the IMU is left out",
                SnakelabWarning,
                stacklevel=3,
            )
            self.imu = None
            return model
        return StereoModel(model.left, model.right, model.T_left_right, T_imu_left)

    @contextmanager
    def _opened(self) -> Iterator[Any]:
        store = type_store("mcap")
        from rosbags.highlevel import AnyReader

        try:
            reader = AnyReader([self._path], default_typestore=store)
            reader.open()
        except Exception as problem:  # damaged files can raise any exception
            raise RecordingError(f"cannot read {self._path} as a bag: {_line(problem)}") from problem
        try:
            yield reader
        except (RecordingError, GeneratorExit):
            raise
        except Exception as problem:
            raise RecordingError(f"cannot read {self._path} as a bag: {_line(problem)}") from problem
        finally:
            reader.close()


def is_bag_path(path: Path) -> bool:
    """Return True for a file .mcap or .db3, and for a folder with one."""
    if path.is_dir():
        return (path / "metadata.yaml").is_file() or any(path.glob("*.mcap")) or any(path.glob("*.db3"))
    return path.suffix.lower() in (".mcap", ".db3", ".bag")


def _image_topics(reader: Any, path: Path, left: str, right: str) -> tuple[str, str]:
    images = [c.topic for c in reader.connections if c.msgtype in IMAGES]
    for topic in (left, right):
        if topic and topic not in images:
            raise RecordingError(f"{path} has no image topic {topic!r}{nearest(topic, images)}")
    if left and right:
        return left, right
    for a, b in SIDES:
        for topic in sorted(images, key=lambda t: ("rect" not in t, len(t))):
            partner = topic.replace(a, b)
            if a in topic and partner in images:
                return topic, partner
    raise RecordingError(
        f"{path} has no two image topics named left and right (image topics: {', '.join(images) or 'none'}); "
        "name them with --left and --right"
    )


def _one_topic(reader: Any, kind: str, wanted: str, path: Path) -> str:
    topics = [c.topic for c in reader.connections if c.msgtype == kind]
    if wanted and wanted not in topics:
        raise RecordingError(f"{path} has no topic {wanted!r}{nearest(wanted, topics)}")
    return wanted or (topics[0] if topics else "")


def _info_topic(topic: str) -> str:
    base = topic.removesuffix("/compressed")
    return base.rsplit("/", 1)[0] + "/camera_info"


def matched(left: deque[tuple[float, Any]], right: deque[tuple[float, Any]]) -> tuple[Any, Any] | None:
    """Remove and return the first pair with equal stamps from the two queues; images that are too old for a pair are removed."""
    while left and right:
        difference = left[0][0] - right[0][0]
        if abs(difference) <= PAIR_TOLERANCE:
            return left.popleft(), right.popleft()
        (right if difference > 0 else left).popleft()
    return None


def stamp_of(message: Any, received: int) -> float:
    """Return the time of a message [s]: its stamp, or when it was received [ns] if that is empty."""
    stamp = message.header.stamp
    time = float(stamp.sec) + 1e-9 * stamp.nanosec
    return time if time > 0.0 else 1e-9 * received


def _line(problem: Exception) -> str:
    return " ".join(str(problem).split())[:120] or type(problem).__name__
