"""Crossing of thin solids: straight paths of a point through a block or a pole."""

import numpy as np

from snakelab.geometry.surfaces import Block, Pole
from snakelab.types import FloatArray

Thin = Block | Pole
# Fraction of the radius of a pole; paths farther from the axis may only touch it.
CORE = 0.7


def thickness(solid: Thin) -> float:
    """Smallest extent of a block, diameter of a pole [m]."""
    return float(min(solid.size)) if isinstance(solid, Block) else 2 * solid.radius


def is_inside(solid: Thin, points: FloatArray) -> np.ndarray:
    """Mask of the points inside the solid, shape (...,), for points in world axes, shape (..., 3), [m]."""
    if isinstance(solid, Block):
        local, half = _in_block(solid, points)
        return np.asarray((np.abs(local) < half).all(axis=-1))
    along, across = _at_pole(solid, points)
    return np.asarray((np.abs(along) < solid.length / 2) & (np.linalg.norm(across, axis=-1) < solid.radius))


def goes_through(solid: Thin, start: FloatArray, end: FloatArray) -> np.ndarray:
    """Mask of the straight paths through the solid: through opposite faces of a block, through the core of a pole.

    Args:
        solid: The block or pole.
        start, end: Of each path, world axes, shapes (..., 3), [m].

    Returns:
        Shape (...,), bool. Paths around an edge of a block (through neighbouring faces) do not count.

    Source: the slab test, Ericson, Real-Time Collision Detection, 2005, section 5.3.3.
    """
    if isinstance(solid, Pole):
        return _through_pole(solid, start, end)
    (p, half), (q, _) = _in_block(solid, start), _in_block(solid, end)
    segment = np.where(p == q, 1e-300, q - p)
    one, other = (-half - p) / segment, (half - p) / segment
    enters, leaves = np.minimum(one, other), np.maximum(one, other)
    first, last = enters.max(axis=-1), leaves.min(axis=-1)
    same = enters.argmax(axis=-1) == leaves.argmin(axis=-1)
    return np.asarray(same & (first < last) & (first >= 0) & (last <= 1))


def _through_pole(pole: Pole, start: FloatArray, end: FloatArray) -> np.ndarray:
    (z, p), (z_end, q) = _at_pole(pole, start), _at_pole(pole, end)
    segment = q - p
    size = (segment * segment).sum(axis=-1)
    fraction = -(p * segment).sum(axis=-1) / np.where(
        size > 0, size, 1.0
    )  # fraction of the path at which it is nearest to the axis
    nearest = np.linalg.norm(p + fraction[..., None] * segment, axis=-1)
    within = np.abs(z + fraction * (z_end - z)) < pole.length / 2
    return np.asarray((size > 0) & (fraction > 0) & (fraction < 1) & (nearest < CORE * pole.radius) & within)


def _in_block(block: Block, points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Points in the block's axes from its centre, and its half sizes, shape (3,), [m]."""
    numbers = block.numbers()
    return (points - numbers[9:12]) @ numbers[:9].reshape(3, 3), numbers[12:]


def _at_pole(pole: Pole, points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Coordinates of points along the axis from its middle, shape (...,), and across it, shape (..., 3), [m]."""
    axis = np.asarray(pole.axis, dtype=np.float64)
    axis = axis / np.linalg.norm(axis)
    from_middle = points - np.asarray(pole.point, dtype=np.float64)
    along = from_middle @ axis
    return along, from_middle - along[..., None] * axis
