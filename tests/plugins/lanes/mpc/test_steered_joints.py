"""Monte Carlo control of several joints in closed loop on the engine."""

from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from planar_swimmers import snake_model, start
from snakelab.physics.command import Measurement

PAIR = ("joint9", "joint5")
PAIRED = sl.plugins.lanes.LaneRollouts(joints=PAIR, stepping=sl.plugins.lanes.LaneStepping(ramp=True))
STEER = sl.SamplingMpc(
    PAIRED, goal=(-2.0, 0.5), sampling=sl.control.Sampling(256, knot_every=5), horizon=sl.control.Horizon(30)
)


def two_servos():
    """The snake whose joints 5 and 9 are servos."""
    parts = list(snake_model().robot.parts)
    parts[9] = replace(parts[9], actuator=sl.Servo(20.0, 1.0))
    return sl.build_model(sl.Robot(parts, base="planar", skin=snake_model().robot.skin), snake_model().world)


def run(mpc, duration=1.0):
    model = two_servos()
    return sl.simulate(model, mpc, duration, state=start(model), step=5e-3, integrator="plain", record_rate=10.0)


def measured(state):
    base = (state.base_position, state.base_quaternion, state.base_velocity)
    return Measurement(state.time, state.q, state.v, np.zeros(len(state.q)), *base)


def test_each_steered_joint_gets_the_first_input_of_its_own_plan():
    model = two_servos()
    planner = STEER.for_model(model)
    _, memory = planner.start(model, 0.0)
    command, later = planner.command(measured(start(model)), memory)
    assert planner.prediction.steering.joints == (8, 4) and command.notes["plan_joint5"].shape == (30,)
    inputs = [command.notes["input_joint9"], command.notes["input_joint5"]]
    assert command.target[[8, 4]].tolist() == inputs == later["plan"][:, 1].tolist()
    assert command.target[4] == command.notes["plan_joint5"][0]
    assert 0.0 != command.target[8] != command.target[4] != 0.0
    assert not np.delete(command.target, [8, 4]).any()
    assert np.allclose(command.rate[[8, 4]], command.target[[8, 4]] / 0.1)


@pytest.mark.slow
def test_the_predicted_costs_are_those_of_the_paths_shown():
    model, goal = two_servos(), (-6.0, -5.0)
    mpc = replace(
        STEER, rollouts=replace(PAIRED, dtype="float64"), goal=goal, cost=sl.plugins.lanes.TravelCost(penalty=0.0)
    )
    planner = mpc.for_model(model)
    memory = planner.start(model, 0.0)[1]
    memory["plan"][:, 0] = (0.2, -0.1)
    futures = planner.futures(measured(start(model)), memory, 20)
    away = (futures.com[:, 1:] - goal) ** 2 @ [10.0, 50.0]
    counted = away.sum(axis=1) + 0.5 * (futures.inputs**2).sum(axis=(1, 2))
    assert futures.inputs.shape == (20, 2, 30)
    assert np.allclose(counted, futures.costs, rtol=1e-9)


def test_it_runs_is_recorded_and_goes_on_bit_for_bit(tmp_path):
    mpc = replace(STEER, adapt_sigma=True)
    whole, first = run(mpc, 0.6), run(mpc, 0.3)
    assert whole["control_input_joint5"].shape == (6,) and whole["control_plan_joint5"].shape == (6, 30)
    first.save(tmp_path / "first.nc")
    model = two_servos()
    again = sl.simulate(
        model, mpc, 0.3, state=sl.load(tmp_path / "first.nc"), step=5e-3, integrator="plain", record_rate=10.0
    )
    assert np.array_equal(again["q"].values[-1], whole["q"].values[-1])


def test_a_servo_that_is_not_steered_holds_straight():
    recording = run(replace(STEER, rollouts=replace(PAIRED, joints=None)))
    assert np.abs(recording["q"].values[:, 4]).max() < 0.1 < np.abs(recording["q"].values[:, 8]).max()


@pytest.mark.parametrize(
    "joints, words",
    [
        (["joint9", "joint4"], "must be one of joint5, joint9; got 'joint4'"),
        (["joint9", "joint9"], "steered once"),
        ([], "a list of names"),
        ("joint9", "a list of names"),
        (9, "a list of names, got 9"),
    ],
)
def test_joints_that_cannot_be_steered_are_refused(joints, words):
    with pytest.raises(sl.errors.ControlError, match=words):
        replace(STEER, rollouts=replace(PAIRED, joints=joints)).for_model(two_servos())
