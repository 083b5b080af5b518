"""Viscous law with a stress proportional to a power of the strain rate."""

import math
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt

from snakelab.compiling import kernel
from snakelab.errors import RobotError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Slider, Unit
from snakelab.parameter_declarations.quantities import PositiveFraction
from snakelab.robots.materials.chamber import material_area
from snakelab.robots.materials.places import CONSISTENCY, FLOOR, INDEX, SLOW, STRAIN

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
