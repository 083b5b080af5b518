"""Course of a run: the objects that change while it advances, and their beginning."""

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from snakelab.errors import SimulationError
from snakelab.gaits.gait import Gait
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.command import Measurement, Reference
from snakelab.physics.dynamics import check_determined
from snakelab.physics.model import Model
from snakelab.physics.record import record_layout
from snakelab.physics.state import State, fitting_state, initial_state
from snakelab.results.recording import Recording
from snakelab.results.status import RunStatus
from snakelab.sim.control_loop import (
    ClosedLoop,
    ControlLoop,
    Cycle,
    Drive,
    OpenLoop,
    PredictionSnapshot,
    Source,
    source_of,
)
from snakelab.sim.engine import Engine, LiveEngine, StartsAnywhere, load_loop
from snakelab.sim.feasibility import check_lengths, check_outside, on_target
from snakelab.sim.interventions import AppliedEvent, Intervention
from snakelab.sim.records import Agenda, Layout, Records, Timetable
from snakelab.sim.sensing import Sensing, sensing_of

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
