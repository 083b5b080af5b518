"""Heading of quaternions, and angles within one turn."""

import numpy as np
import pytest

from snakelab.geometry.rotations import (
    about_axis,
    conjugate,
    heading_of,
    product,
    quat_log,
    quat_to_matrix,
    roll_pitch_yaw,
    rotate_by,
    rotation_exp,
    rotation_matrices,
    wrapped,
)


def test_the_heading_is_the_rotation_about_the_vertical():
    angles = np.array([-3.0, 0.0, 0.4, 3.0])
    turns = np.stack([np.cos(angles / 2), 0 * angles, 0 * angles, np.sin(angles / 2)], axis=1)
    assert heading_of(turns) == pytest.approx(angles)
    assert heading_of([np.cos(0.1), 0, np.sin(0.1), 0]) == pytest.approx(0)  # pitch


def test_an_angle_is_wrapped_to_one_turn():
    assert wrapped(np.array([0.5, 3.5, -3.5, 7.0])) == pytest.approx(
        [0.5, 3.5 - 2 * np.pi, 2 * np.pi - 3.5, 7 - 2 * np.pi]
    )


def test_array_forms_agree_with_the_compiled_ones():
    q = np.random.default_rng(2).normal(size=(5, 4))
    q /= np.linalg.norm(q, axis=1, keepdims=True)
    for one, R in zip(q, rotation_matrices(q), strict=True):
        assert R.ravel().tolist() == list(quat_to_matrix(tuple(one.tolist())))
        assert rotate_by(one, np.eye(3)[0]) == pytest.approx(R[:, 0], abs=1e-15)
        assert rotation_exp(np.array(quat_log(tuple(one.tolist())))) == pytest.approx(R, abs=1e-14)
    assert product(q, conjugate(q)) == pytest.approx(np.tile((1.0, 0, 0, 0), (5, 1)), abs=1e-15)


def test_angles_of_a_rotation_about_each_axis_have_no_jumps():
    angle = np.linspace(0, 3 * np.pi, 40)[:, None]
    for axis, column in (((1, 0, 0), 0), ((0, 0, 1), 2)):
        turned = about_axis(np.array([axis], dtype=float), angle)[:, 0]
        assert roll_pitch_yaw(turned)[:, column] == pytest.approx(angle[:, 0])
