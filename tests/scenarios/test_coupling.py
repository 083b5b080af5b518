"""Key `coupling` of a scenario: soft joints solved alone and imposed on the robot, beside joints solved with it."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import ScenarioError
from snakelab.robots.actuators import Prescribed
from snakelab.robots.soft_sections import SoftSection
from snakelab.scenarios.scenario import joint_alone

SHORT = ("duration=1",)


def test_imposed_joints_move_as_they_do_alone():
    scenario, whole = sl.load_scenario("hybrid_yaw_imposed", SHORT), sl.load_scenario("hybrid_yaw", SHORT)
    recording = sl.run_scenario(scenario)
    section = next(part for part in whole.robot.parts if isinstance(part, SoftSection))
    times, lengths = joint_alone(section, (3e5, 0, 0), 1.0)
    for k in range(3):
        alone = np.interp(recording["time"].values[1:], times, lengths[:, k])
        np.testing.assert_allclose(recording["q"].values[1:, k], alone, atol=2e-5)
    assert recording.scenario["coupling"] == "one_way"
    again = sl.start_scenario(scenario)
    again.advance(1.0)
    np.testing.assert_allclose(again["base_position"], recording["base_position"].values[-1], atol=1e-9)


def test_the_robot_has_prescribed_joints_and_a_scenario_is_whole_by_default():
    imposed, whole = sl.load_scenario("hybrid_yaw_imposed", SHORT), sl.load_scenario("hybrid_yaw", SHORT)
    sections = [part for part in imposed.robot.parts if isinstance(part, SoftSection)]
    assert all(actuator == Prescribed() for part in sections for actuator in np.atleast_1d(part.actuators))
    assert not any(part.actuators == Prescribed() for part in whole.robot.parts if isinstance(part, SoftSection))


def test_other_joints_and_other_controllers_give_one_line():
    with pytest.raises(
        ScenarioError,
        match=r"coupling=one_way: imposed joints are soft sections without angles, and robot .* has a Revolute",
    ):
        sl.load_scenario("planar_prototype", ["coupling=one_way", "controller={steady_gait: {}}"])
    with pytest.raises(ScenarioError, match="imposed joints need a steady_gait"):
        sl.load_scenario("planar_prototype", ["coupling=one_way"])
    with pytest.raises(ScenarioError, match=r"coupling=both.*two_way"):
        sl.load_scenario("hybrid_yaw", ["coupling=both"])
    with pytest.raises(ScenarioError, match="SteadyGait"):
        sl.load_scenario("hybrid_yaw_imposed", ["controller.steady_gait.targets=[1e5, 0]"])
