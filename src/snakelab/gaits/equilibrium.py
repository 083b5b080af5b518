"""Static equilibrium of actuators and springs: commands that hold coordinates, coordinates held by commands, pressure limits.

The command of a prescribed actuator or a servo is the coordinate itself; that of a motor the force K (q - rest); that of a
pneumatic muscle the pressure K (q - rest) / area. With an elastomer, its force at q replaces K (q - rest). Weight, contact
forces and the coupling between coordinates are neglected: the result is accurate where springs are stiff compared with them.
"""

import warnings
from collections.abc import Sequence

import numpy as np

from snakelab.errors import GaitError, RobotError, SimulationError, SnakelabWarning
from snakelab.parameters.arguments import FloatArray, named_arguments, vector
from snakelab.physics.command import warn_untested
from snakelab.physics.model import Model, check_alone, check_open
from snakelab.robots.actuators import (
    BAR,
    MIN_CEILING,
    Hydraulic,
    Motor,
    Passive,
    Pneumatic,
    Prescribed,
    Servo,
    Spring,
    Tendon,
    extension_under,
    lengths_at,
)
from snakelab.robots.joints import Coordinate
from snakelab.robots.materials import Elastomer
from snakelab.robots.rods import Rod

# Actuators whose command is a force or a pressure, in equilibrium with a spring or an elastomer.
FORCE_ACTUATORS = (Motor, Pneumatic, Hydraulic, Tendon)


def coordinates_of(model: Model) -> tuple[Coordinate, ...]:
    """Return all coordinates, from base to tip."""
    return tuple(coordinate for part in model.robot.parts for coordinate in part.coordinates)


def command_line(model: Model, gait: str) -> tuple[FloatArray, FloatArray]:
    """Return a and b of the linear relation command = a + b q in static equilibrium.

    Args:
        model: The model.
        gait: Name of the gait, for messages.

    Returns:
        a and b, each of shape (nv,), in the units of the actuators.

    Raises:
        GaitError: if a coordinate is passive; if one with a force or pressure actuator has no spring; if it has an
            elastomer, whose force is not linear.
    """
    line, unused = np.zeros((2, model.n_coordinates)), _without_command(model, gait)
    for j, (coordinate, name) in enumerate(zip(coordinates_of(model), model.coordinate_names, strict=True)):
        if isinstance(coordinate.spring, Elastomer) and isinstance(coordinate.actuator, FORCE_ACTUATORS):
            raise GaitError(f"{gait} needs linear springs, and {name} has an Elastomer; write a TableGait of pressures")
        line[:, j] = (0.0, 0.0) if j in unused else _line(coordinate, name, gait)
    return line[0], line[1]


def _without_command(model: Model, gait: str) -> set[int]:
    """Return the coordinates of sections with actuators that follow them, and of those actuators the passive ones."""
    table, passive = model.arrays.coordinates, set[int]()
    for j in model.lines:
        coordinate = coordinates_of(model)[j]
        if isinstance(coordinate.actuator, Passive):
            if not isinstance(coordinate.spring, Spring) or coordinate.spring.stiffness > 0:
                raise GaitError(
                    f"{gait} divides forces among actuators with springs of their own, and {model.coordinate_names[j]} is "
                    "Passive() with a spring; write a TableGait of its commands"
                )
            passive.add(int(j))
    return passive | {int(first) + k for first in table["section"][model.lines] for k in range(3)}


def commands_for(model: Model, lengths: FloatArray, gait: str) -> FloatArray:
    """Return the commands that hold the coordinates in static equilibrium against springs or elastomers.

    Args:
        model: The model.
        lengths: Coordinates, one row per sample, shape (m, nv), [m or rad].
        gait: Name of the gait, for messages.

    Returns:
        Commands, shape (m, nv), in the units of the actuators.

    Raises:
        GaitError: as `command_line`, except for elastomers, which are allowed.
    """
    commands, unused = np.zeros_like(lengths), _without_command(model, gait)
    for j, (coordinate, name) in enumerate(zip(coordinates_of(model), model.coordinate_names, strict=True)):
        if j in unused:
            continue
        if isinstance(coordinate.spring, Elastomer) and isinstance(coordinate.actuator, FORCE_ACTUATORS):
            gain = coordinate.actuator.area if isinstance(coordinate.actuator, (Pneumatic, Hydraulic)) else 1.0
            gain = -1.0 if isinstance(coordinate.actuator, Tendon) else gain
            commands[:, j] = coordinate.spring.force(lengths[:, j]) / gain
        else:
            offset, slope = _line(coordinate, name, gait)
            commands[:, j] = offset + slope * lengths[:, j]
    return commands


def _line(coordinate: Coordinate, name: str, gait: str) -> tuple[float, float]:
    """Return a and b of one coordinate; see `command_line`."""
    spring = coordinate.spring
    match coordinate.actuator:
        case Passive():
            raise GaitError(f"{gait} needs an actuator at {name}, which is Passive()")
        case Motor() | Pneumatic() | Hydraulic() | Tendon() if not isinstance(spring, Spring) or spring.stiffness <= 0:
            raise GaitError(f"{gait} needs a spring at {name}, which has none; write Spring(stiffness, damping)")
        case Motor() if isinstance(spring, Spring):
            return -spring.stiffness * spring.rest, spring.stiffness
        case Tendon() if isinstance(spring, Spring):
            return spring.stiffness * spring.rest, -spring.stiffness
        case Pneumatic(area=area) | Hydraulic(area=area) if isinstance(spring, Spring):
            return -spring.stiffness * spring.rest / area, spring.stiffness / area
    return 0.0, 1.0


@named_arguments
def static_equilibrium(model: Model, commands: Sequence[float] | FloatArray) -> FloatArray:
    """Return the static equilibrium under constant commands: the coordinates at which springs, elastomers and rods balance
    the actuators.

    Weight, contact forces, other forces of the world and joint limits are neglected. Prescribed and servo coordinates equal
    their commands; passive ones are at the rest length of their springs.

    Args:
        model: The model.
        commands: Pressure [Pa] of a muscle, force [N or N m] of a motor, coordinate [m or rad] otherwise, shape (nv,).

    Returns:
        Coordinates q, shape (nv,), [m or rad].

    Raises:
        SimulationError: if the number of commands is not the number of coordinates.
        RobotError: if a coordinate has no spring, or its elastomer has no equilibrium; if a pressure is negative or above
            the maximum.
    """
    check_open(model, "static_equilibrium")
    check_alone(model, "static_equilibrium")
    given = vector(commands, "commands", SimulationError, size=model.n_coordinates)
    shape, first = np.zeros(model.n_coordinates), 0
    in_rods: set[int] = set()
    for part in model.robot.parts:
        own, first = slice(first, first + len(part.coordinates)), first + len(part.coordinates)
        if isinstance(part, Rod):
            shape[own] = _equilibrium_of_rod(part, given[own])
            in_rods.update(range(own.start, own.stop))
    table = model.arrays.coordinates
    for first_of in sorted({int(place) for place in table["section"][model.lines]}):
        lines = [int(j) for j in model.lines if table["section"][j] == first_of]
        shape[first_of : first_of + 3] = _equilibrium_of_lines(model, lines, given)
        in_rods.update(range(first_of, first_of + 3), lines)
    for j, coordinate in enumerate(coordinates_of(model)):
        if j in in_rods:
            continue
        match coordinate.actuator:
            case Tendon(max_tension=limit):
                shape[j] = extension_under(coordinate.spring, -min(max(given[j], 0.0), limit))
            case Pneumatic() | Hydraulic():
                shape[j] = lengths_at(given[j : j + 1], coordinate.spring, coordinate.actuator)[0]
            case Motor(force_limit=limit):
                shape[j] = extension_under(coordinate.spring, min(max(given[j], -limit), limit))
            case Passive():
                shape[j] = coordinate.spring.rest if isinstance(coordinate.spring, Spring) else 0.0
            case _:
                shape[j] = given[j]
    return model.following(shape)


def _equilibrium_of_lines(model: Model, lines: Sequence[int], commands: FloatArray) -> FloatArray:
    """Return the coordinates of a section at which the springs and elastomers of its actuators balance them.

    Raises:
        RobotError: if a pressure is out of range, or the section has no equilibrium.
    """
    table, own = model.arrays.coordinates[list(lines)], [coordinates_of(model)[j] for j in lines]
    if all(isinstance(coordinate.actuator, Prescribed) for coordinate in own):
        return np.asarray(table["share"].T @ commands[list(lines)])
    from scipy.optimize import root

    forces, gains = np.zeros(len(lines)), np.zeros(len(lines))
    for k, (j, coordinate) in enumerate(zip(lines, own, strict=True)):
        match coordinate.actuator:
            case Pneumatic() | Hydraulic() as muscle:
                lengths_at(commands[j : j + 1], Spring(1.0), muscle)  # checks the pressure
                forces[k] = muscle.area * commands[j]
            case Tendon(max_tension=limit):
                forces[k] = -min(max(commands[j], 0.0), limit)
            case Motor(force_limit=limit):
                forces[k] = min(max(commands[j], -limit), limit)
            case Servo(kp=kp):
                forces[k], gains[k] = kp * commands[j], kp

    def rest(q: FloatArray) -> FloatArray:
        lengths = table["line"] @ q
        held = [
            coordinate.spring.stiffness * (length - coordinate.spring.rest)
            if isinstance(coordinate.spring, Spring)
            else float(coordinate.spring.force([length])[0])
            for coordinate, length in zip(own, lengths, strict=True)
        ]
        return np.asarray(table["line"].T @ (forces - gains * lengths - held))

    found = root(rest, np.zeros(3), tol=1e-14)
    if not np.abs(rest(found.x)).max() <= 1e-9 * max(1e-9, np.abs(forces).max()):
        raise RobotError(
            f"the section has no static equilibrium under {commands[list(lines)].tolist()}: its springs leave a deformation "
            "free; give its actuators springs, or add a Passive() one as its backbone"
        )
    return np.asarray(found.x)


def _equilibrium_of_rod(rod: Rod, commands: FloatArray) -> FloatArray:
    """Return the coordinates of a rod at which its elasticity balances its actuators.

    Raises:
        RobotError: if a muscle would have to pull, or there is no equilibrium.
    """
    free, forces = np.ones(len(commands), bool), np.zeros(len(commands))
    for k, coordinate in enumerate(rod.coordinates):
        match coordinate.actuator:
            case Pneumatic() | Hydraulic() as muscle:
                lengths_at(commands[k : k + 1], Spring(1.0), muscle)  # checks the pressure
                forces[k] = muscle.area * commands[k]
            case Motor(force_limit=limit):
                forces[k] = min(max(commands[k], -limit), limit)
            case Passive():
                pass
            case _:
                free[k] = False
    q = np.where(free, 0.0, commands)
    if not free.any():
        return q
    from scipy.optimize import root

    def rest(x: FloatArray) -> FloatArray:
        q[free] = x
        return np.asarray(rod.elastic_force(q) + forces)[free]

    if not rod.incompressible:
        K = rod.stiffness_matrix
        q[free] = np.linalg.solve(K[np.ix_(free, free)], (forces - K[:, ~free] @ q[~free])[free])
        return q
    found = root(rest, np.zeros(free.sum()), tol=1e-13)
    if not np.abs(rest(found.x)).max() <= 1e-6 * max(1e-12, np.abs(forces).max()):
        raise RobotError(
            f"the rod has no static equilibrium under {commands.tolist()}: an incompressible rod carries at most E A in tension"
        )
    rest(found.x)
    return q


def reach(coordinate: Coordinate) -> tuple[float, float]:
    """Return the least and greatest value of a coordinate in static equilibrium, from its limits and actuator [m or rad]."""
    lower, upper = coordinate.limits.lower, coordinate.limits.upper
    spring = coordinate.spring
    if isinstance(spring, Spring) and not spring.stiffness > 0:
        return lower, upper
    match coordinate.actuator:
        case Motor(force_limit=limit):
            return max(lower, extension_under(spring, -limit)), min(upper, extension_under(spring, limit))
        case Tendon(max_tension=limit):
            return max(lower, extension_under(spring, -limit)), min(upper, extension_under(spring, 0.0))
        case Pneumatic() | Hydraulic() as muscle:
            maximum = extension_under(spring, muscle.area * muscle.ceiling)
            return max(lower, extension_under(spring, 0.0)), min(upper, maximum)
    return lower, upper


def within_reach(model: Model, lowest: FloatArray, highest: FloatArray, gait: str) -> None:
    """Raise GaitError if a gait moves a coordinate beyond its reach.

    Args:
        model: The model.
        lowest, highest: Range of each coordinate in the gait, shape (nv,), [m or rad].
        gait: Name of the gait, for messages.
    """
    for j, (coordinate, name) in enumerate(zip(coordinates_of(model), model.coordinate_names, strict=True)):
        lower, upper = reach(coordinate)
        # rounding, and splines between samples
        slack = 1e-6 * max(abs(bound) for bound in (lower, upper, 0.0) if np.isfinite(bound))
        unit = coordinate.unit
        if lowest[j] < lower - slack:
            hint = (
                "; an extending muscle cannot pull" if isinstance(coordinate.actuator, (Pneumatic, Hydraulic)) else ""
            )
            raise GaitError(
                f"{gait} moves {name} to {lowest[j]:.4g} {unit}, and it can be held at {lower:.4g} or more{hint}"
            )
        if highest[j] > upper + slack:
            raise GaitError(
                f"{gait} moves {name} to {highest[j]:.4g} {unit}, and it can be held at {upper:.4g} {unit} or less"
                f"{_ceiling(coordinate)}"
            )
        if isinstance(coordinate.actuator, Hydraulic) and isinstance(coordinate.spring, Spring):
            actuator, spring = coordinate.actuator, coordinate.spring
            pressure = spring.stiffness * (highest[j] - spring.rest) / actuator.area
            if pressure > actuator.tested_pressure:
                warn_untested(model, j, pressure, gait)


def _ceiling(coordinate: Coordinate) -> str:
    """Return the reason for the upper end of the reach, for a message."""
    spring = coordinate.spring
    match coordinate.actuator:
        case Pneumatic() | Hydraulic() as muscle if reach(coordinate)[1] < coordinate.limits.upper:
            against = "its elastomer" if isinstance(spring, Elastomer) else f"{spring.stiffness:g} N/m"
            return f": max_pressure is {muscle.ceiling / BAR:.3g} bar against {against}"
        case Tendon():
            return ": a tendon cannot push"
        case Motor(force_limit=limit) if reach(coordinate)[1] < coordinate.limits.upper:
            against = "its elastomer" if isinstance(spring, Elastomer) else f"a stiffness of {spring.stiffness:g}"
            return f": force_limit is {limit:g} against {against}"
    return ": its joint limit"


def check_pressures(model: Model, asked: FloatArray, gait: str, times: FloatArray | None = None) -> None:
    """Check the range of pressures; warn of untested ones, and of values that are probably not pressures.

    Args:
        model: The model.
        asked: Commands, a row for each instant, shape (m, nv), [Pa] for a muscle.
        gait: Its name, for messages.
        times: Times of the rows, shape (m,), [s]; None for constant commands.

    Raises:
        GaitError: if a pressure is out of range.
    """
    muscles = [
        (j, coordinate.actuator)
        for j, coordinate in enumerate(coordinates_of(model))
        if isinstance(coordinate.actuator, (Pneumatic, Hydraulic))
    ]
    for j, actuator in muscles:
        maximum, column = actuator.ceiling, asked[:, j]
        tested = actuator.tested_pressure if isinstance(actuator, Hydraulic) else maximum
        # a spline may exceed the ceiling between two points by a hundredth, to which the valve limits it
        slack = 0.0 if times is None else 0.01 * min(maximum, tested)
        beyond = np.maximum(-column, column - maximum)
        k = int(np.argmax(beyond))
        if beyond[k] > slack:
            allowed = f"between 0 and its limit of {maximum / BAR:.3g} bar" if np.isfinite(maximum) else "at least 0"
            when = "" if times is None else f" at t = {times[k]:.3g} s"
            raise GaitError(
                f"{gait} requires {model.coordinate_names[j]} to have {column[k] / BAR:.3g} bar{when}; "
                f"pressures [Pa] must be {allowed}"
            )
        if column.max() > tested + slack:
            warn_untested(model, j, float(column.max()), gait)
    greatest = max((float(asked[:, j].max()) for j, _ in muscles), default=0.0)
    if 0 < greatest < MIN_CEILING:
        warnings.warn(
            f"{gait}has at most {greatest:g} Pa, which causes almost no motion; pressures are in Pa: 1 bar is 1e5, "
            "1 MPa is 1e6",
            SnakelabWarning,
            stacklevel=4,
        )
