"""Scenario: one repeatable run in one file; its templates, loading, runs and check."""

import importlib.util
import re
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from snakelab.control.controller import Controller, Planner
from snakelab.errors import ScenarioError, SimulationError, SnakelabError, SnakelabWarning, nearest
from snakelab.files import is_reserved
from snakelab.gaits.constant_commands import SteadyGait, ThrustGait
from snakelab.gaits.gait import Gait, TableGait
from snakelab.kernels.lazy_kernel import interpreted
from snakelab.parameters.arguments import FloatArray, number, vector
from snakelab.parameters.declarations import checked_arguments
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.command import Reference
from snakelab.physics.model import Model, build_model
from snakelab.physics.state import State, initial_state
from snakelab.results.recording import Recording
from snakelab.results.reference_values import ReferenceValue, Unchecked, reference_values_attribute
from snakelab.robots.actuators import UNLIMITED, Prescribed, Spring
from snakelab.robots.robot import Robot
from snakelab.robots.soft_sections import SoftSection
from snakelab.scenarios.catalogue import find
from snakelab.scenarios.forms import read_form
from snakelab.scenarios.overrides import read_scenario, with_overrides
from snakelab.scenarios.scenario_form import TWO_WAY, ScenarioForm, Settings, after, reference_value_faults
from snakelab.scenarios.yaml_document import Document
from snakelab.sim.checks_before_run import check_lengths, check_outside
from snakelab.sim.engine import Engine, LiveEngine
from snakelab.sim.interventions import Intervention
from snakelab.sim.scipy_engine import make_engine
from snakelab.sim.simulation import Progress, Simulation, simulate
from snakelab.worlds.world import World

# ----------------------------------------------------------------------------------------------------------------------
# Starters: small commented files that can be run without changes, as templates
# ----------------------------------------------------------------------------------------------------------------------

FOLDER = Path(__file__).parent / "starters"
# Description of each template, and the ending of its file name.
KINDS = {
    "scenario": ".yaml",
    "sweep": ".yaml",
    "robot": ".py",
    "world": ".py",
    "gait": ".py",
    "controller": ".py",
    "swimmer": ".py",
}
MAX_LETTERS = 80
_PLACE = "@NAME@"


def starter(kind: str, name: str) -> tuple[str, str]:
    """Return file name and text of a starter.

    Args:
        kind: One of `KINDS`.
        name: Name of letters, digits, `_` and `-`.

    Raises:
        ScenarioError: if the kind is unknown, or the name cannot name a scenario or would hide a module of Python.
    """
    if kind not in KINDS:
        raise ScenarioError(f"unknown kind {kind!r}{nearest(kind, KINDS)}")
    suffix = KINDS[kind]
    if not re.fullmatch(r"\w[\w-]*", name) or len(name) > MAX_LETTERS:
        plain = re.sub(r"[^\w-]+", "_", Path(name).stem).strip("_-")[:MAX_LETTERS]
        hint = f"; write snakelab new {kind} {plain}" if plain else ""
        allowed = f"letters, digits, _ and -, at most {MAX_LETTERS}, without folder or extension"
        raise ScenarioError(f"the name must be {allowed}; got {name!r}{hint}")
    if is_reserved(name):
        raise ScenarioError(f"{name!r} is reserved on Windows; use another name, such as my_{name}")
    if suffix == ".py" and _is_module(name):
        raise ScenarioError(
            f"{name}.py would hide the module {name!r} from Python; use another name, such as my_{name}"
        )
    text = (FOLDER / f"{kind}{suffix}.txt").read_text(encoding="utf-8")
    return f"{name}{suffix}", "\n".join(_filled(line, name) for line in text.split("\n"))


def _filled(line: str, name: str) -> str:
    """Return a line of a template with the name, its comment in the same column unless the name is too long."""
    code, mark, comment = line.partition("  # ")
    if _PLACE not in code or not mark:
        return line.replace(_PLACE, name)
    filled = code.rstrip().replace(_PLACE, name)
    return f"{filled:{len(code)}}{mark}{comment.replace(_PLACE, name)}"


def _is_module(name: str) -> bool:
    """Return True if a name belongs to an importable module outside the current folder."""
    if name in sys.stdlib_module_names or name == "snakelab":
        return True
    try:
        spec = importlib.util.find_spec(name) if name.isidentifier() else None
    except (ImportError, ValueError):
        return False
    return spec is not None and spec.origin is not None and Path(spec.origin).parent.resolve() != Path.cwd()


# ----------------------------------------------------------------------------------------------------------------------
# Imposed joints: soft joints simulated separately, and their motion imposed on the robot (the coupling of some papers)
#
# each joint alone, with its tail end fixed:  m(q) q'' + c(q, q') + f_el(q) + f_v(q, q') = A p,
#     then the robot with that q(t):       the six equations of the base only.
#
# The engine solves both steps: a joint is a robot of one section on a fixed base, and the robot has Prescribed() sections. The
# reaction of the robot on its joints is missing. With the coupled solution of `simulate`, the joints move the modules.
# ----------------------------------------------------------------------------------------------------------------------


def joint_alone(
    section: SoftSection, pressures: Sequence[float] | FloatArray, duration: float, ramp: float = 0.0
) -> tuple[FloatArray, FloatArray]:
    """Motion of one soft joint with a fixed tail end, from rest, without gravity and water.

    Args:
        section: The joint, with actuators commanded by pressures or forces.
        pressures: Commands of its three actuators, shape (3,), [Pa] or [N].
        duration: Duration [s].
        ramp: Duration of the smooth start [s]; 0 switches on at once.

    Returns:
        Times, shape (m,), [s], close together at the start, and elongations, shape (m, 3), [m].

    Raises:
        SimulationError: if the joint cannot be followed.
    """
    if section.angles is not None:
        raise SimulationError("joint_alone needs a section whose coordinates are its actuators; omit its angles")
    commands = vector(pressures, "joint_alone pressures", SimulationError, size=3, unit="Pa")
    number(duration, "joint_alone duration", SimulationError, above=0, unit="s")
    model = build_model(Robot([section], base="fixed"), World())
    gait = SteadyGait(commands, ramp=ramp)
    # a pressure step accelerates the joint abruptly: 100 rows in the first 2 ms, and in each decade of time after it
    first = 2e-3
    decades = int(np.ceil(np.log10(duration / first) - 1e-9)) if duration > first else 0
    ends = [0.0, *(first * 10.0**k for k in range(decades)), duration]
    times: list[FloatArray] = [np.zeros(1)]
    lengths: list[FloatArray] = [np.zeros((1, 3))]
    state: State | None = None
    for begin, end in pairwise(ends):
        from snakelab.sim.simulation import simulate  # not needed for the check of a scenario

        run = simulate(
            model,
            gait,
            end - begin,
            state=state,
            tolerance=1e-6,
            step=(end - begin) / 10,
            record_rate=100 / (end - begin),
            check_step="never",
        )
        if not run.finished:
            raise SimulationError(f"the joint on its own {run.status}; give it a ramp, or lower its pressures")
        state = run.state
        times.append(run["time"].values[1:])
        lengths.append(run["q"].values[1:])
    return np.concatenate(times), np.concatenate(lengths)


def imposed_joints(
    robot: Robot, pressures: Sequence[float] | FloatArray, duration: float, ramp: float = 0.0
) -> TableGait:
    """Motions of all soft joints of a robot, each simulated separately, as one table for `with_imposed_joints(robot)`.

    Args:
        robot: Robot with soft sections as joints.
        pressures: Of all actuators, shape (nv,), [Pa] or [N].
        duration: Duration [s].
        ramp: Duration of the smooth start [s].

    Raises:
        SimulationError: if the robot has other joints, or one cannot be followed.
    """
    sections = _soft(robot)
    commands = vector(pressures, "imposed_joints pressures", SimulationError, size=3 * len(sections), unit="Pa")
    motions = [
        joint_alone(section, p, duration, ramp) for section, p in zip(sections, commands.reshape(-1, 3), strict=True)
    ]
    return TableGait(motions[0][0], np.hstack([lengths for _, lengths in motions]))


def with_imposed_joints(robot: Robot, *, weightless: bool = True) -> Robot:
    """Robot with joints that follow a given motion.

    Args:
        robot: Robot with soft sections as joints.
        weightless: True to remove their inertia, as in sums over the rigid modules only.

    Raises:
        SimulationError: if the robot has other joints.
    """
    _soft(robot)
    parts = [_imposed(part, weightless) if isinstance(part, SoftSection) else part for part in robot.parts]
    return replace(robot, parts=parts)


@dataclass(frozen=True)
class ImposedJoints:
    """Gait of a robot from `with_imposed_joints`: the motion of its joints alone under a `SteadyGait`, and its thrusts.

    The joints are simulated once, when the reference is requested.

    Attributes:
        robot: The robot before, with actuated joints.
        steady: Pressures and thrusts.
        duration: Duration of the run [s].
    """

    robot: Robot
    steady: SteadyGait
    duration: float

    def reference(self, model: Model) -> Reference:
        """Return the motion of the joints and the thrusts as a reference."""
        return ThrustGait(self._motion, self.steady.thrust).reference(model)

    @cached_property
    def _motion(self) -> TableGait:
        targets = np.asarray(self.steady.targets, dtype=np.float64)
        pressures = targets if len(targets) else np.zeros(3 * len(_soft(self.robot)))
        return imposed_joints(self.robot, pressures, self.duration, self.steady.ramp)


def _imposed(section: SoftSection, weightless: bool) -> SoftSection:
    """The section with a given motion, with or without its inertia."""
    imposed = replace(section, actuators=Prescribed(), springs=Spring(), limits=UNLIMITED)
    # a section must have a mass [kg] and a radius [m]: these are negligible
    return replace(imposed, mass=1e-9, skin_radius=1e-6, hull_radius=0.0) if weightless else imposed


def _soft(robot: Robot) -> list[SoftSection]:
    """All soft sections, base to tip."""
    sections = [part for part in robot.parts if isinstance(part, SoftSection) and part.angles is None]
    others = [part for part in robot.parts if part.coordinates and part not in sections]
    if others or not sections:
        present = f"a {type(others[0]).__name__}" if others else "none"
        raise SimulationError(
            f"imposed joints are soft sections without angles, and robot {robot.name!r} has {present}; write hybrid_underwater()"
        )
    return sections


# ----------------------------------------------------------------------------------------------------------------------
# Scenario: its objects, from a file or from plain data
# ----------------------------------------------------------------------------------------------------------------------


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
    form = read_form(ScenarioForm, document)
    robot, controller = _coupled(form, document)
    scenario = Scenario(
        name=form.name,
        title=form.title,
        source=form.source,
        robot=_with_cameras(robot, form, document),
        world=form.world,
        controller=controller,
        settings=Settings(form.duration, **asdict(form.solver), seed=form.seed),
        engine=form.engine,
        initial=form.initial.given(),
        events=_events(form, document),
        torque_reference=form.torque_reference,
        reference_values=form.reference_values,
        unchecked=form.unchecked,
        changes=tuple(changes),
        data=document.data,
    )
    model = _check_fit(scenario, document)
    if scenario.reference_values and not scenario.changes:
        _check_reference_values(scenario, model, document)
    return scenario


def _coupled(form: ScenarioForm, document: Document) -> tuple[Robot, Any]:
    """Return robot and controller; with `coupling: one_way` the robot follows the motion of its joints solved alone."""
    robot = _named(form.robot, form.name)
    if form.coupling == TWO_WAY:
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
        # a robot of the library may have cameras of its own, before those of the scenario
        place = tuple(step - len(robot.cameras) if isinstance(step, int) else step for step in problem.place)
        raise ScenarioError(document.complaint(place or ("cameras",), str(problem))) from problem


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
    from snakelab.sim.applied_interventions import after_event

    controller: Any = scenario.controller
    for event in scenario.events:
        model, controller = after_event(model, controller, event)
        source = controller.for_model(model) if isinstance(controller, Planner) else controller
        if source is not None:
            source.reference(model) if isinstance(source, Gait) else source.start(model, event.at)


def _check_reference_values(scenario: Scenario, model: Model, document: Document) -> None:
    """Raise ScenarioError if a reference value refers to something that the run does not record; one line for each."""
    faults = reference_value_faults(scenario.reference_values, model, scenario.settings.duration)
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


# ----------------------------------------------------------------------------------------------------------------------
# Runs of scenarios: to their end, or step by step
# ----------------------------------------------------------------------------------------------------------------------


def scenario_engine(scenario: Scenario) -> Engine:
    """Return the engine of a scenario: that of its key `engine`, or a simulation with the settings of its solver."""
    settings = scenario.settings
    if scenario.engine is None:
        return make_engine(settings.step, settings.integrator, settings.tolerance)
    return scenario.engine.make(scenario)


@checked_arguments(ScenarioError)
def run_scenario(
    scenario: Scenario,
    progress: Progress | None = None,
    engine: Engine | None = None,
    journal: str | Path | None = None,
    check_step: str = "auto",
) -> Recording:
    """Simulate a scenario; its data and its reference values are stored with the recording, those of a changed one, or of another
    engine, without reference values.

    Args:
        scenario: From `load_scenario`.
        progress: Called with the fraction done and the simulated time [s].
        engine: Another engine than that of the scenario's solver.
        journal: File to which the records are appended during the run; see `simulate`.
        check_step: "auto", "always" or "never": repetition of the run with another step; see `simulate`.
    """
    model = build_model(scenario.robot, scenario.world)
    state = initial_state(model, **scenario.initial)
    settings = asdict(scenario.settings) | {"events": scenario.events}
    controller, data = scenario.controller, scenario.data
    used = scenario_engine(scenario) if engine is None and scenario.engine is not None else engine
    recording = simulate(
        model, controller, **settings, state=state, scenario=data, progress=progress, engine=used, journal=journal,
        check_step=check_step,
    )  # fmt: skip
    if scenario.torque_reference is not None:
        recording.dataset.attrs["torque_reference"] = scenario.torque_reference
    if not scenario.changes and engine is None:
        recording.dataset.attrs |= reference_values_attribute(scenario.reference_values, scenario.unchecked)
    return recording


def with_finer_step(scenario: Scenario) -> Scenario:
    """Return a scenario with half the step, and a tenth of the tolerance if it has one; its run has no reference values."""
    settings = scenario.settings
    tolerance = settings.tolerance
    finer = replace(settings, step=settings.step / 2, tolerance=None if tolerance is None else tolerance / 10)
    return replace(scenario, settings=finer, changes=(*scenario.changes, f"solver.step={finer.step:g}"))


@checked_arguments(ScenarioError)
def start_scenario(
    scenario: Scenario, engine: Engine | None = None, period: float | None = None, keep: float | None = None
) -> Simulation:
    """Start a scenario as a `Simulation`, which is advanced from outside.

    Args:
        scenario: From `load_scenario`.
        engine: Another engine than that of the scenario's solver.
        period: Duration of `step` for a gait [s].
        keep: Time for which records are kept in memory [s]; None keeps all.
    """
    model, settings = build_model(scenario.robot, scenario.world), scenario.settings
    return Simulation(
        model,
        scenario.controller,
        state=initial_state(model, **scenario.initial),
        engine=scenario_engine(scenario) if engine is None else engine,
        record_rate=settings.record_rate,
        period=period,
        events=scenario.events,
        seed=settings.seed,
        scenario=scenario.data,
        keep=keep,
    )


# ----------------------------------------------------------------------------------------------------------------------
# Check of the initial pose of a scenario, before its run
# ----------------------------------------------------------------------------------------------------------------------


def check_start(scenario: Scenario) -> None:
    """Check the initial pose of a scenario as its run does, before anything is compiled.

    Args:
        scenario: From `load_scenario`.

    Raises:
        SimulationError: if the robot starts deep inside a surface, or a soft section without length.
    """
    if isinstance(scenario_engine(scenario), LiveEngine):  # it starts where the hardware is
        return
    with interpreted():
        model = build_model(scenario.robot, scenario.world)
        state = initial_state(model, **scenario.initial)
        check_lengths(model, state)
        check_outside(model, state)
