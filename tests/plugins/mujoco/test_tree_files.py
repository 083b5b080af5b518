"""Robots with branches in URDF and MJCF files: exported and imported again they are the same robots."""

import warnings

import numpy as np
import pytest

import snakelab as sl
from mujoco_chains import random_tree
from snakelab.plugins.mujoco import from_mjcf, from_urdf, to_mjcf, to_urdf
from snakelab.plugins.mujoco.robot_files.imported_scenario import scenario_text
from snakelab.scenarios.scenario import load_scenario
from trees import lizard

FORMATS = {"urdf": (to_urdf, from_urdf), "mjcf": (to_mjcf, from_mjcf)}


def sorted_matrix(model, q_by_name):
    """Mass matrix with the coordinates in the order of their names."""
    names = model.coordinate_names
    state = sl.initial_state(model, q=[q_by_name[name] for name in names])
    order = [*range(6), *(6 + i for i in np.argsort(names))]
    return sl.mass_matrix(model, state)[np.ix_(order, order)]


@pytest.mark.few(6, others="slow")
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("base_end", ["tail", "head"])
@pytest.mark.parametrize("seed", range(4))
def test_a_random_tree_has_the_same_mass_matrix_after_a_file(form, base_end, seed):
    rng = np.random.default_rng(20 + seed)
    write, read = FORMATS[form]
    model = sl.build_model(random_tree(rng, "floating", 4, base_end).robot)
    # springs and dampers, which URDF lacks, do not matter here
    imported = read(write(model).xml)
    again = sl.build_model(imported.robot)
    assert sorted(again.coordinate_names) == sorted(model.coordinate_names)
    q = dict(zip(model.coordinate_names, 0.3 * rng.normal(size=model.n_coordinates), strict=True))
    one, other = sorted_matrix(model, q), sorted_matrix(again, q)
    # the base may be another body: its inverse has the block of the joints with the base free
    block = slice(6, None)
    one, other = np.linalg.inv(one)[block, block], np.linalg.inv(other)[block, block]
    np.testing.assert_allclose(one, other, rtol=1e-7, atol=1e-9 * np.abs(one).max())


@pytest.mark.parametrize("form", FORMATS)
def test_a_lizard_is_read_with_its_legs(form, tmp_path):
    write, read = FORMATS[form]
    imported = read(write(lizard(sl.Servo(kp=2.0, kd=0.02))).xml)
    robot = imported.robot
    assert [branch.on for branch in robot.branches] == ["link2", "link2", "link4", "link4"]
    assert len(robot.trunk) >= 9 and robot.n_coordinates == 12
    assert "branch of" in "\n".join(imported.kept)


def test_the_scenario_of_an_imported_lizard_moves_its_trunk(tmp_path):
    model = sl.build_model(lizard(sl.Servo(kp=2.0, kd=0.02)), sl.World([sl.Gravity()]))
    imported = from_mjcf(to_mjcf(model).xml)
    path = tmp_path / "lizard.yaml"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path.write_text(scenario_text(imported, "lizard.xml", ground=True))
        scenario = load_scenario(path)
        model = sl.build_model(scenario.robot, scenario.world)
    wave = scenario.controller.reference(model).wave
    assert (wave[:4, 0] != 0).all() and (wave[4:, 0] == 0).all()
    assert [branch.name for branch in scenario.robot.branches] == [branch.name for branch in imported.robot.branches]


def test_a_mimic_joint_on_a_branch_is_a_gear_in_both_formats():
    robot = sl.Robot(
        lizard(sl.Passive()).trunk,
        branches=lizard(sl.Passive()).branches,
        gears=[sl.robots.Gear("left2_joint1", "right2_joint1", ratio=-1.0)],
    )
    for write, read in FORMATS.values():
        gears = read(write(robot).xml).robot.gears
        assert [(gear.driven, gear.by, gear.ratio) for gear in gears] == [("left2_joint1", "right2_joint1", -1.0)]
