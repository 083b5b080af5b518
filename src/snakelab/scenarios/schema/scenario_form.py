"""Keys of a scenario file, and its check: conversion of plain data to objects, or an error with all faults."""

import re
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, ValidationError

from snakelab.control.controller import Controller
from snakelab.errors import ScenarioError
from snakelab.gaits.gait import Gait
from snakelab.robots.cameras import AnyCamera
from snakelab.robots.robot import Robot
from snakelab.scenarios.file_reading.document import Document, Place, spell
from snakelab.scenarios.file_reading.value_types import NUMBER, NUMBERS, TEXT, Leaf, fault, shown
from snakelab.scenarios.schema.derivation import TAGS, Derived, each_argument_checked
from snakelab.scenarios.schema.events import EventForm
from snakelab.scenarios.schema.expected import ExpectedForm, UncheckedForm
from snakelab.scenarios.schema.forms import Form, Unknown
from snakelab.sim.quantities import Integrator, RecordRate, RunDuration, RunSeed, Step, Tolerance
from snakelab.types import count
from snakelab.untrusted import is_reserved
from snakelab.worlds import World


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


Text = Annotated[str, Leaf((TEXT,))]
Numbers = Annotated[tuple | None, Leaf((NUMBERS,))]
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
