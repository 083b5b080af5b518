"""A constant-curvature soft section with three actuators around its axis; linear in their elongations.

x(q) = L0 e_x + B q. Actuator j is at radius r and angle a_j = 0, 120, 240 degrees, counted from y toward z. A length
change l_j adds l_j / 3 to the length, (2 / 3r) l_j sin a_j to the bending angle about y, -(2 / 3r) l_j cos a_j to that about z.
There is no bending-plane angle, so the straight section is not singular.
"""

import math
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le

from snakelab.errors import RobotError
from snakelab.geometry.stations import Hull, Station, simpson_weights
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, Slider
from snakelab.parameter_declarations.quantities import Label, NonNegativeLength
from snakelab.robots.actuators import Actuator, Follower, Prescribed
from snakelab.robots.materials import Elastomer
from snakelab.robots.parts.bounds import LONGEST, PartLength, PartMass, PartRadius, Volume
from snakelab.robots.parts.compliance import FREE, Limits, Spring
from snakelab.robots.parts.coordinate import Coordinate
from snakelab.robots.parts.joints import check_holders
from snakelab.types import FloatArray

N_ACTUATORS = 3
MAX_STEPS = 10_000  # each is a station with mass


@dataclass(frozen=True)
class SoftSection(Displayed):
    """Soft section of constant curvature, with its mass distributed over stations by Simpson weights.

    Args:
        length: Rest length [m].
        mass: Mass [kg].
        actuator_radius: Distance of the actuators from the axis [m].
        skin_radius: Outer radius, from which the rotational inertia of each station is computed [m].
        n_steps: Number of equal steps along the section, even, at most 10000 [-].
        actuators: One actuator for all three, or three; the default is `Prescribed()`.
        springs: One spring for all three, or three: stiffness and damping per actuator, or an `Elastomer`.
        limits: One pair of limits for all three, or three.
        volume: Displaced volume [m^3]; None for neutral buoyancy in any fluid.
        hull_radius: Radius on which a fluid acts [m]; None for the skin radius, 0 for no fluid forces.
        name: Name in messages and plots.

    Source: the three-actuator map of Webster and Jones 2010, in exponential coordinates.
    """

    length: PartLength
    mass: PartMass
    actuator_radius: PartRadius
    skin_radius: PartRadius
    n_steps: Annotated[int, Ge(2), Le(MAX_STEPS), Slider(2, 40, 2)] = 10
    actuators: Actuator | tuple[Actuator, ...] = field(default_factory=Prescribed)
    springs: Spring | Elastomer | tuple[Spring | Elastomer, ...] = field(default_factory=Spring)
    limits: Limits | tuple[Limits, ...] = FREE
    name: Label = ""
    volume: Volume | None = None
    hull_radius: Annotated[NonNegativeLength, Le(LONGEST), Slider(0, 0.2, 0.001), FIXED] | None = None

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        if self.n_steps % 2:
            raise RobotError(
                f"SoftSection n_steps must be even (Simpson's rule), got {self.n_steps}; write {self.n_steps + 1}"
            )
        for coordinate in self.coordinates:
            if isinstance(coordinate.actuator, Follower):
                raise RobotError(
                    "SoftSection actuators cannot be a Follower: its three lengths are around the axis, "
                    "not along the body; write Servo(kp=...), Pneumatic(...) or Hydraulic(...)"
                )
            check_holders(coordinate.actuator, coordinate.spring, coordinate.limits, "SoftSection")

    @property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """The three elongations [m]."""
        actuators = _three(self.actuators, "actuators")
        springs = _three(self.springs, "springs")
        limits = _three(self.limits, "limits")
        return tuple(Coordinate(a, s, b, "m") for a, s, b in zip(actuators, springs, limits, strict=True))

    def strain_columns(self) -> FloatArray:
        """Return B, the strain (linear, angular) per unit of each elongation, shape (3, 6)."""
        angles = 2 * math.pi * np.arange(N_ACTUATORS) / N_ACTUATORS
        columns = np.zeros((N_ACTUATORS, 6))
        columns[:, 0] = 1 / 3
        columns[:, 4] = 2 / (3 * self.actuator_radius) * np.sin(angles)
        columns[:, 5] = -2 / (3 * self.actuator_radius) * np.cos(angles)
        return columns

    def stations(self) -> tuple[Station, ...]:
        """Return discs across the body axis, one at the base and one after each step, with Simpson weights."""
        stations = []
        for step, weight in enumerate(simpson_weights(self.n_steps)):
            mass = self.mass * weight
            disc = mass * self.skin_radius**2 * np.diag([1 / 2, 1 / 4, 1 / 4])
            stations.append(Station(step, np.zeros(3), mass, disc))
        return tuple(stations)

    def hulls(self) -> tuple[Hull, ...]:
        """Return the hull of each station in water, with its Simpson weight of the rest length."""
        radius = self.skin_radius if self.hull_radius is None else self.hull_radius
        return tuple(
            Hull(
                np.zeros(3),
                self.length * weight,
                radius,
                radius,
                weight,
                True,
                None if self.volume is None else self.volume * weight,
                np.zeros(3),
            )
            for weight in simpson_weights(self.n_steps)
        )


def _three(value: object, name: str) -> tuple:
    if not isinstance(value, (tuple, list)):
        return (value,) * N_ACTUATORS
    if len(value) != N_ACTUATORS:
        raise RobotError(f"SoftSection {name} must be one for all or {N_ACTUATORS}, got {len(value)}")
    return tuple(value)
