"""The least distance over many shapes is, to the last bit, the least of each shape by itself."""

import math

import numpy as np
import pytest

from snakelab.geometry import self_distance
from snakelab.geometry.self_distance import Pieces, nearest_pairs
from snakelab.results.metrics import effort as limits
from snakelab.results.metrics.effort import least_distance


def bent_body(seed, n=9, m=20, boxes=True):
    """A planar chain of pieces in some random shapes."""
    rng = np.random.default_rng(seed)
    angle = np.cumsum(rng.uniform(-0.7, 0.7, (m, n)), axis=1)
    c, s, zero = np.cos(angle), np.sin(angle), np.zeros((m, n))
    rotation = np.stack([c, -s, zero, s, c, zero, zero, zero, zero + 1], axis=-1).reshape(m, n, 3, 3)
    centre = np.cumsum(0.1 * rotation[..., 0], axis=1)
    half = np.column_stack([np.full(n, 0.05), rng.uniform(0.01, 0.03, n), rng.uniform(0.01, 0.03, n)])
    return Pieces(centre, rotation, half, np.full(n, boxes) & (rng.random(n) < 0.8))


def no_neighbours(first, second):
    return second - first > 1


@pytest.mark.parametrize("boxes", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_the_least_distance_is_that_of_all_shapes_one_by_one(seed, boxes):
    body = bent_body(seed, boxes=boxes)
    assert least_distance(body, no_neighbours) == nearest_pairs(body, no_neighbours).distance.min()


def test_only_shapes_that_can_be_nearest_are_looked_at_one_by_one(monkeypatch):
    body, seen = bent_body(5), []
    twice = Pieces(*(np.concatenate([part, part]) for part in (body.centre, body.rotation)), body.half, body.box)

    def counted(pieces, allowed):
        seen.append(len(pieces.centre))
        return nearest_pairs(pieces, allowed)

    monkeypatch.setattr(self_distance, "nearest_pairs", counted)
    assert least_distance(twice, no_neighbours) == least_distance(body, no_neighbours)
    assert seen == [1, 1]


def test_long_bodies_no_shapes_and_no_pairs(monkeypatch):
    body = bent_body(6)
    none = Pieces(body.centre[:0], body.rotation[:0], body.half, body.box)
    assert least_distance(none, no_neighbours) == math.inf
    assert least_distance(body, lambda first, second: first < 0) == math.inf
    monkeypatch.setattr(limits, "MAX_PAIRS", 0)
    assert least_distance(body, no_neighbours) == nearest_pairs(body, no_neighbours).distance.min()
