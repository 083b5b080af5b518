"""Figures read from recordings with known numbers."""

import math

import numpy as np
import pytest

from recordings import planar_recording, straight_recording
from snakelab.results.reference_values import ReferenceValue, recorded_value


def value_of(recording, **where):
    return recorded_value(recording, ReferenceValue("us", above=0.0, **where))


def accelerated():
    """x = t^2 over 4 s, with a torque of t at the first joint and 2 t at the second."""
    times = np.linspace(0.0, 4.0, 401)
    tau = np.stack((times, 2 * times), axis=1)
    return planar_recording(times, np.zeros((401, 3)), np.stack((times**2, 0 * times), axis=1), tau=tau)


def test_a_metric_of_the_whole_run_is_that_of_the_table():
    assert value_of(straight_recording(speed=0.2), metric="mean_speed") == (pytest.approx(0.2), "m/s")


def test_a_metric_of_a_window_sees_only_its_rows_and_both_edges():
    value, unit = value_of(accelerated(), metric="mean_velocity_x", window=(1.0, 3.0))
    assert (value, unit) == (pytest.approx((9 - 1) / 2), "m/s")
    assert value_of(accelerated(), metric="peak_torque", window=(0.0, 1.0))[0] == pytest.approx(2.0)


def test_a_variable_is_linear_between_the_rows():
    assert value_of(accelerated(), variable="tau.joint2", time=1.505) == (pytest.approx(3.01), "N m")
    assert value_of(accelerated(), variable="base_position.x", time=2.0) == (pytest.approx(4.0), "m")


def test_without_a_time_a_variable_is_read_at_the_end():
    assert value_of(accelerated(), variable="base_position.x") == (pytest.approx(16.0), "m")


@pytest.mark.parametrize(
    "where",
    [
        {"variable": "base_position.x", "time": 4.5},
        {"variable": "tau"},
        {"variable": "tau.joint9"},
        {"metric": "work_ice"},
        {"metric": "peak_force"},
        {"metric": "mean_speed", "window": (8.0, 9.0)},
    ],
)
def test_what_a_run_does_not_have_is_no_number(where):
    assert math.isnan(value_of(accelerated(), **where)[0])
