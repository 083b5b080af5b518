"""Depth sensor: pressure gauge."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from snakelab.errors import RobotError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, Unit
from snakelab.parameter_declarations.quantities import Label, Length, Point
from snakelab.robots.sensors.instant import Instant, carried_to
from snakelab.robots.sensors.sampling import Delay, Noise, SamplingRate, SensorName
from snakelab.types import FloatArray


@dataclass(frozen=True)
class DepthSensor:
    """Depth of a point of the body below a surface: surface - z, plus noise; positive under water. Quantity: `depth`.

    Args:
        on: "base", "head", or the name of a link or soft section; a part's frame is at its tail end.
        point: Position of the sensor in that frame, shape (3,), [m].
        surface: Height of the surface from which the depth is measured [m].
        noise: Standard deviation of one sample [m].
        rate: Samples per second [Hz].
        delay: Time from the sample to its availability [s].
        name: First part of the names of its variables in a recording; the default is measured.

    Raises:
        RobotError: if a number is out of range.
    """

    on: Label = "head"
    point: Annotated[Point, FIXED] = (0.0, 0.0, 0.0)
    surface: Length = 0.0
    noise: Annotated[Noise, Unit("m")] = 0.0
    rate: SamplingRate = 100.0
    delay: Delay = 0.0
    name: SensorName = ""

    def __post_init__(self) -> None:
        check_declared(self, RobotError)

    def fields(self, n_coordinates: int) -> dict[str, int]:
        """Return the names of the quantities of a sample, in order, with the number of values of each."""
        return {"depth": 1}

    def read(self, instant: Instant, normal: FloatArray) -> FloatArray:
        """Return one sample: all values in one array; `normal` contains as many standard normal numbers."""
        place = carried_to(instant.motion, np.asarray(self.point, dtype=np.float64)).position
        return self.surface - place[2:] + self.noise * normal
