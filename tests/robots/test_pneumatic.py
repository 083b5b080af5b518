"""Pneumatic muscles: pressure to force, ceiling, lag, and what cannot be asked of them."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.physics.command import checked_command
from snakelab.robots.actuators import BAR, lengths_at

K, AREA = 1900.0, 9.3e-5
MUSCLE = sl.Pneumatic(AREA, 3 * BAR)


def model(muscle: sl.Pneumatic = MUSCLE) -> sl.Model:
    section = sl.SoftSection(0.15, mass=0.12, actuator_radius=0.0125, skin_radius=0.0225, actuators=muscle,
                             springs=sl.Spring(K, 90.0))  # fmt: skip
    return sl.build_model(sl.Robot([section], base="fixed"))


def held(pressures: list[float], duration: float = 1.0, muscle: sl.Pneumatic = MUSCLE) -> sl.Recording:
    return sl.simulate(model(muscle), sl.TableGait([0, 1], [pressures, pressures]), duration)


# ---- what pressure does ------------------------------------------------------------------------------------------------
def test_in_quiet_each_muscle_has_the_length_of_its_pressure():
    pressures = [0.5 * BAR, 2.0 * BAR, 0.0]
    recording = held(pressures)
    assert_allclose(recording["q"].values[-1], lengths_at(pressures, K, MUSCLE), atol=1e-8)
    assert_allclose(recording["tau"].values[-1], AREA * np.array(pressures), rtol=1e-6, atol=1e-9)


def test_the_elongation_balances_the_pressure():
    lengths = np.array([0.0, 0.004, 0.0146])
    assert_allclose(lengths_at(K * lengths / AREA, K, MUSCLE), lengths, rtol=1e-14)


def test_a_lag_fills_the_muscle_exponentially():
    lagged = sl.Pneumatic(AREA, 3 * BAR, time_constant=0.2)
    recording = held([2 * BAR, 2 * BAR, 2 * BAR], 0.5, lagged)
    time, force = recording["time"].values[1:], recording["tau"].values[1:, 0]
    assert_allclose(force, AREA * 2 * BAR * (1 - np.exp(-time / 0.2)), rtol=2e-2)
    assert_allclose(force[-1], AREA * 2 * BAR * (1 - math.exp(-2.5)), rtol=2e-3)


def test_pressure_on_all_three_stretches_without_a_bend():
    q = held([BAR, BAR, BAR])["q"].values[-1]
    assert_allclose(q, AREA * BAR / K, rtol=1e-6)


def test_linearised_the_input_is_a_pressure():
    B = sl.linearise(model(), sl.initial_state(model()), u=[BAR, BAR, BAR])[1]
    force = sl.build_model(sl.Robot([sl.SoftSection(0.15, mass=0.12, actuator_radius=0.0125, skin_radius=0.0225,
                                                    actuators=sl.Motor(), springs=sl.Spring(K, 90.0))],
                                    base="fixed"))  # fmt: skip
    assert_allclose(B, AREA * sl.linearise(force, sl.initial_state(force))[1], rtol=1e-5, atol=1e-12)


# ---- what cannot be asked ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: sl.Pneumatic(0.0), "area must be greater than 0 and at most 1 m"),
        (lambda: sl.Pneumatic(AREA, -BAR), "max_pressure must be at least 1000 Pa, got -100000"),
        (lambda: sl.Pneumatic(AREA, 4), r"at least 1000 Pa, got 4; did you mean 400000\?"),
        (lambda: sl.Pneumatic(AREA, time_constant=-1), "time_constant must be at least 0 s"),
        (lambda: lengths_at([-1.0], K, MUSCLE), "between 0 and the ceiling of 3 bar"),
        (lambda: lengths_at([4 * BAR], K, MUSCLE), "between 0 and the ceiling of 3 bar"),
    ],
)
def test_what_a_muscle_cannot_do_is_said_with_the_value(make, words):
    with pytest.raises(sl.errors.RobotError, match=words):
        make()


@pytest.mark.parametrize("pressure", [-0.1 * BAR, 3.2 * BAR])
def test_a_table_that_asks_for_a_pressure_that_cannot_be_had_is_refused(pressure):
    table = sl.TableGait([0, 1, 2], [[0, 0, 0], [0, pressure, 0], [0, 0, 0]])
    with pytest.raises(
        sl.errors.GaitError, match=rf"section1\.2 to have {pressure / BAR:.3g} bar at t = 1 s.*limit of 3 bar"
    ):
        table.reference(model())


@pytest.mark.parametrize("pressure", [-1.0, 3.001 * BAR])
def test_a_controller_that_asks_for_such_a_pressure_is_stopped(pressure):
    command = sl.Command(np.array([0.0, 0.0, pressure]))
    with pytest.raises(
        sl.errors.ControlError, match=r"at t = 2 s.*section1\.3.*between 0 and its ceiling of 300000.*np\.clip"
    ):
        checked_command(command, model(), 2.0)


def test_a_controller_may_ask_for_the_ends_of_the_range():
    command = checked_command(sl.Command(np.array([0.0, 3 * BAR, -1e-9])), model(), 0.0)
    assert command.target[1] == 3 * BAR


def test_a_run_keeps_what_it_has_when_its_controller_asks_too_much():
    rising = sl.FunctionGait(lambda t: [0.0, 0.0, max(0.0, 10 * BAR * t)])
    with pytest.raises(sl.errors.ControlError, match="ceiling") as caught:
        sl.simulate(model(), rising, 1.0)
    assert 0.25 < caught.value.recording["time"].values[-1] < 0.31


def test_motors_take_forces_of_either_sign():
    section = sl.SoftSection(0.15, mass=0.12, actuator_radius=0.0125, skin_radius=0.0225, actuators=sl.Motor())
    checked_command(sl.Command(np.array([-50.0, 0, 50.0])), sl.build_model(sl.Robot([section])), 0.0)
