"""The study of the eel: order relations of speed and power, the waters, the figure."""

import math
from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from reproductions.eel import (
    MAMBA_SPEEDS,
    VARIED,
    Case,
    Swum,
    line,
    open_choices,
    strips_alike,
    swim,
    trends_figure,
    waters,
)
from snakelab.errors import SimulationError
from snakelab.robots.library.rigid_robots import eel, mamba

HULL = eel().parts[0].hulls[0]


def speeds(swum):
    return np.array([one.speed for one in swum])


def powers(swum):
    return np.array([one.power for one in swum])


@pytest.fixture(scope="module")
def few():
    """Both gaits at three frequencies."""
    return {profile: swim(line("angular_frequency", profile, (45, 90)), duration=20.0) for profile in ("even", "eel")}


def test_a_line_changes_one_number():
    cases = line("phase_lag", "eel", (10, 20))
    assert cases == [Case("eel", phase_lag=math.radians(10)), Case("eel", phase_lag=math.radians(20))]
    with pytest.raises(SimulationError, match="did you mean 'amplitude'"):
        line("amplitud")


def test_speed_and_power_rise_with_the_frequency_and_eels_are_slower_and_thriftier(few):
    for swum in few.values():
        assert np.diff(speeds(swum))[0] > 0 and np.diff(powers(swum))[0] > 0
        assert all(one.status == "finished" and one.power >= one.net_power > 0 for one in swum)
    assert (speeds(few["eel"]) < speeds(few["even"])).all()
    assert all(a.cost_of_transport < b.cost_of_transport for a, b in zip(few["eel"], few["even"], strict=True))


def test_the_number_of_threads_does_not_change_the_answer(few):
    assert swim([few["eel"][0].case], duration=20.0, workers=1) == [few["eel"][0]]


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["even", "eel"])
def test_speed_grows_with_the_frequency_about_in_proportion(profile):
    swum = swim(line("angular_frequency", profile, (30, 60, 90)))
    strides = speeds(swum) / [one.case.angular_frequency for one in swum]
    assert np.ptp(strides) < 0.05 * strides.mean()
    assert (np.diff(powers(swum)) > 0).all()


@pytest.mark.slow
def test_speed_grows_with_the_amplitude_until_the_wave_is_steep():
    even, grown = (swim(line("amplitude", profile)) for profile in ("even", "eel"))
    assert (np.diff(speeds(grown)) > 0).all()
    best = int(speeds(even).argmax())
    assert VARIED["amplitude"][best] == 30  # lateral undulation turns back there
    assert (np.diff(speeds(even))[:best] > 0).all()
    assert (np.diff(powers(even)) > 0).all() and (np.diff(powers(grown)) > 0).all()


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["even", "eel"])
def test_some_phase_lag_is_best_and_power_falls_with_it(profile):
    swum = swim(line("phase_lag", profile))
    best = int(speeds(swum).argmax())
    assert 0 < best < len(swum) - 1
    assert speeds(swum)[0] < 0.03 * speeds(swum)[best]  # without a lag nothing travels
    assert (np.diff(powers(swum)) < 0).all()


def test_the_strips_drag_and_load_a_link_that_does_not_turn_as_the_papers_water_does():
    lumped = sl.worlds.LumpedFluid(drag=1.7, friction=0.05)
    robot = sl.Robot([eel().parts[0]], base="planar")
    forces = []
    for water in (lumped, strips_alike(lumped, HULL)):
        model = sl.build_model(robot, sl.World([water]))
        state = sl.initial_state(model, velocity=(0.3, 0.4, 0, 0, 0, 0))
        forces.append(sl.inverse_dynamics(model, state, np.zeros(3))[:2])
        forces.append(np.linalg.inv(sl.mass_matrix(model, state))[:2, :2])
    np.testing.assert_allclose(forces[2], forces[0], rtol=1e-12)
    assert abs(forces[0][1]) > 1
    assert strips_alike(lumped, HULL, strips=8).strips == 8


@pytest.mark.slow
def test_the_form_of_the_added_mass_costs_power_more_than_speed():
    """Speeds of the three waters lie within 5 %; the printed form swings a quarter more power in lateral undulation."""
    by_name = {label: swim([Case("even"), Case("eel")], eel(), water) for label, water in waters(HULL).items()}
    for i in (0, 1):
        all_speeds = np.array([swum[i].speed for swum in by_name.values()])
        assert np.ptp(all_speeds) < 0.05 * all_speeds.mean()
    assert by_name["simplified"][0].power > 1.2 * by_name["kirchhoff"][0].power
    for i in (0, 1):
        assert by_name["strips"][i].net_power > 1.05 * by_name["kirchhoff"][i].net_power  # turning links drag, too


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["even", "eel"])
def test_the_open_choices_reach_from_far_below_to_far_above_the_published_speeds(profile):
    cases, plausible = open_choices(profile)
    values = np.concatenate([speeds(swim(cases, mamba(), water, duration=20.0)) for water in plausible])
    published = [one.speed for one in MAMBA_SPEEDS if one.profile == profile]
    assert values.min() < 0.2 * min(published) and values.max() > 3 * max(published)


@pytest.mark.parametrize(
    ("case", "options", "words"),
    [
        (Case(angular_frequency=0.1), {}, "one period in 15 s"),
        (Case(), {"duration": 5.0}, r"2.51 rad/s, one period in 2.5 s"),
        (Case(), {"duration": 3.0}, "duration must be greater than 4 s"),
    ],
)
def test_a_case_that_cannot_be_measured_is_reported(case, options, words):
    with pytest.raises(SimulationError, match=words):
        swim([case], **options)


def test_the_figure_draws_each_line_once():
    cases = [case for varied in VARIED for profile in ("even", "eel") for case in line(varied, profile)]
    swum = [Swum(case, "finished", case.amplitude, case.angular_frequency, 0.1, 1.0) for case in cases]
    figure = trends_figure([*swum, Swum(replace(Case(), amplitude=0.1, phase_lag=0.1), "finished", 9.0, 9.0, 9.0, 9.0)])
    assert len(figure.axes) == 6
    for ax, varied in zip(figure.axes, VARIED, strict=False):
        assert [len(set(curve.get_xdata().round(6))) for curve in ax.lines] == 2 * [len(VARIED[varied])]
        assert max(curve.get_ydata().max() for curve in ax.lines) < 9
