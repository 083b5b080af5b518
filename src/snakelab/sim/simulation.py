"""Simulation of a model: stepwise with `Simulation`, or to its end with `simulate`."""

import json
import math
import threading
import time as clock
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from snakelab.control.controller import Controller, Planner
from snakelab.errors import SimulationError, SnakelabError, SnakelabWarning
from snakelab.gaits.gait import Gait
from snakelab.parameters.arguments import FloatArray, count, instance, instances, named_arguments, number
from snakelab.parameters.declarations import check_arguments
from snakelab.physics.command import Command, Measurement, checked_command
from snakelab.physics.dynamics import check_determined
from snakelab.physics.model import Model
from snakelab.physics.state import ControlState, State
from snakelab.results.diagnostics import warn_of_impossible
from snakelab.results.recording import Recording
from snakelab.results.run_status import RunStatus
from snakelab.results.step_accuracy import warn_of_imbalance
from snakelab.sim.accuracy_checks import AUTO, check_by_repetition, checked_choice, warn_of_impacts
from snakelab.sim.applied_interventions import Course, apply, begin_course, change_controller
from snakelab.sim.checks_before_run import (
    memory_fault,
    run_cost,
    warn_of_late_sensors,
    warn_of_missing_gravity,
    warn_of_stiffness,
)
from snakelab.sim.control_loop import ClosedLoop, Manual, OpenLoop, Source, Stretch, ideal
from snakelab.sim.engine import Engine, LiveEngine, SnakelabEngine
from snakelab.sim.interventions import (
    AddPayload,
    AppliedEvent,
    ChangeController,
    Intervention,
    PlaceObject,
    PlaceObstacle,
    Push,
    SetParameter,
    check_events,
)
from snakelab.sim.live_run import Pace, Record, Subscribers, Subscription
from snakelab.sim.recording_assembly import RunJournal, check_journal, engine_variables, recording_of
from snakelab.sim.run_integration import Integration, StopCondition, checked_period, snap, snapshot, tie, value_of
from snakelab.sim.scipy_engine import make_engine
from snakelab.sim.sensing import measured, readings_of
from snakelab.worlds.contact_laws import Contact

# ----------------------------------------------------------------------------------------------------------------------
# Stepwise simulation: a run that is advanced by the caller, can be changed, and is recorded
# ----------------------------------------------------------------------------------------------------------------------

Progress = Callable[[float, float], None]
JOURNAL_FAILED = "the run is kept in memory only"


class Simulation:
    """Run that is advanced by the caller.

    `simulate` is a loop over it: a run that is advanced by whole control periods, however many at once, has the records of
    `simulate` bit for bit. Changes take effect at the boundaries of control periods; those of a gait are its records.

    Use it as a context manager, or call `close`, if it has subscribers or a live engine.

    Args:
        model: Model from `build_model`.
        controller: Gait, controller or planner, as for `simulate`. None holds the robot still, or accepts commands:
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
        keep: Time for which records and the cycle log are kept in memory [s]; None keeps all.

    Attributes:
        on_refused: Called with a scheduled intervention that does not fit the run when it is due, and with the reason; the
            run then goes on without it. None, the default, ends the run with the error.

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
        self.seed = count(seed, "seed", SimulationError, maximum=2**63 - 1)
        self.stops = instances(stop_when, "stop_when", (StopCondition,), SimulationError)
        self.keep = None if keep is None else number(keep, "keep", SimulationError, above=0, unit="s")
        self._period = checked_period(period, self.record_rate)
        self.scenario_json = as_json({} if scenario is None else scenario)
        self.pace: Pace | None = None
        self.on_refused: Callable[[Intervention, SnakelabError], object] | None = None
        self.lock = threading.RLock()
        self._subscribers = Subscribers()
        self._closed = self._engine_closed = False
        self._integration = Integration(self.engine, self.stops, self._publish)
        start = clock.perf_counter()
        self.course, self.timetable, reference = begin_course(
            model, controller, state, check_events(events, "events"),
            engine=self.engine, record_rate=self.record_rate, seed=self.seed,
        )  # fmt: skip
        now = self.course.state.time
        self._integration.call(self.course, Stretch(reference, now), (np.array([now]), np.ones(1, bool)))
        self.course.wall = clock.perf_counter() - start

    # ---- state -----------------------------------------------------------------------------------------------------
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
        """Status of a run that has ended early; None while it can continue."""
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
        state, sensing = replace(state, control=control), self.course.sensing
        return ideal(state) if sensing is None else measured(sensing, state)

    def __getitem__(self, name: str) -> FloatArray:
        """Return a recorded variable at the present time, such as "link_position"."""
        row, layout = self.course.last_record()
        return value_of(snapshot(layout, row), name)

    def __repr__(self) -> str:
        status = self.course.status or "not finished"
        return f"<Simulation of {self.model.robot.name!r} at t = {self.time:.6g} s: {status}>"

    # ---- advance ---------------------------------------------------------------------------------------------------
    def advance(self, duration: float) -> RunStatus | None:
        """Advance the run.

        Args:
            duration: Simulated time [s].

        Returns:
            Status of a run that has ended; None if it can continue.

        Raises:
            SimulationError: if the duration is invalid, or the run has ended before.
            ControlError, GaitError: if the controller fails; the records so far are kept.
            KeyboardInterrupt: on Ctrl-C; the run can go on.
        """
        duration = number(duration, "duration", SimulationError, above=0, unit="s")
        return self._advance(lambda: snap(self.time + duration, self.record_rate))

    def _advance(self, end: Callable[[], float]) -> RunStatus | None:
        """Advance to a time [s]; the time is evaluated while no other thread advances the run."""
        with self.lock:
            self._check_can_go_on()
            start = clock.perf_counter()
            try:
                self._advance_to(end())
            except SnakelabError as problem:
                self.course.status = RunStatus.failed(str(problem), self.course.state.time)
                raise
            finally:
                self.course.wall += clock.perf_counter() - start
            return self.course.status

    def step(self, command: Command | None = None) -> RunStatus | None:
        """Advance the run by one control period.

        Args:
            command: Command for the end of this period, of a simulation without a controller.

        Returns:
            Status of a run that has ended; None if it can continue.

        Raises:
            SimulationError, ControlError, GaitError: see `advance`.
        """
        with self.lock:
            if command is not None:
                self._give(command)
            return self._advance(self._next_boundary)

    def run(
        self, duration: float | None = None, *, pace: float | None = None, until: threading.Event | None = None
    ) -> RunStatus | None:
        """Advance the run period by period.

        Args:
            duration: Simulated time [s]; None runs until the run ends or `until` is set.
            pace: Simulated time per wall time, 1 for real time [-]; None runs as fast as possible.
            until: Event of another thread that ends the loop after the present period.

        Returns:
            Status of a run that has ended; None if it can continue.
        """
        end = math.inf if duration is None else self.time + number(duration, "duration", SimulationError, above=0)
        if pace is not None:
            self.pace = Pace(number(pace, "pace", SimulationError, above=0))
        while self.time < end - tie(self.time) and not (until is not None and until.is_set()):
            before = self.time
            status = self._advance(lambda: min(self._next_boundary(), end))
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

    def withdraw(self, matches: Callable[[Intervention], bool]) -> int:
        """Remove the scheduled interventions for which a function returns True; return their number."""
        check_arguments(Simulation.withdraw, {"matches": matches}, SimulationError)
        with self.lock:
            agenda = self.course.agenda
            kept = [event for event in agenda.events if not matches(event)]
            removed, agenda.events = len(agenda.events) - len(kept), kept
            return removed

    def set(self, path: str, value: Any, transition: float = 1.0) -> None:
        """Set a parameter at the next boundary; see `SetParameter`. An invalid value is an error here, not later."""
        self._schedule_applicable(SetParameter(path, value, self.time, transition))

    def change_controller(self, controller: Source, transition: float = 1.0) -> None:
        """Change the gait or controller at the next boundary; see `ChangeController`."""
        self._schedule_applicable(ChangeController(controller, self.time, transition))

    def push(
        self,
        part: str,
        force: Sequence[float] = (0.0,) * 3,
        torque: Sequence[float] = (0.0,) * 3,
        duration: float = 0.1,
    ) -> None:
        """Push a part from the next boundary on; see `Push`."""
        self._schedule_applicable(Push(part, force, torque, duration, at=self.time))

    def add_payload(self, part: str, mass: float, point: Sequence[float] | None = None) -> None:
        """Fix a mass to a link at the next boundary; see `AddPayload`."""
        self._schedule_applicable(AddPayload(part, mass, point, at=self.time))

    def place_obstacle(self, contact: Contact) -> None:
        """Place or move a post or block at the next boundary; see `PlaceObstacle`."""
        self._schedule_applicable(PlaceObstacle(contact, at=self.time))

    def place_object(
        self,
        name: str,
        position: Sequence[float],
        rotation: Sequence[float] | None = None,
        velocity: Sequence[float] = (0.0,) * 3,
        angular_velocity: Sequence[float] = (0.0,) * 3,
    ) -> None:
        """Place or turn a free body at the next boundary; see `PlaceObject`."""
        self._schedule_applicable(PlaceObject(name, position, rotation, velocity, angular_velocity, at=self.time))

    def _schedule_applicable(self, event: Intervention) -> None:
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

    def run_to_end(self, duration: float, progress: Progress | None = None, journal: Path | None = None) -> Recording:
        """Advance the run by a duration that is known in advance, and return its recording, as `simulate` does.

        Ctrl-C ends the run with the status "interrupted"; the error of a failing controller contains the recording so far.

        Args:
            duration: Simulated time [s].
            progress: Callback with the fraction done [-] and the simulated time [s].
            journal: File to which the records are appended; see `simulate`.
        """
        course, begin = self.course, self.timetable.begin
        if isinstance(course.drive, ClosedLoop):
            course.drive.loop.end = snap(begin + duration, self.record_rate)
        kept = None if journal is None else RunJournal(journal, self.rows_since)

        def reached(time: float) -> None:
            if progress is not None:
                progress((time - begin) / duration, time)
            if kept is not None and kept.due and (failed := kept.append()):
                warnings.warn(f"{JOURNAL_FAILED}: {failed}", SnakelabWarning, stacklevel=2)

        if progress is not None or kept is not None:
            self._integration.progress = reached
        settings = {"duration": duration, "record_rate": self.record_rate, "engine": repr(self.engine)}
        try:
            status = None if course.status is not None else self.advance(duration)
        except KeyboardInterrupt:
            status = RunStatus.interrupted(self.time)
        except SnakelabError as problem:  # an error of a controller must not discard the results so far
            problem.recording = self._recording(RunStatus.failed(str(problem), self.time), settings)
            raise
        finally:
            self._integration.progress = None
            if kept is not None and (failed := kept.close()):
                warnings.warn(f"{JOURNAL_FAILED}: {failed}", SnakelabWarning, stacklevel=3)
        self._close_engine()  # a robot does not wait for its recording
        return self._recording(status or course.status or RunStatus.finished(self.time), settings)

    def recording(self, *, since: float | None = None) -> Recording:
        """Return the recording up to now.

        Args:
            since: Time [s]; the records and cycles before it are left out, as far as they were not computed together with
                later ones, and the status is that of a run which goes on, "interrupted". None for all.
        """
        return self.rows_since(since)()

    def rows_since(self, since: float | None = None) -> Callable[[], Recording]:
        """Take the rows of `recording` from the run, and return a function that makes the recording, in any thread."""
        if since is not None:
            since = number(since, "since", SimulationError, unit="s", infinite=True)
        with self.lock:
            course = self.course.copy() if since is None else self.course.since(since)
            so_far = RunStatus.finished if since is None else RunStatus.interrupted
            status = course.status or so_far(course.state.time)
            settings: dict[str, Any] = {"record_rate": self.record_rate, "engine": repr(self.engine)}
            settings["duration"] = course.state.time - self.timetable.begin
        return lambda: self._recording(status, settings, course)

    def _recording(self, status: RunStatus, settings: dict[str, Any], course: Course | None = None) -> Recording:
        provenance: dict[str, Any] = {"scenario": self.scenario_json, "settings": settings, "seed": self.seed}
        if self.pace is not None:
            provenance |= self.pace.attributes
        return recording_of(course or self.course, self.engine, status, provenance)

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
        check_arguments(Simulation.subscribe, {"handler": handler}, SimulationError)
        rate = None if rate is None else number(rate, "rate", SimulationError, above=0, unit="Hz")
        return self._subscribers.add(Subscription(count(size, "size", SimulationError, minimum=1), rate, handler))

    def close(self) -> None:
        """Close the subscriptions and a live engine. A second call has no effect."""
        if self._closed:
            return
        self._closed = True
        self._subscribers.close()
        self._close_engine()

    def _close_engine(self) -> None:
        """Close a live engine, once."""
        if isinstance(self.engine, LiveEngine) and not self._engine_closed:
            self._engine_closed = True
            self.engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ---- the loop --------------------------------------------------------------------------------------------------
    def _advance_to(self, end: float) -> None:
        course = self.course
        while course.state.time < end and course.status is None:
            self._intervene(end)
            state, stretch = course.drive.stretch(course.state, end, self.engine)
            course.state = state
            closes = min(stretch.closes, self._next_intervention())
            closes = end if closes >= end - tie(end) else closes
            events = self.timetable.until(closes, state.time, stretch.between, end)
            self._integration.through(course, stretch, events)

    def _intervene(self, end: float) -> None:
        course, now = self.course, self.course.state.time
        boundary = self._at_boundary(end)
        while boundary and course.agenda.next_time() <= now + tie(now):
            event = replace(course.agenda.pop(), at=now)
            try:
                energy = apply(course, event, self.timetable, self.seed)
            except SnakelabError as problem:
                if self.on_refused is None:
                    raise
                self.on_refused(event, problem)
                continue
            course.applied.append(AppliedEvent(event, energy))
            self._renew_timetable()

    def _publish(self, rows: FloatArray, held: FloatArray, keep: np.ndarray) -> None:
        """Pass the stored records to the subscribers, and drop those that are too old."""
        if self._subscribers.subscriptions:
            self._subscribers.offer(self._records_of(rows, held, keep))
        if self.keep is not None:
            self.course.drop_before(self.course.state.time - self.keep)
            drop_before = getattr(self.engine, "drop_before", None)
            if callable(drop_before):
                drop_before(self.course.state.time - self.keep)

    def _records_of(self, rows: FloatArray, held: FloatArray, keep: np.ndarray) -> Iterator[Record]:
        """Iterate over the stored rows as the records that subscribers receive."""
        layout, readings = self.course.layout, readings_of(self.course.sensing)
        for row, sensed in zip(rows[keep], held[keep], strict=True):
            further = {name: one.values[0] for name, one in engine_variables(self.engine, row[:1]).items()}
            yield Record(float(row[0]), row, layout, sensed, readings, further)

    def _next_boundary(self) -> float:
        """Return the next boundary of a control period [s]: the record that coincides with it, so that steps end where those
        of `advance` do.
        """
        state, drive = self.course.state, self.course.drive
        if isinstance(drive, ClosedLoop) and state.control is not None:
            loop, until, origin = drive.loop, state.control.until, state.control.origin
            if not until > state.time + tie(state.time):
                until = origin + (round((until - origin) / loop.period) + 1) * loop.period
            return snap(until, self.record_rate)
        return snap(self.timetable.next_record(state.time + self._period * (1.0 - 1e-6)), self.record_rate)

    def _at_boundary(self, end: float) -> bool:
        """Return True where interventions take effect: at a boundary of a control period; with a gait, at a record.

        Args:
            end: Planned end [s], which determines the tolerance for coincident instants.
        """
        state, drive = self.course.state, self.course.drive
        return drive.due(state, end) if isinstance(drive, ClosedLoop) else self.timetable.is_record(state.time)

    def _next_intervention(self) -> float:
        """Return the boundary at which the next intervention of a gait takes effect [s]; else infinity.

        The periods of a controller end at boundaries anyway.
        """
        at = self.course.agenda.next_time()
        if isinstance(self.course.drive, ClosedLoop) or math.isinf(at):
            return math.inf
        return max(self.timetable.next_record(at), self.timetable.record_after(self.course.state.time))

    def _renew_timetable(self) -> None:
        self.timetable = replace(self.timetable, sensing=self.course.sensing)

    def _check_can_go_on(self) -> None:
        if self._closed:
            raise SimulationError("this simulation is closed; start a new one")
        status = self.course.status
        if status is not None:
            raise SimulationError(
                f"this run has ended ({status}); restore a snapshot from before, or start a new simulation"
            )

    def _reference(self) -> Any:
        state, drive = self.course.state, self.course.drive
        if isinstance(drive, OpenLoop):
            return drive.motion.piece(state.time)[0]
        assert state.control is not None
        return state.control.reference

    def _give(self, command: Command) -> None:
        course = self.course
        if course.controller is None:
            change_controller(course, Manual(self._period), 0.0, self.timetable, self.seed)
        manual = course.drive.loop.controller if isinstance(course.drive, ClosedLoop) else None
        if not isinstance(manual, Manual):
            raise SimulationError(
                "step takes a command only in a simulation without a controller: Simulation(model, period=...)"
            )
        manual.held = checked_command(command, course.model, self.time)


def as_json(scenario: dict[str, Any]) -> str:
    """Return the scenario as text of plain data, or raise an error before the run."""
    try:
        return json.dumps(scenario)
    except (TypeError, ValueError) as problem:
        raise SimulationError(f"scenario must hold plain values (numbers, text, lists, dicts): {problem}") from problem


# ----------------------------------------------------------------------------------------------------------------------
# Simulation of a model under a gait or a controller, with a recording as the result
# ----------------------------------------------------------------------------------------------------------------------


@named_arguments
def simulate(
    model: Model,
    controller: Gait | Controller | Planner | None = None,
    duration: float = 10.0,
    *,
    state: State | Recording | None = None,
    step: float = 2e-3,
    integrator: str = "extrapolated",
    tolerance: float | None = None,
    record_rate: float = 100.0,
    stop_when: Sequence[StopCondition] = (),
    events: Sequence[Intervention] = (),
    seed: int = 0,
    scenario: dict[str, Any] | None = None,
    progress: Progress | None = None,
    engine: Engine | None = None,
    journal: str | Path | None = None,
    check_step: str = AUTO,
) -> Recording:
    """Simulate a model and record it.

    Args:
        model: Model from `build_model`.
        controller: Gait (evaluated inside the compiled step) or controller (called once per period), which may be
            predictive, such as `SamplingMpc`. None holds the robot still.
        duration: Simulated time [s].
        state: Initial state; None for the straight body at rest at the origin, prescribed coordinates on their targets.
            An earlier recording, or its state, is continued bit for bit.
        step: Largest step [s]; steps end at records and control periods, so a comparison of steps needs a step that divides them.
        integrator: "extrapolated", "plain", "extrapolated4" (fourth order, for soft bodies), "rk4" (explicit), or one of SciPy's
            "DOP853", "RK45", "Radau", "BDF", "LSODA".
        tolerance: Tolerance of the adaptive step, or SciPy's relative tolerance; None for a fixed step (SciPy: 1e-8).
        record_rate: Records per second [Hz].
        stop_when: Conditions that end the run, tested at every record.
        events: Interventions during the run, such as `ChangeController(gait, at=5.0)` or `Push("link3", force=(0, 2,
            0), at=3.0)`.
        seed: Seed of sensor noise, of the samples of a predictive controller, and of trials; stored with the
            recording. A bit-for-bit continuation requires the same seed.
        scenario: Scenario data of the run; stored with the recording.
        progress: Callback with the fraction done [-] and the simulated time [s]; during a second run again from 0 on.
        engine: Another engine, such as `snakelab.plugins.mujoco.engine.mujoco_engine.MujocoEngine()`; it replaces `step`,
            `integrator` and `tolerance`. The lines of its optional `notes(model)`, deviations from the laws of snakelab, are
            stored with the recording.
        journal: File to which the records are appended twice per second, so that a process that is killed loses less than
            one second; `load` reads it. It must not exist before. A run of less than half a second writes none. Delete it
            when the recording is saved.
        check_step: "auto" repeats a run of the built-in engine with at least four fixed steps between two records with about
            twice the step, in half to three quarters of its time, if its estimated error leaves doubt: between 0.03 % (0.2 %
            where impacts divide steps) and 1 %, the limit of a warning, or if free bodies were hit, which it does not
            contain. It repeats no run with code of the user (a controller, a condition) or with a controller that plans.
            "always" repeats any run with half the step, "never" none. The recording is that of the first run and contains
            the difference of the second. Ctrl-C in the second run ends only the check.

    Returns:
        The recording. If a run diverges, is stopped or interrupted, it contains the records so far and `status` the reason.
        A `SnakelabWarning` is issued if the motion is estimated to err by more than 1 %, from the errors of its steps or from a
        second run, if the energy balance has an error of more than 5 %, or if solves do not converge in more than 1 % of the
        steps, with a recommended step; for an impact from free flight that is too short for a fixed step; for a robot at rest
        on a ground in a world without gravity;
        for a soft section of negative length; and for a link that passed through a block or a pole.

    Raises:
        SimulationError: if a setting is invalid.
        GaitError, ControlError: if the controller does not fit the model or fails; its `recording` contains the records so far.
    """
    if not isinstance(model, Model):
        raise SimulationError(
            f"simulate takes a Model, got a {type(model).__name__}; write simulate(build_model(robot, world), gait)"
        )
    check_arguments(simulate, {"progress": progress, "engine": engine, "journal": journal}, SimulationError)
    duration = number(duration, "duration", SimulationError, above=0, unit="s")
    record_rate = number(record_rate, "record_rate", SimulationError, above=0, unit="Hz")
    check_determined(model)
    engine = make_engine(step, integrator, tolerance) if engine is None else engine
    check_step = checked_choice(check_step, engine)
    warn_of_stiffness(engine, model)
    warn_of_late_sensors(model, duration)
    if fault := memory_fault(run_cost(model, duration, record_rate)):
        raise SimulationError(fault)
    begin = partial(
        Simulation, model, controller, state=state, record_rate=record_rate, events=events, stop_when=stop_when, seed=seed,
        scenario=scenario,
    )  # fmt: skip
    simulation = begin(engine=engine)
    if not events:
        warn_of_missing_gravity(model, simulation.course.state)
    if journal is not None:
        check_journal(Path(journal))
    with simulation:
        recording = simulation.run_to_end(duration, progress, None if journal is None else Path(journal))

    def repeat(other: Engine) -> Recording:
        with begin(engine=other) as second:
            return second.run_to_end(duration, progress)

    inputs = (controller, *events, *stop_when)
    check_by_repetition(recording, engine, check_step, inputs, 1.0 / record_rate, repeat)
    if not isinstance(engine, LiveEngine):  # neither steps nor links are ours to correct
        warn_of_imbalance(recording)
        warn_of_impacts(model, engine, recording)
        warn_of_impossible(recording)
    return recording
