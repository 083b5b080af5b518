"""Readings: what the servos of a robot measured at one time, in the coordinates of the joints."""

from dataclasses import dataclass

import numpy as np

from snakelab.bridges.bus.imu.sample import ImuSample
from snakelab.types import FloatArray


@dataclass(frozen=True)
class Reading:
    """Measured values of all joints; NaN where nothing was measured yet.

    Attributes:
        time: Time of the reading [s].
        q: Angles, shape (n,), [rad].
        v: Rates, shape (n,), [rad/s].
        load: Torque as a fraction of the stall torque, shape (n,), [-].
        voltage: Shape (n,), [V].
        temperature: Shape (n,), [degC].
        current: Shape (n,), [A].
        faults: Bits of the faults that the servos report, shape (n,).
        answered: Servos that answered, shape (n,), bool.
        imu: Last sample of the IMU on the bus; None without one.
    """

    time: float
    q: FloatArray
    v: FloatArray
    load: FloatArray
    voltage: FloatArray
    temperature: FloatArray
    current: FloatArray
    faults: np.ndarray
    answered: np.ndarray
    imu: ImuSample | None = None

    @classmethod
    def empty(cls, n: int) -> "Reading":
        """Return a reading without values."""
        nothing = np.full(n, np.nan)
        return cls(0.0, nothing, nothing, nothing, nothing, nothing, nothing, np.zeros(n, np.int64), np.zeros(n, bool))
