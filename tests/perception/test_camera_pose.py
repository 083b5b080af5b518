"""Pose of a camera from points, and the map's arrays."""

import numpy as np
import pytest

from snakelab.geometry.rotations import inverse_of, rotation_exp, rotation_log, transforms_of
from snakelab.perception.camera_models import PinholeModel, PosePrior, estimate_pose, project
from snakelab.perception.maps import MapPoints

CAMERA = PinholeModel(640, 400, 330.0, 330.0, 319.5, 199.5)
POSE = transforms_of(rotation_exp(np.array([0.1, -0.2, 0.3])), np.array([0.4, 0.1, -0.2]))


def scene(n: int, noise: float, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    z = rng.uniform(0.8, 4.0, n)
    local = np.stack([rng.uniform(-0.8, 0.8, n) * z, rng.uniform(-0.5, 0.5, n) * z, z], 1)
    points = local @ POSE[:3, :3].T + POSE[:3, 3]
    return points, project(CAMERA, POSE, points)[0] + rng.normal(0.0, noise, (n, 2))


def test_the_pose_is_exact_without_noise():
    points, pixels = scene(30, 0.0)
    actual = estimate_pose(CAMERA, points, pixels, transforms_of(np.eye(3), np.array([0.3, 0.0, 0.0])))
    assert np.allclose(actual.T_world_camera, POSE, atol=1e-7) and actual.inliers.all()


def test_wrong_points_do_not_move_the_pose():
    points, pixels = scene(100, 0.3)
    pixels[:25] += np.random.default_rng(1).uniform(20.0, 80.0, (25, 2))
    actual = estimate_pose(CAMERA, points, pixels, transforms_of(POSE[:3, :3], POSE[:3, 3] + 0.05))
    assert not actual.inliers[:25].any() and actual.inliers[25:].mean() > 0.95
    assert np.linalg.norm(actual.T_world_camera[:3, 3] - POSE[:3, 3]) < 5e-3


@pytest.mark.thorough
def test_the_covariance_predicts_the_spread():
    errors, predicted = [], None
    for seed in range(200):
        points, pixels = scene(60, 0.7, seed)
        actual = estimate_pose(CAMERA, points, pixels, POSE)
        E = inverse_of(POSE) @ actual.T_world_camera
        errors.append(np.concatenate([rotation_log(E[:3, :3]), E[:3, 3]]))
        predicted = actual.covariance
    ratio = np.var(errors, axis=0) / np.diag(predicted)
    assert ratio.min() > 0.4 and ratio.max() < 2.5  # scenes differ; 200 samples


def test_a_prior_holds_the_pose_where_points_do_not():
    points, pixels = scene(2, 0.0)
    prior = PosePrior(POSE, np.eye(6) * 1e4)
    actual = estimate_pose(CAMERA, points, pixels, POSE, prior=prior)
    assert np.allclose(actual.T_world_camera, POSE, atol=1e-6)


def test_rows_of_removed_points_are_minus_one():
    points = MapPoints()
    first = points.add(np.zeros((3, 3)), np.zeros((3, 2)), 0)
    second = points.add(np.ones((2, 3)), np.zeros((2, 2)), 1)
    points.keep(np.array([True, False, True, True, True]))
    assert points.rows(np.concatenate([first, second])).tolist() == [0, -1, 1, 2, 3]


def test_information_of_a_point_is_the_weighted_mean_of_its_observations():
    points = MapPoints()
    points.add(np.zeros((1, 3)), np.zeros((1, 2)), 0)
    row = np.array([0])
    points.absorb(row, np.eye(3)[None] * 1e4, -1e4 * np.array([[0.1, 0.0, 0.0]]))
    points.absorb(row, np.eye(3)[None] * 3e4, -3e4 * np.array([[0.3, 0.0, 0.0]]))
    assert np.allclose(points.mean[0], [0.25, 0.0, 0.0], atol=1e-5)
    points.move(row, transforms_of(rotation_exp(np.array([0.0, 0.0, np.pi / 2])), np.zeros(3))[None])
    assert np.allclose(points.mean[0], [0.0, 0.25, 0.0], atol=1e-5)
