"""External pose sensor: motion capture, overhead camera, acoustic positioning."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from snakelab.errors import RobotError
from snakelab.geometry.rotations import quat_exp, quat_multiply
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Choices, Unit
from snakelab.robots.sensors.instant import Instant
from snakelab.robots.sensors.sampling import Delay, Noise, SamplingRate, SensorName
from snakelab.types import FloatArray

ENDS = ("base", "head")


@dataclass(frozen=True)
class PoseSensor:
    """Pose and velocity of the base or the head in world axes, plus noise.

    Quantities: `base_position`, `base_quaternion` and `base_velocity` on the base; `head_position`, `head_quaternion`
        and `head_velocity` on the head. The error of the attitude is a random rotation about the world's z. Coordinates
        that a planar base fixes have no noise.

    Args:
        on: "base" or "head".
        position_noise: Standard deviation of one sample along each axis [m].
        heading_noise: Standard deviation of one sample [rad].
        velocity_noise: Standard deviation of one sample of the linear velocity along each axis [m/s].
        angular_velocity_noise: Standard deviation of one sample of the angular velocity about each axis [rad/s].
        rate: Samples per second [Hz].
        delay: Time from the sample to its availability [s].
        name: First part of the names of its variables in a recording; the default is measured.

    Raises:
        RobotError: if a number is out of range.
    """

    on: Annotated[str, Choices(ENDS)] = "base"
    position_noise: Annotated[Noise, Unit("m")] = 0.0
    heading_noise: Annotated[Noise, Unit("rad")] = 0.0
    velocity_noise: Annotated[Noise, Unit("m/s")] = 0.0
    angular_velocity_noise: Annotated[Noise, Unit("rad/s")] = 0.0
    rate: SamplingRate = 100.0
    delay: Delay = 0.0
    name: SensorName = ""

    def __post_init__(self) -> None:
        check_declared(self, RobotError)

    def fields(self, n_coordinates: int) -> dict[str, int]:
        """Return the names of the quantities of a sample, in order, with the number of values of each."""
        return {f"{self.on}_position": 3, f"{self.on}_quaternion": 4, f"{self.on}_velocity": 6}

    def read(self, instant: Instant, normal: FloatArray) -> FloatArray:
        """Return one sample: all values in one array; `normal` contains as many standard normal numbers."""
        motion, free = instant.motion, instant.free
        position = motion.position + self.position_noise * np.where(free[:3], normal[:3], 0.0)
        wrong = quat_exp((0.0, 0.0, self.heading_noise * float(normal[3])))
        quaternion = quat_multiply(wrong, tuple(motion.quaternion.tolist()))
        spread = np.repeat([self.velocity_noise, self.angular_velocity_noise], 3)
        velocity = motion.velocity + spread * np.where(free, normal[7:], 0.0)
        return np.concatenate([position, quaternion, velocity])
