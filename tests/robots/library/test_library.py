"""Ready robots: their papers' numbers, and every one of them can be changed."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.physics.command import targets_at
from snakelab.robots.library.soft_robots import hybrid_underwater, soft_pneumatic

GROUND = sl.World([sl.Gravity(), sl.Contact(stiffness=1000.0, damping=130.0)])


def sections(robot: sl.Robot) -> list[sl.SoftSection]:
    return [part for part in robot.parts if isinstance(part, sl.SoftSection)]


def test_the_soft_snake_has_the_papers_numbers():
    robot = soft_pneumatic()
    assert robot.n_coordinates == 9 and robot.base == "floating"
    assert_allclose([robot.mass, robot.length], [0.35, 0.45])
    for section in sections(robot):
        assert (section.actuator_radius, section.skin_radius) == (0.0125, 0.0225)
        for coordinate in section.coordinates:
            assert (coordinate.spring.stiffness, coordinate.spring.damping) == (1900.0, 90.0)
            assert coordinate.limits.upper == 0.075 and coordinate.limits.lower == -math.inf


def test_it_touches_at_31_rings_of_ten_points():
    assert len(sl.build_model(soft_pneumatic(), GROUND).skin_names) == 310


def test_its_ceiling_gives_28_newtons_and_no_more_length_than_they_hold():
    muscle = sections(soft_pneumatic())[0].coordinates[0].actuator
    assert_allclose(muscle.area * muscle.max_pressure, 28.0)
    model = sl.build_model(soft_pneumatic())
    sl.RollingGait(28.0 / 1900.0, 0.5).reference(model)
    with pytest.raises(
        sl.errors.GaitError, match=r"section1\.1 to 0\.0148 m.*0\.01474 m or less: max_pressure is 3 bar"
    ):
        sl.RollingGait(0.0148, 0.5).reference(model)


def test_every_number_can_be_changed():
    robot = soft_pneumatic(
        5, length=0.1, muscle_radius=0.01, stiffness=500.0, damping=20.0, area=1e-4, max_pressure=2e5, time_constant=0.1,
        max_extension=0.3, skin_radius=0.02, mass=0.5, mounting_rotation=0.4, n_steps=8, points_around=None, name="longer",
    )  # fmt: skip
    actual = sections(robot)
    assert len(actual) == 5 and robot.name == "longer" and robot.skin.points_around is None
    assert {part.rotation for part in robot.parts if isinstance(part, sl.Mount)} == {(0.4, 0.0, 0.0)}
    assert len(robot.parts) == 9
    for section in actual:
        assert (section.length, section.mass, section.actuator_radius) == (0.1, 0.1, 0.01)
        assert (section.skin_radius, section.n_steps) == (0.02, 8)
        muscle, spring = section.coordinates[0].actuator, section.coordinates[0].spring
        assert muscle == sl.Pneumatic(1e-4, 2e5, 0.1) and spring == sl.Spring(500.0, 20.0)
        assert_allclose(section.coordinates[0].limits.upper, 0.03)


@pytest.mark.parametrize("lag", [0.0, math.pi / 3])
def test_a_mounting_rotation_is_compensated_by_an_equal_lag(lag):
    """The same place of the head at every phase, with and without the turn."""
    heads = []
    for turn in (0.0, math.pi / 3):
        model = sl.build_model(soft_pneumatic(mounting_rotation=turn))
        stiff = sl.RollingGait(0.012, 0.5, section_lag=lag + turn).reference(model)
        lengths = [targets_at(stiff, t)[0] * (28.0 / 3e5) / 1900.0 for t in (0.0, 0.3, 0.9)]
        heads.append([sl.forward_kinematics(model, sl.initial_state(model, q=q))["head"][:3, 3] for q in lengths])
    assert_allclose(heads[0], heads[1], atol=1e-12)
    assert np.ptp(heads[0], axis=0).max() > 0.05


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"sections": 0}, "sections must be a whole number of at least 1 and at most 1000, got 0"),
        ({"mass": -1}, "mass must be greater than 0 kg, got -1"),
        ({"stiffness": 0}, "stiffness must be greater than 0 N/m, got 0"),
        ({"max_extension": 50}, "max_extension must be greater than 0 and at most 2, got 50"),
        ({"max_pressure": 3}, r"max_pressure must be at least 1000 Pa, got 3; did you mean 300000\?"),
        ({"mounting_rotation": "60 deg"}, "mounting_rotation must be a number in rad"),
    ],
)
def test_a_soft_snake_that_cannot_be_says_why(given, words):
    with pytest.raises(sl.errors.RobotError, match=words):
        soft_pneumatic(**given)


def test_a_hybrids_joint_is_a_soft_section():
    with pytest.raises(sl.errors.RobotError, match="hybrid_underwater joint must be a SoftSection or None; got 3"):
        hybrid_underwater(joint=3)
