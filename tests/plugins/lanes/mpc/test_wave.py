"""Roll-outs that sample the parameters of a wave: its joints never jump, and move as the wave's law says."""

from dataclasses import replace

import numpy as np
import pytest

from reference_models.planar_swimmer import implicit_step
from snakelab.control.plan_sampling import Horizon, Sampling
from snakelab.errors import ControlError
from snakelab.gaits.serpenoid import SerpenoidGait, serpenoid_angles
from snakelab.plugins.lanes.model.lane_model import (
    curvature_derivative_law,
    elliptic_swimmer,
    lane_model,
    straight_state,
)
from snakelab.plugins.lanes.model.planar_world import Surroundings
from snakelab.plugins.lanes.mpc.kernels import PlannedWave
from snakelab.plugins.lanes.mpc.rollouts import WaveSteering, roll_out, sequences
from snakelab.plugins.lanes.mpc.settings import LaneStepping, TravelCost

SNAKE, STILL, JOINTS = elliptic_swimmer(), Surroundings(), tuple(range(9))
SERVOS = replace(
    curvature_derivative_law(9), follow=np.zeros(9), stiffness=np.full(9, 20.0), damping=np.ones(9), feed=np.ones(9)
)
MODEL = lane_model(SNAKE, SERVOS, STILL, np.float64)
WAVE = PlannedWave((0.2, 0.8), (1.0, 3.0), (-0.3, 0.1), phase_lag=0.7)
LOW, HIGH = np.array([0.2, 1.0, -0.3]), np.array([0.8, 3.0, 0.1])


def by_matrices(inputs, cost, horizon, last, phase):
    """Cost of inputs, shape (3, n_steps), with the step in full matrices and the wave written out."""
    state, dt, total = straight_state(SNAKE), horizon.period / 3, 0.0
    before = (LOW + HIGH) / 2 + last * (HIGH - LOW) / 2
    for u in inputs.T:
        now = (LOW + HIGH) / 2 + u * (HIGH - LOW) / 2
        for k in range(3):
            share = k / 3
            a, w, g = (1 - share) * before + share * now
            psi = phase + 0.7 * np.arange(9)
            swell, _, drift = (now - before) / horizon.period
            rate = drift + swell * np.sin(psi) + a * w * np.cos(psi)
            state = implicit_step(SNAKE, SERVOS, STILL, state, g + a * np.sin(psi), rate, dt, 2)
            w_next = w + (now[1] - before[1]) / 3
            phase += dt * (w + w_next) / 2  # exact: omega is linear
        before = now
        total += cost.weights @ (state.position - np.asarray(cost.goal)) ** 2 + cost.input_weight * u @ u
    return total


def test_the_cost_of_a_sampled_wave_is_that_of_the_same_motion_in_matrices():
    cost = TravelCost(weights=np.array([10.0, 50.0]), input_weight=30.0, angle_limit=9.0)
    sampling, horizon = Sampling(20, [[0.6], [0.3], [0.4]], 1.0, knot_every=3, seed=4), Horizon(6)
    nominal, last = 0.3 * np.sin(np.arange(18.0)).reshape(3, 6), np.array([-1.5, 0.2, 0.5])
    start = straight_state(SNAKE)
    costs = roll_out(
        MODEL,
        start,
        nominal,
        sampling,
        cost,
        horizon,
        stepping=LaneStepping(3),
        cycle=2,
        last_input=last,
        joints=JOINTS,
        wave=WAVE,
        phase=40.0,
    )  # fmt: skip
    inputs = sequences(nominal, sampling, np.arange(20), 2, np.float64)
    assert inputs.shape == (20, 3, 6) and np.ptp(costs) > 1e-3 * costs.mean()
    expected = [by_matrices(u, cost, horizon, last, 40.0) for u in inputs[::5]]
    assert np.allclose(costs[::5], expected, rtol=1e-9)


def test_with_constant_parameters_it_is_the_serpenoid_gait():
    wave = WaveSteering(WAVE, JOINTS)
    u, phase, gait = np.array([0.5, -0.2, 1.0]), 0.3, SerpenoidGait(0.65, 1.8, 0.7, phase=0.3, offset=0.1)
    for k in range(25):
        angle, rate, acceleration = wave.motion(u, u, phase, 0.4, 0.25)
        t, h = 0.4 * k + 0.1, 1e-4
        before, now, after = (serpenoid_angles(t + d, gait, 9) for d in (-h, 0.0, h))
        assert np.allclose(angle, now, atol=1e-12)
        assert np.allclose(rate, (after - before) / (2 * h), atol=1e-6)
        assert np.allclose(acceleration, (after - 2 * now + before) / h**2, atol=1e-5)
        phase = wave.phase_after(u, u, phase, 0.4)
        assert abs(phase) <= np.pi


def test_while_parameters_change_rates_are_those_of_the_angles_and_nothing_jumps():
    wave, before, now, h = WaveSteering(WAVE, (3, 8)), np.array([-1.0, 0.5, 0.2]), np.array([0.8, -0.9, -1.0]), 1e-4
    for share in (0.2, 0.7, 0.9):
        (low, lower, _), (_, rate, acceleration), (high, higher, _) = (
            wave.motion(before, now, 0.4, 0.5, share + d) for d in (-h, 0.0, h)
        )
        assert np.allclose(rate, (high - low) / (2 * h * 0.5), atol=1e-6)
        assert np.allclose(acceleration, (higher - lower) / (2 * h * 0.5), atol=1e-6)
    ends = wave.motion(before, now, 0.4, 0.5, 1.0)[0]
    assert np.allclose(ends, wave.motion(now, now, wave.phase_after(before, now, 0.4, 0.5), 0.5, 0.0)[0], atol=1e-12)


def test_inputs_of_minus_one_and_one_are_the_ends_of_the_ranges_and_a_range_of_nothing_stays():
    wave = WaveSteering(replace(WAVE, amplitude=(0.5, 0.5)), JOINTS)
    assert np.allclose(wave.denormalised(-np.ones(3)), [0.5, 1.0, -0.3])
    assert np.allclose(wave.denormalised(np.ones(3)), [0.5, 3.0, 0.1])
    assert np.allclose(WaveSteering(WAVE, JOINTS).denormalised(WaveSteering(WAVE, JOINTS).at_rest()), [0.0, 2.0, 0.0])
    assert np.allclose(wave.denormalised(wave.at_rest()), [0.5, 2.0, 0.0])


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: PlannedWave(amplitude=(0.8, 0.2)), r"smallest value first.*\(0.2, 0.8\)"),
        (lambda: PlannedWave(offset=0.1), "PlannedWave offset must"),
        (lambda: roll(np.zeros((2, 4))), "2 rows for a wave; write one for each of amplitude"),
        (lambda: roll(np.zeros((3, 4)), joints=[8, 8]), "each once"),
        (lambda: roll(np.zeros((3, 4)), wave=3), "roll_out wave"),
    ],
)
def test_what_is_no_wave_is_refused(make, words):
    with pytest.raises(ControlError, match=words):
        make()


def roll(nominal, **more):
    given = {"joints": JOINTS, "wave": WAVE} | more
    return roll_out(MODEL, straight_state(SNAKE), nominal, Sampling(16), TravelCost(), Horizon(4), **given)
