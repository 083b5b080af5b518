"""Publisher of the cameras of a live run: a separate thread renders images, and estimates the path if SLAM is enabled."""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from snakelab.bridges.ros2.messages.cdr import nanoseconds_of, template
from snakelab.bridges.ros2.messages.frames import MAP, ODOM
from snakelab.bridges.ros2.messages.images import (
    ImageMessages,
    PointMessages,
    camera_info,
    depth_points,
    points_topic,
    streams,
)
from snakelab.bridges.ros2.messages.topics import MAP_POINTS, TF, Topic
from snakelab.bridges.slam.live import LiveSlam
from snakelab.errors import SnakelabError
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.robots.cameras import AnyCamera, DepthCamera, StereoCamera
from snakelab.sim.simulation import Record, Simulation
from snakelab.types import FloatArray

Publish = Callable[[bytes], None]
# Function that returns the publisher of a topic; None if its messages are not installed.
Publisher = Callable[[Topic], Publish | None]


class CameraPublisher:
    """Images, camera_info and points of all cameras, and the map of SLAM. A slow renderer skips records; the run never waits.

    Args:
        simulation: The run.
        publisher: Makes publishers.
        stamp: Returns the time stamp of a record [s].
        slam: True to estimate the path with the first stereo camera, and to publish its map and the transform to odom.
        report: Called with a message if the images end.

    Attributes:
        images: Number of published images [-].
        status: Last status of SLAM; empty without one.
    """

    def __init__(
        self,
        simulation: Simulation,
        publisher: Publisher,
        stamp: Callable[[Record], float],
        slam: bool = False,
        report: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.simulation, self.stamp, self.report = simulation, stamp, report
        self.images, self.status = 0, ""
        self._cameras = {camera.name: _Outputs(camera, publisher) for camera in simulation.model.robot.cameras}
        pairs = [camera for camera in simulation.model.robot.cameras if isinstance(camera, StereoCamera)]
        self._pair = pairs[0].name if slam else ""
        self._slam = LiveSlam(simulation, pairs[0]) if slam else None
        self._tf, self._points = (publisher(TF), publisher(MAP_POINTS)) if slam else (None, None)
        self._cloud = PointMessages(MAP)
        self._due = dict.fromkeys(self._cameras, -np.inf)
        self._subscription = simulation.subscribe(size=1)
        self._thread = threading.Thread(target=self._run, name="snakelab-ros2-cameras", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread. A second call has no effect."""
        self._subscription.close()
        if self._slam is not None:
            self._slam.close()
        self._thread.join(10.0)

    def _run(self) -> None:
        from snakelab.bridges.rendering.live import LiveCameras

        try:
            with LiveCameras(self.simulation) as cameras:
                for record in self._subscription:
                    for name, outputs in self._cameras.items():
                        if record.time >= self._due[name] - 1e-9:
                            self._due[name] = record.time + 1.0 / outputs.camera.rate
                            self._show(name, record, cameras.images(name, record))
        except SnakelabError as problem:
            self._subscription.close()
            self.report(f"no images: {problem}")

    def _show(self, name: str, record: Record, images: dict[str, Any]) -> None:
        """Publish the images of one camera."""
        time = self.stamp(record)
        self.images += self._cameras[name].show(time, images)
        if self._slam is None or name != self._pair:
            return
        estimate = self._slam.estimate(record, images)
        self.status = estimate.status
        if self._tf is not None and estimate.status != "lost":
            self._tf(transform_message(self._slam.T_map_odom, time, MAP, ODOM))
        if self._points is not None and estimate.is_keyframe:
            self._points(self._cloud.message(time, self._slam.points()))


def transform_message(T: FloatArray, time: float, parent: str, child: str) -> bytes:
    """Return the message of /tf of a pose T_parent_child, shape (4, 4), at a time [s]."""
    w, x, y, z = matrix_to_quat(tuple(T[:3, :3].ravel().tolist()))
    seconds, rest = divmod(int(nanoseconds_of(np.array([time]))[0]), 10**9)
    place = dict(zip("xyz", T[:3, 3].tolist(), strict=True))
    item = {
        "header": {"stamp": {"sec": seconds, "nanosec": rest}, "frame_id": parent},
        "child_frame_id": child,
        "transform": {"translation": place, "rotation": {"w": w, "x": x, "y": y, "z": z}},
    }
    return template(TF.kind, {"transforms": [item]}).content


class _Outputs:
    """Publishers of one camera."""

    def __init__(self, camera: AnyCamera, publisher: Publisher) -> None:
        self.camera = camera
        self._streams = [
            (one, publisher(one.image), ImageMessages(one.frame), publisher(one.info), camera_info(one))
            for one in streams(camera)
        ]
        self._points = publisher(points_topic(camera)) if isinstance(camera, DepthCamera) else None

    def show(self, time: float, images: dict[str, Any]) -> int:
        """Publish the images of one time [s], and return their number."""
        from snakelab.bridges.rendering.image_formation.projection import pinhole_model

        for stream, publish, messages, publish_info, info in self._streams:
            if publish is not None:
                publish(messages.message(time, images[stream.name]))
            if publish_info is not None:
                publish_info(info.message(time))
        if self._points is not None:
            cloud = PointMessages(self._streams[0][0].frame)
            self._points(cloud.message(time, depth_points(images["depth"], pinhole_model(self.camera.lens))))
        return len(self._streams)
