"""Course of a run: timetable, pace, changing objects, beginning, and integration."""

import math
import time as clock
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import SimulationError
from snakelab.gaits.gait import Gait
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.command import Measurement, Reference
from snakelab.physics.dynamics import check_determined
from snakelab.physics.model import Model
from snakelab.physics.record import record_layout
from snakelab.physics.state import State, fitting_state, initial_state
from snakelab.results.recording import Recording
from snakelab.results.status import RunStatus, StatusKind
from snakelab.sim.control_loop import (
    ClosedLoop,
    ControlLoop,
    Cycle,
    Drive,
    OpenLoop,
    PredictionSnapshot,
    Source,
    Stretch,
    source_of,
)
from snakelab.sim.engine import Engine, LiveEngine, Outcome, StartsAnywhere, load_loop
from snakelab.sim.feasibility import check_lengths, check_outside, on_target
from snakelab.sim.interventions import Agenda, AppliedEvent, Intervention
from snakelab.sim.records import Layout, Records, StopCondition, merged, snapshot, state_part, tie, width_of
from snakelab.sim.sensing import Sensing, sensing_of

# ----------------------------------------------------------------------------------------------------------------------
# Timetable of a run: its records and the samples of its sensors
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
    sensing: Sensing | None = None

    def until(self, closes: float, now: float, between: FloatArray, end: float) -> Events:
        """Return the events after now up to a time, which is an event itself.

        Args:
            closes: Last time [s].
            now: Present time [s].
            between: Further instants at which the steps must end [s]; those outside are ignored.
            end: Planned end, which determines the tolerance for coincident instants [s].
        """
        near_by = self._records(now, closes + tie(end))
        near = near_by[np.searchsorted(near_by, closes - tie(end)) :]
        times, keep = self._before(near_by, closes, now, between, end)
        times, keep = np.append(times, near[0] if len(near) else closes), np.append(keep, len(near) > 0)
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
        """Return the records after now and before `closes` [s]."""
        first = max(math.floor(now * self.record_rate) - 1, math.floor(self.begin * self.record_rate + 1e-9) + 1)
        records = np.arange(first, math.ceil(closes * self.record_rate) + 1) / self.record_rate
        return records[(records > now) & (records < closes)]

    def _before(self, records: FloatArray, closes: float, now: float, between: FloatArray, end: float) -> Events:
        """Return records and further instants before the last time; of two that coincide, the record."""
        inside = records[: np.searchsorted(records, closes - tie(end), side="right")]
        if not len(between):
            return inside, np.ones(len(inside), bool)
        points = between[(between > now + tie(end)) & (between < closes - tie(end))]
        apart = [np.abs(inside - point).min(initial=np.inf) > tie(end) for point in points]
        points = points[np.array(apart, bool)]
        times = np.concatenate([inside, points])
        order = np.argsort(times)
        return times[order], np.concatenate([np.ones(len(inside), bool), np.zeros(len(points), bool)])[order]


# ----------------------------------------------------------------------------------------------------------------------
# Pace of a run relative to the wall clock: deadlines of its periods, and the number missed
# ----------------------------------------------------------------------------------------------------------------------

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


# ----------------------------------------------------------------------------------------------------------------------
# Course: all objects that change while a run advances and belong to a snapshot
# ----------------------------------------------------------------------------------------------------------------------


@dataclass
class Course:
    """Course of one run.

    Attributes:
        state: Present state.
        model: Present model; its world ends with the media of pushes.
        controller: Present gait or controller, as given by the user.
        drive: Reference of the coordinates, from the controller.
        sensing: Sensors; None without any.
        n_media: Number of media of the world without those of pushes.
        records: Records so far.
        cycles: Cycle log of all controllers so far, without `earlier_cycles`.
        earlier_cycles: Beginning of a long cycle log, shared by all copies.
        predictions: Predictions that are stored.
        agenda: Pending interventions.
        applied: Interventions so far, with the times at which they took effect.
        status: Status of a run that has ended early; None while it can continue.
        wall: Wall time of the run so far [s].
        measure: Measurement of a live engine; None without one.
        layout: Layout of the records of the present model.
    """

    state: State
    model: Model
    controller: Source
    drive: Drive
    sensing: Sensing | None
    n_media: int
    records: Records = field(default_factory=Records)
    cycles: list[Cycle] = field(default_factory=list)
    earlier_cycles: tuple[Cycle, ...] = ()
    predictions: list[PredictionSnapshot] = field(default_factory=list)
    agenda: Agenda = field(default_factory=Agenda)
    applied: list[AppliedEvent] = field(default_factory=list)
    status: RunStatus | None = None
    wall: float = 0.0
    measure: Callable[[State], Measurement] | None = None
    layout: Layout = field(init=False)

    def __post_init__(self) -> None:
        self.layout = record_layout(self.model)

    def last_record(self) -> tuple[FloatArray, Layout]:
        """Return the last record and its layout, which is that of an earlier model right after an intervention."""
        row, own = self.records.last, self.records.last_model
        assert row is not None and own is not None
        return row, self.layout if own is self.model else record_layout(own)

    @property
    def all_cycles(self) -> Sequence[Cycle]:
        """Cycle log of all controllers so far."""
        return [*self.earlier_cycles, *self.cycles] if self.earlier_cycles else self.cycles

    def drop_before(self, time: float) -> None:
        """Drop the records and the cycles before a time [s]."""
        self.records.drop_before(time)
        self.earlier_cycles = ()
        self._cut_cycles(time)

    def move_to_file(self, time: float, folder: Path) -> None:
        """Move the records before a time to a file; the cycles before it are shared with the copies from now on.

        Args:
            time: Time [s].
            folder: Folder of the file.

        Raises:
            OSError: if the file cannot be written.
        """
        self.records.move_to_file(time, self.model, folder)
        self.earlier_cycles += tuple(self._cut_cycles(time))

    def _cut_cycles(self, time: float) -> list[Cycle]:
        """Remove the cycles before a time [s] from the list, which is shared with the control loop, and return them."""
        n = bisect_left(self.cycles, time, key=lambda cycle: cycle.time)
        cut = self.cycles[:n]
        del self.cycles[:n]
        return cut

    def copy(self) -> "Course":
        """Return a copy that does not change with this one."""
        cycles, predictions = self.cycles.copy(), self.predictions.copy()
        return replace(
            self,
            drive=self.drive.copy(cycles, predictions),
            records=self.records.copy(),
            cycles=cycles,
            predictions=predictions,
            agenda=Agenda(self.agenda.events.copy()),
            applied=self.applied.copy(),
        )


# ----------------------------------------------------------------------------------------------------------------------
# Beginning of a run: its initial state, its timetable, and the drive of its gait or controller
# ----------------------------------------------------------------------------------------------------------------------


def begin_course(
    model: Model,
    controller: Source,
    state: State | Recording | None,
    events: Sequence[Intervention],
    *,
    engine: Engine,
    record_rate: float,
    seed: int,
) -> tuple[Course, Timetable, Reference]:
    """Return the course of a run before its first record, its timetable, and the reference of its first instant.

    Args:
        model: Model of the robot and its world.
        controller: Gait, controller or planner; None holds the robot still.
        state: Initial state; None for that of `simulate`.
        events: Scheduled interventions.
        engine: Engine; a live one starts in its own state.
        record_rate: Records per second [Hz].
        seed: Seed of sensor noise and of predictive controllers.

    Raises:
        SimulationError, GaitError, ControlError: if the state or the controller does not fit the model.
    """
    check_determined(model)
    live = isinstance(engine, LiveEngine)
    state = starting_state(model, state)
    if not live:  # before anything is compiled
        check_lengths(model, state)
        check_outside(model, state)
    load_loop(model)
    if isinstance(engine, LiveEngine):
        state = engine.begin(model, state)
    sensing = None if live else sensing_of(model, seed)
    state = replace(state, sensing=None) if sensing is None else sensing.begin(state)
    measure = engine.measurement if isinstance(engine, LiveEngine) else None
    source = source_of(controller, model, state.q, seed)
    if measure is not None and isinstance(source, StartsAnywhere):
        source = source.starting_at(model, state.q)

    def targeted(state: State, reference: Any) -> State:
        """Return the state with prescribed coordinates on their targets, where a state can be chosen."""
        return state if live else on_target(model, state, reference)

    drive: Drive
    if isinstance(source, Gait):
        drive = OpenLoop.of(source, model)
        reference = drive.motion.piece(state.time)[0]
        state = targeted(replace(state, control=None), reference)
    else:
        loop = ControlLoop(model, source, state.time, math.inf, sensing, measure=measure)
        drive, control = ClosedLoop(loop), state.control
        if control is None or control.controller != loop.name:
            control = loop.start()
            state = targeted(replace(state, control=control), control.reference)
        reference = control.reference
    course = Course(state, model, controller, drive, sensing, len(model.world.media), measure=measure)
    if isinstance(drive, ClosedLoop):
        drive.loop.cycles, drive.loop.snapshots = course.cycles, course.predictions
    for event in events:
        course.agenda.add(event)
    return course, Timetable(state.time, record_rate, sensing), reference


def starting_state(model: Model, state: State | Recording | None) -> State:
    """Return the initial state of a run."""
    if isinstance(state, Recording):
        if state.state is None:
            raise SimulationError(
                "this recording holds no state to go on from: its controller's memory could not be written"
            )
        state = state.state
    return initial_state(model) if state is None else fitting_state(model, state)


# ----------------------------------------------------------------------------------------------------------------------
# Integration of a run: calls of the engine over the events of a stretch, and the resulting records
# ----------------------------------------------------------------------------------------------------------------------

# Desired wall time of one call of the engine, short enough for progress [s]; number of events of the first call.
CALL, FIRST_CALL = 0.2, 32


@dataclass
class Integration:
    """Integration of one run.

    Attributes:
        engine: Engine of the run.
        stops: Conditions that end the run, tested at every record.
        published: Called with the rows, the values of the sensors and the mask of recorded rows, after every call of the engine.
        progress: Called with the simulated time [s] after every call of the engine; None without it.
        n_events: Number of events of the next call, adapted to its wall time.
    """

    engine: Engine
    stops: tuple[StopCondition, ...]
    published: Callable[[FloatArray, FloatArray, np.ndarray], None]
    progress: Callable[[float], None] | None = None
    n_events: int = FIRST_CALL

    def through(self, course: Course, stretch: Stretch, events: Events) -> None:
        """Integrate through the events of a stretch, in calls of limited wall time or of the engine's number of events."""
        times, keep = events
        fixed: int | None = getattr(self.engine, "events_per_call", None)
        at = 0
        while at < len(times) and course.status is None:
            began = clock.perf_counter()
            part = slice(at, at + (fixed or self.n_events))
            n = len(times[part])
            self.call(course, stretch, (times[part], keep[part]))
            at += n
            if not fixed and n == self.n_events:
                fitting = int(n * CALL / max(1e-6, clock.perf_counter() - began))
                self.n_events = max(1, min(4 * self.n_events, fitting))

    def call(self, course: Course, stretch: Stretch, events: Events) -> None:
        """Integrate through events in one call of the engine, and record them.

        Raises:
            KeyboardInterrupt: if the engine was interrupted by Ctrl-C.
        """
        times, keep = events
        rows = np.zeros((len(times), width_of(course.layout)))
        before = course.state
        outcome = self.engine.advance(course.model, stretch.reference, before, times, rows)
        outcome = self._until_stop(course, outcome, events, rows)
        rows, keep = rows[: outcome.events], keep[: outcome.events]
        held, sensing = np.zeros((len(rows), 0)), before.sensing
        if course.sensing is not None:
            held, sensing = course.sensing.through(sensing, stretch.reference, rows)
        course.state = replace(outcome.state, sensing=sensing)
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

    def _until_stop(self, course: Course, outcome: Outcome, events: Events, rows: FloatArray) -> Outcome:
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


def store_forces(course: Course, rows: FloatArray, moved: bool) -> None:
    """Store the actuator forces for the next measurement; at a restart, those applied before it."""
    control = course.state.control
    if len(rows) and control is not None and (moved or control.tau is None):
        tau, _ = course.layout["tau"]
        course.state = replace(course.state, control=replace(control, tau=rows[-1, tau].copy()))
