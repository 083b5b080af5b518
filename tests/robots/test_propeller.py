"""Propellers: thrust, lag, curve, limits, reaction; commands and memory."""

import math

import numpy as np
import pytest

import snakelab as sl

LINK = sl.Link(0.2, mass=2.0, section=sl.Cylinder(0.05), name="hull")


def thrust(propeller, command, **settings):
    model = sl.build_model(sl.Robot([LINK], propellers=[propeller]))
    recording = sl.simulate(model, sl.gaits.SteadyGait(thrust=[command]), duration=0.5, **settings)
    return recording


def test_thrust_moves_a_body_and_its_work_is_the_motion():
    recording = thrust(sl.Propeller("hull", (0.1, 0, 0)), 3.0)
    assert recording["base_velocity"].values[-1, 0] == pytest.approx(3.0 / 2.0 * 0.5)
    work = recording["work"].sel(term="propeller").values
    np.testing.assert_allclose(work[-1], recording["kinetic_energy"].values[-1])
    assert list(recording["propeller"].values) == ["propeller1"]


def test_a_lag_is_exact_at_any_step_and_in_every_integrator():
    for settings in ({"step": 0.05}, {"integrator": "rk4"}, {"integrator": "LSODA"}):
        recording = thrust(sl.Propeller("hull", time_constant=0.2), 2.0, **settings)
        expected = 2.0 * (1 - np.exp(-recording["time"].values / 0.2))
        np.testing.assert_allclose(recording["propeller_command"].values[:, 0], expected, atol=1e-5)


@pytest.mark.parametrize(("command", "expected"), [(0.5, 10.0), (2.0, 40.0), (-0.5, -7.5), (-9.0, -15.0), (0.75, 25.0)])
def test_a_curve_is_joined_by_lines_and_held_beyond_its_ends(command, expected):
    curve = [(-1, -15), (0, 0), (0.5, 10), (1, 40)]
    recording = thrust(sl.Propeller("hull", curve=curve), command)
    assert recording["propeller_thrust"].values[-1, 0] == pytest.approx(expected)


def test_thrust_stays_within_its_limits():
    propeller = sl.Propeller("hull", gain=10.0, min_thrust=-4.0, max_thrust=6.0)
    assert thrust(propeller, 5.0)["propeller_thrust"].values[-1, 0] == 6.0
    assert thrust(propeller, -5.0)["propeller_thrust"].values[-1, 0] == -4.0


def test_the_blades_reaction_rolls_the_body():
    model = sl.build_model(sl.Robot([LINK], propellers=[sl.Propeller("hull", (0.1, 0, 0), torque_ratio=0.02)]))
    assert sl.forward_dynamics(model, sl.initial_state(model), [5.0])[3] == pytest.approx(0.1 / (2.0 * 0.05**2 / 2))


def test_a_propeller_off_the_axis_turns_the_body_about_its_centre():
    model = sl.build_model(sl.Robot([LINK], propellers=[sl.Propeller("hull", (0.1, 0.076, 0))]))
    rate = sl.forward_dynamics(model, sl.initial_state(model), [1.0])
    assert rate[5] == pytest.approx(-0.076 / (2.0 * (0.05**2 / 4 + 0.2**2 / 12)))


def test_a_propeller_on_a_soft_section_stands_on_the_nearest_station():
    soft = sl.SoftSection(0.2, 0.3, 0.02, 0.04, n_steps=4, name="arm")
    robot = sl.Robot([LINK, soft], propellers=[sl.Propeller("arm", (0.11, 0.05, 0))])
    record = sl.build_model(robot).arrays.propellers[0]
    assert record["station"] == 3
    np.testing.assert_allclose(record["offset"], [0.01, 0.05, 0])


class Ramp:
    """Thrust that grows with time, by a controller."""

    period = 0.1

    def start(self, model, time):
        return sl.Command(np.zeros(model.n_coordinates), thrust=np.zeros(1)), None

    def command(self, measurement, memory):
        return sl.Command(np.zeros(len(measurement.q)), thrust=[measurement.time]), None


def test_a_controller_commands_thrust_and_a_restart_is_bit_for_bit():
    robot = sl.Robot(
        [LINK, sl.Revolute(), LINK.__class__(0.2, 1.0)], propellers=[sl.Propeller("hull", time_constant=0.3)]
    )
    model = sl.build_model(robot)
    whole = sl.simulate(model, Ramp(), duration=1.0)
    half = sl.simulate(model, Ramp(), duration=0.5)
    rest = sl.simulate(model, Ramp(), duration=0.5, state=half)
    assert whole["propeller_thrust"].values[-1, 0] > 0.3
    np.testing.assert_array_equal(rest["propeller_command"].values[-1], whole["propeller_command"].values[-1])
    np.testing.assert_array_equal(rest["base_position"].values[-1], whole["base_position"].values[-1])


@pytest.mark.thorough
def test_a_saved_recording_keeps_the_propellers_memory(tmp_path):
    model = sl.build_model(sl.Robot([LINK], propellers=[sl.Propeller("hull", time_constant=0.3)]))
    gait = sl.gaits.SteadyGait(thrust=[2.0])
    sl.simulate(model, gait, duration=0.5).save(tmp_path / "half.nc")
    rest = sl.simulate(model, gait, duration=0.5, state=sl.load(tmp_path / "half.nc"))
    assert rest["propeller_command"].values[-1, 0] == pytest.approx(2 * (1 - math.exp(-1 / 0.3)))


def test_joints_and_propellers_move_together():
    robot = sl.Robot([LINK, sl.Revolute(), sl.Link(0.2, 1.0)], propellers=[sl.Propeller("hull", max_thrust=9.0)])
    gait = sl.ThrustGait(sl.SerpenoidGait(0.3, 2.0, 0.0, ramp=0.5), thrust=[1.5])
    recording = sl.simulate(sl.build_model(robot), gait, duration=1.0)
    assert recording["propeller_thrust"].values[-1, 0] == 1.5
    assert recording["q"].values[-1, 0] == pytest.approx(0.3 * math.sin(2.0))


def test_thrust_is_an_input_of_the_linear_model():
    model = sl.build_model(sl.Robot([LINK], propellers=[sl.Propeller("hull", (0.1, 0, 0), gain=3.0)]))
    _, B = sl.linearise(model, sl.initial_state(model))
    np.testing.assert_allclose(B[6:, 0], [1.5, 0, 0, 0, 0, 0], atol=1e-9)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: sl.Robot([LINK], propellers=[sl.Propeller("hul")]), "no such part.*hull"),
        (
            lambda: sl.Robot([LINK], propellers=[sl.Propeller("hull", name="a"), sl.Propeller("hull", name="a")]),
            "two propellers",
        ),
        (lambda: sl.Robot([LINK], propellers=[3]), "Propeller"),
        (lambda: sl.Propeller("hull", direction="up"), "x, y, z"),
        (lambda: sl.Propeller("hull", direction=(0, 0, 0)), "must not be zero"),
        (lambda: sl.Propeller("hull", curve=[(0, 1)]), "at least two pairs"),
        (lambda: sl.Propeller("hull", curve=[(1, 1), (0, 2)]), "ascending"),
        (lambda: sl.Propeller("hull", min_thrust=2, max_thrust=1), "less than"),
        (lambda: sl.Propeller("hull", time_constant=-1), "at least 0"),
    ],
)
def test_what_cannot_be_is_refused(make, message):
    with pytest.raises(sl.errors.RobotError, match=message):
        make()


def test_commands_must_fit_the_propellers():
    model = sl.build_model(sl.Robot([LINK], propellers=[sl.Propeller("hull")]))
    with pytest.raises(sl.errors.GaitError, match=r"must have 1 number, one for each of the propellers .*got 2"):
        sl.simulate(model, sl.gaits.SteadyGait(thrust=[1, 2]), duration=0.1)
    with pytest.raises(sl.errors.GaitError, match="must have 0 numbers"):
        sl.simulate(model, sl.gaits.SteadyGait(targets=[1]), duration=0.1)

    class Wrong(Ramp):
        def command(self, measurement, memory):
            return sl.Command(np.zeros(0), thrust=[1, 2, 3]), None

    with pytest.raises(sl.errors.ControlError, match=r"thrust must be 1 numbers"):
        sl.simulate(model, Wrong(), duration=0.3)


@pytest.mark.parametrize("size", [1e-300, 1e300])
def test_a_direction_of_any_size_is_a_direction(size):
    np.testing.assert_allclose(
        sl.Propeller("hull", direction=(size, 0, -size)).unit_direction(), [0.5**0.5, 0, -(0.5**0.5)]
    )


def test_a_curve_is_made_of_numbers():
    with pytest.raises(sl.errors.RobotError, match="at least two pairs"):
        sl.Propeller("hull", curve=[("0", "0"), ("1", "2")])
