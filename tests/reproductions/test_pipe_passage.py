"""The study of the snake in pipes: gains that carry a wave and gains that do not, and runs with other numbers."""

import math

import pytest

from reproductions.pipe_snake.passage import GAINS, MISSING, gains_figure, passage, swim
from reproductions.pipe_snake.passage.gains import DAMPINGS
from reproductions.pipe_snake.passage.missing import NEAR_MOUTH
from snakelab.robots.library.rigid_robots import PRESETS
from snakelab.scenarios.scenario import load_scenario


@pytest.fixture(scope="module")
def swum():
    return swim(PRESETS.values(), end=16.0, begin=8.0)


def test_the_printed_gains_stall_and_the_others_swim(swum):
    speeds = dict(zip(PRESETS, (one.speed for one in swum), strict=True))
    assert speeds["published"] < 0.02 and min(speeds["default"], speeds["swapped"]) > 0.12


def test_with_the_printed_gains_the_wave_dies_on_its_way_to_the_tail(swum):
    literal, default, _ = swum
    assert literal.amplitudes[-1] == pytest.approx(1.04, abs=0.02) == default.amplitudes[-1]
    # a lag of K_cd / K_c = 3 s keeps 1 / sqrt(1 + (omega lag)^2) of a swing at most where water helps nothing
    assert literal.amplitudes[-2] < 1.2 * 1.04 / math.hypot(1.0, 2.2 * 3.0)
    assert literal.amplitudes[0] < 0.03 < 0.4 < default.amplitudes[0]


def test_the_figure_names_the_presets_and_has_a_curve_for_each_gain(swum):
    left, right = gains_figure(swum).axes
    assert [text.get_text() for text in left.texts] == [*PRESETS] == right.get_legend_handles_labels()[1]
    assert len(left.get_lines()) == len({one.gain for one in swum}) == 2
    assert all(gain in GAINS and damping in DAMPINGS for gain, damping in PRESETS.values())


def test_every_missing_number_changes_the_scenario():
    base = load_scenario("pipe_step_in", NEAR_MOUTH)
    for missing in MISSING[1:]:
        value, changes = missing.changes[0]
        other = load_scenario("pipe_step_in", [*NEAR_MOUTH, *changes])
        assert (other.robot, other.world, other.controller) != (base.robot, base.world, base.controller), value


def test_a_passage_tells_when_it_entered_and_arrived():
    short = (*NEAR_MOUTH, "duration=0.3", "controller.sampling_mpc.horizon.steps=5")
    outside = passage("a", "b", (), short)
    assert math.isnan(outside.entered) and math.isnan(outside.arrived) and outside.load == 0.0
    within = passage("a", "b", ("initial.position=[-10.0, -5, 0]",), short)
    assert within.entered == 0.0 == within.arrived  # the head at -11.4, the middle at -10.7
