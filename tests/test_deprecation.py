"""Renamed arguments: old names work in Python and in YAML, and warn with the new name."""

import dataclasses
import inspect
import json
from functools import partial

import numpy as np
import pytest

import snakelab as sl
from snakelab.control.sampling_mpc import sequences
from snakelab.deprecation import keywords_by_position, renamed_arguments, renamed_attributes
from snakelab.errors import SnakelabError
from snakelab.planar_batch.dynamics.lane_model import lane_model
from snakelab.robots.library.hydraulic_joint import hydraulic_joint, silicone_chamber
from snakelab.robots.library.soft_pneumatic import soft_pneumatic
from snakelab.scenarios.schema.json_schema import scenario_schema

# Arguments of `Thrusters` apart from the limits, which are required.
THRUSTERS = {
    "propellers": (),
    "stations": np.zeros(1, dtype=int),
    "offsets": np.zeros((1, 3)),
    "directions": np.eye(3)[:1],
    "torque_ratios": np.zeros(1),
}
LIMITS, REQUIRED = np.array([2.0]), ("minimum", "maximum")
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


@pytest.mark.parametrize(
    ("old", "new", "call", "value"),
    [
        ("turn", "rotation", sl.Mount, (0.0, 0.1, 0.0)),
        ("turn", "rotation", partial(sl.Frame, "sensor"), (0.0, 0.1, 0.0)),
        ("turn", "rotation", sl.Camera, (0.0, 0.1, 0.0)),
        ("turn", "rotation", sl.StereoCamera, (0.0, 0.1, 0.0)),
        ("turn", "rotation", sl.DepthCamera, (0.0, 0.1, 0.0)),
        ("turn", "rotation", sl.Imu, (0.0, 0.1, 0.0)),
        ("turn", "rotation", partial(sl.Block, (1.0, 1.0, 1.0)), (0.0, 0.1, 0.0)),
        ("load_share", "load_fraction", partial(sl.LinkFriction, 0.1), 0.5),
        ("least_thrust", "min_thrust", partial(sl.Propeller, "head"), -2.0),
        ("greatest_thrust", "max_thrust", partial(sl.Propeller, "head"), 2.0),
        ("least", "minimum", partial(sl.Thrusters, maximum=LIMITS, **THRUSTERS), -LIMITS),
        ("greatest", "maximum", partial(sl.Thrusters, minimum=-LIMITS, **THRUSTERS), LIMITS),
        ("matrix_share", "matrix_fraction", partial(sl.FibreReinforcedChamber, 0.01, 0.006, 0.002), 0.4),
        ("matrix_share", "matrix_fraction", silicone_chamber, 0.4),
        ("matrix_share", "matrix_fraction", hydraulic_joint, 0.4),
        ("mounting_turn", "mounting_rotation", soft_pneumatic, 0.3),
    ],
)
def test_a_former_term_makes_the_same_object_and_warns(old, new, call, value):
    with pytest.warns(DeprecationWarning, match=f"'{old}' is now '{new}'") as caught:
        first = call(**{old: value})
    assert len(caught) == 1 and caught[0].filename == __file__
    second = call(**{new: value})
    assert repr(first) == repr(second) and (new in REQUIRED or repr(second) != repr(call()))
    if hasattr(second, new):
        with pytest.warns(DeprecationWarning, match=f"'{old}' is now '{new}'"):
            np.testing.assert_array_equal(getattr(first, old), getattr(second, new))


def test_old_names_of_attributes_and_methods():
    @renamed_attributes(least="minimum")
    class Range:
        minimum = 2.0

    with pytest.warns(DeprecationWarning, match="Range 'least' is now 'minimum'"):
        assert Range().least == 2.0
    points = np.array([[0.0, 0.0, 0.0], [0.4, 0.0, 0.0], [0.4, 0.01, 0.0]])
    with pytest.warns(DeprecationWarning, match="from_points 'least' is now 'min_points'"):
        old = sl.DistanceGrid.from_points(points, 0.05, least=2)
    assert np.array_equal(old.distance, sl.DistanceGrid.from_points(points, 0.05, min_points=2).distance)


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


@pytest.mark.parametrize(
    ("scenario", "place", "old", "new", "value"),
    [
        ("hybrid_straight", "robot.propellers.0", "least_thrust", "min_thrust", -3),
        (
            "hybrid_straight",
            "robot.parts.1.soft_section.springs.elastomer.chamber",
            "matrix_share",
            "matrix_fraction",
            0.4,
        ),
        ("planar_prototype", "world.media.0.link_friction", "load_share", "load_fraction", 0.5),
    ],
)
def test_an_old_key_of_a_robot_or_its_world_warns(scenario, place, old, new, value):
    with pytest.warns(DeprecationWarning, match=f"{old!r} is now {new!r}"):
        former = sl.load_scenario(scenario, [f"{place}.{old}={value}"])
    present = sl.load_scenario(scenario, [f"{place}.{new}={value}"])
    texts = [repr((one.robot.parts, one.robot.propellers, one.world)) for one in (former, present)]
    assert texts[0] == texts[1] and f"{new}={value}" in texts[1]


def test_an_old_key_of_a_mount_warns(tmp_path):
    def parts(key):
        link, file = {"link": {"length": 0.1, "mass": 0.1}}, tmp_path / "robot.yaml"
        bent = [link, {"revolute": {"axis": "z"}}, link, {"mount": {key: [0, 0, 0.1]}}, link]
        file.write_text(json.dumps({"base": "planar_prototype", "robot": {"parts": bent}}))
        return sl.load_scenario(file).robot.parts

    with pytest.warns(DeprecationWarning, match="Mount 'turn' is now 'rotation'"):
        assert parts("turn") == parts("rotation")


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
