"""Passive wheel on a link: rolls along the link, with friction across it."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from snakelab.errors import RobotError
from snakelab.geometry.shapes import Lump, disc
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED
from snakelab.parameter_declarations.quantities import Coefficient, Point
from snakelab.robots.parts.bounds import PartRadius, WheelMass
from snakelab.robots.parts.joints import Axis, unit_axis
from snakelab.types import FloatArray


@dataclass(frozen=True)
class Wheel:
    """Wheel that rotates freely about an axle fixed to a link, modelled as directional friction.

    It touches a surface with normal n at the lowest point of its rim. In the rolling direction, axle x n, friction has
    the coefficient `friction`; along the axle it has that of the surface (mu_normal of `SurfaceFriction`, or
    mu_tangential if that is the only one). The wheel has no thickness. Its mass is that of a uniform disc fixed to the
    link, in addition to the mass of the link. The spin is not simulated: a spinning disc of mass m would resist like an
    additional mass m / 2 in the rolling direction. In MuJoCo, where wheels can spin, the disc is a rotor.

    Args:
        point: Centre relative to the tail end of the link, shape (3,), [m].
        radius: Radius [m].
        friction: Coefficient in the rolling direction, from the bearing and from rolling resistance [-].
        axle: "x", "y", "z", or a vector, shape (3,), in the link's axes.
        mass: Mass [kg]; 0 if the mass and inertia of the link already include the wheel.

    Raises:
        RobotError: if a number is out of range.
    """

    point: Annotated[Point, FIXED]
    radius: PartRadius
    friction: Coefficient = 0.02
    axle: Axis = "y"
    mass: WheelMass = 0.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        unit_axis(self.axle, "Wheel axle")

    def lump(self) -> Lump:
        """Return the mass of the wheel, its centre relative to the tail end of the link, and its inertia about that
        centre."""
        return self.mass, self.centre(), disc(self.mass, self.radius, 0.0, self.direction())

    def centre(self) -> FloatArray:
        """Return the centre relative to the tail end of the link, shape (3,), [m]."""
        return np.asarray(self.point, dtype=np.float64)

    def direction(self) -> FloatArray:
        """The axle as a unit vector, shape (3,)."""
        return unit_axis(self.axle, "Wheel axle")
