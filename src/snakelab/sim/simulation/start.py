"""Beginning of a run: its initial state, its timetable, and the drive of its gait or controller."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from snakelab.errors import SimulationError
from snakelab.gaits.gait import Gait
from snakelab.physics.command import Reference
from snakelab.physics.dynamics.inertia import check_determined
from snakelab.physics.model import Model
from snakelab.physics.state import State, fitting_state, initial_state
from snakelab.results.recording import Recording
from snakelab.sim.control_loop.control_loop import ControlLoop
from snakelab.sim.control_loop.drive import ClosedLoop, Drive, OpenLoop
from snakelab.sim.control_loop.sources import Source, source_of
from snakelab.sim.engines.engine import Engine, load_loop
from snakelab.sim.engines.live_engine import LiveEngine, StartsAnywhere
from snakelab.sim.feasibility.initial_state import check_lengths, check_outside, on_target
from snakelab.sim.interventions.interventions import Intervention
from snakelab.sim.sensor_sampling import sensing_of
from snakelab.sim.simulation.course import Course
from snakelab.sim.simulation.timetable import Timetable


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
