"""Distances of a body to mapped points, as capsules, and to a grid made from them."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import PerceptionError
from snakelab.perception.maps import BodyInMap, DistanceGrid, PointMap
from snakelab.robots.library.orthogonal_robots import snake_iii

RANDOM = np.random.default_rng(4)
MODEL = sl.build_model(snake_iii(8))


def pipe(radius: float = 0.3, n: int = 40000) -> np.ndarray:
    x, angle = RANDOM.uniform(-2, 2, n), RANDOM.uniform(0, 2 * np.pi, n)
    return np.column_stack([x, radius * np.cos(angle), radius * np.sin(angle)])


def test_the_distance_to_points_is_that_of_every_capsule() -> None:
    points = RANDOM.uniform(-2, 2, (300, 3))
    body = BodyInMap(MODEL, PointMap(points))
    q, T = RANDOM.uniform(-0.5, 0.5, (4, 8)), np.eye(4)
    clearance = body.clearance(q, T)
    for n, ends in enumerate(body.axes(q, T)):
        for b, (first, last) in enumerate(ends):
            share = np.clip((points - first) @ (last - first) / ((last - first) @ (last - first)), 0, 1)[:, None]
            exact = np.linalg.norm(points - first - share * (last - first), axis=1).min() - 0.055
            assert clearance.distance[n, b] == pytest.approx(exact, abs=1e-9)
    away = np.linalg.norm(clearance.nearest - clearance.on_axis, axis=-1) - 0.055
    assert np.abs(away - clearance.distance).max() < 1e-12
    assert clearance.closest_link[0] == clearance.links[clearance.distance[0].argmin()]


@pytest.mark.thorough
def test_the_grid_agrees_with_the_points_to_its_cells() -> None:
    points, cell = pipe(), 0.02
    grid = PointMap(points).grid(cell)
    places = RANDOM.uniform(-0.25, 0.25, (500, 3))
    exact, _ = PointMap(points).distances(places)
    assert np.abs(grid.distances(places) - exact).max() < np.sqrt(3) * cell
    assert np.abs(np.linalg.norm(grid.nearest_points(places) - places, axis=1) - exact).max() < 2 * np.sqrt(3) * cell
    far = grid.distances(np.array([[50.0, 0, 0]]))
    assert far[0] == pytest.approx(48.0, abs=0.6)
    for body in (BodyInMap(MODEL, grid), BodyInMap(MODEL, PointMap(points))):
        straight = body.clearance(np.zeros(8), np.eye(4)).distance[0, :8]
        assert np.abs(straight - 0.245).max() < np.sqrt(3) * cell


def test_the_clearance_of_a_planned_shape_is_that_of_the_bent_body() -> None:
    wall = np.column_stack(
        [RANDOM.uniform(-3, 3, (20000, 1)), np.full((20000, 1), 0.4), RANDOM.uniform(-0.5, 0.5, (20000, 1))]
    )
    body = BodyInMap(MODEL, PointMap(wall))
    bends = np.linspace(-0.3, 0.3, 7)
    plan = np.zeros((7, 8))
    plan[:, ::2] = bends[:, None]
    least = body.clearance(plan, np.eye(4)).minimum
    assert (np.diff(np.abs(bends)[:4]) < 0).all()
    assert least.max() == pytest.approx(0.345, abs=0.01) and least.min() < 0.1


def test_the_width_of_the_passage_is_that_of_the_pipe() -> None:
    body = BodyInMap(MODEL, PointMap(pipe(0.3)))
    assert body.passage_width(np.eye(4), 1.0) == pytest.approx(0.6, abs=0.01)
    assert body.passage_width(np.eye(4), 9.0) == np.inf


def test_invalid_maps_are_one_line() -> None:
    with pytest.raises(PerceptionError, match="the map is empty"):
        PointMap(np.zeros((0, 3)))
    with pytest.raises(PerceptionError, match="map points must be finite"):
        PointMap([[0, 0, np.nan]])
    with pytest.raises(PerceptionError, match="is too large"):
        DistanceGrid.from_points([[0, 0, 0], [1000, 1000, 1000]], 0.01)
    with pytest.raises(PerceptionError, match="needs a PointMap or a DistanceGrid, got ndarray"):
        BodyInMap(MODEL, np.zeros((3, 3)))
    with pytest.raises(PerceptionError, match="has 8 joint angles, got 5"):
        BodyInMap(MODEL, PointMap([[0, 0, 0]])).clearance(np.zeros(5), np.eye(4))
