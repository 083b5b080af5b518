"""Reliefs by formula and by chance: heights where they are known, statistics where they are not."""

import math

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import WorldError

LARGE = (20.0, 20.0)


def height(terrain, x, y):
    """Where a vertical line meets the terrain, by its signed distance."""
    gap, normal = sl.geometry.signed_distance(terrain, (x, y, 5.0))
    return 5.0 - gap / normal[2]


def correlation(heights, lag):
    return np.mean(heights[:, lag:] * heights[:, :-lag]) / np.mean(heights**2)


def test_an_incline_rises_by_its_angle_from_its_foot_for_its_length():
    hill = sl.Terrain(sl.geometry.Incline(0.2, direction=math.pi / 2, foot=(0, 0.5), length=1), (2, 4), 0.1)
    assert height(hill, 0.3, 0.2) == pytest.approx(0)
    assert height(hill, -0.4, 1.0) == pytest.approx(0.5 * math.tan(0.2))
    assert height(hill, 0.0, 1.9) == pytest.approx(math.tan(0.2))
    endless = sl.Terrain(sl.geometry.Incline(-0.1), (2, 2), 0.5)
    assert height(endless, -0.7, 0) == pytest.approx(0.7 * math.tan(0.1))


def test_stairs_have_their_steps_and_end():
    stairs = sl.Terrain(sl.geometry.Stairs(0.1, 0.3, steps=3, foot=(0.2, 0)), (4, 1), 0.02)
    for x, steps in [(0.1, 0), (0.3, 1), (0.48, 1), (0.6, 2), (0.9, 3), (1.7, 3)]:
        assert height(stairs, x, 0.1) == pytest.approx(0.1 * steps)


def test_ripples_are_a_sine_and_reliefs_add_up():
    ripples, ramp = sl.geometry.Ripples(0.02, 0.5, phase=0.3), sl.geometry.Incline(0.1)
    both = sl.Terrain([ripples, ramp], (2, 1), 0.05, centre=(0.5, 0))
    assert height(both, 0.4, 0.2) == pytest.approx(0.02 * math.sin(4 * math.pi * 0.4 + 0.3) + 0.4 * math.tan(0.1))
    assert np.array_equal(both.heights, sl.Terrain([ramp, ripples], (2, 1), 0.05, centre=(0.5, 0)).heights)


@pytest.mark.parametrize("hurst", [0.5, None])
def test_rough_ground_has_its_deviation_and_its_correlation(hurst):
    heights = sl.Terrain(sl.geometry.RoughGround(0.02, 0.2, hurst, seed=3), LARGE, 0.05).heights
    assert heights.std() == pytest.approx(0.02, rel=0.02) and abs(heights.mean()) < 0.002
    for lag in (1, 2, 4):
        r = 0.05 * lag / 0.2
        assert correlation(heights, lag) == pytest.approx(math.exp(-r if hurst else -r * r), abs=0.02)
        assert correlation(heights.T, lag) == pytest.approx(math.exp(-r if hurst else -r * r), abs=0.02)


@pytest.mark.thorough
def test_a_smaller_hurst_exponent_is_rougher_close_by():
    near = [
        correlation(sl.Terrain(sl.geometry.RoughGround(0.02, 0.2, h, seed=3), LARGE, 0.05).heights, 1)
        for h in (0.2, 0.5, 0.9)
    ]
    assert near[0] < near[1] - 0.1 and near[1] < near[2] - 0.1


@pytest.mark.parametrize(
    "relief", [sl.geometry.RoughGround(0.02, 0.2, seed=5), sl.geometry.Boulders(0.1, 0.3, 0.4, seed=5)]
)
def test_a_seed_gives_the_same_ground_on_any_grid(relief):
    whole = sl.Terrain(relief, (4, 4), 0.05)
    piece = sl.Terrain(relief, (1, 0.5), 0.1, centre=(0.5, -1.25))
    assert np.ptp(piece.heights) > 0.01
    assert piece.heights == pytest.approx(whole.heights[10:21:2, 40:61:2], abs=1e-12)
    other = type(relief)(*(0.02, 0.2) if isinstance(relief, sl.geometry.RoughGround) else (0.1, 0.3, 0.4), seed=6)
    assert not np.allclose(sl.Terrain(other, (4, 4), 0.05).heights, whole.heights)


@pytest.mark.thorough
@pytest.mark.few(1, others="slow")
@pytest.mark.parametrize("buried", [0.8, 0.5])
def test_boulders_cover_the_stated_fraction_and_have_the_stated_height(buried):
    heights = sl.Terrain(sl.geometry.Boulders(0.2, 0.4, 0.35, flatness=0.5, buried=buried, seed=1), LARGE, 0.05).heights
    assert (heights > 0).mean() == pytest.approx(0.35, abs=0.025)
    assert heights.min() == 0
    assert 0.17 * (1 - buried) < heights.max() <= 0.2 * (1 - buried)


def test_stones_of_one_size_are_ellipsoids():
    stone = sl.geometry.Boulders(1.0, 1.0, 0.02, elongation=1.0, flatness=1.0, seed=2)
    heights = sl.Terrain(stone, LARGE, 0.05).heights
    j, i = np.unravel_index(heights.argmax(), heights.shape)
    assert heights[j, i] == pytest.approx(0.5, abs=0.003)
    assert heights[j, i + 6] == pytest.approx(0.4, abs=0.03)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: sl.Terrain(sl.geometry.Incline(0.1), (1, 0)), "size must be numbers greater than 0 m"),
        (lambda: sl.Terrain(sl.geometry.Incline(0.1), (1, 1), 0), "spacing must be greater than 0"),
        (
            lambda: sl.Terrain(sl.geometry.Incline(0.1), (100, 100), 0.01),
            "at most 4000000 are allowed; write spacing=0.055",
        ),
        (lambda: sl.Terrain("hills", (1, 1)), "relief"),
        (lambda: sl.geometry.Incline(math.pi / 2), "less than pi/2"),
        (lambda: sl.geometry.RoughGround(0.1, 0), "correlation must be greater than 0"),
        (lambda: sl.geometry.RoughGround(0.1, 1, 1.1), "hurst must be greater than 0 and at most 1"),
        (lambda: sl.geometry.RoughGround(0.1, 1, seed=-1), "seed must be a whole number of at least 0"),
        (lambda: sl.geometry.Boulders(0.2, 0.1), "largest must not be less than smallest=0.2 m"),
        (lambda: sl.geometry.Boulders(0.1, 0.2, 1.0), "cover must be at least 0 and less than 1"),
        (lambda: sl.geometry.Boulders(0.1, 0.2, buried=0.2), "buried must be at least 0.5"),
        (lambda: sl.Terrain(sl.geometry.Boulders(0.001, 0.001, 0.5), (5, 5)), "write rough_ground for gravel"),
        (
            lambda: sl.geometry.Stairs(0.1, steps=10**400),
            "steps must be a whole number of at least 1 and at most 1000000",
        ),
        (
            lambda: sl.Terrain(sl.geometry.Ripples(0.1, 1e-308), (1, 1)),
            r"at most 1e\+06 m, got nan; check the sizes.*Ripples",
        ),
        (lambda: sl.Terrain(sl.geometry.RoughGround(1e308, 0.1), (1, 1)), r"at most 1e\+06 m, got -?\d.*RoughGround"),
        (
            lambda: sl.Terrain([sl.geometry.Stairs(0.1), sl.geometry.Incline(1.0, length=1e9)], (1e7, 1), 1e7),
            r"got -7.787.*Incline",
        ),
        (lambda: sl.worlds.grass(size=(1, 1), spacing=1e308), r"got nan; check the sizes.*RoughGround"),
        (lambda: sl.worlds.Bearing(radius=1e308), r"radius must be at least 1e-09 and at most 1e\+09 m"),
        (lambda: sl.worlds.Bearing(load=5e-324), r"load must be at least 1e-09 and at most 1e\+09 N/m"),
    ],
)
def test_bad_numbers_are_reported_with_what_is_allowed(make, message):
    with pytest.raises(WorldError, match=message):
        make()


def test_a_direction_may_be_any_number():
    turns = 10**30  # a whole number that NumPy takes for an object
    for relief in (
        sl.geometry.Incline(0.1, turns),
        sl.geometry.Stairs(0.1, direction=turns),
        sl.geometry.Ripples(0.1, 1.0, turns),
    ):
        assert np.isfinite(sl.Terrain(relief, (1, 1)).heights).all()
