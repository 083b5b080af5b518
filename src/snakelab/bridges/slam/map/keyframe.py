"""Keyframes: images whose pose and measurements are stored in the map."""

from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from snakelab.perception.camera_imu.sequence import Image
from snakelab.types import FloatArray


class Motion(Protocol):
    """Measured motion of the body, from joint encoders and contacts for example.

    Attributes:
        T: Pose of the body at the second instant in its axes at the first, shape (4, 4), [m].
        covariance: Of (rotation vector, translation) in the axes at the second instant, shape (6, 6), [rad, m].
    """

    @property
    def T(self) -> FloatArray: ...

    @property
    def covariance(self) -> FloatArray: ...


@dataclass(frozen=True, eq=False)
class RelativePose:
    """Measured motion of the body (a `Motion`).

    Args:
        T: Pose of the body at the second instant in its axes at the first, shape (4, 4), [m].
        covariance: Of (rotation vector, translation) in the axes at the second instant, shape (6, 6), [rad, m].
    """

    T: FloatArray
    covariance: FloatArray


@dataclass(eq=False)
class Keyframe:
    """Keyframe of the map.

    Attributes:
        id: Increasing.
        time: Time [s].
        T_map_left: Pose of the left camera, shape (4, 4).
        image: Rectified left image; None after it has been released.
        ids: Map points seen, shape (n,).
        measured: Their columns in both images and their row, shape (n, 3), [pixel].
        velocity: Of the body in the map frame, shape (3,), [m/s].
        bias: Of accelerometer and gyroscope, shape (6,).
        inertial: Preintegrated IMU since the previous keyframe, or None.
        odometry: Measured motion since the previous keyframe, or None.
        covariance: Of the pose relative to the first keyframe, in the camera's axes, shape (6, 6).
        corner_pixels: Of the ORB features, shape (m, 2).
        corner_points: Positions of the ORB features in the camera's axes, shape (m, 3), NaN without depth, [m].
        descriptors: Of the ORB features, shape (m, 32), uint8.
        factors: Factors of its measurements, by map point.
        segment: Number of the map segment; a loss of tracking begins a new one.
    """

    id: int
    time: float
    T_map_left: FloatArray
    image: Image | None
    ids: np.ndarray
    measured: FloatArray
    velocity: FloatArray = field(default_factory=lambda: np.zeros(3))
    bias: FloatArray = field(default_factory=lambda: np.zeros(6))
    inertial: Any = None
    odometry: Motion | None = None
    covariance: FloatArray = field(default_factory=lambda: np.zeros((6, 6)))
    corner_pixels: FloatArray = field(default_factory=lambda: np.zeros((0, 2)))
    corner_points: FloatArray = field(default_factory=lambda: np.zeros((0, 3)))
    descriptors: np.ndarray = field(default_factory=lambda: np.zeros((0, 32), np.uint8))
    factors: dict[int, Any] = field(default_factory=dict)
    segment: int = 0
