"""Torque sensors: the forces of the actuators."""

from dataclasses import dataclass, field

from snakelab.errors import RobotError
from snakelab.robots.sensors.instant import Instant
from snakelab.robots.sensors.sampling import LARGEST, check_sampling
from snakelab.types import FloatArray, number


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

    noise: float = 0.0
    rate: float = 100.0
    delay: float = 0.0
    name: str = ""
    on: str = field(default="", init=False, repr=False)

    def __post_init__(self) -> None:
        number(self.noise, "TorqueSensors noise", RobotError, least=0, most=LARGEST)
        check_sampling(self)

    def fields(self, n_coordinates: int) -> dict[str, int]:
        """What a sample holds, in order, and how many numbers each is."""
        return {"tau": n_coordinates}

    def read(self, instant: Instant, normal: FloatArray) -> FloatArray:
        """One sample: the fields in a row; `normal` holds as many standard normal numbers."""
        return instant.tau + self.noise * normal
