"""Soft start: a smooth way from the measured shape of a robot to the motion that is asked of it."""

import numpy as np

from snakelab.types import FloatArray

# Largest offset from which the fade takes its full time; it takes less for smaller ones [rad].
FULL = 0.2


class SoftStart:
    """Offset between the shape of a robot and the first target, which fades out.

    Args:
        duration: Time of the fade [s].
    """

    def __init__(self, duration: float) -> None:
        self.duration = duration
        self._offset: FloatArray | None = None
        self._began = 0.0

    def start(self, target: FloatArray, shape: FloatArray, now: float) -> None:
        """Note the first target and the shape at that time; later calls have no effect."""
        if self._offset is None:
            self._offset, self._began = shape - target, now
            self.duration *= min(1.0, float(np.abs(self._offset).max()) / FULL)

    def blended(self, target: FloatArray, time: float) -> FloatArray:
        """Return the target with the rest of the offset at a time [s]."""
        if self._offset is None or time >= self._began + self.duration:
            return target
        x = max(0.0, (time - self._began) / self.duration)
        fade = 1.0 - x**3 * (10.0 - 15.0 * x + 6.0 * x * x)
        return np.asarray(target + fade * self._offset)
