"""Motion between two images from other measurements: odometry, IMU, or the last velocity."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.bridges.slam.map.factor_graph import Window
from snakelab.bridges.slam.map.keyframe import Keyframe, Motion
from snakelab.geometry.poses import adjoint_of, inverse_of, rotation_exp, rotation_log, transforms_of
from snakelab.perception.camera_imu.camera_pose import PosePrior
from snakelab.perception.camera_imu.imu_buffer import ImuBuffer, rotation_over
from snakelab.perception.camera_imu.pinhole import StereoModel
from snakelab.types import FloatArray

Odometry = Callable[[float, float], Motion | None]


@dataclass(frozen=True, eq=False)
class Predicted:
    """Predicted pose of the left camera, and its source: "odometry", "imu" or "velocity"."""

    prior: PosePrior
    source: str


class MotionModel:
    """Prediction of the next pose.

    Args:
        model: Rectified stereo pair.
        imu: Samples of the IMU, or None.
        odometry: Motion of the body between two times, or None where it is not known.
    """

    def __init__(self, model: StereoModel, imu: ImuBuffer | None, odometry: Odometry | None) -> None:
        self._T_body_left, self._T_left_body = model.T_body_left, inverse_of(model.T_body_left)
        self._imu, self._odometry = imu, odometry
        self._twist = np.zeros(6)  # of the camera in its axes, per second
        self.gyroscope_bias: FloatArray = np.zeros(3)

    def observe(self, before: FloatArray, after: FloatArray, duration: float) -> None:
        """Compute the velocity from two poses of the camera."""
        T = inverse_of(before) @ after
        self._twist = np.concatenate([rotation_log(T[:3, :3]), T[:3, 3]]) / duration

    def stop(self) -> None:
        """Forget the velocity."""
        self._twist = np.zeros(6)

    def predict(self, T_map_left: FloatArray, start: float, end: float) -> Predicted:
        """Return the pose at `end` from that at `start`."""
        duration = end - start
        step = self._twist * min(duration, 0.2)
        T = transforms_of(rotation_exp(step[:3]), step[3:])
        sigmas = np.array([0.03] * 3 + [0.02 + 0.2 * min(duration, 0.2)] * 3)
        source = "velocity"
        interval = self._imu.interval(start, end) if self._imu is not None else None
        if interval is not None:
            R = rotation_over(interval, self.gyroscope_bias)
            T[:3, :3] = self._T_left_body[:3, :3] @ R @ self._T_body_left[:3, :3]
            sigmas[:3] = 0.01
        information = np.diag(1.0 / sigmas**2)
        measured = self._odometry(start, end) if self._odometry is not None else None
        if measured is not None:
            T = self._T_left_body @ measured.T @ self._T_body_left
            A = adjoint_of(self._T_left_body)
            covariance = A @ measured.covariance @ A.T + np.diag([1e-3**2] * 3 + [1e-3**2] * 3)
            information, source = np.asarray(np.linalg.inv(covariance), np.float64), "odometry"
        return Predicted(PosePrior(T_map_left @ T, information), source)

    def predict_inertial(self, window: Window, keyframe: Keyframe, end: float) -> tuple[Predicted, FloatArray] | None:
        """Return the pose and the velocity at `end` from a keyframe and the IMU; None where samples are missing."""
        inertial = self.preintegrate(window, keyframe, end)
        if inertial is None:
            return None
        T, velocity = window.predict(keyframe, inertial)
        t = end - keyframe.time
        sigmas = np.array([0.004 + 0.01 * t] * 3 + [0.003 + 0.03 * t + 0.2 * t * t] * 3)
        return Predicted(PosePrior(T, np.diag(1.0 / sigmas**2)), "imu"), velocity

    def preintegrate(self, window: Window, keyframe: Keyframe, end: float) -> Any:
        """Return the preintegrated IMU since a keyframe, or None where samples are missing."""
        interval = self._imu.interval(keyframe.time, end) if self._imu is not None else None
        return None if interval is None else window.preintegrate(interval, keyframe.bias)

    def between(self, start: float, end: float) -> Motion | None:
        """Return the measured motion of the body between two times."""
        return self._odometry(start, end) if self._odometry is not None else None
