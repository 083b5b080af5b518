"""The eel swims as its papers' equations say, and as symmetry and energy demand."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from reference_models.eel import Eel, Wave
from snakelab.robots.library.rigid_robots import eel, mamba

GAIT = {"amplitude": math.pi / 6, "angular_frequency": math.pi / 2, "phase_lag": 2 * math.pi / 9, "ramp": 2.0}
SOURCE = "reference integration: a separate program beside the tests"
TIMES = np.linspace(0, 20, 2001)


def oracle(robot, water):
    link = robot.parts[0]
    c = water.coefficients(link.hulls[0])
    turning = (c.added_inertia[2], c.linear_moment[2], c.quadratic_moment[2])
    n = robot.n_coordinates + 1
    return Eel(n, link.length / 2, link.mass, c.linear[0, 0], c.linear[0, 1], c.added[0, 1], turning)


def wave_of(gait):
    return Wave(gait.amplitude, gait.angular_frequency, gait.phase_lag, gait.profile == "eel", gait.ramp)


def swim(robot, gait, water=None, duration=12.0, **more):
    more = {"step": 5e-3, "record_rate": 50.0} | more
    return sl.simulate(sl.build_model(robot, sl.World([water or sl.worlds.LumpedFluid()])), gait, duration, **more)


def late(recording, since=4.0):
    """Mean velocity, power and net power from an instant on."""
    rows = recording["time"].values >= since - 1e-9
    com, powers = recording["com_position"].values[rows], (recording["tau"].values * recording["v"].values)[rows]
    span = recording["time"].values[-1] - since
    return (com[-1] - com[0]) / span, np.abs(powers).sum(axis=1).mean(), powers.sum(axis=1).mean()


@pytest.mark.thorough
@pytest.mark.parametrize("profile", [pytest.param("even", marks=pytest.mark.slow), "eel"])
def test_it_swims_as_its_equations_in_link_angles_say(profile):
    gait = sl.SerpenoidGait(**GAIT, profile=profile)
    robot, water = eel(joints=sl.Prescribed()), sl.worlds.LumpedFluid()
    times = np.linspace(0, 8, 81)
    expected = oracle(robot, water).follow(wave_of(gait), times)
    values = [swim(robot, gait, water, 8.0, step=step, record_rate=10) for step in (1e-2, 5e-3)]
    assert np.ptp(expected.com[:, 0]) > 1.0
    errors = [np.abs(run["com_position"].values[:, :2] - expected.com).max() for run in values]
    assert errors[1] < 1e-4 and 3.5 < errors[0] / errors[1] < 4.5  # second order
    assert_allclose(values[1]["tau"].values, expected.torques, atol=5e-5)


@pytest.mark.slow
def test_its_servos_do_what_their_law_says():
    gait = sl.SerpenoidGait(**GAIT, profile="eel")
    times = np.linspace(0, 6, 61)
    expected = oracle(mamba(), sl.worlds.LumpedFluid()).serve(wave_of(gait), times, 20, 5)
    run = swim(mamba(), gait, duration=6.0, record_rate=10, step=2e-3)
    assert_allclose(run["com_position"].values[:, :2], expected.com, atol=1e-4)
    assert_allclose(run["tau"].values, expected.torques, atol=2e-4)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["eel_verification", "eel_lateral", "eel_eel_like"])
def test_the_reference_values_of_the_scenario_are_reproduced(name):
    scenario = sl.load_scenario(name)
    (water,), model = scenario.world.media, oracle(scenario.robot, scenario.world.media[0])
    assert isinstance(water, sl.worlds.LumpedFluid)
    wave = wave_of(scenario.controller)
    prescribed = name == "eel_verification"
    run = model.follow(wave, TIMES) if prescribed else model.serve(wave, TIMES, 20, 5)
    rows = TIMES >= 8 - 1e-9
    figures = {
        "mean_speed": np.hypot(*(run.com[-1] - run.com[rows][0])) / 12,
        "peak_torque": np.abs(run.torques[rows]).max(),
        "actuation_energy": np.trapezoid(np.abs(run.torques * run.rates).sum(axis=1)[rows], TIMES[rows]),
        "com_position.x": run.com[-1, 0],
        "com_position.y": run.com[-1, 1],
        "base_quaternion.z": math.sin(run.heading[-1] / 2),
        "tau.joint1": run.torques[1000, 0],
        "tau.joint5": run.torques[1000, 4],
    }
    reference_values = [reference for reference in scenario.reference_values if reference.source.startswith(SOURCE)]
    assert len(reference_values) == (8 if prescribed else 3)
    for reference in reference_values:
        digits = len(f"{reference.value:.10g}".split(".")[1])
        assert figures[reference.metric or reference.variable] == pytest.approx(reference.value, abs=0.6 * 10**-digits)


def test_a_mirrored_gait_makes_a_mirrored_path():
    gaits = [sl.SerpenoidGait(**GAIT | {"amplitude": side * 0.5}, offset=side * 0.1, profile="eel") for side in (1, -1)]
    left, right = (swim(eel(), gait)["com_position"].values for gait in gaits)
    assert np.abs(left[:, 1]).max() > 0.3
    assert_allclose(right, left * (1, -1, 1), atol=1e-9)


def test_a_wave_toward_the_head_swims_backward():
    forward, backward = (late(swim(eel(), sl.SerpenoidGait(**GAIT | {"phase_lag": lag})))[0][0] for lag in (0.6, -0.6))
    assert forward > 0.1 and backward < -0.1


def test_equal_drag_along_and_across_gives_no_way():
    """C_f = 4 C_D a / (pi (a + b)) makes c_t = c_n. What little is left comes from drag that is squared axis by axis."""
    gait, robot = sl.SerpenoidGait(**GAIT), eel(joints=sl.Prescribed())
    equal = sl.worlds.LumpedFluid(friction=4 * 2.0 * 0.03 / (math.pi * 0.08), added_mass=0)
    water = equal.coefficients(robot.parts[0].hulls[0])
    assert water.linear[0, 0] == pytest.approx(water.linear[0, 1])
    ways = [np.linalg.norm(late(swim(robot, gait, medium))[0]) for medium in (equal, sl.worlds.LumpedFluid())]
    assert ways[0] < 0.02 * ways[1]


@pytest.mark.parametrize("profile", ["even", "eel"])
def test_it_takes_power_to_swim_and_the_water_takes_it(profile):
    recording = swim(eel(), sl.SerpenoidGait(**GAIT, profile=profile))
    _, power, net = late(recording)
    assert power >= net > 0
    assert recording["work"].sel(term="water_drag").values[-1] < 0
    assert sl.metrics(recording)["energy_residual_ratio"] < 1e-3


def test_the_printed_added_mass_gives_energy_away_and_kirchhoffs_does_not():
    """Over whole periods the added mass should do no work. Mamba at 40 degrees, 120 degrees a second, 40 degrees."""
    gait = sl.SerpenoidGait(2 * math.pi / 9, 2 * math.pi / 3, 2 * math.pi / 9, ramp=2.0)
    fractions = {}
    for form in ("simplified", "kirchhoff"):
        work = swim(mamba(), gait, sl.worlds.LumpedFluid(form=form), 14.0)["work"]
        done = work.sel(time=14.0).values - work.sel(time=8.0, method="nearest").values
        terms = dict(zip(work["term"].values, done, strict=True))
        fractions[form] = terms["water_added_mass"] / abs(terms["water_drag"])
    assert fractions["simplified"] > 0.2
    assert abs(fractions["kirchhoff"]) < 0.01
