"""Twists, wrenches and spatial inertias: the 6x6 algebra that their tuples stand for."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.linalg import block_diag
from scipy.spatial.transform import Rotation

from snakelab.geometry import spatial as sp

numbers = st.floats(-10, 10)
triples = st.tuples(*3 * [numbers])
twists = st.tuples(triples, triples)
sixes = st.tuples(*6 * [numbers])
# Any symmetric 6x6 matrix, not only a rigid body's: added inertias of laws are not bodies.
inertias = st.tuples(sixes, st.tuples(*9 * [numbers]), sixes)


def skew(p: tuple[float, ...]) -> np.ndarray:
    """[p], with [p] a = p x a."""
    x, y, z = p
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def full(s: tuple[float, ...]) -> np.ndarray:
    xx, xy, xz, yy, yz, zz = s
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def matrix(a: tuple) -> np.ndarray:
    """The 6x6 matrix [[M, C], [C^T, J]] of an inertia."""
    m, c, j = a
    C = np.reshape(c, (3, 3))
    return np.block([[full(m), C], [C.T, full(j)]])


def shift(p: tuple[float, ...]) -> np.ndarray:
    """X: a twist at the origin to that of a frame at p, v + w x p."""
    return np.block([[np.eye(3), -skew(p)], [np.zeros((3, 3)), np.eye(3)]])


def turn(w: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(Rotation.from_rotvec(w).as_matrix().ravel())


def adjoint(x: tuple) -> np.ndarray:
    """ad_x = [[[w], [v]], [0, [w]]]."""
    return np.block([[skew(x[1]), skew(x[0])], [np.zeros((3, 3)), skew(x[1])]])


def assert_agree(actual: object, expected: object) -> None:
    assert_allclose(np.ravel(np.asarray(actual)), np.ravel(expected), rtol=1e-12, atol=1e-9)


@given(twists, twists, numbers)
def test_twists_add_and_scale_as_vectors_of_six(x, y, s):
    a, b = np.ravel(x), np.ravel(y)
    assert_agree(sp.twist_add(x, y), a + b)
    assert_agree(sp.twist_sub(x, y), a - b)
    assert_agree(sp.twist_scale(s, x), s * a)
    assert_agree(sp.twist_add_scaled(x, s, y), a + s * b)
    assert_agree(sp.twist_dot(x, y), a @ b)


@given(twists, twists, twists)
def test_the_bracket_is_ad_and_obeys_jacobi(x, y, z):
    assert_agree(sp.bracket(x, y), adjoint(x) @ np.ravel(y))
    assert_agree(sp.bracket(x, y), -np.ravel(sp.bracket(y, x)))
    cyclic = [np.ravel(sp.bracket(a, sp.bracket(b, c))) for a, b, c in ((x, y, z), (y, z, x), (z, x, y))]
    assert_allclose(sum(cyclic), 0, atol=1e-9)


@given(twists, twists, triples)
def test_a_wrench_gives_the_same_power_wherever_it_is_counted(x, w, p):
    assert_agree(sp.twist_shift(x, p), shift(p) @ np.ravel(x))
    assert_agree(sp.wrench_shift(w, p), shift(p).T @ np.ravel(w))
    assert_agree(sp.twist_dot(sp.wrench_shift(w, p), x), sp.twist_dot(w, sp.twist_shift(x, p)))


@given(twists, triples)
def test_turning_a_twist_in_and_out_again_gives_it_back(x, w):
    r = turn(w)
    R = np.reshape(r, (3, 3))
    assert_agree(sp.twist_into(x, r), block_diag(R, R).T @ np.ravel(x))
    assert_agree(sp.twist_out(sp.twist_into(x, r), r), x)


@given(inertias, inertias, twists)
def test_inertias_add_and_act_as_their_matrices(a, b, x):
    assert_agree(matrix(sp.inertia_add(a, b)), matrix(a) + matrix(b))
    assert_agree(sp.inertia_dot(a, x), matrix(a) @ np.ravel(x))


@given(inertias, triples)
def test_an_inertia_in_turned_axes_is_r_a_r_transposed(a, w):
    r = turn(w)
    R = block_diag(np.reshape(r, (3, 3)), np.reshape(r, (3, 3)))
    assert_agree(matrix(sp.inertia_rotate(a, r)), R @ matrix(a) @ R.T)


@given(inertias, triples)
def test_a_shifted_inertia_is_x_transposed_a_x(a, p):
    assert_agree(matrix(sp.inertia_shift(a, p)), shift(p).T @ matrix(a) @ shift(p))


@given(inertias, numbers)
def test_the_shift_along_the_body_is_the_general_one(a, x):
    assert_agree(matrix(sp.inertia_shift_x(a, x)), matrix(sp.inertia_shift(a, (x, 0.0, 0.0))))


@given(inertias, triples)
def test_the_shift_of_a_block_m_alone_is_the_general_one(a, p):
    alone = (a[0], sp.ZERO_MAT, sp.ZERO_SYM)
    assert_agree(matrix(sp.mass_at(a[0], p)), matrix(sp.inertia_shift(alone, p)))


@given(inertias, triples, triples)
def test_two_shifts_are_one_by_their_sum(a, p, q):
    there = tuple(np.add(p, q))
    assert_agree(matrix(sp.inertia_shift(sp.inertia_shift(a, p), q)), matrix(sp.inertia_shift(a, there)))


@given(st.floats(0.01, 10), sixes, triples)
def test_the_inertia_of_a_body_is_that_of_its_centre_shifted(mass, tensor, p):
    at_centre = block_diag(mass * np.eye(3), full(tensor))
    assert_agree(matrix(sp.body_inertia(mass, tensor, p)), shift(p).T @ at_centre @ shift(p))


@given(inertias, twists, numbers)
def test_eliminating_a_coordinate_takes_an_outer_product_away(a, u, s):
    assert_agree(matrix(sp.inertia_minus_outer(a, u, s)), matrix(a) - s * np.outer(np.ravel(u), np.ravel(u)))


def test_an_eliminated_column_feels_no_inertia_any_more():
    """With u = A b and s = 1 / (b . u), what is left of A gives no wrench against the free column b."""
    rng = np.random.default_rng(1)
    half = rng.normal(size=(6, 6))
    A = half @ half.T
    a = (tuple(A[:3, :3][np.triu_indices(3)]), tuple(A[:3, 3:].ravel()), tuple(A[3:, 3:][np.triu_indices(3)]))
    b = (tuple(rng.normal(size=3)), tuple(rng.normal(size=3)))
    u = sp.inertia_dot(a, b)
    left = sp.inertia_minus_outer(a, u, 1 / sp.twist_dot(b, u))
    assert_allclose(np.ravel(sp.inertia_dot(left, b)), 0, atol=1e-12)
    assert np.linalg.eigvalsh(matrix(left)).min() > -1e-12


@given(inertias, twists)
def test_what_is_put_into_an_array_comes_out_again_and_the_rest_stays(a, x):
    inertia_rows, twist_rows = np.full((3, 26), 99.0), np.full((3, 12), 99.0)
    sp.set_inertia(inertia_rows, 1, 3, a)
    sp.set_twist(twist_rows, 1, 4, x)
    assert sp.get_inertia(inertia_rows, 1, 3) == a
    assert sp.get_twist(twist_rows, 1, 4) == x
    assert (np.delete(inertia_rows[1], range(3, 24)) == 99).all() and (inertia_rows[::2] == 99).all()
    assert (np.delete(twist_rows[1], range(4, 10)) == 99).all() and (twist_rows[::2] == 99).all()
