"""Values that no one means: each is one clear error, in no time and in no memory."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.gaits.cpg import smooth_step
from snakelab.plugins.studies.sweeps.sweep_parameters import Range
from snakelab.plugins.studies.task_execution import ResultsLog
from snakelab.scenarios.forms import type_of_class

HUGE = 10**9
RAGGED = [[1, 2], [3]]
PLAN = sl.control.GaitParameters(sl.SerpenoidGait(0.5, 1.0, 0.5), {"amplitude": (0.1, 1.0)})
ROLLOUTS = sl.control.EngineRollouts(PLAN, sl.SnakelabEngine())
MODEL = sl.build_model(sl.Robot([sl.Link(0.1, 0.1), sl.Revolute(), sl.Link(0.1, 0.1)]))


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: sl.Link(length=0.1, mass=10**400), "finite number"),
        (lambda: sl.SoftSection(0.1, 0.1, 0.01, 0.02, n_steps=HUGE), "at most 10000"),
        (lambda: sl.Skin(points_around=HUGE), "at most 1000"),
        (lambda: sl.Skin(rings_per_link=HUGE), "at most 1000"),
        (lambda: sl.control.Horizon(steps=HUGE), "at most 100000"),
        (lambda: sl.Terrain(sl.geometry.Boulders(0.1, 1e6), (2, 2), 0.1).numbers(), "squares"),
        (lambda: sl.HeightField([[0, 0], [0, 0]], spacing=[1, 2, 3]), "must be 2 numbers"),
        (lambda: sl.plugins.lanes.LaneRollouts(joints=5), "must be a list of names"),
        (lambda: sl.plugins.lanes.LaneRollouts(joints=[5]), "must be a list of names"),
        (lambda: sl.control.Sampling(limit=[[1], [1, 2]]), "must be numbers, got"),
        (lambda: sl.gaits.HopfNetwork(weights=5), "must be a square"),
        (lambda: sl.CpgGait(sl.gaits.NamedGait("CL"), schedule=5), "must be a list of GaitChange"),
        (lambda: sl.CurveGait(sl.gaits.CircularArc(1, 1), 1, samples=float("nan")), "whole number"),
        (lambda: sl.CurveGait(sl.gaits.CircularArc(1, 1), 1, tolerance=float("nan")), "finite number"),
        (lambda: sl.worlds.grass(roughness="rough"), "roughness must be a number"),
        (lambda: sl.worlds.grass(roughness=1e300), "at most 1000"),
        (lambda: sl.worlds.rocks(body=5), "body must be a Bearing"),
        (lambda: sl.robots.library.snake_iii(2, wheels="no"), "wheels must be True or False"),
        (lambda: sl.robots.library.snake_iii(2, wheel_friction=float("nan")), "finite number"),
        (lambda: Range(0, 1, count=HUGE).grid(), "at most 1000000"),
        (lambda: sl.Link(0.1, 0.1, com=RAGGED), "Link com must be numbers in m"),
        (lambda: sl.Link(0.1, 0.1, com=[1, 2]), "Link com must be 3 numbers in m"),
        (lambda: sl.Link(1e300, 0.1), "Link length must be greater than 0 and at most 1e\\+06 m, got 1e\\+300"),
        (lambda: sl.SoftSection(0.1, 0.1, 0.01, 1e308), "skin_radius must be greater than 0 and at most"),
        (lambda: sl.Limits(-1, 10**400), "Limits upper must be a finite number, got one of more than 300 digits"),
        (lambda: sl.Encoders(name=np.zeros(0)), "Encoders name must be a plain word"),
        (lambda: sl.Gravity(acceleration=RAGGED), "Gravity acceleration must be numbers in m/s"),
        (lambda: sl.HeightField([[0, 0], [0, 0]], spacing=RAGGED), "HeightField spacing must be numbers in m"),
        (lambda: sl.HeightField([[0, 1j], [0, 0]]), "HeightField heights must be rows"),
        (lambda: sl.Pipe([[0, 0, 0], [1, 0, 0]], 10**400), "Pipe line must be points"),
        (lambda: sl.Pipe([[0, 0, 0], [1, 0, 0]], 0.1, wall=np.zeros(0)), "Pipe wall must be a number in m"),
        (lambda: sl.Pole(0.1, length=np.zeros(0)), "Pole length must be a number in m"),
        (lambda: sl.Region(lower=np.array(1.0)), "Region lower must be three numbers"),
        (
            lambda: sl.geometry.Outline([(0, 0), (1, 0), (0, 1)], solid_outside=(1, 2)),
            "solid_outside must be True or False",
        ),
        (
            lambda: sl.geometry.Extruded([sl.geometry.Post((0, 0), 0.1)], (-1, -1), (1, 1), spacing=5e-324),
            "is too large, at most",
        ),
        (lambda: sl.geometry.Boulders(0.1, 1e308), "Boulders largest must be greater than 0 and at most"),
        (lambda: sl.TableGait([0, 1], [[0], [1j]]), "TableGait angles must be rows of numbers"),
        (lambda: sl.gaits.DrawnCurve(10**400), "DrawnCurve line must be points"),
        (lambda: sl.gaits.HopfNetwork(weights=10**400), "HopfNetwork weights must be rows"),
        (lambda: sl.gaits.GaitChange(-1, sl.gaits.NamedGait("CL")), "GaitChange at must be at least 0 s, got -1"),
        (
            lambda: sl.CpgGait(sl.gaits.NamedGait("CL"), [(-1, sl.gaits.NamedGait("SWL"))]),
            r"schedule\[0\] time must be at least 0 s",
        ),
        (lambda: sl.gaits.NamedGait("CL", speed=1e9), "NamedGait speed must be at least -100 and at most 100, got 1e"),
        (
            lambda: sl.WindingGait(60, 10),
            "WindingGait yaw_winding must be at least -12.5 and at most 12.5 rad, got 60",
        ),
        (lambda: sl.WindingGait(1, 1, angular_frequency=1e5), "at most 1000 rad/s, got 100000"),
        (lambda: sl.HelixRollingGait(1e-300), "HelixRollingGait radius must be at least 1e-06"),
        (lambda: sl.RollingGait(0.01, 1e9), "RollingGait frequency must be at least -1000 and at most 1000 Hz"),
        (lambda: sl.CurveGait(sl.gaits.CircularArc(1, 1), 1e9), "CurveGait frequency must be at least -1000"),
        (
            lambda: sl.CpgGait(sl.gaits.NamedGait("CL"), transition=1e308),
            "CpgGait transition must be at least 0 and at most",
        ),
        (lambda: sl.SamplingMpc(ROLLOUTS, every=10**400), "SamplingMpc every must be a whole number"),
        (
            lambda: sl.control.EngineRollouts(PLAN, sl.SnakelabEngine(), model=5),
            "EngineRollouts model must be one of Model; got 5",
        ),
        (lambda: sl.Autopilot(depth=1.0, waypoints=np.array(1.0)), "Autopilot waypoints must be a list of points"),
        (
            lambda: sl.plugins.lanes.elliptic_swimmer(10**400),
            "n_links must be a whole number of at least 2 and at most 10000",
        ),
        (lambda: sl.plugins.lanes.elliptic_swimmer(a=1e308), "half-axis a must be greater than 0 and at most"),
        (lambda: sl.plugins.lanes.curvature_derivative_law(10**400), "n_joints must be a whole number"),
        (lambda: sl.plugins.lanes.straight_state(None), "straight_state snake must be one of PlanarSwimmer"),
        (lambda: sl.geometry.signed_distance(None, (0, 0, 0)), "signed_distance surface must be one of Plane"),
        (lambda: sl.initial_state(None), "initial_state takes a Model, got a NoneType; write build_model"),
        (lambda: sl.mass_matrix(None, None), "takes a Model, got a NoneType"),
        (lambda: sl.jacobian(MODEL, sl.initial_state(MODEL), np.zeros(0)), "the robot has no point"),
        (lambda: sl.jacobian(sl.Robot, None), "jacobian takes a Model, got a type"),
        (lambda: sl.inverse_dynamics(None, None, [0]), "inverse_dynamics takes a Model"),
        (lambda: sl.linearise(MODEL, sl.initial_state(MODEL), eps="x"), "linearise eps must be a number"),
        (lambda: sl.linearise(MODEL, sl.initial_state(MODEL), eps=0), "linearise eps must be greater than 0"),
        (lambda: sl.physics.self_distance(MODEL, "x"), "q must be numbers"),
        (lambda: sl.physics.self_distance(None), "self_distance takes a Model"),
        (lambda: sl.frame_tree(None), "frame_tree takes a Model"),
        (lambda: sl.gaits.static_equilibrium(None, [0]), "static_equilibrium takes a Model"),
        (lambda: sl.gaits.fit_curve(None, sl.gaits.CircularArc(1, 1)), "fit_curve takes a Model"),
        (
            lambda: sl.gaits.fit_curve(MODEL, sl.gaits.CircularArc(1, 1), samples=10**400),
            "at least 6 and at most 10000",
        ),
        (lambda: sl.simulate(MODEL, None, 0.01, scenario=np.zeros(0)), "scenario must hold plain values"),
        (lambda: Range(0, 1e18, whole=True).grid(), "at most 1000000"),
    ],
)
def test_a_value_that_no_one_means_is_one_clear_error(make, message):
    with pytest.raises(sl.SnakelabError, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["junk", "{}", "[]", "null", '{"status": 5}'])
def test_an_invalid_result_in_a_results_log_is_reported_with_the_file(tmp_path, text):
    with ResultsLog(tmp_path / "results_log.sqlite", {"kind": "sweep"}) as results_log:
        results_log._base.execute("INSERT INTO results VALUES ('a', ?)", (text,))
        with pytest.raises(sl.errors.RecordingError, match=r"results_log\.sqlite contains an invalid result"):
            results_log.results()


def test_a_results_log_with_an_invalid_description_is_reported_with_the_file(tmp_path):
    with ResultsLog(tmp_path / "results_log.sqlite", {"kind": "sweep"}) as results_log:
        results_log._base.execute("UPDATE study SET description = 'junk'")
    with pytest.raises(sl.errors.RecordingError, match="contains an invalid result"):
        ResultsLog(tmp_path / "results_log.sqlite", {"kind": "sweep"})


def test_the_steered_joints_of_a_scenario_are_names():
    faults = []
    joints = type_of_class(sl.plugins.lanes.LaneRollouts)
    assert tuple(joints.read({"joints": ["joint1", "joint2"]}, (), faults).joints) == ("joint1", "joint2")
    assert not faults
    joints.read({"joints": [1]}, (), faults)
    assert faults == [(("joints",), "must be a list of names; got [1]")]


@pytest.mark.thorough
def test_settings_of_any_float_type_run_alike_and_can_be_saved(tmp_path):
    short = {"duration": np.float32(0.5), "record_rate": np.float32(8.0), "step": np.float32(0.125)}
    run = sl.simulate(MODEL, None, integrator="plain", **short)
    assert run.finished and sl.load(run.save(tmp_path / "run.nc"))["time"].values[-1] == 0.5


def test_a_vector_of_any_finite_size_is_a_direction():
    steep = np.array([1e308, 0.0, 1e308])
    assert np.allclose(sl.geometry.signed_distance(sl.Plane(steep), (1.0, 0.0, 1.0))[0], np.sqrt(2))
    assert np.isfinite(
        sl.build_model(sl.Robot([sl.Link(1, 1), sl.Revolute(steep), sl.Link(1, 1)])).arrays.parts["columns"]
    ).all()


def test_a_transition_of_next_to_no_time_is_at_once():
    assert smooth_step(0.0, 1e-300) == smooth_step(1.0, 0.0) == (1.0, 0.0, 0.0)
