"""Gravity of a world: uniform acceleration of every station."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le

from snakelab.errors import WorldError
from snakelab.parameters.arguments import FloatArray, is_row, number, vector
from snakelab.parameters.declarations import CHECKED_ELSEWHERE, Slider, Unit
from snakelab.worlds.force_law import ForceLaw, LawTables, Stations

# ----------------------------------------------------------------------------------------------------------------------
# Gravity: uniform acceleration of every station
# ----------------------------------------------------------------------------------------------------------------------

STANDARD_GRAVITY = 9.81
MAX_GRAVITY = 1e5  # far above any centrifuge [m/s^2]

Acceleration = (
    Annotated[float, Ge(0), Le(MAX_GRAVITY), Unit("m/s^2"), Slider(0, 20, 0.01), CHECKED_ELSEWHERE]
    | Annotated[tuple[float, float, float], Unit("m/s^2"), Slider(-20, 20, 0.01), CHECKED_ELSEWHERE]
)


@dataclass(frozen=True)
class Gravity(ForceLaw):
    """Uniform gravity: f = m g at every station.

    Args:
        acceleration: Magnitude, at least 0, along -z; or a vector in world axes, shape (3,), [m/s^2].
    """

    acceleration: Acceleration = STANDARD_GRAVITY
    name: str = "gravity"

    def __post_init__(self) -> None:
        self.vector()

    def vector(self) -> FloatArray:
        """Acceleration in world axes, shape (3,), [m/s^2]."""
        if not is_row(self.acceleration):
            return np.array([0.0, 0.0, -self._magnitude()])
        gravity = vector(self.acceleration, "Gravity acceleration", WorldError, size=3, unit="m/s^2")
        number(
            float(np.linalg.norm(gravity)),
            "Gravity acceleration, its magnitude,",
            WorldError,
            maximum=MAX_GRAVITY,
            unit="m/s^2",
        )
        return gravity

    def tables(self, stations: Stations) -> LawTables:
        """No rows: gravity is part of the equations of motion."""
        return LawTables(())

    def _magnitude(self) -> float:
        """Magnitude along -z [m/s^2]."""
        magnitude = number(self.acceleration, "Gravity acceleration", WorldError, maximum=MAX_GRAVITY, unit="m/s^2")
        if magnitude < 0:
            raise WorldError(
                f"Gravity acceleration must be at least 0 m/s^2, a magnitude along -z, got {magnitude:g}; write "
                f"{-magnitude:g}, or (0, 0, {-magnitude:g}) for gravity that pulls upward"
            )
        return magnitude


def total_gravity(media: Iterable[object]) -> FloatArray | None:
    """Sum of the gravity of a world, world axes, shape (3,), [m/s^2]; None without `Gravity`."""
    vectors = [medium.vector() for medium in media if isinstance(medium, Gravity)]
    return np.sum(vectors, axis=0) if vectors else None


def pressing_gravity(media: Iterable[object]) -> float:
    """Component of the gravity of a world toward level ground, at least 0; 9.81 in a world without `Gravity` [m/s^2]."""
    total = total_gravity(media)
    return STANDARD_GRAVITY if total is None else max(0.0, -float(total[2]))
