"""Torque sensors: the forces of the actuators."""

from dataclasses import dataclass, field
from typing import Annotated

from snakelab.declared.check import check_declared
from snakelab.declared.marks import Unit
from snakelab.errors import RobotError
from snakelab.robots.sensors.instant import Instant
from snakelab.robots.sensors.sampling import Delay, Noise, SamplingRate, SensorName
from snakelab.types import FloatArray


@dataclass(frozen=True)
class TorqueSensors:
    """One sensor on every actuator: its force as applied, plus noise. They give `tau`.

    Args:
        noise: Standard deviation of one sample [N m] or [N].
        rate: Samples per second [Hz].
        delay: From sample to answer [s].
        name: First part of its variables in a recording; without one, measured.

    Raises:
        RobotError: if a number is out of range.
    """

    noise: Annotated[Noise, Unit("N m", "N")] = 0.0
    rate: SamplingRate = 100.0
    delay: Delay = 0.0
    name: SensorName = ""
    on: str = field(default="", init=False, repr=False)

    def __post_init__(self) -> None:
        check_declared(self, RobotError)

    def fields(self, n_coordinates: int) -> dict[str, int]:
        """Fields of a sample, in order, and the number of values of each."""
        return {"tau": n_coordinates}

    def read(self, instant: Instant, normal: FloatArray) -> FloatArray:
        """One sample: the fields in a row; `normal` holds as many standard normal numbers."""
        return instant.tau + self.noise * normal
