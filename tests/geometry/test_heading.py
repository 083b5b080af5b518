"""Heading of quaternions, and angles within one turn."""

import numpy as np
import pytest

from snakelab.geometry.heading import heading_of, wrapped


def test_the_heading_is_the_rotation_about_the_vertical():
    angles = np.array([-3.0, 0.0, 0.4, 3.0])
    turns = np.stack([np.cos(angles / 2), 0 * angles, 0 * angles, np.sin(angles / 2)], axis=1)
    assert heading_of(turns) == pytest.approx(angles)
    assert heading_of([np.cos(0.1), 0, np.sin(0.1), 0]) == pytest.approx(0)  # pitch


def test_an_angle_is_wrapped_to_one_turn():
    assert wrapped(np.array([0.5, 3.5, -3.5, 7.0])) == pytest.approx(
        [0.5, 3.5 - 2 * np.pi, 2 * np.pi - 3.5, 7 - 2 * np.pi]
    )
