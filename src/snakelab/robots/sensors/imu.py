"""Inertial measurement unit: specific force, angular rate and, optionally, attitude."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
from annotated_types import Le

from snakelab.errors import RobotError
from snakelab.geometry.rotations import quat_exp, quat_multiply, quat_to_matrix
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, Slider, Unit
from snakelab.parameter_declarations.quantities import Label, Point, RotationVector
from snakelab.robots.sensors.instant import Instant, carried_to
from snakelab.robots.sensors.sampling import LARGEST, Delay, Noise, SamplingRate, SensorName
from snakelab.types import FloatArray, number

NOWHERE = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Imu:
    """IMU: accelerometer and gyroscope at a point of the body. Quantities: `specific_force`, `angular_rate` and
    optionally `attitude`.

    f = R^T (a - g) + bias + noise,  w = R^T omega + bias + noise, in the sensor's axes: at rest on level ground f
    points up with 9.81 m/s^2; in free fall it is zero. The attitude rotates sensor axes to world axes; its error is a
    small random rotation.

    Args:
        on: "base", "head", or the name of a link or soft section; a part's frame is at its tail end.
        point: Position of the sensor in that frame, shape (3,), [m].
        rotation: Rotation vector of the sensor's axes relative to that frame, shape (3,), [rad].
        accelerometer_noise: Standard deviation of one sample along each axis [m/s^2].
        gyroscope_noise: Standard deviation of one sample about each axis [rad/s].
        accelerometer_bias: Constant error, sensor axes, shape (3,), [m/s^2].
        gyroscope_bias: Constant error, sensor axes, shape (3,), [rad/s].
        attitude_noise: Standard deviation of one sample about each axis [rad]; None gives no attitude.
        rate: Samples per second [Hz].
        delay: Time from the sample to its availability [s].
        name: First part of the names of its variables in a recording; the default is measured.

    Raises:
        RobotError: if a number is out of range.
    """

    on: Label = "head"
    point: Annotated[Point, FIXED] = NOWHERE
    rotation: Annotated[RotationVector, FIXED] = NOWHERE
    accelerometer_noise: Annotated[Noise, Unit("m/s^2")] = 0.0
    gyroscope_noise: Annotated[Noise, Unit("rad/s")] = 0.0
    accelerometer_bias: Annotated[tuple[float, float, float], Le(LARGEST), Unit("m/s^2"), Slider(-1, 1, 0.01)] = NOWHERE
    gyroscope_bias: Annotated[tuple[float, float, float], Le(LARGEST), Unit("rad/s"), Slider(-0.1, 0.1, 0.001)] = (
        NOWHERE
    )
    attitude_noise: Annotated[Noise, Unit("rad")] | None = None
    rate: SamplingRate = 100.0
    delay: Delay = 0.0
    name: SensorName = ""
    needs_acceleration: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        for key, unit in (("accelerometer_bias", "m/s^2"), ("gyroscope_bias", "rad/s")):
            number(float(np.abs(getattr(self, key)).max()), f"Imu {key}", RobotError, maximum=LARGEST, unit=unit)

    def fields(self, n_coordinates: int) -> dict[str, int]:
        """Return the names of the quantities of a sample, in order, with the number of values of each."""
        attitude = {} if self.attitude_noise is None else {"attitude": 4}
        return {"specific_force": 3, "angular_rate": 3, **attitude}

    def read(self, instant: Instant, normal: FloatArray) -> FloatArray:
        """Return one sample: all values in one array; `normal` contains as many standard normal numbers."""
        motion = carried_to(instant.motion, np.asarray(self.point, dtype=np.float64))
        mounting = quat_exp(tuple(float(x) for x in self.rotation))
        R_world_sensor = motion.rotation @ np.reshape(quat_to_matrix(mounting), (3, 3))
        force = R_world_sensor.T @ (motion.acceleration[:3] - instant.gravity)
        rate = R_world_sensor.T @ motion.velocity[3:]
        sample = [
            force + np.asarray(self.accelerometer_bias) + self.accelerometer_noise * normal[:3],
            rate + np.asarray(self.gyroscope_bias) + self.gyroscope_noise * normal[3:6],
        ]
        if self.attitude_noise is not None:
            wrong = quat_exp(tuple((self.attitude_noise * normal[6:9]).tolist()))
            true = quat_multiply(tuple(motion.quaternion.tolist()), mounting)
            sample.append(np.array(quat_multiply(true, wrong)))
        return np.concatenate(sample)
