"""Stereo sequences from ROS: bags and live topics, with their calibration, and the opening of any sequence by its path.

In reading order: camera_info and /tf_static as a calibration; the image pairs of a bag; those of live topics; and
`open_sequence`, which chooses the reader by the path.
"""

import threading
import time as clock
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import HardwareError, RecordingError, SnakelabWarning, nearest
from snakelab.geometry.rotations import inverse_of, matrix_of, transforms_of
from snakelab.parameters.arguments import FloatArray
from snakelab.perception.camera_models import (
    Distortion,
    ImuNoise,
    ImuSamples,
    PinholeModel,
    StereoFrame,
    StereoModel,
    StereoSequence,
)
from snakelab.perception.trajectories import Trajectory
from snakelab.plugins.mujoco.cameras.camera_recording import load_sequence
from snakelab.plugins.ros.bag_reading import open_bag
from snakelab.plugins.ros.topics import RosBackend, Topic, decoded
from snakelab.plugins.slam.estimator import StereoInertialSlam
from snakelab.plugins.slam.keyframes import FrameEstimate
from snakelab.plugins.slam.stereo_sequences import EurocSequence, SideBySide, image_of, is_euroc

# ----------------------------------------------------------------------------------------------------------------------
# Calibration of ROS: camera_info as camera models, and transforms of /tf_static
# ----------------------------------------------------------------------------------------------------------------------

DISTORTIONS: dict[str, Distortion] = {
    "plumb_bob": "radial_tangential",
    "rational_polynomial": "radial_tangential",
    "equidistant": "equidistant",
    "fisheye": "equidistant",
    "": "none",
    "none": "none",
}


def pinhole_from_info(info: Any) -> PinholeModel:
    """Return the camera of a camera_info message, with its lens distortion.

    Raises:
        RecordingError: if it is not calibrated, or its distortion model is unknown.
    """
    k = np.asarray(info.k, np.float64)
    if k[0] <= 0.0:
        raise RecordingError("camera_info holds no calibration (k[0] is 0); give a calibration file with --calibration")
    if info.distortion_model not in DISTORTIONS:
        raise RecordingError(
            f"distortion model {info.distortion_model!r} is not supported; supported: {', '.join(filter(None, DISTORTIONS))}"
        )
    kind = DISTORTIONS[info.distortion_model]
    values = tuple(float(x) for x in info.d)
    if not any(values):
        kind, values = "none", ()
    return PinholeModel(int(info.width), int(info.height), k[0], k[4], k[2], k[5], kind, values)


def rectified_camera(left: Any, right: Any) -> tuple[PinholeModel, float]:
    """Return the common camera of rectified images and the baseline [m], from the projection matrices."""
    p, q = np.asarray(left.p, np.float64), np.asarray(right.p, np.float64)
    if p[0] <= 0.0 or q[3] >= 0.0:
        raise RecordingError(
            f"camera_info of the right camera contains no baseline: p[3] = {q[3]:g}; it is -fx times the baseline"
        )
    return PinholeModel(int(left.width), int(left.height), p[0], p[5], p[2], p[6]), float(-q[3] / q[0])


def stereo_from_infos(left: Any, right: Any) -> StereoModel:
    """Return the calibration of a pair of unrectified images from two camera_info messages.

    The rotations of both cameras to the rectified axes (r) and the projection matrix of the right one (p) give the relative pose.
    """
    _, baseline = rectified_camera(left, right)
    R_left, R_right = (np.asarray(info.r, np.float64).reshape(3, 3) for info in (left, right))
    T = transforms_of(R_left.T @ R_right, R_left.T @ np.array([baseline, 0.0, 0.0]))
    return StereoModel(pinhole_from_info(left), pinhole_from_info(right), T)


class TransformTree:
    """Fixed transforms between frames, by their names."""

    def __init__(self) -> None:
        self._parents: dict[str, tuple[str, FloatArray]] = {}

    def add(self, message: Any) -> None:
        """Add the transforms of a message tf2_msgs/TFMessage."""
        for one in message.transforms:
            q, p = one.transform.rotation, one.transform.translation
            R = matrix_of(np.array([[q.w, q.x, q.y, q.z]]))[0]
            self._parents[one.child_frame_id] = (one.header.frame_id, transforms_of(R, np.array([p.x, p.y, p.z])))

    def between(self, first: str, second: str) -> FloatArray | None:
        """Return the pose of the second frame in the axes of the first, or None if they are not connected."""
        if first == second:
            return np.eye(4)
        up, down = self._to_root(first), self._to_root(second)
        common = next((name for name in up if name in down), None)
        return None if common is None else inverse_of(up[common]) @ down[common]

    def _to_root(self, name: str) -> dict[str, FloatArray]:
        """Return the poses of a frame in the axes of itself and of all frames above it."""
        T, transforms = np.eye(4), {name: np.eye(4)}
        while name in self._parents and len(transforms) < 1000:
            name, step = self._parents[name]
            T = step @ T
            transforms[name] = T
        return transforms


# ----------------------------------------------------------------------------------------------------------------------
# Bags of ROS (MCAP, db3, the folder of rosbag2) with two image topics, camera_info and an IMU
# ----------------------------------------------------------------------------------------------------------------------

IMAGE_TYPES = ("sensor_msgs/msg/Image", "sensor_msgs/msg/CompressedImage")
IMU_TYPE, TF = "sensor_msgs/msg/Imu", "tf2_msgs/msg/TFMessage"
SIDES = (("left", "right"), ("cam0", "cam1"), ("infra1", "infra2"), ("camera_0", "camera_1"))


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
        with open_bag(self._path) as reader:
            self._topics = _image_topics(reader, self._path, left, right)
            imu_topic = _one_topic(reader, IMU_TYPE, imu, self._path)
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
        with open_bag(self._path) as reader:
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


def is_bag_path(path: Path) -> bool:
    """Return True for a file .mcap or .db3, and for a folder with one."""
    if path.is_dir():
        return (path / "metadata.yaml").is_file() or any(path.glob("*.mcap")) or any(path.glob("*.db3"))
    return path.suffix.lower() in (".mcap", ".db3", ".bag")


def _image_topics(reader: Any, path: Path, left: str, right: str) -> tuple[str, str]:
    images = [c.topic for c in reader.connections if c.msgtype in IMAGE_TYPES]
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
        if abs(difference) <= 0.005:  # between the stamps of a pair [s]
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


# ----------------------------------------------------------------------------------------------------------------------
# Live image pairs and IMU samples from topics of ROS 2
# ----------------------------------------------------------------------------------------------------------------------

IMAGE, COMPRESSED, IMU = "sensor_msgs/msg/Image", "sensor_msgs/msg/CompressedImage", "sensor_msgs/msg/Imu"


class RosStereo:
    """Subscription to two image topics and an IMU. Of a camera that is faster than the estimator the latest pairs are used.

    Args:
        backend: Node in the ROS graph, see `snakelab.plugins.ros.node.make_backend`.
        left: Topic of the left images.
        right: Topic of the right images.
        imu: Topic of the IMU; empty without one.
        compressed: The topics carry CompressedImage instead of Image.

    Attributes:
        dropped: Number of images that were not used.
    """

    def __init__(self, backend: RosBackend, left: str, right: str, imu: str = "", compressed: bool = False) -> None:
        self.dropped = 0
        self._imu_topic = imu
        self._event = threading.Condition()
        self._left: deque[tuple[float, Any]] = deque()
        self._right: deque[tuple[float, Any]] = deque()
        self._imu: list[list[float]] = []
        kind = COMPRESSED if compressed else IMAGE
        for name, queue in ((left, self._left), (right, self._right)):
            backend.subscribe(Topic(name, kind, reliable=False, depth=5), self._images(kind, queue))
        if imu:
            backend.subscribe(Topic(imu, IMU, reliable=False, depth=200), self._sample)

    def follow(
        self, slam: StereoInertialSlam, handle: Callable[[FrameEstimate], None] | None = None, timeout: float = 2.0
    ) -> int:
        """Pass pairs and samples to an estimator until no pair has arrived for a while, and return the number of pairs.

        Args:
            slam: The estimator.
            handle: Called with each estimate.
            timeout: Longest time without a pair [s].

        Raises:
            HardwareError: if no pair arrived.
        """
        count = 0
        while (pair := self._next(timeout)) is not None:
            (time, left), (_, right) = pair
            self._wait_for_imu(time)
            slam.add_imu(self._samples())
            estimate = slam.add_frame(StereoFrame(time, image_of(left), image_of(right)))
            count += 1
            if handle is not None:
                handle(estimate)
        if not count:
            raise HardwareError(
                f"no image pair arrived within {timeout:g} s; check the names of the topics and the domain"
            )
        return count

    def _images(self, kind: str, queue: deque[tuple[float, Any]]) -> Callable[[bytes], None]:
        def take(content: bytes) -> None:
            message = decoded(content, kind)
            with self._event:
                queue.append((stamp_of(message, clock.time_ns()), message))
                while len(queue) > 5:
                    queue.popleft()
                    self.dropped += 1
                self._event.notify_all()

        return take

    def _sample(self, content: bytes) -> None:
        message = decoded(content, IMU)
        w, a = message.angular_velocity, message.linear_acceleration
        with self._event:
            self._imu.append([stamp_of(message, clock.time_ns()), w.x, w.y, w.z, a.x, a.y, a.z])
            self._event.notify_all()

    def _next(self, timeout: float) -> tuple[Any, Any] | None:
        end = clock.monotonic() + timeout
        with self._event:
            while (pair := matched(self._left, self._right)) is None:
                rest = end - clock.monotonic()
                if rest <= 0.0:
                    return None
                self._event.wait(rest)
            return pair

    def _wait_for_imu(self, time: float) -> None:
        end = clock.monotonic() + 0.1  # an image waits for the IMU samples up to it [s]
        with self._event:
            while self._imu_topic and not (self._imu and self._imu[-1][0] >= time) and clock.monotonic() < end:
                self._event.wait(end - clock.monotonic())

    def _samples(self) -> ImuSamples:
        with self._event:
            table, self._imu = np.array(self._imu, np.float64).reshape(-1, 7), []
        return ImuSamples(table[:, 0], table[:, 1:4], table[:, 4:7])


# ----------------------------------------------------------------------------------------------------------------------
# Opening of a sequence by its path, independent of the format
# ----------------------------------------------------------------------------------------------------------------------

VIDEOS = (".avi", ".mp4", ".mkv", ".mov")
IMAGE_FILE = "images.h5"


def open_sequence(
    path: str | Path, left: str = "", right: str = "", imu: str = "", camera: str = "", model: StereoModel | None = None
) -> StereoSequence:
    """Return the image pairs of a run with rendered cameras, an EuRoC folder, a bag, or a video with both images side by side.

    Args:
        path: Folder or file.
        left: Topic of the left images in a bag; empty to find it.
        right: Likewise.
        imu: Topic of the IMU in a bag; empty to find it.
        camera: Stereo camera of a run; empty for the first.
        model: Calibration; needed for a video.

    Raises:
        RecordingError: if the path contains none of these, or is damaged.
    """
    place = Path(path)
    if not place.exists():
        raise RecordingError(f"there is no file or folder {path}")
    if place.suffix == ".h5" or (place / IMAGE_FILE).is_file():
        return load_sequence(place, camera)
    if place.is_dir() and is_euroc(place):
        return EurocSequence(place)
    if is_bag_path(place):
        return BagSequence(place, left, right, imu, model)
    if place.suffix.lower() in VIDEOS:
        if model is None:
            raise RecordingError(
                f"the video {path} needs the calibration of its cameras; give a file with --calibration"
            )
        return SideBySide(place, model)
    raise RecordingError(
        f"{path} contains no image pairs; supported are a run with images.h5, a folder with mav0, a bag (.mcap, .db3) "
        "and a video"
    )
