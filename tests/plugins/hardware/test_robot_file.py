"""Robot files: what they hold, and one line for each fault."""

import numpy as np
import pytest

from plugins.hardware.small_robots import robot
from snakelab.errors import HardwareError, ScenarioError
from snakelab.plugins.hardware.hardware_engine import HardwareEngine
from snakelab.plugins.hardware.robot_file import RobotFile, RobotForm, emulated_robot, read_robot_file, robot_from_text
from snakelab.plugins.hardware.servo_registers import COUNT


def test_angles_of_joints_and_servos_are_related_by_zero_sign_and_gear():
    calibration = robot("gear: 2\n").calibration
    q = np.array([0.1, 0.2, 0.3, 0.4])
    assert calibration.to_servo(q) == pytest.approx([0.3, -0.3, 0.7, -0.7])
    assert calibration.to_joint(calibration.to_servo(q)) == pytest.approx(q)
    assert calibration.rate_to_joint(np.array([0.2, -0.4, 0.6, -0.8])) == pytest.approx(q)


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
        (
            "ids: 1-4\nlimits: [-90, 90]",
            r"rad exceed one turn of a servo, .* degrees\? write \[-90\*pi/180, 90\*pi/180\]",
        ),
        ("ids: 1-2\nlimits: [[-1, 1], [-45, 45]]", r"\[-45, 45\] rad of servo 2 exceed one turn .* degrees\?"),
        ("ids: 1-4\nprotocol: dynamixel\nlimits: [-90, 90]", r"exceed one turn of a servo, .* degrees\?"),
        (
            "ids: 1-4\nmulti_turn: true\nlimits: [-90, 90]",
            r"exceed the range of a servo, -50.26 to 43.98 rad; degrees\?",
        ),
        ("ids: 1-4\ngear: 3", r"are -4.8 to 4.8 rad of the servo .* narrow limits, or write multi_turn: true"),
        (
            "ids: [7, 8]\nzero: [0, 3]\nlimits: [-1, 1]",
            r"\[-1, 1\] rad are 2 to 4 rad of the servo \(zero, sign and gear\)",
        ),
        ("ids: 1-4\nprotocol: fetech", "did you mean 'feetech'"),
        ("ids: 1-4\nsafety: {at_end: fall}", "must be one of hold, limp; got 'fall'"),
        ("ids: 1-4\nsafety: {speed: -1}", "safety.speed"),
        ("port: /dev/ttyUSB0", "the key 'ids' is missing"),
        ("ids: 1-4\nrate: 1e300", "rate"),
        ("ids: 1-4\nrate: 1e-300", "rate: must be at least 1 and at most 10000 Hz"),
        ("ids: 1-4\nrate: .inf", "rate"),
        ("ids: 1-4\npatience: 1e300", "patience"),
        ("ids: 1-4\nbaud: 100000000000", "baud"),
        ("ids: 1-4\nsafety: {soft_start: 1e300}", "safety.soft_start"),
        ("ids: 1-4\nsafety: {at_fault: ignore}", "must be one of stop, warn; got 'ignore'"),
        ("ids: 1-4\nzero: 1e300", "zero: must be from -10000 to 10000; got 1e\\+300"),
        ("ids: 1-4\ngear: .inf", "gear: must be from -10000 to 10000; got inf"),
        ("ids: 1-4\nlimits: [-1e300, 1]", "limits: must be from -10000 to 10000 rad"),
        ("ids: 1-4\nlimits: [1, [2]]", "limits: must be one pair"),
        ("ids: 1-2\nzero: [1, [2]]", "zero: must be numbers, not lists of numbers"),
        ("ids: [[1, 2], [3, 4]]", "ids are whole numbers from 0 to 253; got a list"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(text, words):
    with pytest.raises((HardwareError, ScenarioError), match=words) as caught:
        robot("", text)
    assert "\n" not in str(caught.value)


def test_limits_of_half_a_turn_end_at_the_last_count_of_the_servo():
    limits = robot("", "ids: 1-2\nsign: [1, -1]\nlimits: [-pi, pi]\n").limits
    assert limits[0] == pytest.approx([-np.pi, np.pi - COUNT], abs=1e-12)
    assert limits[1] == pytest.approx([-np.pi + COUNT, np.pi], abs=1e-12)
    several = robot("", "ids: 1-2\nmulti_turn: true\nlimits: [-10, 10]\n").limits
    assert several.tolist() == [[-10.0, 10.0], [-10.0, 10.0]]


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(HardwareError, match="there is no robot file"):
        read_robot_file(tmp_path / "none.yaml")
    (tmp_path / "robot.yaml").write_text("ids: 1-3\nlimits: [[-1, 1], [-2, 2], [-1, 1]]\n", encoding="utf-8")
    assert read_robot_file(tmp_path / "robot.yaml").limits[1].tolist() == [-2.0, 2.0]


@pytest.mark.parametrize("wrong", [None, 3, True, b"x", [1], {}, object(), np.zeros(3), float("nan"), int])
@pytest.mark.parametrize(
    "make",
    [
        read_robot_file, RobotFile, robot_from_text, HardwareEngine,
        lambda wrong: RobotFile(RobotForm(ids=(1, 2)), wrong), lambda wrong: emulated_robot([wrong]),
    ],
)  # fmt: skip
def test_a_wrong_type_is_refused_in_one_line(make, wrong):
    with pytest.raises(HardwareError, match="got ") as caught:
        make(wrong)
    assert len(str(caught.value)) < 300
