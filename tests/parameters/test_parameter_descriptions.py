"""Every declared number, flag and choice of an object is listed with its place, value, unit, bounds and slider."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, get_args

import numpy as np
import pytest
from annotated_types import Gt

import snakelab as sl
from snakelab.parameters.declarations import LIVE, Kind, Slider, Unit, declarations_of
from snakelab.scenarios.catalogue import library
from snakelab.scenarios.forms import arguments_of
from snakelab.scenarios.json_schema import CLASSES

ROBOT = sl.Robot(
    [
        sl.Link(0.1, mass=0.2, com=(0.05, 0.0, -0.01)),
        sl.Revolute("z", sl.Servo(kp=2.0, torque_limit=3.0)),
        sl.Link(0.1, 30.0),
        sl.Prismatic("x", sl.Passive(), sl.Spring(5.0)),
        sl.Link(0.1, 0.1, section=sl.Box(0.02, 0.03)),
    ],
    base="planar",
    name="three",
)
WORLD = sl.World([sl.Gravity(), sl.LinkFriction(0.1, 0.5, shape="per_axis")])


def by_path(owner: object, path: str = "") -> dict[str, sl.parameters.Parameter]:
    return {parameter.path: parameter for parameter in sl.parameters.parameters_of(owner, path)}


def value_at(owner: object, path: str) -> object:
    """What stands at a path: names of attributes and indices of lists."""
    for word in path.split("."):
        owner = owner[int(word)] if word.isdigit() else getattr(owner, word)
    return owner


def test_a_number_has_its_unit_bounds_slider_and_description():
    mass = by_path(ROBOT)["parts.0.mass"]
    assert (mass.value, mass.kind, mass.unit) == (0.2, "number", "kg")
    assert (mass.above, mass.minimum, mass.below, mass.maximum) == (0, None, None, 1e9)
    assert mass.slider == Slider(0.01, 10, 0.01)
    assert mass.live and mass.doc == "Mass [kg]."


def test_a_choice_has_its_words_and_a_vector_one_parameter_for_each_number():
    parameters = by_path(ROBOT)
    assert parameters["base"].choices == ("floating", "planar", "fixed") and not parameters["base"].live
    assert [parameters[f"parts.0.com.{i}"].value for i in range(3)] == [0.05, 0.0, -0.01]
    assert "name" not in parameters and "parts.0.com" not in parameters


def test_the_unit_at_a_coordinate_is_that_of_its_joint():
    parameters = by_path(ROBOT)
    assert parameters["parts.1.actuator.kp"].unit == "N m/rad" and parameters["parts.3.spring.stiffness"].unit == "N/m"
    assert by_path(sl.Servo(kp=1.0))["kp"].unit == "N m/rad or N/m"


def test_lengths_and_choices_are_fixed_in_a_run_and_masses_gains_and_friction_are_not():
    parameters = by_path(ROBOT) | by_path(WORLD)
    live = {path for path, parameter in parameters.items() if parameter.live}
    assert {"parts.0.mass", "parts.1.actuator.kp", "parts.3.spring.stiffness", "media.1.mu_normal"} <= live
    assert not live & {
        "parts.0.length",
        "parts.4.section.width",
        "parts.1.axis",
        "media.1.shape",
        "skin.rings_per_link",
    }


def test_what_is_not_given_is_listed_without_a_value_and_may_not_change():
    assert by_path(WORLD)["media.1.mu_backward"].value is None
    assert not by_path(WORLD)["media.1.mu_backward"].live


def test_a_slider_is_widened_to_hold_the_value_and_stays_within_the_bounds():
    assert by_path(ROBOT)["parts.2.mass"].slider == Slider(0.01, 60.0, 0.1)
    assert by_path(sl.Gravity(90_000.0))["acceleration"].slider.maximum == 1e5
    assert by_path(sl.Servo(kp=1.0))["torque_limit"].slider == Slider(0.1, 50, 0.1)  # infinite
    assert by_path(sl.Link(0.1, 0.1, com=-0.2))["com"].slider.minimum == -0.4
    assert by_path(sl.Link(0.1, 1e-9))["mass"].slider == Slider(0, 10, 0.01)
    assert by_path(sl.gaits.SteadyGait([2e5, -2e5]))["targets.1"].slider == Slider(-4e5, 1.5, 1000.0)
    assert by_path(sl.ExternalWrench("link1", force=(0.0, 0.0, 0.0)))["force.0"].slider == Slider(-10, 10, 0.1)


def test_a_scenario_and_a_model_list_what_they_consist_of():
    scenario = sl.load_scenario("planar_viscous")
    parameters = by_path(scenario)
    assert {path.split(".")[0] for path in parameters} == {"robot", "world", "controller", "settings"}
    assert parameters["settings.duration"].unit == "s" and not parameters["settings.duration"].live
    of_model = by_path(sl.build_model(ROBOT, WORLD))
    assert set(of_model) == set(by_path(ROBOT, "robot")) | set(by_path(WORLD, "world"))


@pytest.mark.parametrize("name", [case.name if hasattr(case, "name") else case for case in library()][::12])
def test_every_path_of_a_scenario_leads_to_its_value(name):
    scenario = sl.load_scenario(name)
    parameters = sl.parameters.parameters_of(scenario)
    assert len({parameter.path for parameter in parameters}) == len(parameters) > 10
    for one in parameters:
        assert value_at(scenario, one.path) == one.value, one.path
        assert one.doc and one.kind in list(Kind)
        if isinstance(one.value, float) and math.isfinite(one.value):
            assert one.slider.minimum <= one.value <= one.slider.maximum, one.path


def test_arguments_of_ones_own_classes_are_listed_where_they_are_declared():
    @dataclass(frozen=True)
    class Own:
        gain: Annotated[float, Gt(0), Unit("N"), Slider(0, 1, 0.1)] = 0.5
        steps: Annotated[int, LIVE] = 3
        inner: sl.Spring = field(default_factory=lambda: sl.Spring(2.0))
        row: Annotated[Sequence[float], Unit("m")] = (1.0, 2.0)
        plain: float = 1.0

    parameters = by_path(Own(row=np.array([1.0, 2.0])), "controller")
    assert [p for p in parameters if "inner" not in p] == [
        "controller.gain", "controller.steps", "controller.row.0", "controller.row.1"
    ]  # fmt: skip
    assert parameters["controller.steps"].live and parameters["controller.inner.stiffness"].value == 2.0
    assert isinstance(parameters["controller.row.0"].value, float)


def test_gains_of_different_units_have_each_their_own():
    parameters = by_path(sl.control.AutopilotGains())
    assert [parameters[f"depth.{i}"].unit for i in range(3)] == ["1/s^2", "1/s^3", "1/s"]


@pytest.mark.parametrize("owner", [sl.Robot, 3, None, "robot"])
def test_what_has_no_arguments_is_refused(owner):
    with pytest.raises(sl.SnakelabError, match=r"^parameters_of owner must be an object with arguments"):
        sl.parameters.parameters_of(owner)


def test_every_number_flag_and_list_of_numbers_is_declared_with_a_slider():
    for cls, argument in ((owner, item) for owner in dict.fromkeys(CLASSES) for item in arguments_of(owner)):
        declarations, name = declarations_of(cls), f"{cls.__name__}.{argument.name}"
        kinds = {argument.hint, *get_args(argument.hint)}
        if kinds & {float, int, bool}:
            assert argument.name in declarations, name
        for member in declarations[argument.name].members if argument.name in declarations else ():
            if member.kind in (Kind.NUMBER, Kind.WHOLE, Kind.VECTOR):
                assert member.slider is not None and member.slider.minimum < member.slider.maximum, name


def test_a_changed_value_is_at_the_same_path():
    heavy = replace(ROBOT, parts=[replace(ROBOT.parts[0], mass=5.0), *ROBOT.parts[1:]])
    assert by_path(heavy)["parts.0.mass"].value == 5.0
    assert list(by_path(heavy)) == list(by_path(ROBOT))
