"""Comparison of the rotations that a camera and a gyroscope measured: a wrong focal length changes the camera's."""

from dataclasses import dataclass

import numpy as np

from snakelab.perception.sequence import ImuSamples
from snakelab.types import FloatArray


@dataclass(frozen=True)
class TurnRatio:
    """Rotation of the camera over that of the gyroscope [-], with its standard deviation [-]."""

    ratio: float
    sigma: float

    def contradicts(self, tolerance: float) -> bool:
        """Return True if the ratio differs from 1 by more than a tolerance and by five standard deviations."""
        return abs(self.ratio - 1.0) > max(tolerance, 5.0 * self.sigma)


def turn_ratio(
    starts: FloatArray, ends: FloatArray, turns: FloatArray, samples: ImuSamples, bias: FloatArray, least: int = 20
) -> TurnRatio | None:
    """Return the ratio r that minimises the sum of |turn - r (integral of the gyroscope's rate)|^2.

    Args:
        starts, ends: Of the intervals between images, shape (n,), [s].
        turns: Rotation vectors over the intervals in the axes of the IMU, shape (n, 3), [rad]; NaN if unknown.
        samples: Of the IMU, on the clock of the images.
        bias: Of the gyroscope, shape (3,), [rad/s].
        least: Smallest number of intervals.

    Returns:
        None where too few intervals are covered by samples, or nothing turns.
    """
    if len(samples.time) < 2:
        return None
    known = (starts >= samples.time[0]) & (ends <= samples.time[-1]) & np.all(np.isfinite(turns), 1)
    if known.sum() < least:
        return None
    rate = samples.angular_rate - bias
    steps = 0.5 * (rate[1:] + rate[:-1]) * np.diff(samples.time)[:, None]
    turned = np.concatenate([np.zeros((1, 3)), np.cumsum(steps, axis=0)])
    at_ends = [
        np.array([np.interp(time[known], samples.time, column) for column in turned.T]) for time in (starts, ends)
    ]
    gyroscope, camera = (at_ends[1] - at_ends[0]).T, turns[known]
    size = float(np.sum(gyroscope**2))
    if size < 1e-6:
        return None
    ratio = float(np.sum(camera * gyroscope) / size)
    return TurnRatio(ratio, float(np.sqrt(np.mean((camera - ratio * gyroscope) ** 2) / size)))
