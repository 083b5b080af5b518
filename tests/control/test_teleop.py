"""Teleoperation: the operator's inputs move any gait smoothly forward, backward and around."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.control.controller import Teleop, filtered
from snakelab.errors import ControlError

LINK = sl.Link(0.1, mass=0.1)
MODEL = sl.build_model(
    sl.Robot([LINK, *(5 * [sl.Revolute("z", actuator=sl.Servo(kp=4.0, kd=0.05)), LINK])], base="planar"),
    sl.World([sl.ViscousFriction(0.2, 4.0)]),
)
GAIT = sl.SerpenoidGait(0.5, 4.0, 0.9)


def run(forward, turn, duration=6.0):
    return sl.simulate(MODEL, Teleop(GAIT, forward, turn), duration)


@pytest.mark.thorough
def test_forward_moves_ahead_backward_the_other_way_and_zero_stands_still():
    way = [np.diff(run(forward, 0.0)["com_position"].values[[0, -1], 0]).item() for forward in (1.0, -1.0, 0.0)]
    assert way[0] > 0.3 and way[1] < -0.3 and abs(way[2]) < 0.05


@pytest.mark.thorough
def test_a_turn_to_the_left_and_to_the_right_mirror_each_other():
    headings = [np.sum(run(1.0, turn)["q"].values[-1]) for turn in (1.0, -1.0)]
    assert headings[0] * headings[1] < 0


def test_inputs_change_smoothly_during_a_run_and_are_recorded():
    simulation = sl.Simulation(MODEL, Teleop(GAIT, forward=1.0))
    simulation.advance(1.0)
    simulation.set("controller.forward", -1.0)
    simulation.set("controller.turn", 0.5)
    simulation.advance(2.0)
    recording = simulation.recording()
    assert np.abs(np.diff(recording["target"].values, n=2, axis=0)).max() < 3e-3
    assert recording["control_forward"].values[-1] == pytest.approx(-1.0, abs=1e-3)
    assert recording["control_turn"].values[-1] == pytest.approx(0.5, abs=1e-3)


def test_rates_and_accelerations_are_derivatives_of_the_targets():
    controller = Teleop(GAIT, forward=0.8, turn=0.6).for_model(MODEL)
    memory = {"phase": 1.3, "forward": np.array([0.4, 0.3]), "turn": np.array([0.2, -0.1])}
    h = 1e-4

    def at(t):
        speed, change = memory["forward"]
        later = {
            "phase": memory["phase"] + speed * t + 0.5 * change * t**2,
            "forward": np.array([speed + change * t, change]),
            "turn": np.array([memory["turn"][0] + memory["turn"][1] * t, memory["turn"][1]]),
        }
        return controller._command(later)

    now, before, after = at(0.0), at(-h), at(h)
    assert now.rate == pytest.approx((after.target - before.target) / (2 * h), abs=1e-6)
    assert now.acceleration == pytest.approx((after.rate - before.rate) / (2 * h), abs=1e-6)


def test_the_filter_reaches_its_input_without_overshoot():
    state = np.zeros(2)
    values = []
    for _ in range(200):
        state = filtered(state, 1.0, 0.2, 0.02)
        values.append(state[0])
    assert values[-1] == pytest.approx(1.0, abs=1e-6) and max(values) <= 1.0 and (np.diff(values) > -1e-12).all()


def test_wrong_inputs_are_refused():
    with pytest.raises(ControlError, match="Teleop forward"):
        Teleop(GAIT, forward=2.0)
    with pytest.raises(ControlError, match="must be a gait"):
        Teleop(sl.SerpenoidGait)
    with pytest.raises(ControlError, match="no argument that steers"):
        sl.simulate(MODEL, Teleop(sl.gaits.SteadyGait((0.1,) * 5), turn=0.5), 0.1)


def test_forces_of_motors_are_those_of_the_gait_later_by_the_lag_of_the_filter():
    joints = 3 * [sl.Revolute("z", actuator=sl.Motor()), LINK]
    model = sl.build_model(sl.Robot([LINK, *joints], base="planar"), sl.World([sl.ViscousFriction(0.2, 4.0)]))
    times = np.linspace(0.0, 2.0, 41)
    gait = sl.TableGait(times, 0.02 * np.sin(np.pi * (times[:, None] - [0.0, 0.3, 0.6])), repeat=True, ramp=1.0)
    lag = 2 * 0.1  # of a critically damped filter: two time constants
    driven = sl.Simulation(model, Teleop(gait, forward=1.0, response=0.1))
    played = sl.Simulation(model, gait)
    driven.advance(3.0 + lag)
    played.advance(3.0)
    assert np.abs(played["tau"]).max() > 0.01
    assert driven["tau"] == pytest.approx(played["tau"], abs=1e-5)
    still = sl.simulate(model, Teleop(gait, forward=0.0), 1.0)
    assert np.abs(still["tau"].values).max() < 1e-12


def test_a_gait_of_angles_is_refused_for_motors():
    robot = sl.Robot([LINK, sl.Revolute("z", actuator=sl.Motor()), LINK], base="planar")
    with pytest.raises(sl.errors.GaitError, match="joint1 is a Motor, which needs a force"):
        sl.simulate(sl.build_model(robot, sl.World([])), Teleop(GAIT, forward=1.0), 0.1)
