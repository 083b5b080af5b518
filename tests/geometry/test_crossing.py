"""Straight ways through blocks and poles, by hand."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.geometry.surfaces import goes_through, is_inside, thickness

PLATE = sl.Block((0.01, 2.0, 2.0), (1.0, 0.0, 0.0))


@pytest.mark.parametrize(
    ("start", "end", "through"),
    [
        ((0.9, 0, 0), (1.1, 0, 0), True),
        ((1.1, 0.5, 0), (0.9, -0.5, 0.3), True),
        ((0.9, 0, 0), (0.99, 0, 0), False),  # it stops before
        ((1.01, 0, 0), (1.1, 0, 0), False),  # it is past already
        ((0.9, 1.1, 0), (1.1, 1.1, 0), False),  # beside it
        ((0.994, 0.999, 0), (1.004, 1.009, 0), False),  # around its edge
        ((0.9, 0, 0), (0.9, 0.1, 0), False),  # along it
        ((0.9, 0, 0), (0.9, 0, 0), False),  # at rest
    ],
)
def test_a_way_goes_through_a_plate_where_it_leaves_by_the_opposite_face(start, end, through):
    assert bool(goes_through(PLATE, np.array(start), np.array(end))) == through


def test_a_turned_block_is_passed_in_its_own_axes():
    block = sl.Block((2.0, 0.01, 2.0), (1.0, 0.0, 0.0), rotation=(0, 0, np.pi / 4))
    normal, along = np.array([-1, 1, 0]) / np.sqrt(2), np.array([1, 1, 0]) / np.sqrt(2)
    middle = np.array([1.0, 0, 0]) + 0.9 * along
    assert goes_through(block, middle - 0.1 * normal, middle + 0.1 * normal) and is_inside(block, middle)
    away = np.array([1.0, 0, 0]) - 0.9 * normal
    assert not goes_through(block, away - 0.1 * along, away + 0.1 * along) and not is_inside(block, away)
    assert thickness(block) == 0.01


def test_a_way_goes_through_a_pole_where_it_crosses_the_core():
    pole = sl.Pole(0.05, (1.0, 0, 0), (0, 0, 2), length=1.0)
    start = np.array([[0, 0, 0], [0, 0.03, 0], [0, 0.04, 0], [0, 0, 0.6], [0.8, 0, 0]], float)
    end = start + np.array([[2, 0, 0], [2, 0, 0], [2, 0, 0], [2, 0, 0], [0.1, 0, 0]])
    assert goes_through(pole, start, end).tolist() == [True, True, False, False, False]
    assert is_inside(pole, np.array([[1.04, 0, 0.4], [1.04, 0, 0.6], [1.06, 0, 0]])).tolist() == [True, False, False]
    assert thickness(pole) == 0.1
