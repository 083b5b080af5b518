"""Bilinear interpolation: the form of places and the one of lines agree, beyond the edges as well."""

import numpy as np
import pytest

from snakelab.geometry.rotations import bilinear, bilinear_on_lines

TABLE = np.random.default_rng(1).normal(size=(4, 6))
X, Y = np.array([-2.0, 0.0, 0.3, 2.0, 4.999, 5.0, 7.5]), np.array([-0.1, 0.0, 1.25, 3.0, 9.0])


def test_the_two_forms_agree():
    on_lines = bilinear_on_lines(TABLE, X, Y)
    places = np.stack(np.meshgrid(X, Y), axis=-1).reshape(-1, 2)
    values, _, inside = bilinear(TABLE, places)
    assert values == pytest.approx(on_lines.ravel(), abs=1e-14)
    assert inside.tolist() == [[0 <= x <= 5, 0 <= y <= 3] for x, y in places]


def test_a_plane_is_exact_with_its_rises():
    j, i = np.mgrid[:4, :6]
    values, rises, _ = bilinear(2.0 * i - 3.0 * j, np.array([[1.5, 2.25], [4.75, 0.5]]))
    assert values == pytest.approx([3 - 6.75, 9.5 - 1.5]) and rises == pytest.approx(np.tile((2.0, -3.0), (2, 1)))


def test_a_map_of_one_row_is_constant_across_it():
    assert bilinear_on_lines(np.array([[1.0, 3.0]]), np.array([0.5]), np.array([-1.0, 4.0])).tolist() == [[2.0], [2.0]]
