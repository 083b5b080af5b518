"""Soft sections: parts of constant curvature with actuators along them, and the actuators of a section with other angles."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, ClassVar, get_args

import numpy as np
from annotated_types import Ge, Le

from snakelab.errors import RobotError
from snakelab.geometry.cross_sections import Hull, Station, simpson_weights
from snakelab.parameters.arguments import FloatArray, vector
from snakelab.parameters.declarations import (
    CHECKED_ELSEWHERE,
    FIXED,
    Label,
    NonNegativeLength,
    Slider,
    Unit,
    check_declared,
)
from snakelab.parameters.display_registry import Displayed
from snakelab.robots.actuators import UNLIMITED, Actuator, Follower, Limits, Passive, Prescribed, Spring, Tendon
from snakelab.robots.joints import (
    MAX_LENGTH,
    MAX_STEPS,
    Coordinate,
    PartLength,
    PartMass,
    PartRadius,
    Volume,
    check_holders,
)
from snakelab.robots.materials import Elastomer

# ----------------------------------------------------------------------------------------------------------------------
# Soft section of constant curvature with actuators along it, around its axis; linear in their elongations
#
# x(q) = L0 e_x + B q. Actuator j is at radius r_j and angle a_j, counted from y toward z. Its elongation under the elongation d
# of the axis and the bending angles t_y, t_z is  l_j = d + r_j (sin a_j t_y - cos a_j t_z). The coordinates q are the elongations
# of three actuators at a_j = 0, 120, 240 degrees, for which B is the inverse of that: a length change l_j adds l_j / 3 to the
# length, (2 / 3r) l_j sin a_j to t_y, -(2 / 3r) l_j cos a_j to t_z. There is no bending-plane angle, so the straight section is
# not singular. Other actuators follow: l = S q, and their forces f act on the coordinates as S^T f.
# ----------------------------------------------------------------------------------------------------------------------

N_ACTUATORS = 3
MAX_ACTUATORS = 100
# Smallest singular value of S for which the lengths determine the shape.
DETERMINED = 1e-6

Angles = Annotated[Sequence[float], Unit("rad"), Slider(-2 * math.pi, 2 * math.pi, 0.01), FIXED, CHECKED_ELSEWHERE]
Radii = Annotated[Sequence[float], Unit("m"), Slider(0, 0.2, 0.001), FIXED, CHECKED_ELSEWHERE]


@dataclass(frozen=True)
class SoftSection(Displayed):
    """Soft section of constant curvature, with its mass distributed over stations by Simpson weights.

    By default it has three actuators at 120 degrees, whose elongations are its coordinates. With `angles` it has any number of
    them, at any radii: its coordinates are still those three elongations, without actuators, and each actuator has a coordinate
    of its own at the end of the coordinates of the robot, the elongation of its line, which follows the shape of the section and
    takes its command. The stiffness and the damping of the section are the sums of those of its actuators; a backbone is a
    `Passive` one of radius 0.

    Args:
        length: Rest length [m].
        mass: Mass [kg].
        actuator_radius: Distance of the actuators from the axis [m].
        skin_radius: Outer radius, from which the rotational inertia of each station is computed [m].
        n_steps: Number of equal steps along the section, even, at most 10000 [-].
        actuators: One actuator for all, or one for each; the default is `Prescribed()`. `Tendon`s only pull. If the lengths of
            more than three are prescribed, the section takes the shape whose lengths are nearest to them.
        springs: One spring for all, or one for each: stiffness and damping per actuator, or an `Elastomer`.
        limits: One pair of limits for all, or one for each.
        name: Name in messages and plots.
        volume: Displaced volume [m^3]; None for neutral buoyancy in any fluid.
        hull_radius: Radius on which a fluid acts [m]; None for the skin radius, 0 for no fluid forces.
        angles: Angles of the actuators about the axis, from y toward z [rad]; None for 0, 120 and 240 degrees.
        radii: Distance of each of these from the axis [m]; None for `actuator_radius`.

    Source: the three-actuator map of Webster and Jones 2010, in exponential coordinates.
    """

    length: PartLength
    mass: PartMass
    actuator_radius: PartRadius
    skin_radius: PartRadius
    n_steps: Annotated[int, Ge(2), Le(MAX_STEPS), Slider(2, 40, 2)] = 10
    actuators: Actuator | Tendon | tuple[Actuator | Tendon, ...] = field(default_factory=Prescribed)
    springs: Spring | Elastomer | tuple[Spring | Elastomer, ...] = field(default_factory=Spring)
    limits: Limits | tuple[Limits, ...] = UNLIMITED
    name: Label = ""
    volume: Volume | None = None
    hull_radius: Annotated[NonNegativeLength, Le(MAX_LENGTH), Slider(0, 0.2, 0.001), FIXED] | None = None
    angles: Angles | None = None
    radii: Radii | None = None

    def __post_init__(self) -> None:
        self._check_places()
        check_declared(self, RobotError)
        if self.n_steps % 2:
            raise RobotError(
                f"SoftSection n_steps must be even (Simpson's rule), got {self.n_steps}; write {self.n_steps + 1}"
            )
        for coordinate in self.lines:
            if isinstance(coordinate.actuator, Follower):
                raise RobotError(
                    "SoftSection actuators cannot be a Follower: its lengths are around the axis, "
                    "not along the body; write Servo(kp=...), Pneumatic(...) or Hydraulic(...)"
                )
            kinds = (*get_args(Actuator), Tendon)
            check_holders(coordinate.actuator, coordinate.spring, coordinate.limits, "SoftSection", actuators=kinds)
        prescribed = [isinstance(line.actuator, Prescribed) for line in self.lines]
        if self.angles is None or not any(prescribed):
            return
        if not all(prescribed):
            raise RobotError(
                "SoftSection actuators must all be Prescribed, or none, since prescribed lengths determine those of the others; "
                "write Servo(kp=...) in their place"
            )
        if np.linalg.matrix_rank(self.line_map(), tol=DETERMINED) < N_ACTUATORS:
            raise RobotError(
                "the lengths of these SoftSection actuators do not determine its shape: prescribe three or more whose lines are "
                "not in one plane, or write Servo(kp=...)"
            )

    def _check_places(self) -> None:
        """Raise RobotError for angles and radii that are no lists of numbers, or of different sizes."""
        if self.angles is None:
            if self.radii is not None:
                raise RobotError(
                    "SoftSection radii need angles, one for each actuator, such as angles=(0, 1.571, 3.142, 4.712)"
                )
            return
        angles = vector(self.angles, "SoftSection angles", RobotError, unit="rad")
        if not 1 <= len(angles) <= MAX_ACTUATORS:
            raise RobotError(f"SoftSection angles must be those of 1 to {MAX_ACTUATORS} actuators, got {len(angles)}")
        if np.abs(angles).max() > 2 * math.pi:
            raise RobotError(
                f"SoftSection angles must be in rad, within one turn, got {float(np.abs(angles).max()):g}; write for example "
                "(0, 1.571, 3.142, 4.712)"
            )
        object.__setattr__(self, "angles", tuple(float(angle) for angle in angles))
        if self.radii is None:
            return
        radii = vector(self.radii, "SoftSection radii", RobotError, size=len(angles), unit="m")
        if radii.min() < 0 or radii.max() > MAX_LENGTH:
            raise RobotError(f"SoftSection radii must be 0 to {MAX_LENGTH:g} m, got {radii.tolist()}")
        object.__setattr__(self, "radii", tuple(float(radius) for radius in radii))

    @cached_property
    def lines(self) -> tuple[Coordinate, ...]:
        """The elongation of each actuator [m]."""
        n = N_ACTUATORS if self.angles is None else len(self.angles)
        actuators = _for_each(self.actuators, "actuators", n)
        springs = _for_each(self.springs, "springs", n)
        limits = _for_each(self.limits, "limits", n)
        return tuple(Coordinate(a, s, b, "m") for a, s, b in zip(actuators, springs, limits, strict=True))

    @cached_property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """The three elongations [m]: those of the actuators, or of none if there are `angles`."""
        if self.angles is None:
            return self.lines
        prescribed = all(isinstance(line.actuator, Prescribed) for line in self.lines)
        free = Coordinate(Prescribed() if prescribed else Passive(), Spring(), UNLIMITED, "m")
        return N_ACTUATORS * (free,)

    def places(self) -> tuple[FloatArray, FloatArray]:
        """Return angle [rad] and distance from the axis [m] of each actuator, each of shape (n,)."""
        if self.angles is None:
            angles = 2 * math.pi * np.arange(N_ACTUATORS) / N_ACTUATORS
            return angles, np.full(N_ACTUATORS, float(self.actuator_radius))
        radii = len(self.angles) * (self.actuator_radius,) if self.radii is None else self.radii
        return np.array(self.angles), np.array(radii, dtype=np.float64)

    def line_map(self) -> FloatArray:
        """Return S of l = S q, the elongations of the actuators for the coordinates, shape (n, 3)."""
        angles, radii = self.places()
        strain = np.column_stack([np.ones(len(angles)), radii * np.sin(angles), -radii * np.cos(angles)])
        return np.asarray(strain @ self.strain_columns()[:, [0, 4, 5]].T)

    def shape_for(self, lengths: object) -> tuple[FloatArray, float]:
        """Return the coordinates whose lengths are nearest to given elongations of the actuators, and the largest difference.

        Lengths of more than three actuators conflict unless a shape has them all: the difference is what a tendon is slack or
        would be stretched.

        Args:
            lengths: Elongation of each actuator, shape (n,), [m].

        Returns:
            Coordinates, shape (3,), [m], and the largest difference [m].
        """
        S = self.line_map()
        given = vector(lengths, "SoftSection lengths", RobotError, size=len(S), unit="m")
        q = np.linalg.pinv(S) @ given
        return q, float(np.abs(S @ q - given).max())

    def strain_columns(self) -> FloatArray:
        """Return B, the strain (linear, angular) per unit of each coordinate, shape (3, 6)."""
        angles = 2 * math.pi * np.arange(N_ACTUATORS) / N_ACTUATORS
        columns = np.zeros((N_ACTUATORS, 6))
        columns[:, 0] = 1 / 3
        columns[:, 4] = 2 / (3 * self.actuator_radius) * np.sin(angles)
        columns[:, 5] = -2 / (3 * self.actuator_radius) * np.cos(angles)
        return columns

    @cached_property
    def stations(self) -> tuple[Station, ...]:
        """Discs across the body axis, one at the base and one after each step, with Simpson weights."""
        stations = []
        for step, weight in enumerate(simpson_weights(self.n_steps)):
            mass = self.mass * weight
            disc = mass * self.skin_radius**2 * np.diag([1 / 2, 1 / 4, 1 / 4])
            stations.append(Station(step, np.zeros(3), mass, disc))
        return tuple(stations)

    @cached_property
    def hulls(self) -> tuple[Hull, ...]:
        """Hull of each station in water, with its Simpson weight of the rest length."""
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


def _for_each(value: object, name: str, n: int) -> tuple:
    if not isinstance(value, (tuple, list)):
        return (value,) * n
    if len(value) != n:
        raise RobotError(f"SoftSection {name} must be one for all or {n}, got {len(value)}")
    return tuple(value)


@dataclass(frozen=True)
class SectionActuator(Displayed):
    """The coordinate of an actuator of a section with `angles`, at the end of the parts of its robot; it moves no frame."""

    section: SoftSection
    part: int  # index of the section among the parts
    number: int  # of the actuator
    name: Label

    # as of other parts; made by its robot, whose arguments contain its parameters
    stations: ClassVar[tuple[Station, ...]] = ()
    length: ClassVar[float] = 0.0
    made: ClassVar[bool] = True

    @cached_property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """The elongation of its line [m]."""
        return (self.section.lines[self.number],)
