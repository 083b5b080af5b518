"""Stereo-inertial odometry and mapping in a small textured room."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from box_room import BoxRoom
from box_room_frames import drawn, room, uniform
from optional_packages import cv2, gtsam
from snakelab.errors import RecordingError
from snakelab.geometry.rotations import inverse_of, matrix_of, rotation_exp, transforms_of
from snakelab.perception.camera_models import ImuSamples, PinholeModel, StereoFrame, StereoModel
from snakelab.perception.odometry import RelativePose
from snakelab.perception.trajectories import Trajectory, compare
from snakelab.plugins.slam.estimator import StereoInertialSlam, missing_points_reason
from snakelab.plugins.slam.image_features import Rectifier
from snakelab.plugins.slam.keyframes import SlamSettings
from snakelab.plugins.slam.slam_run import run_slam

assert cv2 and gtsam
# 320 x 200 pixels; 0.3 pixel at 1.5 m and f = 200 are 2 mm
GOAL = 0.005


@cache
def estimated(use_imu: bool) -> StereoInertialSlam:
    """Return the estimator at the end of the room."""
    return run_slam(room(), use_imu=use_imu)


@pytest.mark.parametrize("use_imu", [pytest.param(False, marks=pytest.mark.slow), True])
def test_the_trajectory_is_within_five_millimetres(use_imu):
    made = room()
    slam = estimated(use_imu)
    error = compare(slam.trajectory(), made.truth)
    assert error.ate_rmse < GOAL and error.tracked_fraction == 1.0
    assert slam.uses_imu == use_imu and slam.warnings == []


def test_the_map_lies_on_the_walls_and_z_points_up():
    made = room()
    slam = estimated(True)
    T = transforms_of(matrix_of(made.truth.quaternion[:1])[0], made.truth.position[0])
    first = slam.trajectory()
    T_map = transforms_of(matrix_of(first.quaternion[:1])[0], first.position[0])
    points = slam.map_points() @ (T @ inverse_of(T_map))[:3, :3].T + (T @ inverse_of(T_map))[:3, 3]
    half = np.array([2.0, 1.6, 1.2])
    distance = np.abs(np.abs(points) - half).min(1)
    assert len(points) > 100 and np.median(distance) < 0.02
    up = matrix_of(first.quaternion[:1])[0] @ T[:3, :3].T @ [0.0, 0.0, 1.0]
    assert up[2] > np.cos(np.radians(1.5))


def test_the_covariance_is_finite_grows_and_has_the_size_of_the_error():
    made = room()
    slam = estimated(True)
    estimate = slam.trajectory()
    assert np.all(np.isfinite(estimate.covariance))
    sigma = np.sqrt(np.trace(estimate.covariance[:, 3:, 3:], axis1=1, axis2=2))
    error = compare(estimate, made.truth).ate_rmse
    assert 0.2 * error < sigma[-20:].mean() < 20.0 * error


def test_a_covered_lens_is_bridged_or_lost_and_the_place_is_found_again():
    covered = range(40, 52)
    made = room(change=lambda k, frame: uniform(frame) if k in covered else frame, with_imu=False)
    slam = run_slam(made)
    status = slam.trajectory().status
    assert set(status[41:51]) == {"lost"} and (status[60:] == "tracking").all()
    assert any("lost" in line for line in slam.warnings)
    assert compare(slam.trajectory(), made.truth).ate_rmse < GOAL


@pytest.mark.slow
def test_the_imu_bridges_a_covered_lens_with_a_warning():
    made = room(n=80, change=lambda k, frame: uniform(frame) if 66 <= k < 74 else frame)
    slam = run_slam(made)
    assert slam.uses_imu
    estimate = slam.trajectory()
    assert set(estimate.status[67:73]) == {"degraded"}
    assert any("predicted (imu)" in line for line in slam.warnings)
    assert compare(estimate, made.truth).ate_max < 0.05


def sensor_noise(frame: StereoFrame, k: int, grey: float = 3.0, deviation: float = 1.5) -> StereoFrame:
    """Return the frame of a covered lens with the noise of the sensor."""
    noise = np.random.default_rng(k).normal(grey, deviation, (2, *frame.left.shape))
    return StereoFrame(frame.time, *np.clip(noise, 0, 255).astype(np.uint8))


@pytest.mark.slow
@pytest.mark.parametrize(("grey", "deviation"), [(3.0, 1.5), (60.0, 15.0)])
def test_a_covered_lens_with_sensor_noise_is_lost_and_the_place_is_found_again(grey, deviation):
    """Corners of noise were followed, and taken into the map."""
    dark = range(40, 66)
    made = room(change=lambda k, frame: sensor_noise(frame, k, grey, deviation) if k in dark else frame)
    slam = run_slam(made)
    status, time = slam.trajectory().status, slam.trajectory().time
    assert set(status[dark.start : dark.stop]) <= {"degraded", "lost"}
    assert set(status[(time > time[40] + 1.0) & (np.arange(len(time)) < dark.stop)]) == {"lost"}
    assert (status[70:] == "tracking").all()
    assert not any("calibration" in line for line in slam.warnings)
    assert any("a covered lens, or darkness" in line for line in slam.warnings)
    seen = np.r_[: dark.start, 70:80]
    found = slam.trajectory()
    assert (
        compare(Trajectory(found.time[seen], found.position[seen], found.quaternion[seen]), made.truth).ate_rmse < GOAL
    )


def test_kinematic_odometry_enters_the_graph_and_bridges_darkness():
    def odometry(start, end):
        poses = [inverse_of(BoxRoom.__dataclass_fields__["pose"].default(t)) for t in (start, end)]
        return RelativePose(start, end, poses[0] @ inverse_of(poses[1]), np.diag([1e-3**2] * 3 + [2e-3**2] * 3))

    dark = room(change=lambda k, frame: uniform(frame) if 20 <= k < 70 else frame, with_imu=False)
    slam = run_slam(dark, odometry=odometry)
    estimate = slam.trajectory()
    assert set(estimate.status) == {"tracking", "degraded"}
    assert set(estimate.status[22:69]) == {"degraded"} and (estimate.status[72:] == "tracking").all()
    assert compare(estimate, dark.truth).ate_rmse < 0.02
    assert estimate.covariance[68, 3, 3] > 4.0 * estimate.covariance[15, 3, 3]


@pytest.mark.slow
def test_memory_is_bounded_by_the_settings():
    settings = SlamSettings(max_keyframes=12, max_points=150, window=6)
    made = room()
    slam = run_slam(made, settings=settings)
    assert len(slam.keyframes()) <= 12 and len(slam.map_points()) <= 260  # the window's points stay
    assert len(slam.trajectory()) == 80
    assert compare(slam.trajectory(), made.truth).ate_rmse < 2.0 * GOAL


@pytest.mark.parametrize("change", ["uniform", pytest.param("noise", marks=pytest.mark.slow)])
def test_a_world_without_texture_gives_no_pose(change):
    def blank(k, frame):
        noise = np.random.default_rng(k).normal(0.0, 1.0, (2, *frame.left.shape)) if change == "noise" else 0.0
        left, right = np.clip(120.0 + noise * np.ones((2, *frame.left.shape)), 0, 255).astype(np.uint8)
        return StereoFrame(frame.time, left, right)

    slam = run_slam(room(n=20, change=blank))
    assert set(slam.trajectory().status) == {"lost"}
    assert len(slam.warnings) == 1 and "stereo points" in slam.warnings[0]


def test_frames_out_of_order_are_left_out_with_a_warning():
    frames = drawn(80)[:20]
    made = room(with_imu=False)
    made.frames = lambda: iter([*frames[:10], frames[4], frames[10], frames[10], *frames[11:]])
    slam = run_slam(made)
    assert slam.skipped == 2 and len(slam.trajectory()) == 20
    assert any("out of order" in line for line in slam.warnings)
    assert np.all(np.diff(slam.trajectory().time) > 0)


@pytest.mark.slow
def test_dropped_frames_are_reported_and_survived():
    made = room(change=lambda k, frame: None if 30 <= k < 34 else frame)
    slam = run_slam(made)
    assert any("missing" in line for line in slam.warnings)
    assert compare(slam.trajectory(), made.truth).ate_rmse < GOAL


@pytest.mark.slow
@pytest.mark.parametrize("delay", [0.02, pytest.param(-0.02, marks=pytest.mark.slow)])
def test_clocks_apart_by_twenty_milliseconds_are_found_and_corrected(delay):
    made = room(imu_delay=delay)
    slam = run_slam(made)
    assert slam.clock_offset == pytest.approx(-delay, abs=1.5e-3)
    assert any("clock" in line for line in slam.warnings)
    assert compare(slam.trajectory(), made.truth).ate_rmse < GOAL


@pytest.mark.slow
def test_invalid_imu_samples_are_left_out_with_a_warning():
    made = room()
    rate = made.imu.angular_rate.copy()
    rate[200:204] = np.nan
    made.imu = ImuSamples(made.imu.time, rate, made.imu.specific_force)
    slam = run_slam(made)
    assert any("not finite" in line for line in slam.warnings)
    assert compare(slam.trajectory(), made.truth).ate_rmse < GOAL


def test_a_calibration_with_wrong_rows_is_reported_and_degrades_the_status():
    made = room(n=40, with_imu=False)
    frames = drawn(80)[:40]
    made.frames = lambda: (StereoFrame(f.time, f.left, np.roll(f.right, 1, axis=0)) for f in frames)
    slam = run_slam(made)
    assert any("calibration does not fit" in line for line in slam.warnings)
    assert set(slam.trajectory().status[-20:]) == {"degraded"}


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        pytest.param({"cx": 169.5}, "principal point at (159.", id="column"),
        pytest.param({"cy": 89.5}, "principal point at (159.", marks=pytest.mark.slow, id="row"),
        pytest.param({"fx": 206.0, "fy": 206.0}, "focal length of 19", marks=pytest.mark.slow, id="focal length"),
    ],
)
def test_wrong_intrinsics_are_found_by_the_images_alone(wrong, line):
    made = room(n=60, with_imu=False)
    camera = replace(made.model.left, **wrong)
    made.model = StereoModel(camera, camera, made.model.T_left_right)
    slam = run_slam(made)
    assert len(slam.warnings) == 1 and line in slam.warnings[0]
    status = slam.trajectory().status
    assert set(status[-10:]) == {"degraded"} and set(status[:10]) == {"tracking"}


@pytest.mark.slow
def test_wrong_intrinsics_are_reported_in_one_line_although_the_imu_contradicts_too():
    made = room()
    camera = replace(made.model.left, cy=109.5)
    made.model = StereoModel(camera, camera, made.model.T_left_right)
    slam = run_slam(made)
    assert len(slam.warnings) == 1 and "principal point" in slam.warnings[0]


@pytest.mark.slow
def test_a_wrong_focal_length_is_found_by_the_gyroscope_and_degrades_the_status():
    made = room(n=60)
    camera = replace(made.model.left, fx=210.0, fy=210.0)
    made.model = StereoModel(camera, camera, made.model.T_left_right, made.model.T_body_left)
    slam = run_slam(made)
    assert any("calibration does not fit: rotations" in line for line in slam.warnings)
    assert set(slam.trajectory().status[-5:]) == {"degraded"}


@pytest.mark.slow
@pytest.mark.parametrize(("factor", "found"), [(1.0, False), (1.2, True)])
def test_a_wrong_baseline_is_found_by_the_odometry(factor, found):
    random = np.random.default_rng(0)

    def odometry(start, end):
        poses = [inverse_of(BoxRoom.__dataclass_fields__["pose"].default(t)) for t in (start, end)]
        T = poses[0] @ inverse_of(poses[1])
        T[:3, 3] += random.normal(0.0, 2e-3, 3)
        return RelativePose(start, end, T, np.diag([1e-3**2] * 3 + [5e-3**2] * 3))

    made = room(with_imu=False)
    plain = made.model
    made.model = StereoModel(plain.left, plain.right, transforms_of(np.eye(3), factor * plain.T_left_right[:3, 3]))
    slam = run_slam(made, odometry=odometry)
    assert any("that of the odometry; check the baseline" in line for line in slam.warnings) == found
    assert slam.trajectory().status[-1] == ("degraded" if found else "tracking")


@pytest.mark.slow
@pytest.mark.parametrize("factor", [0.9, 1.1])
def test_a_wrong_baseline_is_found_by_the_accelerometer_and_degrades_the_status(factor):
    made = room()
    plain = made.model
    made.model = StereoModel(
        plain.left, plain.right, transforms_of(np.eye(3), factor * plain.T_left_right[:3, 3]), plain.T_body_left
    )
    slam = run_slam(made)
    assert any("check the baseline" in line for line in slam.warnings)
    assert set(slam.trajectory().status[-5:]) == {"degraded"}


@pytest.mark.slow
def test_a_turned_imu_is_found_and_degrades_the_status():
    made = room(n=50)
    plain = made.model
    rotated = transforms_of(rotation_exp(np.array([0.0, 0.1, 0.0])), np.zeros(3)) @ plain.T_body_left
    made.model = StereoModel(plain.left, plain.right, plain.T_left_right, rotated)
    slam = run_slam(made)
    assert any("check the pose of the IMU" in line for line in slam.warnings)
    assert slam.trajectory().status[-1] == "degraded"


@pytest.mark.slow
def test_an_imu_that_contradicts_the_cameras_is_left_out():
    """Axes turned by 17 degrees: the poses are as good as those of the cameras alone."""
    made = room()
    plain = made.model
    rotated = transforms_of(rotation_exp(np.array([0.0, 0.0, 0.3])), np.zeros(3)) @ plain.T_body_left
    made.model = StereoModel(plain.left, plain.right, plain.T_left_right, rotated)
    slam = run_slam(made)
    assert not slam.uses_imu
    assert any("the IMU contradicts the cameras and is not used" in line for line in slam.warnings)
    assert compare(slam.trajectory(), made.truth).ate_rmse < GOAL


def test_rectified_pixels_are_converted_to_the_distorted_images_of_another_principal_point():
    """Distortion moves with the principal point: in the rectified images its error would seem 40 % smaller."""
    true = PinholeModel(320, 200, 200.0, 200.0, 159.5, 99.5, "radial_tangential", (-0.2, 0.05, 0.0, 0.0))
    wrong = replace(true, cx=169.5)
    rectifier = Rectifier(StereoModel(wrong, wrong, transforms_of(np.eye(3), np.array([0.1, 0, 0]))))
    columns, rows = (a.ravel().astype(float) for a in np.meshgrid(np.arange(20, 320, 20), np.arange(20, 200, 20)))
    pixels = np.stack([columns, columns - 5.0, rows, rows + 1.0], 1)
    K, moved = rectifier.model.left.matrix, rectifier.unrectified(pixels, np.array([0.0, -10.0, 0.0]))
    for side in (0, 1):
        raw = np.ascontiguousarray(moved[:, None, side::2])
        back = cv2.undistortPoints(raw, true.matrix, np.array(true.coefficients), P=K)
        np.testing.assert_allclose(back[:, 0], pixels[:, side::2], atol=0.05)
    still = rectifier.unrectified(pixels, np.zeros(3))
    np.testing.assert_allclose(moved - still, np.tile([-10.0, -10.0, 0.0, 0.0], (len(pixels), 1)), atol=1e-9)


@pytest.mark.parametrize("kind", ["independent", pytest.param("with a disparity", marks=pytest.mark.slow)])
def test_a_map_that_begins_with_noise_begins_again(kind):
    made = room(n=12, with_imu=False)
    frames = drawn(80)[:12]
    noise = np.random.default_rng(0).integers(0, 256, (2, 200, 330)).astype(np.uint8)
    right = noise[1, :, :320] if kind == "independent" else noise[0, :, 10:]
    made.frames = lambda: iter([StereoFrame(0.0, noise[0, :, :320], right), *frames[1:]])
    slam = run_slam(made)
    estimate = slam.trajectory()
    assert estimate.status.tolist() == ["lost"] + 11 * ["tracking"]
    assert len(slam.warnings) == 1 and np.allclose(estimate.position[1], 0.0)
    assert compare(estimate, made.truth).ate_rmse < GOAL


def test_exchanged_cameras_give_no_pose():
    made = room(n=20, with_imu=False)
    made.frames = lambda: (StereoFrame(f.time, f.right, f.left) for f in drawn(80)[:20])
    slam = run_slam(made)
    assert set(slam.trajectory().status) == {"lost"} and "do not match" in slam.warnings[0]


@pytest.mark.parametrize(
    ("contrast", "corners", "matched", "stereo", "reason"),
    [
        (1.0, 0, 0, 0, "uniform"),
        (39.5, 245, 241, 0, "do not match"),
        (24.2, 278, 36, 26, "few features: 36 of 278"),
        (24.0, 278, 23, 16, "few features: 23 of 278"),
    ],
    ids=["covered lens", "exchanged cameras", "dark pipe", "darker pipe"],
)
def test_too_few_stereo_points_are_explained(contrast, corners, matched, stereo, reason):
    assert reason in missing_points_reason(contrast, corners, matched, stereo)


def test_distorted_images_are_rectified():
    made = room(n=40, with_imu=False)
    plain = made.model.left
    bent = PinholeModel(320, 200, plain.fx, plain.fy, plain.cx, plain.cy, "radial_tangential", (-0.1, 0.01, 0.0, 0.0))
    grid = np.stack(np.meshgrid(np.arange(320.0), np.arange(200.0)), -1).reshape(-1, 1, 2)
    K = plain.matrix
    flat = cv2.undistortPoints(grid, K, np.array(bent.coefficients)).reshape(200, 320, 2)
    maps = [(flat[..., i] * K[i, i] + K[i, 2]).astype(np.float32) for i in (0, 1)]
    frames = [
        StereoFrame(f.time, *(cv2.remap(i, *maps, cv2.INTER_CUBIC) for i in (f.left, f.right))) for f in drawn(80)[:40]
    ]
    made.frames = lambda: iter(frames)
    made.model = StereoModel(bent, bent, made.model.T_left_right)
    slam = run_slam(made)
    assert compare(slam.trajectory(), made.truth).ate_rmse < GOAL and slam.warnings == []


def test_invalid_calibrations_and_sizes_are_refused():
    made = room(n=20)
    camera = made.model.left
    with pytest.raises(RecordingError, match="baseline"):
        StereoInertialSlam(StereoModel(camera, camera, np.eye(4)))
    with pytest.raises(RecordingError, match="not a rigid transform"):
        StereoInertialSlam(StereoModel(camera, camera, np.full((4, 4), np.nan)))
    with pytest.raises(RecordingError, match="100 x 80"):
        StereoInertialSlam(made.model).add_frame(
            StereoFrame(0.0, np.zeros((80, 100), np.uint8), np.zeros((80, 100), np.uint8))
        )


@pytest.mark.slow
def test_a_camera_turned_over_on_its_mount_still_has_z_up():
    made = room(n=60)
    R = rotation_exp(np.array([0.3, -0.5, 2.0]))
    made.model = StereoModel(
        made.model.left, made.model.right, made.model.T_left_right, transforms_of(R, np.array([0.02, 0, 0]))
    )
    lever = R.T @ -np.array([0.02, 0.0, 0.0])
    imu = made.imu
    h = np.gradient(imu.angular_rate, imu.time, axis=0)
    w = imu.angular_rate
    force = imu.specific_force + np.cross(h, lever) + np.cross(w, np.cross(w, lever))
    made.imu = ImuSamples(imu.time, w @ R.T, force @ R.T)
    slam = run_slam(made)
    estimate = slam.trajectory()
    assert compare(estimate, made.truth).ate_rmse < GOAL
    up = matrix_of(estimate.quaternion[:1])[0] @ matrix_of(made.truth.quaternion[:1])[0].T @ [0.0, 0.0, 1.0]
    assert up[2] > np.cos(np.radians(1.5))
