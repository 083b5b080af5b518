"""Resistance of a soft actuator to elongation: elasticity, viscosity, and the sleeve."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge

from snakelab.compiling import kernel
from snakelab.errors import RobotError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, Slider, Unit
from snakelab.parameter_declarations.quantities import PositiveLength
from snakelab.robots.materials.chamber import FibreReinforcedChamber, material_area, matrix_fraction
from snakelab.robots.materials.elastic import LinearElastic, Yeoh, stress
from snakelab.robots.materials.places import FLOOR, LINEAR, RING, STRAIN, WIDTH, YEOH
from snakelab.robots.materials.viscous import PowerLawViscosity, viscous_secant
from snakelab.types import FloatArray, instance, vector

# The law is linear below this fraction of the compression at which no silicone is left in the wall.
SQUEEZE = 0.9
# Gauss points of the energy.
_PLACES, _WEIGHTS = (tuple(float(x) for x in half) for half in np.polynomial.legendre.leggauss(12))


@dataclass(frozen=True)
class Elastomer:
    """Nonlinear spring and damper of a soft actuator. It can replace a `Spring`; its force is zero at q = 0.

    With the strain e = q / length, A(e) and V_m(e) those of the chamber and P(e) the elastic law,

        f = A(e) P(e) + ring_area (ring_modulus / V_m(e)) e + A(e) (viscous stress of e') ,    tau = -f.

    Below e = -0.9 matrix_fraction, where only a tenth of the silicone of the wall is left, the law continues as a straight
    line with at least the stiffness at rest.

    Args:
        length: Length of the actuator at rest [m].
        chamber: Areas of the chamber.
        elastic: `LinearElastic` or `Yeoh`.
        viscous: Viscosity; None for no damping.
        ring_modulus: Modulus of the silicone between the inextensible fibres of the sleeve [Pa]; 0 omits the term.

    Source: Zhang, Chen, Liu, Gong, Dynamic Modeling of Underwater Snake Robot by Hybrid Rigid-Soft Actuation, equations 19 to
    26: the elastic force is the derivative of the energy, unlike the stress in the paper.
    """

    length: Annotated[PositiveLength, FIXED]
    chamber: FibreReinforcedChamber
    elastic: LinearElastic | Yeoh
    viscous: PowerLawViscosity | None = None
    ring_modulus: Annotated[float, Ge(0), Unit("Pa"), Slider(0, 1e6, 1e3)] = 0.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        instance(self.chamber, "Elastomer chamber", (FibreReinforcedChamber,), RobotError)
        instance(self.elastic, "Elastomer elastic", (LinearElastic, Yeoh), RobotError)
        if self.viscous is not None:
            instance(self.viscous, "Elastomer viscous", (PowerLawViscosity,), RobotError)

    @property
    def law(self) -> int:
        """Code of the elastic law, for kernels."""
        return YEOH if isinstance(self.elastic, Yeoh) else LINEAR

    def numbers(self) -> FloatArray:
        """Numbers for kernels, in the order of `places`, shape (WIDTH,)."""
        chamber, viscous = self.chamber, self.viscous or PowerLawViscosity(0.0)
        elastic = self.elastic
        constants = (
            (elastic.c10, elastic.c20, elastic.c30) if isinstance(elastic, Yeoh) else (elastic.modulus, 0.0, 0.0)
        )
        floor = -SQUEEZE * chamber.matrix_fraction
        values = (1 / self.length, chamber.filler_area, chamber.wall_area, chamber.matrix_fraction,
                  chamber.ring_area * self.ring_modulus, *constants,
                  viscous.consistency, viscous.index, viscous.slow, floor)  # fmt: skip
        return np.array(values, dtype=np.float64).reshape(WIDTH)

    def force(self, elongation: Sequence[float] | FloatArray, rate: float = 0.0) -> FloatArray:
        """Force required to hold the actuator at elongations and to elongate it at a rate.

        Args:
            elongation: q, shape (n,), [m].
            rate: Of the elongation [m/s].

        Returns:
            f, shape (n,), [N].

        Raises:
            RobotError: if the length would not be positive.
        """
        m = self.numbers()
        return np.array([elastic_force(self.law, m, q)[0] + viscous_secant(m, q, rate) * rate
                         for q in self._possible(elongation)])  # fmt: skip

    def energy(self, elongation: Sequence[float] | FloatArray) -> FloatArray:
        """Elastic energy at elongations, shape (n,), [J]; arguments as `force`."""
        return np.array([elastic_energy(self.law, self.numbers(), q) for q in self._possible(elongation)])

    def _possible(self, elongation: Sequence[float] | FloatArray) -> FloatArray:
        lengths = vector(elongation, "elongation", RobotError, unit="m")
        if (lengths <= -self.length).any():
            raise RobotError(
                f"elongation must leave a positive part of the length of {self.length:g} m, got {lengths.min():g} m; the stretch "
                "1 + q / length must be positive"
            )
        return lengths


@kernel
def elastic_force(law, m, q):
    """Elastic force at the elongation q, including the sleeve [N], and its derivative [N/m]."""
    beyond = q * m[STRAIN] - m[FLOOR]
    if beyond >= 0.0:
        force, slope = stretched(law, m, q * m[STRAIN])
    else:  # at least the stiffness at rest: the linear part must be restoring
        force, slope = stretched(law, m, m[FLOOR])
        _, rest = stretched(law, m, 0.0)
        slope = max(slope, rest)
        force += slope * beyond
    return force, slope * m[STRAIN]


@kernel(inline=True)
def stretched(law, m, strain):
    """Elastic force at a strain [N], and its derivative by strain [N]."""
    area, widening = material_area(m, strain)
    p, stiffening = stress(law, m, strain)
    force, slope = area * p, widening * p + area * stiffening
    if m[RING] > 0.0:
        matrix, filling = matrix_fraction(m, strain)
        force += m[RING] * strain / matrix
        slope += m[RING] * (1.0 - strain * filling / matrix) / matrix
    return force, slope


@kernel
def elastic_energy(law, m, q):
    """Work required to elongate the actuator to q, by Gauss quadrature [J]."""
    low = m[FLOOR] / m[STRAIN]
    end = max(q, low)
    energy = 0.0
    for i in range(len(_PLACES)):
        at = 0.5 * end * (1.0 + _PLACES[i])
        energy += 0.5 * end * _WEIGHTS[i] * elastic_force(law, m, at)[0]
    if q < low:  # the linear part
        energy += 0.5 * (elastic_force(law, m, low)[0] + elastic_force(law, m, q)[0]) * (q - low)
    return energy
