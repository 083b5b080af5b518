"""The eel of the library: its papers' numbers, and what a robot of it does."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.robots.library.rigid_robots import eel, light_eel, mamba


def links(robot):
    return [part for part in robot.parts if isinstance(part, sl.Link)]


def joints(robot):
    return [part for part in robot.parts if isinstance(part, sl.Revolute)]


@pytest.mark.parametrize(
    ("robot", "n", "length", "mass", "inertia"),
    [
        (eel(), 10, 1.4, 6.597, 0.6597 * 0.07**2 / 3),
        (mamba(), 9, 1.62, 7.2, 2.16e-3),
        (light_eel(), 10, 1.4, 1.0, 1.6333e-4),
    ],
)
def test_an_eel_has_its_papers_numbers(robot, n, length, mass, inertia):
    assert (len(links(robot)), len(joints(robot)), robot.base) == (n, n - 1, "planar")
    assert_allclose([robot.length, robot.mass], [length, mass])
    assert_allclose(links(robot)[3].inertia_matrix()[2, 2], inertia, rtol=3e-5)
    assert all(joint.actuator == sl.Servo(kp=20, kd=5) for joint in joints(robot))


@pytest.mark.parametrize(
    ("robot", "drag", "expected"),
    [
        (eel(), 2.0, (0.2639, 8.4, 0.3958)),
        (eel(), 1.0, (0.2639, 4.2, 0.3958)),
        (light_eel(), 2.0, (0.2639, 8.4, 0.3958)),
        (mamba(), 2.0, (0.4453, 19.8, 1.7106)),
    ],
)
def test_its_water_has_the_papers_coefficients(robot, drag, expected):
    """c_t = rho pi C_f (a + b) / 4 2l, c_n = rho C_D a 2l, mu_n = rho pi a^2 2l."""
    water = sl.worlds.LumpedFluid(drag=drag).coefficients(links(robot)[0].hulls[0])
    assert_allclose([water.linear[0, 0], water.linear[0, 1], water.added[0, 1]], expected, rtol=2e-4)


def test_every_number_can_be_changed():
    robot = eel(
        7, link_length=0.125, mass=0.55, half_width=0.04, half_height=0.03, joints=sl.Prescribed(), name="seven"
    )
    assert (len(links(robot)), robot.name) == (7, "seven")
    assert links(robot)[0].section == sl.Ellipse(0.08, 0.06)
    assert joints(robot)[0].actuator == sl.Prescribed()
    assert np.isclose(robot.length, 0.875) and np.isclose(robot.mass, 3.85)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"links": 0}, "eel links must be a whole number of at least 1 and at most 1000, got 0"),
        ({"mass": -1}, "eel mass must be greater than 0 kg, got -1"),
        ({"link_length": 0}, "eel link_length must be greater than 0 m, got 0"),
        ({"half_width": "5 cm"}, "eel half_width must be a number in m"),
        ({"half_height": 0}, "eel half_height must be greater than 0 m, got 0"),
    ],
)
def test_an_eel_that_cannot_be_says_why(given, words):
    with pytest.raises(sl.errors.RobotError, match=words):
        eel(**given)


def test_scenarios_hold_the_librarys_robots():
    for name, robot in (
        ("eel_verification", eel(joints=sl.Prescribed())),
        ("eel_lateral", mamba()),
        ("eel_eel_like", mamba()),
    ):
        written = sl.load_scenario(name).robot
        assert written.name == robot.name and len(written.parts) == len(robot.parts)
        for one, other in zip(links(written), links(robot), strict=True):
            assert (one.length, one.mass, one.section, one.volume) == (
                other.length,
                other.mass,
                other.section,
                other.volume,
            )
            assert_allclose(one.inertia, other.inertia, rtol=2e-6)
        assert {joint.actuator for joint in joints(written)} == {joint.actuator for joint in joints(robot)}
