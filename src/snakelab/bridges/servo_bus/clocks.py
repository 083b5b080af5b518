"""Clocks of a robot: the wall clock, and a simulated one that only advances when it is used."""

import time
from dataclasses import dataclass
from typing import Protocol

# Final part of a wait that is polled, since sleep may last longer [s].
POLLED = 2e-4


class Clock(Protocol):
    """Time of a robot [s], from an arbitrary origin."""

    def now(self) -> float:
        """Return the present time [s]."""

    def sleep_until(self, time: float) -> None:
        """Wait until a time [s]; return at once if it has passed."""


class WallClock:
    """Monotonic clock of the computer."""

    def now(self) -> float:
        """Return the present time [s]."""
        return time.perf_counter()

    def sleep_until(self, time_: float) -> None:
        """Wait until a time [s]."""
        left = time_ - time.perf_counter()
        if left > POLLED:
            time.sleep(left - POLLED)
        while time.perf_counter() < time_:
            time.sleep(0)


@dataclass
class SimulatedClock:
    """Clock without a relation to real time; runs on it are deterministic.

    Attributes:
        time: Present time [s].
    """

    time: float = 0.0

    def now(self) -> float:
        """Return the present time [s]."""
        return self.time

    def sleep_until(self, time_: float) -> None:
        """Advance to a time [s]."""
        self.time = max(self.time, time_)
