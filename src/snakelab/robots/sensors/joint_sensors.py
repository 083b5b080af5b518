"""Sensors of every coordinate: encoders, and torque sensors of the actuators."""

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np

from snakelab.declared.check import check_declared
from snakelab.declared.marks import Unit
from snakelab.errors import RobotError
from snakelab.robots.sensors.instant import Instant
from snakelab.robots.sensors.sampling import Delay, Noise, SamplingRate, SensorName
from snakelab.types import FloatArray


@dataclass(frozen=True)
class Encoders:
    """One encoder on every coordinate: q in whole steps of the resolution, and v. They give `q` and `v`.

    q = resolution round((q + noise n) / resolution),  v = v + velocity_noise n,  n of the standard normal distribution.

    Args:
        noise: Standard deviation of one sample of q [rad] or [m].
        velocity_noise: Standard deviation of one sample of v [rad/s] or [m/s].
        resolution: Step of q [rad] or [m]; 0 for none.
        rate: Samples per second [Hz].
        delay: From sample to answer [s].
        name: First part of its variables in a recording; without one, measured.

    Raises:
        RobotError: if a number is out of range.
    """

    noise: Annotated[Noise, Unit("rad", "m")] = 0.0
    velocity_noise: Annotated[Noise, Unit("rad/s", "m/s")] = 0.0
    resolution: Annotated[Noise, Unit("rad", "m")] = 0.0
    rate: SamplingRate = 100.0
    delay: Delay = 0.0
    name: SensorName = ""
    on: str = field(default="", init=False, repr=False)

    def __post_init__(self) -> None:
        check_declared(self, RobotError)

    def fields(self, n_coordinates: int) -> dict[str, int]:
        """Fields of a sample, in order, and the number of values of each."""
        return {"q": n_coordinates, "v": n_coordinates}

    def read(self, instant: Instant, normal: FloatArray) -> FloatArray:
        """One sample: the fields in a row; `normal` holds as many standard normal numbers."""
        n = len(instant.q)
        q = instant.q + self.noise * normal[:n]
        if self.resolution > 0:
            q = self.resolution * np.round(q / self.resolution)
        return np.concatenate([q, instant.v + self.velocity_noise * normal[n:]])


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
