"""Height functions: small loops, coordinates of least perturbation, figures."""

from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from three_links import swimmer


@pytest.fixture(scope="module")
def space():
    return sl.gaits.ShapeSpace(swimmer())


@pytest.fixture(scope="module")
def heights(space):
    return sl.gaits.height_functions(space, 1.5, 21)


@pytest.fixture(scope="module")
def in_base(space):
    return sl.gaits.height_functions(space, 1.5, 21, "base")


@pytest.mark.thorough
def test_the_height_at_zero_is_the_displacement_of_small_circles_per_area(heights):
    assert heights.values[:, 10, 10] == pytest.approx([-0.0646 / np.pi, 0.0, 0.0], abs=1e-4)


@pytest.mark.parametrize("centre", [(0.6, 0.3), (-0.9, 0.8)])
def test_a_small_loop_in_base_axes_moves_by_its_area_times_the_height(space, in_base, centre):
    from scipy.interpolate import RectBivariateSpline

    radius = 0.02
    pose = sl.gaits.cycle_displacement(space, sl.gaits.circle_loop(radius, centre)).pose
    height = [float(RectBivariateSpline(in_base.first, in_base.second, value).ev(*centre)) for value in in_base.values]
    # the frame of the displacement is that at the start of the loop, a hundredth of a radian away
    assert pose / (np.pi * radius**2) == pytest.approx(height, abs=4e-3)


def test_the_coordinates_of_least_perturbation_have_the_smaller_connection(heights, in_base):
    assert np.mean(heights.A**2) < 0.01 * np.mean(in_base.A**2)


def test_its_integral_over_a_loop_approximates_the_displacement(space, heights):
    loop = sl.gaits.circle_loop(1.0)
    assert np.hypot(*heights.enclosed(loop)[:2]) == pytest.approx(
        sl.gaits.cycle_displacement(space, loop).distance, rel=0.01
    )


def test_the_frame_of_least_perturbation_of_a_straight_swimmer_is_in_its_middle(heights):
    assert heights.frame[:, 10, 10] == pytest.approx([0.5, 0.0, 0.0], abs=0.01)


def test_a_loop_outside_of_the_grid_is_refused(heights):
    with pytest.raises(sl.errors.SimulationError, match="leaves the grid"):
        heights.enclosed(sl.gaits.circle_loop(2.0))


@pytest.mark.thorough
def test_the_figures_show_three_panels_and_the_loops(heights):
    loops = [
        sl.gaits.circle_loop(1.0),
        sl.gaits.PolygonLoop([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]]),
    ]
    for draw in (sl.figures.height_function_figure, sl.figures.connection_figure):
        figure = draw(heights, loops)
        panels = [ax for ax in figure.axes if ax.get_xlabel()]
        assert len(panels) == 3 and all(len(ax.lines) == 2 for ax in panels)


def test_the_figures_state_their_units(space, heights):
    assert space.units == heights.units == ("rad", "rad")
    titles = [ax.get_title() for ax in sl.figures.height_function_figure(heights).axes if ax.get_xlabel()]
    assert titles == ["x [m/rad²]", "y [m/rad²]", "heading [1/rad]"]
    figure = sl.figures.connection_figure(heights)
    assert figure.axes[0].get_xlabel().endswith(" [rad]") and figure.axes[0].get_title().endswith(" m/rad")
    assert not figure.axes[2].get_title().endswith("rad")
    lengths = replace(heights, units=("rad", "m"))
    titles = [ax.get_title() for ax in sl.figures.height_function_figure(lengths).axes if ax.get_xlabel()]
    assert titles == ["x [1/rad]", "y [1/rad]", "heading [1/m]"]


def test_loops_of_other_kinds_are_refused(heights):
    three = sl.gaits.ShapeLoop([1, 0, 0], [0, 1, 0])
    for call in (heights.enclosed, lambda loop: sl.figures.height_function_figure(heights, [loop])):
        with pytest.raises(sl.errors.SimulationError, match="have two shape variables, and the loop 3"):
            call(three)
        with pytest.raises(sl.errors.SimulationError, match="loop"):
            call("circle")


def test_a_grid_beyond_joint_limits_is_refused():
    link, joint = sl.Link(0.1, mass=0.1), sl.Revolute("z", limits=sl.Limits(-0.8, 0.8))
    model = sl.build_model(
        sl.Robot([link, joint, link, joint, link], base="planar"), sl.World([sl.ViscousFriction(1, 5)])
    )
    with pytest.raises(
        sl.errors.SimulationError, match=r"the grid moves joint1 from -1 to 1, beyond .*height_functions smaller"
    ):
        sl.gaits.height_functions(sl.gaits.ShapeSpace(model), 1.0)
