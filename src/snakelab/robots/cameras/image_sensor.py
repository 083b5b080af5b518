"""Image sensor of a camera, with exposure, motion blur and noise, and the lamp next to it."""

import math
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Le

from snakelab.errors import RobotError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, Slider, Unit
from snakelab.parameter_declarations.quantities import Flag, Seed
from snakelab.types import number

WHITE = 255  # grey level of white
LATEST = 1e9  # of an interval [s]

Level = Annotated[float, Ge(0), Le(WHITE), Slider(0, 20, 0.1)]


@dataclass(frozen=True)
class ImageSensor:
    """Grey levels of 8 bits from brightness: exposure, motion blur over the exposure time, and noise.

    The level is 255 gain L + n for brightness L (1 is white in full light), rounded and clipped; the variance of n is
    read_noise^2 + photon_noise^2 gain L.

    Args:
        gain: Factor from brightness to grey level [-]; 0 gives black images.
        exposure_time: Duration over which the motion of the camera blurs an image [s]; the time of the image is its
            middle.
        blur_renders: Number of images that are averaged over the exposure time.
        read_noise: Standard deviation of the noise of a dark pixel [grey level].
        photon_noise: Standard deviation of the photon noise of a white pixel [grey level].
        colour: True for RGB, False for grey levels.
        covered: Start and end of an interval in which the lens is covered and images are black [s]; None for never.
        seed: Seed of the noise.

    Raises:
        RobotError: if a number is out of range.
    """

    gain: Annotated[float, Ge(0), Le(100), Slider(0, 4, 0.01)] = 1.0
    exposure_time: Annotated[float, Ge(0), Le(1), Unit("s"), Slider(0, 0.05, 0.001), FIXED] = 0.0
    blur_renders: Annotated[int, Ge(1), Le(64), Slider(1, 16, 1), FIXED] = 5
    read_noise: Level = 0.0
    photon_noise: Level = 0.0
    colour: Flag = False
    covered: Annotated[tuple[float, float], Unit("s"), Slider(0, 60, 0.1), FIXED] | None = None
    seed: Annotated[Seed, FIXED] = 0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        if self.covered is not None:
            begin, end = self.covered
            number(end, "ImageSensor covered end", RobotError, minimum=begin, maximum=LATEST, unit="s")

    def is_covered(self, time: float) -> bool:
        """Return True if the lens is covered at a time [s]."""
        return self.covered is not None and self.covered[0] <= time <= self.covered[1]


@dataclass(frozen=True)
class Lamp:
    """Lamp at a camera's lens that shines along its optical axis.

    It adds the brightness B exp(-(a / beam)^2) / (1 + (r / reach)^2) at a distance r and an angle a from the axis: constant
    near the lamp, falling with the square of the distance far away.

    Args:
        brightness: B, relative to full light [-].
        reach: Distance at which the brightness has fallen to one half [m].
        beam: Angle from the axis at which the brightness has fallen to 1/e [rad].

    Raises:
        RobotError: if a number is out of range.
    """

    brightness: Annotated[float, Ge(0), Le(100), Slider(0, 5, 0.01), FIXED] = 1.0
    reach: Annotated[float, Gt(0), Le(1e4), Unit("m"), Slider(0.05, 10, 0.05), FIXED] = 1.0
    beam: Annotated[float, Gt(0), Le(math.pi), Unit("rad"), Slider(0.1, math.pi, 0.01), FIXED] = 1.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
