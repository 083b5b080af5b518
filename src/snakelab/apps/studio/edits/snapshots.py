"""Snapshots of the last minutes of a run, which can be restored."""

from collections import deque

from snakelab.errors import SimulationError
from snakelab.sim.simulation import Simulation
from snakelab.sim.simulation.course import Course

# Time for which records and snapshots are kept [s].
KEPT = 120.0
BETWEEN_SNAPSHOTS = 1.0


class History:
    """Snapshots of one run, one per simulated second.

    Args:
        simulation: The run.
    """

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._kept: deque[tuple[float, Course]] = deque(maxlen=round(KEPT / BETWEEN_SNAPSHOTS))

    @property
    def earliest(self) -> float:
        """Earliest instant that can be restored [s]."""
        return self._kept[0][0] if self._kept else self._simulation.time

    @property
    def times(self) -> list[float]:
        """Times of the snapshots [s]."""
        return [time for time, _ in self._kept]

    def remember(self) -> bool:
        """Store a snapshot if the last one is at least a second old; return True if one was stored."""
        simulation = self._simulation
        if self._kept and simulation.time < self._kept[-1][0] + BETWEEN_SNAPSHOTS - 1e-9:
            return False
        self._kept.append((simulation.time, simulation.snapshot()))
        return True

    def restore(self, time: float) -> None:
        """Restore the last snapshot that is not after an instant [s], and forget the later ones.

        Raises:
            SimulationError: if the instant is no longer stored.
        """
        earlier = [entry for entry in self._kept if entry[0] <= time + 1e-9]
        if not earlier:
            raise SimulationError(f"t = {time:.3g} s is no longer kept; the earliest instant is {self.earliest:.3g} s")
        at, snapshot = earlier[-1]
        self._simulation.restore(snapshot)
        while self._kept and self._kept[-1][0] > at:
            self._kept.pop()
