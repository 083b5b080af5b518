"""Kinematics by Denavit and Hartenberg's parameters, against the figures of the source and against the engine."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.robots.library.orthogonal_robots import (
    T_HEAD_BASE,
    angles_from_coordinates,
    craig_table,
    joint_frames,
    snake_i,
    snake_iii,
)


def test_four_joints_are_where_the_source_has_them():
    T = joint_frames([0.1, 0.2, 0.3, 0.4], 0.16)[-1]
    assert_allclose(T[:3, 3], [-0.093631, 0.459566, -0.062154], atol=5e-7)
    assert_allclose(T[0, :3], [-0.349203, 0.169174, -0.921649], atol=5e-7)


def test_the_straight_snake_lies_along_y_to_the_tail():
    frames = joint_frames(np.zeros(28), 0.16)
    assert_allclose(frames[-1][:3, 3], [0, 4.32, 0], atol=1e-14)
    assert_allclose(frames[0], [[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], atol=1e-15)


def test_the_twists_take_turns_in_sign():
    table = craig_table(np.zeros(6), 0.1)
    assert_allclose(table[:, 0], np.pi / 2 * np.array([0, -1, 1, -1, 1, -1]))
    assert_allclose(table[:, 1], [0, *5 * [0.1]])


@pytest.mark.parametrize("n", [2, 4, 28])
def test_the_engine_puts_an_orthogonal_chain_where_the_parameters_do(n):
    length, rng = 0.13, np.random.default_rng(n)
    # Centres of mass at the links' head ends, where the joints' frames stand.
    link = sl.Link(length, 0.3, com=length, inertia=(1e-3, 2e-3, 2e-3))
    hinges = [sl.Revolute("z" if i % 2 else "y") for i in range(n, 0, -1)]
    robot = sl.Robot([part for hinge in hinges for part in (link, hinge)] + [sl.Link(length, 0.2)])
    model = sl.build_model(robot)
    q = rng.uniform(-1.5, 1.5, n)
    state = sl.initial_state(model, q=q, position=(0.3, -1.0, 2.0), quaternion=(0.3, 0.4, -0.5, 0.6))
    poses = sl.forward_kinematics(model, state)
    T_world_link = poses["head"].copy()
    T_world_link[:3, 3] -= length * T_world_link[:3, 0]
    T_world_base = T_world_link @ T_HEAD_BASE
    frames = joint_frames(angles_from_coordinates(q, "tail"), length)
    for i, (link_name, T_base_joint) in enumerate(zip(list(poses)[n - 1 :: -1], frames, strict=True), start=1):
        T = T_world_base @ T_base_joint
        pose = poses[link_name]
        assert_allclose(T[:3, 3], pose[:3, 3], atol=1e-12)
        # The joint's x runs to the tail; a yaw's z is the link's, a pitch's points to its right.
        assert_allclose(T[:3, 0], -pose[:3, 0], atol=1e-12)
        assert_allclose(T[:3, 2], pose[:3, 2] if i % 2 else -pose[:3, 1], atol=1e-12)


def test_the_ready_snake_has_its_mass_where_the_model_files_do():
    model = sl.build_model(snake_iii())
    q = np.random.default_rng(1).uniform(-1, 1, 28)
    poses = sl.forward_kinematics(model, sl.initial_state(model, q=q))
    T_world_link = poses["head"].copy()
    T_world_link[:3, 3] -= 0.16 * T_world_link[:3, 0]
    T_world_base = T_world_link @ T_HEAD_BASE
    assert_allclose((T_world_base @ [-4.2e-5, -0.0800546, 5.7e-5, 1])[:3], poses["head_link"][:3, 3], atol=1e-12)
    frames = joint_frames(angles_from_coordinates(q), 0.16)
    for name, T_base_joint in zip(list(poses)[1:-1], frames, strict=True):
        com = T_world_base @ T_base_joint @ [0.073385, 7.9e-6, 2.85e-4, 1]
        assert_allclose(com[:3], poses[name][:3, 3], atol=1e-12)


def test_the_ready_snake_has_its_joints_where_the_parameters_do():
    model = sl.build_model(snake_iii())
    q = np.random.default_rng(2).uniform(-1.5, 1.5, 28)
    tree = sl.frame_tree(
        model, sl.initial_state(model, q=q, position=(1.0, 2.0, 0.3), quaternion=(0.3, 0.4, -0.5, 0.6))
    )
    frames = joint_frames(angles_from_coordinates(q), 0.16)
    for i, (name, T_base_joint) in enumerate(zip(model.coordinate_names, frames, strict=True), start=1):
        T, joint = tree.T_world["head_link"] @ T_HEAD_BASE @ T_base_joint, tree.T_world[name]
        assert_allclose(T[:3, 3], joint[:3, 3], atol=1e-12)
        assert_allclose(T[:3, 0], -joint[:3, 0], atol=1e-12)
        assert_allclose(T[:3, 2], joint[:3, 2] if i % 2 else -joint[:3, 1], atol=1e-12)


@pytest.mark.parametrize("n", [0, 1, 3, 27])
def test_joints_without_a_partner_are_refused(n):
    message = rf"even number of joints, a yaw and a pitch in each pair, got {n}; write {n + n % 2 or 2}"
    for ask in (
        lambda: joint_frames(np.zeros(n), 0.1),
        lambda: angles_from_coordinates(np.zeros(n)),
        lambda: snake_i(n),
    ):
        with pytest.raises(sl.errors.RobotError, match=message):
            ask()


def test_impossible_lengths_and_angles_are_refused():
    with pytest.raises(sl.errors.RobotError, match="link_length must be greater than 0 m"):
        joint_frames([0.1, 0.2], 0.0)
    with pytest.raises(sl.errors.RobotError, match="angles must be finite numbers"):
        joint_frames([0.1, np.nan], 0.1)
