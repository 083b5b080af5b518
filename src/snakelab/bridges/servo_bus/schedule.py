"""Schedule of the exchanges with a robot: when each is due, and how late it was."""

import math
from collections.abc import Iterator
from typing import Any

from snakelab.bridges.servo_bus.clocks import Clock

# Delay above which a run does not catch up, as after a pause [s].
MAX_LAG = 0.25
# Delay above which an exchange counts as late [s].
LATE = 1e-3


class Schedule:
    """Deadlines of the exchanges of a run.

    Args:
        clock: Clock of the robot.
        begin: Time of the run at the present [s].
        rate: Exchanges per second [Hz].
        write_time: Duration of a command on the line [s].
        read_time: Duration of a measurement on the line [s].

    Attributes:
        periods, late, skipped: Numbers of exchanges, late ones, and skipped ones [-].
        worst: Longest delay [s].
        lead: Time by which targets are ahead, so that they arrive in time [s].
    """

    def __init__(self, clock: Clock, begin: float, rate: float, write_time: float, read_time: float) -> None:
        self.clock, self.rate = clock, rate
        self.lead, self.read_time = write_time, read_time
        self._origin = clock.now() - begin
        self.periods = self.late = self.skipped = 0
        self.worst = self._sum = self._squares = 0.0

    def cycles(self, begin: float, end: float) -> Iterator[float]:
        """Return the ends of the exchanges in an interval; at least one [s]."""
        n = max(1, math.ceil((end - begin) * self.rate - 1e-6))
        for k in range(1, n):
            yield begin + k * (end - begin) / n
        yield end

    def due(self, end: float) -> float:
        """Return the time of the clock at which an exchange ends [s]."""
        return self._origin + end

    def time_of(self, clock: float) -> float:
        """Return the time of the run at a time of the clock [s]."""
        return clock - self._origin

    def skip(self, end: float) -> bool:
        """Return True for an exchange whose end has passed; after a long pause, later ones are due later."""
        behind = self.clock.now() - self.due(end)
        if behind > MAX_LAG:
            self._origin += behind
            return False
        if behind > 0.0:
            self.skipped += 1
            return True
        return False

    def wait_to_read(self, end: float) -> None:
        """Wait until the latest start of a measurement that ends in time."""
        self.clock.sleep_until(self.due(end) - self.read_time)

    def finish(self, end: float) -> None:
        """Wait for the end of an exchange, and count its delay."""
        due = self.due(end)
        self.clock.sleep_until(due)
        delay = self.clock.now() - due
        self.periods += 1
        self.late += delay > LATE
        self.worst = max(self.worst, delay)
        self._sum += delay
        self._squares += delay * delay

    def attributes(self) -> dict[str, Any]:
        """Return attributes of the recording."""
        n = max(1, self.periods)
        mean = self._sum / n
        return {
            "exchange_rate": self.rate,
            "exchanges": self.periods,
            "late_periods": self.late,
            "skipped_periods": self.skipped,
            "longest_delay": self.worst,
            "jitter": math.sqrt(max(0.0, self._squares / n - mean * mean)),
        }
