"""Pace of a session: time of the next frame, and synchronisation of simulated time with wall time."""

import time as clock
from dataclasses import dataclass, field

FRAME_RATE = 30.0
# Delay above which a run does not catch up [s].
MAX_LAG = 0.25


@dataclass
class Pacing:
    """Pace of a session and its measurement.

    Attributes:
        pace: Requested simulated time per wall time [-].
        playing: True while the run or the replay advances.
        achieved: Simulated time per wall time over the last second [-].
        late: Number of frames that were late since the start [-].
        took: Wall time of the last tick [ms].
    """

    pace: float = 1.0
    playing: bool = False
    achieved: float = 0.0
    late: int = 0
    took: float = 0.0
    _due: float = field(default_factory=clock.perf_counter)
    _since: float = field(default_factory=clock.perf_counter)
    _simulated: float = 0.0

    def play(self) -> None:
        """Advance from now on."""
        self.playing = True
        self.restart()

    def set_pace(self, pace: float) -> None:
        """Set the simulated time per wall time [-]."""
        self.pace = pace
        self.restart()

    def restart(self) -> None:
        """Measure from now on: the next frame is due at once."""
        self._due = self._since = clock.perf_counter()
        self._simulated = 0.0

    def frame_time(self) -> float:
        """Return the simulated time of one frame [s]."""
        return self.pace / FRAME_RATE

    def periods(self, period: float) -> int:
        """Return the number of control periods of one frame.

        Args:
            period: Control period [s].
        """
        return max(1, round(self.frame_time() / period))

    def left(self, simulated: float) -> float:
        """Return the time until the next frame is due [s]; count it if it is late.

        Args:
            simulated: Simulated time of the last frame [s].
        """
        self._simulated += simulated
        self._due += simulated / self.pace
        left = self._due - clock.perf_counter()
        if left < 0.0:
            self.late += 1
            if -left > MAX_LAG:
                self._due = clock.perf_counter()
        return left

    def measure(self) -> bool:
        """Measure the achieved pace once per second; return True when it was measured."""
        passed = clock.perf_counter() - self._since
        if passed < 1.0:
            return False
        self.achieved = self._simulated / passed
        self._since, self._simulated = clock.perf_counter(), 0.0
        return True
