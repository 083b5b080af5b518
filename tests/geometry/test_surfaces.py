"""Surfaces: signed distance and normal."""

import math

import numpy as np
import pytest

import snakelab as sl
from snakelab.geometry.distances import nearest_on_segment
from snakelab.geometry.surfaces import signed_distance, signed_distances

RNG = np.random.default_rng(7)
HILLS = sl.HeightField(0.05 * RNG.standard_normal((6, 5)), spacing=(0.2, 0.3), origin=(-0.4, -0.7))
STEPPED = sl.Pipe([(0, 0, 0), (1, 0, 0), (1, 0, 0), (2, 0, 0)], [0.2, 0.2, 0.1, 0.15], wall=0.05)
ELBOW = sl.Pipe([(0, 0, 0), (1, 0, 0), (1, 1, 0)], 0.2)
SURFACES = {
    "plane": sl.Plane((0.3, -0.2, 1.0), (0.1, 0.2, 0.3)),
    "block": sl.Block((0.4, 0.6, 0.2), (0.1, 0.0, 0.1), (0.2, -0.3, 0.5)),
    "pole": sl.Pole(0.2, (0.1, 0.0, 0.0), (0.3, 0.2, 1.0)),
    "short pole": sl.Pole(0.2, (0.1, 0.0, 0.0), (0.3, 0.2, 1.0), length=0.5),
    "stepped pipe": STEPPED,
}


@pytest.mark.parametrize("name", SURFACES)
def test_the_normal_is_the_gradient_of_the_distance_and_of_length_one(name):
    surface = SURFACES[name]
    for point in RNG.uniform(-0.8, 1.2, (200, 3)):
        _, normal = signed_distance(surface, point)
        assert np.linalg.norm(normal) == pytest.approx(1.0)
        gradient = [
            (signed_distance(surface, point + e)[0] - signed_distance(surface, point - e)[0]) / 2e-6
            for e in 1e-6 * np.eye(3)
        ]
        if np.linalg.norm(gradient) > 0.999:  # elsewhere two nearest points compete
            assert np.allclose(gradient, normal, atol=1e-4)


@pytest.mark.parametrize("name", SURFACES)
def test_a_step_along_the_normal_by_the_distance_ends_on_the_surface(name):
    surface = SURFACES[name]
    for point in RNG.uniform(-0.8, 1.2, (200, 3)):
        gap, normal = signed_distance(surface, point)
        assert signed_distance(surface, point - gap * normal)[0] == pytest.approx(0.0, abs=1e-9)


def test_known_distances():
    assert signed_distance(sl.Plane(), (1.0, 2.0, 0.3))[0] == pytest.approx(0.3)
    corner = signed_distance(sl.Block((2.0, 2.0, 2.0)), (1.3, 1.4, 0.0))
    assert corner[0] == pytest.approx(0.5)
    assert corner[1] == pytest.approx([0.6, 0.8, 0.0])
    assert signed_distance(sl.Block((2.0, 2.0, 2.0)), (0.9, 0.0, 0.0))[0] == pytest.approx(-0.1)
    assert signed_distance(sl.Pole(0.2), (0.5, 0.0, 7.0))[0] == pytest.approx(0.3)
    assert signed_distance(sl.Pole(0.2, length=2.0), (0.0, 0.0, 1.5))[0] == pytest.approx(0.5)


def test_a_pipe_is_free_inside_and_solid_in_its_wall():
    assert signed_distance(STEPPED, (0.5, 0.0, 0.05))[0] == pytest.approx(0.15)
    assert signed_distance(STEPPED, (0.5, 0.21, 0.0))[0] == pytest.approx(-0.01)
    assert signed_distance(STEPPED, (0.5, 0.0, -0.3))[0] == pytest.approx(0.05)  # outside of the wall
    assert signed_distance(STEPPED, (0.9, 0.0, 0.15))[0] == pytest.approx(
        0.05
    )  # nearer to the side than to the step's face
    assert signed_distance(STEPPED, (0.98, 0.0, 0.15))[0] == pytest.approx(0.02)
    assert signed_distance(STEPPED, (0.97, 0.0, 0.06))[0] == pytest.approx(0.05)  # the step's edge: 3-4-5
    assert signed_distance(STEPPED, (1.5, 0.0, 0.0))[0] == pytest.approx(0.125, rel=0.01)  # half-way up the taper


def test_a_pipe_through_rock_has_a_mouth_with_an_edge():
    assert signed_distance(ELBOW, (-0.3, 0.0, 0.0))[0] == pytest.approx(np.hypot(0.3, 0.2))
    assert signed_distance(ELBOW, (-0.3, 0.0, 0.6))[0] == pytest.approx(0.3)
    assert signed_distance(ELBOW, (0.5, 0.0, 0.6))[0] < 0
    assert signed_distance(ELBOW, (1.0, 0.7, 0.05))[0] == pytest.approx(0.15)


def test_a_height_field_passes_through_its_points_and_leans_like_a_plane():
    heights = np.asarray(HILLS.heights)
    assert signed_distance(HILLS, (-0.4 + 0.2 * 2, -0.7 + 0.3 * 4, heights[4, 2]))[0] == pytest.approx(0.0, abs=1e-12)
    x, y = np.meshgrid(np.arange(4) * 0.5, np.arange(3) * 0.5)
    slope = sl.HeightField(0.2 * x - 0.1 * y + 0.3, spacing=0.5)
    plane = sl.Plane((-0.2, 0.1, 1.0), (0.0, 0.0, 0.3))
    for point in RNG.uniform(0.0, 1.0, (50, 3)):
        ours, theirs = signed_distance(slope, point), signed_distance(plane, point)
        assert ours[0] == pytest.approx(theirs[0])
        assert ours[1] == pytest.approx(theirs[1])
    assert signed_distance(slope, (9.0, -5.0, 1.0))[1] == pytest.approx([0.0, 0.0, 1.0])  # level beyond its corner


def test_the_nearest_point_of_a_segment_finds_an_edge_between_its_ends():
    edge = sl.Block((1.0, 1.0, 1.0))
    share = nearest_on_segment(edge.kind, edge.numbers(), 0, (0.1, 0.0, 1.2), (1.2, 0.0, 0.1), math.inf)
    assert share == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: sl.Plane((0, 0, 0)), "Plane normal must not be zero"),
        (lambda: sl.HeightField([[0.0, 1.0]]), r"at least 2 by 2, \[m\]; got shape \(1, 2\)"),
        (lambda: sl.HeightField([[0.0, 1.0], [0.0]]), "rows of equal length"),
        (lambda: sl.HeightField([[0.0, np.nan], [0.0, 1.0]]), "must be finite, got 1 that are not"),
        (lambda: sl.HeightField(np.zeros((3, 3)), spacing=-1), "spacing must be greater than 0 m"),
        (lambda: sl.Block((1.0, 0.0, 1.0)), "Block size must be numbers greater than 0 m"),
        (lambda: sl.Pole(-1.0), "Pole radius must be greater than 0"),
        (lambda: sl.Pipe([(0, 0, 0)], 0.1), "at least two finite points"),
        (lambda: sl.Pipe([(0, 0, 0), (1, 0, 0)], [0.1, 0.2, 0.3]), "one for each point"),
        (lambda: sl.Pipe([(0, 0, 0), (1, 0, 0)], [0.1, -0.2]), "Pipe radii must be positive"),
        (lambda: sl.Pipe([(0, 0, 0), (0, 0, 0)], 0.1), "must have a length"),
    ],
)
def test_impossible_surfaces_are_refused(make, words):
    with pytest.raises(sl.errors.WorldError, match=words):
        make()


def test_a_segment_along_a_pole_is_nearest_at_its_start_whatever_the_rounding():
    """Equal gaps all along: a place between the ends, chosen by rounding, would be a contact in some steps only."""
    angle = math.radians(20)
    down, out = np.array([math.cos(angle), 0, -math.sin(angle)]), np.array([math.sin(angle), 0, math.cos(angle)])
    pole = sl.Pole(0.05, axis=down, length=8.0)
    for far in np.linspace(-1, 1, 50):
        start = 0.07 * out + far * down
        assert (
            nearest_on_segment(pole.kind, pole.numbers(), 0, tuple(start), tuple(start + 0.2 * down), math.inf) == 0.0
        )
    across = nearest_on_segment(pole.kind, pole.numbers(), 0, (0.05, -0.1, 0.1), (0.05, 0.15, 0.1), math.inf)
    assert across == pytest.approx(0.4, abs=1e-3)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "solid", [sl.Block((0.3, 0.5, 0.2), rotation=(0.2, 0.1, 0.4)), sl.Pole(0.1), sl.Pole(0.1, length=0.3)]
)
def test_the_nearest_point_of_a_segment_on_a_convex_solid_is_that_of_many_samples(solid):
    shares = np.linspace(0.0, 1.0, 2001)
    for _ in range(200):
        start, end = RNG.uniform(-0.5, 0.5, (2, 3))
        found = nearest_on_segment(solid.kind, solid.numbers(), 0, tuple(start), tuple(end), math.inf)
        gaps = signed_distances(solid, start + shares[:, None] * (end - start))[0]
        gap = signed_distance(solid, start + found * (end - start))[0]
        assert gaps.min() - 1e-3 < gap < gaps.min() + 1e-6
        if gaps.min() > 1e-3:  # a limit skips only what is farther
            share = nearest_on_segment(solid.kind, solid.numbers(), 0, tuple(start), tuple(end), gaps.min() + 1e-3)
            assert share == found
