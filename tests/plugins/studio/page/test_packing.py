"""Packed curves come back as they were, to the stated error, and hold no number where there was none."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snakelab.plugins.studio.page.scene_data import Packer

from .unpacking import curves, head_and_arrays


def there_and_back(values: np.ndarray, error: float | None = None) -> tuple[np.ndarray, str]:
    packer = Packer()
    packer.times(np.arange(3.0))  # so that the curves do not begin at byte 0
    head, arrays = head_and_arrays(packer.container({"array": packer.curves(values, error)}))
    return curves(head["array"], arrays), head["array"]["coding"]


def test_smooth_curves_come_back_to_half_a_step():
    time = np.linspace(0, 20, 2001)
    values = np.stack((np.sin(time), 1e5 + 1e-3 * np.cos(3 * time), -7 * time))
    actual, coding = there_and_back(values)
    step = np.ptp(values, axis=1, keepdims=True) / 65534
    assert coding == "steps"
    assert np.all(np.abs(actual - values) <= 0.5001 * step + 1e-15)


def test_smooth_curves_become_small():
    time = np.linspace(0, 20, 2001)
    packer = Packer()
    packer.curves(np.sin(time + np.arange(100)[:, None]))
    assert len(packer.container({})) < 0.6 * 100 * 2001  # bytes; float64 would be 8 each


@pytest.mark.thorough
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_unpacked_curves_are_within_a_fraction_of_their_range(data):
    shape = data.draw(st.tuples(st.integers(1, 4), st.integers(1, 40)))
    numbers = st.floats(-1e9, 1e9) | st.sampled_from([np.nan, np.inf, -np.inf, 0.0, 1e300])
    values = np.array([[data.draw(numbers) for _ in range(shape[1])] for _ in range(shape[0])])
    actual, _ = there_and_back(values)
    known = np.isfinite(values) & (np.abs(values) < 3e38)
    assert np.array_equal(np.isfinite(actual), known)
    plain = np.where(known, values, 0.0)
    scale = np.abs(plain).max()
    assert np.all(np.abs(np.where(known, actual, 0.0) - plain) <= 2e-5 * scale)


def test_what_is_not_finite_stays_without_a_number():
    values = np.array([[0.0, np.nan, 2.0, np.inf, 1.0], [np.nan] * 5])
    actual, _ = there_and_back(values)
    assert np.array_equal(np.isfinite(actual), [[True, False, True, False, True], [False] * 5])


def test_constant_and_rounding_are_one_value():
    values = np.stack((np.full(50, 3.25), 1e-17 * np.sin(np.arange(50))))
    actual, coding = there_and_back(values)
    assert coding == "steps" and np.all(actual[0] == 3.25) and np.ptp(actual[1]) == 0


def test_a_run_that_diverges_does_not_coarsen_what_was_before():
    values = np.sin(np.linspace(0, 9, 300))[None].copy()
    values[0, 290:] = 1e6
    actual, coding = there_and_back(values)
    assert coding == "float32"
    assert np.abs(actual[0, :290] - values[0, :290]).max() < 1e-6


@pytest.mark.parametrize(("error", "coding"), [(1e-3, "steps"), (1e-6, "float32")])
def test_stated_error_decides_the_coding_and_holds(error, coding):
    values = np.linspace(0, 1, 500)[None]
    actual, used = there_and_back(values, error)
    assert used == coding and np.abs(actual - values).max() <= max(error, 1e-7)


@pytest.mark.parametrize("shape", [(0, 5), (3, 0), (0, 0), (2, 1)])
def test_empty_arrays_are_allowed(shape):
    actual, _ = there_and_back(np.ones(shape))
    assert actual.shape == shape
