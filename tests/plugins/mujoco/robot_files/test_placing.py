"""Where links lie in the bodies of a file: joints first, then shapes, then masses."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.plugins.mujoco.robot_files.body_tree import BOX, CYLINDER, SPHERE, TreeBody, TreeShape
from snakelab.plugins.mujoco.robot_files.trunk_conversion import frame_along, line_of, section_of

HERE, X, Z = np.zeros(3), np.array([1.0, 0, 0]), np.array([0, 0, 1.0])


def body(shapes=(), com=(0.1, 0, 0), inertia=(0.01, 0.02, 0.02), mass=1.0):
    return TreeBody("b", -1, HERE, np.eye(3), (), mass, np.array(com), np.diag(inertia), tuple(shapes), bool(shapes))


def box(half=(0.1, 0.02, 0.01), p=(0.1, 0, 0)):
    return TreeShape(BOX, np.array(half), np.array(p), np.eye(3))


def test_a_link_runs_from_joint_to_joint_whatever_its_shape():
    line = line_of(body([box()]), HERE, np.array([0, 0.3, 0.4]))
    assert (line.length, line.direction.tolist()) == (0.5, [0, 0.6, 0.8])


def test_the_ends_of_a_chain_run_as_far_as_their_shapes():
    assert line_of(body([box()]), np.array([0.02, 0, 0]), None).length == pytest.approx(0.18)
    first = line_of(body([box()]), None, np.array([0.25, 0, 0]))
    assert (first.start.tolist(), first.length) == ([0, 0, 0], 0.25)


def test_without_shapes_the_centre_of_mass_is_the_middle_of_the_tip():
    assert line_of(body(com=(0, 0.2, 0)), HERE, None).length == pytest.approx(0.4)
    first = line_of(body(), None, np.array([0.3, 0, 0]))
    assert (first.start.tolist(), first.length) == ([0, 0, 0], pytest.approx(0.3))


def test_joints_at_one_point_leave_the_length_to_the_shape():
    line = line_of(body([box(half=(0.02, 0.3, 0.01), p=(0, 0, 0))]), HERE, HERE)
    assert (line.length, line.direction.tolist(), line.start.tolist()) == (0.6, [0, 1, 0], [0, -0.3, 0])


def test_a_body_without_a_shape_gets_no_length_from_its_inertia():
    # of a solid bar of 0.3 x 0.1 x 0.2 m
    inertia = np.array([0.1**2 + 0.2**2, 0.3**2 + 0.2**2, 0.3**2 + 0.1**2]) / 12
    line = line_of(body(com=(0, 0, 0), inertia=inertia), HERE, HERE)
    guess = "1 mm, because the file has neither a shape nor two joints at a distance"
    assert (line.length, line.guess, line.direction.tolist()) == (1e-3, guess, [1, 0, 0])
    point = line_of(body(com=(0, 0, 0), inertia=(0, 0, 0)), HERE, None)
    assert (point.length, point.guess) == (1e-3, guess)


def test_a_frame_keeps_its_turn_where_it_can_and_else_has_z_up():
    rolled = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    assert np.array_equal(frame_along(X, rolled, Z), rolled)
    assert np.array_equal(frame_along(Z, np.eye(3), X), np.column_stack([Z, -np.array([0, 1, 0]), X]))
    for direction in (X, -X, Z, -Z, np.array([0.6, 0, 0.8])):
        R = frame_along(direction, np.eye(3), Z)
        assert np.allclose(R[:, 0], direction)
        assert np.allclose(R.T @ R, np.eye(3)) and np.linalg.det(R) == pytest.approx(1)


def drawn_section(one, R, aside=0.0, longer=1.0):
    """Section of a link whose bar is in the middle of its largest shape, or beside it, and as long, or longer."""
    if not one.shapes:
        return section_of(one, np.zeros(3), R, 0.1)
    shape = max(one.shapes, key=lambda shape: shape.half.prod())
    length = longer * float(2 * (np.abs(R.T @ shape.R) @ shape.half)[0])
    return section_of(one, shape.p - R[:, 0] * length / 2 + R[:, 2] * aside, R, length)


def test_a_bar_in_another_place_or_of_another_length_than_its_shape_is_stated():
    _, words = drawn_section(body([box()]), np.eye(3), aside=0.03, longer=0.5)
    assert words.startswith(
        "a box; a rectangular bar stands for it; on the line of the joints, 30 mm beside its middle and "
    )
    assert " mm long in place of " in words
    assert drawn_section(body([box()]), np.eye(3), aside=0.001, longer=1.05)[1] == ""


def test_sections_look_like_the_largest_shape():
    assert drawn_section(body([box()]), np.eye(3)) == (sl.Box(0.04, 0.02), "")
    across = np.eye(3)[:, [1, 2, 0]]  # the link lies along the shape's y
    assert drawn_section(body([box()]), across)[0] == sl.Box(0.02, 0.2)
    upright = TreeShape(CYLINDER, np.array([0.05, 0.05, 0.2]), HERE, np.eye(3))
    assert drawn_section(body([upright]), np.column_stack([Z, X, np.cross(Z, X)])) == (sl.Cylinder(0.05), "")
    section, unseen = drawn_section(body([upright]), np.eye(3))
    assert (section, unseen) == (sl.Box(0.1, 0.4), "a cylinder; a rectangular bar stands for it")
    ball = TreeShape(SPHERE, np.full(3, 0.03), HERE, np.eye(3))
    assert drawn_section(body([box(), ball]), np.eye(3))[1].startswith("2 shapes, the largest a sphere")
    assert drawn_section(body(), np.eye(3)) == (None, "")
