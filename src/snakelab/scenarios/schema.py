"""The keys of a scenario file, and its checking: plain data in, objects or a full list of what is wrong out."""

import re
from typing import Annotated, Any

from pydantic import ValidationError

from snakelab.errors import ScenarioError, nearest
from snakelab.gaits.gait import Gait
from snakelab.results.metrics import UNITS, WORK
from snakelab.robots.robot import Robot
from snakelab.scenarios.derivation import MANY, ONE, Derived
from snakelab.scenarios.document import Document, Place
from snakelab.scenarios.forms import Form
from snakelab.scenarios.leaves import NUMBER, NUMBERS, TEXT, WHOLE, Leaf, shown
from snakelab.worlds import World

Text = Annotated[str, Leaf((TEXT,))]
Numbers = Annotated[tuple | None, Leaf((NUMBERS,))]


def _name(text: str) -> str:
    if not re.fullmatch(r"\w[\w-]*", text):
        raise ScenarioError(f"must be letters, digits, _ and -; got {text!r}")
    return text


def _metric(text: str) -> str:
    if text not in UNITS and not text.startswith(WORK):
        raise ScenarioError(f"unknown metric {text!r}{nearest(text, UNITS)}")
    return text


class SolverForm(Form):
    """How to integrate and record; the keys and defaults are those of `simulate`."""

    step: Annotated[float, Leaf((NUMBER,), above=0, unit="s")] = 2e-3
    integrator: Text = "extrapolated"
    tolerance: Annotated[float, Leaf((NUMBER,), above=0)] | None = None
    record_rate: Annotated[float, Leaf((NUMBER,), above=0, unit="Hz")] = 100.0


class InitialForm(Form):
    """Where the run starts; the keys are those of `initial_state`. Prescribed coordinates start on their targets."""

    q: Numbers = None
    v: Numbers = None
    position: Numbers = None
    quaternion: Numbers = None
    velocity: Numbers = None


class ExpectedForm(Form):
    """A figure that the run should reproduce. Value and tolerance are in the metric's unit."""

    metric: Annotated[str, Leaf((TEXT,), rule=_metric)]
    value: Annotated[float, Leaf((NUMBER,))]
    tolerance: Annotated[float, Leaf((NUMBER,), least=0)]
    source: Text


class ScenarioForm(Form):
    """One repeatable run."""

    name: Annotated[str, Leaf((TEXT,), rule=_name)]
    title: Text = ""
    source: Text = ""
    robot: Annotated[Robot, Derived(Robot)]
    world: Annotated[World, Derived(World)] = World()
    controller: Annotated[Gait, Derived("controller")] | None = None
    duration: Annotated[float, Leaf((NUMBER,), above=0, unit="s")]
    solver: SolverForm = SolverForm()
    seed: Annotated[int, Leaf((WHOLE,), least=0)] = 0
    initial: InitialForm = InitialForm()
    torque_reference: Annotated[float, Leaf((NUMBER,), above=0, unit="N m")] | None = None
    expected: tuple[ExpectedForm, ...] = ()


def checked(document: Document) -> ScenarioForm:
    """The document's data as objects.

    Raises:
        ScenarioError: if anything is wrong; one line for each fault.
    """
    try:
        return ScenarioForm.model_validate(document.data)
    except ValidationError as problem:
        raise ScenarioError("\n".join(_lines(problem, document))) from problem


def _lines(problem: ValidationError, document: Document) -> list[str]:
    return [document.complaint(*_said(error)) for error in problem.errors(include_url=False)]


def _said(error: Any) -> tuple[Place, str]:
    """Place and message of one validation error."""
    place = tuple(key for key in error["loc"] if key not in (ONE, MANY))
    match error["type"]:
        case "snakelab":
            key = error["ctx"]["key"]
            return (place if key is None else (*place, key)), error["msg"]
        case "missing":
            return place[:-1], f"the key {place[-1]!r} is missing"
        case "list_type" | "tuple_type":
            return place, f"must be a list, with - before each item; got {shown(error['input'])}"
    return place, f"{error['msg']}; got {shown(error['input'])}"
