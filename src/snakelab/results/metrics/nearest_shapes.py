"""Least distance of a body from itself over many shapes, of which only the nearest are looked at one by one."""

import math
from typing import TYPE_CHECKING

import numpy as np

from snakelab.types import FloatArray

if TYPE_CHECKING:
    from snakelab.geometry.self_distance import Allowed, Pieces  # imports SciPy's trees, which only one figure needs

MOST_PAIRS = 1000  # of pieces, up to which looking at all shapes together is faster
CLOSE = 1e-6  # difference of the same distance computed together and alone, relative to the largest size


def least_distance(pieces: "Pieces", allowed: "Allowed") -> float:
    """Return the least distance over all shapes and allowed pairs, negative for a depth; infinite without any [m].

    The same number as the least of `nearest_pairs`, which looks at one shape after the other. Here the distances of all
    shapes together tell which shapes can have the least, and only those are looked at.

    Args:
        pieces: The pieces in m shapes.
        allowed: Which pairs count.
    """
    from snakelab.geometry.self_distance import nearest_pairs

    first, second = np.triu_indices(pieces.centre.shape[1], 1)
    if len(first) <= MOST_PAIRS and len(pieces.centre):
        keep = allowed(first, second)
        pieces = _nearest_shapes(pieces, first[keep], second[keep])
    return float(nearest_pairs(pieces, allowed).distance.min(initial=math.inf))


def _nearest_shapes(pieces: "Pieces", first: np.ndarray, second: np.ndarray) -> "Pieces":
    """Return the pieces in the shapes that can have the least distance, each shape once."""
    from snakelab.geometry.self_distance import Pieces

    distance = _least_of_shapes(pieces, first, second)
    margin = CLOSE * float(np.abs(pieces.half).max(initial=0.0))
    rows = np.flatnonzero(~(distance > np.fmin.reduce(distance) + margin))  # those without a number are looked at too
    shapes = np.concatenate([part[rows].reshape(len(rows), -1) for part in (pieces.centre, pieces.rotation)], axis=1)
    rows = np.sort(rows[np.unique(shapes, axis=0, return_index=True)[1]])
    return Pieces(pieces.centre[rows], pieces.rotation[rows], pieces.half, pieces.box)


def _least_of_shapes(pieces: "Pieces", first: np.ndarray, second: np.ndarray) -> FloatArray:
    """Return the least distance of each shape, infinite without any pair, shape (m,)."""
    from snakelab.geometry.self_distance import pair_distances

    if not len(first):
        return np.full(len(pieces.centre), np.inf)
    return pair_distances(pieces, first, second).min(axis=1)
