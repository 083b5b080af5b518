"""Warnings of the comparison of cameras and gyroscope."""

import numpy as np

from optional_packages import gtsam
from snakelab.geometry.rotations import rotation_exp, transforms_of
from snakelab.perception.camera_models import ImuSamples, PinholeModel, StereoModel
from snakelab.perception.inertial_data import ImuBuffer
from snakelab.plugins.slam.keyframes import KeyframeWindow
from snakelab.plugins.slam.motion_prediction import InertialState, MotionModel

assert gtsam
CAMERA = PinholeModel(640, 400, 320.0, 320.0, 319.5, 199.5)
MODEL = StereoModel(CAMERA, CAMERA, transforms_of(np.eye(3), np.array([0.12, 0.0, 0.0])))


def warnings_of(ratio: float, count: int) -> list[tuple[str, str]]:
    """Warnings for a camera that sees so many points, and whose rotations are a multiple of the gyroscope's."""
    t = np.arange(0.0, 6.0, 0.005)
    rate = np.stack([0.3 * np.sin(5 * t), 0.5 * np.sin(3 * t + 1), 0.4 * np.cos(4 * t)], 1)
    imu, issued = ImuBuffer(), []
    imu.add(ImuSamples(t, rate, np.tile([0.0, 0.0, 9.81], (len(t), 1))))
    state = InertialState(
        MODEL,
        imu,
        KeyframeWindow(MODEL, None),
        MotionModel(MODEL, imu, None),
        lambda key, line: issued.append((key, line)),
    )
    T = np.eye(4)
    for k in range(0, len(t) - 10, 10):
        step = rotation_exp(ratio * rate[k : k + 10].mean(0) * 0.05)
        after = T @ transforms_of(step, np.zeros(3))
        state.observe(T, after, t[k], t[k + 10], count)
        T = after
    state.compare_rotations()
    return issued


def test_equal_rotations_give_no_warning():
    assert warnings_of(1.0, 200) == []


def test_smaller_rotations_of_many_points_show_a_wrong_calibration():
    ((key, line),) = warnings_of(0.93, 200)
    assert key == "turns" and line.startswith("the calibration does not fit: rotations of the cameras are 0.93")


def test_smaller_rotations_of_few_points_may_be_due_to_the_light_of_a_lamp():
    ((key, line),) = warnings_of(0.93, 40)
    assert key == "turns" and line.startswith("rotations of the cameras are 0.93") and "edge of a lamp's light" in line


def test_rotations_with_too_few_points_are_not_compared():
    assert warnings_of(0.93, 24) == []
