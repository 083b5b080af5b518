"""From lengths to what actuators take: the force or the pressure that holds a coordinate in quiet against its spring.

Prescribed actuators and servos take the coordinate itself; a motor the force K (q - rest), a pneumatic muscle the pressure
K (q - rest) / area; on an elastomer both take its force at q. Weight, contact and neighbours are not in it: the body follows as
far as its springs outweigh them.
"""

from collections.abc import Sequence

import numpy as np

from snakelab.errors import GaitError, SimulationError
from snakelab.physics.model import Model, check_model
from snakelab.physics.untested import warn_untested
from snakelab.robots.actuators import Hydraulic, Motor, Passive, Pneumatic
from snakelab.robots.actuators.pneumatic import BAR
from snakelab.robots.actuators.pressures import lengths_at
from snakelab.robots.compliance import Spring
from snakelab.robots.extension import extension_under
from snakelab.robots.materials import Elastomer
from snakelab.robots.parts.coordinate import Coordinate
from snakelab.types import FloatArray, vector

# Share of a coordinate's range by which it may be overstepped: rounding and splines between samples.
SLACK = 1e-6
# Actuators that press on what holds the coordinate.
PRESSING = (Motor, Pneumatic, Hydraulic)


def coordinates_of(model: Model) -> tuple[Coordinate, ...]:
    """All coordinates, base to tip."""
    return tuple(coordinate for part in model.robot.parts for coordinate in part.coordinates)


def command_line(model: Model, gait: str) -> tuple[FloatArray, FloatArray]:
    """What the actuators take is a + b q.

    Args:
        model: The model.
        gait: Its name, for messages.

    Returns:
        a and b, each of shape (nv,), in the actuators' units.

    Raises:
        GaitError: if a coordinate is passive, or one that takes a force or a pressure has no spring, or an elastomer, whose
            force is no line.
    """
    line = np.zeros((2, model.n_coordinates))
    for j, (coordinate, name) in enumerate(zip(coordinates_of(model), model.coordinate_names, strict=True)):
        if isinstance(coordinate.spring, Elastomer) and isinstance(coordinate.actuator, PRESSING):
            raise GaitError(
                f"{gait} presses on springs, whose force is a line, and {name} has an Elastomer; write a TableGait of "
                "pressures"
            )
        line[:, j] = _line(coordinate, name, gait)
    return line[0], line[1]


def commands_for(model: Model, lengths: FloatArray, gait: str) -> FloatArray:
    """What the actuators take to hold the coordinates at lengths in quiet; of springs and elastomers.

    Args:
        model: The model.
        lengths: Rows of coordinates, shape (m, nv), [m or rad].
        gait: Its name, for messages.

    Returns:
        Shape (m, nv), in the actuators' units.

    Raises:
        GaitError: as `command_line`, but for elastomers.
    """
    taken = np.zeros_like(lengths)
    for j, (coordinate, name) in enumerate(zip(coordinates_of(model), model.coordinate_names, strict=True)):
        if isinstance(coordinate.spring, Elastomer) and isinstance(coordinate.actuator, PRESSING):
            gain = 1.0 if isinstance(coordinate.actuator, Motor) else coordinate.actuator.area
            taken[:, j] = coordinate.spring.force(lengths[:, j]) / gain
        else:
            offset, slope = _line(coordinate, name, gait)
            taken[:, j] = offset + slope * lengths[:, j]
    return taken


def _line(coordinate: Coordinate, name: str, gait: str) -> tuple[float, float]:
    """a and b of one coordinate, see `command_line`."""
    spring = coordinate.spring
    match coordinate.actuator:
        case Passive():
            raise GaitError(f"{gait} needs an actuator at {name}, which is Passive()")
        case Motor() | Pneumatic() | Hydraulic() if not isinstance(spring, Spring) or spring.stiffness <= 0:
            raise GaitError(
                f"{gait} presses on the spring of {name}, and it has none; write Spring(stiffness, damping)"
            )
        case Motor() if isinstance(spring, Spring):
            return -spring.stiffness * spring.rest, spring.stiffness
        case Pneumatic(area=area) | Hydraulic(area=area) if isinstance(spring, Spring):
            return -spring.stiffness * spring.rest / area, spring.stiffness / area
    return 0.0, 1.0


def quiet_shape(model: Model, commands: Sequence[float] | FloatArray) -> FloatArray:
    """Where held commands leave the shape in quiet: each coordinate where its spring or elastomer balances its actuator.

    Weight, contact and the world are not in it, nor end stops. Prescribed and servo coordinates are where they are told to be,
    passive ones at rest.

    Args:
        model: The model.
        commands: Pressure [Pa] of a muscle, force [N or N m] of a motor, place [m or rad] of the others, shape (nv,).

    Returns:
        q, shape (nv,), [m or rad].

    Raises:
        SimulationError: if the number of commands is not that of the coordinates.
        RobotError: if a coordinate has no spring to press on, or its elastomer gives in; if a pressure is negative or over the
            ceiling.
    """
    check_model(model, "quiet_shape")
    given = vector(commands, "commands", SimulationError, size=model.n_coordinates)
    shape = np.zeros(model.n_coordinates)
    for j, coordinate in enumerate(coordinates_of(model)):
        match coordinate.actuator:
            case Pneumatic() | Hydraulic():
                shape[j] = lengths_at(given[j : j + 1], coordinate.spring, coordinate.actuator)[0]
            case Motor(force_limit=limit):
                shape[j] = extension_under(coordinate.spring, min(max(given[j], -limit), limit))
            case Passive():
                shape[j] = coordinate.spring.rest if isinstance(coordinate.spring, Spring) else 0.0
            case _:
                shape[j] = given[j]
    return shape


def reach(coordinate: Coordinate) -> tuple[float, float]:
    """Least and greatest value that a coordinate can be held at in quiet, by its end stops and its actuator [m or rad]."""
    lower, upper = coordinate.limits.lower, coordinate.limits.upper
    spring = coordinate.spring
    if isinstance(spring, Spring) and not spring.stiffness > 0:
        return lower, upper
    match coordinate.actuator:
        case Motor(force_limit=limit):
            return max(lower, extension_under(spring, -limit)), min(upper, extension_under(spring, limit))
        case Pneumatic() | Hydraulic() as muscle:
            most = extension_under(spring, muscle.area * muscle.ceiling)
            return max(lower, extension_under(spring, 0.0)), min(upper, most)
    return lower, upper


def within_reach(model: Model, lowest: FloatArray, highest: FloatArray, gait: str) -> None:
    """Raise GaitError where a gait would take a coordinate out of its reach.

    Args:
        model: The model.
        lowest, highest: What the gait asks of each coordinate, shape (nv,), [m or rad].
        gait: Its name, for messages.
    """
    for j, (coordinate, name) in enumerate(zip(coordinates_of(model), model.coordinate_names, strict=True)):
        lower, upper = reach(coordinate)
        slack = SLACK * max(abs(bound) for bound in (lower, upper, 0.0) if np.isfinite(bound))
        unit = coordinate.unit
        if lowest[j] < lower - slack:
            why = (
                "; a muscle that extends cannot pull" if isinstance(coordinate.actuator, (Pneumatic, Hydraulic)) else ""
            )
            raise GaitError(
                f"{gait} takes {name} to {lowest[j]:.4g} {unit}, and it can be held at {lower:.4g} or more{why}"
            )
        if highest[j] > upper + slack:
            raise GaitError(
                f"{gait} takes {name} to {highest[j]:.4g} {unit}, and it can be held at {upper:.4g} {unit} or less"
                f"{_ceiling(coordinate)}"
            )
        if isinstance(coordinate.actuator, Hydraulic) and isinstance(coordinate.spring, Spring):
            actuator, spring = coordinate.actuator, coordinate.spring
            pressure = spring.stiffness * (highest[j] - spring.rest) / actuator.area
            if pressure > actuator.tested_pressure:
                warn_untested(model, j, pressure, gait)


def _ceiling(coordinate: Coordinate) -> str:
    """Why a coordinate reaches no further."""
    spring = coordinate.spring
    match coordinate.actuator:
        case Pneumatic() | Hydraulic() as muscle if reach(coordinate)[1] < coordinate.limits.upper:
            against = "its elastomer" if isinstance(spring, Elastomer) else f"{spring.stiffness:g} N/m"
            return f": max_pressure is {muscle.ceiling / BAR:.3g} bar against {against}"
        case Motor(force_limit=limit) if reach(coordinate)[1] < coordinate.limits.upper:
            against = "its elastomer" if isinstance(spring, Elastomer) else f"a stiffness of {spring.stiffness:g}"
            return f": force_limit is {limit:g} against {against}"
    return ": its end stop"
