"""A pressure gauge read as depth."""

from dataclasses import dataclass

import numpy as np

from snakelab.errors import RobotError
from snakelab.robots.sensors.instant import Instant, carried_to
from snakelab.robots.sensors.sampling import LARGEST, check_sampling
from snakelab.types import FloatArray, label, number, vector


@dataclass(frozen=True)
class DepthSensor:
    """Depth of a point of the body below a level: surface - z, plus noise; positive under water. It gives `depth`.

    Args:
        on: "base", "head", or the name of a link or soft section; a part's frame stands at its tail end.
        point: Where on it, in its axes, shape (3,), [m].
        surface: Height of the level that it counts from [m].
        noise: Standard deviation of one sample [m].
        rate: Samples per second [Hz].
        delay: From sample to answer [s].
        name: First part of its variables in a recording; without one, measured.

    Raises:
        RobotError: if a number is out of range.
    """

    on: str = "head"
    point: tuple[float, float, float] = (0.0, 0.0, 0.0)
    surface: float = 0.0
    noise: float = 0.0
    rate: float = 100.0
    delay: float = 0.0
    name: str = ""

    def __post_init__(self) -> None:
        label(self.on, "DepthSensor on", RobotError)
        vector(self.point, "DepthSensor point", RobotError, size=3, unit="m")
        number(self.surface, "DepthSensor surface", RobotError, unit="m")
        number(self.noise, "DepthSensor noise", RobotError, least=0, most=LARGEST, unit="m")
        check_sampling(self)

    def fields(self, n_coordinates: int) -> dict[str, int]:
        """What a sample holds, in order, and how many numbers each is."""
        return {"depth": 1}

    def read(self, instant: Instant, normal: FloatArray) -> FloatArray:
        """One sample: the fields in a row; `normal` holds as many standard normal numbers."""
        place = carried_to(instant.motion, np.asarray(self.point, dtype=np.float64)).position
        return self.surface - place[2:] + self.noise * normal
