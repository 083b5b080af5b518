"""Errors of a calibration from images: found to a fraction of a pixel, zero for the right one, unknown without rotation."""

from dataclasses import replace

import numpy as np
import pytest

from snakelab.geometry.rotations import rotation_exp, transforms_of
from snakelab.perception.camera_models import (
    CalibrationEstimate,
    PinholeModel,
    StereoBundle,
    StereoModel,
    linearise_bundle,
)

NOISE = 0.2  # of a pixel coordinate [pixel]
TRUE = PinholeModel(640, 400, 330.0, 330.0, 319.5, 199.5)
TOLERANCES = np.array([0.01, 3.3, 3.3, 0.25])


def stereo(camera):
    return StereoModel(camera, camera, transforms_of(np.eye(3), np.array([0.12, 0.0, 0.0])))


def seen(model, poses, points, frame, point, shift=0.0):
    """Columns and rows in both images; `shift` is added to the columns of the right image."""
    local = np.einsum("nji,nj->ni", poses[frame, :3, :3], points[point] - poses[frame, :3, 3])
    camera, z = model.left, local[:, 2]
    u, v = camera.fx * local[:, 0] / z + camera.cx, camera.fy * local[:, 1] / z + camera.cy
    return np.stack([u, u - camera.fx * model.baseline / z + shift, v, v], 1)


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


@pytest.mark.thorough
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"cx": 329.5}, [0.0, -10.0, 0.0, 0.0]),
        ({"cy": 194.5}, [0.0, 0.0, 5.0, 0.0]),
        ({"fx": 340.0, "fy": 340.0}, [-10.0 / 340.0, 0.0, 0.0, 0.0]),
        ({}, [0.0, 0.0, 0.0, 0.0]),
    ],
    ids=["column", "row", "focal length", "right"],
)
def test_the_errors_of_a_calibration_are_found(wrong, expected):
    model = stereo(replace(TRUE, **wrong))
    estimate = CalibrationEstimate(model, 0.5)
    for seed in range(3):
        estimate.add(triangulated(model, bundle(seed)))
    errors = estimate.errors()
    assert np.all(np.abs(errors.values - expected) < 4 * errors.sigmas)
    assert np.all(errors.sigmas < [0.002, 0.5, 0.5, 0.05])
    assert errors.significant(TOLERANCES).tolist() == [value != 0.0 for value in expected]


@pytest.mark.thorough
def test_a_shift_between_the_two_cameras_is_found():
    model, estimate = stereo(TRUE), CalibrationEstimate(stereo(TRUE), 0.5)
    for seed in range(3):
        estimate.add(triangulated(model, bundle(seed, shift=-0.5)))
    errors = estimate.errors()
    assert errors.significant(TOLERANCES).tolist() == [False, False, False, True]
    assert errors.values[3] == pytest.approx(0.5, abs=0.15)  # the measured disparity is 0.5 pixel too large


@pytest.mark.thorough
def test_without_rotation_the_principal_point_is_unknown():
    """The scene of a camera that only translates is sheared by a wrong principal point, and remains rigid."""
    model = stereo(replace(TRUE, cx=329.5))
    estimate = CalibrationEstimate(model, 0.5)
    estimate.add(triangulated(model, bundle(0, turn=0.0)))
    errors = estimate.errors()
    assert not errors.significant(TOLERANCES).any() and errors.nominal[1] > 5.0


@pytest.mark.slow
def test_the_scatter_of_bundles_enters_the_standard_deviations():
    model = stereo(TRUE)
    same, scattered = CalibrationEstimate(model, 0.5), CalibrationEstimate(model, 0.5)
    for seed in range(4):
        made = bundle(seed)
        same.add(triangulated(model, made))
        moved = replace(made, measured=made.measured + np.array([0.0, 2.0 * (-1) ** seed, 0.0, 0.0]))
        scattered.add(triangulated(model, moved))
    assert scattered.errors().sigmas[3] > 5.0 * same.errors().sigmas[3]


def test_without_bundles_there_is_no_estimate():
    assert CalibrationEstimate(stereo(TRUE), 0.5).errors() is None


# ---- principal point of images with distortion: its centre moves with the principal point

SMALL = PinholeModel(320, 200, 200.0, 200.0, 159.5, 99.5)
SHIFTS = ((10.0, 0.0), (0.0, 10.0), (-10.0, 0.0), (0.0, -10.0), (7.1, 7.1), (-7.1, 7.1), (7.1, -7.1), (-7.1, -7.1))


def distorted(flat, k1, k2):
    """Normalised coordinates after radial distortion."""
    square = (flat**2).sum(-1, keepdims=True)
    return flat * (1.0 + k1 * square + k2 * square**2)


def undistorted(bent, k1, k2):
    """Normalised coordinates before radial distortion."""
    flat = bent.copy()
    for _ in range(60):
        flat = bent * flat / np.where(distorted(flat, k1, k2) == 0.0, 1.0, distorted(flat, k1, k2))
    return flat


def taken(pixels, corrections, centre, k1, k2):
    """Rectified pixels in images with distortion about a principal point; the function `Unrectified` of a small camera."""
    out, f = [], SMALL.fx * (1.0 + corrections[0])
    for columns in (pixels[:, [0, 2]], pixels[:, [1, 3]]):
        flat = (columns - [SMALL.cx, SMALL.cy]) / SMALL.fx
        out.append(f * distorted(flat, k1, k2) + centre + corrections[1:])
    return np.column_stack([out[0][:, 0], out[1][:, 0], out[0][:, 1], out[1][:, 1]])


def swaying(seed, shift, k1, k2, noise):
    """Bundle that a map holds which was optimised with a wrong principal point, and its function `Unrectified`."""
    random = np.random.default_rng(seed)
    turns = np.column_stack([amplitude * np.sin(w * np.arange(8) + random.uniform(0, 6)) for amplitude, w in
                             ((0.1, 1.7), (0.3, 1.1), (0.1, 1.4))])  # fmt: skip
    poses = transforms_of(rotation_exp(turns), 0.1 * random.normal(size=(8, 3)) + np.linspace(0, 0.3, 8)[:, None])
    points = random.uniform([-1.6, -1.0, 1.2], [1.6, 1.0, 4.0], (90, 3))
    frame, point = (index.ravel() for index in np.meshgrid(np.arange(8), np.arange(90), indexing="ij"))
    rectified = seen(stereo(SMALL), poses, points, frame, point)
    true, wrong = np.array([SMALL.cx, SMALL.cy]), np.array([SMALL.cx, SMALL.cy]) + shift
    inside = np.all((rectified > 0.0) & (rectified < [320.0, 320.0, 200.0, 200.0]), axis=1)
    inside &= (np.bincount(point[inside], minlength=90) >= 2)[point]
    frame, (kept, point) = frame[inside], np.unique(point[inside], return_inverse=True)
    raw = taken(rectified[inside], np.zeros(3), true, k1, k2) + noise * random.normal(size=(len(point), 4))
    left, right = ((raw[:, columns] - wrong) / SMALL.fx for columns in ([0, 2], [1, 3]))
    left, right = (SMALL.fx * undistorted(bent, k1, k2) + true for bent in (left, right))
    measured = np.column_stack([left[:, 0], right[:, 0], left[:, 1], right[:, 1]])
    made = StereoBundle(poses, points[kept], frame, point, measured)

    def unrectified(pixels, corrections):
        return taken(pixels, corrections, wrong, k1, k2)

    for _ in range(2):
        made = linearise_bundle(stereo(SMALL), made, 0.5, np.zeros(4), unrectified).moved(np.zeros(4))
    return made, unrectified


def principal_point_errors(seeds, k1, k2, noise=0.1, n_bundles=3):
    """Errors of the estimated principal points, their standard deviations, and the Cramer-Rao bound, each (n, 2)."""
    out = []
    for seed in seeds:
        shift = np.array(SHIFTS[seed % len(SHIFTS)])
        made = [swaying(100 * seed + k, shift, k1, k2, noise) for k in range(n_bundles)]
        estimate = CalibrationEstimate(stereo(SMALL), 0.5, made[0][1])
        for one, _ in made:
            estimate.add(one)
        errors = estimate.errors()
        out.append((shift + errors.values[1:3], errors.sigmas[1:3], errors.nominal[1:3] * noise / 0.5))
    return (np.array(column) for column in zip(*out, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("lens", [(0.0, 0.0), (-0.2, 0.05), (-0.32, 0.11)], ids=["plain", "weak", "strong"])
@pytest.mark.parametrize("seeds", [range(4), pytest.param(range(24), marks=pytest.mark.slow)], ids=["few", "many"])
def test_a_principal_point_off_by_ten_pixels_is_found_within_one_at_the_cramer_rao_bound(lens, seeds):
    errors, sigmas, bound = principal_point_errors(seeds, *lens)
    assert np.linalg.norm(errors, axis=1).max() < 1.0
    if len(seeds) > 20:  # no bias, a spread near the bound, and standard deviations that fit
        spread = np.sqrt((errors**2).mean(0))
        assert np.all(np.abs(errors.mean(0)) < 3.0 * spread / np.sqrt(len(errors)))
        assert np.all(spread < 1.5 * np.sqrt((bound**2).mean(0)))
        assert np.all((errors**2 / sigmas**2).mean(0) < 2.0)


@pytest.mark.thorough
def test_noise_does_not_make_the_focal_length_longer():
    """Compared in the rectified images, errors are smaller the longer the focal length: 1.4 % at 0.1 pixel."""
    longer = []
    for seed in range(4):
        made, unrectified = swaying(seed, np.zeros(2), -0.2, 0.05, 0.3)
        estimate = CalibrationEstimate(stereo(SMALL), 0.5, unrectified)
        estimate.add(made)
        longer.append(estimate.errors().values[0] / estimate.errors().sigmas[0])
    assert abs(np.mean(longer)) < 1.5
