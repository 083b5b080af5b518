"""Comparison of the rotations that a camera and a gyroscope measured.

A wrong focal length changes the size of the camera's rotations, a wrong mount of the IMU their axes.
"""

from dataclasses import dataclass

import numpy as np

from snakelab.perception.camera_imu.sequence import ImuSamples
from snakelab.types import FloatArray

MIN_RATE = 0.05  # rms of the angular rate, below which errors of the map look like rotations [rad/s]


@dataclass(frozen=True)
class RotationRatio:
    """Rotation of the camera relative to that of the gyroscope.

    Attributes:
        ratio: Of their sizes [-].
        sigma: Standard deviation of the ratio [-].
        tilt: Angle between their axes [rad].
        tilt_sigma: Standard deviation of that angle [rad].
    """

    ratio: float
    sigma: float
    tilt: float = 0.0
    tilt_sigma: float = 0.0

    def contradicts(self, tolerance: float) -> bool:
        """Return True if the ratio differs from 1 by more than a tolerance and by five standard deviations."""
        return abs(self.ratio - 1.0) > max(tolerance, 5.0 * self.sigma)

    def is_tilted(self, tolerance: float) -> bool:
        """Return True if the axes differ by more than a tolerance [rad] and by five standard deviations."""
        return self.tilt > max(tolerance, 5.0 * self.tilt_sigma)


def rotation_ratio(
    starts: FloatArray,
    ends: FloatArray,
    rotations: FloatArray,
    samples: ImuSamples,
    bias: FloatArray,
    min_intervals: int = 20,
) -> RotationRatio | None:
    """Return the ratio r that minimises sum |rotation - r (integral of the gyroscope's rate)|^2, and the tilt of the rest.

    Args:
        starts, ends: Of the intervals between images, shape (n,), [s].
        rotations: Rotation vectors over the intervals in the axes of the IMU, shape (n, 3), [rad]; NaN if unknown.
        samples: Of the IMU, on the clock of the images.
        bias: Of the gyroscope, shape (3,), [rad/s].
        min_intervals: Smallest number of intervals.

    Returns:
        None where too few intervals are covered by samples, or the camera hardly rotates.
    """
    if len(samples.time) < 2:
        return None
    known = (starts >= samples.time[0]) & (ends <= samples.time[-1]) & np.all(np.isfinite(rotations), 1)
    if known.sum() < min_intervals:
        return None
    rate = samples.angular_rate - bias
    steps = 0.5 * (rate[1:] + rate[:-1]) * np.diff(samples.time)[:, None]
    integral = np.concatenate([np.zeros((1, 3)), np.cumsum(steps, axis=0)])
    at_ends = [
        np.array([np.interp(time[known], samples.time, column) for column in integral.T]) for time in (starts, ends)
    ]
    gyroscope, camera = (at_ends[1] - at_ends[0]).T, rotations[known]
    size = float(np.sum(gyroscope**2))
    if size < MIN_RATE**2 * np.sum((ends - starts)[known] ** 2):
        return None
    ratio = float(np.sum(camera * gyroscope) / size)
    left = camera - ratio * gyroscope
    # left = tilt x gyroscope; rotations about one axis do not show a tilt about it
    values, vectors = np.linalg.eigh(size * np.eye(3) - gyroscope.T @ gyroscope)
    seen = values > 0.02 * size
    parts = np.where(seen, vectors.T @ np.cross(gyroscope, left).sum(0) / np.where(seen, values, 1.0), 0.0)
    tilt = vectors @ parts
    noise = np.mean((left - np.cross(tilt, gyroscope)) ** 2)
    tilt_sigma = float(np.sqrt(noise / values[seen].min())) if seen.any() else np.inf
    return RotationRatio(ratio, float(np.sqrt(np.mean(left**2) / size)), float(np.linalg.norm(tilt)), tilt_sigma)
