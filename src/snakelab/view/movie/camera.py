"""Camera of a movie: fixed if all of the motion fits, else following the centre of mass."""

import math
from dataclasses import dataclass

import numpy as np
from scipy.ndimage import gaussian_filter1d

from snakelab.types import FloatArray

STILL = 0.55  # a still camera may be this much farther away than one that follows
FILLED = (0.62, 0.60)  # of the picture's width and height that the body takes where the camera follows
MARGIN = 0.82  # of them that the whole motion occupies if the camera is fixed
CALM = 0.6  # how long the camera takes to follow [s]
FAR = 0.98  # share of the frames in which the body must fit; a run that ends by flying apart needs not
SMALLEST = 1e-3  # of what the camera sees [m]


@dataclass(frozen=True)
class Camera:
    """Projection from metres in a plane to pixels.

    Attributes:
        centre: Centre of each frame, shape (n_frames, 2), [m].
        scale: Pixels per metre.
        size: Width and height of a frame [pixel].
    """

    centre: FloatArray
    scale: float
    size: tuple[int, int]

    def pixels(self, points: FloatArray, frame: int) -> FloatArray:
        """Convert points in metres, shape (..., 2), to pixels from the upper left corner."""
        middle = np.array(self.size) / 2
        pixels = middle + (points - self.centre[frame]) * (self.scale, -self.scale)
        return np.clip(pixels, -1e5, 1e5)  # drawing takes no larger numbers

    def corners(self, frame: int) -> tuple[FloatArray, FloatArray]:
        """Return the lower left and upper right corner of a frame, [m]."""
        reach = np.array(self.size) / (2 * self.scale)
        return self.centre[frame] - reach, self.centre[frame] + reach


def aim(body: FloatArray, com: FloatArray, rate: float, size: tuple[int, int]) -> Camera:
    """Choose the camera for a motion.

    Args:
        body: Points of the body in each frame, shape (n_frames, n_points, 2), [m].
        com: Centre of mass, shape (n_frames, 2), [m].
        rate: Frames per second of the motion's own time [1/s].
        size: Width and height of a frame [pixel].
    """
    wide = np.array(size, dtype=np.float64)
    followed = gaussian_filter1d(com, CALM * rate, axis=0, mode="nearest") if len(com) > 1 else com.copy()
    reach = np.quantile(np.abs(body - followed[:, None]).max(axis=1), FAR, axis=0)
    follow = float((np.array(FILLED) * wide / np.maximum(2 * reach, SMALLEST)).min())
    low, high = np.quantile(body.min(axis=1), 1 - FAR, axis=0), np.quantile(body.max(axis=1), FAR, axis=0)
    still = float((MARGIN * wide / np.maximum(high - low, SMALLEST)).min())
    if still >= STILL * follow:
        middle = (low + high) / 2
        return Camera(np.tile(middle, (len(com), 1)), min(still, follow), size)
    return Camera(followed, follow, size)


def round_step(least: float) -> float:
    """Return the smallest of 1, 2, 5, 10, 20, ... and their tenths that is not below `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least * (1 - 1e-9))
