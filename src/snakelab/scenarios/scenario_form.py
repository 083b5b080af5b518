"""Keys of a scenario file: events, reference values, and the whole file, with its check."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from annotated_types import Ge, Gt

from snakelab.control.controller import Controller
from snakelab.errors import ScenarioError, nearest
from snakelab.files import is_reserved
from snakelab.gaits.gait import Gait
from snakelab.parameters.declarations import INFINITE, Choices, Unit
from snakelab.physics.model import Model
from snakelab.physics.record_kernels import record_layout
from snakelab.physics.state import work_names
from snakelab.results.metrics.metric_table import UNITS, WORK
from snakelab.results.recording_checks import VARIABLES
from snakelab.results.reference_values import ReferenceKind, ReferenceValue, Unchecked
from snakelab.robots.cameras import AnyCamera
from snakelab.robots.robot import Robot
from snakelab.scenarios.forms import Before, Derived, Form, Rule, arguments_of, type_of_argument
from snakelab.scenarios.value_types import Fault, fault, sentence
from snakelab.scenarios.yaml_document import Place, shown
from snakelab.sim.engine import Integrator, RecordRate, RunDuration, RunSeed, Step, Tolerance
from snakelab.sim.interventions import (
    AddPayload,
    ChangeController,
    Intervention,
    PlaceObject,
    PlaceObstacle,
    Push,
    SetParameter,
    field_names,
    replaced_at,
    value_at,
)
from snakelab.sim.sensing import measured_dimensions
from snakelab.worlds.contact_laws import Contact
from snakelab.worlds.world import World

# ----------------------------------------------------------------------------------------------------------------------
# Events of a scenario: interventions at given times, their keys, and their conversion
# ----------------------------------------------------------------------------------------------------------------------

Numbers = tuple[float, ...]
NOT_GIVEN: Any = None  # value of a key that may be omitted, but not be null
KINDS = ("set", "controller", "push", "payload", "obstacle", "object")


class PushForm(Form):
    """Force and torque on one part over an interval of time.

    Args:
        part: Name of the link, soft section or free body.
        force: 3 numbers [N].
        torque: 3 numbers [N m].
        duration: Duration [s].
        point: Point of action of the force, relative to the tail end of the part and in its axes, 3 numbers [m].
        axes: "world", or "body" for the axes of the part.
        target: Point of the world to which a spring and a damper pull the part, 3 numbers [m].
        stiffness: Stiffness of the spring [N/m].
        damping: Damping of the damper [N s/m].
        max_force: Largest force of spring and damper [N]. Default: unlimited.
    """

    part: str
    force: Numbers = (0.0, 0.0, 0.0)
    torque: Numbers = (0.0, 0.0, 0.0)
    duration: Annotated[float, Gt(0), Unit("s")] = 0.1
    point: Numbers = NOT_GIVEN
    axes: Annotated[str, Choices(("world", "body"))] = "world"
    target: Numbers = NOT_GIVEN
    stiffness: Annotated[float, Ge(0), Unit("N/m")] = 0.0
    damping: Annotated[float, Ge(0), Unit("N s/m")] = 0.0
    max_force: Annotated[float, Gt(0), Unit("N")] = NOT_GIVEN


class PayloadForm(Form):
    """Point mass that is fixed to a link.

    Args:
        part: Name of the link.
        mass: Mass [kg]; negative to remove mass.
        point: Position relative to the tail end of the link and in its axes, 3 numbers [m]. Default: the centre of
            mass.
    """

    part: str
    mass: Annotated[float, Unit("kg")]
    point: Numbers = NOT_GIVEN


class ObjectForm(Form):
    """Place of a free body of the world.

    Args:
        name: Name of the free body.
        position: Centre, world axes, 3 numbers [m].
        rotation: Rotation vector, 3 numbers [rad]. Default: the present attitude.
        velocity: Velocity of the centre, world axes, 3 numbers [m/s].
        angular_velocity: Angular velocity, world axes, 3 numbers [rad/s].
    """

    name: str
    position: Numbers
    rotation: Numbers = NOT_GIVEN
    velocity: Numbers = (0.0, 0.0, 0.0)
    angular_velocity: Numbers = (0.0, 0.0, 0.0)


class EventForm(Form):
    """An intervention during the run: exactly one of set, controller, push, payload, obstacle and object.

    Args:
        at: Time [s]. The event takes effect at the next control instant, or with a gait at the next record.
        set: New values of parameters by their paths, as in `{controller.amplitude: 0.5, world.media.0.mu_normal: 0.3}`.
        controller: Another gait or controller; null to hold the targets.
        transition: Duration of the smooth transition to a changed or another gait [s].
        push: Temporary force on a part.
        payload: A mass fixed to a link.
        obstacle: A contact whose surface is a pole or a block; an obstacle of the same name is moved.
        object: Another place of a free body.
        energy: Change of the energy of the robot at that instant [J]; written by recordings, and ignored when read.
    """

    at: Annotated[float, Ge(0), Unit("s")]
    set: dict[str, Any] | None = None
    controller: Annotated[Gait | Controller, Derived("controller")] | None = None
    transition: Annotated[float, Ge(0), Unit("s")] = 1.0
    push: PushForm | None = None
    payload: PayloadForm | None = None
    obstacle: Annotated[Contact, Derived(Contact)] | None = None
    object: ObjectForm | None = None
    energy: Annotated[float, Unit("J"), INFINITE] | None = None

    def __post_init__(self) -> None:
        given = [kind for kind in KINDS if kind in self.given_keys]
        if len(given) != 1:
            raise fault(f"an event has exactly one of {', '.join(KINDS)}; got {', '.join(given) or 'none'}")

    def interventions(self, roots: dict[str, Any]) -> list[Intervention]:
        """Return the interventions; values of `set` are read as the arguments that they replace.

        Args:
            roots: Robot, world and controller at that time, by these names.

        Raises:
            ScenarioError: if a path does not exist, or a value is not one of its argument.
        """
        if self.push is not None:
            return [Push(at=self.at, **self.push.given())]
        if self.payload is not None:
            return [AddPayload(at=self.at, **self.payload.given())]
        if self.obstacle is not None:
            return [PlaceObstacle(self.obstacle, at=self.at)]
        if self.object is not None:
            return [PlaceObject(at=self.at, **self.object.given())]
        if "controller" in self.given_keys:
            return [ChangeController(self.controller, self.at, self.transition)]
        return [
            SetParameter(path, typed_value(roots, path, value), self.at, self.transition)
            for path, value in (self.set or {}).items()
        ]


def typed_value(roots: dict[str, Any], path: str, value: Any) -> Any:
    """Return a plain value in the form of the argument at a path: numbers in any notation, objects by their type names.

    Raises:
        ScenarioError: if the value is invalid for this argument.
        SimulationError: if there is no such place.
    """
    owner_path, _, name = path.rpartition(".")
    value_at(roots, path)
    owner = value_at(roots, owner_path) if owner_path else roots
    hints = {item.name: item.hint for item in arguments_of(type(owner))} if field_names(owner) else {}
    if name not in hints:
        return value
    faults: list[Fault] = []
    made = type_of_argument(hints[name], name).read(value, (), faults)
    if faults:
        raise ScenarioError("; ".join(f"{path} {message}" for _, message in faults))
    return made


def after(roots: dict[str, Any], event: Intervention) -> dict[str, Any]:
    """Return robot, world and controller after an intervention, for the paths of later ones."""
    if isinstance(event, ChangeController):
        return {**roots, "controller": event.controller}
    return replaced_at(roots, event.path, event.value) if isinstance(event, SetParameter) else roots


# ----------------------------------------------------------------------------------------------------------------------
# Reference values of a scenario: their keys, checks, and conversion to `ReferenceValue`; choice of metrics and variables
# ----------------------------------------------------------------------------------------------------------------------


def _metric(text: str) -> str:
    if text not in UNITS and not text.startswith(WORK):
        raise ScenarioError(f"unknown metric {text!r}{nearest(text, UNITS)}")
    if text == "status":
        raise ScenarioError("'status' is text; a run that does not finish has no metrics")
    return text


def _window(window: tuple) -> tuple:
    if len(window) != 2 or not all(isinstance(edge, float) for edge in window) or not 0 <= window[0] < window[1]:
        raise ScenarioError(f"must be two times in s, from and to, such as [16, 20]; got {shown(list(window))}")
    return window


Words = Annotated[str, Rule(sentence)]
FiniteNumber = Annotated[float, Unit("-")]


class ExpectedForm(Form):
    """Value that the run should reproduce: a metric, or a recorded variable at one instant, and its range.

    The range is `value` and `tolerance`, or `above`, `below` or both, all in the unit of the metric or variable.

    Args:
        case: Description of the value.
        metric: A metric of the run, such as mean_speed.
        window: Time interval of the run from which the metric is computed, two times [s]. Default: the whole run.
        variable: A recorded variable with its component, such as base_position.x or tau.joint1, in place of a metric.
        time: Time at which the variable is read [s]. Default: the end of the run.
        value: The reference value.
        tolerance: Allowed difference.
        above: Lower bound.
        below: Upper bound.
        source: Source of the statement.
        kind: Origin: published (a number printed in a paper), statement (stated in words, a requirement, an inequality),
            independent (another program), closed form, or regression (an earlier result of snakelab).
        explained: Reason of a known difference, and what was tried.
        explained_up_to: Largest distance from the value or the bound that the reason covers.
    """

    case: Words = ""
    metric: Annotated[str, Rule(_metric)] | None = None
    window: Annotated[Numbers, Rule(_window)] | None = None
    variable: Words | None = None
    time: Annotated[float, Ge(0), Unit("s")] | None = None
    value: FiniteNumber | None = None
    tolerance: Annotated[float, Ge(0)] | None = None
    above: FiniteNumber | None = None
    below: FiniteNumber | None = None
    source: Words
    kind: Annotated[str, Choices(tuple(ReferenceKind))] = "regression"
    explained: Words = ""
    explained_up_to: Annotated[float, Ge(0)] | None = None

    def __post_init__(self) -> None:
        if message := _figure_fault(self) or _range_fault(self) or _explanation_fault(self):
            raise fault(message)

    def reference_value(self) -> ReferenceValue:
        """Return the reference value of the form."""
        given = ((key, value) for key, value in vars(self).items() if key in self.given_keys)
        known = {key: value for key, value in given if value is not None}
        return ReferenceValue(**known | {"kind": ReferenceKind(self.kind)})


class UncheckedForm(Form):
    """A published statement that cannot be checked, and why.

    Args:
        claim: The statement.
        reason: The missing data.
        source: Source of the statement.
    """

    claim: Words
    reason: Words
    source: Words

    def unchecked(self) -> Unchecked:
        """Return the unchecked statement."""
        return Unchecked(self.claim, self.reason, self.source)


def _figure_fault(form: ExpectedForm) -> str:
    """Return the fault of the keys that select the value; empty if there is none."""
    if form.metric is None and form.variable is None:
        return "the key 'metric' is missing, or 'variable' for a recorded variable at one instant"
    if form.metric is not None and form.variable is not None:
        return f"must have a metric or a variable, got both: {form.metric} and {form.variable}"
    if form.variable is not None and form.window is not None:
        return "a window is for a metric; a variable is read at one `time`"
    if form.metric is not None and form.time is not None:
        return "a time is for a variable; a metric is taken of the whole run, or of a `window: [from, to]`"
    return ""


def _range_fault(form: ExpectedForm) -> str:
    """Return the fault of the keys that define the range; empty if there is none."""
    bounded = form.above is not None or form.below is not None
    if form.value is None and form.tolerance is None and not bounded:
        return "the key 'value' is missing, with its 'tolerance'; or 'above' or 'below' for a bound"
    if bounded and (form.value is not None or form.tolerance is not None):
        return "must have value and tolerance, or above and below, not both"
    if not bounded and (form.value is None or form.tolerance is None):
        return f"the key {'value' if form.value is None else 'tolerance'!r} is missing"
    if form.above is not None and form.below is not None and form.above >= form.below:
        return f"above must be less than below, got above {form.above:g} and below {form.below:g}"
    return ""


def _explanation_fault(form: ExpectedForm) -> str:
    """Return the fault of the keys that explain a difference; empty if there is none."""
    if form.explained and form.explained_up_to is None:
        return "the key 'explained_up_to' is missing: the largest difference that `explained` covers, such as the present one"
    if form.explained_up_to is not None and not form.explained:
        return "the key 'explained' is missing: the reason of the difference"
    return ""


def reference_value_faults(
    reference_values: tuple[ReferenceValue, ...], model: Model, duration: float
) -> Iterator[tuple[Place, str]]:
    """Return place and message of each reference value of a number that the run does not record.

    Args:
        reference_values: Reference values in the order of the file.
        model: Model of the run.
        duration: Duration of the run [s].
    """
    numbers = recorded_numbers(model) if any(reference.variable for reference in reference_values) else {}
    for i, reference in enumerate(reference_values):
        last: dict[str, Any] = {"time": reference.time, "window": reference.window and reference.window[1]}
        for key, moment in last.items():
            if moment is not None and moment > duration:
                yield ("reference_values", i, key), f"must lie within the run of {duration:g} s, got {moment:g}"
        if reference.variable and (message := number_fault(reference.variable, numbers)):
            yield ("reference_values", i, "variable"), message


Dimensions = tuple[tuple[str, Sequence[str]], ...]


def recorded_numbers(model: Model) -> dict[str, Dimensions]:
    """Return the variables of a recording of this model: name and labels of each dimension other than time."""
    labels: dict[str, Sequence[str]] = {
        "axis": "xyz",
        "quaternion": "wxyz",
        "twist": ("vx", "vy", "vz", "wx", "wy", "wz"),
        "coordinate": model.coordinate_names,
        "link": model.station_names,
        "term": work_names(model),
        "propeller": model.robot.propeller_names,
        "object": model.object_names,
    }
    known = {name: about[0] for name, about in VARIABLES.items()}
    recorded = {name: known.get(name, ("link", "axis")) for name in record_layout(model) if name != "time"}
    if model.world.objects:
        recorded["object_force"] = known["object_force"]
    recorded |= measured_dimensions(model)
    return {name: tuple((of, labels.get(of, ())) for of in dimensions) for name, dimensions in recorded.items()}


def number_fault(text: str, numbers: dict[str, Dimensions]) -> str:
    """Return the fault of the name of a recorded number; empty if there is none.

    Args:
        text: Variable and label of each of its dimensions other than time, in their order, joined by dots.
        numbers: See `recorded_numbers`.
    """
    variable, _, rest = text.partition(".")
    if variable not in numbers:
        return f"unknown variable {variable!r}{nearest(variable, numbers)}"
    so_far = variable
    for dimension, labels in numbers[variable]:
        matching = [label for label in labels if rest == label or rest.startswith(f"{label}.")]
        if not matching:
            return _missing(so_far, rest, dimension, labels)
        label = max(matching, key=len)  # labels may contain dots
        so_far, rest = f"{so_far}.{label}", rest[len(label) + 1 :]
    return f"{text!r} has extra labels; {so_far!r} is one number already" if rest else ""


def _missing(so_far: str, rest: str, dimension: str, labels: Sequence[str]) -> str:
    """Return the message for a missing or unknown label."""
    if not labels:
        return f"this robot has no {dimension}, so {so_far!r} is empty"
    if not rest:
        return f"{so_far!r} is not one number; name the {dimension}, as in {so_far}.{labels[0]}"
    return f"unknown {dimension} {rest!r} in {so_far!r}{nearest(rest, labels)}"


# ----------------------------------------------------------------------------------------------------------------------
# Keys of a scenario file, and its check: conversion of plain data to objects, or an error with all faults
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Settings:
    """Settings of a run; the names are those of `simulate`.

    Attributes:
        duration: Simulated time [s].
        step: Largest step [s].
        integrator: Name of the integrator.
        tolerance: Tolerance of adaptive steps; None for fixed ones.
        record_rate: Records per second [Hz].
        seed: Seed of random numbers.
    """

    duration: RunDuration
    step: Step
    integrator: Integrator
    tolerance: Tolerance | None
    record_rate: RecordRate
    seed: RunSeed


def _name(text: str) -> str:
    if not re.fullmatch(r"\w[\w-]*", text):
        raise ScenarioError(f"must be letters, digits, _ and -; got {text!r}")
    if is_reserved(text):
        raise ScenarioError(f"{text!r} is reserved on Windows; use another name, such as {text}_1")
    return text


def _in_a_file(value: Any) -> Any:
    raise fault("belongs at the top level of a scenario file, as in `base: planar_prototype`; it cannot be set")


class SolverForm(Form):
    """Integration and recording; keys and defaults are those of `simulate`.

    Args:
        step: Largest step [s].
        integrator: "extrapolated", "plain", "extrapolated4", "rk4", or an integrator of SciPy.
        tolerance: Tolerance of the adaptive step, or relative tolerance of SciPy [-]. Default: a fixed step
            (SciPy: 1e-8).
        record_rate: Records per second [Hz].
    """

    step: Step = 2e-3
    integrator: Integrator = "extrapolated"
    tolerance: Tolerance | None = None
    record_rate: RecordRate = 100.0


class InitialForm(Form):
    """Initial state; the keys are those of `initial_state`. Prescribed coordinates start at their targets.

    Args:
        q: Coordinates, one number each, in order from the base [rad] or [m]. Default: zero.
        v: Rates of the coordinates [rad/s] or [m/s]. Default: zero.
        position: Position of the base, world axes, 3 numbers [m]. Default: the origin.
        quaternion: Orientation of the base, wxyz, 4 numbers [-]. Default: no rotation.
        velocity: Velocity of the base, world axes (linear, angular), 6 numbers [m/s, rad/s]. Default: at rest.
    """

    q: Numbers = NOT_GIVEN
    v: Numbers = NOT_GIVEN
    position: Numbers = NOT_GIVEN
    quaternion: Numbers = NOT_GIVEN
    velocity: Numbers = NOT_GIVEN


TWO_WAY, ONE_WAY = "two_way", "one_way"


class ScenarioForm(Form):
    """One repeatable run of a snake robot. All numbers are in SI units and radians.

    Args:
        base: A scenario of the library, or a file relative to this one; these keys are merged into its data.
        set: Single values by key path, applied last, as in `{robot.parts.0.link.mass: 0.1}`.
        name: Letters, digits, _ and -. Default, with a base: the name of the file.
        title: Short description.
        source: Source of the numbers, for readers.
        robot: Chain of parts with branches, or the name of a robot of the library.
        cameras: Additional cameras, for a robot of the library.
        world: Media that act on the robot. Default: no gravity, no ground.
        controller: Controller or gait. Default: all targets are constant, and motors give no force.
        coupling: two_way (robot and joints solved together) or one_way (soft joints solved alone, and their motion then
            prescribed, as in some papers; it needs a steady_gait).
        duration: Duration of the run [s].
        solver: Integration and recording.
        engine: Engine that moves the robot. Default: the built-in simulation.
        seed: Seed of the random numbers [-].
        initial: Initial state. Default: straight, at rest, at the origin.
        events: Interventions during the run: changed parameters or gaits, pushes, payloads.
        torque_reference: Torque that figures show for comparison, such as the rating of a motor [N m].
        reference_values: Published values with which the run is compared.
        unchecked: Published statements that cannot be checked, with the reason.
    """

    base: Annotated[str | None, Before(_in_a_file)] = None
    set: Annotated[dict[str, Any] | None, Before(_in_a_file)] = None
    name: Annotated[str, Rule(_name)]
    title: str = ""
    source: str = ""
    robot: Annotated[Robot, Derived(Robot, "robot")]
    cameras: tuple[Annotated[AnyCamera, Derived("camera")], ...] = ()
    world: Annotated[World, Derived(World)] = World()
    controller: Annotated[Gait | Controller, Derived("controller")] | None = None
    coupling: Annotated[str, Choices((TWO_WAY, ONE_WAY))] = TWO_WAY
    duration: RunDuration
    solver: SolverForm = SolverForm()
    engine: Annotated[Any, Derived("engine")] | None = None
    seed: RunSeed = 0
    initial: InitialForm = InitialForm()
    events: tuple[EventForm, ...] = ()
    torque_reference: Annotated[float, Gt(0), Unit("N m")] | None = None
    reference_values: tuple[
        Annotated[ReferenceValue, Derived(ExpectedForm), Rule(ExpectedForm.reference_value)], ...
    ] = ()
    unchecked: tuple[Annotated[Unchecked, Derived(UncheckedForm), Rule(UncheckedForm.unchecked)], ...] = ()
