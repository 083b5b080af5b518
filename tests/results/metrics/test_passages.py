"""Walls of a plan from recordings, the free width between them, and the wave of a body that winds through."""

import json

import numpy as np
import pytest

from recordings import changed, straight_recording
from snakelab.errors import RecordingError
from snakelab.results.metrics.metric_table import metrics
from snakelab.results.metrics.passages import free_width, joint_places, last_wave, wave_amplitude, wave_width_fraction
from snakelab.results.recorded_objects import walls_of
from walls import BLOCK, HULL, walls, waving_recording

SNAKE = waving_recording()


def surfaces_of(*surfaces: dict) -> list:
    return walls_of(waving_recording(surfaces=list(surfaces)))


def at(x: float, y: float) -> np.ndarray:
    return np.array([x, y])


def test_walls_store_which_side_is_solid():
    outlines = surfaces_of(walls((HULL, True), (BLOCK, False)))
    assert [(len(wall.points), wall.solid_outside) for wall in outlines] == [(12, True), (4, False)]


def test_without_a_word_outlines_without_end_are_solid_outside():
    surface = walls((HULL, True), (BLOCK, False))
    del surface["solid_outside"]
    assert [wall.solid_outside for wall in surfaces_of(surface)] == [True, False]


@pytest.mark.parametrize(
    "outlines",
    [None, "text", [[1, 2]], [[[0, 0], [1, "a"], [1, 1]]], [[[0, 0], [1, 1]]], [[[0, 0], [1, None], [1, 1]]]],
)
def test_outlines_that_are_damaged_are_left_out(outlines):
    assert surfaces_of({"name": "w", "kind": "Extruded", "outlines": outlines}) == []


@pytest.mark.parametrize("y", [-0.15, 0.0, 0.1])
def test_the_free_width_of_a_straight_pipe_is_its_own_at_any_place_in_it(y):
    hull = surfaces_of(walls((HULL, True)))
    assert free_width(hull, at(-1.5, y)) == pytest.approx(0.4, rel=1e-4)
    assert free_width(hull, at(-4.0, y / 2)) == pytest.approx(0.2, rel=1e-4)


def test_the_free_width_is_endless_in_open_water_and_unknown_in_a_wall():
    hull = surfaces_of(walls((HULL, True), (BLOCK, False)))
    assert free_width(surfaces_of(walls((HULL, True))), at(3.0, 0.0)) == np.inf
    assert np.isnan(free_width(hull, at(-1.0, 0.3))) and np.isnan(free_width(hull, at(1.5, 1.5)))
    assert free_width(hull, at(0.5, 1.5)) == pytest.approx(1.0, rel=1e-4)  # between hull and block


def test_between_two_blocks_the_narrowest_way_counts():
    other = [[x + 1.5, y] for x, y in BLOCK]
    gap = surfaces_of(walls((BLOCK, False), (other, False)))
    assert free_width(gap, at(2.2, 1.4)) == pytest.approx(0.5, rel=1e-4)


@pytest.mark.parametrize("speed", [-0.1, 0.0, 0.2])
@pytest.mark.parametrize("amplitude", [0.02, 0.06])
def test_a_travelling_wave_of_amplitude_a_is_2_a_wide(amplitude, speed):
    assert wave_amplitude(waving_recording(amplitude, speed=speed)) == pytest.approx(2 * amplitude, rel=0.03)


def test_the_wave_is_as_wide_whichever_way_the_body_heads():
    assert wave_amplitude(waving_recording(turn=0.7)) == pytest.approx(wave_amplitude(SNAKE), rel=1e-6)


def test_the_last_wave_lasts_one_period_and_is_the_last_whole_one():
    wave = last_wave(SNAKE)
    times = SNAKE["time"].values
    assert times[wave.stop] - times[wave.start] == pytest.approx(2.5, abs=0.03) and 10 - times[wave.stop] < 2.5


def test_only_the_last_wave_counts():
    """A body whose waves were wide at first, and are narrow later."""
    late = waving_recording(0.03)
    half = SNAKE["time"].values < 4
    mixed = {
        name: np.where(half.reshape(-1, *(1,) * (late[name].ndim - 1)), SNAKE[name].values, late[name].values)
        for name in ("q", "link_position", "link_quaternion")
    }
    assert wave_amplitude(changed(late, **mixed)) == pytest.approx(0.06, rel=0.03)


def test_joints_are_where_links_meet_however_the_chain_is_numbered():
    joints = joint_places(SNAKE)
    assert joints.shape[1] == 11
    position = SNAKE["link_position"].values
    assert np.abs(np.linalg.norm(joints - position[:, 1:, :2], axis=-1) - 0.05).max() < 1e-9
    order = SNAKE.dataset.isel(link=slice(None, None, -1))
    np.testing.assert_allclose(joint_places(type(SNAKE)(order, "finished"))[:, ::-1], joints, atol=1e-12)


def test_the_fraction_is_the_width_of_the_wave_over_that_of_the_passage_at_the_head():
    wide = waving_recording(x=0.5)
    assert wave_width_fraction(wide) == pytest.approx(wave_amplitude(wide) / 0.4, rel=1e-4)
    narrow = waving_recording(x=-3.5)
    assert wave_width_fraction(narrow) == pytest.approx(wave_amplitude(narrow) / 0.2, rel=1e-4)
    assert wave_width_fraction(waving_recording(x=8.0)) == 0.0  # in open water


def test_bodies_that_do_not_swing_have_no_wave():
    still = straight_recording(n_rows=20)
    still.dataset.attrs["surfaces"] = json.dumps([walls((HULL, True))])
    table = metrics(still)
    assert np.isnan(table["wave_amplitude"]) and np.isnan(table["wave_width_fraction"])


def test_only_runs_between_walls_have_these_metrics():
    assert {"wave_amplitude", "wave_width_fraction"} <= set(metrics(SNAKE))
    open_water = waving_recording(surfaces=[])
    assert not {"wave_amplitude", "wave_width_fraction"} & set(metrics(open_water))
    with pytest.raises(RecordingError, match="no upright walls; write"):
        wave_width_fraction(open_water)
