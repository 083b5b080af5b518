"""Planar world: solids and currents, and their sampling on a grid."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from snakelab.errors import WorldError
from snakelab.geometry.planar.grid import SignedDistanceGrid, sample_distance
from snakelab.geometry.planar.pipe import HullWall
from snakelab.geometry.planar.solids import Outline, Post
from snakelab.planar_batch.world.contact_law import WallLaw
from snakelab.planar_batch.world.current import Current, PipeCurrent, UniformCurrent
from snakelab.types import FloatArray, instance, instances, number, vector

# Minimum number of grid cells from a pipe's middle to its wall.
MIN_CELLS = 4


@dataclass(frozen=True, eq=False)
class Surroundings:
    """Walls, corners and current around a planar snake; the default is open, still water.

    Args:
        distance: Signed distance of the walls on a grid; None without walls.
        corners: Points of sharp edges, shape (n, 2), [m].
        law: Contact and friction law of the walls.
        current: Velocity of the water at the grid's points, shape (n_y, n_x, 2), [m/s], or a uniform velocity, shape
            (2,). The current at a link is that of the grid point nearest to its centre.

    Raises:
        WorldError: if shapes do not fit.
    """

    distance: SignedDistanceGrid | None = None
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


@dataclass(frozen=True, eq=False)
class PlanarWorld:
    """Water in a plane with solids in it; open, still water by default.

    Args:
        solids: HullWall, Outline and Post; see also `geometry.planar.solids.wall`.
        currents: UniformCurrent and PipeCurrent; several add up.
        law: Contact and friction law of the walls.

    Raises:
        WorldError: if a pipe is thinner than the snake's own half thickness, `law.corner_reach`.
    """

    solids: Sequence[HullWall | Outline | Post] = field(default=())
    currents: Sequence[Current] = field(default=())
    law: WallLaw = field(default_factory=WallLaw)

    def __post_init__(self) -> None:
        solids = instances(self.solids, "PlanarWorld solids", (HullWall, Outline, Post), WorldError)
        currents = instances(self.currents, "PlanarWorld currents", (UniformCurrent, PipeCurrent), WorldError)
        instance(self.law, "PlanarWorld law", (WallLaw,), WorldError)
        object.__setattr__(self, "solids", solids)
        object.__setattr__(self, "currents", currents)
        for radius in self._bores():
            if radius <= self.law.corner_reach:
                raise WorldError(
                    f"a pipe of radius {radius:g} m is thinner than the snake, whose half thickness is "
                    f"WallLaw corner_reach = {self.law.corner_reach:g} m; write radii above that, or a smaller corner_reach"
                )

    def corners(self) -> FloatArray:
        """Sharp edges of all solids, shape (n, 2), [m]."""
        return np.concatenate([np.zeros((0, 2)), *(solid.corners() for solid in self.solids)])

    def surroundings(
        self, low: Sequence[float] = (-16.0, -12.0), high: Sequence[float] = (3.0, 3.0), spacing: float = 0.02
    ) -> Surroundings:
        """Distance and current on a grid, as the batch model reads them.

        Args:
            low: Lower corner of the grid, shape (2,), [m]; beyond its edges distance and current are those of the edge.
            high: Upper corner, shape (2,), [m].
            spacing: Spacing of the grid [m].

        Raises:
            WorldError: if the grid is too coarse for a pipe.
        """
        step = number(spacing, "grid spacing", WorldError, above=0, unit="m")
        narrow = min(self._bores(), default=np.inf)
        if step > narrow / MIN_CELLS:
            raise WorldError(
                f"a grid spacing of {step:g} m is too coarse for a pipe of radius {narrow:g} m; write at most "
                f"spacing={narrow / MIN_CELLS:g}"
            )
        if not self.solids:
            velocity = sum((np.asarray(c.at(np.zeros(()), np.zeros(()))) for c in self.currents), start=np.zeros(2))
            return Surroundings(law=self.law, current=velocity)
        grid = sample_distance(self.solids, low, high, step)
        a, b = vector(low, "low", WorldError, size=2), vector(high, "high", WorldError, size=2)
        corners = self.corners()
        seen = ((corners >= a) & (corners <= b)).all(axis=1)
        velocity = sum((c.at(*grid.points()) for c in self.currents), start=np.zeros((*grid.values.shape, 2)))
        if not velocity.any():
            velocity = np.zeros(2)
        return Surroundings(grid, corners[seen], self.law, velocity)

    def _bores(self) -> list[float]:
        return [float(np.min(solid.pipe.radii)) for solid in self.solids if isinstance(solid, HullWall)]
