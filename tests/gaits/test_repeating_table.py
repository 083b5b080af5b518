"""Tables that repeat: one cycle again and again, smooth over the seam, from rest by a ramp."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.interpolate import CubicSpline

import snakelab as sl
from snakelab.physics.command import targets_at

LINK = sl.Link(0.1, mass=0.1)
MODEL = sl.build_model(sl.Robot([LINK, *2 * [sl.Revolute(), LINK]], base="planar", name="worm"))
TIMES = np.array([0.5, 0.9, 1.3, 2.0, 2.5])
TABLE = np.array([[0.1, 0.0], [0.3, -0.2], [0.0, 0.1], [-0.2, 0.2], [0.1, 0.0]])
GAIT = sl.TableGait(TIMES, TABLE, repeat=True)


def at(gait: sl.TableGait, t: float) -> np.ndarray:
    return targets_at(gait.reference(MODEL), t)


@pytest.mark.parametrize("cycle", [0, 1, 7, 1000])
def test_every_cycle_meets_the_tables_rows(cycle):
    for t, row in zip(TIMES[:-1], TABLE[:-1], strict=True):
        assert_allclose(at(GAIT, t + 2.0 * cycle)[0], row, atol=1e-10)


@pytest.mark.parametrize("t", [0.5, 0.71, 1.3, 1.99, 2.49])
def test_it_is_the_periodic_spline(t):
    spline = CubicSpline(TIMES, TABLE, bc_type="periodic")
    for cycle in (0, 3):
        assert_allclose(at(GAIT, t + 2.0 * cycle), [spline(t), spline(t, 1), spline(t, 2)], atol=1e-11)


@pytest.mark.parametrize("cycle", [1, 2, 50])
def test_value_rate_and_acceleration_go_on_over_the_seam(cycle):
    seam, h = 0.5 + 2.0 * cycle, 1e-7
    before, on, after = (at(GAIT, seam + side * h) for side in (-1, 0, 1))
    assert_allclose(before, on, atol=2e-5)
    assert_allclose(after, on, atol=2e-5)
    assert np.abs(on).max(axis=1).min() > 0.05


@pytest.mark.parametrize("t", [0.6, 1.2, 1.49, 2.7, 9.31])
def test_rates_belong_to_values_in_the_ramp_and_after(t):
    gait = sl.TableGait(TIMES, TABLE, repeat=True, ramp=1.0)
    h = 1e-4
    four = [at(gait, t + k * h)[:2] for k in (-2, -1, 1, 2)]
    assert_allclose(at(gait, t)[1:], (four[0] - 8 * four[1] + 8 * four[2] - four[3]) / (12 * h), rtol=1e-6, atol=1e-7)


def test_it_rises_from_rest_and_is_whole_after_the_ramp():
    gait = sl.TableGait(TIMES, TABLE, repeat=True, ramp=1.0)
    assert_array_equal(at(gait, 0.5), 0)
    assert_allclose(at(gait, 0.5 + 1e-6), 0, atol=1e-3)
    assert_allclose(at(gait, 1.0)[0], 0.5 * at(GAIT, 1.0)[0], atol=1e-14)
    assert_allclose(at(gait, 1.5), at(GAIT, 1.5), atol=1e-14)


@pytest.mark.parametrize("gait", [GAIT, sl.TableGait(TIMES, TABLE, repeat=True, ramp=0.3)])
def test_before_its_first_time_it_rests_at_zero(gait):
    assert_array_equal(at(gait, 0.2), 0)


def test_a_robot_goes_through_two_cycles_and_restarts_bit_for_bit():
    whole = sl.simulate(MODEL, GAIT, duration=4.6)
    assert_allclose(whole["q"].sel(time=[1.3, 3.3], method="nearest").values, TABLE[[2, 2]], atol=1e-12)
    first = sl.simulate(MODEL, GAIT, duration=2.5)
    second = sl.simulate(MODEL, GAIT, duration=2.1, state=first.state)
    assert_array_equal(second["q"].values[-1], whole["q"].values[-1])


IMPOSSIBLE = [
    (
        lambda: sl.TableGait(TIMES[:4], TABLE[:4], repeat=True),
        ["end with their first row", "[0.1, 0.0]", "[-0.2, 0.2]"],
    ),
    (lambda: sl.TableGait(TIMES, TABLE, ramp=1.0), ["ramp is for a table that repeats", "got 1 s", "repeat=True"]),
    (lambda: sl.TableGait(TIMES, TABLE, repeat=True, ramp=-1.0), ["TableGait ramp", "at least 0 s", "-1"]),
    (lambda: sl.TableGait(TIMES, TABLE, repeat="yes"), ["TableGait repeat", "True or False", "'yes'"]),
]


@pytest.mark.parametrize(("make", "words"), IMPOSSIBLE, ids=[" ".join(words) for _, words in IMPOSSIBLE])
def test_a_table_that_cannot_repeat_says_why(make, words):
    with pytest.raises(sl.errors.GaitError) as caught:
        make()
    for word in words:
        assert word in str(caught.value)
