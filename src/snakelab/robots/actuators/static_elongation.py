"""Static equilibrium of one coordinate: the elongation under a force or a pressure, and the pressure for an elongation."""

import math
from collections.abc import Sequence

import numpy as np

from snakelab.errors import RobotError
from snakelab.robots.actuators.hydraulic import Hydraulic
from snakelab.robots.actuators.pneumatic import BAR, Pneumatic
from snakelab.robots.materials.elastomer import Elastomer, elastic_force
from snakelab.robots.parts.compliance import Holder, Spring
from snakelab.types import FloatArray, number, vector

MAX_STRETCH = 100.0  # upper bound of the search, as a multiple of the rest length


def extension_under(holder: Holder, force: float) -> float:
    """Coordinate of static equilibrium of a spring or an elastomer under a force: f(q) = force.

    For a spring it is rest + force / stiffness. For an elastomer the root is bracketed and computed to rounding; of several
    roots, the one nearest to rest is returned.

    Args:
        holder: Spring or elastomer.
        force: Force [N] or [N m]; an infinite force gives an infinite coordinate.

    Raises:
        RobotError: if a spring has no stiffness, or an elastomer has no equilibrium at that force.
    """
    number(force, "force", RobotError, infinite=True)
    if math.isinf(force):
        return force
    if isinstance(holder, Spring):
        if not holder.stiffness > 0:
            raise RobotError("a force has no static equilibrium without a spring; write Spring(stiffness, damping)")
        return holder.rest + force / holder.stiffness
    return _between(holder, force)


def _between(elastomer: Elastomer, force: float) -> float:
    from scipy.optimize import brentq

    law, m = elastomer.law, elastomer.numbers()

    def residual(q: float) -> float:
        return float(elastic_force(law, m, q)[0]) - force

    if residual(0.0) == 0.0:
        return 0.0
    step = math.copysign(0.05 * elastomer.length, force)
    near, far = 0.0, step
    while residual(far) * force < 0:  # the signs are equal beyond the root
        near, far = far, 1.5 * far
        if abs(far) > MAX_STRETCH * elastomer.length:
            raise RobotError(
                f"{force:g} N stretch an elastomer of {elastomer.length:g} m more than {MAX_STRETCH:g} times; lower the "
                "pressure, or check its constants"
            )
    return float(brentq(residual, near, far, xtol=1e-16, rtol=1e-14))


Muscle = Pneumatic | Hydraulic


def lengths_at(pressures: Sequence[float] | FloatArray, holder: float | Holder, muscle: Muscle) -> FloatArray:
    """Elongations of muscles in static equilibrium under pressures, f(l) = area p.

    Raises:
        RobotError: if a pressure is negative or above the maximum, or an elastomer has no equilibrium.
    """
    spring = _holder(holder)
    given = vector(pressures, "pressures", RobotError, unit="Pa")
    if (given < 0).any() or (given > muscle.ceiling).any():
        maximum = (
            f" and the ceiling of {muscle.ceiling / BAR:g} bar [Pa]"
            if math.isfinite(muscle.ceiling)
            else " Pa and more"
        )
        raise RobotError(f"pressures must be between 0{maximum}, got {pressures!r}")
    return np.array([extension_under(spring, muscle.area * p) for p in given])


def _holder(holder: float | Holder) -> Holder:
    return Spring(holder) if isinstance(holder, (int, float)) else holder
