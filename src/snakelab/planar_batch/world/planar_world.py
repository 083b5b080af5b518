"""A planar world: solids, currents, and how walls push."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from snakelab.errors import WorldError
from snakelab.geometry.planar.grid import sample_distance
from snakelab.geometry.planar.pipe import HullWall
from snakelab.geometry.planar.solids import Outline, Post
from snakelab.planar_batch.world.contact_law import WallLaw
from snakelab.planar_batch.world.current import Current, PipeCurrent, UniformCurrent
from snakelab.planar_batch.world.surroundings import Surroundings
from snakelab.types import FloatArray, instance, instances, number, vector

# Grid points from a pipe's middle to its wall, at least.
RESOLVED = 4


@dataclass(frozen=True, eq=False)
class PlanarWorld:
    """Water in a plane with solids in it. An empty one is open, still water.

    Args:
        solids: HullWall, Outline and Post; see also `geometry.planar.solids.wall`.
        currents: UniformCurrent and PipeCurrent; several add up.
        law: How walls push and rub.

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
        """Distance and current on a grid, as the lanes read them.

        Args:
            low: Lower corner of the grid, shape (2,), [m]; beyond its edges distance and current go on as at the edge.
            high: Upper corner, shape (2,), [m].
            spacing: Of the grid [m].

        Raises:
            WorldError: if the grid is too coarse for a pipe.
        """
        step = number(spacing, "grid spacing", WorldError, above=0, unit="m")
        narrow = min(self._bores(), default=np.inf)
        if step > narrow / RESOLVED:
            raise WorldError(
                f"a grid spacing of {step:g} m is too coarse for a pipe of radius {narrow:g} m; write at most "
                f"spacing={narrow / RESOLVED:g}"
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
