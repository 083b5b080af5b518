"""Cross-sections of a body: inertia, volume, and an outline to draw."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from snakelab.errors import RobotError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED
from snakelab.parameter_declarations.quantities import PositiveLength, Radius
from snakelab.types import FloatArray

Extent = Annotated[PositiveLength, FIXED]  # recordings contain the sizes of the body at the start only


@dataclass(frozen=True)
class Box:
    """Rectangular cross-section.

    Args:
        width: Extent along y [m].
        height: Extent along z [m].
    """

    width: Extent
    height: Extent

    def __post_init__(self) -> None:
        check_declared(self, RobotError)

    def inertia(self, mass: float, length: float) -> FloatArray:
        """Return the principal moments of inertia of a solid bar along x about its centre, shape (3,), [kg m^2]."""
        x2, y2, z2 = length**2, self.width**2, self.height**2
        return mass / 12 * np.array([y2 + z2, x2 + z2, x2 + y2])

    def volume(self, length: float) -> float:
        """Return the volume of a bar of this cross-section [m^3]."""
        return self.width * self.height * length

    @property
    def half_width(self) -> float:
        """Half the extent along y [m]."""
        return self.width / 2

    @property
    def half_height(self) -> float:
        """Half the extent along z [m]."""
        return self.height / 2


@dataclass(frozen=True)
class Cylinder:
    """Round cross-section.

    Args:
        radius: Radius [m].
    """

    radius: Annotated[Radius, FIXED]

    def __post_init__(self) -> None:
        check_declared(self, RobotError)

    def inertia(self, mass: float, length: float) -> FloatArray:
        """Return the principal moments of inertia of a solid cylinder along x about its centre, shape (3,),
        [kg m^2]."""
        across = self.radius**2 / 4 + length**2 / 12
        return mass * np.array([self.radius**2 / 2, across, across])

    def volume(self, length: float) -> float:
        """Return the volume of a cylinder of this cross-section [m^3]."""
        return math.pi * self.radius**2 * length

    @property
    def half_width(self) -> float:
        """Half the extent along y [m]."""
        return self.radius

    @property
    def half_height(self) -> float:
        """Half the extent along z [m]."""
        return self.radius


@dataclass(frozen=True)
class Ellipse:
    """Elliptic cross-section.

    Args:
        width: Extent along y [m].
        height: Extent along z [m].
    """

    width: Extent
    height: Extent

    def __post_init__(self) -> None:
        check_declared(self, RobotError)

    def inertia(self, mass: float, length: float) -> FloatArray:
        """Return the principal moments of inertia of a solid elliptic cylinder along x about its centre, shape (3,),
        [kg m^2]."""
        y2, z2, x2 = self.width**2 / 16, self.height**2 / 16, length**2 / 12
        return mass * np.array([y2 + z2, x2 + z2, x2 + y2])

    def volume(self, length: float) -> float:
        """Return the volume of a bar of this cross-section [m^3]."""
        return math.pi / 4 * self.width * self.height * length

    @property
    def half_width(self) -> float:
        """Half the extent along y [m]."""
        return self.width / 2

    @property
    def half_height(self) -> float:
        """Half the extent along z [m]."""
        return self.height / 2


Section = Box | Cylinder | Ellipse


# Mass [kg], centre of mass, shape (3,), [m], and inertia about it, shape (3, 3), [kg m^2].
Lump = tuple[float, FloatArray, FloatArray]


def as_one(pieces: Iterable[Lump]) -> Lump:
    """Combine rigidly connected pieces into one rigid body, in common axes; a piece of negative mass is subtracted.

    m = sum m_i, c = sum m_i c_i / m, I = sum I_i + m_i (d_i . d_i 1 - d_i d_i^T) with d_i = c_i - c.
    The masses may not sum to zero.
    """
    pieces = tuple(pieces)
    mass = sum(m for m, _, _ in pieces)
    com = sum((m * c for m, c, _ in pieces), np.zeros(3)) / mass
    inertia = np.zeros((3, 3))
    for m, c, piece_inertia in pieces:
        arm = c - com
        inertia += piece_inertia + m * (arm @ arm * np.eye(3) - np.outer(arm, arm))
    return mass, com, inertia


def disc(mass: float, radius: float, width: float, axle: FloatArray) -> FloatArray:
    """Inertia of a uniform disc about its centre, shape (3, 3), [kg m^2]: m r^2 / 2 about the axle, a unit vector."""
    spin, across = mass * radius**2 / 2, mass * (radius**2 / 4 + width**2 / 12)
    along = np.outer(axle, axle)
    return spin * along + across * (np.eye(3) - along)
