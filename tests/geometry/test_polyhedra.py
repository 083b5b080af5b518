"""Convex polyhedra: hull, mass properties and distances against closed forms and sampled points."""

import itertools
import math

import numpy as np
import pytest

from snakelab.errors import WorldError
from snakelab.geometry.distances import box_gap
from snakelab.geometry.polyhedra import (
    convex_hull,
    cuboid,
    edge_separation,
    nearest_to_solid,
    solid_gap,
    solid_separation,
)
from snakelab.geometry.rotations import matrix_of, quat_exp

PHI = (1 + math.sqrt(5)) / 2
ICOSAHEDRON = np.array(
    [p for a, b in itertools.product((-1, 1), (-PHI, PHI)) for p in ((0, a, b), (a, b, 0), (b, 0, a))]
)
UNTURNED = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


def turned(*rotation):
    return matrix_of(quat_exp(tuple(map(float, rotation))))


def both(one, other):
    """Numbers of two polyhedra in a row, and the place of the second."""
    first = one.numbers()
    return np.append(first, other.numbers()), len(first)


def place(rotation, point):
    return tuple(turned(*rotation).ravel().tolist()), tuple(map(float, point))


def test_the_hull_of_the_corners_of_a_box_has_its_faces_and_mass_properties():
    box = cuboid((0.1, 0.06, 0.04))
    inside = np.random.default_rng(0).uniform(-0.5, 0.5, (100, 3)) * (0.1, 0.06, 0.04)
    middles = 0.5 * (box.vertices[:, None] + box.vertices).reshape(-1, 3)  # on edges and faces
    hull, deviation = convex_hull(np.array((1, 2, 3)) + np.concatenate([box.vertices, inside, middles]), 8, "points")
    assert (len(hull.vertices), len(hull.faces), len(hull.edges), deviation) == (8, 6, 12, 0.0)
    assert hull.volume == pytest.approx(2.4e-4, rel=1e-9)
    np.testing.assert_allclose(hull.centroid, (1, 2, 3), atol=1e-12)
    np.testing.assert_allclose(np.diag(hull.inertia(0.3)), 0.025 * np.array([5.2e-3, 1.16e-2, 1.36e-2]), rtol=1e-9)
    assert hull.thickness == pytest.approx(0.02, rel=1e-9)


def test_mass_properties_of_a_tetrahedron_and_an_icosahedron_are_exact():
    a = 0.2
    corner, _ = convex_hull(a * np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], dtype=float), 4, "points")
    assert corner.volume == pytest.approx(a**3 / 6)
    np.testing.assert_allclose(corner.centroid, a / 4)
    # about the centre: 3/40 m a^2 on the diagonal, and m a^2 / 80 beside it
    np.testing.assert_allclose(corner.inertia(2.0), 2 * a**2 * (np.eye(3) * 5 / 80 + 1 / 80), rtol=1e-9)
    hull, _ = convex_hull(ICOSAHEDRON, 12, "points")
    assert (len(hull.faces), len(hull.edges)) == (20, 30)
    assert hull.volume == pytest.approx(5 / 12 * (3 + math.sqrt(5)) * 8)
    np.testing.assert_allclose(hull.inertia(1.0), 4 * PHI**2 / 10 * np.eye(3), rtol=1e-9, atol=1e-12)


@pytest.mark.thorough
def test_a_fine_mesh_is_reduced_to_the_vertices_farthest_outside():
    points = np.random.default_rng(1).normal(size=(3000, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    last = 1.0
    for most in (8, 16, 32, 64):
        hull, deviation = convex_hull(points, most, "points")
        assert len(hull.vertices) == most
        outside = (points @ hull.normals.T - (hull.vertices @ hull.normals.T).max(axis=0)).max()
        assert outside == pytest.approx(deviation, abs=1e-6)
        assert deviation < last
        last = deviation
    assert last < 0.07


def test_bad_points_are_refused():
    flat = np.array(list(itertools.product((0.0, 0.1), (0.0, 0.2), (0.3,))))
    for points, message in (
        (flat[:3], "at least 4 points, got 3"),
        (flat, "must span a volume, got points 0 m apart"),
        (np.zeros((5, 3)), "must span a volume"),
        (np.linspace(0, 1, 10)[:, None] * (1, 2, 3), "must span a volume"),
    ):
        with pytest.raises(WorldError, match=message):
            convex_hull(points, 32, "points")


@pytest.mark.thorough
def test_the_distance_of_a_point_from_a_box_is_that_of_its_closed_form():
    numbers, half = cuboid((0.1, 0.06, 0.04)).numbers(), (0.05, 0.03, 0.02)
    for point in np.random.default_rng(2).uniform(-0.12, 0.12, (300, 3)).tolist():
        gap, normal = solid_gap(numbers, 0, tuple(point))
        expected, n = box_gap(tuple(point), half)
        assert gap == pytest.approx(expected, abs=1e-12)
        np.testing.assert_allclose(normal, n, atol=1e-9)


@pytest.mark.thorough
def test_the_nearest_point_of_a_segment_is_that_of_many_samples():
    hull, _ = convex_hull(ICOSAHEDRON * 0.02, 12, "points")
    numbers = hull.numbers()
    for ends in np.random.default_rng(3).uniform(-0.1, 0.1, (100, 2, 3)):
        p, q = (tuple(end.tolist()) for end in ends)
        samples = ends[0] + np.linspace(0, 1, 2001)[:, None] * (ends[1] - ends[0])
        least = min(solid_gap(numbers, 0, tuple(point))[0] for point in samples.tolist())
        at = nearest_to_solid(numbers, 0, p, q)
        gap = solid_gap(numbers, 0, tuple((ends[0] + at * (ends[1] - ends[0])).tolist()))[0]
        assert least - 1e-4 <= gap <= least + 1e-12


@pytest.mark.parametrize("depth", [-0.02, -0.001, 0.003, 0.01])
@pytest.mark.parametrize("turn", [0.3, math.pi / 2])
def test_crossed_edges_of_two_bars_have_the_separation_and_normal_of_their_common_perpendicular(depth, turn):
    """Two square bars on their edges, of which one is turned about the vertical: 2 sqrt(2) half sizes between their axes."""
    bar = cuboid((0.3, 0.02, 0.02))
    numbers, second = both(bar, bar)
    up = turned(math.pi / 4, 0, 0)
    upper = turned(0, 0, turn) @ up
    r, p = up.T @ upper, up.T @ (0, 0, 0.02 * math.sqrt(2) + depth)
    r, p = tuple(r.ravel().tolist()), tuple(p.tolist())
    gap, _, _, normal = edge_separation(numbers, 0, second, r, p)
    assert gap == pytest.approx(depth, abs=1e-12)
    np.testing.assert_allclose(up @ normal, (0, 0, 1), atol=1e-9)
    if abs(depth) < 0.005:
        assert solid_separation(numbers, 0, second, r, p) == pytest.approx(depth, abs=1e-12)


def test_the_separation_of_two_hulls_is_that_of_the_hull_of_their_difference():
    """Minus the smallest distance of the origin from a face of the Minkowski difference, if it is inside."""
    rng = np.random.default_rng(4)
    one, _ = convex_hull(rng.normal(size=(20, 3)), 64, "points")
    other, _ = convex_hull(rng.normal(size=(15, 3)), 64, "points")
    numbers, second = both(one, other)
    for _ in range(20):
        rotation, point = rng.normal(size=3), rng.normal(size=3)
        moved = other.vertices @ turned(*rotation).T + point
        difference, _ = convex_hull((one.vertices[:, None] - moved).reshape(-1, 3), 10_000, "points")
        expected = -(difference.vertices @ difference.normals.T).max(axis=0).min()
        found = solid_separation(numbers, 0, second, *place(rotation, point))
        if expected < 0:
            assert found == pytest.approx(expected, abs=1e-4)
        else:
            assert found >= -1e-9


def test_two_boxes_beside_each_other_have_no_pair_of_edges():
    box = cuboid((0.1, 0.1, 0.1))
    numbers, second = both(box, box)
    assert edge_separation(numbers, 0, second, UNTURNED, (0.0, 0.0, 0.11))[0] == -math.inf
    assert solid_separation(numbers, 0, second, UNTURNED, (0.0, 0.0, 0.11)) == pytest.approx(0.01)
