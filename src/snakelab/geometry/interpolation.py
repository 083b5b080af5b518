"""Bilinear interpolation on regular grids, constant beyond their edges, in NumPy; places are in spacings from the first point.

The compiled laws (`geometry.signed_distance`, `worlds.fluid.stream`, `planar_batch.dynamics.proximity`) write the formula out:
a shared function would round differently there, and so change the results of published runs.
"""

import numpy as np

from snakelab.types import FloatArray


def bilinear(table: FloatArray, places: FloatArray) -> tuple[FloatArray, FloatArray, np.ndarray]:
    """Values at places, and the rises of the bilinear surface over one spacing.

    Args:
        table: Rows along y, columns along x, shape (n_y, n_x), each at least 2.
        places: x and y, shape (n, 2), [-].

    Returns:
        Values, shape (n,); rises along x and y in the cell, shape (n, 2); True where a coordinate is within the grid,
        shape (n, 2).
    """
    counts = np.array(table.shape[::-1])
    within = np.clip(places, 0.0, counts - 1.0)
    cell = np.minimum(np.floor(within).astype(int), counts - 2)
    u, v = (within - cell).T
    i, j = cell.T
    h00, h10, h01, h11 = table[j, i], table[j, i + 1], table[j + 1, i], table[j + 1, i + 1]
    low, high = h00 + u * (h10 - h00), h01 + u * (h11 - h01)
    rises = np.column_stack(((1 - v) * (h10 - h00) + v * (h11 - h01), high - low))
    return low + v * (high - low), rises, within == places


def bilinear_on_lines(table: FloatArray, x: FloatArray, y: FloatArray) -> FloatArray:
    """Values at all pairs of positions along the two axes, shape (len(y), len(x)).

    Args:
        table: Rows along y, columns along x, shape (n_y, n_x), each at least 1.
        x: Positions of the columns, in spacings [-].
        y: Positions of the rows, in spacings [-].
    """
    values = table
    for axis, places in ((1, x), (0, y)):
        last = table.shape[axis] - 1
        within = np.clip(places, 0, last)
        i = np.clip(within.astype(int), 0, max(last - 1, 0))
        fraction = (within - i).reshape((1, -1) if axis else (-1, 1))
        after = np.minimum(i + 1, last)
        values = (1 - fraction) * np.take(values, i, axis) + fraction * np.take(values, after, axis)
    return values
