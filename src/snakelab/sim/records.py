"""Records of a run: instants, conditions that end the run, values of a record, storage, and subscriptions."""

import math
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np

from snakelab.errors import SimulationError, nearest
from snakelab.parameters.arguments import FloatArray, number, vector
from snakelab.physics.model import Model
from snakelab.physics.record import record_layout, record_width
from snakelab.sim.engine import Outcome

# ----------------------------------------------------------------------------------------------------------------------
# Instants of a run: records and samples of sensors, and the tolerance within which two instants coincide
# ----------------------------------------------------------------------------------------------------------------------


def tie(time: float) -> float:
    """Return the distance below which two instants coincide [s]."""
    return 1e-9 * max(1.0, time)


def snap(time: float, rate: float) -> float:
    """Return the time, rounded to a record time k / rate within the tolerance."""
    record = round(time * rate) / rate
    return record if abs(record - time) < tie(time) else time


def record_times(begin: float, end: float, rate: float) -> FloatArray:
    """Return the record times k / rate in [begin, end], including begin and end."""
    first, last = math.floor(begin * rate + 1e-9) + 1, math.ceil(end * rate - 1e-9) - 1
    inside = np.arange(first, last + 1) / rate
    return np.concatenate([[begin], inside, [end]])


def tick(time: float, rate: float) -> int:
    """Return the index k of the last instant k / rate that is not after the time."""
    return math.floor((time + tie(time)) * rate)


def sample_times(begin: float, end: float, rate: float) -> FloatArray:
    """Return the instants k / rate after begin and not after end."""
    return np.arange(tick(begin, rate) + 1, tick(end, rate) + 1) / rate


def merged(first: FloatArray, more: FloatArray, end: float) -> tuple[FloatArray, np.ndarray]:
    """Return the union of two sets of instants in order, and a mask of those in the first.

    Args:
        first: Ascending instants, not empty [s].
        more: Further instants in any order [s].
        end: End of the run, which determines the tolerance [s].
    """
    more = np.unique(more)
    near = np.searchsorted(first, more)
    after, before = first[np.minimum(near, len(first) - 1)], first[np.maximum(near - 1, 0)]
    apart = np.diff(more, prepend=-np.inf) > tie(end)
    more = more[apart & (np.abs(after - more) > tie(end)) & (np.abs(more - before) > tie(end))]
    times = np.concatenate([first, more])
    order = np.argsort(times, kind="stable")
    return times[order], (np.arange(len(times)) < len(first))[order]


# ----------------------------------------------------------------------------------------------------------------------
# Conditions that end a run: a goal reached, a bound crossed, or a user-defined function
# ----------------------------------------------------------------------------------------------------------------------

Snapshot = Mapping[str, FloatArray]


@runtime_checkable
class StopCondition(Protocol):
    """Condition that is tested at every record."""

    @property
    def reason(self) -> str:
        """Reason in the status, after "stopped: "."""

    def met(self, record: Snapshot) -> bool:
        """Return True if the run ends here. `record` maps names such as "time", "com_position", "q" to their values."""


@dataclass(frozen=True)
class GoalReached:
    """Condition that a point of the robot is near a goal.

    Args:
        goal: Position in world axes, shape (3,), [m].
        radius: Largest distance [m].
        point: "com_position", "head_position" or "base_position".
    """

    goal: tuple[float, float, float]
    radius: float
    point: str = "com_position"

    def __post_init__(self) -> None:
        vector(self.goal, "GoalReached goal", SimulationError, size=3, unit="m")
        number(self.radius, "GoalReached radius", SimulationError, above=0, unit="m")

    @property
    def reason(self) -> str:
        """See `StopCondition`."""
        return f"goal {tuple(self.goal)} reached"

    def met(self, record: Snapshot) -> bool:
        """See `StopCondition`."""
        return bool(np.linalg.norm(value_of(record, self.point) - np.asarray(self.goal)) <= self.radius)


@dataclass(frozen=True)
class StopWhen:
    """Condition that a function of the record returns True.

    Args:
        function: record -> bool.
        reason: Reason in the status.
    """

    function: Callable[[Snapshot], bool]
    reason: str = "condition met"

    def met(self, record: Snapshot) -> bool:
        """See `StopCondition`."""
        return bool(self.function(record))


def value_of(record: Snapshot, name: str) -> FloatArray:
    """Return a value of the record, or raise an error with the available names."""
    if name not in record:
        raise SimulationError(f"a record has no value {name!r}{nearest(name, record)}")
    return record[name]


# ----------------------------------------------------------------------------------------------------------------------
# Access to one record of a run: values by name, and the state
# ----------------------------------------------------------------------------------------------------------------------

# Position of each variable in a record, and its shape: see `physics.record.record_layout`.
Layout = dict[str, tuple[slice, tuple[int, ...]]]


def snapshot(layout: Layout, record: FloatArray) -> Snapshot:
    """Return the values by their names.

    Args:
        layout: Layout of the record.
        record: Record, shape (record width,).
    """
    return {name: record[place].reshape(shape) for name, (place, shape) in layout.items()}


def state_part(layout: Layout, record: FloatArray) -> FloatArray:
    """Return the part of the record that is `State.row`: base, coordinates, memories and work."""
    return record[layout["base_position"][0].start : layout["work"][0].stop]


def width_of(layout: Layout) -> int:
    """Return the number of values in a record."""
    return next(reversed(layout.values()))[0].stop


# ----------------------------------------------------------------------------------------------------------------------
# Records of a run while it advances
# ----------------------------------------------------------------------------------------------------------------------


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


# ----------------------------------------------------------------------------------------------------------------------
# Subscriptions to a run: each receives the records through a separate bounded queue, and cannot delay the run
# ----------------------------------------------------------------------------------------------------------------------

NOTHING = np.zeros(0)


@dataclass(frozen=True)
class Record:
    """One record of a run.

    Attributes:
        time: Time [s].
        row: All values, shape (record width,); not to be changed.
        layout: Place and shape of each variable in the row.
        held: Present values of all sensors, shape (numbers of all sensors,).
        readings: Place of each measured quantity in them, by its name in a recording, such as "measured_q".
        further: Further measurements of a live engine, such as "servo_temperature".
    """

    time: float
    row: FloatArray
    layout: Layout
    held: FloatArray = field(default_factory=lambda: NOTHING)
    readings: Mapping[str, slice] = field(default_factory=dict)
    further: Mapping[str, FloatArray] = field(default_factory=dict)

    def __getitem__(self, name: str) -> FloatArray:
        """Return a variable, such as "q", "link_position" or "measured_angular_rate"."""
        if name in self.readings:
            return self.held[self.readings[name]]
        if name in self.further:
            return self.further[name]
        place, shape = self.layout[name]
        return self.row[place].reshape(shape)

    def __contains__(self, name: object) -> bool:
        """Return True if there is a variable of that name."""
        return name in self.layout or name in self.readings or name in self.further

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all variables."""
        return (*self.layout, *self.readings, *self.further)


class Subscription:
    """Queue of records. When it is full, the oldest record is dropped and counted.

    Attributes:
        dropped: Number of records that were dropped [-].
        error: Exception of the handler, which ended the subscription; None without one.
    """

    def __init__(self, size: int, rate: float | None, handler: Callable[[Record], object] | None = None) -> None:
        self.dropped = 0
        self.error: Exception | None = None
        self._records: deque[Record] = deque(maxlen=size)
        self._apart = 0.0 if rate is None else 1.0 / rate
        self._next = -float("inf")
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._handle, args=(handler,), daemon=True) if handler else None
        if self._thread is not None:
            self._thread.start()

    def offer(self, record: Record) -> None:
        """Put a record into the queue, unless it is too early for the rate; never waits for the reader."""
        if record.time < self._next - 1e-9 and record.time > self._next - 2.0 * self._apart:
            return
        self._next = record.time + self._apart
        with self._changed:
            if self._closed:
                return
            self.dropped += len(self._records) == self._records.maxlen
            self._records.append(record)
            self._changed.notify()

    def get(self, timeout: float | None = None) -> Record | None:
        """Return the oldest record in the queue; None after the timeout [s], or when the subscription is closed and empty."""
        with self._changed:
            self._changed.wait_for(lambda: self._records or self._closed, timeout)
            return self._records.popleft() if self._records else None

    def __iter__(self) -> Iterator[Record]:
        """Iterate over the records until the subscription is closed."""
        while (record := self.get()) is not None:
            yield record

    def close(self) -> None:
        """End the subscription; records in the queue can still be read."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def join(self, timeout: float | None = None) -> None:
        """Wait until the handler has processed the queue after `close`.

        Args:
            timeout: Longest time to wait [s].
        """
        if self._thread is not None:
            self._thread.join(timeout)

    @property
    def closed(self) -> bool:
        """True after `close`, or after an exception in the handler."""
        return self._closed

    def _handle(self, handler: Callable[[Record], object]) -> None:
        for record in self:
            try:
                handler(record)
            except Exception as problem:
                self.error = problem
                self.close()
                return


@dataclass
class Subscribers:
    """All subscriptions of one run.

    Attributes:
        subscriptions: The subscriptions, open or closed.
    """

    subscriptions: list[Subscription] = field(default_factory=list)

    def add(self, subscription: Subscription) -> Subscription:
        """Add a subscription, and return it."""
        self.subscriptions.append(subscription)
        return subscription

    def offer(self, records: Iterable[Record]) -> None:
        """Offer records to all subscribers; without any, nothing is computed."""
        if self.subscriptions:
            for record in records:
                for subscription in self.subscriptions:
                    subscription.offer(record)

    def close(self) -> None:
        """Close all subscriptions."""
        for subscription in self.subscriptions:
            subscription.close()
