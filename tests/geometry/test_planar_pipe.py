"""Pipes in a plane: sides, corners, distance."""

import math

import numpy as np
import pytest

from snakelab.errors import WorldError
from snakelab.geometry.planar_solids import HullWall, Outline, PlanarPipe, Post, sample_distance

TAPER_IN = PlanarPipe([(-5, -5), (-7.5, -5), (-10, -5), (-12, -5)], [0.2, 0.2, 0.1, 0.1])
TAPER_OUT = PlanarPipe([(-5, -5), (-7.5, -5), (-10, -5), (-12, -5)], [0.1, 0.1, 0.2, 0.2])
STEP_IN = PlanarPipe([(-5, -5), (-7.5, -5), (-7.5, -5), (-12, -5)], [0.2, 0.2, 0.1, 0.1])
STEP_OUT = PlanarPipe([(-5, -5), (-7.5, -5), (-7.5, -5), (-12, -5)], [0.1, 0.1, 0.2, 0.2])
BEND = PlanarPipe([(-5, -5), (-7.5, -5), (-11, -8.5)], 0.2, measured="vertical")


def gap(solid, *point):
    return float(solid.distance(np.array(point[0], float), np.array(point[1], float)))


@pytest.mark.parametrize("pipe", [TAPER_IN, TAPER_OUT, STEP_IN, STEP_OUT, BEND])
def test_every_pipe_is_open_along_its_middle_and_solid_beside(pipe):
    hull = HullWall(pipe)
    for share in np.linspace(0, 1, 23):
        point = np.asarray(pipe.line)[0] + share * (np.asarray(pipe.line)[1] - np.asarray(pipe.line)[0])
        assert gap(hull, *point) > 0.09
    assert gap(hull, 0, 0) == pytest.approx(5.0)
    assert gap(hull, -4, -5) == pytest.approx(math.hypot(1, np.asarray(pipe.radii)[0]))
    assert gap(hull, -6, -4) < 0 and gap(hull, -8, 0) == pytest.approx(-3.0)


def test_the_radius_changes_as_the_profile_says():
    hull = HullWall(TAPER_IN)
    for x, radius in ((-6, 0.2), (-8.75, 0.15), (-11, 0.1), (-50, 0.1)):
        assert gap(hull, x, -5) == pytest.approx(radius, rel=2e-3)
        assert gap(hull, x, -5 + radius) == pytest.approx(0, abs=1e-9)
        assert gap(hull, x, -5 - radius - 0.01) == pytest.approx(-0.01, rel=2e-3)


def test_corners_are_where_the_solid_sticks_out():
    assert same(HullWall(TAPER_IN).corners(), [(-5, -4.8), (-5, -5.2)])
    assert same(HullWall(STEP_IN).corners(), [(-5, -4.8), (-5, -5.2), (-7.5, -4.9), (-7.5, -5.1)])
    assert same(HullWall(STEP_OUT).corners(), [(-5, -4.9), (-5, -5.1), (-7.5, -4.9), (-7.5, -5.1)])
    assert same(HullWall(BEND).corners(), [(-5, -4.8), (-5, -5.2), (-7.5, -5.2)])
    assert same(Outline([(0, 0), (0, 1), (1, 1), (1, 0)]).corners(), [(0, 0), (0, 1), (1, 1), (1, 0)])


def same(actual, expected):
    return sorted(np.round(actual, 9).tolist()) == sorted([float(x), float(y)] for x, y in expected)


def test_a_bend_measured_vertically_keeps_its_opening():
    """The passage across the inclined part is then 0.4 cos 45 degrees = 0.28 wide."""
    hull = HullWall(BEND)
    assert gap(hull, -9, -6.5) == pytest.approx(0.2 * math.cos(math.pi / 4))
    assert gap(hull, -9, -6.3) == pytest.approx(0, abs=1e-12)
    left, right = BEND.sides()
    assert np.allclose(np.abs(left - right), [[0, 0.4]] * 3)


def test_a_bend_measured_across_keeps_its_width():
    pipe = PlanarPipe([(0, 0), (2, 0), (4, 2)], 0.2)
    hull = HullWall(pipe)
    for point in ((1, 0), (3, 1), (3.5, 1.5)):
        assert gap(hull, *point) == pytest.approx(0.2)


@pytest.mark.thorough
def test_distance_is_that_of_the_nearest_wall_point():
    """Beside a dense row of points of the outline."""
    outline = HullWall(STEP_IN).outline
    corners = np.asarray(outline.points)
    edge = np.concatenate(
        [
            a + np.linspace(0, 1, 200001)[:, None] * (b - a)
            for a, b in zip(corners, np.roll(corners, -1, 0), strict=True)
        ]
    )
    rng = np.random.default_rng(0)
    for point in rng.uniform((-9, -5.5), (-4, -4.5), (10, 2)):
        nearest = np.hypot(*(edge - point).T).min()
        assert abs(gap(outline, *point)) == pytest.approx(nearest, abs=6e-3)


def test_walls_and_posts():
    post, fence = Post((1, 2), 0.5), Outline([(0, -0.1), (2, -0.1), (2, 0.1), (0, 0.1)])
    assert gap(post, 1, 3) == pytest.approx(0.5) and gap(post, 1, 2) == pytest.approx(-0.5)
    assert gap(fence, 1, 0.3) == pytest.approx(0.2) and gap(fence, 1, 0.05) == pytest.approx(-0.05)
    assert gap(fence, 3, 0) == pytest.approx(1.0)


def test_a_grid_holds_the_distance_of_the_nearest_solid():
    solids = [HullWall(TAPER_IN), Post((-3, -4), 0.3)]
    grid = sample_distance(solids, (-11, -6), (0, 0), 0.025)
    rng = np.random.default_rng(1)
    for x, y in rng.uniform((-10.9, -5.9), (-0.1, -0.1), (200, 2)):
        exact = min(gap(solid, x, y) for solid in solids)
        assert grid.at(x, y)[0] == pytest.approx(exact, abs=0.015)
    value, normal = grid.at(-6.0, -4.79)
    assert value == pytest.approx(-0.01, abs=1e-9) and np.allclose(normal, [0, -1])
    assert grid.at(-100.0, -5.0)[0] == pytest.approx(0.1)


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: PlanarPipe([(0, 0)], 0.1), "at least 2 finite points"),
        (lambda: PlanarPipe([(0, 0), (1, 0)], -0.1), "radii must be positive"),
        (lambda: PlanarPipe([(0, 0), (1, 0)], [0.1, 0.1, 0.1]), "one for each of the 2 points"),
        (lambda: PlanarPipe([(0, 0), (1, 0), (1, 0), (2, 0)], 0.1), r"repeats \[1.0, 0.0\]"),
        (lambda: PlanarPipe([(0, 0), (0, 0), (2, 0)], [0.1, 0.2, 0.2]), "repeats"),
        (lambda: PlanarPipe([(0, 0), (0.1, 0), (0.1, 0.1)], 0.3), "bends too sharply"),
        (lambda: PlanarPipe([(0, 0), (1, 0), (0, 0)], 0.1), r"reverse its direction, as at \[1.0, 0.0\]"),
        (lambda: PlanarPipe([(0, 0), (0, 1)], 0.1, measured="vertical"), "monotonic along x"),
        (lambda: PlanarPipe([(0, 0), (1, 0)], 0.1, measured="width"), "across, vertical"),
        (lambda: HullWall(0.2), "must be a PlanarPipe"),
        (lambda: Post((0, 0), 0), "Post radius"),
        (lambda: Outline([(0, 0), (1, 1), (2, 2)]), "span an area"),
        (lambda: sample_distance([], (0, 0), (1, 1), 0.1), "at least one solid"),
        (lambda: sample_distance([Post((0, 0), 1)], (1, 1), (0, 0), 0.1), "lower to an upper"),
        (lambda: sample_distance([Post((0, 0), 1)], (0, 0), (100, 100), 0.001), "larger spacing"),
    ],
)
def test_what_cannot_be_is_refused(make, words):
    with pytest.raises(WorldError, match=words):
        make()


@pytest.mark.parametrize("solid_outside", [False, True])
def test_distances_on_a_grid_are_those_of_single_points_bit_for_bit(solid_outside):
    random = np.random.default_rng(3)
    x, y = np.meshgrid(np.linspace(-3.0, 3.0, 161), np.linspace(-2.0, 2.0, 131))
    for n in (3, 5, 12, 30):
        for size in (0.05, 1.0, 50.0):
            outline = Outline(np.round(size * random.normal(size=(n, 2)), 2), solid_outside)
            single = outline.distance(x.ravel(), y.ravel())
            assert outline.distance(x, y).tobytes() == single.tobytes()
