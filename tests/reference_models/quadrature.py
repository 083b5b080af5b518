"""Rules for the mean over a bending section: the stations that carry its mass."""

from typing import NamedTuple

import numpy as np

from reference_models.complex_step import Array
from snakelab.errors import RobotError
from snakelab.parameters.arguments import count


class Quadrature(NamedTuple):
    """A rule for the mean over a section: the stations that carry its mass."""

    shares: Array  # where they stand, 0 at the section's base and 1 at its tip, (k,), [-]
    weights: Array  # of the section's mass, (k,), [-]


def gauss(n_points: int) -> Quadrature:
    """Gauss and Legendre's rule, exact for polynomials of degree 2 n_points - 1."""
    x, w = np.polynomial.legendre.leggauss(count(n_points, "gauss n_points", RobotError, minimum=1))
    return Quadrature((1 + x) / 2, w / 2)


def simpson(n_steps: int) -> Quadrature:
    """Simpson's rule over an even number of equal steps."""
    if count(n_steps, "simpson n_steps", RobotError, minimum=2) % 2:
        raise RobotError(f"simpson n_steps must be even, got {n_steps}; write simpson({n_steps + 1})")
    middle = 2 + 2 * (np.arange(1, n_steps) % 2)
    return Quadrature(np.linspace(0, 1, n_steps + 1), np.array([1, *middle, 1]) / (3 * n_steps))
