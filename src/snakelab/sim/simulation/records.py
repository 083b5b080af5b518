"""Records of a run while it advances."""

from dataclasses import dataclass, field

import numpy as np

from snakelab.physics.model import Model
from snakelab.physics.record_row import record_layout, record_width
from snakelab.sim.engine import Outcome
from snakelab.types import FloatArray


@dataclass
class Records:
    """Records so far, and counters of the engine.

    Attributes:
        pieces: Model and records, each (n, record width).
        senses: Sensor values at these, each (n, numbers of all sensors).
        last: Record of the last event, stored or not; None before the first.
        last_senses: Sensor values there.
        stored: True if the last event is stored.
        steps: Number of steps [-].
        rejected: Number of rejected adaptive steps [-].
        unconverged: Number of unconverged coordinates [-].
        last_model: Model of the last record, which may be an earlier one than that of the run.
    """

    pieces: list[tuple[Model, FloatArray]] = field(default_factory=list)
    senses: list[FloatArray] = field(default_factory=list)
    last: FloatArray | None = None
    last_senses: FloatArray | None = None
    stored: bool = False
    steps: int = 0
    rejected: int = 0
    unconverged: int = 0
    last_model: Model | None = None

    def add(self, model: Model, rows: FloatArray, held: FloatArray, keep: np.ndarray, outcome: Outcome) -> None:
        """Append the rows of one call of the engine.

        Args:
            model: Model of the rows.
            rows: Records of its events, shape (n, record width).
            held: Sensor values at each, shape (n, numbers of all sensors).
            keep: Mask of the events to record, shape (n,).
            outcome: Outcome whose counters are added.
        """
        if len(rows):
            self.last, self.last_senses, self.stored = rows[-1], held[-1], bool(keep[-1])
            self.last_model = model
        if keep.any():
            self.pieces.append((model, rows if keep.all() else rows[keep]))
            self.senses.append(held if keep.all() else held[keep])
        self.steps += outcome.steps
        self.rejected += outcome.rejected
        self.unconverged += outcome.unconverged

    def copy(self) -> "Records":
        """Return a copy that does not grow with this one; the rows themselves never change."""
        return Records(
            self.pieces.copy(),
            self.senses.copy(),
            self.last,
            self.last_senses,
            self.stored,
            self.steps,
            self.rejected,
            self.unconverged,
            self.last_model,
        )

    def with_last(self, model: Model) -> "Records":
        """Return records that hold the last event too."""
        if self.stored or self.last is None or self.last_senses is None:
            return self
        whole = self.copy()
        whole.pieces.append((model, self.last[None]))
        whole.senses.append(self.last_senses[None])
        return whole

    def drop_before(self, time: float) -> None:
        """Drop the rows before a time [s], in whole pieces."""
        n = 0
        while n + 1 < len(self.pieces) and self.pieces[n][1][-1, 0] < time:
            n += 1
        del self.pieces[:n], self.senses[:n]

    def rows(self, model: Model) -> FloatArray:
        """Return all records in the layout of a model, shape (n, record width)."""
        return np.concatenate(
            [np.zeros((0, record_width(model))), *(converted(rows, own, model) for own, rows in self.pieces)]
        )

    def sensed(self) -> FloatArray:
        """Return the sensor values at all records, shape (n, numbers of all sensors)."""
        return np.concatenate(self.senses)


def converted(rows: FloatArray, own: Model, model: Model) -> FloatArray:
    """Return records in the layout of a model with more media: what they lack is zero.

    Args:
        rows: Records, shape (n, record width of their own model).
        own: Model of the records.
        model: Model whose media begin with those of `own`.
    """
    if own is model or own.law_names == model.law_names:
        return rows
    out = np.zeros((len(rows), record_width(model)))
    before = record_layout(own)
    for name, (place, _) in record_layout(model).items():
        if name in before:
            old = before[name][0]
            out[:, place.start : place.start + old.stop - old.start] = rows[:, old]
    return out
