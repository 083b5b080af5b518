"""Figures of runs with a goal, from made-up recordings whose answers are known."""

import json

import numpy as np
import pytest

from recordings import serpenoid_recording, straight_recording
from snakelab.errors import RecordingError
from snakelab.results.metrics.metric_table import GOAL, metrics
from snakelab.results.metrics.passages import (
    goal_hold_fraction,
    goal_largest_distance,
    goal_mean_distance,
    goal_of,
    goal_time,
)
from snakelab.results.recording import Recording

GOAL_X = 1.15  # the centre of mass goes from 0.15 m to it and beyond


def going(goal=(GOAL_X, 0.0), current=(0.0, 0.0, 0.0), speed=0.2, duration=10.0) -> Recording:
    """Three links of 0.1 m that glide along x, with a goal and a stream."""
    recording = straight_recording(speed, duration, n_rows=1001)
    flow = np.tile(np.array(current), (1001, 1))
    by_name = {"controller": {"sampling_mpc": {"goal": list(goal)}}}
    data = recording.dataset.assign(current=(("time", "axis"), flow)).assign_attrs(scenario=json.dumps(by_name))
    return Recording(data, recording.status)


def test_it_arrives_within_half_its_length():
    assert goal_time(going()) == pytest.approx((1.0 - 0.15) / 0.2, abs=0.011)


def test_distances_are_those_after_the_arrival():
    # from 0.15 m before the goal to 1 m behind it
    assert goal_largest_distance(going()) == pytest.approx(1.0, rel=1e-9)
    assert goal_mean_distance(going()) == pytest.approx((0.15**2 + 1.0**2) / 2 / 1.15, rel=2e-3)


@pytest.mark.parametrize(("current", "share"), [(0.2, 0.0), (0.4, 0.5), (-0.4, 0.5), (0.1, -1.0)])
def test_the_hold_fraction_is_that_of_the_drift(current, share):
    assert goal_hold_fraction(going(current=(current, 0.0, 0.0))) == pytest.approx(share, abs=1e-9)


def test_a_robot_that_keeps_its_place_holds_all():
    still = going(goal=(0.15, 0.0), current=(0.0, -0.3, 0.0), speed=0.0)
    assert (goal_hold_fraction(still), goal_time(still), goal_mean_distance(still)) == pytest.approx((1.0, 0.0, 0.0))


def test_without_an_arrival_and_without_a_stream_they_are_unknown():
    far = going(goal=(50.0, 0.0))
    assert all(np.isnan(one(far)) for one in (goal_time, goal_mean_distance, goal_largest_distance, goal_hold_fraction))
    assert np.isnan(goal_hold_fraction(going()))


def test_a_goal_with_a_height_counts_it():
    assert goal_mean_distance(going(goal=(GOAL_X, 0.0, 0.12))) > goal_mean_distance(going()) > 0
    assert np.isnan(goal_time(going(goal=(GOAL_X, 0.0, 0.2))))


@pytest.mark.thorough
def test_the_table_has_them_only_where_the_scenario_tells_of_a_goal():
    assert set(GOAL) <= set(metrics(going()))
    plain = serpenoid_recording()
    assert goal_of(plain) is None and not set(GOAL) & set(metrics(plain))
    with pytest.raises(RecordingError, match="has no goal"):
        goal_time(plain)
