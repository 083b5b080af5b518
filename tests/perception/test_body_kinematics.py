"""Poses of the body from joint angles: equal to the frame tree and to recorded runs, with covariance as sampled."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import PerceptionError
from snakelab.geometry.rotations import inverse_of, motion_exp, motion_log, rotation_log
from snakelab.perception.body_kinematics import BodyKinematics
from snakelab.robots.library.orthogonal_robots import T_HEAD_BASE, angles_from_coordinates, joint_frames, snake_iii

RANDOM = np.random.default_rng(2)
SOFT = [sl.SoftSection(0.2, 0.1, 0.02, 0.02, n_steps=4), sl.Mount((0.01, 0, 0.02), (0.3, 0, 0)), sl.Link(0.1, 0.1)]


def rigid(**extra: object) -> sl.Robot:
    parts = [
        sl.Link(0.1, 0.2),
        sl.Revolute("z"),
        sl.Link(0.2, 0.1),
        sl.Revolute("y"),
        sl.Prismatic((1, 1, 0)),
        sl.Link(0.1, 0.1),
    ]
    return sl.Robot(parts, frames=[sl.Frame("camera", "link2", (0.1, 0.02, 0.03), (0.1, 0.2, 0.3))], **extra)


ROBOTS = {
    "rigid": rigid(sensors=[sl.Imu("link1", (0.01, 0, 0), (0, 0.1, 0))]),
    "rigid from the head": rigid(base_end="head"),
    "orthogonal": snake_iii(8),
    "soft": sl.Robot(SOFT),
    "soft from the head": sl.Robot(list(reversed(SOFT)), base_end="head"),
}


@pytest.mark.parametrize("name", ROBOTS)
def test_every_frame_stands_where_the_frame_tree_has_it(name: str) -> None:
    model = sl.build_model(ROBOTS[name])
    body = BodyKinematics(model)
    q = 0.3 * RANDOM.normal(size=(3, model.n_coordinates)) * (0.1 if "soft" in name else 1)
    T_world_base = np.array([motion_exp(RANDOM.normal(size=6)) for _ in q])
    poses = body.poses(q, T_world_base, "base", body.names)
    for i, T in enumerate(T_world_base):
        state = sl.initial_state(model, q=q[i], position=T[:3, 3], quaternion=sl.geometry.quaternion_of(T[:3, :3]))
        tree = sl.frame_tree(model, state)
        assert set(body.names) == set(tree.T_world) - {"world"}
        for frame in body.names:
            assert np.abs(poses.of(frame)[i] - tree.T_world[frame]).max() < 1e-12, frame
        stations = list(sl.forward_kinematics(model, state).values())[:-1]
        assert np.abs((T @ body.centres(q[i])[0]) - stations).max() < 1e-12


def test_the_frame_chain_of_a_recorded_run_is_exact() -> None:
    """T_WB = T_WC T_BC^-1 and T_WJi = T_WB T_BJi (Liu, Zang and Gao 2024, equations 1 to 6), against the recorded links."""
    model = sl.build_model(snake_iii(8), sl.World([sl.Gravity(), sl.Contact(stiffness=2e4, damping=400)]))
    start = sl.initial_state(model, position=(0, 0, 0.055))
    run = sl.simulate(model, sl.WindingGait(0.6, 0.2, 2.0, 3.0, ramp=0.2), 0.5, step=0.005, state=start)
    q, truth = run["q"].values, sl.results.recorded_frames(model, run, ["camera_left", "base"])
    body = BodyKinematics(model)
    links = body.poses(q, truth["camera_left"], "camera_left", ("base", *body.links))
    assert np.abs(links.of("base")[:, :3, 3] - run["base_position"].values).max() < 1e-12
    T_head = body.poses(q, truth["camera_left"], "camera_left", ["base"]).of("base")
    centres = T_head[:, None] @ body.centres(q)
    assert np.abs(centres[..., :3, 3] - run["link_position"].values).max() < 1e-12
    turned = sl.geometry.matrix_of(run["link_quaternion"].values)
    assert np.abs(centres[..., :3, :3] - turned).max() < 1e-12
    # Craig's chain has its base at the tail end of the head link.
    T_camera_base = inverse_of(body.frames(q[0], ["head_link"])[0, 0]) @ body.frames(q[0], ["camera_left"])[0, 0]
    for i in range(0, len(q), 10):
        T_world_B = truth["camera_left"][i] @ inverse_of(T_camera_base) @ T_HEAD_BASE
        chain = T_world_B @ joint_frames(angles_from_coordinates(q[i]), 0.16)
        joints = body.poses(q[i], truth["camera_left"][i], "camera_left", model.coordinate_names).T_map[0]
        assert np.abs(chain[:, :3, 3] - joints[:, :3, 3]).max() < 1e-12


@pytest.mark.thorough
@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["rigid", "soft from the head"])
def test_the_covariance_is_that_of_samples(name: str) -> None:
    model = sl.build_model(ROBOTS[name])
    body, n = BodyKinematics(model), 20000
    q, root = 0.01 * RANDOM.normal(size=model.n_coordinates), 1e-4 * RANDOM.normal(size=(6, 6))
    noise = np.full(model.n_coordinates, 1e-5 if "soft" in name else 3e-4)
    T = motion_exp(RANDOM.normal(size=6))
    exact = body.poses(q, T, "head", covariance=root @ root.T, encoder_noise=noise)
    tracked = T @ motion_exp(RANDOM.normal(size=(n, 6)) @ root.T)
    sampled = body.poses(q + noise * RANDOM.normal(size=(n, len(q))), tracked, "head")
    for link in body.links:
        error = motion_log(inverse_of(exact.of(link)[0]) @ sampled.of(link))
        assert np.abs(np.cov(error.T) - exact.covariance_of(link)[0]).max() < 0.05 * np.cov(error.T).max()


def test_the_tracked_frame_keeps_its_pose_and_covariance() -> None:
    body = BodyKinematics(sl.build_model(ROBOTS["orthogonal"]))
    P = np.diag([1.0, 2, 3, 4, 5, 6])
    same = body.poses(np.full(8, 0.2), np.eye(4), "camera_left", ["camera_left"], P, 0.01)
    assert np.abs(same.T_map[0, 0] - np.eye(4)).max() < 1e-13
    assert np.abs(same.covariance_of("camera_left")[0] - P).max() < 1e-12
    assert np.abs(rotation_log(same.T_map[0, 0, :3, :3])).max() < 1e-13


def test_invalid_input_is_one_line() -> None:
    body = BodyKinematics(sl.build_model(ROBOTS["orthogonal"]))
    with pytest.raises(PerceptionError, match="has 8 joint angles, got 7"):
        body.poses(np.zeros(7), np.eye(4))
    with pytest.raises(PerceptionError, match="joint angle pitch1 is missing at instant 1"):
        body.poses([8 * [0.0], [0.0, np.nan, *6 * [0.0]]], np.eye(4))
    with pytest.raises(PerceptionError, match="no frame 'camera_lef'; did you mean 'camera_left'"):
        body.poses(np.zeros(8), np.eye(4), "camera_lef")
    with pytest.raises(PerceptionError, match="positive semidefinite"):
        body.poses(np.zeros(8), np.eye(4), covariance=-np.eye(6))
    with pytest.raises(PerceptionError, match="one matrix for each of 1 instants, got 2"):
        body.poses(np.zeros(8), np.array([np.eye(4), np.eye(4)]))
