"""Bags: recordings and live runs as MCAP files in the layout of rosbag2.

In reading order: the images of a run as messages; `save_bag` for a recording, and `log_live` for a simulation that
is written while it runs; and the model of a recorded run.
"""

import io
import shutil
import threading
import time as clock
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import RecordingError, SnakelabError
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.model import Model, build_model
from snakelab.plugins.ros.message_encoders import Level, Publications, publications
from snakelab.plugins.ros.ros_frames import ImageMessages, Stamped, Stream, camera_info, streams
from snakelab.plugins.ros.topics import DIAGNOSTICS, Topic, nanoseconds_of, template, type_store
from snakelab.results.recorded_images import CameraImages, ImageFile
from snakelab.results.recording import Recording
from snakelab.robots.cameras import AnyCamera
from snakelab.sim.live_run import Record, Subscription
from snakelab.sim.simulation import Simulation

# ----------------------------------------------------------------------------------------------------------------------
# Images of a run in its bag: compressed grey and RGB images, depths as they are, and camera_info
# ----------------------------------------------------------------------------------------------------------------------

COMPRESSED = "sensor_msgs/msg/CompressedImage"
FORMATS = {2: "mono8; png compressed mono8", 3: "rgb8; png compressed rgb8"}
# Message: topic, time stamp [s], CDR bytes.
Message = tuple[Topic, float, bytes]


def image_messages(images: ImageFile, start: float = 0.0) -> Iterator[Message]:
    """Yield the messages of all cameras in a file.

    Args:
        images: Images of the run.
        start: Time stamp at t = 0 [s].

    Raises:
        RecordingError: if a camera is described wrongly, or an image is damaged.
    """
    for taken in images.cameras.values():
        for stream in streams(_camera(images, taken)):
            topic, info = image_topic(stream), camera_info(stream)
            encode = (
                ImageMessages(stream.frame).message if topic is stream.image else CompressedImages(stream.frame).message
            )
            for time, image in zip((taken.time + start).tolist(), taken.images(stream.name), strict=True):
                yield stream.info, time, info.message(time)
                yield topic, time, encode(time, image)


def _camera(images: ImageFile, taken: CameraImages) -> AnyCamera:
    from snakelab.plugins.mujoco.cameras.camera_motion import mounted_camera

    try:
        return mounted_camera(taken.facts).camera
    except Exception as problem:  # a damaged description can raise any exception
        raise RecordingError(f"{images.path} is damaged: camera {taken.name!r}: {problem}") from problem


def image_topic(stream: Stream) -> Topic:
    """Return the topic of a stream in a bag: compressed, except for depths."""
    if stream.name == "depth":
        return stream.image
    return Topic(f"{stream.image.name}/compressed", COMPRESSED, reliable=False, depth=1)


class CompressedImages:
    """Images of one frame as messages of CompressedImage with PNG, which is lossless.

    Args:
        frame: Frame of the optical axes.
    """

    def __init__(self, frame: str) -> None:
        self._forms = {
            axes: Stamped(template(COMPRESSED, {"header": {"frame_id": frame}, "format": text}))
            for axes, text in FORMATS.items()
        }

    def message(self, time: float, image: np.ndarray) -> bytes:
        """Return the message of an image: uint8 of shape (height, width) or (height, width, 3)."""
        return self._forms[image.ndim].message(time, png(image))


def png(image: np.ndarray) -> bytes:
    """Return an image as the bytes of a PNG file."""
    from PIL import Image

    out = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(image)).save(out, "PNG", compress_level=1)
    return out.getvalue()


# ----------------------------------------------------------------------------------------------------------------------
# Bags of recordings and of live runs
# ----------------------------------------------------------------------------------------------------------------------

# Keys of a scenario that describe the robot in its world.
NEEDED = ("name", "robot", "world", "duration")
SCENARIO = Topic("/snakelab/scenario", "std_msgs/msg/String", latched=True, depth=1)


@dataclass(frozen=True)
class Bag:
    """Bag that was written.

    Attributes:
        path: Folder of the bag.
        counts: Number of messages of each topic.
        left_out: Topics without data in the recording, each with the reason, and free bodies of the world.
    """

    path: Path
    counts: dict[str, int]
    left_out: tuple[str, ...]


def save_bag(
    recording: Recording,
    path: str | Path,
    model: Model | None = None,
    start: float = 0.0,
    images: ImageFile | None = None,
) -> Bag:
    """Write a recording as a bag: a folder with one MCAP file and its `metadata.yaml`.

    Args:
        recording: The recording.
        path: Folder of the bag, which must not exist.
        model: Model of the run; None builds it from the recorded scenario.
        start: Time of the bag at t = 0, as seconds since 1970 for the clock of a computer [s].
        images: Images of the robot's cameras in this run; None for a bag without images.

    Raises:
        RecordingError: if the recording is empty, or the folder exists or cannot be written.
        MissingExtraError: if rosbags is not installed.
    """
    type_store("mcap")
    data = recording.dataset
    times = np.asarray(data["time"].values, dtype=np.float64) + start
    if not len(times):
        raise RecordingError("the recording has no records; there is nothing to write")
    model = model_of(recording) if model is None else model
    series = {str(name): data[name].values for name in data.data_vars if data[name].dims[:1] == ("time",)}
    made = publications(
        model,
        series,
        coordinates=_labels(recording, "coordinate"),
        links=_labels(recording, "link"),
        mass=float(data.attrs.get("mass", 1.0)),
    )
    with BagWriter(Path(path), made, scenario=str(data.attrs.get("scenario", "{}"))) as writer:
        writer.write(series, times)
        for topic, time, content in () if images is None else image_messages(images, start):
            writer.append(topic, time, content)
        error = recording.status.is_error
        for time in (times[0], times[-1]):
            writer.diagnose(time, Level.ERROR if error else Level.OK, str(recording.status), _facts(recording))
    return Bag(Path(path), writer.counts, made.left_out)


class BagWriter:
    """Bag to which records are appended. Use it as a context manager, or call `close`.

    Until it is closed, it is a folder whose name ends in `.part`. About twice per second its messages are written to the
    file, so that a process that is killed loses less than one second.

    Args:
        path: Folder of the bag, which must not exist.
        made: Publications of the robot.
        scenario: Scenario of the run as JSON.
        interval: Wall time after which messages are written to the file [s].
        instead: What to type if the folder exists.
    """

    def __init__(
        self,
        path: Path,
        made: Publications,
        scenario: str = "{}",
        interval: float = 0.5,
        instead: str = "give another folder with --out, or replace it with --force",
    ) -> None:
        from rosbags.rosbag2 import StoragePlugin, Writer

        if path.exists() or path.is_symlink():
            raise RecordingError(f"{path} exists already; {instead}")
        self.path, self.made, self._interval = path, made, interval
        self._part = path.with_name(f"{path.name}.part")
        if self._part.exists() or self._part.is_symlink():
            raise RecordingError(
                f"{self._part} is a log that was not ended, or is being written; read it, rename it, or give another folder"
            )
        self._due = clock.monotonic() + interval
        self._writer = Writer(self._part, version=9, storage_plugin=StoragePlugin.MCAP)
        try:
            self._writer.open()
        except OSError as problem:
            raise RecordingError(
                f"cannot write {path}: {problem.strerror or problem}; give another folder"
            ) from problem
        self.counts: dict[str, int] = {}
        self._connections = {topic: self._connection(topic) for topic in (*made.topics, DIAGNOSTICS, SCENARIO)}
        self._latched = {**made.latched, SCENARIO: template(SCENARIO.kind, {"data": scenario}).content}
        self._next = dict.fromkeys(made.moving, -np.inf)
        self._lock = threading.Lock()
        self._closed = False

    def write(self, series: dict[str, FloatArray], times: FloatArray) -> None:
        """Append records.

        Args:
            series: Recorded variables by name, each with a leading axis of n.
            times: Time stamps, shape (n,), [s].
        """
        messages: list[tuple[int, Topic, bytes]] = []
        for topic, content in self._latched.items():
            messages.append((int(nanoseconds_of(times[:1])[0]), topic, content))
        self._latched = {}
        for topic, encoder in self.made.moving.items():
            chosen = self._chosen(topic, times)
            part = {name: values[chosen] for name, values in series.items()} if len(chosen) < len(times) else series
            if len(chosen):
                stamps = nanoseconds_of(times[chosen]).tolist()
                messages += zip(stamps, [topic] * len(stamps), encoder.encode(part, times[chosen]), strict=True)
        messages.sort(key=lambda message: message[0])
        with self._lock:
            for stamp, topic, content in messages if not self._closed else ():
                self._add(topic, stamp, content)
            self._flush_due()

    def append(self, topic: Topic, time: float, content: bytes) -> None:
        """Append one message, of any topic.

        Args:
            topic: The topic.
            time: Time stamp [s].
            content: CDR bytes.
        """
        with self._lock:
            if topic not in self._connections:
                self._connections[topic] = self._connection(topic)
            self._add(topic, int(nanoseconds_of(np.array([time]))[0]), content)
            self._flush_due()

    def diagnose(self, time: float, level: int, message: str, values: dict[str, str]) -> None:
        """Append a message of /diagnostics."""
        self.append(DIAGNOSTICS, time, diagnostics(time, level, message, values))

    def close(self) -> None:
        """End the bag. A second call has no effect.

        Raises:
            RecordingError: if it cannot be written; what was written so far stays in the folder that ends in `.part`.
        """
        with self._lock:
            if self._closed:
                return
            self._closed = True
            try:
                self._writer.close()
                _in_place(self._part, self.path)
            except OSError as problem:
                raise RecordingError(
                    f"cannot end the log {self.path}: {problem.strerror or problem}; {self._part} has what was written"
                ) from problem

    def __enter__(self) -> "BagWriter":
        return self

    def __exit__(self, kind: Any, problem: Any, trace: Any) -> None:
        if kind is None:
            self.close()
            return
        self._closed = True
        shutil.rmtree(self._part, ignore_errors=True)

    def _add(self, topic: Topic, stamp: int, content: bytes) -> None:
        self._writer.write(self._connections[topic], stamp, content)
        self.counts[topic.name] = self.counts.get(topic.name, 0) + 1

    def _flush_due(self) -> None:
        """End the present chunk of the file, and pass it to the operating system, if the last one is old enough."""
        storage: Any = self._writer.storage
        if self._closed or clock.monotonic() < self._due or not storage.chunk.msgs:
            return
        storage.close_chunk()
        storage.bio.flush()
        self._due = clock.monotonic() + self._interval

    def _connection(self, topic: Topic) -> Any:
        return self._writer.add_connection(
            topic.name, topic.kind, typestore=type_store(), offered_qos_profiles=[_quality(topic)]
        )

    def _chosen(self, topic: Topic, times: FloatArray) -> np.ndarray:
        """Return the indices of the records that a topic of limited rate gets."""
        if not topic.rate:
            return np.arange(len(times))
        chosen, due = [], self._next[topic]
        for i, time in enumerate(times.tolist()):
            if time >= due - 1e-9:
                chosen.append(i)
                due = time + 1.0 / topic.rate
        self._next[topic] = due
        return np.array(chosen, np.int64)


@dataclass
class LiveLog:
    """Log of a simulation that is written while it runs. Use it as a context manager, or call `close`.

    Attributes:
        writer: The bag.
        subscription: Subscription to the records; `dropped` is the number of records dropped because writing was too slow.
    """

    writer: BagWriter
    subscription: Subscription

    def close(self) -> None:
        """Write the queue, and end the bag. A second call has no effect.

        Raises:
            RecordingError: if the bag could not be written.
        """
        self.subscription.close()
        self.subscription.join()
        self.writer.close()
        if self.subscription.error is not None:
            problem = self.subscription.error
            raise RecordingError(f"the log {self.writer.path} ends early: {problem}") from problem

    def __enter__(self) -> "LiveLog":
        return self

    def __exit__(self, kind: Any, problem: Any, trace: Any) -> None:
        self.close()


def log_live(simulation: Simulation, path: str | Path, size: int = 10_000) -> LiveLog:
    """Write the records of a simulation to a bag while it runs.

    Args:
        simulation: The simulation; its loop never waits for the file.
        path: Folder of the bag, which must not exist.
        size: Number of records in the queue [-].

    Raises:
        RecordingError: if the folder exists or cannot be written.
        MissingExtraError: if rosbags is not installed.
    """
    type_store("mcap")
    names = simulation.recorded
    made, instead = publications(simulation.model, names), "give another folder with --log"
    writer = BagWriter(Path(path), made, simulation.scenario_json, instead=instead)

    def append(record: Record) -> None:
        writer.write({name: record[name][None] for name in names}, np.array([record.time]))

    return LiveLog(writer, simulation.subscribe(append, size=size))


def diagnostics(
    time: float, level: int, message: str, values: dict[str, str], further: Sequence[dict[str, Any]] = ()
) -> bytes:
    """Return a message of /diagnostics with the status of the run, and further ones.

    Args:
        time: Time [s].
        level: 0 for OK, 1 for a warning, 2 for an error.
        message: One line.
        values: Further values as text.
        further: Further statuses as plain data, such as those of servos.
    """
    nanoseconds = int(nanoseconds_of(np.array([time]))[0])
    stamp = {"sec": nanoseconds // 10**9, "nanosec": nanoseconds % 10**9}
    pairs = [{"key": key, "value": value} for key, value in values.items()]
    status = {"level": level, "name": "snakelab", "message": message, "hardware_id": "", "values": pairs}
    return template(DIAGNOSTICS.kind, {"header": {"stamp": stamp}, "status": [status, *further]}).content


def is_bag(path: Path) -> bool:
    """Return True for a folder that contains only a bag."""
    names = {file.name for file in path.iterdir()} if path.is_dir() and not path.is_symlink() else set()
    return "metadata.yaml" in names and all(name == "metadata.yaml" or name.endswith(".mcap") for name in names)


def _facts(recording: Recording) -> dict[str, str]:
    attrs = recording.dataset.attrs
    names = ("robot", "real_time_factor", "late_periods", "longest_delay", "unconverged_steps", "seed")
    return {
        name: f"{attrs[name]:.6g}" if isinstance(attrs[name], float) else str(attrs[name])
        for name in names
        if name in attrs
    }


def _labels(recording: Recording, dimension: str) -> Sequence[str]:
    return [str(name) for name in recording[dimension].values] if dimension in recording else []


def _quality(topic: Topic) -> Any:
    from rosbags.interfaces import Qos, QosDurability, QosHistory, QosLiveliness, QosReliability, QosTime

    never = QosTime(sec=9223372036, nsec=854775807)
    return Qos(
        QosHistory.KEEP_LAST,
        topic.depth,
        QosReliability.RELIABLE if topic.reliable else QosReliability.BEST_EFFORT,
        QosDurability.TRANSIENT_LOCAL if topic.latched else QosDurability.VOLATILE,
        never,
        never,
        QosLiveliness.AUTOMATIC,
        never,
        avoid_ros_namespace_conventions=False,
    )


def _in_place(part: Path, path: Path) -> None:
    for file in part.iterdir():
        if file.suffix == ".mcap":
            file.rename(part / f"{path.name}.mcap")
    metadata = part / "metadata.yaml"
    text = metadata.read_text(encoding="utf-8")
    metadata.write_text(text.replace(f"{part.name}.mcap", f"{path.name}.mcap"), encoding="utf-8")
    part.rename(path)


def model_of(recording: Recording) -> Model | None:
    """Return the model of a recorded run; None if its scenario is not recorded, or describes another robot."""
    from snakelab.scenarios.scenario import scenario_of
    from snakelab.scenarios.yaml_document import Document

    try:
        data = {key: value for key, value in recording.scenario.items() if key in NEEDED}
        if "robot" not in data:
            return None
        scenario = scenario_of(Document("the recorded scenario", data, {}))
        model = build_model(scenario.robot, scenario.world)
    except SnakelabError:
        return None
    names = tuple(str(name) for name in recording["coordinate"].values) if "coordinate" in recording else ()
    return model if model.coordinate_names == names else None
