"""Robot files: what they hold, and one line for each fault."""

import numpy as np
import pytest

from plugins.hardware.small_robots import robot
from snakelab.errors import HardwareError, ScenarioError
from snakelab.plugins.hardware.robot_file import read_robot_file


def test_angles_of_joints_and_servos_are_related_by_zero_sign_and_gear():
    calibration = robot("gear: 2\n").calibration
    q = np.array([0.1, 0.2, 0.3, 0.4])
    assert calibration.to_servo(q) == pytest.approx([0.3, -0.3, 0.7, -0.7])
    assert calibration.to_joint(calibration.to_servo(q)) == pytest.approx(q)
    assert calibration.rate_to_joint(calibration.rate_to_servo(q)) == pytest.approx(q)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ids: [1, 2, 2]", r"small.yaml:1: ids: id 2 is given twice"),
        ("ids: 9-3", r"must be a list such as \[1, 2, 3\], or a range such as 1-28"),
        ("ids: [1, 300]", "ids are whole numbers from 0 to 253; got 300"),
        ("ids: 1-4\nsing: 1", "unknown key 'sing'; did you mean 'sign'"),
        ("ids: 1-4\nsign: 2", "sign: must be 1 or -1, got 2"),
        ("ids: 1-4\ngear: -1", "gear: must be positive, got -1; write sign: -1 for a reversed direction"),
        ("ids: 1-4\nzero: [0, 1]", "zero: must be one number, or one for each of the 4 servos; got 2"),
        ("ids: 1-4\nlimits: [1, -1]", "limits: the first of a pair must be the smaller"),
        ("ids: 1-4\nlimits: [1, 2, 3]", "limits: must be one pair"),
        ("ids: 1-4\nprotocol: fetech", "did you mean 'feetech'"),
        ("ids: 1-4\nsafety: {at_end: fall}", "must be one of hold, limp; got 'fall'"),
        ("ids: 1-4\nsafety: {speed: -1}", "safety.speed"),
        ("port: /dev/ttyUSB0", "the key 'ids' is missing"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(text, words):
    with pytest.raises((HardwareError, ScenarioError), match=words) as caught:
        robot("", text)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(HardwareError, match="there is no robot file"):
        read_robot_file(tmp_path / "none.yaml")
    (tmp_path / "robot.yaml").write_text("ids: 1-3\nlimits: [[-1, 1], [-2, 2], [-1, 1]]\n", encoding="utf-8")
    assert read_robot_file(tmp_path / "robot.yaml").limits[1].tolist() == [-2.0, 2.0]
