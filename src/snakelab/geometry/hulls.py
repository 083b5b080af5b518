"""Hull records: what water sees of a station: where its axis runs, how wide it is, how much water it displaces."""

from dataclasses import dataclass

import numpy as np

from snakelab.types import FloatArray


@dataclass(frozen=True)
class Hull:
    """The outer shape of one station: a straight piece along x, in the station's axes, seen from its centre of mass.

    Attributes:
        middle: Middle of the piece's axis, shape (3,), [m].
        length: Of the piece along x [m].
        half_width: Half the extent along y [m].
        half_height: Half the extent along z [m].
        share: Fraction of its part [-]; 1 for a rigid link.
        thin: True if it represents a thin disc of a part that bends, however long its piece.
        volume: Displaced volume [m^3]; None displaces the station's own mass of any fluid: it is neutral.
        buoyancy: Centre of buoyancy, shape (3,), [m].
    """

    middle: FloatArray
    length: float
    half_width: float
    half_height: float
    share: float
    thin: bool
    volume: float | None
    buoyancy: FloatArray

    def stations(self, n: int) -> tuple[FloatArray, FloatArray]:
        """Places along the axis from its middle [m], and their weights, which sum to 1: Gauss-Legendre, exact for x^2 from n = 2.

        A thin piece has one, in its middle.
        """
        nodes, weights = np.polynomial.legendre.leggauss(1 if self.thin else n)
        return self.length / 2 * nodes, weights / 2
