"""Every joint's own transform is the exponential of its axis, and the frame tree of a robot uses it."""

from typing import get_args

import numpy as np
import pytest
from scipy.linalg import expm

import snakelab as sl
from snakelab.physics.kinematics import part_transform
from snakelab.public_names import public_object
from snakelab.robots.joints import Joint, unit_axis
from snakelab.scenarios.class_registry import GROUPS

AXES = ["x", "-y", (1.0, 2.0, -0.5)]


def twist(joint):
    """Matrix of the unit twist about or along the axis, shape (4, 4)."""
    x, y, z = unit_axis(joint.axis, "axis")
    X = np.zeros((4, 4))
    if isinstance(joint, sl.Revolute):
        X[:3, :3] = [[0, -z, y], [z, 0, -x], [-y, x, 0]]
    else:
        X[:3, 3] = x, y, z
    return X


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("kind", get_args(Joint))
def test_the_transform_is_the_exponential_of_the_twist(kind, axis):
    for q in (-2.0, 0.0, 1e-9, 0.7):
        joint = kind(axis)
        np.testing.assert_allclose(joint.transform(q), expm(q * twist(joint)), atol=1e-14)
        assert np.array_equal(part_transform(joint, [q]), joint.transform(q))


def test_every_joint_has_a_word_and_is_public():
    assert set(get_args(Joint)) <= set(GROUPS["part"])
    assert all(public_object(kind.__name__) is kind for kind in get_args(Joint))


@pytest.mark.parametrize("axis", ["z", "-x", (1.0, 2.0, 3.0)])
@pytest.mark.parametrize("joint", [sl.Revolute, sl.Prismatic])
def test_the_unit_twist_is_the_rate_of_the_transform(joint, axis):
    part, h = joint(axis), 1e-6
    rate = (part.transform(h) - part.transform(-h)) / (2 * h)
    twist = [*rate[:3, 3], rate[2, 1], rate[0, 2], rate[1, 0]]
    assert part.unit_twist() == pytest.approx(twist, abs=1e-9)
