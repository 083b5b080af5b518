"""SLAM on the rendered images of a live run."""

import threading
from collections import deque
from typing import Any

import numpy as np

from snakelab.geometry.poses import matrix_of, rotation_matrices, transforms_of
from snakelab.perception.camera_imu.pinhole import StereoModel
from snakelab.perception.camera_imu.sequence import ImuSamples, StereoFrame
from snakelab.robots.cameras import StereoCamera
from snakelab.sim.dataset.facts import camera_facts, imu_facts
from snakelab.sim.simulation import Record, Simulation
from snakelab.types import FloatArray

MAX_SAMPLES = 10_000  # of the IMU that are kept between two images


class LiveSlam:
    """Estimate of the path of a stereo camera, with the robot's `Imu` on the same part where there is one.

    The frame odom is the world of the simulation, so that odom -> base is exact, and map -> odom is the error of the estimate:
    map -> odom -> base is the estimated pose of the base.

    Args:
        simulation: The run.
        camera: Stereo camera of the robot.

    Attributes:
        T_map_odom: Shape (4, 4).
    """

    def __init__(self, simulation: Simulation, camera: StereoCamera) -> None:
        from snakelab.bridges.rendering.camera_motion.inertial_unit import declared_noise
        from snakelab.bridges.rendering.camera_motion.mounted_cameras import mounted_camera
        from snakelab.bridges.rendering.image_formation.projection import pinhole_model
        from snakelab.bridges.slam import StereoInertialSlam

        model = simulation.model
        mounted = mounted_camera(next(one for one in camera_facts(model) if one["name"] == camera.name))
        self._carrier, self._T_carrier_left = mounted.carrier, mounted.T_carrier_camera
        self._links = list(map(str, model.station_names))
        units = [unit for unit in imu_facts(model) if unit["carrier"] == mounted.carrier]
        unit = units[0] if units else None
        T_carrier_imu = np.eye(4) if unit is None else np.asarray(unit["T_carrier_imu"])
        T_left_right = np.eye(4)
        T_left_right[0, 3] = camera.baseline
        lens = pinhole_model(camera.lens)
        self._stereo = StereoModel(lens, lens, T_left_right, np.linalg.inv(T_carrier_imu) @ self._T_carrier_left)
        self.slam = StereoInertialSlam(self._stereo, None if unit is None else declared_noise(unit))
        self.T_map_odom, self._T_world_first = np.eye(4), np.eye(4)
        self._lock, self._samples = threading.Lock(), deque[list[float]](maxlen=MAX_SAMPLES)
        self._name = None if unit is None else str(unit["name"])
        self._subscription = None if unit is None else simulation.subscribe(self._sample, size=1000)

    def estimate(self, record: Record, images: dict[str, Any]) -> Any:
        """Return the `FrameEstimate` of an image pair of a record."""
        with self._lock:
            table = np.array(self._samples, np.float64).reshape(-1, 7)
            self._samples.clear()
        if len(table):
            self.slam.add_imu(ImuSamples(table[:, 0], table[:, 1:4], table[:, 4:7]))
        estimate = self.slam.add_frame(StereoFrame(record.time, grey(images["left"]), grey(images["right"])))
        T_map_left = np.asarray(estimate.T_map_left)
        T_world_left = self.T_world_left(record)
        self.T_map_odom = T_map_left @ np.linalg.inv(T_world_left)
        if estimate.is_keyframe and len(self.slam.keyframes()) == 1:
            self._T_world_first = T_world_left
        return estimate

    def T_world_left(self, record: Record) -> FloatArray:
        """Return the true pose of the left camera, shape (4, 4)."""
        return self._pose(record) @ self._T_carrier_left

    def points(self) -> FloatArray:
        """Return the points of the map, shape (n, 3), [m]."""
        return self.slam.map_points()

    def keyframes(self) -> FloatArray:
        """Return T_map_left of the keyframes, optical axes, shape (n, 4, 4), [m]."""
        kept = self.slam.keyframes()
        return transforms_of(matrix_of(kept.quaternion), kept.position)

    def T_world_map(self) -> FloatArray:
        """Return the place of the map in the world at which its first keyframe has the true pose, shape (4, 4)."""
        return self._T_world_first @ np.linalg.inv(self.keyframes()[0])

    def close(self) -> None:
        """End the subscription to the samples of the IMU."""
        if self._subscription is not None:
            self._subscription.close()

    def _sample(self, record: Record) -> None:
        """Keep a new sample of the IMU; a record without a new one repeats the last."""
        rate, force = record[f"{self._name}_angular_rate"], record[f"{self._name}_specific_force"]
        with self._lock:
            if not self._samples or self._samples[-1][1:] != [*rate.tolist(), *force.tolist()]:
                self._samples.append([record.time, *rate.tolist(), *force.tolist()])

    def _pose(self, record: Record) -> FloatArray:
        """Return T_world_carrier."""
        if self._carrier in ("base", "head"):
            position, quat = record[f"{self._carrier}_position"], record[f"{self._carrier}_quaternion"]
        else:
            i = self._links.index(self._carrier)
            position, quat = record["link_position"][i], record["link_quaternion"][i]
        return transforms_of(rotation_matrices(quat), position)


def grey(image: np.ndarray) -> np.ndarray:
    """Return the brightness of an image, shape (height, width), uint8."""
    return image if image.ndim == 2 else np.rint(image @ np.array([0.299, 0.587, 0.114])).astype(np.uint8)
