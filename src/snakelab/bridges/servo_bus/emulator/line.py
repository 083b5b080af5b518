"""Line to emulated servos on a simulated clock: bytes need transmission time, and packets may be lost or damaged."""

import random
from collections import deque

from snakelab.bridges.servo_bus.clocks import SimulatedClock
from snakelab.bridges.servo_bus.emulated_bus import LineSettings
from snakelab.bridges.servo_bus.emulator.feetech import FeetechServos
from snakelab.errors import HardwareError

BITS = 10  # of a byte on the wire
# Tolerance of the relative difference of baud rates.
TOLERANCE = 0.02


class EmulatedLine:
    """Transport to emulated servos; deterministic for equal seeds.

    Args:
        servos: The servos.
        settings: Properties of the line.

    Attributes:
        cut: Time at which the cable is pulled [s]; None for never.
    """

    def __init__(self, servos: FeetechServos, settings: LineSettings | None = None) -> None:
        self.servos, self.settings = servos, settings or LineSettings()
        self.clock, self.baud = SimulatedClock(), self.settings.baud
        self.cut: float | None = None
        self._random = random.Random(self.settings.seed)
        self._queue: deque[tuple[float, bytes]] = deque()

    def write(self, data: bytes) -> None:
        """Send bytes; see `Transport`. The clock advances by their time on the wire."""
        self._check_cable()
        self.clock.time += len(data) * BITS / self.baud
        at = self.clock.time + self.settings.usb_delay
        self.servos.bank.advance(at)
        if not self._same_baud():
            return
        heard = self._disturbed(data)
        for answer in self.servos.hear(heard) if heard is not None else ():
            if answer is None:
                continue
            at += self.settings.turnaround + answer.delay + len(answer.data) * BITS / self.baud
            arriving = self._disturbed(answer.data)
            if arriving is not None:
                self._queue.append((at + self.settings.usb_delay, arriving))

    def read(self, deadline: float) -> bytes:
        """Return the next bytes that arrive until a time; see `Transport`."""
        self._check_cable()
        if self._queue and self._queue[0][0] <= deadline:
            at, data = self._queue.popleft()
            self.clock.sleep_until(at)
            return data
        self.clock.sleep_until(deadline)
        return b""

    def settle(self) -> None:
        """Advance the servos to the present time of the clock."""
        self.servos.bank.advance(self.clock.time)

    def close(self) -> None:
        """Discard pending bytes."""
        self._queue.clear()

    def _same_baud(self) -> bool:
        servo_baud = self.servos.baud
        return abs(servo_baud - self.baud) <= TOLERANCE * servo_baud

    def _disturbed(self, data: bytes) -> bytes | None:
        """Return the bytes as they arrive; None if they are lost."""
        settings = self.settings
        if settings.lost and self._random.random() < settings.lost:
            return None
        if settings.noise and self._random.random() < settings.noise:
            if self._random.random() < 0.5:
                return self._random.randbytes(self._random.randint(1, 4)) + data
            at = self._random.randrange(len(data))
            return data[:at] + bytes((data[at] ^ 1 << self._random.randrange(8),)) + data[at + 1 :]
        return data

    def _check_cable(self) -> None:
        if self.cut is not None and self.clock.time >= self.cut:
            raise HardwareError("the connection to the emulated servos is lost; check cable and power, and start again")
