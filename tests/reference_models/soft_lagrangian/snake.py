"""The robot: equal soft sections of constant curvature in series."""

import math
from dataclasses import dataclass, field

import numpy as np

from reference_models.complex_step import Array
from reference_models.quadrature import Quadrature, gauss
from snakelab.errors import RobotError
from snakelab.parameters.arguments import count, number


@dataclass(frozen=True, eq=False)
class SoftSnake:
    """Equal soft sections in series; no mounting turn between them.

    Args:
        n_sections: Number of sections n [-].
        length: Of a section at rest, L0 [m].
        mass: Of a section, m [kg].
        actuator_radius: Distance of the muscles from the axis, r [m]. They stand 2 pi/3 apart, not pi/3 [R].
        skin_radius: Outer radius, r_i [m]; the paper gives none.
        stiffness: K of one muscle [N/m].
        damping: D of one muscle [N s/m].
        gravity: g [m/s^2].
        quadrature: The stations of a section.
        rings: Rings of skin points on a section, besides the one at its base [-].
        points_around: Points of a ring, the first along y [-].

    Raises:
        RobotError: if a value cannot be.
    """

    n_sections: int
    length: float
    mass: float
    actuator_radius: float
    skin_radius: float
    stiffness: float
    damping: float
    gravity: float = 9.81
    quadrature: Quadrature = field(default_factory=lambda: gauss(12))
    rings: int = 10
    points_around: int = 10

    def __post_init__(self) -> None:
        for key in ("n_sections", "rings", "points_around"):
            count(getattr(self, key), f"SoftSnake {key}", RobotError, minimum=1)
        for key in ("length", "actuator_radius", "skin_radius"):
            number(getattr(self, key), f"SoftSnake {key}", RobotError, above=0, unit="m")
        number(self.mass, "SoftSnake mass", RobotError, above=0, unit="kg")
        for key in ("stiffness", "damping", "gravity"):
            number(getattr(self, key), f"SoftSnake {key}", RobotError, minimum=0)

    @property
    def n_coordinates(self) -> int:
        """6 + 3 n [-]."""
        return 6 + 3 * self.n_sections

    @property
    def strain_columns(self) -> Array:
        """dX/dl of a section, shape (6, 3): elongation (1, 1, 1)/3, and bends that pull away from a longer muscle."""
        third, r = 1 / math.sqrt(3), self.actuator_radius
        columns = np.zeros((6, 3))
        columns[0] = 1 / 3
        columns[4] = np.array([0, third, -third]) / r
        columns[5] = np.array([-2, 1, 1]) / (3 * r)
        return columns
