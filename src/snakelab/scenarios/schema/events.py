"""Events of a scenario: interventions at given times, their keys, and their conversion."""

from typing import Annotated, Any

from pydantic import TypeAdapter, ValidationError, model_validator

from snakelab.control.controller import Controller
from snakelab.errors import ScenarioError
from snakelab.gaits.gait import Gait
from snakelab.scenarios.file_reading.value_types import NUMBER, NUMBERS, TEXT, Leaf, fault
from snakelab.scenarios.schema.arguments import arguments_of
from snakelab.scenarios.schema.derivation import Derived, type_of_argument
from snakelab.scenarios.schema.forms import Form
from snakelab.sim.interventions import (
    AddPayload,
    ChangeController,
    Intervention,
    PlaceObstacle,
    Push,
    SetParameter,
    replaced_at,
    value_at,
)
from snakelab.sim.interventions.interventions import TRANSITION
from snakelab.sim.interventions.paths import field_names
from snakelab.worlds import Contact

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
