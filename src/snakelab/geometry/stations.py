"""Records of the stations of a part: lumped masses at which media act, and their hulls for fluids."""

from dataclasses import dataclass

import numpy as np

from snakelab.types import FloatArray


@dataclass(frozen=True)
class Station:
    """Rigid slice of a part, with its frame at its centre of mass and in the local axes of the part.

    Attributes:
        step: Number of equal steps of the part before it [-]; 0 is the base of the part.
        offset: Centre of mass from the frame at that step, shape (3,), [m].
        mass: Mass [kg].
        inertia: About the centre of mass, shape (3, 3), [kg m^2].
    """

    step: int
    offset: FloatArray
    mass: float
    inertia: FloatArray


def simpson_weights(n_steps: int) -> FloatArray:
    """Weights of Simpson's rule over n_steps equal intervals (even), shape (n_steps + 1,); they sum to 1."""
    weights = np.ones(n_steps + 1)
    weights[1:-1:2] = 4
    weights[2:-1:2] = 2
    return weights / (3 * n_steps)


@dataclass(frozen=True)
class Hull:
    """Outer shape of one station: a straight piece along x, in the axes of the station, relative to its centre of mass.

    Attributes:
        middle: Middle of the piece's axis, shape (3,), [m].
        length: Of the piece along x [m].
        half_width: Half the extent along y [m].
        half_height: Half the extent along z [m].
        fraction: Fraction of its part [-]; 1 for a rigid link.
        thin: True if it represents a thin disc of a part that bends, independent of its length.
        volume: Displaced volume [m^3]; None for neutral buoyancy in any fluid.
        buoyancy: Centre of buoyancy, shape (3,), [m].
    """

    middle: FloatArray
    length: float
    half_width: float
    half_height: float
    fraction: float
    thin: bool
    volume: float | None
    buoyancy: FloatArray

    def stations(self, n: int) -> tuple[FloatArray, FloatArray]:
        """Places along the axis from its middle [m], and their weights, which sum to 1: Gauss-Legendre, exact for x^2 from n = 2.

        A thin piece has one station, in its middle.
        """
        nodes, weights = np.polynomial.legendre.leggauss(1 if self.thin else n)
        return self.length / 2 * nodes, weights / 2
