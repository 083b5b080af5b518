"""Robots: what a chain of parts adds up to, and what cannot be one."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl

LINK = sl.Link(0.1, mass=0.2)
SOFT = sl.SoftSection(0.15, mass=0.3, actuator_radius=0.01, skin_radius=0.02)


def test_a_robot_counts_its_coordinates_its_mass_and_its_length():
    robot = sl.Robot([LINK, sl.Revolute("y"), sl.Revolute("z"), LINK, sl.Mount((1, 0, 0)), SOFT, sl.Prismatic(), LINK])
    assert robot.n_coordinates == 6
    assert_allclose(robot.mass, 3 * 0.2 + 0.3)
    assert_allclose(robot.length, 3 * 0.1 + 0.15)


def test_the_models_mass_and_straight_length_are_the_robots():
    model = sl.build_model(sl.Robot([LINK, sl.Revolute(), SOFT, sl.Revolute(), LINK]))
    assert_allclose(model.mass, model.robot.mass)
    assert_allclose(sl.forward_kinematics(model, sl.initial_state(model))["head"][:3, 3], [0.35, 0, 0], atol=1e-15)


def test_one_part_may_stand_for_the_whole_robot():
    assert sl.Robot(LINK).parts == (LINK,)
    assert sl.Robot(part for part in [LINK, sl.Revolute(), LINK]).n_coordinates == 1


def test_a_robot_without_joints_is_a_robot():
    assert sl.build_model(sl.Robot([LINK])).n_coordinates == 0


@pytest.mark.parametrize(("base", "freedom"), [("floating", 6), ("planar", 3), ("fixed", 0)])
def test_the_base_has_the_freedom_that_its_word_says(base, freedom):
    model = sl.build_model(sl.Robot([LINK, sl.Revolute(), LINK], base=base))
    assert sl.mass_matrix(model, sl.initial_state(model)).shape == (freedom + 1, freedom + 1)


def test_every_coordinate_and_every_station_has_a_name_of_its_own():
    model = sl.build_model(sl.Robot([LINK, sl.Revolute(name="neck"), LINK, sl.Revolute(), SOFT, sl.Revolute(), LINK]))
    assert len(set(model.coordinate_names)) == model.n_coordinates
    assert len(set(model.station_names)) == model.n_stations
    assert model.coordinate_names[0] == "neck"


def test_two_joints_of_one_name_are_refused():
    with pytest.raises(sl.errors.RobotError, match="two coordinates are named 'hinge'"):
        sl.build_model(sl.Robot([LINK, *2 * [sl.Revolute(name="hinge"), LINK]]))


@pytest.mark.parametrize("names", [("body", "body"), ("head", "nose")])
def test_two_points_of_one_name_are_refused(names):
    """A model answers by name where its points are, and the head end is one of them."""
    first, second = (sl.Link(0.1, mass=0.2, name=name) for name in names)
    with pytest.raises(sl.errors.RobotError, match=names[0]):
        sl.build_model(sl.Robot([first, sl.Revolute(), second]))


IMPOSSIBLE = [
    (lambda: sl.Robot([]), ["at least one part", "none", "Link(0.1, mass=0.1)"]),
    (lambda: sl.Robot([sl.Revolute(), sl.Mount()]), ["at least one Link, SoftSection or Rod", "no mass"]),
    (lambda: sl.Robot([LINK, sl.Revolute, LINK]), ["Robot parts[1]", "Revolute(...)"]),
    (lambda: sl.Robot([LINK, "z", LINK]), ["Robot parts[1]", "Link, Mount, Revolute", "'z'"]),
    (lambda: sl.Robot([LINK, [sl.Revolute(), LINK]]), ["Robot parts[1]", "[Revolute("]),
    (lambda: sl.Robot(sl.Link), ["Robot parts", "list of Link", "Link"]),
    (lambda: sl.Robot(5), ["Robot parts", "list of Link", "5"]),
    (lambda: sl.Robot([LINK], base="plannar"), ["floating, planar, fixed", "'plannar'", "did you mean 'planar'?"]),
    (lambda: sl.Robot([LINK], base=None), ["Robot base", "floating, planar, fixed", "None"]),
    (lambda: sl.Robot([LINK], base=3), ["Robot base", "floating, planar, fixed", "3"]),
    (lambda: sl.Robot([sl.Revolute(), LINK]), ["floating", "begin with a Link", "Revolute", "base='fixed'"]),
    (lambda: sl.Robot([sl.Prismatic(), LINK], base="planar"), ["planar", "begin with a Link", "Prismatic"]),
]


@pytest.mark.parametrize(("make", "words"), IMPOSSIBLE, ids=[" ".join(words) for _, words in IMPOSSIBLE])
def test_a_robot_that_cannot_be_says_what_was_given_and_what_is_allowed(make, words):
    with pytest.raises(sl.errors.RobotError) as caught:
        make()
    for word in words:
        assert word in str(caught.value)


def test_a_model_is_built_from_a_robot_and_a_world_and_nothing_else():
    with pytest.raises(sl.errors.SimulationError, match=r"build_model takes a Robot, got \[\]; write"):
        sl.build_model([])
    with pytest.raises(sl.errors.SimulationError, match="build_model takes a World"):
        sl.build_model(sl.Robot([LINK]), [sl.Gravity()])


def test_a_massless_joint_after_a_joint_still_has_an_inertia_through_what_follows():
    model = sl.build_model(sl.Robot([LINK, sl.Revolute("y"), sl.Revolute("z"), LINK]))
    M = sl.mass_matrix(model, sl.initial_state(model, q=[0.3, -0.2]))
    assert_allclose(M, M.T, atol=1e-15)
    assert np.linalg.eigvalsh(M).min() > 0


def test_a_robot_is_shown_in_one_line():
    robot = sl.Robot([LINK, sl.Revolute("z"), LINK], base="planar", name="short")
    mass = f"{robot.mass:.4g}"
    assert repr(robot) == str(robot) == f"<Robot 'short': 3 parts, 2 links, 1 coordinate, planar base, {mass} kg>"
