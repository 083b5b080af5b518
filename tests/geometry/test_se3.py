"""The exponential of SE(3) and its tangent: against matrix exponentials, and against differences on the manifold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.linalg import expm

from snakelab.geometry.rotations import exponential, tangent, tangent_rate

Twist = tuple[tuple[float, ...], tuple[float, ...]]
SWITCH = 1e-3**0.5  # |w| at which series take over
coordinates = st.floats(-1, 1)
sizes = st.sampled_from([0.0, 1e-200, 1e-9, 1e-4, 0.99 * SWITCH, 1.01 * SWITCH, 0.3, 1.0, 3.0])
triples = st.builds(lambda a, s: tuple(s * x for x in a), st.tuples(*3 * [coordinates]), sizes)
twists = st.tuples(triples, triples)
ANGLES = [0.0, 1e-200, 1e-12, 1e-6, 0.999999 * SWITCH, 1.000001 * SWITCH, 0.1, 1.0, 3.14, 6.28]


def skew(w: tuple[float, ...]) -> np.ndarray:
    x, y, z = w
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def hat(x: Twist) -> np.ndarray:
    """The 4x4 matrix of a twist."""
    out = np.zeros((4, 4))
    out[:3, :3], out[:3, 3] = skew(x[1]), x[0]
    return out


def vee(m: np.ndarray) -> np.ndarray:
    """The twist of a 4x4 matrix, which must be one."""
    assert_allclose(m[:3, :3], -m[:3, :3].T, atol=1e-9)
    assert_allclose(m[3], 0, atol=1e-12)
    return np.array([*m[:3, 3], m[2, 1], m[0, 2], m[1, 0]])


def transform(x: Twist) -> np.ndarray:
    """exp(x) as a 4x4 matrix."""
    rotation, translation = exponential(x)
    out = np.eye(4)
    out[:3, :3], out[:3, 3] = np.reshape(rotation, (3, 3)), translation
    return out


def along(x: Twist, y: Twist, s: float) -> Twist:
    """x + s y."""
    v, w = (tuple(float(a + s * b) for a, b in zip(p, q, strict=True)) for p, q in zip(x, y, strict=True))
    return v, w


def slope(f, h: float = 1e-3) -> np.ndarray:
    """df/ds at s = 0 by the central difference of fourth order."""
    return (f(-2 * h) - 8 * f(-h) + 8 * f(h) - f(2 * h)) / (12 * h)


def tangent_by_expm(x: Twist, y: Twist) -> np.ndarray:
    """(1 - exp(-ad x)) / ad x, applied to y: the upper right block of exp [[-ad x, 1], [0, 0]]."""
    ad = np.block([[skew(x[1]), skew(x[0])], [np.zeros((3, 3)), skew(x[1])]])
    block = np.zeros((12, 12))
    block[:6, :6], block[:6, 6:] = -ad, np.eye(6)
    return expm(block)[:6, 6:] @ np.ravel(y)


@given(twists)
def test_the_exponential_is_that_of_the_matrix(x):
    assert_allclose(transform(x), expm(hat(x)), rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize("angle", ANGLES)
def test_a_turn_of_any_size_keeps_its_digits(angle):
    axis = np.array([0.48, -0.6, 0.64])
    x = ((0.3, -0.1, 0.2), tuple(float(a) for a in angle * axis))
    T = transform(x)
    assert_allclose(T, expm(hat(x)), rtol=1e-14, atol=2e-15)
    assert_allclose(T[:3, :3] @ T[:3, :3].T, np.eye(3), atol=4e-15)
    assert_allclose(np.linalg.det(T[:3, :3]), 1, rtol=1e-14)


def test_no_twist_is_exactly_the_identity_and_no_turn_exactly_a_shift():
    zero = (0.0, 0.0, 0.0)
    assert (transform((zero, zero)) == np.eye(4)).all()
    rotation, translation = exponential(((0.1, 0.2, 0.3), zero))
    assert rotation == (1, 0, 0, 0, 1, 0, 0, 0, 1) and translation == (0.1, 0.2, 0.3)


def test_nothing_jumps_where_the_series_takes_over():
    v, axis = (0.3, -0.1, 0.2), np.array([0.48, -0.6, 0.64])
    below, above = (transform((v, tuple(float(a) for a in SWITCH * (1 + side) * axis))) for side in (-1e-13, 1e-13))
    assert_allclose(below, above, atol=1e-13)


@given(twists, st.floats(-1, 1), st.floats(-1, 1))
def test_steps_along_one_twist_add_up(x, s, t):
    zero = ((0.0,) * 3, (0.0,) * 3)
    together = transform(along(zero, x, s + t))
    assert_allclose(transform(along(zero, x, s)) @ transform(along(zero, x, t)), together, atol=1e-13)


@pytest.mark.thorough
@given(twists, twists)
def test_the_tangent_is_the_closed_form(x, y):
    assert_allclose(np.ravel(tangent(x, y)), tangent_by_expm(x, y), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("angle", ANGLES)
def test_the_tangent_is_the_rate_of_the_exponential_on_the_manifold(angle):
    rng = np.random.default_rng(7)
    for _ in range(5):
        axis = rng.normal(size=3)
        x = (tuple(rng.normal(size=3)), tuple(angle * axis / np.linalg.norm(axis)))
        y = (tuple(rng.normal(size=3)), tuple(rng.normal(size=3)))
        rate = slope(lambda s, x=x, y=y: transform(along(x, y, s)))
        assert_allclose(np.ravel(tangent(x, y)), vee(np.linalg.inv(transform(x)) @ rate), atol=1e-9)


@pytest.mark.parametrize("angle", ANGLES)
def test_the_tangents_rate_is_the_rate_of_the_tangent(angle):
    rng = np.random.default_rng(8)
    for _ in range(5):
        axis = rng.normal(size=3)
        x = (tuple(rng.normal(size=3)), tuple(angle * axis / np.linalg.norm(axis)))
        y = (tuple(rng.normal(size=3)), tuple(rng.normal(size=3)))
        rate = slope(lambda s, x=x, y=y: np.ravel(tangent(along(x, y, s), y)))
        assert_allclose(np.ravel(tangent_rate(x, y)), rate, atol=1e-9)


@given(twists)
def test_moving_along_itself_a_twist_is_its_own_tangent(x):
    assert_allclose(np.ravel(tangent(x, x)), np.ravel(x), rtol=1e-14, atol=1e-14)
    assert_allclose(np.ravel(tangent_rate(x, x)), 0, atol=1e-12)


def test_from_rest_the_tangent_is_the_velocity():
    zero, y = ((0.0,) * 3, (0.0,) * 3), ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0))
    assert tangent(zero, y) == y
    assert_allclose(np.ravel(tangent_rate(zero, y)), 0, atol=1e-15)
