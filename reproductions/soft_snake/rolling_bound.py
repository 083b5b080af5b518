"""Upper bound of the rolling speed of a bent body: the speed of its skin, reduced because the ends of the arc slide."""

import math

import numpy as np
from scipy.optimize import brentq

from snakelab.errors import SimulationError
from snakelab.parameters.arguments import number

PIECES = 4000  # of the arc; even, so that none is centred in the middle, where the force has no direction


def arc_factor(bend: float) -> float:
    """Speed of a rolling arc relative to a straight cylinder, under isotropic Coulomb friction and uniform load.

    Every point of the arc rolls along its own normal, at an angle a to the direction of motion, and slides with the
    difference. The components of all friction forces along the direction of motion sum to zero:

        integral over |a| < bend / 2 of (gamma - cos a) / sqrt(1 + gamma^2 - 2 gamma cos a) da = 0.

    Args:
        bend: Angle between the two ends of the arc, from 0 to pi [rad].

    Returns:
        gamma [-]: 1 for a straight body, 0.985 at 1 rad, 0.811 at 3 rad.

    Raises:
        SimulationError: if `bend` is outside this range.
    """
    number(bend, "bend", SimulationError, minimum=0, maximum=math.pi, unit="rad")
    if bend < 1e-3:  # 1 - gamma is of the order of bend^2
        return 1.0
    angles = bend * ((np.arange(PIECES) + 0.5) / PIECES - 0.5)

    def force(gamma: float) -> float:
        slide = np.sqrt((gamma - np.cos(angles)) ** 2 + np.sin(angles) ** 2)
        return float(((gamma - np.cos(angles)) / slide).mean())

    return float(brentq(force, 0.0, 1.0))


def rolling_bound(skin_radius: float, frequency: float, bend: float = 0.0) -> float:
    """Largest rolling speed, 2 pi f r gamma(bend).

    Args:
        skin_radius: r [m].
        frequency: Rotations of the body per second, f [Hz]; the sign is ignored.
        bend: Bend of the whole body, in one plane [rad].

    Returns:
        Speed [m/s].
    """
    number(skin_radius, "skin_radius", SimulationError, above=0, unit="m")
    number(frequency, "frequency", SimulationError, unit="Hz")
    return 2 * math.pi * abs(frequency) * skin_radius * arc_factor(bend)
