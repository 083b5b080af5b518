"""Signed distances of many points in NumPy: the same as those of the compiled law."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.geometry.distances import BLOCK, segment_contact
from snakelab.geometry.planar_solids import Outline, Post
from snakelab.geometry.surfaces import signed_distances

RNG = np.random.default_rng(11)
SURFACES = {
    "plane": sl.Plane((0.3, -0.2, 1.0), (0.1, 0.2, 0.3)),
    "height field": sl.HeightField(0.05 * RNG.standard_normal((6, 5)), spacing=(0.2, 0.3), origin=(-0.4, -0.7)),
    "terrain": sl.Terrain([sl.geometry.Incline(0.2), sl.geometry.Ripples(0.05, 0.4)], size=(2.0, 1.5), spacing=0.1),
    "block": sl.Block((0.4, 0.6, 0.2), (0.1, 0.0, 0.1), (0.2, -0.3, 0.5)),
    "pole": sl.Pole(0.2, (0.1, 0.0, 0.0), (0.3, 0.2, 1.0)),
    "short pole": sl.Pole(0.2, (0.1, 0.0, 0.0), (0.3, 0.2, 1.0), length=0.5),
    "stepped pipe": sl.Pipe([(0, 0, 0), (1, 0, 0), (1, 0, 0), (2, 0, 0)], [0.2, 0.2, 0.1, 0.15], wall=0.05),
    "elbow": sl.Pipe([(0, 0, 0), (1, 0, 0), (1, 1, 0)], 0.2),
    "walls": sl.geometry.Extruded(
        [Post((0.1, 0.02), 0.15), Outline([(0.5, 0.5), (0.8, 0.5), (0.8, 0.8)])], (-0.5, -0.5), (1, 1)
    ),
}


@pytest.mark.parametrize("name", SURFACES)
def test_distances_and_normals_are_those_of_the_compiled_law(name):
    surface, points = SURFACES[name], RNG.uniform(-1.0, 1.5, (400, 3))
    gaps, normals = signed_distances(surface, points)
    pairs = [sl.geometry.signed_distance(surface, point) for point in points]
    assert np.allclose(gaps, [gap for gap, _ in pairs], rtol=0, atol=1e-12)
    # 1e-16 of the 10 km of an infinite pole, by the distance from its axis
    assert np.allclose(normals, [normal for _, normal in pairs], rtol=0, atol=1e-7)
    assert (gaps < 0).any() and (gaps > 0).any()


def test_many_points_are_done_in_parts():
    points = RNG.uniform(-1.0, 1.5, (50, 3))
    whole = signed_distances(SURFACES["elbow"], points)
    assert np.array_equal(signed_distances(SURFACES["elbow"], points, max_size=40)[0], whole[0])


def test_no_points_give_no_distances():
    gaps, normals = signed_distances(sl.Plane(), np.zeros((0, 3)))
    assert gaps.shape == (0,) and normals.shape == (0, 3)


def test_a_segment_whose_end_is_in_the_upper_face_of_a_block_does_not_touch_an_edge_of_the_block():
    """It stands on the face, 1 mm deep and 30 mm from the edge, and is 30 mm deep along the perpendicular of both."""
    numbers, start = sl.Block((0.2, 0.2, 0.2)).numbers(), (0.07, 0.0, 0.099)
    assert not segment_contact(BLOCK, numbers, 0, start, (-0.001, 0.0, 0.1), False)[0]


def test_a_segment_that_crosses_an_edge_of_a_block_touches_it_along_the_perpendicular():
    """From above the upper face to beside the block: 30 mm before the edge it is 15 mm above it, there 5 mm below."""
    numbers = sl.Block((0.2, 0.2, 0.2)).numbers()
    touches, at, gap, normal = segment_contact(BLOCK, numbers, 0, (0.07, 0.0, 0.115), (0.06, 0.02, -0.04), False)
    n = np.array([0.04, 0.0, 0.06]) / np.hypot(0.04, 0.06)
    assert touches
    assert gap == pytest.approx(n @ [-0.03, 0.0, 0.015])
    np.testing.assert_allclose(normal, n, atol=1e-12)
    assert at == pytest.approx(0.46, abs=0.05)  # nearest to the edge, between the crossings of both faces
