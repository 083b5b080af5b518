"""Scenarios of the library in which bodies touch: a coil on a pole, a knot, a ball in a pipe; and an eel with fins."""

from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from snakelab.worlds import SelfContact


@pytest.mark.slow
def test_the_friction_of_the_pole_holds_the_coil_and_less_of_it_does_not():
    scenario = sl.load_scenario("coiled_pole")
    run = sl.run_scenario(scenario)
    mass = sl.build_model(scenario.robot, scenario.world).mass
    held = run["contact_friction_force"].values[-1][:, 2].sum()
    pressed = np.linalg.norm(run["contact_force"].values[-1], axis=1).sum()
    assert held == pytest.approx(mass * 9.81, rel=1e-3)
    # the mean creep of smoothed friction, v = eps atanh(W / (mu N))
    creep = sl.metrics(run, ["mean_velocity_z"], window=(1, 2))["mean_velocity_z"]
    assert creep == pytest.approx(-2e-4 * np.arctanh(held / (0.5 * pressed)), rel=0.1)
    assert run["self_contact_points"].values[-1] > 3  # turns rest on each other
    slippery = sl.run_scenario(
        sl.load_scenario("coiled_pole", ["world.media.1.contact.friction.mu_tangential=0.02", "duration=0.6"])
    )
    assert slippery["com_velocity"].values[-1, 2] < -1.0


@pytest.mark.slow
def test_the_knot_stays_because_no_link_passes_another():
    scenario = sl.load_scenario("overhand_knot", ["duration=2"])
    free = replace(scenario.world, media=[one for one in scenario.world.media if not isinstance(one, SelfContact)])
    ends, turns = [], []
    for world in (scenario.world, free):
        run = sl.run_scenario(replace(scenario, world=world))
        ends.append(np.linalg.norm(run["head_position"].values[-1] - run["base_position"].values[-1]))
        q = run["q"].values[-1].reshape(-1, 2)
        turns.append(np.arccos(np.cos(q[:, 0]) * np.cos(q[:, 1])).sum())
    # with self-contact 12 diameters of 20 mm are missing from the length of 1.3 m, without hardly any
    assert ends[0] < 1.3 - 10 * 0.02 and ends[1] > 1.27
    assert turns[0] > 2 * np.pi  # Milnor: no arc with a knot and straight ends turns by less


@pytest.mark.slow
def test_the_ball_rolls_ahead_of_the_head_which_carries_its_weight_along_the_pipe():
    run = sl.run_scenario(sl.load_scenario("ball_pushing"))
    time, ball, head = (run[name].values for name in ("time", "object_position", "head_position"))
    touching = time >= 2.0
    distance = np.linalg.norm(ball[touching, 0] - head[touching], axis=1)
    assert np.abs(distance - 0.075).max() < 2e-5
    velocity = run["object_velocity"].values[touching, 0]
    assert np.abs(velocity[:, 4] * 0.045 - velocity[:, 0]).max() < 2e-3 < velocity[:, 0].max()
    force = run["object_contact_force"].values[(time >= 2.0) & (time < 12.0), :, 0].sum(axis=1)
    assert force.mean() == pytest.approx(-0.2 * 0.855, rel=1e-3)  # five periods


def test_fins_make_the_eel_faster_and_its_way_cheaper():
    speed, cost = [], []
    for name in ("finned_eel", "finless_eel"):
        run = sl.run_scenario(sl.load_scenario(name, ["duration=5"]))
        found = sl.metrics(run, ["mean_speed", "cost_of_transport"], window=(3, 5))
        speed.append(found["mean_speed"])
        cost.append(found["cost_of_transport"])
    assert speed[0] > 1.1 * speed[1] and cost[0] < 0.97 * cost[1]
