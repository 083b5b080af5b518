"""Grid of a terrain, and interpolation of maps onto it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Gt, Len

from snakelab.geometry.interpolation import bilinear_on_lines
from snakelab.parameter_declarations.marks import FIXED, Slider, Unit
from snakelab.types import FloatArray

# A terrain has one grid during a run, so its size and spacing are fixed.
Place = Annotated[Sequence[float], Len(2, 2), Unit("m"), Slider(-5, 5, 0.01), FIXED]
Height = Annotated[float, Unit("m"), Slider(-1, 1, 0.01), FIXED]
Extent = Annotated[float, Gt(0), Unit("m"), Slider(0.01, 10, 0.01), FIXED]
Direction = Annotated[float, Unit("rad"), Slider(-math.pi, math.pi, 0.01), FIXED]


@dataclass(frozen=True, eq=False)
class Grid:
    """Columns and rows of a terrain.

    Attributes:
        x: Of the columns, increasing, shape (n_x,), [m].
        y: Of the rows, increasing, shape (n_y,), [m].
    """

    x: FloatArray
    y: FloatArray

    def along(self, direction: float) -> FloatArray:
        """Coordinate of each point along a direction, an angle from x toward y [rad], shape (n_y, n_x), [m]."""
        return np.asarray(math.cos(direction) * self.x + math.sin(direction) * self.y[:, None])


def sample_map(heights: FloatArray, cell: float, centre: Sequence[float], grid: Grid) -> FloatArray:
    """Heights of a regular map at the points of a grid: bilinear, constant beyond the edges of the map.

    Args:
        heights: Rows along y, the first with the smallest y, shape (n, m), each at least 1, [m].
        cell: Between neighbours [m].
        centre: Position of the centre of the map, shape (2,), [m].
        grid: Points of the heights.

    Returns:
        Shape (n_y, n_x), [m].
    """
    n_y, n_x = heights.shape
    x, y = (grid.x - centre[0]) / cell + (n_x - 1) / 2, (grid.y - centre[1]) / cell + (n_y - 1) / 2
    return bilinear_on_lines(heights, x, y)
