"""Interventions applied to the course of a run: its model, its drive and its state after each."""

from dataclasses import replace
from typing import Any

import numpy as np

from snakelab.gaits.cpg.gait import CpgGait, GaitChange
from snakelab.gaits.gait import Gait
from snakelab.physics.command import constant_reference
from snakelab.physics.model import Model, build_model
from snakelab.physics.model_tables.tables import MOTOR
from snakelab.physics.record_row import record_layout, record_width
from snakelab.physics.state import State, work_names
from snakelab.robots.robot import Robot
from snakelab.sim.control_loop.control_loop import ControlLoop
from snakelab.sim.control_loop.drive import ClosedLoop, OpenLoop
from snakelab.sim.control_loop.sources import Hold, Source, source_of
from snakelab.sim.control_loop.transitions import Motion, transition, with_rows
from snakelab.sim.engines.engine import SnakelabEngine
from snakelab.sim.interventions.changes import changed_objects, changed_roots, check_structure, pushed
from snakelab.sim.interventions.interventions import (
    ChangeController,
    Intervention,
    PlaceObstacle,
    Push,
    SetParameter,
)
from snakelab.sim.interventions.obstacles import check_edges, check_room, check_skin, obstructed
from snakelab.sim.sensor_sampling import sensing_of
from snakelab.sim.simulation.course import Course
from snakelab.sim.simulation.timetable import Timetable
from snakelab.types import FloatArray
from snakelab.worlds import Contact, World

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
            world = pushed(course.model.world, event.wrench(course.state.time), course.n_media, course.state.time)
            return change_model(course, course.model.robot, world, 0.0, timetable, seed)
        case PlaceObstacle():
            return place_obstacle(course, event.contact, timetable, seed)
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
    tried = build_model(course.model.robot, obstructed(course.model.world, contact))
    check_edges(course.model, tried)
    check_structure(course.model, tried)
    check_room((course.model, course.state), (tried, with_work(course.state, tried)), contact)
    return change_model(course, tried.robot, tried.world, 0.0, timetable, seed, tried)


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
    new = build_model(robot, world) if new is None else new
    check_structure(old, new)
    state = with_work(course.state, new)
    drive, changed_robot = course.drive, robot is not old.robot
    if isinstance(drive, ClosedLoop):
        source: Any = source_of(course.controller, new, state.q, seed) if changed_robot or _predicts(course) else None
        controller = drive.loop.controller if source is None or isinstance(source, Gait) else source
        drive = ClosedLoop(replace(drive.loop, model=new, controller=_like(drive.loop.controller, controller)))
    elif changed_robot:
        own = drive.gait.reference(new)
        if not _equal(own, drive.own):
            drive = _onward(drive.onward(state, new, duration), drive.gait, own, new, state.time, duration, timetable)
    energy = energy_of(new, state) - energy_of(old, course.state)
    course.model, course.state, course.drive = new, state, drive
    course.layout = record_layout(new)
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
    source = Hold(held(model, old, state.time)) if controller is None else source_of(controller, model, state.q, seed)
    if isinstance(source, Gait):
        own = source.reference(model)
        if not (isinstance(drive, OpenLoop) and same and _equal(own, drive.own)):
            course.drive = _onward(old, source, own, model, state.time, duration, timetable)
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


def with_work(state: State, model: Model) -> State:
    """Return a state with the work of further media, which is zero so far."""
    lacking = len(work_names(model)) - len(state.work)
    return replace(state, work=np.concatenate((state.work, np.zeros(lacking)))) if lacking else state


def energy_of(model: Model, state: State) -> float:
    """Return kinetic, gravitational and elastic energy of a state [J]."""
    row = np.zeros((1, record_width(model)))
    reference = constant_reference(np.zeros(model.n_commands))
    engine = SnakelabEngine()
    engine.advance(model, reference, state, np.array([state.time]), row)
    layout = record_layout(model)
    return float(sum(row[0, layout[name][0]][0] for name in ENERGIES))


def held(model: Model, old: Motion, time: float) -> Any:
    """Return the targets that hold the robot where a motion has brought it; zero for the torques of motors."""
    targets = old.targets(time)[0, : model.n_coordinates]
    return np.where(model.arrays.coordinates["actuator"] == MOTOR, 0.0, targets)


def _onward(
    old: Motion, gait: Gait, own: Any, model: Model, time: float, duration: float, timetable: Timetable
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


def _like(old: Any, new: Any) -> Any:
    """Return a CPG with the changes that it has been through; other controllers as they are."""
    return replace(new, gait=old.gait, schedule=old.schedule) if isinstance(old, CpgGait) else new


def _predicts(course: Course) -> bool:
    """Return True for a controller that was made for the model, and so depends on the world too."""
    return isinstance(course.drive, ClosedLoop) and course.drive.loop.controller is not course.controller


def _forces(course: Course) -> FloatArray:
    """Forces of the actuators as last applied, shape (n_coordinates,)."""
    row, layout = course.last_record()
    return row[layout["tau"][0]].copy()


def _equal(a: Any, b: Any) -> bool:
    return a.kind == b.kind and all(
        x.shape == y.shape and np.array_equal(x, y) for x, y in zip(a[1:], b[1:], strict=True)
    )
