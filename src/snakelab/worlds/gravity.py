"""Gravity."""

from dataclasses import dataclass

import numpy as np

from snakelab.errors import WorldError
from snakelab.types import FloatArray, is_row, number, vector

STANDARD = 9.81


@dataclass(frozen=True)
class Gravity:
    """Uniform gravity: f = m g at every slice.

    Args:
        acceleration: Magnitude, along -z, or a vector in world axes, shape (3,), [m/s^2].
    """

    acceleration: float | tuple[float, float, float] = STANDARD
    name: str = "gravity"

    def __post_init__(self) -> None:
        self.vector()

    def vector(self) -> FloatArray:
        """Acceleration in world axes, shape (3,), [m/s^2]."""
        if not is_row(self.acceleration):
            return np.array([0.0, 0.0, -number(self.acceleration, "Gravity acceleration", WorldError, unit="m/s^2")])
        return vector(self.acceleration, "Gravity acceleration", WorldError, size=3, unit="m/s^2")
