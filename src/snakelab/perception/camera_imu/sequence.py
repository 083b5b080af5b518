"""Stereo-inertial sequences: image pairs and IMU samples in time, from a simulated run, a log or a live source."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from snakelab.perception.camera_imu.pinhole import StereoModel
from snakelab.perception.trajectories.trajectory import Trajectory
from snakelab.types import FloatArray

Image = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class StereoFrame:
    """Image pair of one instant.

    Args:
        time: Of the middle of the exposure [s].
        left: Grey levels, shape (height, width), uint8; colour images have a third axis of 3 (RGB).
        right: Likewise.
    """

    time: float
    left: Image
    right: Image


@dataclass(frozen=True, eq=False)
class ImuSamples:
    """Samples of an inertial measurement unit, in its own axes.

    Args:
        time: Increasing, shape (n,), [s].
        angular_rate: Shape (n, 3), [rad/s].
        specific_force: Shape (n, 3), [m/s^2]: at rest 9.81 upwards.
    """

    time: FloatArray
    angular_rate: FloatArray
    specific_force: FloatArray


@dataclass(frozen=True)
class ImuNoise:
    """Noise densities of an inertial measurement unit (the four numbers of Kalibr's imu.yaml).

    Args:
        gyroscope: White noise density [rad/s/sqrt(Hz)].
        accelerometer: White noise density [m/s^2/sqrt(Hz)].
        gyroscope_walk: Random walk of the bias [rad/s^2/sqrt(Hz)].
        accelerometer_walk: Random walk of the bias [m/s^3/sqrt(Hz)].
    """

    gyroscope: float = 2e-4
    accelerometer: float = 2e-3
    gyroscope_walk: float = 1e-6
    accelerometer_walk: float = 1e-5


@runtime_checkable
class StereoSequence(Protocol):
    """Source of image pairs with their calibration.

    Attributes:
        model: Calibration of the pair; T_body_left is the pose of the left camera in the axes of the IMU or,
            without one, of the part that carries the cameras.
        imu: All samples, or None.
        imu_noise: Noise densities of the IMU.
        truth: True trajectory of the left camera, or None.
    """

    model: StereoModel
    imu: ImuSamples | None
    imu_noise: ImuNoise
    truth: Trajectory | None

    def __len__(self) -> int:
        """Number of image pairs."""

    def frames(self) -> Iterator[StereoFrame]:
        """Image pairs in the order of their times, read one by one."""
