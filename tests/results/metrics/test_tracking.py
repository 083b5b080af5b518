"""How late and how far off the servos are: sinusoids with a known delay, and recordings that have none."""

import math

import numpy as np
import pytest
import xarray as xr

import snakelab as sl
from snakelab.results.metrics.metric_table import metrics
from snakelab.results.metrics.motion import tracking_error, tracking_lag
from snakelab.results.recording import Recording

T = np.linspace(0.0, 4.0, 401)
OMEGA = math.pi  # two whole periods


def following(delay, gain=1.0, units=("rad", "rad"), offset=0.3, time=T):
    """Targets of two joints with phases of their own, and angles that come later."""
    phases = np.array([0.0, 1.0])
    target = np.sin(OMEGA * time[:, None] + phases) * [0.5, 1.0] + offset
    q = gain * np.sin(OMEGA * (time[:, None] - delay) + phases) * [0.5, 1.0]
    data = {"target": (("time", "coordinate"), target), "q": (("time", "coordinate"), q)}
    coords = {"time": time, "coordinate_unit": ("coordinate", list(units))}
    return Recording(xr.Dataset(data, coords), "finished")


@pytest.mark.parametrize("delay", [0.0, 0.04, 0.3, -0.1])
@pytest.mark.parametrize("gain", [1.0, 0.4])
def test_the_lag_is_the_delay_whatever_the_gain_and_the_offset(delay, gain):
    assert tracking_lag(following(delay, gain)) == pytest.approx(delay, abs=2e-4)


def test_the_error_is_the_root_mean_square_distance():
    assert tracking_error(following(0.0, gain=1.0, offset=0.3)) == pytest.approx(0.3)
    # distances are sinusoids of 0.6 times 0.5 and 1.0
    assert tracking_error(following(0.0, gain=0.4, offset=0.0)) == pytest.approx(0.6 * math.sqrt(1.25) / 2, rel=1e-4)


@pytest.mark.parametrize("rows_a_second", [5, 8, 20, 1000])
def test_neither_lag_nor_error_depends_on_the_record_rate(rows_a_second):
    time = np.arange(0.0, 8.0 + 1e-9, 1 / rows_a_second)
    run = following(0.1, gain=0.8, time=time)
    assert tracking_lag(run) == pytest.approx(0.1, rel=0.02)
    assert tracking_error(run) == pytest.approx(tracking_error(following(0.1, gain=0.8, time=T)), rel=0.02)


def test_a_start_far_from_the_targets_does_not_count_and_broken_periods_do_not_either():
    time = np.linspace(0.0, 9.1, 911)
    run, late = following(0.1, time=time), following(0.1, time=time)
    late["q"].values[time < 1.5] = -1.0
    assert tracking_lag(late) == pytest.approx(tracking_lag(run), rel=0.02) == pytest.approx(0.1, rel=0.02)
    assert tracking_error(late) == pytest.approx(tracking_error(run), rel=1e-3)
    late["q"].values[time > 7.0] -= 0.5  # and later distances do
    assert tracking_error(late) > 1.5 * tracking_error(run)


def test_records_of_less_than_two_periods_and_of_few_rows_count_as_they_are():
    assert tracking_error(following(0.0, gain=0.4, offset=0.0, time=T[:300])) == pytest.approx(0.335, abs=0.02)
    two = following(0.1, time=np.array([0.0, 0.1]))
    assert math.isnan(tracking_lag(two)) and tracking_error(two) > 0.2
    none = following(0.1, time=np.zeros(0))
    assert math.isnan(tracking_lag(none)) and math.isnan(tracking_error(none))


def test_lengths_and_coordinates_without_target_do_not_count():
    lengths = following(0.1, units=("m", "m"))
    assert math.isnan(tracking_lag(lengths)) and math.isnan(tracking_error(lengths))
    half = following(0.1)
    half["target"].values[:, 1] = np.nan
    assert tracking_lag(half) == pytest.approx(0.1, abs=2e-4)


def test_targets_that_rest_have_no_lag():
    still = following(0.1)
    still["target"].values[:] = 1.0
    assert math.isnan(tracking_lag(still))


def test_a_servo_lags_by_its_damping_and_a_prescribed_joint_does_not_record_targets():
    robot = [
        sl.Link(0.1, mass=0.1),
        sl.Revolute("z", sl.Servo(kp=20.0), sl.Spring(damping=1.0)),
        sl.Link(0.1, mass=0.1),
    ]
    gait = sl.SerpenoidGait(0.1, math.pi, 0.0)
    run = sl.simulate(sl.build_model(sl.Robot(robot)), gait, 4.0, record_rate=50)
    # 20 (r - q) = q' but for the inertia: behind by atan(omega / 20) / omega
    late = Recording(run.dataset.sel(time=slice(2.0, 4.0)), run.status)
    assert tracking_lag(late) == pytest.approx(math.atan(math.pi / 20) / math.pi, rel=0.01)
    assert metrics(late, ["tracking_lag"])["tracking_lag"] == tracking_lag(late)
    coarse = Recording(run.dataset.isel(time=slice(None, None, 5)), run.status)
    for figure in (tracking_lag, tracking_error):  # the start, and the record rate
        assert figure(late) == pytest.approx(figure(run), rel=0.01) == pytest.approx(figure(coarse), rel=0.01)
    robot[1] = sl.Revolute("z")
    prescribed = sl.simulate(sl.build_model(sl.Robot(robot)), gait, 0.1)
    assert "target" not in prescribed.dataset and "tracking_lag" not in metrics(prescribed)


def test_a_motor_beside_a_servo_has_no_target():
    link = sl.Link(0.1, mass=0.1)
    robot = sl.Robot([link, sl.Revolute("z", sl.Servo(kp=5.0, kd=0.1)), link, sl.Revolute("z", sl.Motor()), link])
    run = sl.simulate(sl.build_model(robot), sl.gaits.SteadyGait([0.2, 0.001]), 0.1)
    assert (run["target"].values[:, 0] == 0.2).all() and np.isnan(run["target"].values[:, 1]).all()
