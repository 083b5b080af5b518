"""Oscillators as a controller: where they settle, how they pass from gait to gait, and that a run goes on exactly."""

import math
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import snakelab as sl
from snakelab.gaits.orthogonal_gaits import (
    ARC_ROLLING,
    CONCERTINA,
    CREEPING,
    SIDEWINDING,
    SPIRAL_ROLLING,
    TRAVELLING_WAVE,
    hinges_of,
)
from snakelab.robots.library.orthogonal_robots import snake_iii

FULL = sl.build_model(snake_iii())
LINK = sl.Link(0.1, mass=0.2)
SHORT = sl.build_model(sl.Robot([LINK, *3 * [sl.Revolute("y"), LINK, sl.Revolute("z"), LINK]], name="short"))
WIND = sl.WindingGait(0.6, 0.3, 1.0, 3.0)
QUICK = sl.gaits.HopfNetwork(coupling=0.3, growth=3.0)


def stream(gait, model, duration):
    """u, v, u', u'' after every period, shape (n, 4, nv), as the controller gives them."""
    _, memory = gait.start(model, 0.0)
    rows = [gait.oscillate(memory, 0.0, 0.0)]
    nothing = np.zeros(0)
    hinges, glide = hinges_of(model, "test"), gait.glide
    for k in range(round(duration / gait.period)):
        measurement = sl.Measurement(k * gait.period, *6 * [nothing])
        command, memory = gait.command(measurement, memory)
        circles = glide.at(hinges, (k + 1) * gait.period - (gait.transition == 0) * 1e-6)[0]
        v = circles[0] * memory["y"][1] + circles[1] * memory["y"][0]
        rows.append(np.array([command.target, v, command.rate, command.acceleration]))
    rows[0] = rows[0][:4]
    return np.array(rows)


def along(gait, model, z):
    """z in units of the waves that it should be on: the same number for all when they are settled."""
    waves = gait.waves(hinges_of(model, "test"))
    with np.errstate(invalid="ignore", divide="ignore"):  # joints at rest have no wave
        return (z[0] - waves.offset + 1j * z[1]) / (waves.amplitude * np.exp(1j * waves.phase))


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "gait", [SIDEWINDING, SPIRAL_ROLLING, ARC_ROLLING, replace(SIDEWINDING, taper=0.3, yaw_offset=0.1)]
)
def test_the_oscillators_settle_on_the_gait_of_the_formula(gait):
    last = stream(sl.CpgGait(gait, network=QUICK), FULL, 60.0)[-1]
    on = along(gait, FULL, last)
    assert_allclose(np.abs(on), 1, atol=1e-4)
    assert_allclose(np.angle(on / on[0]), 0, atol=1e-4)
    assert_allclose(
        last[3], -(gait.angular_frequency**2) * (last[0] - gait.waves(hinges_of(FULL, "")).offset), atol=1e-3
    )


def test_a_locked_start_is_in_step_at_once_and_another_start_dies_down_first():
    for locked, spread in ((True, 1e-4), (False, None)):
        rows = stream(sl.CpgGait(SIDEWINDING, locked=locked), FULL, 20.0)
        on = along(SIDEWINDING, FULL, rows[-1])
        if locked:
            assert_allclose(np.angle(on / on[0]), 0, atol=spread)
            assert np.abs(on).min() > 10 * np.abs(along(SIDEWINDING, FULL, rows[0])).min()
        else:
            assert np.abs(np.angle(on / on[0])).max() > 2 and np.abs(on).min() < 0.01


def test_a_change_may_be_a_pair_or_an_object_and_says_what_is_wrong():
    pair, whole = (sl.CpgGait(WIND, [c]) for c in ((5.0, SIDEWINDING), sl.gaits.GaitChange(5.0, SIDEWINDING)))
    assert pair == whole and pair.schedule[0].at == 5.0
    with pytest.raises(sl.errors.GaitError, match="GaitChange at must be a number in s"):
        sl.gaits.GaitChange("soon", WIND)
    with pytest.raises(sl.errors.GaitError, match="GaitChange gait must be a gait of orthogonal joints"):
        sl.gaits.GaitChange(1.0, sl.WindingGait)


def test_joints_that_rest_keep_a_minimum_radius():
    z = stream(sl.CpgGait(CREEPING, network=QUICK), FULL, 60.0)[-1][:2]
    pitch = ~hinges_of(FULL, "test").yaw
    assert_allclose(np.rad2deg(np.hypot(*z)[pitch]), 0.1, rtol=1e-3)


def five_points(y, step=0.01):
    """Rates by differences, shape (n - 4, nv)."""
    return (y[:-4] - 8 * y[1:-3] + 8 * y[3:-1] - y[4:]) / (12 * step)


CHANGES = {
    "gait": (SIDEWINDING, ARC_ROLLING),
    "amplitude": (SIDEWINDING, replace(SIDEWINDING, yaw_winding=0.4)),
    "frequency": (SIDEWINDING, replace(SIDEWINDING, angular_frequency=1.5)),
    "direction": (SIDEWINDING, replace(SIDEWINDING, angular_frequency=-math.pi / 5)),
    "offset": (SIDEWINDING, replace(SIDEWINDING, yaw_offset=0.2)),
    "concertina": (CREEPING, CONCERTINA),
}


@pytest.mark.few(2)
@pytest.mark.thorough
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_in_mid_run_is_smooth_and_arrives(change):
    before, after = CHANGES[change]
    gait = sl.CpgGait(before, [(20.0, after)], QUICK, transition=2.0, period=0.01)
    rows = stream(gait, FULL, 30.0)
    u, rate, acceleration = rows[1900:2300, 0], rows[1900:2300, 2], rows[1900:2300, 3]
    inside = np.ones(396, bool)
    inside[[*range(95, 102), *range(295, 302)]] = False  # where a glide begins and ends its third derivative jumps
    assert_allclose(rate[2:-2][inside], five_points(u)[inside], atol=1e-5)
    assert_allclose(acceleration[2:-2][inside], five_points(rate)[inside], atol=1e-3)
    assert np.abs(np.diff(acceleration, axis=0)).max() < 0.15  # at most 60 (2 a) / 2 s^3 in 0.01 s
    ends = [np.abs(w.amplitude) + np.abs(w.offset) for w in (g.waves(hinges_of(FULL, "")) for g in (before, after))]
    assert (np.abs(u) < sum(ends) + 0.01).all()
    on = along(after, FULL, rows[-1])
    moving = np.abs(after.waves(hinges_of(FULL, "test")).amplitude) > 0.02
    assert_allclose(np.abs(on[moving]), 1, atol=2e-3)
    assert_allclose(np.angle(on[moving] / on[moving][0]), 0, atol=2e-3)


@pytest.mark.thorough
def test_without_a_transition_the_rates_jump_and_the_angles_do_not():
    after = replace(SIDEWINDING, angular_frequency=-math.pi / 5)
    jumps = {}
    for transition in (0.0, 2.0):
        gait = sl.CpgGait(SIDEWINDING, [(20.0, after)], QUICK, transition, period=0.01)
        rows = stream(gait, FULL, 25.0)
        jumps[transition] = np.abs(np.diff(rows[:, 2], axis=0)).max()
        assert np.abs(np.diff(rows[:, 0], axis=0)).max() < 0.02
    assert jumps[0.0] > 0.5 > 10 * jumps[2.0]


@pytest.mark.slow
def test_a_jump_to_a_small_circle_throws_the_others_out_and_a_glide_does_not():
    peak = {}
    for transition in (0.0, 5.0):
        gait = sl.CpgGait(CREEPING, [(120.0, TRAVELLING_WAVE)], transition=transition)
        peak[transition] = np.rad2deg(np.abs(stream(gait, FULL, 150.0)[:, 0]).max())
    assert peak[0.0] > 800
    assert peak[5.0] < 62.349 + 0.1


def test_rates_and_accelerations_are_those_of_the_angles():
    rows = stream(sl.CpgGait(SIDEWINDING, network=QUICK, period=0.01), FULL, 5.0)
    u, rate, acceleration = rows[:, 0], rows[:, 2], rows[:, 3]
    assert_allclose(rate[2:-2], (u[:-4] - 8 * u[1:-3] + 8 * u[3:-1] - u[4:]) / 0.12, atol=2e-5)
    assert_allclose(acceleration[1:-1], (rate[2:] - rate[:-2]) / 0.02, atol=3e-3)


def test_the_sliding_window_gives_the_rates_of_the_angles_once_it_is_full():
    """Five-point polynomials at the newest node: errors of order h^4 in the rate and h^3 in the acceleration."""
    exact, window = (
        stream(sl.CpgGait(WIND, locked=True, period=0.02, derivatives=kind), SHORT, 12.0)
        for kind in ("exact", "window")
    )
    assert_array_equal(window[:, 0], exact[:, 0])
    late = slice(300, None)
    speed, growth = np.abs(exact[late, 2]).max(), np.abs(exact[late, 3]).max()
    assert_allclose(window[late, 2], exact[late, 2], atol=1e-4 * speed)
    assert_allclose(window[late, 3], exact[late, 3], atol=1e-2 * growth)
    assert np.abs(window[late, 2] - exact[late, 2]).max() > 0.0


@pytest.mark.thorough
def test_a_run_with_a_sliding_window_goes_on_bit_for_bit_from_a_file(tmp_path):
    gait = sl.CpgGait(WIND, locked=True, derivatives="window")
    whole = sl.simulate(SHORT, gait, 0.6, record_rate=30.0)
    first = sl.simulate(SHORT, gait, 0.3, record_rate=30.0).save(tmp_path / "first.nc")
    onward = sl.simulate(SHORT, gait, 0.3, state=sl.load(first), record_rate=30.0)
    assert_array_equal(onward["q"].values[-1], whole["q"].values[-1])
    assert_array_equal(onward["v"].values[-1], whole["v"].values[-1])


def test_changes_that_follow_one_another_glide_on_from_where_they_are():
    fast, slow = replace(WIND, angular_frequency=5.0), replace(WIND, angular_frequency=1.0)
    gait = sl.CpgGait(WIND, [(1.0, fast), (2.0, slow)], transition=2.0)
    hinges = hinges_of(SHORT, "test")
    omega = [gait.glide.at(hinges, t)[1][0] for t in (0.0, 1.0, 2.0, 3.0, 4.0, 9.0)]
    assert_allclose(omega[:3], [3, 3, 4])
    assert_allclose(omega[4:], [1, 1])
    assert 1 < omega[3] < 5
    dense = np.array([gait.glide.at(hinges, t)[1][0] for t in np.arange(0, 5, 0.01)])
    assert np.abs(np.diff(dense, 2)).max() < 3e-3


def test_a_run_under_oscillators_follows_them_and_starts_where_they_do():
    initial = np.array([0.2, -0.1, 0.0, 0.3, 0.1, -0.2])
    gait = sl.CpgGait(WIND, network=QUICK, initial=initial)
    run = sl.simulate(SHORT, gait, duration=2.0, record_rate=30)
    assert run.finished
    expected = stream(gait, SHORT, 2.0)
    assert_allclose(run["q"].values, expected[:61, 0], atol=1e-9)
    assert_allclose(run["v"].values, expected[:61, 2], atol=1e-8)
    assert_allclose(run["q"].values[0], initial, atol=1e-12)
    assert_allclose(run["q"].values, expected[:61, 0], atol=1e-9)


def test_the_angles_at_the_start_fade_or_start_the_oscillators_as_the_source_has_it():
    initial = np.array([0.2, -0.1, 0.0, 0.3, 0.1, -0.2])
    rows = stream(sl.CpgGait(WIND, network=QUICK, transition=2.0, period=0.01, initial=initial), SHORT, 3.0)
    assert_allclose(rows[0, 0], initial, atol=1e-12)
    assert_allclose(rows[4:-4, 2][2:-2], five_points(rows[4:-4, 0]), atol=1e-4)
    assert_allclose(rows[202:, 0], stream(sl.CpgGait(WIND, network=QUICK, period=0.01), SHORT, 3.0)[202:, 0], atol=1e-7)
    sharp = stream(sl.CpgGait(WIND, network=QUICK, transition=0.0, initial=initial), SHORT, 0.0)[0]
    assert_allclose(sharp[0][[0, 1, 3, 4, 5]], initial[[0, 1, 3, 4, 5]], atol=1e-12)
    assert_allclose(np.rad2deg(np.abs(sharp[0][2])), 0.1)


def test_a_bent_start_does_not_throw_the_joints_out():
    gait = sl.CpgGait(CREEPING, network=QUICK, initial=np.full(28, 0.5))
    assert np.abs(stream(gait, FULL, 40.0)[:, 0]).max() < 0.5 + np.deg2rad(43.4)


def test_a_run_goes_on_bit_for_bit_from_a_file(tmp_path):
    gait = sl.CpgGait(WIND, [(0.55, replace(WIND, yaw_offset=0.2))], QUICK)
    whole = sl.simulate(SHORT, gait, duration=2.0, record_rate=30)
    half = sl.simulate(SHORT, gait, duration=1.0, record_rate=30)
    half.save(tmp_path / "half.nc")
    rest = sl.simulate(SHORT, gait, duration=1.0, state=sl.load(tmp_path / "half.nc"), record_rate=30)
    for name in ("q", "v", "tau", "base_position", "base_quaternion"):
        assert_array_equal(rest[name].values[-1], whole[name].values[-1], err_msg=name)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"gait": sl.SerpenoidGait(0.5, 1.0, 0.5)}, "CpgGait gait must be a gait of orthogonal joints"),
        ({"gait": sl.WindingGait}, "CpgGait gait must be a gait of orthogonal joints"),
        ({"schedule": [WIND]}, r"schedule\[0\] must be \(time, gait\)"),
        ({"schedule": [(1.0, 3.0)]}, r"schedule\[0\] must be a gait of orthogonal joints, got 3.0"),
        ({"schedule": [(2.0, WIND), (1.0, WIND)]}, "must ascend in time, got 2 s before 1 s"),
        ({"network": "FCS"}, "network must be one of HopfNetwork"),
        ({"transition": -1}, "transition must be at least 0 and"),
        ({"locked": 1}, "locked must be True or False, got 1"),
        ({"period": 0}, "period must be greater than 0 s"),
        ({"tolerance": 0}, "tolerance must be greater than 0 rad"),
    ],
)
def test_impossible_settings_are_refused(arguments, message):
    with pytest.raises(sl.errors.GaitError, match=message):
        sl.CpgGait(**({"gait": WIND} | arguments))


def test_a_scheduled_gait_that_does_not_fit_is_refused_before_the_run():
    gait = sl.CpgGait(SIDEWINDING, [(10.0, replace(ARC_ROLLING, radius=0.1))])
    with pytest.raises(sl.errors.GaitError, match=r"radius = 0\.1 m is too small"):
        gait.start(FULL, 0.0)
    with pytest.raises(sl.errors.GaitError, match="CpgGait initial must be 28 numbers"):
        sl.CpgGait(SIDEWINDING, initial=[0.1, 0.2]).start(FULL, 0.0)


def test_an_interval_that_cannot_be_integrated_says_what_to_do():
    memory = sl.CpgGait(WIND).start(SHORT, 0.0)[1] | {"y": np.full((2, 6), 1e200)}
    with pytest.raises(
        sl.errors.GaitError, match=r"cannot be integrated from t = 1 s to 2 s.*bounded_contraction=True"
    ):
        sl.CpgGait(WIND).oscillate(memory, 1.0, 1.0)
