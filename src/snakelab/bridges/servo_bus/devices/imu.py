"""IMU on a servo bus: a device with its own id and the registers of a BNO055."""

import math
from dataclasses import dataclass

import numpy as np

from snakelab.bridges.servo_bus.interface import Bus
from snakelab.bridges.servo_bus.registers import Register, decoded_block, span
from snakelab.types import FloatArray

CHIP = 0xA0
FORCE, RATE, UNIT = 1e-2, math.radians(1.0 / 16.0), 2.0**-14
AXES, WXYZ = "xyz", "wxyz"


def _vector(name: str, address: int, scale: float, unit: str, axes: str) -> dict[str, Register]:
    """Return registers of 16 bits for the components of a vector."""
    return {
        f"{name}_{axis}": Register(address + 2 * i, 2, scale, unit, two_complement=True, writable=False)
        for i, axis in enumerate(axes)
    }


TABLE: dict[str, Register] = {
    "chip": Register(0x00, 1, writable=False),
    **_vector("specific_force", 0x08, FORCE, "m/s^2", AXES),
    **_vector("angular_rate", 0x14, RATE, "rad/s", AXES),
    **_vector("attitude", 0x20, UNIT, "-", WXYZ),
}
SAMPLE = tuple(name for name in TABLE if name != "chip")
SIZE = 0x40


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


# Tolerance of the norm of a valid quaternion; the device returns zeros before it has an attitude [-].
MIN_NORM = 0.9
TRIES = 3


class ImuDevice:
    """IMU on a servo bus.

    Args:
        bus: The bus.
        ident: Id of the device.
    """

    def __init__(self, bus: Bus, ident: int) -> None:
        self.bus, self.ident = bus, ident
        self._start, self._size = span(TABLE, SAMPLE)

    @property
    def read_time(self) -> float:
        """Duration of a sample on the line [s]."""
        return self.bus.block_time(self._size)

    def check(self) -> str:
        """Return the reason why there is no such device, empty if it answers as a BNO055 does."""
        for _ in range(TRIES):
            block = self.bus.read_block(self.ident, TABLE["chip"].address, TABLE["chip"].size)
            if block is not None:
                chip = int(block[0])
                return "" if chip == CHIP else f"device {self.ident} is no BNO055: its chip id is {chip:#04x}, not 0xa0"
        return f"the IMU {self.ident} does not answer; check its cable and id with snakelab bus scan"

    def sample(self) -> ImuSample | None:
        """Return a new sample, stamped with the middle of its transfer; None without an answer."""
        before = self.bus.clock.now()
        data = self.bus.read_block(self.ident, self._start, self._size)
        if data is None:
            return None
        values = decoded_block(TABLE, SAMPLE, self._start, np.frombuffer(data, dtype=np.uint8)[None])[0]
        norm = float(np.linalg.norm(values[6:10]))
        attitude = values[6:10] / norm if norm > MIN_NORM else None
        return ImuSample(0.5 * (before + self.bus.clock.now()), values[:3], values[3:6], attitude)
