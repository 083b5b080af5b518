"""Monte Carlo control of the parameters of a wave, in closed loop on the engine."""

from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.command import Measurement
from snakelab.robots.library.rigid_robots import eel

GOAL = (1.0, 0.8)
JOINTS = [f"joint{i}" for i in range(1, 10)]
WAVE = sl.plugins.lanes.PlannedWave((0.1, 0.7), (1.0, 4.0), (-0.25, 0.25), phase_lag=0.7)
ROLLOUTS = sl.plugins.lanes.LaneRollouts(JOINTS, WAVE)
STEER = sl.SamplingMpc(
    ROLLOUTS,
    cost=sl.plugins.lanes.TravelCost(goal=GOAL, weights=(10.0, 10.0)),
    sampling=sl.control.Sampling(256, 0.5, knot_every=5),
    horizon=sl.control.Horizon(40),
)


@pytest.fixture(scope="module")
def model():
    body = eel(10, link_length=0.14, mass=0.1, half_width=0.05, half_height=0.03, joints=sl.Servo(20.0, 1.0))
    return sl.build_model(body, sl.World([sl.worlds.LumpedFluid(added_inertia=0.5)]))


def run(model, mpc, duration, state=None):
    return sl.simulate(model, mpc, duration, state=state, step=5e-3, integrator="plain", record_rate=20.0)


def away(recording) -> FloatArray:
    return np.linalg.norm(recording["com_position"].values[:, :2] - GOAL, axis=1)


def measured(state):
    base = (state.base_position, state.base_quaternion, state.base_velocity)
    return Measurement(state.time, state.q, state.v, np.zeros(len(state.q)), *base)


def test_it_swims_to_a_goal_on_its_side_and_its_joints_never_jump(model):
    recording = run(model, STEER, 6.0)
    assert away(recording)[0] > 0.8 and away(recording).min() < 0.1
    for name, (low, high) in {"amplitude": WAVE.amplitude, "offset": WAVE.offset}.items():
        asked = recording[f"control_input_{name}"].values
        assert low - 1e-9 <= asked.min() < asked.max() <= high + 1e-9
    assert np.abs(np.diff(recording["q"].values, axis=0)).max() < 0.05 * 0.7 * 8.0  # of twice the fastest wave


def test_a_mirrored_goal_is_reached_on_the_other_side(model):
    goal = (GOAL[0], -GOAL[1])
    recording = run(model, replace(STEER, goal=goal), 6.0)
    there = np.linalg.norm(recording["com_position"].values[:, :2] - goal, axis=1)
    assert there.min() < 0.1 < 0.7 < away(recording).min()


def test_commands_are_the_wave_and_the_phase_goes_on(model):
    planner = STEER.for_model(model)
    first, memory = planner.start(model, 0.0)
    assert not first.target.any() and memory["phase"] == 0.0
    for _ in range(3):
        before, phase = WAVE.parameters(memory["plan"][:, memory["spent"], None])[:, 0], memory["phase"]
        command, memory = planner.command(measured(sl.initial_state(model)), memory)
        amplitude, omega, offset = (
            command.notes[f"input_{name}"] for name in ("amplitude", "angular_frequency", "offset")
        )
        now = phase + 0.05 * (before[1] + omega)
        assert np.allclose(command.target, offset + amplitude * np.sin(now + 0.7 * np.arange(9)))
        assert memory["phase"] == pytest.approx(now)


@pytest.mark.slow
def test_the_predicted_costs_are_those_of_the_paths_shown(model):
    planner = replace(
        STEER, rollouts=replace(ROLLOUTS, dtype="float64"), cost=replace(STEER.cost, penalty=0.0)
    ).for_model(model)
    memory = planner.start(model, 0.0)[1] | {"phase": 1.0}
    futures = planner.futures(measured(sl.initial_state(model)), memory, 20)
    counted = 10.0 * ((futures.com[:, 1:] - GOAL) ** 2).sum(axis=(1, 2)) + 0.5 * (futures.inputs**2).sum(axis=(1, 2))
    assert np.allclose(counted, futures.costs, rtol=1e-9)
    assert np.abs(futures.inputs).max() <= 1.0


def test_it_goes_on_bit_for_bit_from_a_file(model, tmp_path):
    whole, first = run(model, STEER, 0.6), run(model, STEER, 0.3)
    first.save(tmp_path / "first.nc")
    again = run(model, STEER, 0.3, sl.load(tmp_path / "first.nc"))
    assert np.array_equal(again["q"].values[-1], whole["q"].values[-1])
