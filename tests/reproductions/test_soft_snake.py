"""The study of the rolling soft snake: its bound in closed form, the sweep, the map."""

import math

import numpy as np
import pytest
from matplotlib.colors import to_rgba

import snakelab as sl
from reproductions.soft_snake import TABLE_I, Case, Rolled, arc_factor, grid, map_figure, roll, rolling_bound
from reproductions.soft_snake.mounted import lines, oblique, pairs
from reproductions.soft_snake.shape import plane_thickness, thickness
from snakelab.errors import SimulationError


@pytest.fixture(scope="module")
def rolled():
    """Two radii, in one batch."""
    return roll([Case("planar", 0.0225), Case("planar", 0.032), Case("spatial", 0.032, heading=0.0)], workers=2)


def made(case, ratio):
    """A result whose speed is this share of the bound."""
    return Rolled(case, "finished", (0.0, ratio * rolling_bound(case.skin_radius, case.frequency)))


@pytest.mark.parametrize(
    ("bend", "factor"), [(0.0, 1.0), (0.5, 0.9969), (1.0, 0.9853), (1.5, 0.9626), (2.0, 0.9269), (3.0, 0.8107)]
)
def test_a_bent_body_rolls_slower_by_the_balance_of_friction(bend, factor):
    assert arc_factor(bend) == pytest.approx(factor, abs=6e-5)


@pytest.mark.parametrize("bend", [0.1, 0.2])
def test_a_slight_bend_costs_what_its_ends_slide(bend):
    """To first order in the loss: loss * asinh(half / loss) = half^2 / 4."""
    loss, half = 1 - arc_factor(bend), bend / 2
    assert loss * math.asinh(half / loss) == pytest.approx(half**2 / 4, rel=0.01)


@pytest.mark.parametrize("bend", [-0.1, 3.2, math.nan])
def test_a_bend_beyond_half_a_turn_has_no_bound(bend):
    with pytest.raises(SimulationError, match="bend"):
        arc_factor(bend)


def test_a_straight_body_rolls_as_its_skin_turns():
    assert rolling_bound(0.0225, 0.5) == pytest.approx(0.0706858, abs=1e-7)
    assert rolling_bound(0.0225, -0.5, 2.0) == pytest.approx(0.0706858 * 0.92685, abs=2e-6)


def test_the_table_has_the_speeds_of_the_paper():
    speeds = [round(100 * row.speed, 2) for row in TABLE_I]
    assert speeds == [10.02, 9.60, 7.80, 7.15]


def test_a_grid_holds_every_combination_once():
    cases = grid(skin_radii=(0.02, 0.03), peak_forces=(14.0,), frequencies=(0.25, 0.5), headings=(0.0,))
    assert len(cases) == len(set(cases)) == 8
    assert cases[0] == Case("planar", 0.02, 14.0, 0.25, 0.0) and cases[-1] == Case("spatial", 0.03, 14.0, 0.5, 0.0)


def test_answers_stand_in_the_order_of_the_cases(rolled):
    assert [one.case.skin_radius for one in rolled] == [0.0225, 0.032, 0.032]
    assert [one.case.gait for one in rolled] == ["planar", "planar", "spatial"]


def test_speed_grows_with_the_radius_and_stays_below_the_bound(rolled):
    thin, thick, _ = rolled
    assert thin.speed == pytest.approx(0.062, rel=0.05)
    assert thick.speed / thin.speed == pytest.approx(0.032 / 0.0225, rel=0.02)
    assert all(one.rolls and one.speed < one.bound for one in rolled)


def test_the_heading_turns_the_way(rolled):
    along_y, _, along_x = rolled
    assert abs(along_y.velocity[0]) > 10 * abs(along_y.velocity[1])
    assert abs(along_x.velocity[1]) > 2 * abs(along_x.velocity[0])


@pytest.mark.slow
def test_the_number_of_threads_does_not_change_the_answer(rolled):
    assert roll([rolled[1].case], workers=1) == [rolled[1]]


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (Case("planr"), "did you mean 'planar'"),
        (Case("planar", frequency=0.05), "at least 0.1 Hz"),
        (Case("planar", frequency=0.0), "at least 0.1 Hz"),
    ],
)
def test_a_case_that_cannot_be_run_is_reported(case, words):
    with pytest.raises(SimulationError, match=words):
        roll([case])


def test_the_map_shows_the_paper_s_speeds_and_who_does_not_roll():
    cases = grid(skin_radii=(0.032,), peak_forces=(14.0, 28.0), frequencies=(0.5,), headings=(0.0,))
    figure = map_figure([made(case, 0.2 if case.peak_force == 14.0 else 0.9) for case in cases])
    assert len(figure.axes) == 3
    for ax, speeds in zip(figure.axes, ((10.02, 9.60), (7.80, 7.15)), strict=False):
        across = [line.get_ydata()[0] for line in ax.lines if len(line.get_xdata()) == 2 and line.get_xdata()[0] == 0]
        assert [round(y, 2) for y in across if y] == list(speeds)
        marks = [line for line in ax.lines if line.get_marker() in ("o", "^")]
        hollow = [to_rgba(line.get_markerfacecolor())[3] == 0 for line in marks]
        assert hollow == [True, False]


@pytest.mark.slow
def test_with_the_shapes_interchanged_planar_rolling_is_faster_and_more_oblique():
    """The order of Table I with a helical body called planar; at 32 mm and 28 N within 0.5 cm/s of its planar row."""
    ((planar, spatial),) = pairs((0.032,), (28.0,), workers=2)
    assert planar.speed > 1.06 * spatial.speed
    assert oblique(planar) > 0.3 and abs(oblique(spatial)) < 0.1
    assert math.hypot(planar.velocity[0] - 0.0351, abs(planar.velocity[1]) - 0.0939) < 0.005
    head, row = lines([(planar, spatial)])
    assert len(row.split(",")) == len(head.split(",")) and row.startswith("32,28,")


@pytest.mark.slow
def test_the_planar_robot_is_flat_and_the_spatial_one_a_helix_at_the_printed_length():
    assert plane_thickness(np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]])) == pytest.approx(0, abs=1e-12)
    for name, least, most in (("soft_mounted_planar", 0.0, 2e-3), ("soft_mounted_spatial", 0.02, 0.05)):
        scenario = sl.load_scenario(name, ["duration=8"])
        lengths = [part.length for part in scenario.robot.parts if hasattr(part, "length")]
        assert sum(lengths) == pytest.approx(0.60)
        assert sum(part.mass for part in scenario.robot.parts if hasattr(part, "mass")) == pytest.approx(0.35)
        assert least <= thickness(sl.run_scenario(scenario), 5.0) < most
