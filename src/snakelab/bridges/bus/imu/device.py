"""IMU on a servo bus: a device with an id of its own and the registers of a BNO055."""

import numpy as np

from snakelab.bridges.bus.imu.sample import ImuSample
from snakelab.bridges.bus.imu.table import CHIP, SAMPLE, TABLE
from snakelab.bridges.bus.interface import Bus
from snakelab.bridges.bus.registers import decoded_block, span

# A quaternion whose norm is further from 1 than this is no attitude; the device gives zeros before it has one [-].
LEAST_NORM = 0.9
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
        attitude = values[6:10] / norm if norm > LEAST_NORM else None
        return ImuSample(0.5 * (before + self.bus.clock.now()), values[:3], values[3:6], attitude)
