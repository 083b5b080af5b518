"""Entries of the form for single targets: the unit is that of the actuator, and the slider reaches the tested pressure."""

import pytest

import snakelab as sl

pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
from snakelab.plugins.studio.live.session import form


def entries(name, **changes):
    scenario = sl.load_scenario(name)
    model = sl.build_model(scenario.robot, scenario.world)
    controller = changes.get("controller", scenario.controller)
    return {item["path"]: item for item in form(model, controller, len(scenario.world.media))}


def test_pressures_have_their_unit_and_reach_the_tested_pressure():
    listed = entries("hybrid_turn_bent")
    for k, name in enumerate(("section1.1", "section1.2", "section1.3", "section2.1")):
        item = listed[f"controller.targets.{k}"]
        assert item["name"] == f"target {name}" and item["unit"] == "Pa"
        assert item["low"] == 0.0 and item["high"] == 0.5e6


def test_angles_and_forces_have_theirs():
    angles = entries("planar_prototype", controller=sl.gaits.SteadyGait(targets=[0.1, 0.2, 0.3, 0.4]))
    assert angles["controller.targets.3"]["unit"] == "rad"
    forces = entries("soft_planar_rolling", controller=sl.gaits.SteadyGait(targets=[1.0] * 9))
    assert forces["controller.targets.0"]["unit"] == "N"
