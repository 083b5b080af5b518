"""Integration of a run, and the records that it makes.

In reading order: instants; conditions that end a run; values of a record; their storage; the timetable of records, samples and
interventions; and `Integration`, which calls the engine through the events of a stretch.
"""

import math
import tempfile
import time as clock
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np

from snakelab.errors import SimulationError, nearest
from snakelab.parameters.arguments import FloatArray, number, vector
from snakelab.physics.command import Reference, targets_at
from snakelab.physics.model import Model
from snakelab.physics.record_kernels import record_layout, record_width
from snakelab.physics.state import work_names
from snakelab.results.run_status import RunStatus, StatusKind
from snakelab.sim.engine import Engine, Outcome

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


def checked_period(period: float | None, record_rate: float) -> float:
    """Return the period of `step` without a controller [s].

    Args:
        period: Period [s]; None for the time between two records.
        record_rate: Records per second [Hz].

    Raises:
        SimulationError: unless it is a multiple of the time between two records.
    """
    if period is None:
        return 1.0 / record_rate
    period = number(period, "period", SimulationError, above=0, unit="s")
    records = round(period * record_rate)
    if records < 1 or abs(period * record_rate - records) > 1e-6:
        raise SimulationError(
            f"period must be a multiple of 1 / record_rate = {1.0 / record_rate:g} s, got {period:g} s"
        )
    return records / record_rate


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

# Position of each variable in a record, and its shape: see `physics.record_kernels.record_layout`.
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
        errors: Estimated errors since the last stored event, then the durations in which they are known and in all [s].
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
    errors: FloatArray | None = None
    _columns: tuple[Model, np.ndarray] | None = None

    def add(self, model: Model, rows: FloatArray, held: FloatArray, keep: np.ndarray, outcome: Outcome) -> None:
        """Append the rows of one call of the engine.

        Args:
            model: Model of the rows.
            rows: Records of its events, shape (n, record width).
            held: Sensor values at each, shape (n, numbers of all sensors).
            keep: Mask of the events to record, shape (n,).
            outcome: Outcome whose counters are added.
        """
        if self.errors is not None or not keep.all():
            rows = self._with_errors_between(model, rows, keep)
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
            None if self.errors is None else self.errors.copy(),
            self._columns,
        )

    def _with_errors_between(self, model: Model, rows: FloatArray, keep: np.ndarray) -> FloatArray:
        """Return rows with the estimated errors since the last stored event in place of those since the last event.

        Unknown ones, those of single steps, count as the mean of the others.
        """
        if not len(rows):
            return rows
        columns, rows = self._error_columns(model), rows.copy()
        before = rows[0, 0] if self.last is None else self.last[0]
        for row, stored in zip(rows, keep, strict=True):  # one by one: the division into calls does not change the sums
            if self.errors is None:
                self.errors = np.zeros(len(columns) + 2)
            length, known = row[0] - before, bool(np.isfinite(row[columns]).all())
            self.errors[-1] += length
            if known:
                self.errors[:-2] += row[columns]
                self.errors[-2] += length
            of_known, total = self.errors[-2:]
            if of_known > 0.0:
                row[columns] = self.errors[:-2] * (total / of_known)
            before, self.errors = row[0], None if stored else self.errors
        return rows

    def _error_columns(self, model: Model) -> np.ndarray:
        """Columns of the estimated errors in a record, found once for each model."""
        if self._columns is None or self._columns[0] is not model:
            layout = record_layout(model)
            self._columns = model, np.r_[layout["base_position_error"][0], layout["q_error"][0]]
        return self._columns[1]

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
            if name == "work":  # the laws of further media are before those of free bodies and couplings
                terms = work_names(model)
                out[:, [place.start + terms.index(term) for term in work_names(own)]] = rows[:, old]
            else:
                out[:, place] = rows[:, old]
    return out


# ----------------------------------------------------------------------------------------------------------------------
# Timetable of a run: its records, the samples of its sensors, and the references of an open-loop motion
# ----------------------------------------------------------------------------------------------------------------------

# Times in ascending order, and the mask of recorded ones.
Events = tuple[FloatArray, np.ndarray]


@dataclass(frozen=True)
class Timetable:
    """Timetable of the events of one run.

    Attributes:
        begin: Begin of the run [s].
        record_rate: Records per second [Hz], at the times k / record_rate.
        sensing: Sensors whose samples are events; None if no sensor samples.
    """

    begin: float
    record_rate: float
    sensing: Any = None

    def until(self, closes: float, now: float, between: FloatArray, end: float) -> Events:
        """Return the events after now up to a time, which is an event itself.

        Args:
            closes: Last time [s].
            now: Present time [s].
            between: Further instants at which the steps must end [s]; those outside are ignored.
            end: Planned end, which determines the tolerance for coincident instants [s].
        """
        near_by = self._records(now, closes + tie(end))
        near = near_by[near_by.searchsorted(closes - tie(end)) :]
        times, keep = self._before(near_by, closes, now, between, end)
        last, recorded_last = (near[0], True) if len(near) else (closes, False)
        times, keep = np.concatenate((times, (last,))), np.concatenate((keep, (recorded_last,)))
        if self.sensing is None:
            return times, keep
        times, given = merged(times, self.sensing.times(now, float(times[-1])), end)
        recorded = np.zeros(len(times), bool)
        recorded[given] = keep
        return times, recorded

    def next_record(self, time: float) -> float:
        """Return the first record at or after a time; the begin of the run is a record [s]."""
        if time <= self.begin + tie(self.begin):
            return self.begin
        return math.ceil((time - tie(time)) * self.record_rate) / self.record_rate

    def is_record(self, time: float) -> bool:
        """Return True if the record nearest to a time [s] coincides with it."""
        return abs(self.next_record(time) - time) <= tie(time)

    def record_after(self, time: float) -> float:
        """Return the first record after a time that is a record itself [s]."""
        return self.next_record(time + 0.5 / self.record_rate)

    def _records(self, now: float, closes: float) -> FloatArray:
        first = max(math.floor(now * self.record_rate) - 1, math.floor(self.begin * self.record_rate + 1e-9) + 1)
        last = math.ceil(closes * self.record_rate)
        if last - first < 8:  # as in the periods of a stepwise run, where a list is faster
            near = [k / self.record_rate for k in range(first, last + 1)]
            return np.array([record for record in near if now < record < closes])
        records = np.arange(first, last + 1) / self.record_rate
        return records[(records > now) & (records < closes)]

    def _before(self, records: FloatArray, closes: float, now: float, between: FloatArray, end: float) -> Events:
        """Return records and further instants before the last time; of two that coincide, the record."""
        inside = records[: records.searchsorted(closes - tie(end), side="right")]
        if not len(between):
            return inside, np.ones(len(inside), bool)
        points = between[(between > now + tie(end)) & (between < closes - tie(end))]
        apart = [np.abs(inside - point).min(initial=np.inf) > tie(end) for point in points]
        points = points[np.array(apart, bool)]
        times = np.concatenate([inside, points])
        order = np.argsort(times)
        return times[order], np.concatenate([np.ones(len(inside), bool), np.zeros(len(points), bool)])[order]


@dataclass
class Agenda:
    """Pending interventions, ordered by time, then by arrival."""

    events: list[Any] = field(default_factory=list)

    def add(self, event: Any) -> None:
        """Add an intervention after those of the same time."""
        i = next((i for i, other in enumerate(self.events) if other.at > event.at), len(self.events))
        self.events.insert(i, event)

    def next_time(self) -> float:
        """Return the time of the next intervention [s]; infinity if there is none."""
        return self.events[0].at if self.events else math.inf

    def pop(self) -> Any:
        """Return the next intervention, which leaves the agenda."""
        return self.events.pop(0)


@dataclass(frozen=True)
class ReferenceMotion:
    """Open-loop motion: references in the order of time, each valid from its start.

    Attributes:
        starts: Start of each [s]; the first is also valid before its start.
        references: The references, with rows for all commands.
    """

    starts: tuple[float, ...]
    references: tuple[Reference, ...]

    def piece(self, time: float) -> tuple[Reference, float]:
        """Return the reference at a time [s], and its end [s]."""
        i = max(sum(start <= time + tie(time) for start in self.starts) - 1, 0)
        return self.references[i], (self.starts[i + 1] if i + 1 < len(self.starts) else math.inf)

    def targets(self, time: float) -> FloatArray:
        """Return value, rate and acceleration at a time [s], shape (3, n_commands)."""
        return targets_at(self.piece(time)[0], time)


# ----------------------------------------------------------------------------------------------------------------------
# Integration of a run: calls of the engine over the events of a stretch, and the resulting records
# ----------------------------------------------------------------------------------------------------------------------


@dataclass
class Integration:
    """Integration of one run.

    Attributes:
        engine: Engine of the run.
        stops: Conditions that end the run, tested at every record.
        published: Called with the rows, the values of the sensors and the mask of recorded rows, after every call of the engine.
        progress: Called with the simulated time [s] after every call of the engine; None without it.
        n_events: Number of events of the next call, adapted to its wall time.
        call_time: Desired wall time of one call of the engine, short enough for progress [s].
    """

    engine: Engine
    stops: tuple[StopCondition, ...]
    published: Callable[[FloatArray, FloatArray, np.ndarray], None]
    progress: Callable[[float], None] | None = None
    n_events: int = 32
    call_time: float = 0.2

    def through(self, course: Any, stretch: Any, events: Events) -> None:
        """Integrate through the events of a stretch, in calls of limited wall time or of the engine's number of events."""
        times, keep = events
        fixed: int | None = getattr(self.engine, "events_per_call", None)
        at = 0
        while at < len(times) and course.status is None:
            start = clock.perf_counter()
            part = slice(at, at + (fixed or self.n_events))
            n = len(times[part])
            self.call(course, stretch, (times[part], keep[part]))
            at += n
            if not fixed and n == self.n_events:
                fitting = int(n * self.call_time / max(1e-6, clock.perf_counter() - start))
                self.n_events = max(1, min(4 * self.n_events, fitting))

    def call(self, course: Any, stretch: Any, events: Events) -> None:
        """Integrate through events in one call of the engine, and record them.

        Raises:
            KeyboardInterrupt: if the engine was interrupted by Ctrl-C.
        """
        times, keep = events
        rows = np.zeros((len(times), course.record_width))
        before = course.state
        outcome = self.engine.advance(course.model, stretch.reference, before, times, rows)
        outcome = self._until_stop(course, outcome, events, rows)
        rows, keep = rows[: outcome.events], keep[: outcome.events]
        held, sensing = np.zeros((len(rows), 0)), before.sensing
        if course.sensing is not None:
            held, sensing = course.sensing.through(sensing, stretch.reference, rows)
        course.state = outcome.state if sensing is before.sensing else replace(outcome.state, sensing=sensing)
        course.records.add(course.model, rows, held, keep, outcome)
        store_forces(course, rows, outcome.state.time > before.time)
        self.published(rows, held, keep)
        if self.progress is not None:
            self.progress(course.state.time)
        if outcome.problem:
            status = RunStatus(outcome.problem)
            if status.kind is StatusKind.INTERRUPTED:
                raise KeyboardInterrupt
            course.status = status

    def _until_stop(self, course: Any, outcome: Outcome, events: Events, rows: FloatArray) -> Outcome:
        """Truncate the result of the engine at the first record at which a stop condition holds."""
        if not self.stops:
            return outcome
        times, keep = events
        for i in np.flatnonzero(keep[: outcome.events]).tolist():
            reason = next((stop.reason for stop in self.stops if stop.met(snapshot(course.layout, rows[i]))), None)
            if reason is not None:
                state = outcome.state.at(times[i], state_part(course.layout, rows[i]), outcome.state.step)
                problem = RunStatus.stopped(reason, float(times[i]))
                return replace(outcome, state=state, events=i + 1, problem=problem)
        return outcome


def store_forces(course: Any, rows: FloatArray, moved: bool) -> None:
    """Store the actuator forces for the next measurement; at a restart, those applied before it."""
    control = course.state.control
    if len(rows) and control is not None and (moved or control.tau is None):
        tau, _ = course.layout["tau"]
        course.state = replace(course.state, control=replace(control, tau=rows[-1, tau].copy()))
