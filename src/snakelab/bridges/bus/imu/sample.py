"""Sample of an inertial measurement unit."""

from dataclasses import dataclass

from snakelab.types import FloatArray


@dataclass(frozen=True)
class ImuSample:
    """Measurements of an IMU at one time; None for quantities that it does not measure.

    Attributes:
        time: Time of the sample on the clock of the robot [s].
        specific_force: Acceleration less gravity, sensor axes, shape (3,), [m/s^2].
        angular_rate: Angular velocity, sensor axes, shape (3,), [rad/s].
        attitude: Rotation from sensor axes to world axes, wxyz, shape (4,).
    """

    time: float
    specific_force: FloatArray | None = None
    angular_rate: FloatArray | None = None
    attitude: FloatArray | None = None
