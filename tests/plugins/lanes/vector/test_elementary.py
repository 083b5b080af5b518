"""Sine, tanh and logarithm of the lanes beside NumPy's."""

import numpy as np
import pytest

from snakelab.kernels.decorator import kernel
from snakelab.plugins.lanes.vector.lane_value import (
    exp_negative,
    load,
    logarithm,
    rows,
    sine_cosine,
    store,
    tanh_over_x,
)
from snakelab.plugins.lanes.vector.vector_type import LANES

WIDE, SHORT = np.float64, np.float32


@kernel
def tabulate(x, out):
    """Sine, cosine, tanh(|x|) / |x| and exp(-|x|) of a multiple of sixteen numbers."""
    before, after = rows(x[0], (0,)), rows(x[0], (0, 0, 0))
    for i in range(0, len(x), LANES):
        for w in range(LANES):
            before[0, w] = x[i + w]
        s, c = sine_cosine(load(before, 0))
        store(after, 0, s)
        store(after, 1, c)
        store(after, 2, tanh_over_x(abs(load(before, 0)), x[0]))
        store(after, 3, exp_negative(abs(load(before, 0)), x[0]))
        for k in range(4):
            for w in range(LANES):
                out[k, i + w] = after[k, w]


@kernel
def tabulate_logarithm(x, out):
    row = rows(x[0], (0,))
    for i in range(0, len(x), LANES):
        for w in range(LANES):
            row[0, w] = x[i + w]
        store(row, 0, logarithm(load(row, 0)))
        for w in range(LANES):
            out[i + w] = row[0, w]


@pytest.mark.parametrize("kind, close", [(WIDE, 4e-15), (SHORT, 1.5e-6)])
def test_elementary_functions_are_right_to_about_the_last_places(kind, close):
    x = np.concatenate((np.linspace(-20, 20, 3991), np.geomspace(1e-9, 1, 200), [0.0])).astype(kind)
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
    x = np.geomspace(1e3, 1e30, 16).astype(SHORT)
    out = np.zeros((4, 16), SHORT)
    tabulate(x, out)
    assert np.allclose(out[2] * x, 1.0)


def test_the_logarithm_is_right_to_about_the_last_place():
    x = np.geomspace(1e-30, 1e30, 4992).astype(SHORT)
    out = np.zeros_like(x)
    tabulate_logarithm(x, out)
    exact = np.log(x.astype(WIDE))
    assert np.all(np.abs(out - exact) < 2e-7 * np.maximum(1.0, np.abs(exact)))
