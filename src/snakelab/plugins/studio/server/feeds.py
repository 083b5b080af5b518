"""Feeds of the page that are computed beside the run: camera images, the map, metrics and predicted futures.

In reading order: the thread for slow work; images and the thread that renders them; the map of a stereo camera; and
the optional content, computed only while a viewer watches it.
"""

import base64
import contextlib
import copy
import json
import threading
import time as clock
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from snakelab.errors import RecordingError, SnakelabError, SnakelabWarning
from snakelab.geometry.rotations import inverse_of, matrix_of, moved_covariance, transforms_of
from snakelab.parameters.arguments import FloatArray
from snakelab.perception.body_kinematics import BASE, HEAD, BodyKinematics
from snakelab.physics.model import Model
from snakelab.plugins.studio.live.replay import Replay
from snakelab.plugins.studio.live.session import Session
from snakelab.plugins.studio.page.report_page import jpeg, metrics_table
from snakelab.plugins.studio.page.scene_data import (
    KEYFRAME_HEIGHT,
    MAX_KEYFRAMES,
    MAX_POINTS,
    POSITION_TOLERANCE,
    Packer,
    half_axes,
    pyramids,
)
from snakelab.results.recorded_images import NAME, STREAMS, ImageFile, motion_digest
from snakelab.results.run_status import RunStatus
from snakelab.results.step_accuracy import imbalance
from snakelab.robots.cameras import StereoCamera
from snakelab.robots.sensors import Encoders
from snakelab.sim.control_loop import ClosedLoop, Predicts
from snakelab.sim.live_run import Record
from snakelab.sim.recording_assembly import recording_of
from snakelab.sim.run_integration import Layout
from snakelab.sim.simulation import Simulation

# ----------------------------------------------------------------------------------------------------------------------
# Thread for slow work that is not urgent, such as images: the run does not wait for it
# ----------------------------------------------------------------------------------------------------------------------


class Background:
    """Thread that repeats a step while it is needed.

    Args:
        name: Of the thread.
        needed: Returns True while the step is to be repeated.
        step: Does what is due; returns True if there was anything.
        end: Called in the thread at its end.
    """

    def __init__(
        self, name: str, needed: Callable[[], bool], step: Callable[[], bool], end: Callable[[], None]
    ) -> None:
        self._needed, self._step, self._end = needed, step, end
        self._stop, self._wake = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def wake(self) -> None:
        """Check at once if the step is needed."""
        self._wake.set()

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(10)

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                if not self._needed():
                    self._wake.wait(0.2)
                    self._wake.clear()
                    continue
                start = clock.perf_counter()
                done = self._step()
                # a pause as long as the step: at most half of a core is used
                self._stop.wait(max(0.01, clock.perf_counter() - start) if done else 0.01)
        finally:
            self._end()


# ----------------------------------------------------------------------------------------------------------------------
# Images of the robot's cameras for the page: rendered from the present record, or read from a recording's image file
# ----------------------------------------------------------------------------------------------------------------------

# First bytes of a message with an image; a frame begins with a number of links.
MARK = b"JPEG"


class Source(Protocol):
    """Source of images."""

    def images(self, camera: str, row: FloatArray, layout: Layout) -> dict[str, np.ndarray]:
        """Return the images of a camera at the instant of a record by their streams."""

    def close(self) -> None:
        """Release its resources."""


class Rendered:
    """Images rendered by MuJoCo. The thread that creates it renders them.

    Raises:
        SimulationError: without OpenGL.
        MissingExtraError: without MuJoCo.
    """

    def __init__(self, simulation: Simulation) -> None:
        from snakelab.plugins.mujoco.cameras.camera_recording import LiveCameras

        self._cameras = LiveCameras(simulation, vivid=True)

    def images(self, camera: str, row: FloatArray, layout: Layout) -> dict[str, np.ndarray]:
        """Return the images of a camera at the instant of a record by their streams."""
        return self._cameras.images(camera, Record(float(row[0]), row, layout))

    def close(self) -> None:
        """Free the renderers."""
        self._cameras.close()


class Stored:
    """Images of the image file of a recording, the last ones that are not after an instant."""

    def __init__(self, images: ImageFile) -> None:
        self._images = images

    def images(self, camera: str, row: FloatArray, layout: Layout) -> dict[str, np.ndarray]:
        """Return the images of a camera at the instant of a record by their streams."""
        own = self._images.camera(camera)
        i = max(0, int(np.searchsorted(own.time, row[0] + 1e-9, side="right")) - 1)
        return {stream: own.image(i, stream) for stream in own.streams}

    def close(self) -> None:
        """Close the file."""
        self._images.close()


def stored_images(replay: Replay | None) -> ImageFile | None:
    """Open and return the image file of a recording; None if there is none, or it is of another run."""
    folder = None if replay is None else replay.path if replay.path.is_dir() else replay.path.parent
    if replay is None or folder is None or not (Path(folder) / NAME).is_file():
        return None
    try:
        images = ImageFile(folder)
    except RecordingError:
        return None
    if images.attributes.get("motion") == motion_digest(replay.recording) and images.cameras:
        return images
    images.close()
    return None


def known_cameras(simulation: Simulation, replay: Replay | None) -> list[dict[str, Any]]:
    """Return name, streams and rate [Hz] of every camera."""
    if (images := stored_images(replay)) is not None:
        with images:
            return [
                {"name": name, "streams": list(one.streams), "rate": float(one.facts.get("rate", 30.0))}
                for name, one in images.cameras.items()
            ]
    return [
        {"name": camera.name, "streams": list(STREAMS[type(camera).__name__]), "rate": float(camera.rate)}
        for camera in simulation.model.robot.cameras
    ]


def image_message(camera: str, stream: str, time: float, pixels: np.ndarray) -> bytes:
    """Return a message with one image: `MARK`, length of the head (uint32), the head as JSON, a JPEG file."""
    head = json.dumps({"camera": camera, "stream": stream, "time": time}).encode()
    # largest width of an image in the page [pixel]
    return MARK + len(head).to_bytes(4, "little") + head + jpeg(pixels, 480)


# ----------------------------------------------------------------------------------------------------------------------
# Thread that renders the images of the watched cameras, so that the run does not wait for them
# ----------------------------------------------------------------------------------------------------------------------


class CameraFeed:
    """Images of the watched cameras at their rate in simulated time; those that would be late are left out.

    Args:
        session: The session.
        show: Called in the thread of the feed with name of the stream ("camera.stream") and message.
        fail: Called in the thread of the feed with the reason, in one line, if no images can be made.
    """

    def __init__(self, session: Session, show: Callable[[str, bytes], None], fail: Callable[[str], None]) -> None:
        self._session, self._show, self._fail = session, show, fail
        self._watched: frozenset[str] = frozenset()
        self._background = Background("snakelab-studio-cameras", lambda: bool(self._watched), self._step, self._free)
        self._source: Source | None = None
        self._key: tuple[object, ...] = ()
        self._made = -float("inf")
        self._last: dict[str, float] = {}
        self._rates: dict[str, float] = {}

    def start(self) -> None:
        """Start the thread."""
        self._background.start()

    def watch(self, streams: frozenset[str]) -> None:
        """Render images of these streams, each "camera.stream", the first ones at once."""
        if streams - self._watched:
            self._last.clear()
            self._key = ()  # try again after a failure
        self._watched = streams
        self._background.wake()

    def close(self) -> None:
        """End the thread."""
        self._background.close()

    def _step(self) -> bool:
        """Render the images that are due; return True if there were any."""
        try:
            self._prepare()
            source = self._source
            made = [] if source is None else [self._make(source, name) for name in self._cameras()]
            return any(made)
        except SnakelabError as problem:
            reason = " ".join(str(problem).split())
        except Exception as problem:  # OpenGL and damaged files can raise any exception
            reason = f"the cameras have no images: {problem!r}"
        self._free()
        self._fail(reason)
        return False

    def _cameras(self) -> list[str]:
        return sorted({name.rpartition(".")[0] for name in self._watched} & set(self._rates))

    def _prepare(self) -> None:
        """Create the source of the present run, again if its world has changed."""
        session = self._session
        simulation, replay = session.simulation, session.replay
        key = (simulation, simulation.model.world, replay)
        same = len(self._key) == 3 and all(one is other for one, other in zip(key, self._key, strict=True))
        # of one run with a changing world
        if same or (self._key[:1] == key[:1] and clock.perf_counter() - self._made < 1.0):
            return
        self._free()
        self._key, self._made = key, clock.perf_counter()
        self._last.clear()
        self._rates = {camera["name"]: camera["rate"] for camera in known_cameras(simulation, replay)}
        if self._rates:
            images = stored_images(replay)
            self._source = Rendered(simulation) if images is None else Stored(images)

    def _make(self, source: Source, camera: str) -> bool:
        row, layout = self._session.row()
        time, last = float(row[0]), self._last.get(camera)
        early = last is not None and self._session.playing and 0.0 <= time - last < 1.0 / self._rates[camera] - 1e-9
        if early or time == last:
            return False
        self._last[camera] = time
        for stream, pixels in source.images(camera, row, layout).items():
            name = f"{camera}.{stream}"
            if name in self._watched:
                self._show(name, image_message(camera, stream, time, pixels))
        return True

    def _free(self) -> None:
        if self._source is not None:
            with contextlib.suppress(Exception):
                self._source.close()
        self._source = None


# ----------------------------------------------------------------------------------------------------------------------
# Thread that maps the surroundings of a live run with its stereo camera, and the message of the map for the page
# ----------------------------------------------------------------------------------------------------------------------


class Mapper(Protocol):
    """Estimator of the map and of the body in it."""

    def message(self, row: FloatArray, layout: Layout, with_map: bool) -> dict[str, Any]:
        """Return the message of the estimate at the instant of a record."""

    def close(self) -> None:
        """Free what it holds."""


class MapFeed:
    """Map of a live run and estimates of its body, at the rate of its stereo camera in simulated time or as fast as possible.

    The map begins again with another run, and where the run has gone back in time.

    Args:
        session: The session.
        show: Called in the thread of the feed with a message, see `StereoMapper.message`.
        fail: Called in the thread of the feed with the reason, in one line, if there can be no map.
    """

    def __init__(self, session: Session, show: Callable[[dict[str, Any]], None], fail: Callable[[str], None]) -> None:
        self._session, self._show, self._fail = session, show, fail
        self._viewers = 0
        self._background = Background("snakelab-studio-map", lambda: self._viewers > 0, self._step, self._free)
        self._mapper: Mapper | None = None
        self._run: Simulation | None = None
        self._period, self._last, self._sent = 0.0, -np.inf, -np.inf

    def start(self) -> None:
        """Start the thread."""
        self._background.start()

    def watch(self, viewers: int) -> None:
        """Make the map while there are viewers; another one gets all points at once."""
        if viewers > self._viewers:
            self._sent = -np.inf
            if self._mapper is None:
                self._run = None  # what failed before is tried again
        self._viewers = viewers
        self._background.wake()

    def close(self) -> None:
        """End the thread."""
        self._background.close()

    def _step(self) -> bool:
        try:
            return self._update_map()
        except SnakelabError as problem:
            reason = " ".join(str(problem).split())
        except Exception as problem:  # OpenGL fails in many ways
            reason = f"there is no map: {problem!r}"
        self._free()
        self._fail(reason)
        return False

    def _update_map(self) -> bool:
        """Add the images that are due to the map; return True if there were any."""
        session = self._session
        simulation = session.simulation
        if session.replay is not None or (camera := stereo_camera(simulation.model)) is None:
            return False
        row, layout = session.row()
        time = float(row[0])
        if simulation is not self._run or time < self._last - 1e-9:
            self._free()
            self._run, self._period, self._last = simulation, 1.0 / camera.rate, -np.inf
            self._mapper = StereoMapper(simulation, camera)
        if self._mapper is None or time < self._last + self._period - 1e-9:
            return False
        self._last = time
        # a message with all points once per second
        with_map = clock.perf_counter() > self._sent + 1.0
        message = self._mapper.message(row, layout, with_map)
        if with_map:
            self._sent = clock.perf_counter()
        self._show(message)
        return True

    def _free(self) -> None:
        if self._mapper is not None:
            with contextlib.suppress(Exception):
                self._mapper.close()
        self._mapper = None


class StereoMapper:
    """SLAM with the rendered images of a stereo camera, and the body by its joint angles.

    The map is drawn at the place at which its first keyframe has the true pose, so that what differs later is the error of
    the estimate. The thread that creates it renders the images.

    Args:
        simulation: The run.
        camera: Stereo camera of its robot.

    Raises:
        SimulationError: without OpenGL.
        MissingExtraError: without MuJoCo, OpenCV or GTSAM.
    """

    def __init__(self, simulation: Simulation, camera: StereoCamera) -> None:
        from snakelab.plugins.mujoco.cameras.camera_recording import LiveCameras
        from snakelab.plugins.slam.slam_run import LiveSlam

        model = simulation.model
        self._name, self._slam = camera.name, LiveSlam(simulation, camera)
        try:
            self._cameras = LiveCameras(simulation, [camera.name])
        except BaseException:
            self._slam.close()
            raise
        self._kinematics = BodyKinematics(model)
        # along the estimated body
        links = self._kinematics.links[:: max(1, -(-len(self._kinematics.links) // 40))]
        self._names = (HEAD, *links) if model.robot.from_head else (*links, HEAD)
        self._noise = max((s.noise for s in model.robot.sensors if isinstance(s, Encoders)), default=0.0)
        self._height = KEYFRAME_HEIGHT * sum(bone_lengths(self._kinematics))

    def message(self, row: FloatArray, layout: Layout, with_map: bool) -> dict[str, Any]:
        """Return the estimate at the instant of a record; lengths in metres, world axes.

        Returns:
            `time`, `status`, and `note`: the latest warning unless the status is "tracking"; `body`: places along the estimated
            body, one after the other, None while it is lost; `places`: indices of those with an ellipsoid; `ellipsoids`: nine
            numbers of each, which turn a unit sphere into that of two standard deviations; `content`: keyframes and points as
            in `mapping`, in base64, or None.
        """
        record = Record(float(row[0]), row, layout)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SnakelabWarning)  # they are notes of the message
            estimate = self._slam.estimate(record, self._cameras.images(self._name, record))
        noted = self._slam.slam.warnings[-1:] if estimate.status != "tracking" else []
        message = {"time": record.time, "status": estimate.status, "note": "".join(noted), "body": None}
        message |= {"places": [], "ellipsoids": [], "content": None}
        if estimate.status != "lost":
            message |= self._body(record, np.asarray(estimate.T_map_left), estimate.covariance)
        if with_map and len(self._slam.keyframes()):
            message["content"] = self._packed()
        return message

    def _body(self, record: Record, T_map_left: FloatArray, covariance: FloatArray) -> dict[str, Any]:
        T_world_base = transforms_of(matrix_of(record["base_quaternion"]), np.asarray(record["base_position"]))
        T_left_base = inverse_of(self._slam.T_world_left(record)) @ T_world_base
        given = moved_covariance((covariance + covariance.T) / 2, T_left_base)
        T_world_base = self._slam.T_world_map() @ T_map_left @ T_left_base
        poses = self._kinematics.poses(record["q"], T_world_base, BASE, self._names, given, self._noise)
        T, P = poses.T_map[0], poses.covariance
        assert P is not None
        places = sorted({0, len(T) // 2, len(T) - 1})
        R = T[places, :3, :3]
        axes = half_axes(R @ P[0, places, 3:, 3:] @ np.swapaxes(R, 1, 2))
        return {"body": T[:, :3, 3].ravel().tolist(), "places": places, "ellipsoids": axes.ravel().tolist()}

    def _packed(self) -> str:
        T, packer = self._slam.T_world_map(), Packer()
        points = self._slam.points()
        points = points[:: max(1, -(-len(points) // MAX_POINTS))] @ T[:3, :3].T + T[:3, 3]
        keyframes = T @ self._slam.keyframes()
        keyframes = keyframes[:: max(1, -(-len(keyframes) // MAX_KEYFRAMES))]
        content = {
            "keyframes": packer.curves(pyramids(keyframes, self._height).T, POSITION_TOLERANCE / 10),
            "points": packer.curves(points.T, POSITION_TOLERANCE) if len(points) else None,
        }
        return base64.b64encode(packer.container(content)).decode()

    def close(self) -> None:
        """Free the renderer, and end the subscription to the IMU."""
        self._cameras.close()
        self._slam.close()


def stereo_camera(model: Model) -> StereoCamera | None:
    """Return the first stereo camera of a robot; None without one."""
    return next((camera for camera in model.robot.cameras if isinstance(camera, StereoCamera)), None)


def bone_lengths(kinematics: BodyKinematics) -> list[float]:
    """Return the lengths of the pieces of a straight body [m]."""
    knots = kinematics.knots(np.zeros((1, kinematics.n_coordinates)))[0, :, :3, 3]
    return [float(np.linalg.norm(knots[bone.last] - knots[bone.first])) for bone in kinematics.bones]


# ----------------------------------------------------------------------------------------------------------------------
# Optional content of the page, computed only while a viewer watches it: current metrics and predicted futures
# ----------------------------------------------------------------------------------------------------------------------

# Window of the current metrics [s], and the minimum number of records.
METRICS_WINDOW = 10.0
# Metrics that depend on the machine or the window only, and not on the robot.
LEFT_OUT = ("wall_time", "real_time_factor", "duration")


def current_metrics(simulation: Simulation) -> dict[str, Any] | None:
    """Return the metrics of the last seconds as rows for a table, and a warning if the energy balance is off.

    Returns:
        time and window [s], rows of name, group, unit, description and value, and the warning; None for too few records.
    """
    course = simulation.snapshot()
    begin = course.state.time - METRICS_WINDOW
    course.drop_before(begin)
    course.applied = [item for item in course.applied if item.event.at >= begin]
    if sum(len(rows) for _, rows in course.records.pieces) < 5:
        return None
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        status = RunStatus.finished(course.state.time)
        recording = recording_of(
            course, simulation.engine, status, {"scenario": {}, "settings": {"engine": repr(simulation.engine)}}
        )
        rows = [row | {"value": row.pop("values")[0]} for row in metrics_table([recording])]
        warning = imbalance(recording)
    times = recording.dataset["time"].values
    return {
        "time": course.state.time,
        "window": float(times[-1] - times[0]),
        "rows": [row for row in rows if row["name"] not in LEFT_OUT and row["value"] is not None],
        "warning": warning,
    }


def predicts(simulation: Simulation) -> bool:
    """Return True if the controller provides the futures that it compares."""
    drive = simulation.course.drive
    return isinstance(drive, ClosedLoop) and isinstance(drive.loop.controller, Predicts)


def predicted_futures(simulation: Simulation) -> dict[str, Any] | None:
    """Return the futures that the controller compares now, best first; None without any.

    Returns:
        time [s], elite: number of paths that count, which are the first, and paths: lists of points (x, y, z) of the head [m].
    """
    with simulation.lock:
        drive, state = simulation.course.drive, simulation.course.state
        if (
            not isinstance(drive, ClosedLoop)
            or not isinstance(drive.loop.controller, Predicts)
            or state.control is None
        ):
            return None
        known, memory = simulation.measurement, copy.deepcopy(state.control.memory)
        height = float(simulation["com_position"][2])
        futures = drive.loop.controller.futures(known, memory, 24)
    every = max(1, futures.head.shape[1] // 20)
    paths = np.round(futures.head[:, ::every], 3)
    flat = np.concatenate((paths, np.full((*paths.shape[:2], 1), round(height, 3))), axis=2)
    return {"time": known.time, "elite": int(futures.n_elite), "paths": flat.tolist()}
