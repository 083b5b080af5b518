"""Suggestions for names that do not exist."""

import inspect

import pytest

import snakelab as sl
from snakelab.errors import SYNONYMS, counted, nearest
from snakelab.plugins.learn.episodes import OBSERVED, REWARDS
from snakelab.public_names import public_api
from snakelab.results.metrics.metric_table import UNITS
from snakelab.results.recording_checks import DIMENSIONS as VARIABLES


@pytest.mark.parametrize(
    ("word", "allowed", "meant"),
    [
        ("torque", VARIABLES, "tau"),
        ("torque", UNITS, "peak_torque"),
        ("velocity", UNITS, "mean_speed"),
        ("velocity", REWARDS, "forward_velocity"),
        ("angles", (*OBSERVED, *VARIABLES), "q"),
        ("sweep", public_api(), "run_sweep"),
        ("plot", public_api(), "variables_figure"),
        ("stall_torque", ("kp", "kd", "torque_limit"), "torque_limit"),
        ("Joint", public_api(), "Revolute"),
    ],
)
def test_a_common_word_leads_to_the_name_here(word, allowed, meant):
    assert nearest(word, allowed) == f"; did you mean {meant!r}?"


def test_without_the_name_the_nearest_spelling_is_suggested():
    assert nearest("torque", ["torques"]) == "; did you mean 'torques'?"
    assert nearest("angles", ["mass"]) == "; allowed: mass"


def test_every_synonym_leads_to_a_name_that_exists():
    arguments = {
        name for part in (sl.Servo, sl.Motor, sl.Mount, sl.Camera) for name in inspect.signature(part).parameters
    }
    known = {*VARIABLES, *UNITS, *REWARDS, *public_api(), *arguments, "revolute", "contact"}
    assert {name for names in SYNONYMS.values() for name in names} <= known


def test_a_number_has_its_noun_in_the_singular_or_the_plural():
    assert [counted(n, "point") for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    assert counted(1, "body", "bodies") == "1 body" and counted(3, "body", "bodies") == "3 bodies"


def test_descriptions_of_one_part_are_in_the_singular():
    joint = sl.Revolute("z", actuator=sl.Servo(kp=1.0, kd=0.1))
    model = sl.build_model(sl.Robot([sl.Link(0.1, mass=0.1), joint, sl.Link(0.1, mass=0.1)]), sl.World())
    assert "3 parts, 1 coordinate, " in repr(model)
