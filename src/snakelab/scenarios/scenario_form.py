"""Keys of a scenario file: events, reference values, and the whole file, with its check."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, TypeAdapter, ValidationError, model_validator

from snakelab.control.controller import Controller
from snakelab.errors import ScenarioError, nearest
from snakelab.files import is_reserved
from snakelab.gaits.gait import Gait
from snakelab.parameters.arguments import count
from snakelab.physics.model import Model
from snakelab.physics.record import record_layout
from snakelab.physics.state import work_names
from snakelab.results.metrics.table import UNITS, WORK
from snakelab.results.reference_values import ReferenceKind, ReferenceValue, Unchecked
from snakelab.robots.cameras import AnyCamera
from snakelab.robots.robot import Robot
from snakelab.scenarios.document import Document, Place, spell
from snakelab.scenarios.forms import TAGS, Derived, Form, Unknown, each_argument_checked, type_of_argument
from snakelab.scenarios.values import NUMBER, NUMBERS, TEXT, Leaf, arguments_of, fault, shown
from snakelab.sim.dataset import VARIABLES
from snakelab.sim.engine import Integrator, RecordRate, RunDuration, RunSeed, Step, Tolerance
from snakelab.sim.interventions import (
    TRANSITION,
    AddPayload,
    ChangeController,
    Intervention,
    PlaceObstacle,
    Push,
    SetParameter,
    field_names,
    replaced_at,
    value_at,
)
from snakelab.sim.sensing import measured_dimensions
from snakelab.worlds.contact import Contact
from snakelab.worlds.world import World

# ----------------------------------------------------------------------------------------------------------------------
# Events of a scenario: interventions at given times, their keys, and their conversion
# ----------------------------------------------------------------------------------------------------------------------

Text = Annotated[str, Leaf((TEXT,))]
Numbers = Annotated[tuple | None, Leaf((NUMBERS,))]
KINDS = ("set", "controller", "push", "payload", "obstacle")


class PushForm(Form):
    """Force and torque on one part over an interval of time.

    Args:
        part: Name of the link or soft section.
        force: 3 numbers [N].
        torque: 3 numbers [N m].
        duration: Duration [s].
        point: Point of action of the force, relative to the tail end of the part and in its axes, 3 numbers [m].
        axes: "world", or "body" for the axes of the part.
    """

    part: Text
    force: Numbers = (0.0, 0.0, 0.0)
    torque: Numbers = (0.0, 0.0, 0.0)
    duration: Annotated[float, Leaf((NUMBER,), above=0, unit="s")] = 0.1
    point: Numbers = None
    axes: Annotated[str, Leaf((TEXT,), choices=("world", "body"))] = "world"


class PayloadForm(Form):
    """Point mass that is fixed to a link.

    Args:
        part: Name of the link.
        mass: Mass [kg]; negative to remove mass.
        point: Position relative to the tail end of the link and in its axes, 3 numbers [m]. Default: the centre of
            mass.
    """

    part: Text
    mass: Annotated[float, Leaf((NUMBER,), unit="kg")]
    point: Numbers = None


class EventForm(Form, defer_build=True):  # built as a part of the scenario form only
    """An intervention during the run: exactly one of set, controller, push, payload and obstacle.

    Args:
        at: Time [s]. The event takes effect at the next control instant, or with a gait at the next record.
        set: New values of parameters by their paths, as in `{controller.amplitude: 0.5, world.media.0.mu_normal: 0.3}`.
        controller: Another gait or controller; null to hold the targets.
        transition: Duration of the smooth transition to a changed or another gait [s].
        push: Temporary force on a part.
        payload: A mass fixed to a link.
        obstacle: A contact whose surface is a pole or a block; an obstacle of the same name is moved.
        energy: Change of the energy of the robot at that instant [J]; written by recordings, and ignored when read.
    """

    at: Annotated[float, Leaf((NUMBER,), minimum=0, unit="s")]
    set: dict[str, Any] | None = None
    controller: Annotated[Gait | Controller, Derived("controller")] | None = None
    transition: Annotated[float, Leaf((NUMBER,), minimum=0, unit="s")] = TRANSITION
    push: PushForm | None = None
    payload: PayloadForm | None = None
    obstacle: Annotated[Contact, Derived(Contact)] | None = None
    energy: Annotated[float, Leaf((NUMBER,), unit="J")] | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> "EventForm":
        given = [kind for kind in KINDS if kind in self.model_fields_set]
        if len(given) != 1:
            raise fault(f"an event has exactly one of {', '.join(KINDS)}; got {', '.join(given) or 'none'}")
        return self

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
        if "controller" in self.model_fields_set:
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
    try:
        return TypeAdapter(type_of_argument(hints[name], name)).validate_python(value)
    except ValidationError as problem:
        raise ScenarioError("; ".join(f"{path} {error['msg']}" for error in problem.errors())) from problem


def after(roots: dict[str, Any], event: Intervention) -> dict[str, Any]:
    """Return robot, world and controller after an intervention, for the paths of later ones."""
    if isinstance(event, ChangeController):
        return {**roots, "controller": event.controller}
    return replaced_at(roots, event.path, event.value) if isinstance(event, SetParameter) else roots


# ----------------------------------------------------------------------------------------------------------------------
# Reference values of a scenario: their keys, checks, and conversion to `ReferenceValue`; choice of metrics and variables
# ----------------------------------------------------------------------------------------------------------------------


def _expected_message(text: str) -> str:
    if not text.strip():
        raise ScenarioError("must not be empty text; omit the key instead")
    return " ".join(text.split())


def _metric(text: str) -> str:
    if text not in UNITS and not text.startswith(WORK):
        raise ScenarioError(f"unknown metric {text!r}{nearest(text, UNITS)}")
    if text == "status":
        raise ScenarioError("'status' is text; a run that does not finish has no metrics")
    return text


def _finite(value: float) -> float:
    if not math.isfinite(value):
        raise ScenarioError(f"must be a finite number, got {value}")
    return value


def _window(window: tuple) -> tuple:
    if len(window) != 2 or not all(isinstance(edge, float) for edge in window) or not 0 <= window[0] < window[1]:
        raise ScenarioError(f"must be two times in s, from and to, such as [16, 20]; got {shown(list(window))}")
    return window


Words = Annotated[str, Leaf((TEXT,), rule=_expected_message)]
Finite = Annotated[float, Leaf((NUMBER,), rule=_finite)]


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
        kind: Origin: published (a number printed in a paper), statement (said in words, a requirement, an inequality),
            independent (another program), closed form, or regression (an earlier result of snakelab).
        explained: Reason of a known difference, and what was tried.
        explained_up_to: Largest distance from the value or the bound that the reason covers.
    """

    case: Words = ""
    metric: Annotated[str, Leaf((TEXT,), rule=_metric)] | None = None
    window: Annotated[tuple, Leaf((NUMBERS,), rule=_window)] | None = None
    variable: Words | None = None
    time: Annotated[float, Leaf((NUMBER,), minimum=0, unit="s", rule=_finite)] | None = None
    value: Finite | None = None
    tolerance: Annotated[float, Leaf((NUMBER,), minimum=0, rule=_finite)] | None = None
    above: Finite | None = None
    below: Finite | None = None
    source: Words
    kind: Annotated[str, Leaf((TEXT,), choices=tuple(ReferenceKind))] = "regression"
    explained: Words = ""
    explained_up_to: Annotated[float, Leaf((NUMBER,), minimum=0, rule=_finite)] | None = None

    @model_validator(mode="after")
    def _one_figure_and_one_range(self) -> "ExpectedForm":
        if message := _figure_fault(self) or _range_fault(self) or _explanation_fault(self):
            raise fault(message)
        return self

    def reference_value(self) -> ReferenceValue:
        """Return the reference value of the form."""
        given = {key: value for key, value in self.model_dump().items() if value is not None}
        return ReferenceValue(**given | {"kind": ReferenceKind(self.kind)})


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
        return Unchecked(**self.model_dump())


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


def misfits(reference_values: tuple[ReferenceValue, ...], model: Model, duration: float) -> Iterator[tuple[Place, str]]:
    """Return place and message of each reference value of a number that the run does not record.

    Args:
        reference_values: Reference values in the order of the file.
        model: Model of the run.
        duration: Duration of the run [s].
    """
    for i, reference in enumerate(reference_values):
        last: dict[str, Any] = {"time": reference.time, "window": reference.window and reference.window[1]}
        for key, moment in last.items():
            if moment is not None and moment > duration:
                yield ("reference_values", i, key), f"must lie within the run of {duration:g} s, got {moment:g}"
        if reference.variable:
            try:
                check_number(reference.variable, model)
            except ScenarioError as problem:
                yield ("reference_values", i, "variable"), str(problem)


def check_number(text: str, model: Model) -> None:
    """Raise ScenarioError unless the number is in the recording of a run of this model.

    Args:
        text: Variable and label of each of its dimensions other than time, in their order, joined by dots.
        model: Model of the run.
    """
    variable, _, rest = text.partition(".")
    measured = measured_dimensions(model)
    names = [*(name for name in record_layout(model) if name != "time"), *measured]
    if variable not in names:
        raise ScenarioError(f"unknown variable {variable!r}{nearest(variable, names)}")
    known = {name: about[0] for name, about in VARIABLES.items()} | measured
    dimensions = known.get(variable, ("link", "axis"))
    so_far = variable
    for dimension in dimensions:
        labels = _labels(dimension, model)
        matching = [label for label in labels if rest == label or rest.startswith(f"{label}.")]
        if not matching:
            raise ScenarioError(_missing(so_far, rest, dimension, labels))
        label = max(matching, key=len)  # labels may contain dots
        so_far, rest = f"{so_far}.{label}", rest[len(label) + 1 :]
    if rest:
        raise ScenarioError(f"{text!r} has extra labels; {so_far!r} is one number already")


def _labels(dimension: str, model: Model) -> Sequence[str]:
    labels: dict[str, Sequence[str]] = {
        "axis": "xyz",
        "quaternion": "wxyz",
        "twist": ("vx", "vy", "vz", "wx", "wy", "wz"),
        "coordinate": model.coordinate_names,
        "link": model.station_names,
        "term": work_names(model),
        "propeller": model.robot.propeller_names,
    }
    return labels[dimension]


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


AnyForm = TypeVar("AnyForm", bound=Form)


def _name(text: str) -> str:
    if not re.fullmatch(r"\w[\w-]*", text):
        raise ScenarioError(f"must be letters, digits, _ and -; got {text!r}")
    if is_reserved(text):
        raise ScenarioError(f"{text!r} is reserved on Windows; use another name, such as {text}_1")
    return text


def _in_a_file(value: Any) -> Any:
    raise fault("belongs at the top level of a scenario file, as in `base: planar_prototype`; it cannot be set")


def _seed(value: int) -> int:
    return count(value, "", ScenarioError, maximum=2**63 - 1)  # limit of a recording


class SolverForm(Form):
    """Integration and recording; keys and defaults are those of `simulate`.

    Args:
        step: Largest step [s].
        integrator: "extrapolated", "plain", "rk4", or an integrator of SciPy.
        tolerance: Tolerance of the adaptive step, or relative tolerance of SciPy [-]. Default: a fixed step
            (SciPy: 1e-8).
        record_rate: Records per second [Hz].
    """

    step: Annotated[float, Leaf.of(Step)] = 2e-3
    integrator: Annotated[str, Leaf.of(Integrator)] = "extrapolated"
    tolerance: Annotated[float, Leaf.of(Tolerance)] | None = None
    record_rate: Annotated[float, Leaf.of(RecordRate)] = 100.0


class InitialForm(Form):
    """Initial state; the keys are those of `initial_state`. Prescribed coordinates start at their targets.

    Args:
        q: Coordinates, one number each, in order from the base [rad] or [m]. Default: zero.
        v: Rates of the coordinates [rad/s] or [m/s]. Default: zero.
        position: Position of the base, world axes, 3 numbers [m]. Default: the origin.
        quaternion: Orientation of the base, wxyz, 4 numbers [-]. Default: no rotation.
        velocity: Velocity of the base, world axes (linear, angular), 6 numbers [m/s, rad/s]. Default: at rest.
    """

    q: Numbers = None
    v: Numbers = None
    position: Numbers = None
    quaternion: Numbers = None
    velocity: Numbers = None


WHOLE, IMPOSED = "whole", "imposed"


class ScenarioForm(Form):
    """One repeatable run of a snake robot. All numbers are in SI units and radians.

    Args:
        base: A scenario of the library, or a file relative to this one; these keys are merged into its data.
        set: Single values by key path, applied last, as in `{robot.parts.0.link.mass: 0.1}`.
        name: Letters, digits, _ and -. Default, with a base: the name of the file.
        title: Short description.
        source: Source of the numbers, for readers.
        robot: Chain of parts, or the name of a robot of the library.
        cameras: Additional cameras, for a robot of the library.
        world: Media that act on the robot. Default: no gravity, no ground.
        controller: Controller or gait. Default: all targets are constant, and motors give no force.
        coupling: whole (robot and joints solved together) or imposed (soft joints solved alone, and their motion imposed on the
            robot, as in some papers; it needs a steady_gait).
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

    base: Annotated[str | None, BeforeValidator(_in_a_file)] = None
    set: Annotated[dict[str, Any] | None, BeforeValidator(_in_a_file)] = None
    name: Annotated[str, Leaf((TEXT,), rule=_name)]
    title: Text = ""
    source: Text = ""
    robot: Annotated[Robot, Derived(Robot, "robot")]
    cameras: tuple[Annotated[AnyCamera, Derived("camera")], ...] = ()
    world: Annotated[World, Derived(World)] = World()
    controller: Annotated[Gait | Controller, Derived("controller")] | None = None
    coupling: Annotated[str, Leaf((TEXT,), choices=(WHOLE, IMPOSED))] = WHOLE
    duration: Annotated[float, Leaf.of(RunDuration)]
    solver: SolverForm = SolverForm()
    engine: Annotated[Any, Derived("engine")] | None = None
    seed: Annotated[int, Leaf.of(RunSeed, _seed)] = 0
    initial: InitialForm = InitialForm()
    events: tuple[EventForm, ...] = ()
    torque_reference: Annotated[float, Leaf((NUMBER,), above=0, unit="N m")] | None = None
    reference_values: tuple[ExpectedForm, ...] = ()
    unchecked: tuple[UncheckedForm, ...] = ()


def checked(document: Document) -> ScenarioForm:
    """Return the document's data as objects.

    Raises:
        ScenarioError: if the data are invalid; one line per fault.
    """
    return formed(ScenarioForm, document)


def formed(form: type[AnyForm], document: Document) -> AnyForm:
    """Return a document's data in one of the forms, a scenario's or a study's.

    Raises:
        ScenarioError: if the data are invalid; one line per fault, with its file and line.
    """
    try:
        return form.model_validate(document.data)
    except ValidationError as first:
        problem = first
        try:
            with each_argument_checked():
                form.model_validate(document.data)
        except ValidationError as second:
            problem = second
        raise ScenarioError("\n".join(_lines(problem, document))) from problem


def _lines(problem: ValidationError, document: Document) -> list[str]:
    errors = problem.errors(include_url=False)
    unknown = [error for error in errors if _is_unknown(error)]
    misspelt = [(error["loc"][:-1], error["input"].message) for error in unknown]
    written = {(*error["loc"][:-1], error["input"].meant): error["loc"][-1] for error in unknown}
    shown = [
        error | {"loc": _as_written(error["loc"], written)}
        for error in errors
        if not _is_there_misspelt(error, misspelt)
    ]
    return _complaints([_message(error) for error in _misspelt_first(shown)], document)


def _complaints(faults: list[tuple[Place, str]], document: Document) -> list[str]:
    """Return the faults with their origins; one fault in an anchored part is one line with all of its places."""
    places: dict[tuple[str, Any, str], list[Place]] = {}
    for place, message in faults:
        places.setdefault((document.origin(place), place[-1:], message), []).append(place)
    lines = []
    for (_, _, message), (first, *others) in places.items():
        also = f" (also {spell(others[0])}" if others else ""
        also += f" and {len(others) - 1} more)" if len(others) > 1 else ")" if others else ""
        lines.append(document.complaint(first, message + also))
    return lines


def _misspelt_first(errors: list[Any]) -> list[Any]:
    """Return the errors with each misspelt type name before the faults of its arguments."""
    misspelt, first = {error["loc"] for error in errors if _is_unknown(error)}, dict[Place, int]()

    def around(error: Any) -> list[Place]:
        return [place for end in range(len(error["loc"]) + 1) if (place := error["loc"][:end]) in misspelt]

    for i, error in enumerate(errors):
        for place in around(error):
            first.setdefault(place, i)
    keys = [
        (min((first[place] for place in around(error)), default=i), not _is_unknown(error))
        for i, error in enumerate(errors)
    ]
    return [errors[i] for i in sorted(range(len(errors)), key=keys.__getitem__)]


def _as_written(place: Place, written: dict[Place, Any]) -> Place:
    """Return a place with its type names in the spelling of the file."""
    return tuple(written.get(place[: end + 1], key) for end, key in enumerate(place))


def _is_unknown(error: Any) -> bool:
    return bool(error["type"] == "extra_forbidden" and isinstance(error["input"], Unknown))


def _is_there_misspelt(error: Any, misspelt: list[tuple[Place, str]]) -> bool:
    """Return True if a missing key is present at the same place in another spelling."""
    hint = f"did you mean {error['loc'][-1]!r}?" if error["loc"] else ""
    return error["type"] == "missing" and any(
        place == error["loc"][:-1] and hint in choices for place, choices in misspelt
    )


def _message(error: Any) -> tuple[Place, str]:
    """Return place and message of one validation error."""
    place = tuple(key for key in error["loc"] if key not in TAGS)
    match error["type"]:
        case "snakelab":
            key = error["ctx"]["key"]
            return (place if key is None else (*place, key)), error["msg"]
        case "extra_forbidden" if _is_unknown(error):
            return place, error["input"].message
        case "missing":
            return place[:-1], f"the key {place[-1]!r} is missing"
        case "list_type" | "tuple_type":
            return place, f"must be a list, with - before each item; got {shown(error['input'])}"
    return place, f"{error['msg']}; got {shown(error['input'])}"
