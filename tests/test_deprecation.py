"""Renamed arguments: old names work in Python and in YAML, and warn with the new name."""

import dataclasses
import inspect
import json

import numpy as np
import pytest

import snakelab as sl
from snakelab.control.sampling_mpc import sequences
from snakelab.deprecation import keywords_by_position, renamed_arguments
from snakelab.errors import SnakelabError
from snakelab.planar_batch.dynamics.lane_model import lane_model
from snakelab.scenarios.schema.json_schema import scenario_schema

SNAKE, LAW = sl.elliptic_swimmer(3), sl.curvature_derivative_law(2)


def controller_of(tmp_path, keys):
    """Controller of a scenario file with these keys of `monte_carlo_mpc`."""
    file = tmp_path / "swim.yaml"
    file.write_text(f"base: pipe_step_in\ncontroller: {json.dumps({'monte_carlo_mpc': keys})}\n")
    return sl.load_scenario(file).controller


@pytest.mark.parametrize(
    ("old", "new", "made"),
    [
        ("kind", "dtype", lambda: (sl.MonteCarloMpc(kind="float64"), sl.MonteCarloMpc(dtype="float64"))),
        ("share", "elite_fraction", lambda: (sl.EliteMean(share=0.1), sl.EliteMean(elite_fraction=0.1))),
        ("share", "elite_fraction", lambda: (sl.CrossEntropy(share=0.1), sl.CrossEntropy(elite_fraction=0.1))),
        ("hold_walls", "query_interval", lambda: (sl.Horizon(hold_walls=2), sl.Horizon(query_interval=2))),
        (
            "hold_walls",
            "query_interval",
            lambda: (sl.Horizon(9, 0.1, 3, hold_walls=2), sl.Horizon(9, 0.1, 3, query_interval=6)),
        ),
        ("hold_walls", "query_interval", lambda: (sl.Horizon(hold_walls=0), sl.Horizon(query_interval=1))),
        ("hold_walls", "query_interval", lambda: (sl.Horizon(hold_walls=None), sl.Horizon())),
    ],
)
def test_an_old_name_makes_the_same_object_and_warns(old, new, made):
    with pytest.warns(DeprecationWarning, match=f"'{old}' is now '{new}'") as caught:
        first, second = made()
    assert first == second and len(caught) == 1 and caught[0].filename == __file__


def test_an_old_name_works_in_replace_and_as_an_attribute():
    with pytest.warns(DeprecationWarning, match="'share' is now 'elite_fraction'"):
        few = dataclasses.replace(sl.EliteMean(), share=0.2)
    with pytest.warns(DeprecationWarning, match="'share' is now 'elite_fraction'"):
        assert few.share == few.elite_fraction == 0.2


def test_functions_take_the_old_name_of_dtype():
    with pytest.warns(DeprecationWarning, match="lane_model 'kind' is now 'dtype'"):
        assert lane_model(SNAKE, LAW, kind=np.float64).links.dtype == np.float64
    with pytest.warns(DeprecationWarning, match="sequences 'kind' is now 'dtype'"):
        old = sequences(np.zeros(4), sl.Sampling(4), np.arange(4), kind=np.float64)
    assert np.array_equal(old, sequences(np.zeros(4), sl.Sampling(4), np.arange(4), dtype=np.float64))


def test_both_names_at_once_are_refused():
    with (
        pytest.warns(DeprecationWarning),
        pytest.raises(SnakelabError, match="share is the old name of elite_fraction"),
    ):
        sl.EliteMean(elite_fraction=0.2, share=0.3)


def test_the_signature_holds_the_new_names_only():
    assert "hold_walls" not in inspect.signature(sl.Horizon).parameters

    @renamed_arguments(old="new")
    def function(new=1):
        return new

    assert str(inspect.signature(function)) == "(new=1)" and function() == function(1) == 1
    with pytest.warns(DeprecationWarning):
        assert function(old=3) == 3


def weighting(word, key):
    """Keys of a weighting in place of that of the base."""
    return {"weighting": {"elite_mean": None, word: {key: 0.1}}}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ({"kind": "float64"}, {"dtype": "float64"}, "MonteCarloMpc 'kind' is now 'dtype'"),
        (weighting("elite_mean", "share"), weighting("elite_mean", "elite_fraction"), "EliteMean 'share'"),
        (weighting("cross_entropy", "share"), weighting("cross_entropy", "elite_fraction"), "CrossEntropy 'share'"),
        (
            {"horizon": {"substeps": 2, "hold_walls": 3}},
            {"horizon": {"substeps": 2, "query_interval": 6}},
            "'query_interval'",
        ),
    ],
)
def test_an_old_key_of_a_scenario_makes_the_same_controller_and_warns(old, new, message, tmp_path):
    with pytest.warns(DeprecationWarning, match=message):
        first = controller_of(tmp_path, old)
    assert first == controller_of(tmp_path, new)


def test_a_wrong_value_under_an_old_key_names_that_key(tmp_path):
    with pytest.warns(DeprecationWarning), pytest.raises(sl.ScenarioError, match="hold_walls must be a whole number"):
        controller_of(tmp_path, {"horizon": {"hold_walls": -1}})


def test_the_schema_marks_old_keys():
    keys = scenario_schema()["$defs"]["Horizon"]["properties"]
    assert keys["hold_walls"]["deprecated"] and "`query_interval`" in keys["hold_walls"]["description"]
    assert "deprecated" not in keys["query_interval"]


def test_an_override_takes_an_old_key():
    with pytest.warns(DeprecationWarning, match="'share' is now 'elite_fraction'"):
        scenario = sl.load_scenario("pipe_step_in", ["controller.monte_carlo_mpc.weighting.elite_mean.share=0.05"])
    assert scenario.controller.weighting.elite_fraction == 0.05


def test_arguments_that_are_taken_by_name_are_accepted_by_position_with_a_warning():
    with pytest.warns(DeprecationWarning, match=r"elliptic_swimmer takes these by name: a=\.\.\., b=\.\.\.") as caught:
        old = sl.elliptic_swimmer(3, 0.2, 0.1, 0.02, 0.04)
    assert len(caught) == 1 and caught[0].filename == __file__
    new = sl.elliptic_swimmer(3, 0.2, 0.1, a=0.02, b=0.04)
    assert np.array_equal(old.added_mass, new.added_mass) and np.array_equal(old.spin_inertia, new.spin_inertia)
    start, plan, sampling, cost = sl.straight_state(SNAKE), np.zeros(4), sl.Sampling(16), sl.TravelCost()
    given = lane_model(SNAKE, LAW), start, plan, sampling, cost, sl.Horizon(4)
    with pytest.warns(DeprecationWarning, match=r"roll_out takes these by name: cycle=\.\.\., last_input=\.\.\.$"):
        costs = sl.roll_out(*given, 2, 0.1)
    assert np.array_equal(costs, sl.roll_out(*given, cycle=2, last_input=0.1))


def test_a_class_takes_arguments_by_position_that_it_has_by_name():
    robot = sl.Robot(
        [sl.Link(0.1, mass=0.1), sl.Revolute("z", sl.Servo(kp=2.0)), sl.Link(0.1, mass=0.1)], base="planar"
    )
    model = sl.build_model(robot, sl.World([sl.ViscousFriction(0.1, 1.0)]))
    with pytest.warns(DeprecationWarning, match=r"LaneBatch takes these by name: dtype=\.\.\., ramp=\.\.\.$"):
        batch = sl.LaneBatch(model, 2, 0.02, 4, np.float64, True)
    assert batch.states.dtype == np.float64


def test_too_many_or_doubled_arguments_are_refused_as_by_python():
    @keywords_by_position
    def area(width, *, height=1.0):
        return width * height

    assert str(inspect.signature(area)) == "(width, *, height=1.0)"
    with pytest.raises(TypeError, match="positional argument"):
        area(1.0, 2.0, 3.0)
    with pytest.raises(TypeError, match="positional argument"):
        area(1.0, 2.0, height=3.0)
