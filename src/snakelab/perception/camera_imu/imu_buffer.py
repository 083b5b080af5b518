"""Buffer of IMU samples: checked on arrival, cut into intervals between images."""

import numpy as np

from snakelab.geometry.poses import rotation_exp
from snakelab.perception.camera_imu.sequence import ImuSamples
from snakelab.types import FloatArray


class ImuBuffer:
    """Recent samples of an IMU.

    Samples that are not finite, or not later than the one before, are left out and counted.

    Args:
        length: Time that is kept [s].

    Attributes:
        invalid: Number of samples that were not finite.
        unordered: Number of samples that were not later than the one before.
        offset: Added to the stamps of the IMU to give the time of the cameras [s].
    """

    def __init__(self, length: float = 20.0) -> None:
        self.length, self.offset = length, 0.0
        self.invalid = self.unordered = 0
        self._table = np.zeros((0, 7))

    def __len__(self) -> int:
        return len(self._table)

    @property
    def end(self) -> float:
        """Time of the latest sample on the clock of the cameras [s]."""
        return float(self._table[-1, 0]) + self.offset if len(self._table) else -np.inf

    @property
    def period(self) -> float:
        """Median time between samples [s]."""
        return float(np.median(np.diff(self._table[:, 0]))) if len(self._table) > 2 else np.inf

    def add(self, samples: ImuSamples) -> None:
        """Append samples."""
        table = np.column_stack([samples.time, samples.angular_rate, samples.specific_force])
        finite = np.all(np.isfinite(table), axis=1)
        self.invalid += int((~finite).sum())
        table = table[finite]
        if not len(table):
            return
        last = self._table[-1, 0] if len(self._table) else -np.inf
        before = np.concatenate([[last], np.maximum(np.maximum.accumulate(table[:-1, 0]), last)])
        later = table[:, 0] > before
        self.unordered += int((~later).sum())
        table = np.concatenate([self._table, table[later]])
        self._table = table[table[:, 0] >= table[-1, 0] - self.length] if len(table) else table

    def samples(self) -> ImuSamples:
        """Return all samples that are kept, on the clock of the cameras."""
        return ImuSamples(self._table[:, 0] + self.offset, self._table[:, 1:4], self._table[:, 4:7])

    def interval(self, start: float, end: float) -> tuple[FloatArray, FloatArray, FloatArray] | None:
        """Return durations [s], rates [rad/s] and forces [m/s^2] that cover an interval; None where samples are missing.

        The interval is cut at the samples; each piece has the mean of the values at its two ends, which are interpolated.

        Args:
            start: On the clock of the cameras [s].
            end: Likewise [s].
        """
        t = self._table[:, 0] + self.offset
        period = self.period
        if len(t) < 3 or end <= start or t[0] > start + 1.5 * period or t[-1] < end - 1.5 * period:
            return None
        inside = (t > start + 1e-9) & (t < end - 1e-9)
        cuts = np.concatenate([[start], t[inside], [end]])
        if np.diff(cuts).max() > 5.0 * period:
            return None
        values = np.column_stack([np.interp(cuts, t, column) for column in self._table[:, 1:].T])
        middle = 0.5 * (values[1:] + values[:-1])
        return np.diff(cuts), middle[:, :3], middle[:, 3:]


def rotation_over(interval: tuple[FloatArray, FloatArray, FloatArray], bias: FloatArray) -> FloatArray:
    """Return the rotation R_start_end, shape (3, 3), that the gyroscope measured over an interval."""
    R = np.eye(3)
    for duration, rate in zip(interval[0], interval[1], strict=True):
        R = R @ rotation_exp((rate - bias) * duration)
    return R
