"""Interventions: changes during a run at given times.

Each takes effect at the first boundary of a control period at or after its time; of a gait, at the first record.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from snakelab.control.controller import Controller, Planner
from snakelab.errors import SimulationError
from snakelab.gaits.gait import Gait
from snakelab.geometry.surfaces import Block, Pole
from snakelab.robots.parts import Link
from snakelab.types import FloatArray, instance, label, number, vector
from snakelab.worlds import Contact, ExternalWrench

TRANSITION = 1.0
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
    transition: float = TRANSITION

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
    transition: float = TRANSITION

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
        part: Name of the link or soft section.
        force: Shape (3,), [N].
        torque: Shape (3,), [N m].
        duration: Duration [s].
        point: Point of action, from the tail end of the part and in its axes, shape (3,), [m]; None as in `ExternalWrench`.
        axes: Axes of force and torque: "world", or "body" for those of the part.
        at: Time [s].

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


Intervention = SetParameter | ChangeController | Push | AddPayload | PlaceObstacle


@dataclass(frozen=True)
class AppliedEvent:
    """An intervention, at the time at which it took effect.

    Attributes:
        event: The intervention, with that time.
        energy: Change of the energy of the robot at that instant [J], due to a changed mass, spring or gravity.
    """

    event: Intervention
    energy: float = 0.0


@dataclass
class Agenda:
    """Pending interventions, ordered by time, then by arrival."""

    events: list[Intervention] = field(default_factory=list)

    def add(self, event: Intervention) -> None:
        """Add an intervention after those of the same time."""
        i = next((i for i, other in enumerate(self.events) if other.at > event.at), len(self.events))
        self.events.insert(i, event)

    def next_time(self) -> float:
        """Return the time of the next intervention [s]; infinity if there is none."""
        return self.events[0].at if self.events else math.inf

    def pop(self) -> Intervention:
        """Return the next intervention, which leaves the agenda."""
        return self.events.pop(0)


def _offset(d: FloatArray) -> FloatArray:
    return float(d @ d) * np.eye(3) - np.outer(d, d)


def _check_time(event: Any) -> None:
    number(event.at, f"{type(event).__name__} at", SimulationError, minimum=0, unit="s")


def check_events(events: object, name: str) -> tuple[Intervention, ...]:
    """Return a list of interventions, or raise an error that names the wrong item."""
    if isinstance(events, (str, Mapping)) or not isinstance(events, Sequence):
        raise SimulationError(f"{name} must be a list of events such as [Push('link_1', at=2.0)], got {events!r}")
    for i, event in enumerate(events):
        instance(
            event, f"{name}[{i}]", (SetParameter, ChangeController, Push, AddPayload, PlaceObstacle), SimulationError
        )
    return tuple(events)
