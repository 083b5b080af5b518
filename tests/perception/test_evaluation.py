"""Errors of trajectories, their files, and the alignment."""

import numpy as np
import pytest

from snakelab.errors import RecordingError
from snakelab.geometry.rotations import matrix_of, quaternion_of, rotation_exp
from snakelab.perception.trajectories import Trajectory, align_rigid, compare


def helix(n: int = 200) -> Trajectory:
    t = np.linspace(0.0, 10.0, n)
    rotations = np.array([rotation_exp(np.array([0.1 * np.sin(s), 0.2 * s, 0.3 * np.cos(s)])) for s in t])
    return Trajectory(t, np.stack([np.cos(t), np.sin(t), 0.1 * t], 1), quaternion_of(rotations))


def moved(trajectory: Trajectory, **changes: object) -> Trajectory:
    R = rotation_exp(np.array([0.4, -0.2, 1.1]))
    q = quaternion_of(R @ matrix_of(trajectory.quaternion))
    values = {"position": trajectory.position @ R.T + [3.0, -2.0, 1.0], "quaternion": q} | changes
    return Trajectory(trajectory.time, **values)


def test_a_rigidly_moved_trajectory_has_no_error():
    truth = helix()
    error = compare(moved(truth), truth)
    assert error.ate_rmse < 1e-12 and error.rpe_rmse < 1e-12 and error.rotation_rmse < 1e-7
    assert error.frames == 200 and error.tracked_fraction == 1.0
    assert error.path_length == pytest.approx(10.0 * np.hypot(1.0, 0.1), rel=1e-3)


def test_the_alignment_has_no_scale_and_no_mirror():
    truth = helix().position
    R, t = align_rigid(2.0 * truth, truth)
    assert np.allclose(R @ R.T, np.eye(3)) and np.linalg.det(R) == pytest.approx(1.0)
    assert np.linalg.norm(2.0 * truth @ R.T + t - truth, axis=1).max() > 0.5


@pytest.mark.thorough
def test_noise_of_known_size_gives_the_absolute_error():
    truth = helix(2000)
    noise = np.random.default_rng(0).normal(0.0, 0.01, (2000, 3))
    error = compare(Trajectory(truth.time, truth.position + noise, truth.quaternion), truth)
    assert error.ate_rmse == pytest.approx(0.01 * np.sqrt(3.0), rel=0.03)  # statistics of 2000 samples


def test_a_scale_error_gives_the_relative_error_of_its_size():
    line = Trajectory(np.arange(50.0), np.outer(np.arange(50.0), [0.1, 0.0, 0.0]), np.tile([1.0, 0, 0, 0], (50, 1)))
    error = compare(Trajectory(line.time, 1.02 * line.position, line.quaternion), line, rpe_distance=1.0)
    assert error.rpe_rmse == pytest.approx(0.02, rel=1e-6)


def test_lost_poses_count_against_the_tracked_fraction_only():
    truth = helix()
    status = np.where(np.arange(200) < 50, "lost", "tracking")
    position = truth.position.copy()
    position[:50] += 10.0
    error = compare(Trajectory(truth.time, position, truth.quaternion, status), truth)
    assert error.ate_rmse < 1e-12 and error.tracked_fraction == 0.75


def test_trajectories_without_common_times_are_refused():
    truth = helix()
    with pytest.raises(RecordingError, match="0 tracked poses"):
        compare(Trajectory(truth.time + 100.0, truth.position, truth.quaternion), truth)


def test_quaternions_and_matrices_are_inverse_to_each_other():
    vectors = np.random.default_rng(0).uniform(-3.0, 3.0, (200, 3))
    for R in rotation_exp(vectors):
        assert np.allclose(matrix_of(quaternion_of(R)[None])[0], R, atol=1e-12)
