"""Tables of a world: its laws and their parameters."""

import warnings
from collections.abc import Sequence

import numpy as np

from snakelab.errors import SnakelabWarning, WorldError
from snakelab.geometry.stations import Hull
from snakelab.physics.model_tables.stations import station_at
from snakelab.physics.model_tables.tables import LAW
from snakelab.physics.terms import WORK_NAMES
from snakelab.robots.parts import Link, SoftSection
from snakelab.robots.robot import Robot
from snakelab.types import FloatArray, choice
from snakelab.worlds import (
    Contact,
    ExternalWrench,
    Fluid,
    GranularMedium,
    Gravity,
    InertiaBoxFluid,
    LinkFriction,
    LumpedFluid,
    UserLaw,
    UserWrench,
    ViscousFriction,
    World,
)
from snakelab.worlds.gravity import pressing_gravity
from snakelab.worlds.law import (
    CONTACT,
    CONTACT_FRICTION,
    COULOMB,
    EXTERNAL,
    FLUID,
    FLUID_BUOYANCY,
    FLUID_DRAG,
    GRANULAR,
    INERTIA_BOX,
    USER,
    VISCOUS,
)
from snakelab.worlds.world import Medium


def law_tables(world: World, robot: Robot) -> tuple[np.ndarray, FloatArray, tuple[str, ...]]:
    """Table of laws, their numbers in a row, and a distinct name for each."""
    records: list[tuple[int, int, int, int]] = []
    rows: list[FloatArray] = [np.empty(0)]
    names: list[str] = []
    n_contacts = n_numbers = 0
    for medium in world.media:
        if isinstance(medium, Gravity):
            continue
        code, address, values = _law(medium, world, robot)
        if code == CONTACT:
            address, n_contacts = n_contacts, n_contacts + 1
        records.append((code, address, n_numbers, len(values)))
        choices = (medium.name, *(f"{medium.name}_{k}" for k in range(2, 3 + len(names))))
        taken, suffix = (*names, *WORK_NAMES), "_added_mass" if code == FLUID else ""
        chosen = next(name for name in choices if name + suffix not in taken)
        names.append(chosen + suffix)
        if isinstance(medium, Contact):
            user_law = medium.friction if isinstance(medium.friction, UserLaw) else None
            numbers = np.empty(0) if user_law is None else user_law.values()
            # parameters of a user law follow those of the contact
            records.append(
                (CONTACT_FRICTION, 0 if user_law is None else user_law.address, n_numbers + len(values), len(numbers))
            )
            names.append(f"{names[-1]}_friction")
            values = np.concatenate((values, numbers))
        if code == FLUID:
            for more, suffix in ((FLUID_DRAG, "_drag"), (FLUID_BUOYANCY, "_buoyancy")):
                records.append((more, address, n_numbers, len(values)))
                names.append(chosen + suffix)
        rows.append(np.asarray(values, dtype=np.float64))
        n_numbers += len(values)
    return np.array(records, LAW), np.concatenate(rows), tuple(names)


def _law(medium: Medium, world: World, robot: Robot) -> tuple[int, int, Sequence[float] | FloatArray]:
    """Code, address of compiled code, and numbers of a law."""
    match medium:
        case UserLaw():
            return USER, medium.address, tuple(medium.values())
        case LinkFriction():
            return COULOMB, 0, medium.parameters(pressing_gravity(world.media))
        case ViscousFriction():
            return VISCOUS, 0, medium.parameters()
        case Contact():
            return CONTACT, 0, medium.parameters()
        case Fluid() | LumpedFluid():
            masses = np.array([piece.mass for part in robot.parts for piece in part.stations()])
            return FLUID, 0, medium.numbers(_hulls(robot), masses)
        case InertiaBoxFluid():
            pieces = [piece for part in robot.parts for piece in part.stations()]
            return INERTIA_BOX, 0, medium.numbers([p.mass for p in pieces], [p.inertia for p in pieces])
        case GranularMedium():
            if robot.base != "planar":
                raise WorldError(
                    f"GranularMedium {medium.name!r} models horizontal motion only, without lift, and the base of robot "
                    f"{robot.name!r} is {robot.base}; write base: planar, or for a body that rests on sand a contact, as of "
                    "sand()"
                )
            hulls = _hulls(robot)
            return GRANULAR, 0, medium.numbers(hulls, 0 if robot.from_head else len(hulls) - 1)
        case ExternalWrench() | UserWrench():
            kind = type(medium).__name__
            choice(medium.part, f"{kind} part", robot.part_names, WorldError)
            return EXTERNAL, medium.address, medium.numbers(*station_at(robot, medium.part, medium.point))
    raise AssertionError(medium)


def _hulls(robot: Robot) -> tuple[Hull, ...]:
    """Hull of every station."""
    return tuple(hull for part in robot.parts if isinstance(part, (Link, SoftSection)) for hull in part.hulls())


def check_user_laws(world: World, robot: Robot) -> None:
    """Test the user laws with the robot.

    Warn of a law on stations that depends on its load, together with a contact: its load is the weight, not the
        normal force.

    Raises:
        WorldError: if one fails for the robot's coordinates, or is to be the friction of wheels.
    """
    n_coordinates = sum(len(part.coordinates) for part in robot.parts)
    contacts = [medium for medium in world.media if isinstance(medium, Contact)]
    for contact in contacts:
        if isinstance(contact.friction, UserLaw):
            if contact.friction.takes_state:  # others were tested when they were created
                contact.friction.try_out(n_coordinates)
            if any(isinstance(part, Link) and part.wheels for part in robot.parts):
                raise WorldError(
                    f"Contact {contact.name!r} with a UserLaw as its friction does not support wheels, which have their "
                    "own friction coefficient; write friction=SurfaceFriction(...), or Link(..., wheels=())"
                )
    for law in world.media:
        if isinstance(law, UserLaw):
            if law.takes_state:
                law.try_out(n_coordinates)
            if contacts and law.depends_on_load(n_coordinates):
                warnings.warn(
                    f"UserLaw {law.name!r} acts on stations: its load is their weight, not the normal force of a contact; "
                    "for that write Contact(friction=UserLaw(...))",
                    SnakelabWarning,
                    stacklevel=4,
                )
