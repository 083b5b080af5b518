"""Scenario: one repeatable run in one file."""

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from snakelab.arguments import checked_arguments
from snakelab.control.controller import Controller, Planner
from snakelab.errors import ScenarioError, SnakelabError, SnakelabWarning
from snakelab.gaits import SteadyGait
from snakelab.gaits.gait import Gait
from snakelab.notebook.registry import Displayed
from snakelab.physics.model import Model, build_model
from snakelab.physics.state import initial_state
from snakelab.results.reference_values import ReferenceValue, Unchecked
from snakelab.robots.robot import Robot
from snakelab.scenarios.file_reading.catalogue import find
from snakelab.scenarios.file_reading.document import Document
from snakelab.scenarios.file_reading.overrides import with_overrides
from snakelab.scenarios.file_reading.variants import read_scenario
from snakelab.scenarios.imposed_joints import ImposedJoints, with_imposed_joints
from snakelab.scenarios.schema.events import after
from snakelab.scenarios.schema.expected import misfits
from snakelab.scenarios.schema.scenario_form import WHOLE, ScenarioForm, Settings, checked
from snakelab.sim.engines.engine import Engine
from snakelab.sim.engines.engine_choice import make_engine
from snakelab.sim.interventions import Intervention
from snakelab.worlds import World


class EngineSettings(Protocol):
    """Settings of an engine: a class of the entry points `snakelab.engines`, whose arguments are the keys below its name in
    `engine: {NAME: {...}}`. They have declared annotations, as those of any class of scenario files."""

    def make(self, scenario: "Scenario") -> Engine:
        """Return the engine that moves the robot of a scenario."""
        ...


@dataclass(frozen=True)
class Scenario(Displayed):
    """One repeatable run.

    Attributes:
        name: Plain name.
        title, source: Text for readers.
        robot, world, controller: Objects; None as the controller holds the robot still.
        settings: Settings of `simulate`.
        engine: Settings of the engine of the key `engine`; None for the simulation itself.
        initial: Keyword arguments of `initial_state`; empty for the start that `simulate` chooses.
        events: Interventions during the run.
        torque_reference: Torque that figures compare joint torques with, such as a motor's rating [N m].
        reference_values: Published numbers that the run is compared with.
        unchecked: Published statements that cannot be checked, with the reason.
        changes: Overrides; a changed run has no reference values.
        data: Plain data of the file merged with its bases and overrides, as stored in recordings.
    """

    name: str
    title: str
    source: str
    robot: Robot
    world: World
    controller: Gait | Controller | Planner | None
    settings: Settings
    engine: "EngineSettings | None"
    initial: dict[str, Any]
    events: tuple[Intervention, ...]
    torque_reference: float | None
    reference_values: tuple[ReferenceValue, ...]
    unchecked: tuple[Unchecked, ...]
    changes: tuple[str, ...]
    data: dict[str, Any] = field(repr=False)


@checked_arguments(ScenarioError)
def load_scenario(name_or_path: str | Path, overrides: Iterable[str] = ()) -> Scenario:
    """Load and check a scenario, without running it.

    Args:
        name_or_path: A name in the library, or a YAML file.
        overrides: Changes such as `duration=5` or `robot.parts.0.link.mass=0.1`; see `with_overrides`.

    Raises:
        ScenarioError: if the scenario is invalid; with file, line, place, value and the allowed values.
    """
    overrides = tuple(overrides)
    return scenario_of(with_overrides(read_scenario(find(name_or_path)), overrides), overrides)


def scenario_of(document: Document, changes: Iterable[str] = ()) -> Scenario:
    """Return a scenario from plain data, such as those changed by a study; checked like a file.

    Args:
        document: The data, merged with their bases and all changes.
        changes: Descriptions of the changes; a changed run has no reference values.

    Raises:
        ScenarioError: as `load_scenario`.
    """
    form = checked(document)
    robot, controller = _coupled(form, document)
    scenario = Scenario(
        name=form.name,
        title=form.title,
        source=form.source,
        robot=_with_cameras(robot, form, document),
        world=form.world,
        controller=controller,
        settings=Settings(form.duration, **form.solver.model_dump(), seed=form.seed),
        engine=form.engine,
        initial=form.initial.given(),
        events=_events(form, document),
        torque_reference=form.torque_reference,
        reference_values=tuple(value.reference_value() for value in form.reference_values),
        unchecked=tuple(statement.unchecked() for statement in form.unchecked),
        changes=tuple(changes),
        data=document.data,
    )
    model = _check_fit(scenario, document)
    if scenario.reference_values and not scenario.changes:
        _check_reference_values(scenario, model, document)
    return scenario


def _coupled(form: ScenarioForm, document: Document) -> tuple[Robot, Any]:
    """Return robot and controller; with `coupling: imposed` the robot follows the motion of its joints solved alone."""
    robot = _named(form.robot, form.name)
    if form.coupling == WHOLE:
        return robot, form.controller
    if not isinstance(form.controller, SteadyGait):
        raise ScenarioError(document.complaint(("coupling",), "imposed joints need a steady_gait with their pressures"))
    try:
        return with_imposed_joints(robot), ImposedJoints(robot, form.controller, form.duration)
    except SnakelabError as problem:
        raise ScenarioError(document.complaint(("coupling",), str(problem))) from problem


def _events(form: ScenarioForm, document: Document) -> tuple[Intervention, ...]:
    """Return the interventions of a scenario in the order of their times."""
    roots: dict[str, Any] = {"robot": form.robot, "world": form.world, "controller": form.controller}
    events: list[Intervention] = []
    for i, item in sorted(enumerate(form.events), key=lambda pair: pair[1].at):
        if item.at >= form.duration:
            late = f"takes no effect, because the run ends at {form.duration:g} s; set an earlier time or a longer duration"
            warnings.warn(document.complaint(("events", i, "at"), late), SnakelabWarning, stacklevel=5)
        try:
            for event in item.interventions(roots):
                roots = after(roots, event)
                events.append(event)
        except SnakelabError as problem:
            raise ScenarioError(document.complaint(("events", i), str(problem))) from problem
    return tuple(events)


def _named(robot: Robot, scenario: str) -> Robot:
    """Return the robot; one with the default name gets that of its scenario."""
    return replace(robot, name=scenario) if robot.name == Robot.name else robot


def _with_cameras(robot: Robot, form: ScenarioForm, document: Document) -> Robot:
    """Return the robot with the cameras of its scenario."""
    if not form.cameras:
        return robot
    try:
        return replace(robot, cameras=(*robot.cameras, *form.cameras))
    except SnakelabError as problem:
        raise ScenarioError(document.complaint(("cameras",), str(problem))) from problem


def _check_fit(scenario: Scenario, document: Document) -> Model:
    """Return the scenario's model. Raise ScenarioError, one line per fault, unless robot, controller, solver and initial
    state fit each other."""
    settings, controller = scenario.settings, scenario.controller
    faults: list[str] = []
    with _noting(faults, "robot", document):
        model = build_model(scenario.robot, scenario.world)
        if isinstance(controller, ImposedJoints):  # its joints are simulated when it runs
            with _noting(faults, "controller", document):
                controller.steady.reference(build_model(controller.robot, scenario.world))
        elif controller is not None:
            with _noting(faults, "controller", document):
                if isinstance(controller, Planner):
                    controller = controller.for_model(model)
                controller.reference(model) if isinstance(controller, Gait) else controller.start(model, 0.0)
        with _noting(faults, "initial", document):
            initial_state(model, **scenario.initial)
        with _noting(faults, "events", document):
            _check_events(scenario, model)
    with _noting(faults, "solver", document):
        make_engine(settings.step, settings.integrator, settings.tolerance)
    if faults:
        raise ScenarioError("\n".join(faults))
    return model


def _check_events(scenario: Scenario, model: Model) -> None:
    """Raise an error unless each event fits model and controller as the events before it have left them."""
    if not scenario.events:
        return
    from snakelab.sim.interventions.changes import after_event

    controller: Any = scenario.controller
    for event in scenario.events:
        model, controller = after_event(model, controller, event)
        source = controller.for_model(model) if isinstance(controller, Planner) else controller
        if source is not None:
            source.reference(model) if isinstance(source, Gait) else source.start(model, event.at)


def _check_reference_values(scenario: Scenario, model: Model, document: Document) -> None:
    """Raise ScenarioError if a reference value refers to something that the run does not record; one line for each."""
    faults = misfits(scenario.reference_values, model, scenario.settings.duration)
    if lines := [document.complaint(place, message) for place, message in faults]:
        raise ScenarioError("\n".join(lines))


@contextmanager
def _noting(faults: list[str], key: str, document: Document) -> Iterator[None]:
    """Context that converts errors to faults of a top-level key, or of the key below it with which the message begins."""
    try:
        yield
    except SnakelabError as problem:
        below, argument = document.data.get(key), str(problem).split(maxsplit=1)[0]
        place = (key, argument) if isinstance(below, dict) and argument in below else (key,)
        faults.append(document.complaint(place, str(problem)))
