"""The cases of SnakeSys in the library: the robot is that of the robots' library, the commands of the transition have no jump."""

import dataclasses

import numpy as np
import pytest

import snakelab as sl
from snakelab.robots.library.orthogonal_robots import snake_iii
from snakelab.scenarios.catalogue import library
from snakelab.scenarios.scenario import load_scenario

CASES = [name for name in library() if name.startswith("snakesys_") and name != "snakesys_steady_gaze"]
EXACT = ("snakesys_pole", "snakesys_pipe", "snakesys_spiral_rolling")
EMPTY = sl.World([sl.Gravity()])


@pytest.mark.parametrize("name", CASES)
def test_the_robot_is_that_of_the_library_with_wheels_where_it_creeps(name):
    scenario = load_scenario(name)
    box = name in ("snakesys_travelling_wave", "snakesys_spiral_rolling")
    limit = 8.3 if any(word in name for word in ("transition", "field")) else np.inf
    servo = sl.Servo(500, 5) if "flat" in name else sl.Servo(50.001, 0.103, 1.002, torque_limit=limit)
    actuator = sl.Prescribed() if name in EXACT else servo
    wheels = name in ("snakesys_creeping", "snakesys_flat_creeping")
    rings = 4 if "field" in name else 2  # stones are smaller than links
    ours = snake_iii(section="box" if box else "round", wheels=wheels, actuator=actuator, rings_per_link=rings)
    assert scenario.robot == ours
    assert scenario.robot.base_end == "head"
    lowest = min(link.shape.half_height for link in scenario.robot.parts if isinstance(link, sl.Link))
    if name not in EXACT and "field" not in name:  # it starts on the ground
        assert scenario.initial["position"] == pytest.approx((0, 0, lowest + (0.018 if wheels else 0)))


def test_there_are_five_simulations_three_experiments_and_eight_in_the_field():
    flat = [name for name in CASES if "_flat_" in name]
    field = [name for name in CASES if "_field_" in name]
    others = [name for name in CASES if name not in flat + field and not name.endswith(("pole", "pipe", "transition"))]
    assert (len(others), len(flat), len(field)) == (5, 3, 8)


def test_the_commands_of_the_transition_have_no_jump():
    scenario = load_scenario("snakesys_transition")
    model, gait, rows = sl.build_model(scenario.robot, EMPTY), scenario.controller, []
    command, memory = gait.start(model, 0.0)
    idle = sl.Measurement(0.0, *[np.zeros(28)] * 3, np.zeros(3), np.array([1.0, 0, 0, 0]), np.zeros(6))
    for k in range(round(40 / gait.period)):
        rows.append(np.array([command.target, command.rate, command.acceleration]))
        command, memory = gait.command(dataclasses.replace(idle, time=k * gait.period), memory)
    q, v, a = np.array(rows)[60:].transpose(1, 0, 2)
    h = gait.period
    assert np.abs(np.diff(q, axis=0) - h * (v[1:] + v[:-1]) / 2).max() < 1e-4  # so rates are those of the angles
    assert np.abs(np.diff(v, axis=0) - h * (a[1:] + a[:-1]) / 2).max() < 1e-3
    assert np.abs(np.diff(a, axis=0)).max() < 0.3 * np.abs(a).max()
    assert np.ptp(q[-100:], axis=0).max() < 0.4 < np.ptp(q[:100], axis=0).max()  # rolling bends less than creeping
