"""Gaits: their formulas, their rates, and the shapes that a robot makes of them."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.interpolate import CubicSpline

import snakelab as sl
from snakelab.gaits.gait import Gait
from snakelab.gaits.serpenoid import serpenoid_angles
from snakelab.physics.command import targets_at

LINK = sl.Link(0.1, mass=0.1)
ROBOT = sl.Robot([LINK, *3 * [sl.Revolute(), LINK]], base="planar", name="worm")
MODEL = sl.build_model(ROBOT, sl.World([sl.LinkFriction(0.1, 0.6, shape="per_axis")]))
NO_JOINTS = sl.build_model(sl.Robot([LINK], name="stick"))
GAIT = sl.SerpenoidGait(amplitude=0.6, angular_frequency=5.0, phase_lag=0.9, phase=0.3, offset=0.1)
TIMES = np.array([0.5, 1.0, 1.3, 2.0])
TABLE = np.array([[0.1, 0.0, -0.1], [0.3, -0.2, 0.0], [0.0, 0.1, 0.4], [-0.2, 0.2, 0.1]])


def follow(gait: sl.SerpenoidGait, t: object) -> np.ndarray:
    """Value, rate and acceleration at each time, shape (times, 3, nv)."""
    reference = gait.reference(MODEL)
    return np.array([targets_at(reference, float(x)) for x in np.atleast_1d(t)])


def slopes(gait: sl.SerpenoidGait, t: np.ndarray, h: float = 1e-4) -> np.ndarray:
    """Rate and acceleration by differences, shape (times, 2, nv)."""
    at = [follow(gait, t + k * h)[:, :2] for k in (-2, -1, 1, 2)]
    return (at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * h)


# ---- serpenoid ---------------------------------------------------------------------------------------------------------
def test_the_serpenoid_is_one_wave_along_the_joints():
    for t in (0.0, 0.4, 7.0):
        expected = [0.1 + 0.6 * math.sin(5.0 * t + i * 0.9 + 0.3) for i in range(3)]
        assert_allclose(follow(GAIT, t)[0, 0], expected, rtol=1e-13)
        assert_allclose(serpenoid_angles(t, GAIT, 3), expected, rtol=1e-13)


def test_angles_at_many_times_have_one_row_for_each():
    t = np.linspace(0, 2, 5)
    assert_allclose(serpenoid_angles(t, GAIT, 3), follow(GAIT, t)[:, 0], atol=1e-13)


def test_an_eels_wave_grows_toward_the_tail():
    """(n - i) / (n + 1) with n links, i from the tail: 3/5, 2/5, 1/5 at the three joints of four links."""
    gait = sl.SerpenoidGait(0.6, 5.0, 0.9, phase=0.3, offset=0.1, profile="eel")
    expected = [0.1 + g * 0.6 * math.sin(5.0 * 0.4 + i * 0.9 + 0.3) for i, g in enumerate((0.6, 0.4, 0.2))]
    assert_allclose(follow(gait, 0.4)[0, 0], expected, rtol=1e-13)
    assert_allclose(serpenoid_angles(0.4, gait, 3), expected, rtol=1e-13)


def test_a_profile_may_be_listed_joint_by_joint():
    eel = sl.SerpenoidGait(0.6, 5.0, 0.9, ramp=1.0, profile="eel")
    listed = sl.SerpenoidGait(0.6, 5.0, 0.9, ramp=1.0, profile=[0.6, 0.4, 0.2])
    assert_allclose(follow(listed, TIMES), follow(eel, TIMES), rtol=1e-13)
    assert listed == sl.SerpenoidGait(0.6, 5.0, 0.9, ramp=1.0, profile=np.array([0.6, 0.4, 0.2]))


@pytest.mark.parametrize(
    ("profile", "words"),
    [
        ("eels", "did you mean 'eel'"),
        ([0.5, math.nan], "finite"),
        (2, "list of numbers"),
        ([1, 1], "must be 3 numbers, got 2"),
    ],
)
def test_a_profile_that_does_not_fit_is_reported(profile, words):
    with pytest.raises(sl.errors.GaitError, match=words):
        sl.SerpenoidGait(0.6, 5.0, 0.9, profile=profile).reference(MODEL)


@pytest.mark.parametrize("ramp", [0.0, 1.0])
def test_its_rates_belong_to_its_angles(ramp):
    gait = sl.SerpenoidGait(0.6, 5.0, 0.9, phase=0.3, offset=0.1, ramp=ramp)
    t = np.array([0.2, 0.5, 0.9, 1.7])
    assert_allclose(follow(gait, t)[:, 1:], slopes(gait, t), rtol=1e-7, atol=1e-7)


def test_the_ramp_leads_smoothly_from_the_straight_body_into_the_wave():
    gait = sl.SerpenoidGait(0.6, 5.0, 0.9, phase=0.3, offset=0.1, ramp=1.0)
    assert (follow(gait, 0.0) == 0).all()
    assert_allclose(follow(gait, 1e-7), 0, atol=1e-4)
    assert_allclose(follow(gait, 1 - 1e-7), follow(GAIT, 1.0), atol=1e-4)
    assert_allclose(follow(gait, [1.0, 5.0]), follow(GAIT, [1.0, 5.0]), rtol=1e-13)


def test_a_prescribed_robot_takes_exactly_the_gaits_shape():
    recording = sl.simulate(MODEL, GAIT, duration=0.5)
    t = recording["time"].values
    assert_allclose(recording["q"].values, serpenoid_angles(t, GAIT, 3), atol=1e-12)
    assert_allclose(recording["v"].values, follow(GAIT, t)[:, 1], atol=1e-12)


def test_a_positive_lag_drives_headward_and_a_negative_one_tailward():
    moved = [
        sl.simulate(MODEL, sl.SerpenoidGait(0.6, 6.0, lag, ramp=0.5), duration=4.0)["com_position"].values[[0, -1], 0]
        for lag in (0.9, -0.9)
    ]  # fmt: skip
    assert np.diff(moved[0])[0] > 0.1 and np.diff(moved[1])[0] < -0.1


def test_an_offset_steers_and_its_mirror_image_steers_the_other_way():
    left, right = (
        sl.simulate(MODEL, sl.SerpenoidGait(side * 0.6, 6.0, 0.9, offset=side * 0.2, ramp=0.5), duration=4.0)
        for side in (1, -1)
    )  # fmt: skip
    assert_allclose(right["com_position"].values, left["com_position"].values * [1, -1, 1], atol=1e-9)
    assert sl.metrics(left)["heading_change"] > 0.5
    assert_allclose(sl.metrics(right)["heading_change"], -sl.metrics(left)["heading_change"], rtol=1e-6)


# ---- table -------------------------------------------------------------------------------------------------------------
def test_a_table_is_met_at_each_of_its_points():
    reference = sl.TableGait(TIMES, TABLE).reference(MODEL)
    assert_allclose([targets_at(reference, t)[0] for t in TIMES], TABLE, atol=1e-14)


def test_between_its_points_a_table_is_the_natural_spline():
    reference = sl.TableGait(TIMES.tolist(), TABLE.tolist()).reference(MODEL)
    spline = CubicSpline(TIMES, TABLE, bc_type="natural")
    for t in np.linspace(0.5, 2.0, 31):
        assert_allclose(targets_at(reference, t), [spline(t), spline(t, 1), spline(t, 2)], atol=1e-12)


def test_a_table_may_be_scaled_and_followed_faster():
    plain, other = (
        sl.TableGait(TIMES, TABLE, **changed).reference(MODEL) for changed in ({}, {"scale": 0.5, "speed": 2})
    )
    for t in np.linspace(TIMES[0], TIMES[0] + (TIMES[-1] - TIMES[0]) / 2, 12):
        q, v, a = targets_at(plain, TIMES[0] + 2 * (t - TIMES[0]))
        assert_allclose(targets_at(other, t), [0.5 * q, v, 2 * a], atol=1e-12)


@pytest.mark.parametrize(("t", "row"), [(0.0, 0), (0.49, 0), (2.01, -1), (99.0, -1)])
def test_outside_its_times_the_nearest_row_of_a_table_is_held(t, row):
    reference = sl.TableGait(TIMES, TABLE).reference(MODEL)
    assert_allclose(targets_at(reference, t), [TABLE[row], [0, 0, 0], [0, 0, 0]], atol=1e-14)


def test_a_robot_follows_a_table_through_a_run():
    recording = sl.simulate(MODEL, sl.TableGait(TIMES, TABLE), duration=2.5)
    q = recording["q"].sel(time=[0.0, 0.5, 1.0, 1.3, 2.0, 2.5], method="nearest").values
    assert_allclose(q, TABLE[[0, 0, 1, 2, 3, 3]], atol=1e-12)


# ---- function of one's own --------------------------------------------------------------------------------------------
def wave(t: float) -> np.ndarray:
    return 0.6 * np.sin(5.0 * t + 0.9 * np.arange(3))


def own_wave(period: float = 0.04) -> sl.FunctionGait:
    return sl.FunctionGait(wave, period)


def test_a_function_of_time_gives_the_run_of_the_compiled_serpenoid():
    own = sl.FunctionGait(lambda t: 0.1 + 0.6 * np.sin(5.0 * t + 0.9 * np.arange(3) + 0.3))
    runs = [sl.simulate(MODEL, gait, duration=1.0, step=1e-3) for gait in (own, GAIT)]
    assert_allclose(runs[0]["time"].values, runs[1]["time"].values, rtol=1e-12)
    for name, tolerance in (("q", 1e-9), ("v", 1e-7), ("com_position", 1e-7), ("tau", 1e-5)):
        assert_allclose(runs[0][name].values, runs[1][name].values, atol=tolerance)


def test_its_quintics_join_without_a_jump():
    """A long period shows the joints: between two instants that straddle one, nothing moves more than its rate allows."""
    recording = sl.simulate(MODEL, own_wave(0.1), duration=1.0, record_rate=1000.0)
    v, t = recording["v"].values, recording["time"].values
    assert np.abs(np.diff(v, axis=0)).max() < 1.05 * 0.6 * 5.0**2 * np.diff(t).max()
    assert_allclose(recording["q"].values, wave(t[:, None]), atol=1e-6)


def test_a_period_that_does_not_divide_the_run_changes_nothing():
    for period in (0.01, 0.013, 0.3):
        recording = sl.simulate(MODEL, sl.FunctionGait(wave, period), duration=0.5)
        assert_allclose(recording["q"].values[-1], wave(0.5), atol=1e-4)


def test_a_run_cut_between_two_control_instants_goes_on_as_if_uncut():
    own = own_wave()
    whole = sl.simulate(MODEL, own, duration=0.4)
    first = sl.simulate(MODEL, own, duration=0.1)
    second = sl.simulate(MODEL, own, duration=0.3, state=first.state)
    for name in ("q", "v", "tau", "com_position"):
        joined = np.concatenate([first[name].values[:-1], second[name].values])
        assert_array_equal(joined, whole[name].values)


@pytest.mark.parametrize("duration", [0.1, 0.105])
def test_a_function_may_take_over_from_another_gait_at_any_instant(duration):
    first = sl.simulate(MODEL, GAIT, duration=duration)
    second = sl.simulate(MODEL, own_wave(), duration=0.1, state=first.state)
    assert_allclose(second["q"].values, wave(second["time"].values[:, None]), atol=1e-5)


def test_a_function_that_hands_over_and_comes_back_does_not_remember_where_it_was():
    first = sl.simulate(MODEL, own_wave(), duration=0.1)
    second = sl.simulate(MODEL, GAIT, duration=0.1, state=first.state)
    third = sl.simulate(MODEL, own_wave(), duration=0.1, state=second.state)
    assert_allclose(third["q"].values, wave(third["time"].values[:, None]), atol=1e-5)


# ---- what a gait is, and what cannot be one ----------------------------------------------------------------------------
def test_gaits_of_numbers_are_evaluated_inside_the_step():
    assert isinstance(GAIT, Gait) and isinstance(sl.TableGait(TIMES, TABLE), Gait)
    assert isinstance(sl.FunctionGait(np.sin), sl.Controller)


@pytest.mark.parametrize("gait", [GAIT, sl.TableGait(TIMES, TABLE), sl.FunctionGait(lambda t: np.zeros(3))])
def test_a_robot_without_joints_says_that_it_has_none_and_what_to_add(gait):
    words = rf"{type(gait).__name__} needs joints, and robot 'stick' has none; add for example Revolute"
    with pytest.raises(sl.errors.GaitError, match=words):
        sl.simulate(NO_JOINTS, gait, duration=0.1)


IMPOSSIBLE = [
    (lambda: sl.SerpenoidGait("much", 1, 1), ["SerpenoidGait amplitude", "a number in rad", "'much'"]),
    (
        lambda: sl.SerpenoidGait(1, math.nan, 1),
        ["SerpenoidGait angular_frequency", "finite number", "1000 rad/s", "nan"],
    ),
    (lambda: sl.SerpenoidGait(1, -1e4, 1), ["SerpenoidGait angular_frequency", "at most 1000 rad/s", "-10000"]),
    (lambda: sl.SerpenoidGait(1, 1, math.inf), ["SerpenoidGait phase_lag", "finite number in rad", "inf"]),
    (lambda: sl.SerpenoidGait(1, 1, 1, offset=None), ["SerpenoidGait offset", "a number in rad", "None"]),
    (lambda: sl.SerpenoidGait(1, 1, 1, ramp=-2), ["SerpenoidGait ramp", "at least 0 s", "-2"]),
    (lambda: serpenoid_angles(0.0, GAIT, 0), ["n_joints", "at least 1", "0"]),
    (lambda: sl.TableGait([0, 1, 1], TABLE[:3]), ["TableGait times", "ascend", "[0.0, 1.0, 1.0]"]),
    (lambda: sl.TableGait([0], TABLE[:1]), ["TableGait times", "at least 2", "[0.0]"]),
    (lambda: sl.TableGait([0, math.nan], TABLE[:2]), ["TableGait times", "finite numbers in s", "nan"]),
    (lambda: sl.TableGait([0, 1], TABLE[:3]), ["one row for each time", "2 times", "3 rows"]),
    (lambda: sl.TableGait([0, 1], [0.1, 0.2]), ["TableGait angles", "(times, coordinates)", "(2,)"]),
    (lambda: sl.TableGait([0, 1], [[0.1, 0.2], [0.3]]), ["TableGait angles", "equal length", "[0.3]"]),
    (lambda: sl.TableGait([0, 1], [[0.1], [math.nan]]), ["TableGait angles", "finite"]),
    (lambda: sl.TableGait([0, 1], "angles"), ["TableGait angles", "numbers", "'angles'"]),
    (lambda: sl.TableGait([0, 1], TABLE[:2, :2]).reference(MODEL), ["2 columns", "'worm'", "3 coordinates"]),
    (lambda: sl.FunctionGait(0.5), ["FunctionGait function", "take the time and return angles", "0.5"]),
    (
        lambda: sl.ThrustGait(sl.FunctionGait(np.sin), [1.0]),
        ["ThrustGait joints", "a gait without a control period, such as SerpenoidGait", "got FunctionGait("],
    ),
    (lambda: sl.ThrustGait(3, [1.0]), ["ThrustGait joints must be a gait, got 3; write SerpenoidGait(...)"]),
    (lambda: sl.FunctionGait(np.sin, period=0), ["FunctionGait period", "at least 0.0001 s", "got 0"]),
    (lambda: sl.FunctionGait(lambda t: [t, t]).start(MODEL, 0.0), ["returned 2 angles", "'worm'", "3 coordinates"]),
    (lambda: sl.FunctionGait(lambda t: [math.nan]).start(MODEL, 0.0), ["function at t = 0 s", "finite", "nan"]),
    (lambda: sl.FunctionGait(lambda t: "left").start(MODEL, 0.0), ["function at t = 0 s", "numbers", "'left'"]),
]


@pytest.mark.parametrize(("make", "words"), IMPOSSIBLE, ids=[" ".join(words) for _, words in IMPOSSIBLE])
def test_a_gait_that_cannot_be_says_the_value_and_what_is_allowed(make, words):
    with pytest.raises(sl.errors.GaitError) as caught:
        make()
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize("what", [sl.SerpenoidGait, "serpenoid", 0.785])
def test_what_is_neither_a_gait_nor_a_controller_is_refused_with_an_example(what):
    with pytest.raises(sl.errors.SimulationError, match="takes a gait") as caught:
        sl.simulate(MODEL, what, duration=0.1)
    assert repr(what) in str(caught.value) and "SerpenoidGait(" in str(caught.value)


class Lacking:
    """A controller without a period."""

    def start(self, model, time):
        return sl.Command(), None

    def command(self, measurement, memory):
        return sl.Command(), memory


@pytest.mark.parametrize(
    ("what", "words"), [(Lacking(), "Lacking has no `period`"), (Lacking, "write an object of it, Lacking(...)")]
)
def test_a_controller_that_lacks_something_says_what(what, words):
    with pytest.raises(sl.errors.SimulationError, match="takes a gait") as caught:
        sl.simulate(MODEL, what, duration=0.1)
    assert words in str(caught.value)


def test_an_amplitude_in_degrees_is_refused_at_once():
    with pytest.raises(sl.errors.GaitError, match=r"at most one turn; got 30; did you mean 0\.524"):
        sl.SerpenoidGait(30, 3, 0.7)
