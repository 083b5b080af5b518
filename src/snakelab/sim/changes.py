"""Changes of a run by interventions: obstacles, new objects and models, and their application to the course."""

from dataclasses import replace
from typing import Any

import numpy as np

from snakelab.errors import SimulationError, nearest
from snakelab.gaits.cpg import CpgGait, GaitChange
from snakelab.gaits.gait import Gait
from snakelab.geometry.surfaces import signed_distance
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.command import constant_reference
from snakelab.physics.model import Model, build_model
from snakelab.physics.record import record_layout, record_width
from snakelab.physics.state import State, work_names
from snakelab.physics.tables import MOTOR
from snakelab.robots.link import Link
from snakelab.robots.robot import Robot
from snakelab.sim.control_loop import ClosedLoop, ControlLoop, Hold, OpenLoop, Source, source_of
from snakelab.sim.course import Course
from snakelab.sim.engine import SnakelabEngine
from snakelab.sim.feasibility import LEAST, SUNK
from snakelab.sim.interventions import (
    AddPayload,
    ChangeController,
    Intervention,
    PlaceObstacle,
    Push,
    SetParameter,
    check_live,
    replaced_at,
)
from snakelab.sim.records import Timetable
from snakelab.sim.sensing import sensing_of
from snakelab.sim.transitions import Motion, transition, with_rows
from snakelab.worlds.contact import Contact
from snakelab.worlds.external_wrench import ExternalWrench
from snakelab.worlds.world import World

# ----------------------------------------------------------------------------------------------------------------------
# Obstacles placed or moved during a run: the new world, and the checks
# ----------------------------------------------------------------------------------------------------------------------


def check_skin(model: Model) -> None:
    """Raise SimulationError for a robot without a skin that could touch an obstacle."""
    if not model.skin_names:
        raise SimulationError(
            f"{model.robot.name!r} has no skin that could touch an obstacle: its world has no contact; add one to the world "
            "before the run, such as Contact()"
        )


def obstructed(world: World, contact: Contact) -> World:
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


def check_edges(old: Model, new: Model) -> None:
    """Raise SimulationError for the first surface with edges: against these the skin needs points that it was made without."""
    if len(new.skin_names) > len(old.skin_names):
        raise SimulationError(
            "a block, or a pole with ends, has edges, against which the skin needs additional points: it can be placed where the "
            "world had a surface with edges from the start; place a pole without ends, or start with a block in the world"
        )


def check_room(before: tuple[Model, State], after: tuple[Model, State], contact: Contact) -> None:
    """Raise SimulationError if a new surface is deep inside the body, which would eject it, or contains the centre of a link.

    Args:
        before: Model and state without the obstacle.
        after: Model and state with it.
        contact: The obstacle.
    """
    new = after[0]
    (gaps, centres), (earlier, _) = skin_gaps(*after), skin_gaps(*before)
    inside = [
        name for name, p in zip(new.station_names, centres, strict=True) if signed_distance(contact.surface, p)[0] < 0
    ]
    if inside:
        raise SimulationError(f"the obstacle would be inside the robot, at {inside[0]}; place it farther away")
    radii = np.concatenate([np.full(ring["n_points"], max(ring["radius"], LEAST)) for ring in new.arrays.rings])
    deep = np.where(gaps < earlier - 1e-12, -gaps / radii, 0.0)
    worst = int(np.argmax(deep))
    if deep[worst] > SUNK:
        raise SimulationError(
            f"the obstacle would be inside the robot: {-gaps[worst]:.3g} m deep at {new.skin_names[worst]}; place it farther away"
        )


def skin_gaps(model: Model, state: State) -> tuple[FloatArray, FloatArray]:
    """Return the gap of each skin point to the nearest surface, and the centres of the links, shape (n_links, 3), [m]."""
    row = np.zeros((1, record_width(model)))
    reference, layout = constant_reference(np.zeros(model.n_commands)), record_layout(model)
    SnakelabEngine().advance(model, reference, state, np.array([state.time]), row)
    return row[0, layout["skin_gap"][0]], row[0, layout["link_position"][0]].reshape(-1, 3)


# ----------------------------------------------------------------------------------------------------------------------
# Robot, world and controller after an intervention, and the check that it keeps the structure of the model
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
        build_model(model.robot, pushed(model.world, event.wrench(event.at), len(model.world.media), event.at))
        return model, controller
    if isinstance(event, PlaceObstacle):
        check_skin(model)
        new = build_model(model.robot, obstructed(model.world, event.contact))
        check_edges(model, new)
    else:
        new = build_model(*changed_objects(model, event))
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


def pushed(world: World, wrench: ExternalWrench, n_media: int, time: float) -> World:
    """Return a world with a wrench, in the place of an earlier push that has ended, or as another medium."""
    media = list(world.media)
    for i in range(n_media, len(media)):
        old = media[i]
        if isinstance(old, ExternalWrench) and (old.end <= time or old.part == wrench.part):
            media[i] = wrench
            return replace(world, media=media)
    return replace(world, media=[*media, wrench])


def check_structure(old: Model, new: Model) -> None:
    """Raise SimulationError unless a model differs from another one in values only, or in further media at its end."""
    n = len(old.law_names)
    named = {
        "coordinates": (old.coordinate_names, new.coordinate_names),
        "links": (old.station_names, new.station_names),
        "skin points": (old.skin_names, new.skin_names),
        "media": (old.law_names, new.law_names[:n]),
        "propellers": (old.robot.propeller_names, new.robot.propeller_names),
        "base": (old.robot.base, new.robot.base),
        "base_end": (old.robot.base_end, new.robot.base_end),
        "recorded variables": (_variables(old, n), _variables(new, n)),
    }
    for what, (before, after) in named.items():
        if before != after:
            raise SimulationError(
                f"this changes the structure of the model (its {what}), which cannot change during a run; start a new run"
            )


def _variables(model: Model, n_laws: int) -> tuple[Any, ...]:
    """Names and shapes of the recorded variables, without those of media beyond the first n."""
    further = {f"{law}_force" for law in model.law_names[n_laws:]}
    return tuple(
        (name, shape) for name, (_, shape) in record_layout(model).items() if name not in further and name != "work"
    )


def _link_names(robot: Robot) -> list[str]:
    """Return the names of the links, in order."""
    heavy = [part for part in robot.parts if part.stations()]
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
