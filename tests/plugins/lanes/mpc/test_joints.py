"""Roll-outs that sample several joints: each has its own sequence, sigma and limit."""

from dataclasses import replace

import numpy as np
import pytest

from reference_models.planar_swimmer import implicit_step
from snakelab.control.plan_sampling import Horizon, Sampling, mean_and_spread, shifted
from snakelab.errors import ControlError
from snakelab.plugins.lanes.model.lane_model import (
    curvature_derivative_law,
    elliptic_swimmer,
    lane_model,
    straight_state,
)
from snakelab.plugins.lanes.model.planar_world import Surroundings
from snakelab.plugins.lanes.mpc.rollouts import roll_out, sequences
from snakelab.plugins.lanes.mpc.settings import LaneStepping, TravelCost

SNAKE, JOINTS, HEAD = elliptic_swimmer(), (8, 3), 8
STILL = Surroundings()


def with_servos(*joints):
    """The law with servos at some joints, in place of following."""
    law, here = curvature_derivative_law(9), np.isin(np.arange(9), joints)
    return replace(
        law,
        follow=np.where(here, 0.0, law.follow),
        stiffness=np.where(here, 20.0, 0.0),
        damping=np.where(here, 1.0, law.damping),
        feed=np.where(here, 1.0, 0.0),
    )


LAW = with_servos(*JOINTS)
MODEL = lane_model(SNAKE, LAW, STILL, np.float64)
NOMINAL = np.stack((0.4 * np.sin(np.arange(8)), 0.2 * np.cos(np.arange(8))))


def by_matrices(inputs, cost, horizon, last):
    """Cost of input sequences, shape (2, n_steps), with the step in full matrices."""
    state, dt, total = straight_state(SNAKE), horizon.period / 3, 0.0
    for u in inputs.T:
        for k in range(3):
            target, rate = np.zeros(9), np.zeros(9)
            target[list(JOINTS)] = last + k / 3 * (u - last)
            rate[list(JOINTS)] = (u - last) / horizon.period
            state = implicit_step(SNAKE, LAW, STILL, state, target, rate, dt, 2)
        last = u
        total += cost.weights @ (state.position - np.asarray(cost.goal)) ** 2 + cost.input_weight * u @ u
    return total


def test_the_cost_of_two_sampled_joints_is_that_of_the_same_motion_in_matrices():
    cost = TravelCost(weights=np.array([10.0, 50.0]), input_weight=30.0, angle_limit=9.0)
    sampling, horizon = Sampling(20, [[0.6], [0.3]], [1.0, 0.4], knot_every=3, seed=4), Horizon(8)
    costs = roll_out(
        MODEL,
        straight_state(SNAKE),
        NOMINAL,
        sampling,
        cost,
        horizon,
        stepping=LaneStepping(3, ramp=True),
        cycle=2,
        last_input=[0.2, -0.1],
        joints=JOINTS,
    )
    inputs = sequences(NOMINAL, sampling, np.arange(20), 2, np.float64)
    assert inputs.shape == (20, 2, 8)
    expected = [by_matrices(u, cost, horizon, np.array([0.2, -0.1])) for u in inputs[::5]]
    assert np.allclose(costs[::5], expected, rtol=1e-9)
    assert np.abs(inputs[:, 0]).max() <= 1.0 and np.abs(inputs[:, 1]).max() == pytest.approx(0.4)


@pytest.mark.parametrize("source", ["independent", "sobol"])
def test_each_joint_has_numbers_of_its_own_and_the_first_those_of_one_joint_alone(source):
    one, two = Sampling(4096, 0.3, 9.0, source=source), Sampling(4096, [[0.3], [0.1]], 9.0, source=source)
    alone = sequences(np.zeros(8), one, np.arange(4096))
    both = sequences(np.zeros((2, 8)), two, np.arange(4096))
    if source == "independent":  # points of another dimension are scrambled otherwise
        assert np.array_equal(both[:, 0], alone)
    assert np.allclose(both.std(axis=0), [[0.3], [0.1]], rtol=0.06)
    assert np.abs(np.corrcoef(both.reshape(4096, 16).T) - np.eye(16)).max() < 0.08


def test_the_head_joint_by_its_number_is_the_head_joint_by_default():
    sampling, horizon, cost = Sampling(40, 0.5), Horizon(8), TravelCost()
    start = straight_state(SNAKE)
    default = roll_out(MODEL, start, NOMINAL[0], sampling, cost, horizon)
    assert np.array_equal(roll_out(MODEL, start, NOMINAL[:1], sampling, cost, horizon, joints=[HEAD]), default)
    assert not np.array_equal(roll_out(MODEL, start, NOMINAL[0], sampling, cost, horizon, joints=[3]), default)


def test_plans_of_several_joints_are_averaged_and_shifted_joint_by_joint():
    inputs = np.random.default_rng(0).normal(size=(5, 2, 8))
    weights = np.array([0.5, 0.2, 0.1, 0.1, 0.1])
    mean, spread = mean_and_spread(inputs, weights)
    for m in range(2):
        one = mean_and_spread(inputs[:, m], weights)
        assert np.allclose(mean[m], one[0]) and np.allclose(spread[m], one[1])
        assert np.array_equal(shifted(inputs[0])[m], shifted(inputs[0, m]))


@pytest.mark.parametrize(
    "more, words",
    [
        ({"joints": [8]}, "2 rows for the joints"),
        ({"joints": [8, 8]}, "each once"),
        ({"joints": [8, 9]}, "joints must be a whole number .* 8"),
        ({"joints": JOINTS, "last_input": [0.0, 0.0, 0.0]}, "last_input has 3 numbers for 2 inputs"),
        ({"joints": JOINTS, "sampling": Sampling(8, [[0.1], [0.1], [0.1]])}, "3 rows for 2 inputs"),
        ({"joints": JOINTS, "sampling": Sampling(8, 0.1, [1.0, 1.0, 1.0])}, "limit has 3 numbers for 2 inputs"),
    ],
)
def test_what_does_not_fit_the_joints_is_refused(more, words):
    given = {"sampling": Sampling(8, 0.1), "cost": TravelCost(), "horizon": Horizon(8)} | more
    with pytest.raises(ControlError, match=words):
        roll_out(MODEL, straight_state(SNAKE), NOMINAL, **given)
