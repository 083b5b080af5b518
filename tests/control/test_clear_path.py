"""Paths among mapped points: their distance from the points, straight lines, narrow passages, detours."""

import numpy as np
import pytest

from snakelab.control.goal_seeking import clear_path


def wall(x, low, high):
    y = np.arange(low, high + 1e-9, 0.05)
    return np.column_stack((np.full(len(y), x), y, np.zeros(len(y))))


START, GOAL = np.zeros(2), np.array([4.0, 0.0])


def followed(path, place=START, step=0.1):
    """Places on the way to the goal of a body that always moves towards the point ahead."""
    places = [place]
    for _ in range(400):
        ahead = path.ahead(places[-1])
        if ahead is None or np.linalg.norm(path.goal - places[-1]) < 0.2:
            break
        way = ahead[0] - places[-1]
        places.append(places[-1] + step * way / np.linalg.norm(way))
    return np.array(places)


def least_distance(places, points):
    return np.linalg.norm(places[:, None] - points[None, :, :2], axis=-1).min()


def test_without_points_near_the_way_the_goal_is_straight_ahead():
    path = clear_path(np.array([[2.0, 3.0, 0.0]]), START, GOAL, 0.5, 0.2)
    place, least = path.ahead(np.array([0.3, 0.11]))
    assert place == pytest.approx(GOAL) and least > 2.5


def test_the_way_around_a_post_keeps_the_distance():
    post = np.array([[2.0, 0.1, 0.0]])
    places = followed(clear_path(post, START, GOAL, 0.6, 0.2))
    assert np.linalg.norm(places[-1] - GOAL) < 0.25
    assert least_distance(places, post) > 0.6 - 0.15  # a cell and its diagonal


def test_a_passage_wider_than_the_body_is_used_in_its_middle():
    points = np.vstack((wall(2.0, -6.0, -0.5), wall(2.0, 0.5, 6.0)))
    places = followed(clear_path(points, START, GOAL, 0.8, 0.3))
    assert np.linalg.norm(places[-1] - GOAL) < 0.25
    assert least_distance(places, points) > 0.35


def test_a_passage_narrower_than_the_body_is_not_used():
    points = np.vstack((wall(2.0, -1.0, -0.2), wall(2.0, 0.2, 3.0)))
    places = followed(clear_path(points, START, GOAL, 0.6, 0.3))
    assert np.linalg.norm(places[-1] - GOAL) < 0.25
    assert places[:, 1].min() < -1.25  # around the end of the shorter wall


def test_an_enclosed_goal_has_no_path():
    corners = [(3.0, -1.0, 5.0, -1.0), (5.0, -1.0, 5.0, 1.0), (5.0, 1.0, 3.0, 1.0), (3.0, 1.0, 3.0, -1.0)]
    points = np.vstack(
        [np.column_stack((np.linspace(a, c, 40), np.linspace(b, d, 40), np.zeros(40))) for a, b, c, d in corners]
    )
    assert clear_path(points, START, GOAL, 0.6, 0.3).ahead(START) is None


def test_a_start_too_near_to_a_point_leads_to_the_nearest_path():
    path = clear_path(np.array([[0.0, 0.15, 0.0]]), START, GOAL, 0.6, 0.4)
    assert path.following[np.ravel_multi_index(tuple(path._cells(START[None])[0]), path.distance.shape)] < 0
    assert path.ahead(START) is not None
