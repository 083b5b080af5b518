"""Materials of soft actuators: elastic laws, fibre-reinforced tube, viscous law, and `Elastomer`, their combination."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt

from snakelab.errors import RobotError
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray, instance, vector
from snakelab.parameters.declarations import (
    FIXED,
    NonNegativeLength,
    PositiveFraction,
    PositiveLength,
    Radius,
    Slider,
    Unit,
    check_declared,
)

# ----------------------------------------------------------------------------------------------------------------------
# Places of the parameters of a material in its row, and codes of the elastic laws, for kernels
# ----------------------------------------------------------------------------------------------------------------------

STRAIN, BODY, TUBE, MATRIX, RING, FIRST, SECOND, THIRD, CONSISTENCY, INDEX, SLOW, FLOOR, WIDTH = range(13)
# A coordinate without a material has only its Spring.
NO_MATERIAL, LINEAR, YEOH = range(3)


# ----------------------------------------------------------------------------------------------------------------------
# Elastic laws: nominal stress, force over undeformed area, at a strain
# ----------------------------------------------------------------------------------------------------------------------

Modulus = Annotated[float, Gt(0), Unit("Pa"), Slider(1e3, 1e6, 1e3)]


@dataclass(frozen=True)
class LinearElastic:
    """Linear elastic law, P = modulus e.

    Args:
        modulus: Young's modulus [Pa].
    """

    modulus: Modulus

    def __post_init__(self) -> None:
        check_declared(self, RobotError)


@dataclass(frozen=True)
class Yeoh:
    """Incompressible rubber whose energy is a cubic polynomial of the first invariant.

    With the uniaxial stretch s = 1 + e and I_1 = s^2 + 2 / s, the energy per volume and the nominal stress are

        U = c10 (I_1 - 3) + c20 (I_1 - 3)^2 + c30 (I_1 - 3)^3,
        P = dU/ds = 2 (s - s^-2) (c10 + 2 c20 (I_1 - 3) + 3 c30 (I_1 - 3)^2);

    the modulus at small strains is 6 c10.

    Args:
        c10: [Pa].
        c20: [Pa].
        c30: [Pa].

    Raises:
        RobotError: if the stress does not have the sign of the strain: the bracket must be positive at every stretch.

    Source: Yeoh, Some Forms of the Strain Energy Function for Rubber (1993).
    """

    c10: Modulus
    c20: Annotated[float, Unit("Pa"), Slider(-1e5, 1e6, 1e3)] = 0.0
    c30: Annotated[float, Unit("Pa"), Slider(-1e5, 1e6, 1e3)] = 0.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        falls = self.c30 < 0 or (self.c30 == 0 and self.c20 < 0)
        if falls or (self.c20 < 0 and self.c20**2 >= 3 * self.c10 * self.c30):
            raise RobotError(
                "Yeoh constants must give a tensile stress at every stretch, c10 + 2 c20 x + 3 c30 x^2 > 0 for all x > 0; got "
                f"c10={self.c10:g}, c20={self.c20:g}, c30={self.c30:g}; write for example c20=0, c30=0"
            )


@kernel(inline=True)
def stress(law, m, strain):
    """Nominal stress at a strain [Pa], and its derivative."""
    if law == YEOH:
        s = 1.0 + strain
        x = s * s + 2.0 / s - 3.0
        rise = 2.0 * (s - 1.0 / (s * s))  # of the invariant
        bend = 2.0 + 4.0 / (s * s * s)
        bracket = m[FIRST] + x * (2.0 * m[SECOND] + 3.0 * x * m[THIRD])
        return rise * bracket, bend * bracket + rise * rise * (2.0 * m[SECOND] + 6.0 * x * m[THIRD])
    return m[FIRST] * strain, m[FIRST]


# ----------------------------------------------------------------------------------------------------------------------
# Fibre-reinforced silicone tube: cross-section of the material that carries its elongation
# ----------------------------------------------------------------------------------------------------------------------


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
    body_radius: Annotated[float, Gt(0), Unit("m"), Slider(0.001, 0.2, 0.001), FIXED] | None = None
    sharing: Annotated[int, Ge(1), Slider(1, 6, 1)] = 3
    matrix_fraction: PositiveFraction = 0.5

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        if self.body_radius is not None:
            tight = math.sqrt(self.sharing) * self.outer_radius
            if not self.body_radius > tight:
                raise RobotError(
                    f"FibreReinforcedChamber body_radius must leave room for {self.sharing} tubes of {self.outer_radius:g} "
                    f"m, that is, exceed {tight:.4g} m; got {self.body_radius:g}"
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


# ----------------------------------------------------------------------------------------------------------------------
# Viscous law: stress proportional to a power of the strain rate
# ----------------------------------------------------------------------------------------------------------------------

# Newton steps in the logarithm; each reduces the error at least by the factor 1 - index, near the end far more.
MAX_STEPS = 60


@dataclass(frozen=True)
class PowerLawViscosity:
    """Viscous stress of a strain rate r: consistency r (r^2 + slow^2)^((index - 1) / 2), a force against the motion.

    Well above `slow` this is consistency |r|^index; below it, a linear viscosity of consistency slow^(index - 1), so
    that the slope at rest is finite. A held actuator therefore approaches its equilibrium exponentially: see the
    limitations.

    Args:
        consistency: Consistency [Pa s^index].
        index: Exponent, greater than 0 and at most 1; 1 is a constant viscosity (a dashpot) [-].
        slow: Strain rate below which the law is linear [1/s].

    Source: Zhang, Chen, Liu, Gong, Dynamic Modeling of Underwater Snake Robot by Hybrid Rigid-Soft Actuation, equations
    24 to 26, as a dissipative force instead of a potential; `slow` is an addition.
    """

    consistency: Annotated[float, Ge(0), Unit("Pa s^index", in_message=False), Slider(0, 1e5, 100)]
    index: PositiveFraction = 1.0
    slow: Annotated[float, Gt(0), Unit("1/s"), Slider(1e-4, 0.1, 1e-4)] = 1e-3

    def __post_init__(self) -> None:
        check_declared(self, RobotError)


@kernel
def viscous_secant(m, q, v):
    """Viscous force over rate at the elongation q [m] and the rate v [m/s]: never negative [N s/m]."""
    if m[CONSISTENCY] == 0.0:
        return 0.0
    area, _ = material_area(m, max(q * m[STRAIN], m[FLOOR]))
    return area * m[CONSISTENCY] * m[STRAIN] * thinned(m, v)


@kernel
def viscous_force(m, q, v):
    """Viscous force at the elongation q [m] and the rate v [m/s], [N]; its derivative by the rate, never negative [N s/m]."""
    secant = viscous_secant(m, q, v)
    return secant * v, secant * slope_fraction(m, v)


@kernel(inline=True)
def slope_fraction(m, v):
    """Ratio of tangent to secant at the rate v: 1 at rest, the index in fast motion [-]."""
    rate = v * m[STRAIN]
    fast = rate * rate
    return 1.0 + (m[INDEX] - 1.0) * fast / (fast + m[SLOW] * m[SLOW])


@kernel(inline=True)
def thinned(m, v):
    """(r^2 + slow^2)^((index - 1) / 2) at the rate v."""
    rate = v * m[STRAIN]
    return math.exp(0.5 * (m[INDEX] - 1.0) * math.log(rate * rate + m[SLOW] * m[SLOW]))


@kernel
def damped_rate(m, q, free, mobility):
    """The rate v that solves v + mobility c(v) v = free, with c the secant at q.

    The left side increases with v; in logarithmic form its slope is between the index and 1, so Newton's method
    converges from any start.

    Args:
        m: Numbers of the material.
        q: Elongation [m].
        free: Rate without the viscous force [m/s].
        mobility: Rate per unit of force [m/(N s)], at least 0.

    Returns:
        v [m/s], between 0 and `free`.
    """
    resultant = abs(free)
    if resultant == 0.0 or mobility == 0.0:
        return free
    weight = mobility * viscous_secant(m, q, 0.0) / thinned(m, 0.0)
    v = resultant / (1.0 + weight * thinned(m, resultant))
    for _ in range(MAX_STEPS):
        c = weight * thinned(m, v)
        slope = (1.0 + c * slope_fraction(m, v)) / (1.0 + c)
        step = math.log(resultant / (v * (1.0 + c))) / slope
        v = min(v * math.exp(step), resultant)
        if abs(step) < 1e-12:
            break
    return math.copysign(v, free)


# ----------------------------------------------------------------------------------------------------------------------
# Resistance of a soft actuator to elongation: elasticity, viscosity, and the sleeve
# ----------------------------------------------------------------------------------------------------------------------

# The law is linear below this fraction of the compression at which no silicone is left in the wall.
MIN_STRAIN_RATIO = 0.9
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
        """Numbers for kernels, in the order of the places STRAIN to FLOOR, shape (WIDTH,)."""
        chamber, viscous = self.chamber, self.viscous or PowerLawViscosity(0.0)
        elastic = self.elastic
        constants = (
            (elastic.c10, elastic.c20, elastic.c30) if isinstance(elastic, Yeoh) else (elastic.modulus, 0.0, 0.0)
        )
        floor = -MIN_STRAIN_RATIO * chamber.matrix_fraction
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
