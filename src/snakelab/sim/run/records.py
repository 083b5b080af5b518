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
        last: The last event, recorded or not; None before any.
        steps: Taken [-].
        rejected: By the adaptive step [-].
        unsettled: Coordinates whose sets had not settled [-].
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
            rows: Its events, shape (n, record width).
            held: What the sensors held at each, shape (n, numbers of all sensors).
            keep: Which events are recorded, shape (n,).
            outcome: Whose counters are added.
        """
        if len(rows):
            self.last = rows[-1]
        self.pieces.append(rows[keep])
        self.senses.append(held[keep])
        self.steps += outcome.steps
        self.rejected += outcome.rejected
        self.unsettled += outcome.unsettled

    def rows(self) -> FloatArray:
        """All records, shape (n, record width)."""
        return np.concatenate(self.pieces)

    def sensed(self) -> FloatArray:
        """What the sensors held at all records, shape (n, numbers of all sensors)."""
        return np.concatenate(self.senses)
