"""Distances between the pieces of one body: capsules and boxes, many shapes and pairs at once.

Round pieces are capsules around their axis. A pair of which one is a box is a pair of boxes: distance by projecting from
one to the other in turn (von Neumann), depth by the least overlap over the 15 axes that can part two boxes. Of such
pairs only those are looked at that the capsules around them do not already rule out.
"""

from dataclasses import dataclass

import numpy as np

from snakelab.types import FloatArray

PROJECTIONS = 60


@dataclass(frozen=True)
class Pieces:
    """Straight pieces of a body in m of its shapes.

    Attributes:
        centre: Middles of their axes, shape (m, n, 3), [m].
        rotation: Their axes x (along), y and z as columns, shape (m, n, 3, 3).
        half: Half extents along x, y and z, shape (n, 3), [m].
        box: Which are boxes, shape (n,), bool.
    """

    centre: FloatArray
    rotation: FloatArray
    half: FloatArray
    box: np.ndarray


def pair_distances(pieces: Pieces, first: np.ndarray, second: np.ndarray) -> FloatArray:
    """Least distance of each pair in each shape, negative where they are that deep in each other, shape (m, n_pairs), [m].

    Boxes that cannot be the nearest of their shape have a lower bound in place of their distance: the least over the
    pairs is exact, and so is every negative one.

    Args:
        pieces: The pieces.
        first, second: Numbers of the pieces of each pair, shape (n_pairs,).
    """
    reach = pieces.half[None, :, :1] * pieces.rotation[:, :, :, 0]
    start, end = pieces.centre - reach, pieces.centre + reach
    apart = segment_distances(start[:, first], end[:, first], start[:, second], end[:, second])
    outer = np.where(pieces.box, np.hypot(pieces.half[:, 1], pieces.half[:, 2]), pieces.half[:, 1])
    found = apart - outer[first] - outer[second]
    boxes = pieces.box[first] | pieces.box[second]
    if boxes.any():
        # the axis is in the box, and the box in the capsule around it
        most = np.maximum(np.where(boxes, apart, found).min(axis=1), 0.0)
        shape, pair = np.nonzero(boxes & (found < most[:, None]))
        found[shape, pair] = _box_distances(pieces, shape, first[pair], second[pair])
    return np.asarray(found)


def segment_distances(a: FloatArray, b: FloatArray, c: FloatArray, d: FloatArray) -> FloatArray:
    """Least distance between segments ab and cd, each of shape (..., 3), [m].

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
    s = np.where(t == clipped, s, np.clip((uw * clipped - ur) / np.where(uu > 0, uu, 1.0), 0.0, 1.0))
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
    for _ in range(PROJECTIONS):
        y = _nearest(x, q, S, b)
        x = _nearest(y, p, R, a)
    return np.where(gap > 0, np.linalg.norm(x - y, axis=1), gap)


def _nearest(x: FloatArray, centre: FloatArray, R: FloatArray, half: FloatArray) -> FloatArray:
    """The point of each box nearest to x, shape (n, 3)."""
    local = np.clip(np.einsum("nij,ni->nj", R, x - centre), -half, half)
    return np.asarray(centre + np.einsum("nij,nj->ni", R, local))


def _dot(a: FloatArray, b: FloatArray) -> FloatArray:
    return np.asarray((a * b).sum(axis=-1))
