"""A rigid link: T = exp(L e_x), with an exact inertia."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated

import numpy as np
from annotated_types import Ge, Len

from snakelab.errors import RobotError
from snakelab.geometry.shapes import Cylinder, Lump, Section, as_one
from snakelab.geometry.stations import Hull, Station
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import CHECKED_ELSEWHERE, Choices, Slider, Unit
from snakelab.parameter_declarations.quantities import Label, Point
from snakelab.robots.parts.bounds import LONGEST, PartLength, PartMass, Volume
from snakelab.robots.parts.coordinate import Coordinate
from snakelab.robots.parts.wheel import Wheel
from snakelab.types import FloatArray, instances, is_row, number, vector

CentreOfMass = (
    Annotated[float, Unit("m"), Slider(0, 1, 0.01), CHECKED_ELSEWHERE]
    | Annotated[tuple[float, ...], Len(3, 3), Unit("m"), Slider(-1, 1, 0.01), CHECKED_ELSEWHERE]
)
Inertia = Annotated[tuple[float, ...], Ge(0), Unit("kg m^2"), Slider(0, 0.1, 1e-5), CHECKED_ELSEWHERE]


@dataclass(frozen=True)
class Link(Displayed):
    """Rigid link along x.

    Args:
        length: Length [m].
        mass: Mass [kg].
        section: Cross-section; the default is a solid cylinder of radius length / 8.
        com: Centre of mass from the tail end: distance along x, or a point, shape (3,), [m]. Default: the middle.
        inertia: About the centre of mass: (Ixx, Iyy, Izz), or a 3x3 matrix, [kg m^2]. Default: from the section.
        volume: Displaced volume [m^3]; None for that of the section, "neutral" for neutral buoyancy in any fluid.
        buoyancy: Centre of buoyancy from the tail end, shape (3,), [m]; None for the middle of the axis.
        name: Name in messages and plots.
        wheels: Passive wheels of the link. The mass of a wheel is added to the link; for a wheel of mass 0, `mass` must
            include it.

    `mass`, `com` and `inertia` do not include wheels that have a mass; `whole_mass`, `com_point` and `inertia_matrix`
    do.

    Raises:
        RobotError: if a length, mass or inertia is physically impossible.
    """

    length: PartLength
    mass: PartMass
    section: Section | None = None
    com: CentreOfMass | FloatArray | None = None
    inertia: Inertia | FloatArray | None = None
    name: Label = ""
    volume: Volume | Annotated[str, Choices(("neutral",))] | None = None
    buoyancy: Point | None = None
    wheels: Sequence[Wheel] = ()
    coordinates: tuple[Coordinate, ...] = field(default=(), init=False, repr=False)

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        if self.section is not None and not isinstance(self.section, Section):
            raise RobotError(f"Link section must be Box(width, height) or Cylinder(radius), got {self.section!r}")
        object.__setattr__(self, "wheels", instances(self.wheels, "Link wheels", (Wheel,), RobotError))
        self.stations()
        self.hulls()

    @property
    def shape(self) -> Section:
        """The cross-section, or the default one."""
        return self.section or Cylinder(self.length / 8)

    @property
    def whole_mass(self) -> float:
        """Mass including wheels [kg]."""
        return self._total()[0]

    def com_point(self) -> FloatArray:
        """Centre of mass with its wheels, in the frame of the tail end, shape (3,), [m]."""
        return self._total()[1]

    def inertia_matrix(self) -> FloatArray:
        """Inertia with its wheels, about their common centre of mass, shape (3, 3), [kg m^2]."""
        return self._total()[2]

    def _total(self) -> Lump:
        """Mass, centre of mass and inertia about it, with the wheels; the arrays may be changed."""
        mass, com, inertia = self._lump
        return mass, com.copy(), inertia.copy()

    @cached_property
    def _lump(self) -> Lump:
        """Result of `_total`, computed once."""
        link = self.mass, self._own_com(), self._own_inertia()
        heavy = [wheel.lump() for wheel in self.wheels if wheel.mass > 0]
        return as_one([link, *heavy]) if heavy else link

    def _own_com(self) -> FloatArray:
        if self.com is None:
            return np.array([self.length / 2, 0.0, 0.0])
        com = self.com if is_row(self.com) else [self.com, 0.0, 0.0]
        if not is_row(self.com):
            number(self.com, "Link com", RobotError, unit="m")
        position = vector(com, "Link com", RobotError, size=3, unit="m")
        number(
            float(np.abs(position).max()),
            "Link com, its distance along each axis,",
            RobotError,
            maximum=LONGEST,
            unit="m",
        )
        return position

    def _own_inertia(self) -> FloatArray:
        if self.inertia is None:
            return np.diag(self.shape.inertia(self.mass, self.length))
        matrix = np.asarray(self.inertia, dtype=object)
        if matrix.shape == (3,):
            rows = vector(self.inertia, "Link inertia", RobotError, size=3, unit="kg m^2")
            return _physical(np.diag(rows), self.mass)
        if matrix.shape != (3, 3):
            raise RobotError(f"Link inertia must be (Ixx, Iyy, Izz) or a 3x3 matrix in kg m^2, got {self.inertia!r}")
        rows = vector(matrix.ravel().tolist(), "Link inertia", RobotError, size=9, unit="kg m^2")
        return _physical(rows.reshape(3, 3), self.mass)

    def stations(self) -> tuple[Station, ...]:
        """Return the single station of the link, at its centre of mass."""
        mass, com, inertia = self._total()
        return (Station(0, com, mass, inertia),)

    def hulls(self) -> tuple[Hull, ...]:
        """Hull of the link for the fluid."""
        middle = np.array([self.length / 2, 0.0, 0.0])
        centre = middle
        if self.buoyancy is not None:
            centre = np.asarray(self.buoyancy, dtype=np.float64)
        volume: float | None = self.shape.volume(self.length)
        if isinstance(self.volume, str):
            volume = None
        elif self.volume is not None:
            volume = float(self.volume)
        com = self.com_point()
        width, height = self.shape.half_width, self.shape.half_height
        return (Hull(middle - com, self.length, width, height, 1.0, False, volume, centre - com),)


def _physical(matrix: FloatArray, mass: float) -> FloatArray:
    """Return the inertia if it is physically possible for that mass."""
    if not np.allclose(matrix, matrix.T):
        raise RobotError(f"Link inertia must be symmetric, got {matrix.tolist()}")
    a, b, c = (float(moment) for moment in np.linalg.eigvalsh(matrix))
    if not c > 0:
        small = 1e-6 * mass
        raise RobotError(
            f"Link inertia must be greater than 0 kg m^2, got {matrix.tolist()}: a rigid body has extent; omit it, or write "
            f"({small:g}, {small:g}, {small:g}) for a small body"
        )
    number(float(c / mass) ** 0.5, "Link inertia, its radius of gyration,", RobotError, maximum=LONGEST, unit="m")
    if a < -1e-12 * abs(c):
        raise RobotError(f"Link inertia must not be negative, got a principal inertia of {a:g} kg m^2")
    if a + b < c * (1 - 1e-6):
        raise RobotError(
            f"Link inertia: no body has principal inertias {a:g}, {b:g}, {c:g} kg m^2, the two smaller must add up to at "
            f"least the largest; in the plane only Izz counts, write for example ({c:g}, {c:g}, {c:g})"
        )
    return matrix
