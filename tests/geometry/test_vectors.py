"""Vectors and 3x3 blocks as tuples: the same numbers as NumPy's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation

from snakelab.geometry import spatial as vec

numbers = st.floats(-10, 10)
triples = st.tuples(*3 * [numbers])
symmetrics = st.tuples(*6 * [numbers])
blocks = st.tuples(*9 * [numbers])
angles = st.floats(-7, 7)


def full(s: tuple[float, ...]) -> np.ndarray:
    """The 3x3 matrix of a symmetric block's six numbers."""
    xx, xy, xz, yy, yz, zz = s
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def square(m: tuple[float, ...]) -> np.ndarray:
    return np.reshape(m, (3, 3))


def rotation(w: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(Rotation.from_rotvec(w).as_matrix().ravel())


def assert_agree(actual: object, expected: object) -> None:
    assert_allclose(np.ravel(np.asarray(actual)), np.ravel(expected), rtol=1e-12, atol=1e-10)


@given(triples, triples, numbers)
def test_sums_and_products_of_vectors_are_those_of_numpy(a, b, s):
    x, y = np.array(a), np.array(b)
    assert_agree(vec.add(a, b), x + y)
    assert_agree(vec.sub(a, b), x - y)
    assert_agree(vec.scale(s, a), s * x)
    assert_agree(vec.add_scaled(a, s, b), x + s * y)
    assert_agree(vec.dot(a, b), x @ y)
    assert_agree(vec.cross(a, b), np.cross(x, y))


@given(blocks, symmetrics, triples)
def test_a_matrix_times_a_vector_is_that_of_numpy(m, s, a):
    assert_agree(vec.mat_vec(m, a), square(m) @ a)
    assert_agree(vec.mat_t_vec(m, a), square(m).T @ a)
    assert_agree(vec.sym_vec(s, a), full(s) @ a)


@given(blocks, blocks)
def test_products_and_sums_of_matrices_are_those_of_numpy(m, n):
    assert_agree(vec.mat_mat(m, n), square(m) @ square(n))
    assert_agree(vec.mat_mat_t(m, n), square(m) @ square(n).T)
    assert_agree(vec.add9(m, n), square(m) + square(n))


@given(symmetrics, symmetrics)
def test_symmetric_blocks_add_number_by_number(s, t):
    assert_agree(full(vec.add6(s, t)), full(s) + full(t))


@given(triples, blocks, symmetrics)
def test_a_block_in_turned_axes_is_r_m_r_transposed(w, m, s):
    r = rotation(w)
    R = square(r)
    assert_agree(vec.rotate_mat(r, m), R @ square(m) @ R.T)
    assert_agree(full(vec.rotate_sym(r, s)), R @ full(s) @ R.T)


@given(triples.filter(lambda a: np.linalg.norm(a) > 0.1), angles, angles)
def test_turns_about_one_axis_add_their_angles(a, first, second):
    axis = tuple(np.array(a) / np.linalg.norm(a))
    turn = vec.axis_rotation(axis, first)
    assert_agree(turn, rotation(tuple(first * np.array(axis))))
    assert_agree(vec.mat_mat(turn, vec.axis_rotation(axis, second)), vec.axis_rotation(axis, first + second))


def test_a_turn_by_nothing_is_exactly_the_identity():
    assert vec.axis_rotation((0.6, 0.0, 0.8), 0.0) == (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


@pytest.mark.parametrize("size", [3, 6, 9])
def test_what_is_put_into_an_array_comes_out_again_and_the_rest_stays(size):
    get, put = getattr(vec, f"get{size}"), getattr(vec, f"set{size}")
    array = np.arange(36.0).reshape(3, 12)
    values = tuple(-1.0 - k for k in range(size))
    expected = array.copy()
    expected[1, 2 : 2 + size] = values
    put(array, 1, 2, values)
    assert (array == expected).all()
    assert get(array, 1, 2) == values
