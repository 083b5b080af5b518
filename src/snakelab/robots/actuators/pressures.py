"""Static equilibrium of muscles: the elongation under a pressure, and the pressure for an elongation."""

import math
from collections.abc import Sequence

import numpy as np

from snakelab.errors import RobotError
from snakelab.robots.actuators.hydraulic import Hydraulic
from snakelab.robots.actuators.pneumatic import BAR, Pneumatic
from snakelab.robots.compliance import Holder, Spring
from snakelab.robots.extension import extension_under
from snakelab.types import FloatArray, vector

Muscle = Pneumatic | Hydraulic
ROUNDING = 1e-9  # fraction of the maximum pressure, or of one bar if there is none


def pressures_for(lengths: Sequence[float] | FloatArray, holder: float | Holder, muscle: Muscle) -> FloatArray:
    """Pressures of muscles in static equilibrium at given elongations, p = f(l) / area.

    Args:
        lengths: Elongations, shape (n,), [m].
        holder: A stiffness K with f = K l [N/m], a `Spring`, or an `Elastomer`.
        muscle: Actuator with its area and maximum pressure.

    Returns:
        Shape (n,), [Pa].

    Raises:
        RobotError: if a pressure is negative or above the maximum.
    """
    spring = _holder(holder)
    asked = vector(lengths, "lengths", RobotError, unit="m")
    force = spring.stiffness * (asked - spring.rest) if isinstance(spring, Spring) else spring.force(asked)
    wanted = force / muscle.area
    scale = muscle.ceiling if math.isfinite(muscle.ceiling) else BAR
    if (wanted < -ROUNDING * scale).any():
        raise RobotError(
            f"pressure cannot be negative: {wanted.min() / BAR:.3g} bar would be needed; lengths must be at least "
            f"{extension_under(spring, 0.0):g} m, got {np.min(lengths):g} m"
        )
    if (wanted > muscle.ceiling + ROUNDING * scale).any():
        most = extension_under(spring, muscle.area * muscle.ceiling)
        raise RobotError(
            f"a length change of {np.max(lengths):g} m needs {wanted.max() / BAR:.3g} bar, and the ceiling is "
            f"{muscle.ceiling / BAR:g} bar; lengths must be at most {most:.4g} m"
        )
    return wanted


def lengths_at(pressures: Sequence[float] | FloatArray, holder: float | Holder, muscle: Muscle) -> FloatArray:
    """Elongations of muscles in static equilibrium under pressures, f(l) = area p; the inverse of `pressures_for`.

    Raises:
        RobotError: if a pressure is negative or above the maximum, or an elastomer has no equilibrium.
    """
    spring = _holder(holder)
    given = vector(pressures, "pressures", RobotError, unit="Pa")
    if (given < 0).any() or (given > muscle.ceiling).any():
        most = (
            f" and the ceiling of {muscle.ceiling / BAR:g} bar [Pa]"
            if math.isfinite(muscle.ceiling)
            else " Pa and more"
        )
        raise RobotError(f"pressures must be between 0{most}, got {pressures!r}")
    return np.array([extension_under(spring, muscle.area * p) for p in given])


def _holder(holder: float | Holder) -> Holder:
    return Spring(holder) if isinstance(holder, (int, float)) else holder
