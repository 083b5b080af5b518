"""The table of words holds every class that a scenario can say."""

import dataclasses
import inspect
from typing import get_args

import pytest

from snakelab.control.engine_rollouts import EngineRollouts
from snakelab.errors import RobotError
from snakelab.robots import library
from snakelab.robots.actuators import Actuator, Tendon
from snakelab.robots.branches import Socket
from snakelab.robots.robot import MADE, Part, Robot
from snakelab.robots.sensors import BUILT_IN
from snakelab.scenarios.class_registry import GROUPS, all_ungrouped, type_name
from snakelab.scenarios.forms import arguments_of, type_of_class
from snakelab.scenarios.scenario_form import SolverForm
from snakelab.sim.simulation import simulate
from snakelab.worlds.contact_laws import grass, gravel, rocks, sand
from snakelab.worlds.external_wrench import UserWrench
from snakelab.worlds.force_law import UserLaw
from snakelab.worlds.world import Medium

CLASSES = [*all_ungrouped(), *(cls for family in GROUPS.values() for cls in family)]


def test_words_are_class_names_in_snake_case():
    assert {"link", "revolute", "prismatic", "soft_section", "mount"} <= {type_name(cls) for cls in GROUPS["part"]}


def test_every_part_actuator_sensor_and_medium_has_a_word():
    # a robot makes those of branches, cables and sections
    assert set(GROUPS["part"]) == set(get_args(Part)) - {Socket, *MADE}
    assert set(GROUPS["actuator"]) == {*get_args(Actuator), Tendon}
    assert set(GROUPS["sensor"]) == set(BUILT_IN)
    grounds = {grass, gravel, rocks, sand}  # functions that return a Contact
    assert {*GROUPS["medium"], UserLaw, UserWrench} - grounds == set(get_args(Medium))
    assert grounds < set(GROUPS["medium"])


def test_every_ready_robot_has_a_word_and_no_more_parts_than_can_be_built():
    makers = [one for one in vars(library).values() if inspect.isfunction(one)]
    robots = {one for one in makers if inspect.signature(one).return_annotation is Robot} - {library.with_gripper}
    assert set(GROUPS["robot"]) == robots and len(robots) >= 9
    for maker in robots:
        first = next(iter(inspect.signature(maker).parameters.values()))
        if first.kind is not first.KEYWORD_ONLY:
            with pytest.raises(
                RobotError, match=f"{maker.__name__} {first.name} must be .* at most (1000|200), got 1000000"
            ):
                maker(1_000_000)


def test_keys_are_the_arguments_of_the_class():
    for cls in CLASSES:
        keys = list(type_of_class(cls).keys)
        if isinstance(cls, type):
            python_only = {"model"} if cls is EngineRollouts else set()
            arguments = [item.name for item in dataclasses.fields(cls) if item.init and item.name not in python_only]
        else:
            arguments = list(inspect.signature(cls).parameters)
        assert keys == arguments, type_name(cls)


def test_solver_keys_and_defaults_are_those_of_simulate():
    defaults = inspect.unwrap(simulate).__kwdefaults__
    assert {item.key: item.default for item in arguments_of(SolverForm)} == {
        key: defaults[key] for key in ("step", "integrator", "tolerance", "record_rate")
    }
