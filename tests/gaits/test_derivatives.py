"""Derivatives of a stream: exact for polynomials, the accuracy of the source on its sine, and its start."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import snakelab as sl
from snakelab.gaits.cpg_integration import empty_window, slide, weight

UNIFORM = np.arange(5) / 30
# Of the five nodes, times 12 h.
WEIGHTS = [
    (-25, 48, -36, 16, -3),
    (-3, -10, 18, -6, 1),
    (1, -8, 0, 8, -1),
    (-1, 6, -18, 10, 3),
    (3, -16, 36, -48, 25),
]


def stream(function, times):
    """The windows after every sample."""
    windows = [empty_window(np.size(function(0.0)))]
    for t in times:
        windows.append(slide(windows[-1], float(t), np.atleast_1d(function(t))))
    return windows[1:]


def test_even_times_give_the_five_point_weights():
    values = [[weight(UNIFORM, 0, 5, node, j) * 12 / 30 for j in range(5)] for node in range(5)]
    assert_allclose(values, WEIGHTS, atol=1e-11)


def test_a_polynomial_of_fourth_order_is_exact_at_uneven_times():
    p = np.polynomial.Polynomial([0.3, -1.0, 2.0, 0.7, -1.5])
    times = np.cumsum(np.random.default_rng(2).uniform(0.02, 0.2, 12))
    for k, window in enumerate(stream(p, times)):
        if k < 4:
            continue
        t, n = window.times[: window.size], window.size
        # The oldest rates of a full window were five-point ones before the window slid.
        assert_allclose(window.rates[:n, 0], p.deriv()(t), rtol=1e-9, atol=1e-9)
        assert_allclose(window.accelerations[:n, 0], p.deriv(2)(t), rtol=1e-8, atol=1e-7)


@pytest.fixture(scope="module")
def sine():
    """Largest errors of a full window's rows on y = 43.388 sin(0.2 pi t) at 30 Hz: rates, accelerations."""
    w, times = 0.2 * np.pi, np.arange(600) / 30
    rates, accelerations = [], []
    for window in stream(lambda t: 43.388 * np.sin(w * t), times)[10:]:  # the start is over
        rates.append(window.rates[:, 0] - 43.388 * w * np.cos(w * window.times))
        accelerations.append(window.accelerations[:, 0] + 43.388 * w**2 * np.sin(w * window.times))
    return np.abs(rates).max(axis=0), np.abs(accelerations).max(axis=0)


def test_rates_are_as_accurate_as_the_source_says(sine):
    newest, second, final = sine[0][[6, 5, 4]]
    assert_allclose([newest, second, final], [1.05e-6, 2.6e-7, 1.7e-7], rtol=0.03)
    assert sine[0][2:5].max() == final  # further back nothing changes


def test_accelerations_are_as_accurate_as_the_source_says(sine):
    assert_allclose(sine[1][6], 1.07e-4, rtol=0.03)
    assert_allclose(sine[1][2], 2.2e-7, rtol=0.03)
    assert sine[1][[2, 3, 4, 5]].max() < 0.2 * sine[1][6]  # the newest is the worst


def test_the_start_takes_as_many_points_as_there_are():
    windows = stream(lambda t: t**2, [0.0, 1.0, 3.0, 4.0])
    assert_array_equal(windows[0].rates, 0)
    assert_allclose(windows[1].rates[:2, 0], 1.0)  # a line through two points
    assert_allclose(windows[2].rates[:3, 0], [0, 2, 6], atol=1e-14)  # a parabola through three is exact
    assert_allclose(windows[3].rates[:4, 0], [0, 2, 6, 8], atol=1e-14)
    assert_allclose(windows[3].accelerations[1:4, 0], 2)


def test_three_points_serve_until_there_are_five():
    windows = stream(lambda t: t**3, [0.0, 1.0, 2.0, 3.0, 4.0])
    assert_allclose(windows[3].rates[3, 0], 27 - 2)  # the parabola through t = 1, 2, 3
    assert_allclose(windows[4].rates[:5, 0], 3 * np.arange(5.0) ** 2, atol=1e-12)


def test_sliding_leaves_the_old_window_as_it_was():
    window = stream(np.cos, np.arange(8) / 10)[-1]
    before = [np.array(a) for a in window]
    slide(window, 1.0, [0.5])
    for a, b in zip(window, before, strict=True):
        assert_array_equal(a, b)


def test_impossible_samples_are_refused():
    window = slide(empty_window(2), 1.0, [0, 0])
    with pytest.raises(sl.errors.GaitError, match="later than the last, 1 s, got 1"):
        slide(window, 1.0, [0, 0])
    with pytest.raises(sl.errors.GaitError, match="slide values must be 2 numbers"):
        slide(window, 2.0, [0.0])
    with pytest.raises(sl.errors.GaitError, match="slide time must be a finite number"):
        slide(window, np.nan, [0.0, 0.0])
    with pytest.raises(sl.errors.GaitError, match="at least 1, got 0"):
        empty_window(0)
