"""Sensors of every coordinate: encoders, and torque sensors of the actuators."""

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np

from snakelab.errors import RobotError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Unit
from snakelab.robots.sensors.instant import Instant
from snakelab.robots.sensors.sampling import Delay, Noise, SamplingRate, SensorName
from snakelab.types import FloatArray


@dataclass(frozen=True)
class Encoders:
    """Encoders on all coordinates: q rounded to the resolution, and v. Quantities: `q` and `v`.

    q = resolution round((q + noise n) / resolution),  v = v + velocity_noise n,  n from the standard normal
    distribution.

    Args:
        noise: Standard deviation of one sample of q [rad] or [m].
        velocity_noise: Standard deviation of one sample of v [rad/s] or [m/s].
        resolution: Resolution of q [rad] or [m]; 0 for no rounding.
        rate: Samples per second [Hz].
        delay: Time from the sample to its availability [s].
        name: First part of the names of its variables in a recording; the default is measured.

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
        """Return the names of the quantities of a sample, in order, with the number of values of each."""
        return {"q": n_coordinates, "v": n_coordinates}

    def read(self, instant: Instant, normal: FloatArray) -> FloatArray:
        """Return one sample: all values in one array; `normal` contains as many standard normal numbers."""
        n = len(instant.q)
        q = instant.q + self.noise * normal[:n]
        if self.resolution > 0:
            q = self.resolution * np.round(q / self.resolution)
        return np.concatenate([q, instant.v + self.velocity_noise * normal[n:]])


@dataclass(frozen=True)
class TorqueSensors:
    """Torque sensors on all actuators: the force as applied, plus noise. Quantity: `tau`.

    Args:
        noise: Standard deviation of one sample [N m] or [N].
        rate: Samples per second [Hz].
        delay: Time from the sample to its availability [s].
        name: First part of the names of its variables in a recording; the default is measured.

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
        """Return the names of the quantities of a sample, in order, with the number of values of each."""
        return {"tau": n_coordinates}

    def read(self, instant: Instant, normal: FloatArray) -> FloatArray:
        """Return one sample: all values in one array; `normal` contains as many standard normal numbers."""
        return instant.tau + self.noise * normal
