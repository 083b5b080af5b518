"""Robots, worlds and gaits as plain data: loading what is written gives the same again."""

import json

import numpy as np
import pytest

import snakelab as sl
from chains import mixed_robot
from snakelab.robots.library.soft_robots import hydraulic_joint, silicone_chamber
from snakelab.robots.robot import MADE
from snakelab.scenarios.class_registry import GROUPS, all_ungrouped, plain, robot_data, yaml_text
from snakelab.scenarios.scenario import load_scenario

PARTS = [
    sl.Link(0.1, 0.2),
    sl.Link(0.1, 0.2, sl.Box(0.04, 0.03), name="bar"),
    sl.Link(0.1, 0.2, sl.Cylinder(0.02), com=0.04),
    sl.Link(0.1, 0.2, com=(0.05, 0.0, 1e-9), inertia=(1e-5, 2e-5, 2e-5)),
    sl.Link(0.1, 0.2, inertia=((1e-5, 1e-7, 0.0), (1e-7, 2e-5, 0.0), (0.0, 0.0, 2.5e-5))),
    sl.Mount(),
    sl.Mount((0.1, 0.2, 0.3), (0.0, 1e-3, 0.0), "bracket"),
    sl.Revolute(),
    sl.Revolute("-y", sl.Passive(), sl.Spring(1.0, 0.1, 0.2), sl.Limits(-1.0, np.inf, 50.0, 1.0), "elbow"),
    sl.Revolute((0.0, 0.6, 0.8), sl.Servo(2.0, 0.1, 0.5, 3.0, 4.0)),
    sl.Prismatic("y", sl.Motor(5.0, 0.1)),
    sl.Prismatic((1 / 3, 0.0, 2 / 3), sl.Servo(1.0)),
    sl.Prismatic("x", sl.Pneumatic(1e-4, 2e5, 0.05)),
    sl.Prismatic("x", sl.robots.Follower(2.0, 0.3, 4.0)),
    sl.Prismatic("x", sl.Hydraulic(), silicone_chamber("linear", body_radius=0.045, viscous=None)),
    hydraulic_joint("yeoh_ring", radius=0.045, actuators=sl.Hydraulic(1e-4, 4e5, 6e5, 0.1), n_steps=4),
    sl.SoftSection(
        0.15, 0.12, 0.0125, 0.02, springs=(silicone_chamber("yeoh", body_radius=0.045), sl.Spring(2.0), sl.Spring())
    ),
    sl.SoftSection(0.15, 0.12, 0.0125, 0.02),
    sl.SoftSection(
        0.15,
        0.12,
        0.0125,
        0.02,
        4,
        (sl.Motor(), sl.Motor(2.0), sl.Prescribed()),
        (sl.Spring(), sl.Spring(1.0), sl.Spring(2.0)),
        sl.Limits(-0.01, 0.01),
        "soft",
    ),
    sl.SoftSection(
        0.15,
        0.12,
        0.0125,
        0.02,
        actuators=(*3 * (sl.robots.Tendon(5.0, 0.1),), sl.Passive()),
        angles=(0.0, 2.0, 4.0, 0.0),
        radii=(0.01, 0.01, 0.012, 0.0),
        springs=sl.Spring(10.0),
        name="tendons",
    ),
    sl.Rod(0.2, 0.01, density=1000.0, E=1e6, G=4e5, strains=("bend_y", "twist"), degree=(2, 0), damping=0.01),
]


def loaded(data, tmp_path):
    """The scenario that holds the data, through a YAML file."""
    path = tmp_path / "written.yaml"
    path.write_text(yaml_text({"name": "written", "duration": 1.0} | data), encoding="utf-8")
    return load_scenario(path)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: repr(part)[:60])
def test_a_part_comes_back_as_it_was(part, tmp_path):
    robot = sl.Robot([sl.Link(0.3, 0.1, name="first"), part, sl.Link(0.2, 0.1, name="last")], "fixed", "mine")
    assert loaded({"robot": robot_data(robot)}, tmp_path).robot == robot


def test_every_word_of_a_part_and_an_actuator_is_tried():
    moved = [*PARTS, *(part for part in sl.Robot([sl.Link(0.1, 0.1), *PARTS], "fixed").parts if isinstance(part, MADE))]
    tried = {type(part) for part in PARTS} | {type(c.actuator) for part in moved for c in part.coordinates}
    assert tried == set(GROUPS["part"]) | set(GROUPS["actuator"])
    assert {sl.Spring, sl.Limits} <= set(all_ungrouped())


@pytest.mark.parametrize("base", ("floating", "planar", "fixed"))
def test_a_robot_of_arrays_comes_back_with_the_same_numbers(base, tmp_path):
    model = sl.build_model(mixed_robot(np.random.default_rng(4), base))
    again = sl.build_model(loaded({"robot": robot_data(model.robot)}, tmp_path).robot)
    for name in ("parts", "stations", "coordinates", "base"):
        assert np.array_equal(getattr(again.arrays, name), getattr(model.arrays, name))


def test_worlds_and_gaits_come_back_too(tmp_path):
    robot = sl.Robot([sl.Link(0.1, 0.1), sl.Revolute(), sl.Link(0.1, 0.1)], "planar")
    media = (
        sl.LinkFriction(0.1, 0.5, shape="per_axis", eps=1e-4),
        sl.ViscousFriction(1.0, 2.0),
        sl.Gravity((0.0, 1.0, -2.0)),
        sl.Gravity(),
    )
    gait = sl.SerpenoidGait(0.5, 3.0, 0.7, ramp=1.0)
    data = {"robot": robot_data(robot), "world": plain(sl.World(media)), "controller": plain(gait)}
    scenario = loaded(data, tmp_path)
    assert (scenario.world.media, scenario.controller) == (media, gait)
    table = sl.TableGait(np.array([0.0, 1.0]), np.array([[0.0], [0.5]]))
    actual = loaded(data | {"controller": plain(table)}, tmp_path).controller
    assert np.array_equal(actual.angles, table.angles)


def test_only_what_differs_from_the_defaults_is_written():
    assert plain(sl.Revolute()) == "revolute"
    assert plain(sl.Revolute("y", sl.Passive())) == {"revolute": {"axis": "y", "actuator": "passive"}}
    assert plain(sl.Spring(2.0)) == {"stiffness": 2.0}
    data = robot_data(sl.Robot([sl.Link(np.float64(0.1), 1)]))
    assert json.dumps(data) == '{"parts": [{"link": {"length": 0.1, "mass": 1}}]}'


def test_what_has_no_word_is_refused():
    with pytest.raises(sl.errors.ScenarioError, match="no type name for FunctionGait"):
        plain(sl.FunctionGait(np.sin))
