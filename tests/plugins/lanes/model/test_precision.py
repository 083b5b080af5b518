"""Numbers in the precision of the lanes."""

from dataclasses import replace

import numpy as np
import pytest

from snakelab.control.plan_sampling import Sampling
from snakelab.errors import ControlError
from snakelab.plugins.lanes.model.lane_model import (
    SwimmerState,
    as_dtype,
    curvature_derivative_law,
    elliptic_swimmer,
    lane_model,
    state_row,
)
from snakelab.plugins.lanes.mpc.settings import draw_of

SNAKE, LAW = elliptic_swimmer(), curvature_derivative_law(9)
HUGE = r"1e\+300 is beyond the largest float32 number, 3\.4e\+38; give smaller values, or predict in float64"


def test_numbers_of_single_precision_are_rounded_and_infinite_ones_stay():
    actual = as_dtype([1.0, 0.1, np.inf, np.nan], np.float32, "mass")
    np.testing.assert_array_equal(actual, np.array([1.0, 0.1, np.inf, np.nan], np.float32))
    assert as_dtype(1e300, np.float64, "mass") == 1e300


@pytest.mark.filterwarnings("error")
def test_a_number_that_overflows_is_refused_with_its_name():
    with pytest.raises(ControlError, match=f"mass {HUGE}"):
        as_dtype([1.0, 1e300], np.float32, "mass")
    with pytest.raises(ControlError, match=f"the prediction's model: the number {HUGE}"):
        lane_model(
            SNAKE, replace(LAW, stiffness=np.full_like(np.asarray(LAW.stiffness, float), 1e300)), dtype=np.float32
        )
    with pytest.raises(ControlError, match=f"Sampling sigma {HUGE}"):
        draw_of(Sampling(n_samples=16, sigma=1e300, source="independent"), 4, 0)
    n = SNAKE.n_links
    with pytest.raises(ControlError, match=f"the prediction's state: the number {HUGE}"):
        state_row(SwimmerState(np.zeros(n), np.array([1e300, 0.0]), np.zeros(n), np.zeros(2)), np.float32)
