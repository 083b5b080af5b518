"""Errors of a calibration from images: found to a fraction of a pixel, zero for the right one, unknown without rotation."""

from dataclasses import replace

import numpy as np
import pytest

from snakelab.geometry.rotations import rotation_exp, transforms_of
from snakelab.perception.cameras import CalibrationEstimate, PinholeModel, StereoBundle, StereoModel

NOISE = 0.2  # of a pixel coordinate [pixel]
TRUE = PinholeModel(640, 400, 330.0, 330.0, 319.5, 199.5)
TOLERANCES = np.array([0.01, 3.3, 3.3, 0.25])


def stereo(camera):
    return StereoModel(camera, camera, transforms_of(np.eye(3), np.array([0.12, 0.0, 0.0])))


def seen(model, poses, points, frame, point, shift=0.0):
    """Columns in both images and row; `shift` is added to the columns of the right image."""
    local = np.einsum("nji,nj->ni", poses[frame, :3, :3], points[point] - poses[frame, :3, 3])
    camera, z = model.left, local[:, 2]
    u, v = camera.fx * local[:, 0] / z + camera.cx, camera.fy * local[:, 1] / z + camera.cy
    return np.stack([u, u - camera.fx * model.baseline / z + shift, v], 1)


def bundle(seed, turn=0.3, shift=0.0):
    """Eight pairs that turn and advance in front of 100 points, as an estimator with the true poses and points has them."""
    random = np.random.default_rng(seed)
    turns = turn * random.normal(size=(8, 3)) * [0.3, 1.0, 0.3]
    poses = transforms_of(rotation_exp(turns), 0.1 * random.normal(size=(8, 3)) + np.linspace(0, 0.3, 8)[:, None])
    points = random.uniform([-2, -1, 1.5], [2, 1, 5], (100, 3))
    frame, point = (index.ravel() for index in np.meshgrid(np.arange(8), np.arange(100), indexing="ij"))
    measured = seen(stereo(TRUE), poses, points, frame, point, shift)
    return StereoBundle(poses, points, frame, point, measured + NOISE * random.normal(size=measured.shape))


def triangulated(model, made):
    """Return the bundle with points from the first pair by a model, as with a wrong calibration."""
    first = made.measured[:100]
    z = model.left.fx * model.baseline / (first[:, 0] - first[:, 1])
    local = np.stack(
        [(first[:, 0] - model.left.cx) / model.left.fx * z, (first[:, 2] - model.left.cy) / model.left.fy * z, z], 1
    )
    T = made.T_map_left[0]
    return replace(made, points=local @ T[:3, :3].T + T[:3, 3])


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({}, [0.0, 0.0, 0.0, 0.0]),
        ({"cx": 329.5}, [0.0, -10.0, 0.0, 0.0]),
        ({"cy": 194.5}, [0.0, 0.0, 5.0, 0.0]),
        ({"fx": 340.0, "fy": 340.0}, [-10.0 / 340.0, 0.0, 0.0, 0.0]),
    ],
    ids=["right", "column", "row", "focal length"],
)
def test_the_errors_of_a_calibration_are_found(wrong, expected):
    model, estimate = stereo(replace(TRUE, **wrong)), CalibrationEstimate()
    for seed in range(3):
        estimate.add(model, triangulated(model, bundle(seed)), 0.5)
    errors = estimate.errors()
    # one linear step: the second-order terms of an error of ten pixels are a tenth of it
    assert np.all(np.abs(errors.values - expected) < np.maximum(4 * errors.sigmas, 0.1 * np.abs(expected)))
    assert np.all(errors.sigmas < [0.003, 0.8, 0.8, 0.1])
    assert errors.significant(TOLERANCES).tolist() == [value != 0.0 for value in expected]


def test_a_shift_between_the_two_cameras_is_found():
    model, estimate = stereo(TRUE), CalibrationEstimate()
    for seed in range(3):
        estimate.add(model, triangulated(model, bundle(seed, shift=-0.5)), 0.5)
    errors = estimate.errors()
    assert errors.significant(TOLERANCES).tolist() == [False, False, False, True]
    assert errors.values[3] == pytest.approx(0.5, abs=0.15)  # the measured disparity is 0.5 pixel too large


def test_without_rotation_the_principal_point_is_unknown():
    """The scene of a camera that only translates is sheared by a wrong principal point, and remains rigid."""
    model, estimate = stereo(replace(TRUE, cx=329.5)), CalibrationEstimate()
    estimate.add(model, triangulated(model, bundle(0, turn=0.0)), 0.5)
    errors = estimate.errors()
    assert not errors.significant(TOLERANCES).any() and errors.sigmas[1] > 5.0


def test_the_scatter_of_bundles_enters_the_standard_deviations():
    model, same, scattered = stereo(TRUE), CalibrationEstimate(), CalibrationEstimate()
    for seed in range(4):
        made = bundle(seed)
        same.add(model, triangulated(model, made), 0.5)
        moved = replace(made, measured=made.measured + np.array([0.0, 2.0 * (-1) ** seed, 0.0]))
        scattered.add(model, triangulated(model, moved), 0.5)
    assert scattered.errors().sigmas[3] > 5.0 * same.errors().sigmas[3]


def test_without_bundles_there_is_no_estimate():
    assert CalibrationEstimate().errors() is None
