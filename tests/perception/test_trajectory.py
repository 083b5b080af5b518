"""Trajectories, their files, and the rigid motions that they are made of."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from snakelab.errors import PerceptionError
from snakelab.geometry.rotations import (
    adjoint_of,
    inverse_of,
    matrix_of,
    motion_exp,
    motion_log,
    moved_covariance,
    quaternion_of,
    rotation_exp,
    rotation_log,
)
from snakelab.perception.trajectories import Trajectory, load_trajectory, save_trajectory

RANDOM = np.random.default_rng(5)


def some(n: int = 20) -> Trajectory:
    turns = Rotation.random(n, random_state=3).as_quat()
    time = np.cumsum(0.1 + RANDOM.random(n))
    return Trajectory(time, RANDOM.normal(size=(n, 3)), np.roll(turns, 1, axis=1))


@pytest.mark.parametrize("angle", [0.0, 1e-9, 1e-5, 1e-4, 1e-2, 1.0, 3.0, np.pi - 1e-7])
def test_rotations_agree_with_scipy_at_small_and_large_angles(angle: float) -> None:
    vectors = RANDOM.normal(size=(50, 3))
    vectors *= angle / np.linalg.norm(vectors, axis=1, keepdims=True)
    R = rotation_exp(vectors)
    assert np.abs(R - Rotation.from_rotvec(vectors).as_matrix()).max() < 1e-14
    assert np.abs(rotation_log(R) - vectors).max() < (1e-12 if angle < 3.1 else 1e-8)
    assert np.abs(matrix_of(quaternion_of(R)) - R).max() < 1e-14
    xi = np.concatenate([vectors, RANDOM.normal(size=(50, 3))], axis=1)
    assert np.abs(motion_log(motion_exp(xi)) - xi).max() < (1e-11 if angle < 3.1 else 1e-7)


def test_the_adjoint_moves_a_motion_to_the_other_side() -> None:
    T, xi = motion_exp(RANDOM.normal(size=(5, 6))), 1e-3 * RANDOM.normal(size=(5, 6))
    left = motion_exp(np.einsum("nij,nj->ni", adjoint_of(T), xi)) @ T
    assert np.abs(left - T @ motion_exp(xi)).max() < 1e-14


def test_a_moved_covariance_is_that_of_moved_samples() -> None:
    root = 1e-4 * RANDOM.normal(size=(6, 6))
    T = motion_exp(RANDOM.normal(size=6))
    samples = inverse_of(T) @ motion_exp(RANDOM.normal(size=(20000, 6)) @ root.T) @ T
    sampled = np.cov(motion_log(samples).T)
    assert np.abs(moved_covariance(root @ root.T, T) - sampled).max() < 0.05 * sampled.max()


@pytest.mark.parametrize("kind", ["tum", "kitti"])
def test_a_trajectory_is_the_same_after_writing_and_reading(tmp_path, kind) -> None:
    given = some()
    save_trajectory(given, tmp_path / "head.txt", kind)
    for value in (load_trajectory(tmp_path / "head.txt", kind), load_trajectory(tmp_path / "head.txt")):
        assert (value.time == given.time).all()
        assert (value.position == given.position).all()
        assert np.abs(value.transforms - given.transforms).max() < 1e-14


def test_kitti_without_a_file_of_times_counts_the_poses(tmp_path) -> None:
    save_trajectory(some(5), tmp_path / "head.txt", "kitti")
    (tmp_path / "head.times.txt").unlink()
    assert load_trajectory(tmp_path / "head.txt").time.tolist() == [0, 1, 2, 3, 4]
    assert load_trajectory(tmp_path / "head.txt", times=[0, 2, 4, 6, 8]).time.tolist() == [0, 2, 4, 6, 8]


def test_tum_puts_the_scalar_part_of_the_quaternion_last(tmp_path) -> None:
    path = tmp_path / "head.txt"
    path.write_text("# time x y z qx qy qz qw\n1.5 1 2 3 0 0 0.6 0.8\n\n2.5 1 2 4 0 0 0 1 # end\n")
    assert load_trajectory(path).quaternion.tolist() == [[0.8, 0, 0, 0.6], [1, 0, 0, 0]]


def test_poses_between_two_instants_are_interpolated() -> None:
    ends = Rotation.from_rotvec([[0, 0, 0], [0, 0, 1.0]]).as_quat()
    moving = Trajectory([0.0, 2.0], [[0, 0, 0], [2.0, 0, 0]], np.roll(ends, 1, axis=1))
    T = moving.at([0.0, 0.5, 2.0])
    assert np.allclose(T[:, 0, 3], [0, 0.5, 2])
    assert np.allclose(rotation_log(T[:, :3, :3])[:, 2], [0, 0.25, 1])
    with pytest.raises(PerceptionError, match="has 0 to 2 s"):
        moving.at([2.1])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2 3\n", "line 1: 8 or 12 numbers wanted"),
        ("0 0 0 0 0 0 0 1\n1 0 0 0 0 0 0\n", "line 2: 8 numbers wanted"),
        ("0 0 0 x 0 0 0 1\n", "line 1: 8 or 12"),
        ("0 0 0 0 0 0 0 1\n0 0 0 0 0 0 0 1\n", "times must increase, got 0 and then 0 s"),
        ("0 0 0 0 0 0 0 2\n", "must be a unit quaternion"),
        ("0 0 0 nan 0 0 0 1\n", "must be finite"),
        ("1 0 0 0 0 2 0 0 0 0 1 0\n", "must be a rotation matrix"),
    ],
)
def test_an_invalid_file_is_one_line(tmp_path, text, message) -> None:
    path = tmp_path / "head.txt"
    path.write_text(text)
    with pytest.raises(PerceptionError, match=message) as caught:
        load_trajectory(path)
    assert "\n" not in str(caught.value) and str(path) in str(caught.value)
    with pytest.raises(PerceptionError, match="cannot read"):
        load_trajectory(tmp_path / "none.txt")


def test_a_covariance_must_be_symmetric_and_positive() -> None:
    one = {"time": [0.0], "position": [[0, 0, 0]], "quaternion": [[1, 0, 0, 0]]}
    with pytest.raises(PerceptionError, match="positive semidefinite, got an eigenvalue of -1"):
        Trajectory(**one, covariance=[-np.eye(6)])
    with pytest.raises(PerceptionError, match="symmetric"):
        Trajectory(**one, covariance=[np.eye(6) + np.eye(6, k=1)])
    with pytest.raises(PerceptionError, match="shape"):
        Trajectory(**one, covariance=np.eye(6))
    with pytest.raises(PerceptionError, match="one of tracking"):
        Trajectory(**one, status=["found"])
    assert np.isnan(Trajectory(**one, covariance=np.full((1, 6, 6), np.nan)).covariance).all()


def test_tracked_poses_are_those_that_are_not_lost() -> None:
    given = some(4)
    status = np.array(["tracking", "lost", "degraded", "lost"])
    kept = Trajectory(given.time, given.position, given.quaternion, status).tracked()
    assert kept.time.tolist() == given.time[[0, 2]].tolist() and kept.status.tolist() == ["tracking", "degraded"]
    assert given.tracked() is given
