"""Entries of the form for single targets: the unit is that of the actuator, and the slider reaches the tested pressure."""

import pytest

import snakelab as sl

pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
from snakelab.plugins.studio.live.edits import controller_text, form


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


def test_an_entry_knows_its_object_its_property_and_the_declared_default():
    listed = entries("snakesys_sidewinding")
    kp, speed = listed["robot.parts.1.actuator.kp"], listed["controller.gait.speed"]
    assert (kp["owner"], kp["property"], kp["section"]) == ("Revolute", "actuator.kp", "part 2: Revolute yaw1")
    assert (speed["section"], speed["default"], speed["value"]) == ("Named gait", 1.0, 1.0)
    assert listed["controller.network.growth"]["default"] == 0.2 != listed["controller.network.growth"]["value"]
    assert (
        listed["controller.transition"]["section"] == "" and listed["controller.network.growth"]["section"] == "Network"
    )


def test_a_component_has_the_name_of_its_coordinate_or_propeller():
    listed = entries("hybrid_spiral")
    assert listed["controller.targets.2"]["label"] == "section1.3"
    assert listed["controller.thrust.0"]["label"] == sl.load_scenario("hybrid_spiral").robot.propeller_names[0]


def test_the_choice_of_a_gait_has_the_formula_of_each():
    texts = entries("snakesys_field_swl1")["controller.name"]["texts"]
    assert (
        "yaw_b = " in texts["SWL"] and "kappa = " in texts["ARL"] and texts["SWL"].startswith("Sidewinds to the right.")
    )
    assert entries("snakesys_sidewinding")["controller.gait.name"]["texts"] == texts


def test_the_text_of_a_controller_begins_with_its_name_and_formula():
    text = controller_text(sl.load_scenario("planar_prototype").controller)
    assert text["title"] == "Serpenoid gait" and text["doc"].startswith("phi_i = ") and "Args" not in text["doc"]
    assert controller_text(None)["title"] == "No controller"
    assert controller_text(sl.load_scenario("soft_goal").controller)["title"] == "Sampling MPC"


@pytest.mark.parametrize("name", ["hybrid_undulating", "soft_goal", "orthogonal_goal_estimated", "snakesys_pole"])
def test_a_controller_has_something_to_change_during_the_run(name):
    live = [item["path"] for item in entries(name).values() if item["group"] == "controller" and item["live"]]
    assert len(live) > 1
