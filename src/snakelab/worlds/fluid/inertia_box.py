"""Fluid model of MuJoCo's inertia boxes: drag on the box with the mass and the principal inertias of each body."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Len

from snakelab.errors import WorldError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Slider, Unit
from snakelab.parameter_declarations.quantities import TermName
from snakelab.types import FloatArray, vector
from snakelab.worlds.fluid.box_numbers import BOX_WIDTH, LINEAR, LINEAR_MOMENT, QUADRATIC, QUADRATIC_MOMENT

# Minimum square of the side of a box [m^2], as in MuJoCo.
LEAST = 1e-15


@dataclass(frozen=True)
class InertiaBoxFluid:
    """Drag on the equivalent inertia box of every body, as in MuJoCo with its options `density` and `viscosity`.

    The box has the mass and the principal inertias I of the body: sides b_i = sqrt(6 (I_j + I_k - I_i) / m). With the
    velocity u of the centre of mass relative to the wind and the angular velocity w, both in the principal axes, and d
    = (b_1 + b_2 + b_3) / 3:

        force_i  = -3 pi viscosity d u_i   - 1/2 density b_j b_k |u_i| u_i
        torque_i = -pi viscosity d^3 w_i   - 1/64 density b_i (b_j^4 + b_k^4) |w_i| w_i

    There is no added mass and no buoyancy. Use this law for comparisons with MuJoCo, and `Fluid` for slender bodies.

    Args:
        density: Density [kg/m^3].
        viscosity: Dynamic viscosity [Pa s].
        wind: Velocity of the fluid, world axes, shape (3,), [m/s].
        name: Name of the force in recordings.

    Source: MuJoCo documentation, Computation, Passive forces, Inertia model.
    """

    density: Annotated[float, Ge(0), Unit("kg/m^3"), Slider(0, 2000, 1)] = 0.0
    viscosity: Annotated[float, Ge(0), Unit("Pa s"), Slider(0, 1, 0.001)] = 0.0
    wind: Annotated[Sequence[float], Len(3, 3), Unit("m/s"), Slider(-2, 2, 0.01)] = (0.0, 0.0, 0.0)
    name: TermName = "fluid"

    def __post_init__(self) -> None:
        check_declared(self, WorldError)

    def numbers(self, masses: Sequence[float], inertias: Sequence[FloatArray]) -> FloatArray:
        """Numbers for the compiled law.

        Args:
            masses: Of the stations, shape (n,), [kg].
            inertias: Of each station about its centre of mass, shape (3, 3), [kg m^2].
        """
        boxes = [self._box(mass, inertia) for mass, inertia in zip(masses, inertias, strict=True)]
        return np.concatenate([vector(self.wind, "InertiaBoxFluid wind", WorldError, size=3), *boxes])

    def _box(self, mass: float, inertia: FloatArray) -> FloatArray:
        principal, axes = np.linalg.eigh(inertia)
        if not mass > 0:
            return np.concatenate([np.eye(3).ravel(), np.zeros(BOX_WIDTH - 9)])
        sides = np.sqrt(np.maximum(LEAST, 6 * (principal.sum() - 2 * principal) / mass))
        x, y, z = sides
        mean = sides.mean()
        faces = np.array([y * z, z * x, x * y])
        sum_of_fourth_powers = sides * (np.sum(sides**4) - sides**4)
        record = np.zeros(BOX_WIDTH)
        record[:9] = axes.ravel()
        record[LINEAR] = 3 * math.pi * self.viscosity * mean
        record[QUADRATIC : QUADRATIC + 3] = self.density / 2 * faces
        record[LINEAR_MOMENT] = math.pi * self.viscosity * mean**3
        record[QUADRATIC_MOMENT : QUADRATIC_MOMENT + 3] = self.density / 64 * sum_of_fourth_powers
        return record
