"""Interventions: changes during a run at given times, as objects and as plain data, and paths to values."""

import dataclasses
import math
import re
import types
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np

from snakelab.control.controller import Controller, Planner
from snakelab.errors import SimulationError, nearest
from snakelab.gaits.gait import Gait
from snakelab.geometry.rotations import quat_exp
from snakelab.geometry.surfaces import Block, Pole
from snakelab.parameters.arguments import FloatArray, choice, instance, label, number, plain_data, vector
from snakelab.parameters.declarations import type_name
from snakelab.parameters.parameter_descriptions import is_fixed
from snakelab.robots.link import Link
from snakelab.worlds.contact_laws import Contact
from snakelab.worlds.external_wrench import ExternalWrench

# ----------------------------------------------------------------------------------------------------------------------
# Interventions: changes during a run at given times
#
# Each takes effect at the first boundary of a control period at or after its time; of a gait, at the first record.
# ----------------------------------------------------------------------------------------------------------------------

ROOTS = ("robot", "world", "controller")


@dataclass(frozen=True)
class SetParameter:
    """Change of a parameter.

    The parameter must be one that may change during a run: `live` of `parameters_of`, or a value without declaration. The
    structure of the model must stay as it is: the number of coordinates, parts, stations, media and skin points. A changed
    gait passes smoothly from the old to the new motion, in the time of `transition`.

    Args:
        path: Place of the parameter, such as "controller.amplitude", "world.media.1.mu_normal" or "robot.parts.0.mass".
        value: New value.
        at: Time [s].
        transition: Duration of the transition to a changed gait [s].

    Raises:
        SimulationError: if an argument is invalid.
    """

    path: str
    value: Any
    at: float = 0.0
    transition: float = 1.0

    def __post_init__(self) -> None:
        label(self.path, "SetParameter path", SimulationError)
        if self.path.split(".")[0] not in ROOTS:
            raise SimulationError(
                f"SetParameter path must begin with robot, world or controller, got {self.path!r}; write for example "
                "'controller.amplitude'"
            )
        _check_time(self)
        number(self.transition, "SetParameter transition", SimulationError, minimum=0, unit="s")


@dataclass(frozen=True)
class ChangeController:
    """Change of the gait or controller.

    Targets are continuous with their rates and accelerations: they pass from the old to the new motion by the weight
    s = 10 x^3 - 15 x^4 + 6 x^5, x the elapsed fraction of the transition. From wave to wave it interpolates
    amplitudes, offsets and angular frequency, and the phase is continuous; a periodic gait starts at the phase that
    is nearest to the old motion.

    Args:
        controller: Gait, controller or planner; None holds the present targets.
        at: Time [s].
        transition: Duration of the transition [s].

    Raises:
        SimulationError: if an argument is invalid.
    """

    controller: Gait | Controller | Planner | None
    at: float = 0.0
    transition: float = 1.0

    def __post_init__(self) -> None:
        given: object = self.controller
        kinds = (Gait, Controller, Planner)
        if given is not None and (isinstance(given, type) or not isinstance(given, kinds)):
            raise SimulationError(
                f"ChangeController controller must be a gait or a controller, got {given!r}; write for example "
                "SerpenoidGait(...)"
            )
        _check_time(self)
        number(self.transition, "ChangeController transition", SimulationError, minimum=0, unit="s")


@dataclass(frozen=True)
class Push:
    """Force and torque on one part over an interval of time.

    Args:
        part: Name of the link, soft section or free body.
        force: Shape (3,), [N].
        torque: Shape (3,), [N m].
        duration: Duration [s].
        point: Point of action, from the tail end of the part and in its axes, shape (3,), [m]; None as in `ExternalWrench`.
        axes: Axes of force and torque: "world", or "body" for those of the part.
        at: Time [s].
        target: Point of the world to which a spring and a damper pull the part, shape (3,), [m]; None for none.
        stiffness, damping, max_force: Of spring and damper, [N/m], [N s/m] and [N], as in `ExternalWrench`.

    Raises:
        SimulationError: if an argument is invalid.
        WorldError: if `ExternalWrench` does not allow it.
    """

    part: str
    force: Sequence[float] = (0.0, 0.0, 0.0)
    torque: Sequence[float] = (0.0, 0.0, 0.0)
    duration: float = 0.1
    point: Sequence[float] | None = None
    axes: str = "world"
    at: float = 0.0
    target: Sequence[float] | None = None
    stiffness: float = 0.0
    damping: float = 0.0
    max_force: float = math.inf

    def __post_init__(self) -> None:
        _check_time(self)
        number(self.duration, "Push duration", SimulationError, above=0, unit="s")
        self.wrench(self.at)

    def wrench(self, start: float) -> ExternalWrench:
        """Return the wrench that begins at a time [s]."""
        return ExternalWrench(
            self.part,
            self.force,
            self.torque,
            point=self.point,
            axes=self.axes,
            start=start,
            end=start + self.duration,
            name="push",
            target=self.target,
            stiffness=self.stiffness,
            damping=self.damping,
            max_force=self.max_force,
        )


@dataclass(frozen=True)
class AddPayload:
    """Point mass that is fixed to a link, or removed from it if the mass is negative.

    Args:
        part: Name of the link.
        mass: Mass [kg].
        point: Position of the mass from the tail end of the link and in its axes, shape (3,), [m]; None for the centre of mass.
        at: Time [s].

    Raises:
        SimulationError: if an argument is invalid.
    """

    part: str
    mass: float
    point: Sequence[float] | None = None
    at: float = 0.0

    def __post_init__(self) -> None:
        label(self.part, "AddPayload part", SimulationError)
        number(self.mass, "AddPayload mass", SimulationError, unit="kg")
        if self.point is not None:
            vector(self.point, "AddPayload point", SimulationError, size=3, unit="m")
        _check_time(self)

    def loaded(self, link: Link) -> Link:
        """Return the link with the payload; its wheels are unchanged.

        m' = m + p, c' = (m c + p r) / m', and J' = J + m D(c - c') + p D(r - c') with D(d) = |d|^2 1 - d d^T.

        Raises:
            SimulationError: if the mass would not be positive.
        """
        bare = replace(link, wheels=())
        own, centre, inertia = bare.whole_mass, bare.com_point(), bare.inertia_matrix()
        place = centre if self.point is None else np.asarray(self.point, dtype=np.float64)
        mass = own + self.mass
        if not mass > 0.0:
            raise SimulationError(
                f"AddPayload mass of {self.mass:g} kg leaves {self.part} with {mass:g} kg; take off less than {own:g} kg"
            )
        com = (own * centre + self.mass * place) / mass
        about = inertia + own * _offset(centre - com) + self.mass * _offset(place - com)
        return replace(link, mass=mass, com=tuple(com.tolist()), inertia=about)


@dataclass(frozen=True)
class PlaceObstacle:
    """Post or block that is placed into the world, or moved: an obstacle of the same name is replaced.

    An obstacle is fixed where it is placed: the robot does not displace it, and it has no velocity while it is moved.
    The robot must have a skin, which it has if its world contains a contact.

    Args:
        contact: `Contact` with a `Pole` or `Block` as its surface, and the name of the obstacle.
        at: Time [s].

    Raises:
        SimulationError: if an argument is invalid.
    """

    contact: Contact
    at: float = 0.0

    def __post_init__(self) -> None:
        instance(self.contact, "PlaceObstacle contact", (Contact,), SimulationError)
        if not isinstance(self.contact.surface, (Block, Pole)):
            raise SimulationError(
                f"PlaceObstacle contact must have a Pole or a Block as its surface, got {self.contact.surface!r}; write for "
                "example Contact(Pole(0.05, (1.0, 0.0, 0.0)), name='post')"
            )
        _check_time(self)


@dataclass(frozen=True)
class PlaceObject:
    """Free body of the world that is placed elsewhere, or turned.

    Args:
        name: Name of the free body.
        position: Centre, world axes, shape (3,), [m].
        rotation: Rotation vector, shape (3,), [rad]; None for the present attitude.
        velocity: Velocity of the centre, world axes, shape (3,), [m/s].
        angular_velocity: Angular velocity, world axes, shape (3,), [rad/s].
        at: Time [s].

    Raises:
        SimulationError: if an argument is invalid.
    """

    name: str
    position: Sequence[float]
    rotation: Sequence[float] | None = None
    velocity: Sequence[float] = (0.0, 0.0, 0.0)
    angular_velocity: Sequence[float] = (0.0, 0.0, 0.0)
    at: float = 0.0

    def __post_init__(self) -> None:
        label(self.name, "PlaceObject name", SimulationError)
        vector(self.position, "PlaceObject position", SimulationError, size=3, unit="m")
        if self.rotation is not None:
            vector(self.rotation, "PlaceObject rotation", SimulationError, size=3, unit="rad")
        vector(self.velocity, "PlaceObject velocity", SimulationError, size=3, unit="m/s")
        vector(self.angular_velocity, "PlaceObject angular_velocity", SimulationError, size=3, unit="rad/s")
        _check_time(self)

    def placed(self, names: Sequence[str], objects: FloatArray) -> FloatArray:
        """Return the state of all free bodies with this one at its place, see `State.objects`.

        Raises:
            SimulationError: if there is no free body with this name.
        """
        if not names:
            raise SimulationError(
                f"PlaceObject name {self.name!r}: the world has no free bodies; add World(objects=[...]) before the run"
            )
        choice(self.name, "PlaceObject name", names, SimulationError)
        n, i = len(names), list(names).index(self.name)
        state = objects.copy()
        state[3 * i : 3 * i + 3] = self.position
        if self.rotation is not None:
            state[3 * n + 4 * i : 3 * n + 4 * i + 4] = quat_exp(tuple(float(x) for x in self.rotation))
        state[7 * n + 6 * i : 7 * n + 6 * i + 6] = [*self.velocity, *self.angular_velocity]
        return state


Intervention = SetParameter | ChangeController | Push | AddPayload | PlaceObstacle | PlaceObject


@dataclass(frozen=True)
class AppliedEvent:
    """An intervention, at the time at which it took effect.

    Attributes:
        event: The intervention, with that time.
        energy: Change of the energy of the robot at that instant [J], due to a changed mass, spring or gravity.
    """

    event: Intervention
    energy: float = 0.0


def _offset(d: FloatArray) -> FloatArray:
    return float(d @ d) * np.eye(3) - np.outer(d, d)


def _check_time(event: Any) -> None:
    number(event.at, f"{type(event).__name__} at", SimulationError, minimum=0, unit="s")


def check_events(events: object, name: str) -> tuple[Intervention, ...]:
    """Return a list of interventions, or raise an error that names the wrong item."""
    if isinstance(events, (str, Mapping)) or not isinstance(events, Sequence):
        raise SimulationError(f"{name} must be a list of events such as [Push('link_1', at=2.0)], got {events!r}")
    for i, event in enumerate(events):
        instance(event, f"{name}[{i}]", get_args(Intervention), SimulationError)
    return tuple(events)


# ----------------------------------------------------------------------------------------------------------------------
# Interventions as plain data, for scenarios and recordings
# ----------------------------------------------------------------------------------------------------------------------


def plain_events(applied: Sequence[AppliedEvent]) -> list[dict[str, Any]]:
    """Return interventions as plain data, each with the change of the robot's energy [J]."""
    return [plain_event(item.event) | ({"energy": item.energy} if item.energy else {}) for item in applied]


def plain_event(event: Intervention) -> dict[str, Any]:
    """Return one intervention as plain data: the item of `events` in a scenario."""
    if isinstance(event, Push):
        return {"at": event.at, "push": _arguments(event, leave_out=("at",))}
    if isinstance(event, AddPayload):
        return {"at": event.at, "payload": _arguments(event, leave_out=("at",))}
    if isinstance(event, PlaceObstacle):
        return {"at": event.at, "obstacle": _arguments(event.contact)}
    if isinstance(event, PlaceObject):
        return {"at": event.at, "object": _arguments(event, leave_out=("at",))}
    if isinstance(event, SetParameter):
        written: dict[str, Any] = {"at": event.at, "set": {event.path: plain_value(event.value)}}
    else:
        written = {"at": event.at, "controller": plain_value(event.controller)}
    default = next(field.default for field in dataclasses.fields(event) if field.name == "transition")
    return written if event.transition == default else written | {"transition": event.transition}


def plain_value(value: Any, named: bool = True) -> Any:
    """Return a value as plain data: an object becomes its type name with the arguments that differ from their defaults.

    Args:
        value: The value; objects that cannot be written, such as functions, are converted to text.
        named: False for an object whose class is the only possible one, which becomes its arguments alone.
    """
    return plain_data(value, lambda item: _object(item, named))


def _object(value: Any, named: bool) -> Any:
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return repr(value)
    arguments = _arguments(value)
    if not named:
        return arguments
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", type(value).__name__).lower()
    return {name: arguments} if arguments else name


def _arguments(value: Any, leave_out: Sequence[str] = ()) -> dict[str, Any]:
    hints = get_type_hints(type(value))
    given = {}
    for argument in dataclasses.fields(value):
        if not argument.init or argument.name in leave_out:
            continue
        named = len(_classes(hints[argument.name])) != 1
        written = plain_value(getattr(value, argument.name), named)
        usual = [argument.default] if argument.default is not dataclasses.MISSING else []
        usual += [argument.default_factory()] if argument.default_factory is not dataclasses.MISSING else []
        if written not in [plain_value(one, named) for one in usual]:
            given[argument.name] = written
    return given


def _classes(hint: Any) -> set[type]:
    """Return the classes of dataclasses and protocols in an annotation."""
    if get_origin(hint) in (Union, types.UnionType, tuple, list, Sequence) or get_args(hint):
        return {cls for part in get_args(hint) for cls in _classes(part)}
    plain = not isinstance(hint, type) or hint.__module__ in ("builtins", "numpy", "typing", "types")
    return set() if plain else {hint}


# ----------------------------------------------------------------------------------------------------------------------
# Values inside robots, worlds and controllers, by paths such as "robot.parts.2.mass"
#
# A path is a sequence of field names and list indices, joined by dots. The type name of an object may stand before its
# fields, as in scenario files: "controller.serpenoid_gait.amplitude" is "controller.amplitude". Objects are immutable: a
# replacement copies every object on the path, and so repeats the checks of their classes.
# ----------------------------------------------------------------------------------------------------------------------

MAX_STEPS = 32


def plain_path(roots: Mapping[str, Any], path: str) -> str:
    """Return a path without type names: "controller.amplitude" for "controller.serpenoid_gait.amplitude".

    Raises:
        SimulationError: if there is no such place.
    """
    return ".".join(_steps(roots, path))


def value_at(roots: Mapping[str, Any], path: str) -> Any:
    """Return the value at a path.

    Args:
        roots: Objects by the first name of a path: robot, world, controller.
        path: Field names and indices, joined by dots.

    Raises:
        SimulationError: if there is no such place, with the nearest name.
    """
    value: Any = roots
    for depth, step in enumerate(steps := _steps(roots, path)):
        value = _child(value, step, ".".join(steps[:depth]), path)
    return value


def replaced_at(roots: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return the roots with another value at a path.

    Args:
        roots: Objects by the first name of a path.
        path: Field names and indices, joined by dots.
        value: New value.

    Raises:
        SimulationError: if there is no such place.
        SnakelabError: if a class on the path does not allow the value.
    """
    steps = _steps(roots, path)
    return dict(_replaced(dict(roots), steps, 0, value, path))


def check_live(roots: Mapping[str, Any], path: str) -> None:
    """Raise SimulationError if a value on a path is declared as fixed during a run; the place must exist."""
    owner: Any = roots
    for depth, step in enumerate(steps := _steps(roots, path)):
        if step in field_names(owner) and is_fixed(owner, step):
            raise SimulationError(
                f"{'.'.join(steps[: depth + 1])} is declared as fixed and cannot change during a run; start a new run with "
                "another value"
            )
        owner = _child(owner, step, ".".join(steps[:depth]), path)


def _steps(roots: Mapping[str, Any], path: object) -> list[str]:
    """Return the steps of a path, without type names of objects."""
    if not isinstance(path, str) or not path:
        raise SimulationError(f"a parameter is named by a path such as 'controller.amplitude', got {path!r}")
    steps = path.split(".")
    if len(steps) > MAX_STEPS:
        raise SimulationError(f"the path of a parameter has at most {MAX_STEPS} steps, got {len(steps)}")
    owner: Any = roots
    kept: list[str] = []
    for step in steps:
        names = field_names(owner)
        if not (names and step not in names and step == type_name(type(owner))):
            owner = _child(owner, step, ".".join(kept), path)
            kept.append(step)
    return kept


def _replaced(owner: Any, steps: Sequence[str], depth: int, value: Any, path: str) -> Any:
    if depth == len(steps):
        return value
    step = steps[depth]
    child = _child(owner, step, ".".join(steps[:depth]), path)
    new = _replaced(child, steps, depth + 1, value, path)
    if isinstance(owner, Mapping):
        return {**owner, step: new}
    if isinstance(owner, (tuple, list)):
        return type(owner)(new if i == int(step) else item for i, item in enumerate(owner))
    if isinstance(owner, np.ndarray):
        changed = owner.astype(object if isinstance(new, np.ndarray) else np.float64)
        changed[int(step)] = new
        return np.array(changed.tolist())
    return dataclasses.replace(owner, **{step: new})


def _child(owner: Any, step: str, place: str, path: str) -> Any:
    where = place or "a run"
    if isinstance(owner, Mapping):
        if step not in owner:
            raise SimulationError(f"{path}: {where} has no {step!r}{nearest(step, owner)}")
        return owner[step]
    if isinstance(owner, (tuple, list)) or (isinstance(owner, np.ndarray) and owner.ndim):
        if not step.isdecimal() or int(step) >= len(owner):
            raise SimulationError(f"{path}: {place} has the items 0 to {len(owner) - 1}, got {step!r}")
        return owner[int(step)]
    names = field_names(owner)
    if step not in names:
        kind = type(owner).__name__
        if not names:
            raise SimulationError(f"{path}: {where} is {owner!r}, which has no parameters")
        raise SimulationError(f"{path}: {where} ({kind}) has no {step!r}{nearest(step, names)}")
    return getattr(owner, step)


def field_names(owner: Any) -> list[str]:
    """Return the names of the arguments of a dataclass object; empty for other objects."""
    if not dataclasses.is_dataclass(owner) or isinstance(owner, type):
        return []
    return [field.name for field in dataclasses.fields(owner) if field.init]
