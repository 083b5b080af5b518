"""What a planar snake meets: walls by their distance, corners, and a current."""

from dataclasses import dataclass, field

import numpy as np

from snakelab.errors import WorldError
from snakelab.geometry.planar.grid import DistanceGrid
from snakelab.planar_batch.world.contact_law import WallLaw
from snakelab.types import FloatArray


@dataclass(frozen=True, eq=False)
class Surroundings:
    """Walls, corners and current around a planar snake; the default is open, still water.

    Args:
        distance: Signed distance of the walls on a grid; None where there are none.
        corners: Points of sharp edges, shape (n, 2), [m].
        law: How walls push and rub.
        current: Velocity of the water at the grid's points, shape (n_y, n_x, 2), [m/s], or one velocity for everywhere, shape
            (2,). A link feels that of the grid point nearest to its centre.

    Raises:
        WorldError: if shapes do not fit.
    """

    distance: DistanceGrid | None = None
    corners: FloatArray = field(default_factory=lambda: np.zeros((0, 2)))
    law: WallLaw = field(default_factory=WallLaw)
    current: FloatArray = field(default_factory=lambda: np.zeros(2))

    def __post_init__(self) -> None:
        corners = np.asarray(self.corners, dtype=np.float64)
        if corners.ndim != 2 or corners.shape[1] != 2 or not np.isfinite(corners).all():
            raise WorldError(f"Surroundings corners must be finite points, shape (n, 2), got shape {corners.shape}")
        if len(corners) and self.distance is None:
            raise WorldError("Surroundings with corners need the distance of the walls that they belong to")
        current = np.asarray(self.current, dtype=np.float64)
        shape = None if self.distance is None else (*self.distance.values.shape, 2)
        if current.shape not in ((2,), shape) or not np.isfinite(current).all():
            allowed = "(2,)" if shape is None else f"(2,) or {shape}"
            raise WorldError(f"Surroundings current must be finite, of shape {allowed}, got shape {current.shape}")
        object.__setattr__(self, "corners", corners)
        object.__setattr__(self, "current", current)

    def current_at(self, x: float, y: float) -> FloatArray:
        """Velocity of the water, shape (2,), [m/s]."""
        if self.distance is None or self.current.ndim == 1:
            return self.current.reshape(-1)[:2]
        row, column = self.distance.nearest(x, y)
        return self.current[row, column]
