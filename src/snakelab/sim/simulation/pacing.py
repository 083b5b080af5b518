"""Pace of a run relative to the wall clock: deadlines of its periods, and the number missed."""

import time as clock
from dataclasses import dataclass

# Delay above which a run does not catch up [s].
MAX_LAG = 0.25


@dataclass
class Pace:
    """Deadlines of a run that advances at a multiple of real time.

    Attributes:
        factor: Simulated time per wall time [-].
        periods: Number of periods so far [-].
        late: Number of periods that ended after their deadline [-].
        worst: Longest delay after a deadline [s].
    """

    factor: float
    periods: int = 0
    late: int = 0
    worst: float = 0.0

    def begin(self) -> None:
        """Set the first deadline to the present."""
        self.due = self.began = clock.perf_counter()
        self.simulated = 0.0

    def wait(self, simulated: float) -> None:
        """Wait for the deadline of a period.

        Args:
            simulated: Simulated time of the period [s].
        """
        self.due += simulated / self.factor
        self.simulated += simulated
        self.periods += 1
        left = self.due - clock.perf_counter()
        if left >= 0.0:
            clock.sleep(left)
            return
        self.late += 1
        self.worst = max(self.worst, -left)
        if -left > MAX_LAG:
            self.due = clock.perf_counter()

    @property
    def achieved(self) -> float:
        """Simulated time per wall time so far [-]."""
        took = clock.perf_counter() - self.began
        return self.simulated / took if took > 0.0 else 0.0

    @property
    def attributes(self) -> dict[str, float]:
        """Attributes of a recording."""
        return {
            "pace": self.factor,
            "paced_periods": self.periods,
            "late_periods": self.late,
            "longest_delay": self.worst,
        }
