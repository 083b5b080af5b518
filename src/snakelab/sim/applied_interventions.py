"""Interventions applied to a run: the objects that change while it advances, their beginning, and each change of them."""

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import SimulationError, nearest
from snakelab.gaits.cpg import CpgGait, GaitChange
from snakelab.gaits.gait import Gait
from snakelab.geometry.surfaces import Pole
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.columns import MOTOR
from snakelab.physics.command import Measurement, Reference, constant_reference
from snakelab.physics.dynamics import check_determined
from snakelab.physics.free_body_motion import initial_objects
from snakelab.physics.model import Model, build_model, with_skin_of
from snakelab.physics.record_kernels import record_layout, record_width
from snakelab.physics.skin_tables import warn_of_passing
from snakelab.physics.state import State, fitting_state, initial_state, work_names
from snakelab.results.recording import Recording
from snakelab.results.run_status import RunStatus
from snakelab.robots.link import Link
from snakelab.robots.robot import Robot
from snakelab.sim.checks_before_run import (
    check_edges,
    check_lengths,
    check_objects,
    check_outside,
    check_room,
    check_skin,
    check_structure,
    on_target,
)
from snakelab.sim.control_loop import (
    ClosedLoop,
    ControlLoop,
    Cycle,
    Drive,
    Hold,
    OpenLoop,
    PredictionSnapshot,
    Source,
    source_of,
)
from snakelab.sim.engine import Engine, LiveEngine, SnakelabEngine, StartsAnywhere, load_loop
from snakelab.sim.interventions import (
    AddPayload,
    AppliedEvent,
    ChangeController,
    Intervention,
    PlaceObject,
    PlaceObstacle,
    Push,
    SetParameter,
    check_live,
    replaced_at,
)
from snakelab.sim.motion_transitions import transition, with_rows
from snakelab.sim.run_integration import Agenda, Layout, Records, ReferenceMotion, Timetable
from snakelab.sim.sensing import Sensing, sensing_of
from snakelab.worlds.contact_laws import Contact
from snakelab.worlds.external_wrench import ExternalWrench
from snakelab.worlds.world import World

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
        record_width: Numbers in one of them.
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
    record_width: int = field(init=False)

    def __post_init__(self) -> None:
        self.layout, self.record_width = record_layout(self.model), record_width(self.model)

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

    def since(self, time: float) -> "Course":
        """Return a course without the records and cycles before a time [s], for a recording of the last rows only."""
        first = bisect_left(self.cycles, time, key=lambda cycle: cycle.time)
        predictions = [one for one in self.predictions if one.time >= time]
        records = self.records.copy()
        records.drop_before(time)
        return replace(self, records=records, earlier_cycles=(), cycles=self.cycles[first:], predictions=predictions)

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
    load_loop(model, getattr(engine, "integrator", ""))
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
# Robot, world and controller after an intervention
# ----------------------------------------------------------------------------------------------------------------------


def after_event(model: Model, controller: Source, event: Intervention) -> tuple[Model, Source]:
    """Return model and controller after an intervention, to check it before a run.

    Raises:
        SnakelabError: if the intervention does not fit them.
    """
    if isinstance(event, ChangeController):
        return model, event.controller
    if isinstance(event, SetParameter) and event.path.split(".")[0] == "controller":
        return model, changed_roots({"controller": controller}, event)["controller"]
    if isinstance(event, Push):
        build_model(model.robot, with_push(model.world, event.wrench(event.at), len(model.world.media), event.at))
        return model, controller
    if isinstance(event, PlaceObject):
        event.placed(model.object_names, initial_objects(model.world.objects))
        return model, controller
    if isinstance(event, PlaceObstacle):
        check_skin(model)
        new = with_skin_of(model, build_model(model.robot, with_obstacle(model.world, event.contact)))
        check_edges(model, new)
    else:
        new = with_skin_of(model, build_model(*changed_objects(model, event)))
    check_structure(model, new)
    return new, controller


def changed_objects(model: Model, event: SetParameter | AddPayload) -> tuple[Robot, World]:
    """Return robot and world after a change of one of their values."""
    if isinstance(event, AddPayload):
        links = [i for i, part in enumerate(model.robot.parts) if isinstance(part, Link)]
        names = dict(zip(_link_names(model.robot), links, strict=True))
        if event.part not in names:
            raise SimulationError(
                f"AddPayload part {event.part!r}: {model.robot.name!r} has no such link{nearest(event.part, names)}"
            )
        i = names[event.part]
        link = model.robot.parts[i]
        assert isinstance(link, Link)
        parts = (*model.robot.parts[:i], event.loaded(link), *model.robot.parts[i + 1 :])
        return replace(model.robot, parts=parts), model.world
    roots = changed_roots({"robot": model.robot, "world": model.world}, event)
    for name, kind in (("robot", Robot), ("world", World)):
        if not isinstance(roots[name], kind):
            raise SimulationError(f"{event.path} must be a {kind.__name__}, got {roots[name]!r}")
    return roots["robot"], roots["world"]


def changed_roots(roots: dict[str, Any], event: SetParameter) -> dict[str, Any]:
    """Return robot and world, or the controller, with another value of a parameter.

    Raises:
        SnakelabError: if there is no such parameter, its class does not allow the value, or it is declared as fixed.
    """
    new = replaced_at(roots, event.path, event.value)
    check_live(roots, event.path)
    return new


def with_obstacle(world: World, contact: Contact) -> World:
    """Return a world with an obstacle, in the place of one of the same name, or as a further medium."""
    media = list(world.media)
    for i, old in enumerate(media):
        if isinstance(old, Contact) and old.name == contact.name:
            if type(old.surface) is not type(contact.surface):
                raise SimulationError(
                    f"{contact.name!r} is a {type(old.surface).__name__} of this world and cannot become a "
                    f"{type(contact.surface).__name__}; give the obstacle another name"
                )
            media[i] = contact
            return replace(world, media=media)
    return replace(world, media=[*media, contact])


def with_push(world: World, wrench: ExternalWrench, n_media: int, time: float) -> World:
    """Return a world with a wrench, in the place of an earlier push that has ended, or as another medium."""
    media = list(world.media)
    for i in range(n_media, len(media)):
        old = media[i]
        if isinstance(old, ExternalWrench) and (old.end <= time or old.part == wrench.part):
            media[i] = wrench
            return replace(world, media=media)
    return replace(world, media=[*media, wrench])


def _link_names(robot: Robot) -> list[str]:
    heavy = [part for part in robot.parts if part.stations]
    return [name for name, part in zip(robot.part_names, heavy, strict=True) if isinstance(part, Link)]


# ----------------------------------------------------------------------------------------------------------------------
# Interventions applied to the course of a run: its model, its drive and its state after each
# ----------------------------------------------------------------------------------------------------------------------

ENERGIES = ("kinetic_energy", "gravity_energy", "elastic_energy")


def apply(course: Course, event: Intervention, timetable: Timetable, seed: int) -> float:
    """Apply an intervention to the course of a run, at its present time.

    Args:
        course: Course of the run, which is changed.
        event: The intervention.
        timetable: Timetable of the run.
        seed: Seed of the run.

    Returns:
        Change of the energy of the robot [J].

    Raises:
        SnakelabError: if the intervention does not fit the run, which is then unchanged.
    """
    match event:
        case ChangeController():
            change_controller(course, event.controller, event.transition, timetable, seed)
            return 0.0
        case SetParameter() if event.path.split(".")[0] == "controller":
            roots = changed_roots({"controller": course.controller}, event)
            change_controller(course, roots["controller"], event.transition, timetable, seed, same=True)
            return 0.0
        case Push():
            world = with_push(course.model.world, event.wrench(course.state.time), course.n_media, course.state.time)
            return change_model(course, course.model.robot, world, 0.0, timetable, seed)
        case PlaceObstacle():
            return place_obstacle(course, event.contact, timetable, seed)
        case PlaceObject():
            return place_object(course, event)
    robot, world = changed_objects(course.model, event)
    duration = event.transition if isinstance(event, SetParameter) else 0.0
    return change_model(course, robot, world, duration, timetable, seed)


def place_obstacle(course: Course, contact: Contact, timetable: Timetable, seed: int) -> float:
    """Place or move an obstacle in the world of a run.

    Returns:
        Change of the energy of the robot [J].

    Raises:
        SimulationError: if the robot has no skin, or the obstacle would be inside it.
    """
    check_skin(course.model)
    new_world = with_obstacle(course.model.world, contact)
    built = build_model(course.model.robot, new_world)
    candidate = with_skin_of(course.model, built)
    if isinstance(contact.surface, Pole) and len(candidate.skin_names) < len(built.skin_names):
        warn_of_passing(built.robot, float(contact.surface.radius), contact.name)
    check_edges(course.model, candidate)
    check_structure(course.model, candidate)
    check_room((course.model, course.state), (candidate, with_work(course.state, course.model, candidate)), contact)
    return change_model(course, candidate.robot, candidate.world, 0.0, timetable, seed, candidate)


def place_object(course: Course, event: PlaceObject) -> float:
    """Place a free body of the world of a run.

    Returns:
        Change of the energy of the robot and the bodies [J].

    Raises:
        SimulationError: if there is none with this name, or it would be inside a surface, the robot or another body.
    """
    model, state = course.model, course.state
    new = replace(state, objects=event.placed(model.object_names, state.objects))
    check_objects(model, new, "would be")
    course.state = new
    return energy_of(model, new) - energy_of(model, state)


def change_model(
    course: Course,
    robot: Robot,
    world: World,
    duration: float,
    timetable: Timetable,
    seed: int,
    new: Model | None = None,
) -> float:
    """Replace the model of a run by one of the same structure; the targets of a gait pass to those of the new model.

    Args:
        course: Course of the run, which is changed.
        robot: New robot.
        world: New world.
        duration: Duration of the transition of a gait [s].
        timetable: Timetable of the run.
        seed: Seed of the run.
        new: Model of both, if it has been built.

    Returns:
        Change of the energy of the robot [J].
    """
    old = course.model
    new = with_skin_of(old, build_model(robot, world)) if new is None else new
    check_structure(old, new)
    state = with_work(course.state, old, new)
    drive, changed_robot = course.drive, robot is not old.robot
    if isinstance(drive, ClosedLoop):
        source: Any = (
            source_of(course.controller, new, state.q, seed) if changed_robot or _depends_on_model(course) else None
        )
        controller = drive.loop.controller if source is None or isinstance(source, Gait) else source
        drive = ClosedLoop(
            replace(drive.loop, model=new, controller=_with_cpg_changes(drive.loop.controller, controller))
        )
    elif changed_robot:
        own = drive.gait.reference(new)
        if not _equal(own, drive.own):
            drive = _continuation(
                drive.onward(state, new, duration), drive.gait, own, new, state.time, duration, timetable
            )
    energy = energy_of(new, state) - energy_of(old, course.state)
    course.model, course.state, course.drive = new, state, drive
    course.layout, course.record_width = record_layout(new), record_width(new)
    if course.sensing is not None:
        course.sensing = sensing_of(new, seed)
        if isinstance(drive, ClosedLoop):
            drive.loop.sensing = course.sensing
    return energy


def change_controller(
    course: Course, controller: Source, duration: float, timetable: Timetable, seed: int, same: bool = False
) -> None:
    """Replace the controller of a run; the targets pass from the old to the new motion.

    Args:
        course: Course of the run.
        controller: New gait or controller.
        duration: Duration of the transition [s].
        timetable: Timetable of the run.
        seed: Seed of the run.
        same: True if a parameter of the old controller has changed: its memory is kept.
    """
    model, state, drive = course.model, course.state, course.drive
    old = drive.onward(state, model, duration)
    source = (
        Hold(held_coordinates(model, old, state.time))
        if controller is None
        else source_of(controller, model, state.q, seed)
    )
    if isinstance(source, Gait):
        own = source.reference(model)
        if not (isinstance(drive, OpenLoop) and same and _equal(own, drive.own)):
            course.drive = _continuation(old, source, own, model, state.time, duration, timetable)
            course.state = replace(state, control=None)
        course.controller = controller
        return
    earlier = drive.loop if isinstance(drive, ClosedLoop) else None
    if earlier is not None and isinstance(source, CpgGait) and isinstance(earlier.controller, CpgGait):
        merged = _with_change(earlier.controller, source, state.time)
        course.drive = ClosedLoop(replace(earlier, controller=merged))
        course.controller = controller
        return
    begin, end = (state.time, np.inf) if earlier is None else (earlier.begin, earlier.end)
    loop = ControlLoop(
        model, source, begin, end, course.sensing, course.cycles, course.predictions, measure=course.measure
    )
    if earlier is not None:
        loop.n_snapshots = earlier.n_snapshots
    if same and earlier is not None and type(source) is type(earlier.controller):
        course.state = replace(state, control=loop.carry_on(state, earlier))
    else:
        loop.begin = state.time
        course.state = replace(state, control=loop.take_over(old, state, duration, _forces(course)))
        loop.begin = begin
    course.drive, course.controller = ClosedLoop(loop), controller


def with_work(state: State, old: Model, new: Model) -> State:
    """Return a state of the old model with the work of the further media of a new one, which is zero so far."""
    if old.law_names == new.law_names:
        return state
    work = dict(zip(work_names(old), state.work.tolist(), strict=True))
    return replace(state, work=np.array([work.get(name, 0.0) for name in work_names(new)]))


def energy_of(model: Model, state: State) -> float:
    """Return kinetic, gravitational and elastic energy of a state [J]."""
    row = np.zeros((1, record_width(model)))
    reference = constant_reference(np.zeros(model.n_commands))
    engine = SnakelabEngine()
    engine.advance(model, reference, state, np.array([state.time]), row)
    layout = record_layout(model)
    return float(sum(row[0, layout[name][0]][0] for name in ENERGIES))


def held_coordinates(model: Model, old: ReferenceMotion, time: float) -> Any:
    """Return the targets that hold the robot where a motion has brought it; zero for the torques of motors."""
    targets = old.targets(time)[0, : model.n_coordinates]
    return np.where(model.arrays.coordinates["actuator"] == MOTOR, 0.0, targets)


def _continuation(
    old: ReferenceMotion, gait: Gait, own: Any, model: Model, time: float, duration: float, timetable: Timetable
) -> OpenLoop:
    """Return the drive of another gait, whose transition ends at a record."""
    end = timetable.next_record(time + duration) if duration > 0.0 else time
    return OpenLoop(gait, transition(old, with_rows(own, model.n_commands), time, end - time), own)


def _with_change(old: CpgGait, new: CpgGait, time: float) -> CpgGait:
    """Return a CPG with the parameters of a new one, whose oscillators pass to its gait from a time on [s]."""
    past = [item for item in old.changes if item[0] <= time]
    current = past[-1][1] if past else old.gait
    if current == new.gait:
        return replace(new, gait=old.gait, schedule=old.schedule)
    schedule = [GaitChange(at, gait) for at, gait in past if at < time]
    return replace(new, gait=old.gait, schedule=(*schedule, GaitChange(time, new.gait)))


def _with_cpg_changes(old: Any, new: Any) -> Any:
    """Return a CPG with the changes made so far; other controllers unchanged."""
    return replace(new, gait=old.gait, schedule=old.schedule) if isinstance(old, CpgGait) else new


def _depends_on_model(course: Course) -> bool:
    """Return True for a controller that was made for the model, and so depends on the world too."""
    return isinstance(course.drive, ClosedLoop) and course.drive.loop.controller is not course.controller


def _forces(course: Course) -> FloatArray:
    row, layout = course.last_record()
    return row[layout["tau"][0]].copy()


def _equal(a: Any, b: Any) -> bool:
    return a.kind == b.kind and all(
        x.shape == y.shape and np.array_equal(x, y) for x, y in zip(a[1:], b[1:], strict=True)
    )
