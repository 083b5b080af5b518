"""Stepwise simulation: a run that is advanced from outside, changed on its way, and recorded."""

import json
import math
import threading
import time as clock
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

import numpy as np

from snakelab.arguments import check_arguments
from snakelab.errors import SimulationError, SnakelabError
from snakelab.gaits.gait import Gait
from snakelab.physics.command import Command, Measurement, checked_command
from snakelab.physics.dynamics import check_determined
from snakelab.physics.model import Model
from snakelab.physics.state import ControlState, State, fitting_state, initial_state
from snakelab.results.recording import Recording
from snakelab.results.status import RunStatus, StatusKind
from snakelab.sim.engine import Engine, Outcome, SnakelabEngine, load_loop
from snakelab.sim.events import StopCondition, value_of
from snakelab.sim.instants import snap, tie
from snakelab.sim.interventions.events import (
    AddPayload,
    AppliedEvent,
    ChangeController,
    Intervention,
    PlaceObstacle,
    Push,
    SetParameter,
    check_events,
)
from snakelab.sim.live_engine import LiveEngine, StartsAnywhere
from snakelab.sim.record import snapshot, state_part, width_of
from snakelab.sim.sensing import Sensing, sensing_of
from snakelab.sim.sensing.measuring import measurement
from snakelab.sim.simulation.changes import apply, change_controller
from snakelab.sim.simulation.control_loop import ControlLoop
from snakelab.sim.simulation.course import Course
from snakelab.sim.simulation.drive import ClosedLoop, OpenLoop, Stretch
from snakelab.sim.simulation.pacing import Pace
from snakelab.sim.simulation.recording import engine_variables, recording_of
from snakelab.sim.simulation.sources import Manual, Source, source_of
from snakelab.sim.simulation.subscriptions import Record, Subscription
from snakelab.sim.simulation.timetable import Events, Timetable
from snakelab.sim.starting import check_lengths, check_outside, on_target
from snakelab.types import FloatArray, count, instance, instances, number
from snakelab.worlds import Contact

Progress = Callable[[float, float], None]
# Wall time that one compiled call should take: short enough for progress [s]; events of the first call.
CALL, FIRST_CALL = 0.2, 32


class Simulation:
    """Run that is advanced by the caller.

    `simulate` is a loop over it: a run that is advanced by whole control periods, however many at once, has the records of
    `simulate` bit for bit. Changes take effect at the boundaries of control periods; those of a gait are its records.

    Use it as a context manager, or call `close`, if it has subscribers or a live engine.

    Args:
        model: Model from `build_model`.
        controller: Gait, controller or planner, as for `simulate`. None holds the robot still, or takes commands:
            `step(command)`.
        state: Initial state; None for that of `simulate`.
        engine: Engine; None for `SnakelabEngine()`. A `LiveEngine` starts in its own state.
        record_rate: Records per second [Hz].
        period: Duration of `step` for gaits and for commands from outside: a multiple of 1 / record_rate, which is the
            default [s]. A controller defines its period.
        events: Scheduled interventions.
        stop_when: Conditions that end the run, tested at every record.
        seed: Seed of sensor noise and of predictive controllers.
        scenario: Scenario data of the run; stored with the recording.
        keep: Time for which records are kept in memory [s]; None keeps all.

    Raises:
        SimulationError: if a setting is invalid.
        GaitError, ControlError: if the controller does not fit the model.
    """

    def __init__(
        self,
        model: Model,
        controller: Source = None,
        *,
        state: State | Recording | None = None,
        engine: Engine | None = None,
        record_rate: float = 100.0,
        period: float | None = None,
        events: Sequence[Intervention] = (),
        stop_when: Sequence[StopCondition] = (),
        seed: int = 0,
        scenario: dict[str, Any] | None = None,
        keep: float | None = None,
    ) -> None:
        instance(model, "Simulation model", (Model,), SimulationError)
        check_arguments(Simulation.__init__, {"engine": engine, "period": period, "keep": keep}, SimulationError)
        self.engine = SnakelabEngine() if engine is None else engine
        self.record_rate = number(record_rate, "record_rate", SimulationError, above=0, unit="Hz")
        self.seed = count(seed, "seed", SimulationError, most=2**63 - 1)
        self.stops = instances(stop_when, "stop_when", (StopCondition,), SimulationError)
        self.keep = None if keep is None else number(keep, "keep", SimulationError, above=0, unit="s")
        self._period = self._checked_period(period)
        self.scenario_json = as_json({} if scenario is None else scenario)
        self.pace: Pace | None = None
        self.lock = threading.RLock()
        self._subscriptions: list[Subscription] = []
        self._closed = False
        self._chunk = FIRST_CALL
        self._progress: tuple[Progress, float] | None = None
        self._begin(model, controller, state, check_events(events, "events"))

    def _begin(
        self, model: Model, controller: Source, state: State | Recording | None, events: Sequence[Intervention]
    ) -> None:
        """Prepare the run and record its first instant."""
        began = clock.perf_counter()
        check_determined(model)
        load_loop(model)
        state = starting_state(model, state)
        if isinstance(self.engine, LiveEngine):
            state = self.engine.begin(model, state)
        else:
            check_lengths(model, state)
            check_outside(model, state)
        sensing = None if isinstance(self.engine, LiveEngine) else sensing_of(model, self.seed)
        state = replace(state, sensing=None) if sensing is None else sensing.begin(state)
        self.timetable = Timetable(state.time, self.record_rate, sensing)
        measure = self.engine.measurement if isinstance(self.engine, LiveEngine) else None
        source = source_of(controller, model, state.q, self.seed)
        if measure is not None and isinstance(source, StartsAnywhere):
            source = source.starting_at(model, state.q)
        drive: OpenLoop | ClosedLoop
        if isinstance(source, Gait):
            drive = OpenLoop.of(source, model)
            reference = drive.motion.piece(state.time)[0]
            state = self._on_target(model, replace(state, control=None), reference)
        else:
            loop = ControlLoop(model, source, state.time, math.inf, sensing, measure=measure)
            drive, control = ClosedLoop(loop), state.control
            if control is None or control.controller != loop.name:
                control = loop.start()
                state = self._on_target(model, replace(state, control=control), control.reference)
            reference = control.reference
        self.course = Course(state, model, controller, drive, sensing, len(model.world.media), measure=measure)
        if isinstance(drive, ClosedLoop):
            drive.loop.cycles, drive.loop.snapshots = self.course.cycles, self.course.predictions
        for event in events:
            self.course.agenda.add(event)
        self._move(Stretch(reference, state.time), (np.array([state.time]), np.ones(1, bool)))
        self.course.wall = clock.perf_counter() - began

    def _on_target(self, model: Model, state: State, reference: Any) -> State:
        """Return the state with prescribed coordinates on their targets, where a state can be chosen."""
        return state if isinstance(self.engine, LiveEngine) else on_target(model, state, reference)

    # ---- what it is ------------------------------------------------------------------------------------------------
    @property
    def model(self) -> Model:
        """Present model."""
        return self.course.model

    @property
    def controller(self) -> Source:
        """Present gait or controller."""
        return self.course.controller

    @property
    def state(self) -> State:
        """Present state."""
        return self.course.state

    @property
    def time(self) -> float:
        """Present time [s]."""
        return self.course.state.time

    @property
    def status(self) -> RunStatus | None:
        """Status of a run that has ended early; None while it can go on."""
        return self.course.status

    @property
    def period(self) -> float:
        """Duration of `step` [s]."""
        drive = self.course.drive
        return drive.loop.period if isinstance(drive, ClosedLoop) else self._period

    @property
    def events(self) -> tuple[AppliedEvent, ...]:
        """Interventions so far, with the times at which they took effect."""
        return tuple(self.course.applied)

    @property
    def recorded(self) -> tuple[str, ...]:
        """Names of the variables of a record, as subscribers receive it; of a live engine, the measured ones."""
        names = (*self.course.layout, *readings_of(self.course.sensing))
        if isinstance(self.engine, LiveEngine):
            further = engine_variables(self.engine, np.array([self.time]))
            return (*(name for name in names if name in self.engine.measured), *further)
        return names

    @property
    def measurement(self) -> Measurement:
        """Present measurement, as a controller receives it."""
        state = self.course.state
        if isinstance(self.engine, LiveEngine):
            return self.engine.measurement(state)
        control = ControlState("", state.time, self._reference(), state.time, None, self["tau"].copy())
        return measurement(self.course.sensing, replace(state, control=control))

    def __getitem__(self, name: str) -> FloatArray:
        """Return a recorded variable at the present time, such as "link_position"."""
        row, layout = self.course.last_record()
        return value_of(snapshot(layout, row), name)

    def __repr__(self) -> str:
        status = self.course.status or "can go on"
        return f"<Simulation of {self.model.robot.name!r} at t = {self.time:.6g} s: {status}>"

    # ---- advance ---------------------------------------------------------------------------------------------------
    def advance(self, duration: float) -> RunStatus | None:
        """Advance the run.

        Args:
            duration: Simulated time [s].

        Returns:
            Status of a run that has ended; None if it can go on.

        Raises:
            SimulationError: if the duration is invalid, or the run has ended before.
            ControlError, GaitError: if the controller fails; the records so far are kept.
            KeyboardInterrupt: on Ctrl-C; the run can go on.
        """
        duration = number(duration, "duration", SimulationError, above=0, unit="s")
        return self._advance(lambda: snap(self.time + duration, self.record_rate))

    def _advance(self, end: Callable[[], float]) -> RunStatus | None:
        """Advance to a time [s], which is asked for while no other thread advances the run."""
        with self.lock:
            self._check_can_go_on()
            began = clock.perf_counter()
            try:
                self._advance_to(end())
            except SnakelabError as problem:
                self.course.status = RunStatus.failed(str(problem), self.course.state.time)
                raise
            finally:
                self.course.wall += clock.perf_counter() - began
            return self.course.status

    def step(self, command: Command | None = None) -> RunStatus | None:
        """Advance the run by one control period.

        Args:
            command: Command for the end of this period, of a simulation without a controller.

        Returns:
            Status of a run that has ended; None if it can go on.

        Raises:
            SimulationError, ControlError, GaitError: see `advance`.
        """
        with self.lock:
            if command is not None:
                self._give(command)
            return self._advance(self._boundary)

    def run(
        self, duration: float | None = None, *, pace: float | None = None, until: threading.Event | None = None
    ) -> RunStatus | None:
        """Advance the run period by period.

        Args:
            duration: Simulated time [s]; None runs until the run ends or `until` is set.
            pace: Simulated time per wall time, 1 for real time [-]; None runs as fast as possible.
            until: Event of another thread that ends the loop after the present period.

        Returns:
            Status of a run that has ended; None if it can go on.
        """
        end = math.inf if duration is None else self.time + number(duration, "duration", SimulationError, above=0)
        if pace is not None:
            self.pace = Pace(number(pace, "pace", SimulationError, above=0))
            self.pace.begin()
        while self.time < end - tie(self.time) and not (until is not None and until.is_set()):
            before = self.time
            status = self._advance(lambda: min(self._boundary(), end))
            if status is not None:
                return status
            if self.pace is not None:
                self.pace.wait(self.time - before)
        return None

    # ---- intervene -------------------------------------------------------------------------------------------------
    def schedule(self, *events: Intervention) -> None:
        """Schedule interventions; one in the past takes effect at the next boundary of a control period."""
        checked = check_events(events, "events")
        with self.lock:
            for event in checked:
                self.course.agenda.add(replace(event, at=max(event.at, self.time)))

    def set(self, path: str, value: Any, transition: float = 1.0) -> None:
        """Set a parameter at the next boundary; see `SetParameter`. An invalid value is an error here, not later."""
        self._tried(SetParameter(path, value, self.time, transition))

    def change_controller(self, controller: Source, transition: float = 1.0) -> None:
        """Change the gait or controller at the next boundary; see `ChangeController`."""
        self._tried(ChangeController(controller, self.time, transition))

    def push(
        self,
        part: str,
        force: Sequence[float] = (0.0,) * 3,
        torque: Sequence[float] = (0.0,) * 3,
        duration: float = 0.1,
    ) -> None:
        """Push a part from the next boundary on; see `Push`."""
        self._tried(Push(part, force, torque, duration, at=self.time))

    def add_payload(self, part: str, mass: float, point: Sequence[float] | None = None) -> None:
        """Fix a mass to a link at the next boundary; see `AddPayload`."""
        self._tried(AddPayload(part, mass, point, at=self.time))

    def place_obstacle(self, contact: Contact) -> None:
        """Place or move a post or block at the next boundary; see `PlaceObstacle`."""
        self._tried(PlaceObstacle(contact, at=self.time))

    def _tried(self, event: Intervention) -> None:
        """Schedule an intervention that can be applied to the present run."""
        with self.lock:
            apply(self.course.copy(), event, self.timetable, self.seed)
            self.schedule(event)

    # ---- keep and restore ------------------------------------------------------------------------------------------
    def snapshot(self) -> Course:
        """Return the complete state of the run; see `restore`."""
        with self.lock:
            return self.course.copy()

    def restore(self, snapshot: Course) -> None:
        """Return to a snapshot of this run, from which it continues exactly as before.

        Raises:
            SimulationError: for the snapshot of another robot, or with a live engine.
        """
        instance(snapshot, "snapshot", (Course,), SimulationError)
        if isinstance(self.engine, LiveEngine):
            raise SimulationError("a live engine cannot return to an earlier state; start a new run")
        if snapshot.model.coordinate_names != self.model.coordinate_names:
            raise SimulationError(f"this is a snapshot of another robot, {snapshot.model.robot.name!r}")
        with self.lock:
            self.course = snapshot.copy()
            self._renew_timetable()

    def run_to_end(self, duration: float, progress: Progress | None = None) -> Recording:
        """Advance the run by a duration that is known in advance, and return its recording, as `simulate` does.

        Ctrl-C ends the run with the status "interrupted"; the error of a failing controller holds the recording so far.

        Args:
            duration: Simulated time [s].
            progress: Callback with the fraction done [-] and the simulated time [s].
        """
        course, begin = self.course, self.timetable.begin
        if isinstance(course.drive, ClosedLoop):
            course.drive.loop.end = snap(begin + duration, self.record_rate)
        self._progress = None if progress is None else (progress, duration)
        settings = {"duration": duration, "record_rate": self.record_rate, "engine": repr(self.engine)}
        try:
            status = None if course.status is not None else self.advance(duration)
        except KeyboardInterrupt:
            status = RunStatus.interrupted(self.time)
        except SnakelabError as problem:  # a controller's fault must not cost what was computed
            problem.recording = self._recording(RunStatus.failed(str(problem), self.time), settings)
            raise
        finally:
            self._progress = None
        return self._recording(status or course.status or RunStatus.finished(self.time), settings)

    def recording(self) -> Recording:
        """Return the recording up to now."""
        with self.lock:
            course = self.course
            status = course.status or RunStatus.finished(course.state.time)
            settings = {"record_rate": self.record_rate, "engine": repr(self.engine)}
            settings["duration"] = course.state.time - self.timetable.begin
            return self._recording(status, settings)

    def _recording(self, status: RunStatus, settings: dict[str, Any]) -> Recording:
        provenance: dict[str, Any] = {"scenario": self.scenario_json, "settings": settings, "seed": self.seed}
        if self.pace is not None:
            provenance |= self.pace.attributes
        return recording_of(self.course, self.engine, status, provenance)

    # ---- subscribe -------------------------------------------------------------------------------------------------
    def subscribe(
        self, handler: Callable[[Record], object] | None = None, *, rate: float | None = None, size: int = 256
    ) -> Subscription:
        """Return a subscription to the records of the run.

        Args:
            handler: Function that is called with each `Record`, in a separate thread; None to read the subscription.
            rate: Largest number of records per simulated second [Hz]; None for all records.
            size: Size of the queue [-]. When it is full, the oldest record is dropped: a slow reader never delays the run.
        """
        rate = None if rate is None else number(rate, "rate", SimulationError, above=0, unit="Hz")
        subscription = Subscription(count(size, "size", SimulationError, least=1), rate, handler)
        self._subscriptions.append(subscription)
        return subscription

    def close(self) -> None:
        """Close the subscriptions and a live engine. A second call has no effect."""
        if self._closed:
            return
        self._closed = True
        for subscription in self._subscriptions:
            subscription.close()
        if isinstance(self.engine, LiveEngine):
            self.engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ---- the loop --------------------------------------------------------------------------------------------------
    def _advance_to(self, end: float) -> None:
        """Advance stretch by stretch to a time [s], or to the end of the run."""
        course = self.course
        while course.state.time < end and course.status is None:
            self._intervene(end)
            state, stretch = course.drive.stretch(course.state, end, self.engine)
            course.state = state
            closes = min(stretch.closes, self._next_change(end))
            closes = end if closes >= end - tie(end) else closes
            self._through(stretch, self.timetable.until(closes, state.time, stretch.between, end))

    def _through(self, stretch: Stretch, events: Events) -> None:
        """Integrate through the events of a stretch, in calls of limited wall time."""
        times, keep = events
        at = 0
        while at < len(times) and self.course.status is None:
            began = clock.perf_counter()
            part = slice(at, at + self._chunk)
            n = len(times[part])
            self._move(stretch, (times[part], keep[part]))
            at += n
            if n == self._chunk:
                fitting = int(n * CALL / max(1e-6, clock.perf_counter() - began))
                self._chunk = max(1, min(4 * self._chunk, fitting))

    def _move(self, stretch: Stretch, events: Events) -> None:
        """Integrate through events in one call of the engine, and record them."""
        course, (times, keep) = self.course, events
        rows = np.zeros((len(times), width_of(course.layout)))
        before = course.state
        outcome = self.engine.advance(course.model, stretch.reference, before, times, rows)
        outcome = self._until_stop(outcome, times, rows, keep)
        rows, keep = rows[: outcome.events], keep[: outcome.events]
        held, sensing = np.zeros((len(rows), 0)), before.sensing
        if course.sensing is not None:
            held, sensing = course.sensing.through(sensing, stretch.reference, rows)
        course.state = replace(outcome.state, sensing=sensing)
        course.records.add(course.model, rows, held, keep, outcome)
        self._store_forces(rows, outcome.state.time > before.time)
        self._publish(rows, held, keep)
        if self._progress is not None:
            progress, duration = self._progress
            progress((course.state.time - self.timetable.begin) / duration, course.state.time)
        if outcome.problem:
            status = RunStatus(outcome.problem)
            if status.kind is StatusKind.INTERRUPTED:
                raise KeyboardInterrupt
            course.status = status

    def _until_stop(self, outcome: Outcome, times: FloatArray, rows: FloatArray, keep: np.ndarray) -> Outcome:
        """Truncate the result of the engine at the first record at which a stop condition holds."""
        if not self.stops:
            return outcome
        layout = self.course.layout
        for i in np.flatnonzero(keep[: outcome.events]).tolist():
            reason = next((stop.reason for stop in self.stops if stop.met(snapshot(layout, rows[i]))), None)
            if reason is not None:
                state = outcome.state.at(times[i], state_part(layout, rows[i]), outcome.state.step)
                problem = RunStatus.stopped(reason, float(times[i]))
                return replace(outcome, state=state, events=i + 1, problem=problem)
        return outcome

    def _store_forces(self, rows: FloatArray, moved: bool) -> None:
        """Store the actuator forces for the next measurement; at a restart, those applied before it."""
        control = self.course.state.control
        if len(rows) and control is not None and (moved or control.tau is None):
            tau, _ = self.course.layout["tau"]
            self.course.state = replace(self.course.state, control=replace(control, tau=rows[-1, tau].copy()))

    def _publish(self, rows: FloatArray, held: FloatArray, keep: np.ndarray) -> None:
        """Offer the stored records to the subscribers, and drop those that are too old."""
        if self._subscriptions:
            layout, readings = self.course.layout, readings_of(self.course.sensing)
            for row, sensed in zip(rows[keep], held[keep], strict=True):
                further = {name: one.values[0] for name, one in engine_variables(self.engine, row[:1]).items()}
                record = Record(float(row[0]), row, layout, sensed, readings, further)
                for subscription in self._subscriptions:
                    subscription.offer(record)
        if self.keep is not None:
            self.course.records.drop_before(self.course.state.time - self.keep)
            drop_before = getattr(self.engine, "drop_before", None)
            if callable(drop_before):
                drop_before(self.course.state.time - self.keep)

    # ---- interventions at boundaries -------------------------------------------------------------------------------
    def _intervene(self, end: float) -> None:
        """Apply the interventions that are due, at the boundary of a control period."""
        course = self.course
        now, drive = course.state.time, course.drive
        at_boundary = drive.due(course.state, end) if isinstance(drive, ClosedLoop) else self._at_record(now)
        while at_boundary and course.agenda.next_time() <= now + tie(now):
            event = replace(course.agenda.pop(), at=now)
            energy = apply(course, event, self.timetable, self.seed)
            course.applied.append(AppliedEvent(event, energy))
            self._renew_timetable()

    def _at_record(self, time: float) -> bool:
        return abs(self.timetable.next_record(time) - time) <= tie(time)

    def _next_change(self, end: float) -> float:
        """Return the boundary at which the next intervention is due [s]; of a controller, periods end there anyway."""
        if isinstance(self.course.drive, ClosedLoop):
            return math.inf
        at = self.course.agenda.next_time()
        return at if math.isinf(at) else max(self.timetable.next_record(at), self._after_now())

    def _after_now(self) -> float:
        """Return the first record after the present time [s]."""
        now = self.course.state.time
        return self.timetable.next_record(now + 0.5 / self.record_rate)

    def _renew_timetable(self) -> None:
        self.timetable = replace(self.timetable, sensing=self.course.sensing)

    # ---- help ------------------------------------------------------------------------------------------------------
    def _check_can_go_on(self) -> None:
        if self._closed:
            raise SimulationError("this simulation is closed; start a new one")
        status = self.course.status
        if status is not None:
            raise SimulationError(
                f"this run has ended ({status}); restore a snapshot from before, or start a new simulation"
            )

    def _checked_period(self, period: float | None) -> float:
        if period is None:
            return 1.0 / self.record_rate
        period = number(period, "period", SimulationError, above=0, unit="s")
        records = round(period * self.record_rate)
        if records < 1 or abs(period * self.record_rate - records) > 1e-6:
            raise SimulationError(
                f"period must be a multiple of 1 / record_rate = {1.0 / self.record_rate:g} s, got {period:g} s"
            )
        return records / self.record_rate

    def _boundary(self) -> float:
        """Return the next boundary of a control period [s]."""
        state = self.course.state
        if isinstance(self.course.drive, ClosedLoop) and state.control is not None:
            loop, until, origin = self.course.drive.loop, state.control.until, state.control.origin
            if until > state.time + tie(state.time):
                return until
            return origin + (round((until - origin) / loop.period) + 1) * loop.period
        return self.timetable.next_record(state.time + self._period * (1.0 - 1e-6))

    def _reference(self) -> Any:
        state, drive = self.course.state, self.course.drive
        if isinstance(drive, OpenLoop):
            return drive.motion.piece(state.time)[0]
        assert state.control is not None
        return state.control.reference

    def _give(self, command: Command) -> None:
        """Pass a command from outside to the control loop."""
        course = self.course
        if course.controller is None:
            change_controller(course, Manual(self._period), 0.0, self.timetable, self.seed)
        manual = course.drive.loop.controller if isinstance(course.drive, ClosedLoop) else None
        if not isinstance(manual, Manual):
            raise SimulationError(
                "step takes a command only in a simulation without a controller: Simulation(model, period=...)"
            )
        manual.held = checked_command(command, course.model, self.time)


def readings_of(sensing: Sensing | None) -> dict[str, slice]:
    """Return the place of each measured quantity in the values of all sensors, by its name in a recording."""
    if sensing is None:
        return {}
    return {reading.name: reading.place for channel in sensing.channels for reading in channel.readings}


def as_json(scenario: dict[str, Any]) -> str:
    """Return the scenario as text of plain data, or raise an error before the run."""
    try:
        return json.dumps(scenario)
    except (TypeError, ValueError) as problem:
        raise SimulationError(f"scenario must hold plain values (numbers, text, lists, dicts): {problem}") from problem


def starting_state(model: Model, state: State | Recording | None) -> State:
    """Return the initial state of a run."""
    if isinstance(state, Recording):
        if state.state is None:
            raise SimulationError(
                "this recording holds no state to go on from: its controller's memory could not be written"
            )
        state = state.state
    return initial_state(model) if state is None else fitting_state(model, state)
