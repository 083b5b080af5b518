"""The static test of the hydraulic joint: closed forms of bend and blocked force, the figure."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from reproductions.hybrid_snake.static_figure import static_figure
from reproductions.hybrid_snake.static_test import Case, Pressed, blocked_force, free_bend, grid, press
from snakelab.robots.actuators import extension_under
from snakelab.robots.library.soft_robots import MATERIALS, hydraulic_joint, silicone_chamber

AREA = math.pi * 0.008**2


def model(section: sl.SoftSection, base: str = "fixed") -> sl.Model:
    return sl.build_model(sl.Robot([section], base=base))


def test_the_grid_is_three_materials_at_two_radii():
    assert len(set(grid())) == len(grid()) == 6
    assert grid()[:2] == [Case("linear", 0.045), Case("linear", 0.09)]


@pytest.mark.parametrize("case", grid(), ids=lambda case: f"{case.material}-{case.radius}")
def test_a_held_tip_keeps_the_joint_straight_and_takes_two_thirds_of_the_push(case):
    """Straight, all three chambers take a third of the push, and F = 2 r A p / (L0 + q)."""
    chamber = silicone_chamber(case.material, body_radius=case.radius)
    for one in press(case, [0.0, 1e5, 5e5]):
        q = extension_under(chamber, AREA * one.pressure / 3)
        assert_allclose(one.force, 2 * 0.024 * AREA * one.pressure / (0.2 + q), rtol=1e-9, atol=1e-12)
        assert_allclose(one.bend, extension_under(chamber, AREA * one.pressure) / (1.5 * 0.024), rtol=1e-12)


@pytest.mark.parametrize(
    ("material", "radius", "bends"),
    [("linear", 0.045, (19.9, 39.5, 58.9)), ("yeoh", 0.09, (11.1, 22.9, 35.5))],
)
def test_bends_are_those_of_our_reference(material, radius, bends):
    pressed = press(Case(material, radius), [1e5, 2e5, 3e5])
    assert_allclose([math.degrees(one.bend) for one in pressed], bends, atol=0.05)


def test_softer_materials_bend_more_and_push_less():
    soft, ringed, stiff = (press(Case(material), [3e5])[0] for material in ("yeoh", "yeoh_ring", "linear"))
    assert soft.bend > ringed.bend > stiff.bend and soft.force < ringed.force < stiff.force


def test_a_linear_section_pushes_by_its_springs_too():
    section = sl.SoftSection(0.2, 0.1, 0.024, 0.045, actuators=sl.Motor(), springs=sl.Spring(1500.0))
    commands = np.array([0.0, 30.0, 0.0])
    assert free_bend(model(section), commands) == pytest.approx(2 * (30 / 1500) / (3 * 0.024))
    # the second chamber stands 120 degrees from y toward z; it pushes the tip the other way
    force = blocked_force(model(section), commands)
    size = 2 * 0.024 * 30 / (0.2 + 30 / 4500)
    assert_allclose(force, [0.5 * size, -(0.75**0.5) * size], rtol=1e-9)


def test_the_held_tip_pushes_where_the_free_one_goes():
    joint = model(hydraulic_joint("linear", radius=0.045))
    force = blocked_force(joint, np.array([1e5, 0, 0]))
    assert force[0] < 0 and abs(force[1]) < 1e-9


@pytest.mark.parametrize(
    "robot",
    [
        sl.Robot([hydraulic_joint("linear", radius=0.045)]),
        sl.Robot([hydraulic_joint("linear", radius=0.045), hydraulic_joint("linear", radius=0.045)], base="fixed"),
        sl.Robot([sl.Link(0.1, 0.1)], base="fixed"),
    ],
)
def test_other_robots_have_no_static_test(robot):
    with pytest.raises(sl.errors.SimulationError, match="takes one SoftSection on a fixed base"):
        free_bend(sl.build_model(robot), np.zeros(3))


def test_the_figure_has_a_line_for_each_case_and_stops_at_a_full_turn():
    pressed = [
        Pressed(Case(m, r), p, p / 5e4, p / 2e4) for m in MATERIALS for r in (0.045, 0.09) for p in (0.0, 2e5, 5e5)
    ]
    figure = static_figure(pressed)
    bends, forces = figure.axes
    assert len(bends.lines) == len(forces.lines) == 6
    assert all(line.get_xdata().tolist() == [0.0, 0.2] for line in map(as_array, bends.lines))
    assert all(len(line.get_xdata()) == 3 for line in forces.lines)
    assert "deg" in bends.get_ylabel() and "[N]" in forces.get_ylabel() and "MPa" in forces.get_xlabel()


def as_array(line):
    line.set_xdata(np.asarray(line.get_xdata()))
    return line
