"""Gravity."""

from dataclasses import dataclass

import numpy as np

from snakelab.errors import WorldError
from snakelab.types import FloatArray, is_row, number, vector

STANDARD = 9.81
MOST = 1e5  # [m/s^2], far above any centrifuge


@dataclass(frozen=True)
class Gravity:
    """Uniform gravity: f = m g at every slice.

    Args:
        acceleration: Magnitude, along -z, at least 0; or a vector in world axes, shape (3,), [m/s^2].
    """

    acceleration: float | tuple[float, float, float] = STANDARD
    name: str = "gravity"

    def __post_init__(self) -> None:
        self.vector()

    def vector(self) -> FloatArray:
        """Acceleration in world axes, shape (3,), [m/s^2]."""
        if not is_row(self.acceleration):
            return np.array([0.0, 0.0, -self._magnitude()])
        found = vector(self.acceleration, "Gravity acceleration", WorldError, size=3, unit="m/s^2")
        number(
            float(np.linalg.norm(found)), "Gravity acceleration, its magnitude,", WorldError, most=MOST, unit="m/s^2"
        )
        return found

    def _magnitude(self) -> float:
        """One number: how much, along -z."""
        found = number(self.acceleration, "Gravity acceleration", WorldError, most=MOST, unit="m/s^2")
        if found < 0:
            raise WorldError(
                f"Gravity acceleration must be at least 0 m/s^2, a magnitude along -z, got {found:g}; write {-found:g}, or "
                f"(0, 0, {-found:g}) for gravity that pulls upward"
            )
        return found
