"""A passive wheel on a link: it rolls along the link and holds across it."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from snakelab.declared.check import check_declared
from snakelab.declared.marks import FIXED
from snakelab.declared.quantities import Coefficient, Point
from snakelab.errors import RobotError
from snakelab.geometry.shapes import Lump, disc
from snakelab.robots.parts.bounds import PartRadius, WheelMass
from snakelab.robots.parts.joints import Axis, unit_axis
from snakelab.types import FloatArray


@dataclass(frozen=True)
class Wheel:
    """A wheel that turns freely about an axle fixed to a link, as friction with a direction.

    It touches a surface of normal n at the lowest point of its rim. Along its roll, axle x n, friction has a coefficient
    of its own; along the axle that of the surface (`SurfaceFriction` mu_normal, or mu_tangential where there is no other).
    It has no thickness. Its mass is that of an even disc fixed to its link, which it comes on top of. Its spin is not
    followed: a disc of mass m that spins is as m / 2 more along the roll. Where MuJoCo lets wheels spin, the disc is a rotor.

    Args:
        point: Centre, from the tail end of the link, shape (3,), [m].
        radius: [m].
        friction: Coefficient along the roll: of the bearing and of the rolling itself [-].
        axle: "x", "y", "z", or a vector, shape (3,), in the link's axes.
        mass: [kg]; 0 where the link's own mass and inertia hold that of the wheel already.

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
        """Mass, centre from the tail end of the link, and inertia about it, of the wheel fixed to its link."""
        return self.mass, self.centre(), disc(self.mass, self.radius, 0.0, self.direction())

    def centre(self) -> FloatArray:
        """Centre from the tail end of the link, shape (3,), [m]."""
        return np.asarray(self.point, dtype=np.float64)

    def direction(self) -> FloatArray:
        """The axle as a unit vector, shape (3,)."""
        return unit_axis(self.axle, "Wheel axle")
