"""Coloured noise of samples: its power law, its variance, and where it is not available."""

import numpy as np
import pytest

from snakelab.control.plan_sampling import Sampling, coloured
from snakelab.errors import ControlError


@pytest.mark.parametrize("exponent", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("n", [64, 101])
def test_the_power_falls_with_the_exponent_and_the_variance_is_one(exponent, n):
    white = np.random.default_rng(0).standard_normal((4000, n))
    noise = coloured(white, exponent)
    assert noise.var() == pytest.approx(1.0, rel=0.03)
    power = (np.abs(np.fft.rfft(noise)) ** 2).mean(axis=0)[1:-1]
    slope = np.polyfit(np.log(np.arange(1, len(power) + 1)), np.log(power), 1)[0]
    assert slope == pytest.approx(-exponent, abs=0.05)


def test_an_exponent_of_zero_leaves_the_samples_as_they_are():
    white, zero = Sampling(50, 1.0, seed=3), Sampling(50, 1.0, seed=3, exponent=0.0)
    np.testing.assert_array_equal(white.normals(2, 9, 4), zero.normals(2, 9, 4))


@pytest.mark.parametrize("source", ["independent", "sobol"])
def test_coloured_samples_are_smoother_and_stay_antithetic(source):
    red = Sampling(64, 1.0, source=source, antithetic=True, exponent=2.0).normals(2, 20, 1)
    white = Sampling(64, 1.0, source=source, antithetic=True).normals(2, 20, 1)
    assert np.abs(np.diff(red)).mean() < 0.5 * np.abs(np.diff(white)).mean()
    np.testing.assert_allclose(red[::2], -red[1::2])


def test_lanes_refuse_coloured_noise():
    from snakelab.plugins.lanes.mpc.settings import draw_of

    with pytest.raises(ControlError, match="LaneRollouts draw white noise"):
        draw_of(Sampling(16, 0.5, exponent=1.0, knot_every=1, limit=1.0), 10, 0)
