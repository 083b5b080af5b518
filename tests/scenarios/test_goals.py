"""Sampled gaits lead two robots to their goals, with any seed."""

import numpy as np
import pytest

import snakelab as sl

GOALS = {"orthogonal_goal": ("head_position", (3.5, 1.0), 0.1), "soft_goal": ("com_position", (-1.0, 0.1), 0.15)}


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", GOALS)
def test_the_robot_comes_to_its_goal(name, seed):
    variable, goal, radius = GOALS[name]
    recording = sl.run_scenario(sl.load_scenario(name, [f"seed={seed}"]))
    assert np.linalg.norm(recording[variable].values[:, :2] - goal, axis=1).min() < radius
    attributes = recording.dataset.attrs
    assert attributes["control_cycles"] > 0 and attributes["control_overruns"] <= attributes["control_cycles"]


@pytest.mark.slow
@pytest.mark.parametrize("name", GOALS)
def test_the_gait_alone_passes_the_goal(name):
    variable, goal, radius = GOALS[name]
    scenario = sl.load_scenario(name)
    model = sl.build_model(scenario.robot, scenario.world)
    state = sl.initial_state(model, **scenario.initial)
    gait, settings = scenario.controller.policy.gait, scenario.settings
    blind = sl.simulate(model, gait, settings.duration, state=state, step=settings.step, record_rate=20.0)
    assert np.linalg.norm(blind[variable].values[:, :2] - goal, axis=1).min() > 2 * radius
