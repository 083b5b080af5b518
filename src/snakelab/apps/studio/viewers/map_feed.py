"""Thread that maps the surroundings of a live run with its stereo camera, and the message of the map for the page."""

import base64
import contextlib
import time as clock
import warnings
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from snakelab.apps.studio.live_run.session import Session
from snakelab.apps.studio.viewers.background import Background
from snakelab.errors import SnakelabError, SnakelabWarning
from snakelab.geometry.poses import inverse_of, matrix_of, moved_covariance, transforms_of
from snakelab.perception.body_pose.body_kinematics import BASE, HEAD, BodyKinematics
from snakelab.physics.model import Model
from snakelab.robots.cameras import StereoCamera
from snakelab.robots.sensors import Encoders
from snakelab.sim.record import Layout
from snakelab.sim.simulation import Record, Simulation
from snakelab.types import FloatArray
from snakelab.view.html_report.packing import Packer
from snakelab.view.html_report.scene_3d.mapping import FINE, MAX_KEYFRAMES, MAX_POINTS, PYRAMID, half_axes, pyramids

# Least time between two messages with all points [s].
BETWEEN_MAPS = 1.0
MAX_PLACES = 40  # along the estimated body


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
            return self._mapped()
        except SnakelabError as problem:
            reason = " ".join(str(problem).split())
        except Exception as problem:  # OpenGL fails in many ways
            reason = f"there is no map: {problem!r}"
        self._free()
        self._fail(reason)
        return False

    def _mapped(self) -> bool:
        """Take the images that are due into the map; return True if there were any."""
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
        with_map = clock.perf_counter() > self._sent + BETWEEN_MAPS
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
        from snakelab.bridges.rendering.live import LiveCameras
        from snakelab.bridges.slam.live import LiveSlam

        model = simulation.model
        self._name, self._slam = camera.name, LiveSlam(simulation, camera)
        try:
            self._cameras = LiveCameras(simulation, [camera.name])
        except BaseException:
            self._slam.close()
            raise
        self._kinematics = BodyKinematics(model)
        links = self._kinematics.links[:: max(1, -(-len(self._kinematics.links) // MAX_PLACES))]
        self._names = (HEAD, *links) if model.robot.from_head else (*links, HEAD)
        self._noise = max((s.noise for s in model.robot.sensors if isinstance(s, Encoders)), default=0.0)
        self._height = PYRAMID * sum(bone_lengths(self._kinematics))

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
        """Return places and ellipsoids of the body."""
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
            "keyframes": packer.curves(pyramids(keyframes, self._height).T, FINE / 10),
            "points": packer.curves(points.T, FINE) if len(points) else None,
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
