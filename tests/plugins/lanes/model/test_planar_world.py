"""Planar worlds: currents where they belong, corners, and errors that say what to write."""

import numpy as np
import pytest

from snakelab.errors import WorldError
from snakelab.geometry.planar_solids import HullWall, PlanarPipe, Post
from snakelab.plugins.lanes.model.planar_world import PipeCurrent, PlanarWorld, UniformCurrent, WallLaw

HULL = HullWall(PlanarPipe([(-5, -5), (-7.5, -5), (-10, -5), (-12, -5)], [0.2, 0.2, 0.1, 0.1]))
FLOWING = PipeCurrent(HULL, [0.2, 0.2, 0.1, 0.1])


def at(current, x, y):
    return current.at(np.array(float(x)), np.array(float(y))).tolist()


def test_the_current_flows_in_the_pipe_only():
    assert at(FLOWING, -4.9, -5) == [0, 0] and at(FLOWING, -6, -4) == [0, 0] and at(FLOWING, 0, 0) == [0, 0]
    assert np.allclose(at(FLOWING, -6, -5.1), [-0.2, 0])
    assert np.allclose(at(FLOWING, -8.75, -5), [-0.15, 0])
    assert np.allclose(at(FLOWING, -40, -5), [-0.1, 0])


def test_the_current_follows_the_bend_or_the_world():
    hull = HullWall(PlanarPipe([(-5, -5), (-7.5, -5), (-11, -8.5)], 0.2, measured="vertical"))
    assert np.allclose(at(PipeCurrent(hull, -0.2), -9, -6.5), [0.2 * np.sqrt(0.5)] * 2)
    assert np.allclose(at(PipeCurrent(hull, 0.2, "x"), -9, -6.5), [-0.2, 0])


def test_currents_add_up_on_the_grid():
    world = PlanarWorld([HULL], [FLOWING, UniformCurrent((0.0, 0.05))])
    around = world.surroundings((-11, -6), (0, 0), 0.025)
    assert np.allclose(around.current_at(-6.0, -5.0), [-0.2, 0.05])
    assert np.allclose(around.current_at(-1.0, -1.0), [0.0, 0.05])
    assert around.corners.shape == (2, 2)


def test_open_water_needs_no_grid():
    around = PlanarWorld(currents=[UniformCurrent((0.1, 0.2)), UniformCurrent((0.1, 0.0))]).surroundings()
    assert around.distance is None and around.current.tolist() == [0.2, 0.2]


def test_corners_beyond_the_grid_are_left_out():
    around = PlanarWorld([HULL, Post((-2, -2), 0.3)]).surroundings((-6, -4), (0, 0))
    assert len(around.corners) == 0 and around.distance.at(-2.0, -1.6)[0] == pytest.approx(0.1, abs=1e-3)


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: PlanarWorld([HullWall(PlanarPipe([(0, 0), (1, 0)], 0.008))]), "thinner than the snake"),
        (lambda: PlanarWorld([HULL]).surroundings(spacing=0.05), "at most spacing=0.025"),
        (lambda: PlanarWorld([HULL.pipe]), "must be one of HullWall"),
        (lambda: PlanarWorld(currents=[0.1]), "UniformCurrent, PipeCurrent"),
        (lambda: PipeCurrent(HULL, [0.1, 0.2]), "each of the 4 points"),
        (lambda: PipeCurrent(HULL, 0.1, "y"), "pipe, x"),
        (lambda: PipeCurrent(HULL.pipe, 0.1), "must be a HullWall"),
        (lambda: UniformCurrent((0.1,)), "UniformCurrent velocity"),
        (lambda: WallLaw(friction=-1), "WallLaw friction"),
    ],
)
def test_what_cannot_be_is_refused(make, words):
    with pytest.raises(WorldError, match=words):
        make()
