"""Ready robots by their names: the robot that the function makes, variants of it, and faults that name the line and the cure."""

import re

import pytest

import snakelab as sl
from snakelab.errors import GaitError, RobotError, ScenarioError
from snakelab.robots.library.orthogonal_robots import snake_iii
from snakelab.robots.library.rigid_robots import eel, mamba
from snakelab.scenarios.scenario import load_scenario

TEXT = """\
name: mine
robot: {snake_iii: {joints: 6, wheels: true, actuator: {servo: {kp: 40, torque_limit: 5}}}}
world: {media: [gravity, contact]}
controller:
  named_gait: {name: SWL}
duration: 1
"""
LOOSE = [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]]


@pytest.fixture
def mine(tmp_path):
    """A scenario of a ready robot, as a function of one change of its text."""

    def write(old="", new="", name="mine.yaml"):
        assert old in TEXT
        path = tmp_path / name
        path.write_text(TEXT.replace(old, new) if old else TEXT + new, encoding="utf-8")
        return path

    return write


def robot_of(path, *changes):
    return load_scenario(path, changes).robot


def test_a_name_makes_the_robot_that_its_function_makes(mine):
    ours = snake_iii(6, wheels=True, actuator=sl.Servo(40, torque_limit=5))
    assert robot_of(mine()) == ours
    still = mine("controller:\n  named_gait: {name: SWL}\n", "")
    assert robot_of(still, "robot=mamba") == mamba()
    assert robot_of(still, "robot={eel: {links: 4, joints: motor}}") == eel(4, joints=sl.Motor())


def test_a_variant_changes_one_argument_and_leaves_the_others(mine, tmp_path):
    mine()
    variant = tmp_path / "variant.yaml"
    variant.write_text("base: mine.yaml\nrobot: {snake_iii: {section: box, wheels: null}}\n", encoding="utf-8")
    assert robot_of(variant) == snake_iii(6, section="box", actuator=sl.Servo(40, torque_limit=5))
    assert robot_of(variant, "robot.snake_iii.actuator.servo.kp=9").parts[1].actuator.kp == 9


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("joints: 6", "joints: 7", 2, "even number of joints, a yaw and a pitch in each pair, got 7; write 8"),
        ("joints: 6", "joints: 0", 2, "even number of joints, a yaw and a pitch in each pair, got 0; write 2"),
        (
            "joints: 6",
            "joints: -2",
            2,
            "snake_iii joints must be a whole number of at least 0 and at most 1000, got -2",
        ),
        ("joints: 6", "joints: 9999999", 2, "at most 1000, got 9999999"),
        ("wheels: true", "wheel: true", 2, "unknown key 'wheel'; did you mean 'wheels'?"),
        ("snake_iii", "snake_iv", 2, "unknown robot 'snake_iv'; did you mean 'snake_i"),
        ("kp: 40", "kp: -40", 2, "Servo kp must be at least 0"),
        ("name: SWL", "name: SLW", 5, "NamedGait name must be one of CL, .*; got 'SLW'; did you mean 'SWL'"),
        (
            "named_gait: {name: SWL}",
            "helix_rolling_gait: {radius: 0.1}",
            4,
            r"bends yaw1 to 183\.3 deg, and its limit is 89\.95 deg; radius = 0\.1 m is too small: 0\.204 m",
        ),
        (
            "named_gait: {name: SWL}",
            f"cpg_gait: {{gait: {{named_gait: {{name: SWL}}}}, network: {{weights: {LOOSE}}}}}",
            5,
            "those of joints 3, 4, counted from the head, are not coupled to that of joint 1",
        ),
        (
            "named_gait: {name: SWL}",
            "cpg_gait: {gait: {named_gait: {name: SWL}}, network: {weights: [[0, 1], [1, 0]]}}",
            4,
            "HopfNetwork weights are for 2 oscillators, and the robot has 6 joints",
        ),
    ],
)
def test_a_fault_is_reported_with_its_line_and_what_is_allowed(mine, old, new, line, message):
    with pytest.raises(ScenarioError, match=rf"mine\.yaml:{line}: .*{message}"):
        load_scenario(mine(old, new))


def test_python_tells_the_same_faults():
    with pytest.raises(RobotError, match=r"even number of joints.*got 5; write 6"):
        snake_iii(5)
    with pytest.raises(GaitError, match=re.escape("yaw1 to 183.3 deg, and its limit is 89.95 deg; radius = 0.1 m")):
        sl.HelixRollingGait(0.1).reference(sl.build_model(snake_iii(6)))
    with pytest.raises(GaitError, match="those of joints 3, 4, counted from the head, are not coupled"):
        sl.gaits.HopfNetwork(weights=LOOSE)


def test_a_limit_that_is_hit_is_counted(mine):
    weak = ["robot.snake_iii.actuator.servo.torque_limit=0.05", "initial.position=[0, 0, 0.073]"]
    recording = sl.run_scenario(load_scenario(mine(), [*weak, "robot.snake_iii.joints=2"]))
    assert sl.metrics(recording)["torque_limit_fraction"] > 0.2
