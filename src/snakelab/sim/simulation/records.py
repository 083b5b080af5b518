"""Records of a run while it advances."""

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from snakelab.physics.model import Model
from snakelab.physics.record_row import record_layout, record_width
from snakelab.sim.engines.engine import Outcome
from snakelab.types import FloatArray


@dataclass
class Records:
    """Records so far, and counters of the engine.

    Attributes:
        pieces: Model and records, each (n, record width).
        senses: Sensor values at these, each (n, numbers of all sensors).
        last: Record of the last event, also if it is not stored; None before the first.
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
        full = self.copy()
        full.pieces.append((model, self.last[None]))
        full.senses.append(self.last_senses[None])
        return full

    def drop_before(self, time: float) -> None:
        """Drop the rows before a time [s], in whole pieces."""
        n = self._count_before(time)
        del self.pieces[:n], self.senses[:n]

    def move_to_file(self, time: float, model: Model, folder: Path) -> None:
        """Move the rows before a time to a file that ends with the last use of its rows.

        Copies of these records keep their rows in memory.

        Args:
            time: Time [s].
            model: Present model, in whose layout the rows are stored.
            folder: Folder of the file.

        Raises:
            OSError: if the file cannot be written.
        """
        stored = sum(isinstance(rows, np.memmap) for _, rows in self.pieces)
        moved = slice(stored, self._count_before(time))
        if moved.stop <= moved.start:
            return
        rows = np.concatenate([converted(rows, own, model) for own, rows in self.pieces[moved]])
        senses = np.concatenate(self.senses[moved])
        self.pieces[moved], self.senses[moved] = [(model, on_disk(rows, folder))], [on_disk(senses, folder)]

    def _count_before(self, time: float) -> int:
        """Return the number of whole pieces before a time [s], without the last piece."""
        n = 0
        while n + 1 < len(self.pieces) and self.pieces[n][1][-1, 0] < time:
            n += 1
        return n

    def rows(self, model: Model) -> FloatArray:
        """Return all records in the layout of a model, shape (n, record width)."""
        return np.concatenate(
            [np.zeros((0, record_width(model))), *(converted(rows, own, model) for own, rows in self.pieces)]
        )

    def sensed(self) -> FloatArray:
        """Return the sensor values at all records, shape (n, numbers of all sensors)."""
        return np.concatenate(self.senses)


def on_disk(rows: FloatArray, folder: Path) -> FloatArray:
    """Return rows that are read from a temporary file whenever they are used; empty rows are returned as they are."""
    if not rows.size:
        return rows
    with tempfile.TemporaryFile(dir=folder) as file:
        rows.tofile(file)
        file.flush()
        return np.memmap(file, np.float64, "r", shape=rows.shape)


def converted(rows: FloatArray, own: Model, model: Model) -> FloatArray:
    """Return records in the layout of a model with more media: missing values are zero.

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
