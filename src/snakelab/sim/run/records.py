"""Records of a run while it advances."""

from dataclasses import dataclass, field

import numpy as np

from snakelab.sim.engine import Outcome
from snakelab.types import FloatArray


@dataclass
class Records:
    """Records so far, and counters of the engine.

    Attributes:
        pieces: Records, each (n, record width).
        senses: Sensor values at these, each (n, numbers of all sensors).
        last: Record of the last event, stored or not; None before the first.
        steps: Number of steps [-].
        rejected: Number of rejected adaptive steps [-].
        unsettled: Number of unconverged coordinates [-].
    """

    pieces: list[FloatArray] = field(default_factory=list)
    senses: list[FloatArray] = field(default_factory=list)
    last: FloatArray | None = None
    steps: int = 0
    rejected: int = 0
    unsettled: int = 0

    def add(self, rows: FloatArray, held: FloatArray, keep: np.ndarray, outcome: Outcome) -> None:
        """Append the rows of one call of the engine.

        Args:
            rows: Records of its events, shape (n, record width).
            held: Sensor values at each, shape (n, numbers of all sensors).
            keep: Mask of the events to record, shape (n,).
            outcome: Outcome whose counters are added.
        """
        if len(rows):
            self.last = rows[-1]
        self.pieces.append(rows[keep])
        self.senses.append(held[keep])
        self.steps += outcome.steps
        self.rejected += outcome.rejected
        self.unsettled += outcome.unsettled

    def rows(self) -> FloatArray:
        """Return all records, shape (n, record width)."""
        return np.concatenate(self.pieces)

    def sensed(self) -> FloatArray:
        """Return the sensor values at all records, shape (n, numbers of all sensors)."""
        return np.concatenate(self.senses)
