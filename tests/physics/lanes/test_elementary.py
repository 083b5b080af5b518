"""Sine, tanh and logarithm of the lanes beside NumPy's."""

import numpy as np
import pytest

from snakelab.compiling import kernel
from snakelab.physics.lanes.elementary import decay, logarithm, sine_cosine, tanh_share

WIDE, SHORT = np.float64, np.float32


@kernel
def tabulate(x, out):
    for i in range(len(x)):
        out[0, i], out[1, i] = sine_cosine(x[i])
        y = abs(x[i])
        out[2, i] = tanh_share(y)
        out[3, i] = decay(y)


@kernel
def tabulate_logarithm(x, out):
    for i in range(len(x)):
        out[i] = logarithm(x[i])


@pytest.mark.parametrize("kind, close", [(WIDE, 4e-15), (SHORT, 1.5e-6)])
def test_elementary_functions_are_right_to_about_the_last_places(kind, close):
    x = np.concatenate((np.linspace(-20, 20, 4001), np.geomspace(1e-9, 1, 200), [0.0])).astype(kind)
    out = np.zeros((4, len(x)), kind)
    tabulate(x, out)
    wide = x.astype(WIDE)
    size = np.abs(wide)
    assert np.abs(out[0] - np.sin(wide)).max() < close
    assert np.abs(out[1] - np.cos(wide)).max() < close
    share = np.divide(np.tanh(size), size, out=np.ones_like(size), where=size > 0)
    assert np.abs(out[2] / share - 1).max() < close
    assert np.abs(out[3] / np.exp(-size) - 1).max() < 10 * close


def test_far_beyond_the_smoothing_speed_friction_is_full():
    x = np.array([1e3, 1e6, 1e30], SHORT)
    out = np.zeros((4, 3), SHORT)
    tabulate(x, out)
    assert np.allclose(out[2] * x, 1.0)


def test_the_logarithm_is_right_to_about_the_last_place():
    x = np.geomspace(1e-30, 1e30, 5000).astype(SHORT)
    out = np.zeros_like(x)
    tabulate_logarithm(x, out)
    exact = np.log(x.astype(WIDE))
    assert np.all(np.abs(out - exact) < 2e-7 * np.maximum(1.0, np.abs(exact)))
