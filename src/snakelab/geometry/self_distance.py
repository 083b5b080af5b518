"""Distances between the pieces of one body, capsules and boxes, for many shapes and pairs at once.

Round pieces are capsules around their axis. A pair with a box is treated as a pair of boxes: distance by alternating projection
(von Neumann), depth by the smallest overlap over the 15 separating axes of two boxes. Of such pairs only those are tested that
are not excluded by the capsules around them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from snakelab.parameters.arguments import FloatArray

PAIRS_PER_BATCH = 100_000  # limits the memory of the intermediate arrays
# Selects pairs of pieces by their indices, shapes (n_pairs,).
Allowed = Callable[[np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Pieces:
    """Straight pieces of a body in m shapes.

    Attributes:
        centre: Middles of their axes, shape (m, n, 3), [m].
        rotation: Their axes x (along), y and z as columns, shape (m, n, 3, 3).
        half: Half extents along x, y and z, shape (n, 3), [m].
        box: Mask of boxes, shape (n,), bool.
    """

    centre: FloatArray
    rotation: FloatArray
    half: FloatArray
    box: np.ndarray


@dataclass(frozen=True)
class Nearest:
    """Closest pair of pieces in each of m shapes.

    Attributes:
        distance: Shape (m,), negative for the penetration depth [m]; infinite if no pair is allowed.
        first, second: Their indices, shapes (m,).
    """

    distance: FloatArray
    first: np.ndarray
    second: np.ndarray


def nearest_pairs(pieces: Pieces, allowed: Allowed, n_exhaustive: int = 128) -> Nearest:
    """Return the closest allowed pair of each shape.

    Only pairs whose bounding spheres are closer than an upper bound from some pairs along the body are tested, found
    with a k-d tree: time and memory are near linear in the number of pieces, unless many lie within one another.

    Args:
        pieces: The pieces.
        allowed: Selects pairs.
        n_exhaustive: Largest number of pieces of which all pairs are tested, which is faster than importing SciPy's trees.
    """
    m, n = pieces.centre.shape[:2]
    distance, first, second = np.full(m, np.inf), np.zeros(m, int), np.zeros(m, int)
    some = _neighbours(n, allowed)
    for k in range(m if len(some[0]) else 0):
        one = Pieces(pieces.centre[k : k + 1], pieces.rotation[k : k + 1], pieces.half, pieces.box)
        minimum = _closest(one, *some)
        for pairs in _close_pairs(one, minimum[0], n_exhaustive):
            keep = allowed(*pairs)
            minimum = min(minimum, _closest(one, pairs[0][keep], pairs[1][keep]))
        distance[k], first[k], second[k] = minimum
    return Nearest(distance, first, second)


def _neighbours(n: int, allowed: Allowed) -> tuple[np.ndarray, np.ndarray]:
    """All allowed pairs of pieces with the smallest difference of indices for which there are any."""
    for apart in range(1, n):
        first = np.arange(n - apart)
        keep = allowed(first, first + apart)
        if keep.any():
            return first[keep], first[keep] + apart
    return np.zeros(0, int), np.zeros(0, int)


def _close_pairs(pieces: Pieces, minimum: float, n_exhaustive: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Pairs of one shape whose distance may be less than `minimum`, lower index first, in batches.

    A sphere around a piece has the radius r: |c_i - c_j| <= r_i + r_j + minimum, and r_j <= r_i for one of the two.
    """
    centre = pieces.centre[0]
    radius = pieces.half[:, 0] + _outer(pieces)

    def is_near(i: np.ndarray, j: np.ndarray) -> np.ndarray:
        return np.linalg.norm(centre[i] - centre[j], axis=1) <= (radius[i] + radius[j] + minimum) * (1 + 1e-9)

    if len(centre) <= n_exhaustive:
        i, j = np.triu_indices(len(centre), 1)
        near = is_near(i, j)
        yield i[near], j[near]
        return
    from scipy.spatial import cKDTree

    tree = cKDTree(centre)
    reach = np.maximum(2 * radius + minimum, 0.0) * (1 + 1e-9)
    counts = np.cumsum(tree.query_ball_point(centre, reach, return_length=True))
    ends = np.flatnonzero(np.diff(counts // PAIRS_PER_BATCH)) + 1
    for part in np.split(np.arange(len(centre)), ends):
        lists = tree.query_ball_point(centre[part], reach[part])
        i = np.repeat(part, [len(one) for one in lists])
        j = np.concatenate([np.asarray(one, int) for one in lists])
        smaller = (radius[j] < radius[i]) | ((radius[j] == radius[i]) & (j < i))
        i, j = np.minimum(i, j)[smaller], np.maximum(i, j)[smaller]
        near = is_near(i, j)
        yield i[near], j[near]


def _closest(pieces: Pieces, first: np.ndarray, second: np.ndarray) -> tuple[float, int, int]:
    """Smallest distance of some pairs in one shape, and the pair; infinite without pairs."""
    best = (np.inf, 0, 0)
    for at in range(0, len(first), PAIRS_PER_BATCH):
        i, j = first[at : at + PAIRS_PER_BATCH], second[at : at + PAIRS_PER_BATCH]
        distances = pair_distances(pieces, i, j)[0]
        k = int(np.argmin(distances))
        best = min(best, (float(distances[k]), int(i[k]), int(j[k])))
    return best


def _outer(pieces: Pieces) -> FloatArray:
    """Radius of the capsule around each piece, shape (n,), [m]."""
    return np.where(pieces.box, np.hypot(pieces.half[:, 1], pieces.half[:, 2]), pieces.half[:, 1])


def pair_distances(pieces: Pieces, first: np.ndarray, second: np.ndarray) -> FloatArray:
    """Distance of each pair in each shape, negative for the penetration depth, shape (m, n_pairs), [m].

    Boxes that cannot be the closest of their shape have a lower bound in place of their distance: the minimum over the
    pairs is exact, and so are negative distances.

    Args:
        pieces: The pieces.
        first, second: Indices of the pieces of each pair, shape (n_pairs,).
    """
    reach = pieces.half[None, :, :1] * pieces.rotation[:, :, :, 0]
    start, end = pieces.centre - reach, pieces.centre + reach
    apart = segment_distances(start[:, first], end[:, first], start[:, second], end[:, second])
    outer = _outer(pieces)
    distance = apart - outer[first] - outer[second]
    boxes = pieces.box[first] | pieces.box[second]
    if boxes.any():
        # the axis is in the box, and the box in the capsule around it
        maximum = np.maximum(np.where(boxes, apart, distance).min(axis=1), 0.0)
        shape, pair = np.nonzero(boxes & (distance < maximum[:, None]))
        distance[shape, pair] = _box_distances(pieces, shape, first[pair], second[pair])
    return np.asarray(distance)


def segment_distances(a: FloatArray, b: FloatArray, c: FloatArray, d: FloatArray) -> FloatArray:
    """Distance between segments ab and cd, each of shape (..., 3), [m]. Either may be a point.

    Source: Ericson, Real-Time Collision Detection, 2005, section 5.1.9.
    """
    u, w, r = b - a, d - c, a - c
    uu, ww, uw = _dot(u, u), _dot(w, w), _dot(u, w)
    ur, wr = _dot(u, r), _dot(w, r)
    det = uu * ww - uw * uw
    parallel = det <= 1e-12 * uu * ww
    s = np.where(parallel, 0.0, np.clip((uw * wr - ur * ww) / np.where(parallel, 1.0, det), 0.0, 1.0))
    t = (uw * s + wr) / np.where(ww > 0, ww, 1.0)
    clipped = np.clip(t, 0.0, 1.0)
    kept = (t == clipped) & (ww > 0)
    s = np.where(kept, s, np.clip((uw * clipped - ur) / np.where(uu > 0, uu, 1.0), 0.0, 1.0))
    return np.asarray(np.linalg.norm(r + s[..., None] * u - clipped[..., None] * w, axis=-1))


def _box_distances(pieces: Pieces, shape: np.ndarray, first: np.ndarray, second: np.ndarray) -> FloatArray:
    """Distance or minus depth of box pairs, shape (n,), [m]."""
    p, q = pieces.centre[shape, first], pieces.centre[shape, second]
    R, S = pieces.rotation[shape, first], pieces.rotation[shape, second]
    a, b = pieces.half[first], pieces.half[second]
    crossed = np.cross(R[:, :, :, None], S[:, :, None, :], axis=1).reshape(len(p), 3, 9)
    axes = np.concatenate([R, S, crossed], axis=2)  # (n, 3, 15)
    size = np.linalg.norm(axes, axis=1)
    axes = axes / np.where(size > 1e-9, size, 1.0)[:, None, :]
    spread = (np.abs(np.einsum("nij,nik->nkj", R, axes)) * a[:, None]).sum(axis=2)
    spread += (np.abs(np.einsum("nij,nik->nkj", S, axes)) * b[:, None]).sum(axis=2)
    gaps = np.abs(np.einsum("ni,nik->nk", q - p, axes)) - spread
    gaps[size <= 1e-9] = -np.inf
    gap = gaps.max(axis=1)
    x, y = p.copy(), q
    for _ in range(60):  # alternating projections converge linearly
        y = _nearest(x, q, S, b)
        x = _nearest(y, p, R, a)
    return np.where(gap > 0, np.linalg.norm(x - y, axis=1), gap)


def _nearest(x: FloatArray, centre: FloatArray, R: FloatArray, half: FloatArray) -> FloatArray:
    """The point of each box nearest to x, shape (n, 3)."""
    local = np.clip(np.einsum("nij,ni->nj", R, x - centre), -half, half)
    return np.asarray(centre + np.einsum("nij,nj->ni", R, local))


def _dot(a: FloatArray, b: FloatArray) -> FloatArray:
    return np.asarray((a * b).sum(axis=-1))
