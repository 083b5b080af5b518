"""From lengths to what actuators take: the force or the pressure that holds a coordinate in quiet against its spring.

Prescribed actuators and servos take the coordinate itself; a motor the force K (q - rest), a pneumatic muscle the pressure
K (q - rest) / area. Weight, contact and neighbours are not in it: the body follows as far as its springs outweigh them.
"""

import numpy as np

from snakelab.errors import GaitError
from snakelab.physics.model import Model
from snakelab.robots.actuators import Motor, Passive, Pneumatic
from snakelab.robots.actuators.pneumatic import BAR
from snakelab.robots.parts.coordinate import Coordinate
from snakelab.types import FloatArray

# Share of a coordinate's range by which it may be overstepped: rounding and splines between samples.
SLACK = 1e-6


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
        GaitError: if a coordinate is passive, or one that takes a force or a pressure has no spring.
    """
    line = np.zeros((2, model.n_coordinates))
    for j, (coordinate, name) in enumerate(zip(coordinates_of(model), model.coordinate_names, strict=True)):
        stiffness, rest = coordinate.spring.stiffness, coordinate.spring.rest
        match coordinate.actuator:
            case Passive():
                raise GaitError(f"{gait} needs an actuator at {name}, which is Passive()")
            case Motor() | Pneumatic() if stiffness <= 0:
                raise GaitError(
                    f"{gait} presses on the spring of {name}, and it has none; write Spring(stiffness, damping)"
                )
            case Motor():
                line[:, j] = -stiffness * rest, stiffness
            case Pneumatic(area=area):
                line[:, j] = -stiffness * rest / area, stiffness / area
            case _:
                line[:, j] = 0.0, 1.0
    return line[0], line[1]


def reach(coordinate: Coordinate) -> tuple[float, float]:
    """Least and greatest value that a coordinate can be held at in quiet, by its end stops and its actuator [m or rad]."""
    lower, upper = coordinate.limits.lower, coordinate.limits.upper
    stiffness, rest = coordinate.spring.stiffness, coordinate.spring.rest
    match coordinate.actuator:
        case Motor(force_limit=limit) if stiffness > 0:
            return max(lower, rest - limit / stiffness), min(upper, rest + limit / stiffness)
        case Pneumatic(area=area, max_pressure=most) if stiffness > 0:
            return max(lower, rest), min(upper, rest + area * most / stiffness)
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
            why = "; a muscle that extends cannot pull" if isinstance(coordinate.actuator, Pneumatic) else ""
            raise GaitError(
                f"{gait} takes {name} to {lowest[j]:.4g} {unit}, and it can be held at {lower:.4g} or more{why}"
            )
        if highest[j] > upper + slack:
            raise GaitError(
                f"{gait} takes {name} to {highest[j]:.4g} {unit}, and it can be held at {upper:.4g} {unit} or less"
                f"{_ceiling(coordinate)}"
            )


def _ceiling(coordinate: Coordinate) -> str:
    """Why a coordinate reaches no further."""
    stiffness = coordinate.spring.stiffness
    match coordinate.actuator:
        case Pneumatic(max_pressure=most) if reach(coordinate)[1] < coordinate.limits.upper:
            return f": max_pressure is {most / BAR:.3g} bar against {stiffness:g} N/m"
        case Motor(force_limit=limit) if reach(coordinate)[1] < coordinate.limits.upper:
            return f": force_limit is {limit:g} against a stiffness of {stiffness:g}"
    return ": its end stop"
