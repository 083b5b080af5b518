"""Boulders: at least half-buried stones at random positions, which depend on the seed but not on the grid."""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le, Lt

from snakelab.errors import WorldError
from snakelab.geometry.terrain.grid import Extent, Grid
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import CHECKED_ELSEWHERE, FIXED, Slider
from snakelab.parameter_declarations.quantities import PositiveFraction, Seed
from snakelab.types import FloatArray, number

CELL = 1.0  # side of the squares with independent random numbers [m]
FAR = 2**20  # keeps the numbers of the squares positive
LARGEST = 1e9  # of a stone, whose square must be finite [m]
MOST = 100_000  # stones


@dataclass(frozen=True)
class Boulders:
    """Boulders: randomly distributed ellipsoids (a Boolean model). Where stones overlap, the higher one determines the
    height.

    Positions follow a Poisson process, so that n stones per area with a mean visible area A cover the fraction 1 -
    exp(-n A) of the ground. The longest axes d are horizontal with random directions, and ln d is uniformly distributed
    between the two sizes.

    Args:
        smallest: Longest axis of the smallest stones [m].
        largest: Longest axis of the largest stones [m].
        cover: Fraction of the ground that is covered by stones, less than 1 [-].
        elongation: Ratio of the middle axis to the longest axis [-].
        flatness: Ratio of the vertical axis to the longest axis [-].
        buried: Fraction of the height of each stone that is in the ground, from 0.5 (a height field has no overhangs)
            to 1 [-].
        seed: Seed of the random numbers.

    Source: Chiu, Stoyan, Kendall and Mecke, Stochastic Geometry and Its Applications (Boolean model).
    """

    smallest: Extent
    largest: Annotated[Extent, Le(LARGEST), CHECKED_ELSEWHERE]
    cover: Annotated[float, Ge(0), Lt(1), Slider(0, 0.9, 0.01), FIXED] = 0.3
    elongation: Annotated[PositiveFraction, FIXED] = 0.75
    flatness: Annotated[PositiveFraction, FIXED] = 0.5
    buried: Annotated[float, Ge(0.5), Le(1), Slider(0.5, 1, 0.01), FIXED] = 0.5
    seed: Seed = 0

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        if number(self.largest, "Boulders largest", WorldError, maximum=LARGEST, unit="m") < self.smallest:
            raise WorldError(
                f"Boulders largest must not be less than smallest={self.smallest:g} m, got {self.largest:g}"
            )

    @property
    def density(self) -> float:
        """Expected number of stones per area [1/m^2]."""
        ratio = math.log(self.largest / self.smallest)
        mean_square = (self.largest**2 - self.smallest**2) / (2 * ratio) if ratio > 1e-9 else self.largest**2
        visible = 1 - (2 * self.buried - 1) ** 2
        area = math.pi / 4 * mean_square * self.elongation * visible
        return -math.log1p(-self.cover) / area if area > 0 else 0.0

    def heights(self, grid: Grid) -> FloatArray:
        """Return the heights at the points of a grid, shape (n_y, n_x), [m].

        Raises:
            WorldError: if there would be too many stones.
        """
        low = np.array([grid.x[0], grid.y[0]]) - self.largest
        high = np.array([grid.x[-1], grid.y[-1]]) + self.largest
        expected = self.density * float(np.prod(high - low))
        if expected > MOST:
            raise WorldError(
                f"Boulders would be about {expected:.0f} stones, at most {MOST} are supported; make them larger or the terrain "
                f"smaller, or write rough_ground for gravel"
            )
        squares = float(np.prod((high - low) / CELL + 1))
        if squares > MOST:
            raise WorldError(
                f"Boulders largest={self.largest:g} m reaches over {squares:.3g} squares of {CELL:g} m, at most {MOST} are "
                f"supported; make the largest stone or the terrain smaller"
            )
        relief = np.zeros((len(grid.y), len(grid.x)))
        first, last = np.floor(low / CELL).astype(int), np.floor(high / CELL).astype(int)
        for i in range(first[0], last[0] + 1):
            for j in range(first[1], last[1] + 1):
                for stone in self._stones(i, j):
                    self._add_stone(stone, grid, relief)
        return relief

    def _stones(self, i: int, j: int) -> FloatArray:
        """Places x, y [m], longest axes [m] and angles [rad] of the stones of one square, shape (n, 4)."""
        random = np.random.default_rng([self.seed, i + FAR, j + FAR])
        n = random.poisson(self.density * CELL**2)
        position, orientation = random.random((n, 2)), math.pi * random.random(n)
        size = self.smallest * (self.largest / self.smallest) ** random.random(n)
        return np.column_stack((CELL * (np.array([i, j]) + position), size, orientation))

    def _add_stone(self, stone: FloatArray, grid: Grid, heights: FloatArray) -> None:
        """Raise the heights to the top of one stone, in place."""
        x, y, size, orientation = stone
        columns = slice(*np.searchsorted(grid.x, (x - size / 2, x + size / 2)))
        rows = slice(*np.searchsorted(grid.y, (y - size / 2, y + size / 2)))
        dx, dy = grid.x[columns] - x, grid.y[rows, None] - y
        u = (math.cos(orientation) * dx + math.sin(orientation) * dy) / (size / 2)
        v = (math.cos(orientation) * dy - math.sin(orientation) * dx) / (size / 2 * self.elongation)
        half = self.flatness * size / 2
        top = half * (np.sqrt(np.maximum(1 - u * u - v * v, 0.0)) - (2 * self.buried - 1))
        heights[rows, columns] = np.maximum(heights[rows, columns], top)
