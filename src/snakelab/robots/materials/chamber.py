"""Fibre-reinforced silicone tube: cross-section of the material that carries its elongation."""

import math
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt

from snakelab.compiling import kernel
from snakelab.errors import RobotError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import CHECKED_ELSEWHERE, FIXED, Slider, Unit
from snakelab.parameter_declarations.quantities import NonNegativeLength, PositiveFraction, Radius
from snakelab.robots.materials.places import BODY, MATRIX, TUBE
from snakelab.types import number


@dataclass(frozen=True)
class FibreReinforcedChamber:
    """Silicone tube in a fabric sleeve, with its fraction of the surrounding body.

    The area of the material that carries a strain e is

        A(e) = filler + V_m(e) (2 pi r wall + 2 pi (r + wall) fabric),    V_m(e) = (e + m) / (1 + e),
        filler = pi body_radius^2 / sharing - pi (r + wall + fabric)^2,

    with V_m the fraction of silicone in the wall, m at rest. The fibres do not stretch, so elongation increases the
    fraction of silicone.

    Args:
        radius: Inner radius r, on which the pressure acts [m].
        wall: Thickness of the silicone [m].
        fabric: Thickness of the sleeve [m].
        body_radius: Radius of the round body that contains the chambers [m]; None for a single tube.
        sharing: Number of chambers in the body [-].
        matrix_fraction: m, the fraction of silicone in the wall at rest [-]; 1 for no fibres.

    Source: Zhang, Chen, Liu, Gong, Dynamic Modeling of Underwater Snake Robot by Hybrid Rigid-Soft Actuation, equation
    21, with the silicone's thin-wall area 2 pi r wall. The fraction at rest is not given; 0.5 is assumed.
    """

    radius: Annotated[Radius, FIXED]
    wall: Annotated[float, Gt(0), Unit("m"), Slider(1e-4, 0.01, 1e-4), FIXED]
    fabric: Annotated[NonNegativeLength, Slider(0, 0.01, 1e-4), FIXED]
    body_radius: Annotated[float, Gt(0), Unit("m"), Slider(0.001, 0.2, 0.001), CHECKED_ELSEWHERE, FIXED] | None = None
    sharing: Annotated[int, Ge(1), Slider(1, 6, 1)] = 3
    matrix_fraction: PositiveFraction = 0.5

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        if self.body_radius is not None:
            body = number(self.body_radius, "FibreReinforcedChamber body_radius", RobotError, unit="m")
            tight = math.sqrt(self.sharing) * self.outer_radius
            if not body > tight:
                raise RobotError(
                    f"FibreReinforcedChamber body_radius must leave room for {self.sharing} tubes of {self.outer_radius:g} "
                    f"m, that is be over {tight:.4g} m, got {body:g}"
                )

    @property
    def outer_radius(self) -> float:
        """Outer radius of the tube with its sleeve [m]."""
        return self.radius + self.wall + self.fabric

    @property
    def pressure_area(self) -> float:
        """Area on which the pressure acts, pi r^2 [m^2]."""
        return math.pi * self.radius**2

    @property
    def filler_area(self) -> float:
        """Area of the body between the tubes, for one chamber [m^2]."""
        if self.body_radius is None:
            return 0.0
        return math.pi * self.body_radius**2 / self.sharing - math.pi * self.outer_radius**2

    @property
    def wall_area(self) -> float:
        """Thin-wall area of silicone and sleeve [m^2], of which V_m is silicone."""
        return 2 * math.pi * (self.radius * self.wall + (self.radius + self.wall) * self.fabric)

    @property
    def ring_area(self) -> float:
        """Area of the ring of the sleeve [m^2]."""
        return math.pi * (self.outer_radius**2 - (self.radius + self.wall) ** 2)


@kernel(inline=True)
def matrix_fraction(m, strain):
    """Fraction of silicone in the wall at a strain, and its derivative [-]."""
    stretch = 1.0 + strain
    return (strain + m[MATRIX]) / stretch, (1.0 - m[MATRIX]) / (stretch * stretch)


@kernel(inline=True)
def material_area(m, strain):
    """A(strain) [m^2], and its derivative."""
    matrix, slope = matrix_fraction(m, strain)
    return m[BODY] + m[TUBE] * matrix, m[TUBE] * slope
