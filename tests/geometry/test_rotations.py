"""Quaternions, rotation vectors and matrices: round trips, near zero and near half a turn above all."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation

from snakelab.geometry.rotations import (
    matrix_to_quat,
    quat_exp,
    quat_log,
    quat_multiply,
    quat_normalise,
    quat_to_matrix,
    rotation_vector_rate,
)

Triple = tuple[float, float, float]
coordinates = st.floats(-1, 1)
arrows = st.tuples(*3 * [coordinates]).filter(lambda a: np.linalg.norm(a) > 0.1)
directions = arrows.map(lambda a: np.array(a) / np.linalg.norm(a))
# Every size at which a formula may change or lose digits; 0.002 and 0.02 are where series end.
SMALL = [0.0, 1e-300, 1e-160, 1e-12, 1e-8, 1e-4, 0.0019999, 0.0020001, 0.019999, 0.020001]
turns = st.one_of(st.sampled_from([*SMALL, 1.0, 3.0, math.pi - 1e-6, math.pi - 1e-12]), st.floats(0, 3.141))
vectors = st.builds(lambda a, t: tuple(float(t * x) for x in a), directions, turns)
quaternions = vectors.map(quat_exp)


def scipy_matrix(w: Triple) -> np.ndarray:
    return Rotation.from_rotvec(w).as_matrix()


def assert_same_turn(p: tuple, q: tuple) -> None:
    """q and -q are one rotation."""
    assert_allclose(abs(np.dot(p, q)), 1, rtol=1e-14)
    assert_allclose(np.array(p) * np.sign(np.dot(p, q)), q, atol=1e-14)


@given(vectors)
def test_the_exponential_is_scipys_rotation(w):
    q = quat_exp(w)
    assert_allclose(np.linalg.norm(q), 1, rtol=1e-14)
    assert_allclose(np.reshape(quat_to_matrix(q), (3, 3)), scipy_matrix(w), atol=1e-14)


@given(vectors)
def test_the_logarithm_undoes_the_exponential(w):
    assert_allclose(quat_log(quat_exp(w)), w, rtol=1e-14, atol=1e-300)


@given(quaternions)
def test_the_exponential_undoes_the_logarithm(q):
    assert_same_turn(quat_exp(quat_log(q)), q)


@given(quaternions)
def test_a_quaternion_and_its_negative_are_one_rotation(q):
    negative = tuple(-x for x in q)
    assert quat_to_matrix(q) == quat_to_matrix(negative)
    if abs(q[0]) > 1e-9:  # half a turn has two rotation vectors
        assert_allclose(quat_log(negative), quat_log(q), rtol=1e-14)
    assert_same_turn(quat_exp(quat_log(negative)), q)


@given(quaternions)
def test_a_matrix_gives_its_quaternion_back(q):
    assert_same_turn(matrix_to_quat(quat_to_matrix(q)), q)


@pytest.mark.parametrize("angle", [math.pi, math.pi - 1e-9, math.pi - 1e-3, 2.2, 2.0])
@pytest.mark.parametrize("axis", [*np.eye(3), -np.eye(3)[1], (0.6, 0.8, 0), (0.6, 0, -0.8), (0.48, 0.6, 0.64)], ids=str)
def test_half_a_turn_about_any_axis_keeps_all_digits(axis, angle):
    q = tuple(float(x) for x in (math.cos(angle / 2), *(math.sin(angle / 2) * np.array(axis))))
    assert_same_turn(matrix_to_quat(quat_to_matrix(q)), q)
    assert_allclose(abs(np.dot(quat_log(q), axis)), angle, rtol=1e-14)
    assert_same_turn(quat_exp(quat_log(q)), q)


@pytest.mark.parametrize("angle", [3.5, 6.0, 2 * math.pi - 1e-7])
def test_beyond_half_a_turn_the_logarithm_takes_the_short_way(angle):
    assert_allclose(quat_log(quat_exp((0.0, 0.0, angle))), (0, 0, angle - 2 * math.pi), rtol=1e-7, atol=1e-14)


@pytest.mark.parametrize("switch", [0.002, 0.02])
def test_nothing_jumps_where_a_series_takes_over(switch):
    below, above = (switch * (1 + side) for side in (-1e-15, 1e-15))
    assert_allclose(quat_exp((0.0, below, 0.0)), quat_exp((0.0, above, 0.0)), rtol=1e-14)
    assert_allclose(quat_log(quat_exp((0.0, below, 0.0))), quat_log(quat_exp((0.0, above, 0.0))), rtol=1e-14)


@pytest.mark.thorough
@given(vectors, vectors)
def test_a_product_of_quaternions_is_the_product_of_their_matrices(v, w):
    product = quat_multiply(quat_exp(v), quat_exp(w))
    assert_allclose(np.reshape(quat_to_matrix(product), (3, 3)), scipy_matrix(v) @ scipy_matrix(w), atol=1e-14)


@given(quaternions, st.floats(0.01, 100))
def test_normalising_undoes_a_scaling(q, size):
    assert_allclose(quat_normalise(tuple(size * x for x in q)), q, atol=1e-14)


def numerical_turn_rate(theta: Triple, w: Triple, h: float = 1e-3) -> np.ndarray:
    """Rate of log(exp(t w) exp(theta)) at t = 0, by the central difference of fourth order."""
    turns = [quat_exp(tuple(k * h * x for x in w)) for k in (-2, -1, 1, 2)]
    at = [np.array(quat_log(quat_multiply(turn, quat_exp(theta)))) for turn in turns]
    return (at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * h)


def test_the_rate_of_a_rotation_vector_is_right_to_fourth_order():
    theta, w = np.array([0.3, -0.2, 0.4]), (0.5, 1.0, -0.7)
    errors = []
    for size in (1.0, 0.5):
        small = tuple(float(size * x) for x in theta)
        errors.append(np.linalg.norm(np.subtract(rotation_vector_rate(small, w), numerical_turn_rate(small, w))))
    assert errors[0] < 1e-3
    assert 14 < errors[0] / errors[1] < 18


def test_at_no_turn_a_rotation_vector_moves_with_the_angular_velocity():
    assert rotation_vector_rate((0.0, 0.0, 0.0), (1.0, 2.0, 3.0)) == (1.0, 2.0, 3.0)
