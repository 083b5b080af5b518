"""Scenarios with an engine: hardware in the loop over an emulated bus."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import ScenarioError

SMALL = """
name: small
robot:
  base: planar
  parts:
    - link: {length: 0.1, mass: 0.1}
    - repeat: {times: 3, parts: [{revolute: {axis: z, actuator: {servo: {kp: 5, kd: 0.05}}}}, {link: {length: 0.1, mass: 0.1}}]}
world: {media: [{viscous_friction: {tangential: 0.5, normal: 5}}]}
controller: {serpenoid_gait: {amplitude: 0.4, angular_frequency: 3, phase_lag: 0.8}}
duration: 0.5
"""


def loaded(tmp_path, more):
    file = tmp_path / "small.yaml"
    file.write_text(SMALL + more, encoding="utf-8")
    return sl.load_scenario(file)


@pytest.mark.thorough
def test_a_scenario_runs_over_an_emulated_bus_with_its_own_seed(tmp_path):
    engine = "engine: {emulated_bus: {lost: 0.1, backlash: 0.01, dead: [2]}}\n"
    first, again, other = (sl.run_scenario(loaded(tmp_path, f"{engine}seed: {seed}\n")).dataset for seed in (3, 3, 4))
    assert first.equals(again) and not first.equals(other)
    assert "servo 2 does not answer" in first.attrs["hardware_warnings"]
    with sl.start_scenario(loaded(tmp_path, engine)) as simulation:
        simulation.advance(0.1)
        assert "HardwareEngine" in repr(simulation.engine)


def test_a_wrong_setting_is_refused_with_its_place(tmp_path):
    with pytest.raises(ScenarioError, match=r"engine.emulated_bus.lots: unknown key 'lots'; did you mean 'lost'"):
        loaded(tmp_path, "engine: {emulated_bus: {lots: 0.1}}\n")
    with pytest.raises(ScenarioError, match=r"engine.emulated_bus.baud"):
        loaded(tmp_path, "engine: {emulated_bus: {baud: -1}}\n")


@pytest.mark.slow
def test_sidewinding_over_a_bus_of_1_mbit_is_that_of_the_direct_run():
    scenario = sl.load_scenario("snakesys_sidewinding", ["duration=12"])
    bus = sl.load_scenario("snakesys_sidewinding", ["duration=12", "engine={emulated_bus: {}}"])
    direct, looped = (sl.run_scenario(one)["com_position"].values for one in (scenario, bus))
    assert np.linalg.norm(direct - looped, axis=1).max() < 1e-3
    assert np.linalg.norm(direct[-1] - direct[0]) > 0.5


@pytest.mark.thorough
def test_a_trained_policy_holds_over_a_bus_the_shape_that_it_holds_directly(tmp_path):
    draw = np.random.default_rng(0)
    weights, biases = [0.3 * draw.normal(size=(3, 3))], [0.3 * draw.normal(size=3)]
    task = {"period": 0.1, "observation": ["q"], "action": {"joint_targets": 0.5}}
    path = sl.control.save_network(tmp_path / "mine.npz", weights, biases, task)
    gait = "controller: {serpenoid_gait: {amplitude: 0.4, angular_frequency: 3, phase_lag: 0.8}}\n"
    angles = []
    for more in ("", "engine: {emulated_bus: {}}\n"):
        file = tmp_path / "policy.yaml"
        text = SMALL.replace(gait, f"controller: {{policy: {{path: {path}}}}}\n").replace(
            "duration: 0.5", "duration: 2.5"
        )
        file.write_text(text + more, encoding="utf-8")
        angles.append(sl.run_scenario(sl.load_scenario(file))["q"].values[-1])
    assert np.abs(angles[0]).max() > 0.1
    assert angles[1] == pytest.approx(angles[0], abs=0.01)
