"""Three-link swimmer of total length 1 with drag ratio 2: displacements per cycle and optimal gaits."""

import time
import warnings

import numpy as np
import pytest

import snakelab as sl
from three_links import centre_drag_swimmer, integrated_square, swimmer


@pytest.fixture(scope="module")
def space():
    return sl.gaits.ShapeSpace(swimmer())


def distance(space, radius):
    return sl.gaits.cycle_displacement(space, sl.gaits.circle_loop(radius)).distance


def test_a_circle_of_radius_one_moves_the_swimmer_by_a_twentieth_of_its_length(space):
    assert distance(space, 1.0) == pytest.approx(0.05128, abs=5e-6)


def test_small_circles_move_it_by_the_square_of_their_radius(space):
    assert distance(space, 0.02) / 0.02**2 == pytest.approx(0.0646, abs=5e-5)


def test_the_displacement_reverses_on_large_circles(space):
    before, after = (sl.gaits.cycle_displacement(space, sl.gaits.circle_loop(r)).pose for r in (2.43, 2.445))
    assert before[:2] @ after[:2] < 0
    assert distance(space, 2.437) < 2e-4


@pytest.mark.parametrize("radius, expected", [(0.5, 0.013815), (1.0, 0.046812)])
def test_drag_at_link_centres_only_moves_it_less(radius, expected):
    assert distance(sl.gaits.ShapeSpace(centre_drag_swimmer()), radius) == pytest.approx(expected, abs=1e-6)


@pytest.mark.thorough
@pytest.mark.parametrize("measure, radius", [("cycle", 1.633), ("path_length", 1.307), ("dissipation", 1.323)])
def test_optimal_circles_by_displacement_and_by_cost(space, measure, radius):
    began = time.thread_time()
    loop = sl.gaits.optimal_loop(space, measure, limit=2.3)
    assert time.thread_time() - began < 2.0
    assert loop.loop.cosine[0, 0] == pytest.approx(radius, abs=2e-3)
    assert not loop.at_limit and sl.gaits.optimal_loop(space, measure, limit=1.0).at_limit
    if measure == "cycle":
        assert loop.value == pytest.approx(0.0823, abs=5e-5)


@pytest.mark.thorough
def test_a_free_loop_is_better_than_the_best_circle(space):
    circle = sl.gaits.optimal_loop(space, "path_length", limit=2.3)
    free = sl.gaits.optimal_loop(space, "path_length", "fourier", limit=2.3)
    assert free.value > 1.1 * circle.value


@pytest.mark.thorough
def test_purcells_square_gait_agrees_with_an_independent_integration():
    # The base is the tail link; the reference counts from the middle link.
    model, corners = swimmer(ratio=2.0), np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]])
    moved = sl.gaits.cycle_displacement(sl.gaits.ShapeSpace(model), sl.gaits.PolygonLoop(corners), 64)
    expected = integrated_square(2.0, 1.0, n_steps=24)
    assert moved.distance == pytest.approx(np.hypot(*expected[:2]), rel=1e-4)
    assert moved.pose[2] == pytest.approx(expected[2], abs=1e-8)


def test_the_square_gait_reverses_with_its_direction_and_vanishes_along_one_line():
    space, points = (
        sl.gaits.ShapeSpace(swimmer()),
        np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]]),
    )
    forward = sl.gaits.cycle_displacement(space, sl.gaits.PolygonLoop(points))
    backward = sl.gaits.cycle_displacement(space, sl.gaits.PolygonLoop(points[[0, 3, 2, 1]]))
    assert forward.T @ backward.T == pytest.approx(np.eye(4), abs=1e-6)
    assert sl.gaits.cycle_displacement(space, sl.gaits.PolygonLoop([[1.0, 0.5], [-1.0, -0.2]])).distance < 1e-9


@pytest.mark.slow
def test_the_optimal_gait_of_twelve_joints_takes_less_than_a_minute():
    began = time.thread_time()
    loop = sl.gaits.optimal_loop(sl.gaits.ShapeSpace(swimmer(13)), "dissipation", "fourier", limit=1.0)
    assert time.thread_time() - began < 60.0
    assert loop.value > 0.2


@pytest.mark.parametrize(("loop", "accurate"), [("around", True), ("through", False)])
def test_a_loop_past_a_singular_shape_is_announced_where_its_integral_is_inaccurate(loop, accurate):
    """Without tangential friction the straight shape is singular: the base slides along itself."""
    links = [sl.Link(1 / 3, mass=0.1) for _ in range(3)]
    robot = sl.Robot([links[0], sl.Revolute("z"), links[1], sl.Revolute("z"), links[2]], base="planar")
    model = sl.build_model(robot, sl.World([sl.ViscousFriction(0.0, 1.0)]))
    with pytest.raises(sl.errors.SimulationError, match="singular at shape"):
        sl.gaits.connection(model, [0.0, 0.0])
    path = (
        sl.gaits.circle_loop(0.3) if loop == "around" else sl.gaits.PolygonLoop([[-0.5, -0.6], [0.5, 0.6], [0.5, -0.3]])
    )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        first, second = (
            sl.gaits.cycle_displacement(sl.gaits.ShapeSpace(model), path, intervals=n).distance for n in (32, 64)
        )
    assert (first == pytest.approx(second, rel=1e-4)) == accurate
    assert any("is not accurate: with half of the 32 intervals" in str(one.message) for one in caught) != accurate
