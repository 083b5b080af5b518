"""Identification: fitted values, intervals, identifiability, continuation, and invalid input."""

import json
import re
import sqlite3
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from typer.testing import CliRunner

import snakelab as sl
import snakelab.plugins.studies.identification.least_squares as prediction
from snakelab.cli.main import app
from snakelab.errors import RecordingError, ScenarioError
from snakelab.plugins.studies.identification.estimates import loss_weights, uncertainty
from snakelab.plugins.studies.identification.identify import fit, identify
from snakelab.plugins.studies.identification.least_squares import (
    Predictor,
    Residuals,
    SearchOptions,
    data_of,
    deviations,
    fitted_point,
    minima,
)
from snakelab.plugins.studies.identification.problem import load_problem
from snakelab.scenarios.scenario import scenario_of
from snakelab.scenarios.yaml_document import Document

ALONG, ACROSS = "world.media.0.mu_tangential", "world.media.0.mu_normal"
FRICTION = {ALONG: {"start": 0.09}, ACROSS: {"start": 0.35}}
MASS = {"mass": {"places": ["robot.parts.*.mass"], "start": 0.12}}
CHEAP = {"profile": False, "starts": 1}  # others use the default number of starts
# Smooth friction and few rows, for speed; the run is deterministic.
CHANGES = ["duration=1.6", "solver.record_rate=20", "solver.step=0.01", "world.media.0.link_friction.eps=0.02"]


@pytest.fixture(scope="module")
def scenario():
    return sl.load_scenario("planar_prototype", CHANGES)


@pytest.fixture(scope="module")
def log(scenario):
    return sl.run_scenario(scenario)


def noisy(log, seed=0, **deviations):
    """A copy of a recording with white noise on some variables."""
    draw, dataset = np.random.default_rng(seed), log.dataset.copy()
    for name, deviation in deviations.items():
        dataset[name] = dataset[name] + draw.normal(0.0, deviation, dataset[name].shape)
    return sl.Recording(dataset, log.status)


@pytest.mark.thorough
def test_two_friction_coefficients_and_the_mass_are_recovered_from_distant_first_values(log):
    """First values 38 to 140 % off; accuracy 0.3 %, without noise."""
    starts = {ALONG: {"start": 0.12}, ACROSS: {"start": 0.35}} | MASS
    actual = identify(log, {"parameters": starts, "variables": ["head_position", "tau"]} | CHEAP)
    true = {ALONG: 0.05, ACROSS: 0.56, "mass": 0.08}
    for name, value in true.items():
        assert actual[name].value == pytest.approx(value, rel=3e-3), name
        assert actual[name].verdict == "determined"


@pytest.mark.thorough
def test_the_path_alone_does_not_determine_the_mass(log):
    actual = identify(noisy(log, head_position=1e-4), {"parameters": FRICTION | MASS} | CHEAP)
    assert actual["mass"].verdict == "not determined" and actual["mass"].value == 0.12
    assert "head_position alone does not determine mass: it has no effect on head_position" in actual.remarks
    assert actual[ALONG].verdict == "determined" and actual[ALONG].low < 0.05 < actual[ALONG].high
    assert (actual["mass"].low, actual["mass"].high) == (1e-9, 1e9)


@pytest.mark.thorough
def test_parameters_that_only_act_together_are_reported_together(log):
    """Friction is the product of the coefficient and the share of the weight."""
    share = {"world.media.0.load_fraction": {"start": 1.0}}
    actual = identify(noisy(log, head_position=1e-4), {"parameters": FRICTION | share} | CHEAP)
    (line,) = [line for line in actual.remarks if "separately" in line]
    assert all(name in line for name in (ALONG, ACROSS, "world.media.0.load_fraction"))
    assert {one.verdict for one in actual.estimates} == {"not determined"}


@pytest.mark.thorough
def test_a_prior_determines_what_the_data_do_not(log):
    prior = {"mass": MASS["mass"] | {"prior": [0.08, 0.01]}}
    actual = identify(noisy(log, head_position=1e-4), {"parameters": FRICTION | prior} | CHEAP)
    assert actual["mass"].value == pytest.approx(0.08, rel=1e-3)
    assert actual["mass"].high - actual["mass"].low == pytest.approx(2 * 1.98 * 0.01, rel=0.1)


@pytest.mark.thorough
def test_the_profile_agrees_with_the_linear_interval(log):
    actual = identify(noisy(log, head_position=1e-3), {"parameters": FRICTION, "variables": {"head_position": 1e-3}})
    for one in actual.estimates:
        width = one.high - one.low
        assert one.profile_high - one.profile_low == pytest.approx(width, rel=0.1)
        assert one.profile_low == pytest.approx(one.low, abs=0.15 * width)


@pytest.mark.slow
def test_a_robust_loss_resists_outliers(log):
    wild = noisy(log, head_position=1e-4)
    wild.dataset["head_position"][5::7] += 0.05
    configuration = {"parameters": FRICTION, "variables": {"head_position": 1e-4}} | CHEAP
    plain, robust = (identify(wild, configuration | {"loss": loss}) for loss in ("linear", "soft_l1"))
    error = lambda actual: abs(actual[ACROSS].value - 0.56)  # noqa: E731
    assert error(robust) < 0.2 * error(plain)
    assert robust[ACROSS].low < 0.56 < robust[ACROSS].high


def test_the_weights_of_a_loss_are_its_derivative():
    """rho as in `scipy.optimize.least_squares`, by central differences."""
    rho = {
        "soft_l1": lambda z: 2 * ((1 + z) ** 0.5 - 1),
        "huber": lambda z: np.where(z <= 1, z, 2 * z**0.5 - 1),
        "cauchy": np.log1p,
        "arctan": np.arctan,
        "linear": lambda z: z,
    }
    r = np.array([0.1, 0.7, 1.9, 5.0])
    for loss, value in rho.items():
        z = (r / 1.345) ** 2
        slope = (value(z + 1e-6) - value(z - 1e-6)) / 2e-6
        np.testing.assert_allclose(loss_weights(r, loss, 1.345), slope, rtol=1e-5)


def test_the_interval_of_a_straight_line_is_that_of_the_textbook():
    """Slope and intercept: C = s^2 (X^T X)^-1, quantile of Student's distribution with m - 2 degrees of freedom."""
    from scipy.stats import linregress, t

    x = np.linspace(0, 1, 12)
    y = 3 * x + 1 + np.random.default_rng(3).normal(0, 2.0, 12)
    line = linregress(x, y)
    jacobian = np.column_stack([x, np.ones(12)])
    r = jacobian @ [line.slope, line.intercept] - y
    intervals = uncertainty(r, jacobian, 12, "linear", 1.0)
    assert intervals.deviation[0] == pytest.approx(line.stderr)
    assert intervals.half_width[0] == pytest.approx(line.stderr * t.ppf(0.975, 10))


@pytest.mark.thorough
def test_each_of_several_logs_is_left_out_once_and_has_its_own_gait(scenario, log):
    other = sl.run_scenario(sl.load_scenario("planar_prototype", [*CHANGES, "controller.serpenoid_gait.amplitude=0.5"]))
    logs = [noisy(log, 1, head_position=1e-3), noisy(other, 2, head_position=1e-3)]
    actual = identify(logs, {"scenario": "planar_prototype", "set": {"solver.step": 0.01,
                     "world.media.0.link_friction.eps": 0.02}, "parameters": FRICTION} | CHEAP)  # fmt: skip
    assert [one.name for one in actual.folds] == ["planar_prototype", "planar_prototype (2)"]
    assert all(one.left_out < 1.5 for one in actual.folds) and actual[ACROSS].low < 0.56 < actual[ACROSS].high


@pytest.mark.thorough
def test_the_blocks_of_one_log_are_predicted_without_them(log):
    actual = identify(noisy(log, head_position=1e-3), {"parameters": FRICTION, "folds": 4} | CHEAP)
    assert [one.name for one in actual.folds][:2] == ["0 to 0.4 s", "0.4 to 0.8 s"] and len(actual.folds) == 4
    assert all(one.within <= one.left_out * 1.001 for one in actual.folds)


@pytest.mark.thorough
def test_the_gait_that_slides_more_is_more_informative(log):
    gaits = {
        name: {"serpenoid_gait": {"amplitude": amplitude, "angular_frequency": 1.57, "phase_lag": 0.785}}
        for name, amplitude in (("small", 0.1), ("large", 0.8))
    }
    actual = identify(noisy(log, head_position=1e-3), {"parameters": FRICTION, "gaits": gaits} | CHEAP)
    assert [one.name for one in actual.gaits] == ["large", "small"]
    assert actual.gaits[0].half_width[ACROSS] < actual.gaits[1].half_width[ACROSS]


def test_values_that_change_the_structure_of_the_model_are_simulated_in_batches_of_their_own(log):
    """Dry friction of zero has another structure than a small one."""
    place = "robot.parts.1.dry_friction"
    configuration = {"parameters": {place: {"start": 0.0, "to": 0.1}, ACROSS: {}}, "variables": ["tau"]}
    problem = load_problem(configuration, [log])
    both = Predictor(problem.experiments, problem.unknowns)(np.array([[0.0, 0.0], [0.1, 0.0], [0.0, 0.0]]))
    np.testing.assert_array_equal(both[0], both[2])
    assert np.abs(both[1] - both[0]).max() > 1e-4


@pytest.mark.thorough
def test_a_value_at_its_bound_is_reported(log):
    actual = identify(log, {"parameters": {ALONG: {"start": 0.09, "from": 0.08}, ACROSS: {"start": 0.35}}} | CHEAP)
    assert actual[ALONG].at_bound == "lower" and actual[ALONG].value == pytest.approx(0.08)
    assert any(line.startswith(f"{ALONG} is at its lower bound 0.08") for line in actual.remarks)


@pytest.mark.thorough
def test_irregular_times_and_missing_values_are_compared(log):
    kept = np.sort(np.random.default_rng(0).permutation(np.arange(1, 33))[:25])
    dataset = log.dataset.isel(time=[0, *kept]).copy()
    dataset["time"] = dataset["time"] + 0.0
    dataset["head_position"][4:7, 1] = np.nan
    actual = identify(sl.Recording(dataset, log.status), {"parameters": FRICTION} | CHEAP)
    assert actual.n_values == 3 * 26 - 3
    assert actual[ACROSS].value == pytest.approx(0.56, rel=2e-3)


def with_sensors(log, *sensors, **changes):
    """The scenario of a recording with sensors."""
    data = json.loads(json.dumps(log.scenario))
    data["robot"]["sensors"] = list(sensors)
    data = {key: value for key, value in data.items() if key not in ("reference_values", "unchecked")} | changes
    return scenario_of(Document("sensing", data, {(): "sensing"}))


@pytest.mark.thorough
def test_the_bias_of_a_sensor_is_fitted_in_complete_runs(log):
    """A variable that a batch does not record is simulated by whole runs."""
    run = sl.run_scenario(with_sensors(log, {"imu": {"rate": 20, "gyroscope_bias": [0, 0, 0.03]}}, duration=0.6))
    place = "robot.sensors.0.gyroscope_bias.2"
    actual = identify(run, {"parameters": {place: {"start": 0.0}}, "variables": ["measured_angular_rate"]} | CHEAP)
    assert actual[place].value == pytest.approx(0.03, rel=1e-3)


@pytest.mark.thorough
def test_an_interrupted_fit_goes_on_where_it_was(log, tmp_path, monkeypatch):
    configuration = {"parameters": FRICTION} | CHEAP
    whole = identify(log, configuration, tmp_path / "whole")
    counts = []

    def stop(n):
        counts.append(n)
        if len(counts) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        identify(log, configuration, tmp_path / "cut", done=stop)
    calls, run = [], prediction._by_batch
    monkeypatch.setattr(prediction, "_by_batch", lambda *a: calls.append(1) or run(*a))
    again = identify(log, configuration, tmp_path / "cut")
    n_batches = len(calls)
    assert again.values == whole.values and again.estimates == whole.estimates
    assert identify(log, configuration, tmp_path / "cut").values == whole.values
    assert len(calls) == n_batches, "a finished fit simulates nothing again"
    with pytest.raises(RecordingError, match="contains results of another study"):
        identify(log, configuration | {"skip": 0.2}, tmp_path / "cut")


@pytest.mark.thorough
def test_the_files_hold_the_result_and_a_scenario_that_runs(log, tmp_path):
    actual = identify(log, {"parameters": FRICTION}, tmp_path / "out")
    assert {path.name for path in actual.paths} == {
        "identification.html", "identification.json", "residuals.csv", "fitted.yaml",
    }  # fmt: skip
    fitted = sl.load_scenario(tmp_path / "out" / "fitted.yaml")
    assert fitted.world.media[0].mu_normal == actual[ACROSS].value and fitted.name == "planar_prototype_fitted"
    page = (tmp_path / "out" / "identification.html").read_text()
    assert "Profile likelihood" in page and "Cross-validation" in page and "<script" not in page
    document = json.loads((tmp_path / "out" / "identification.json").read_text())
    assert document["format"] == "snakelab-identification-1" and len(document["parameters"]) == 2


@pytest.mark.parametrize(
    ("configuration", "words"),
    [
        ({"parameters": {"world.media.0.mu_norml": {}}}, "did you mean 'world.media.0.mu_normal'"),
        ({"parameters": {"world.media.0.shape": {}}}, "world.media.0.shape is a text, and only numbers can be fitted"),
        ({"parameters": {"world.media.0.mu_backward": {}}}, "has no value in the scenario; give a first one"),
        ({"parameters": {"settings.step": {}}}, "a setting of the solver"),
        ({"parameters": {ACROSS: {"from": 0.9}}}, "start must be from 0.9 to inf -; got 0.56"),
        ({"parameters": {ACROSS: {"from": 1, "to": 0.5}}}, "an empty range"),
        ({"parameters": {ACROSS: {"prior": [1]}}}, "a mean and a standard deviation"),
        ({"parameters": {ACROSS: {}, "b": {"places": [ACROSS]}}}, "is fitted by world.media.0.mu_normal already"),
        ({"parameters": {}}, "is empty; name at least one"),
        ({"parameters": {ACROSS: {}}, "loss": "square"}, "must be one of linear, soft_l1"),
        ({"parameters": {ACROSS: {}}, "gaits": {"a": {"serpenoid": {}}}}, "unknown"),
        ({"parameters": {ACROSS: {}}, "set": {"duration": 1}}, "needs a `scenario` to change"),
    ],
)
def test_an_invalid_configuration_is_refused(log, configuration, words):
    with pytest.raises(ScenarioError, match=words.replace("[", r"\[")):
        load_problem(configuration, [log])


def test_a_log_that_does_not_fit_is_refused(log):
    one = {"parameters": {ACROSS: {}}}
    with pytest.raises(RecordingError, match="has no variable 'head_positon'; did you mean 'head_position'"):
        load_problem(one | {"variables": ["head_positon"]}, [log])
    with pytest.raises(
        RecordingError, match=r"lasts 1.6 s, of which 2 s are skipped; that is shorter than the model's memory"
    ):
        load_problem(one | {"skip": 2}, [log])
    short = sl.Recording(log.dataset.isel(time=slice(0, 2)), log.status)
    with pytest.raises(RecordingError, match="has 2 rows to compare, for 2 parameters; record a longer run"):
        load_problem({"parameters": {ACROSS: {}, ALONG: {}}}, [short])
    fewer = sl.Recording(log.dataset.isel(coordinate=slice(0, 3)), log.status)
    with pytest.raises(
        RecordingError, match=r"q has columns of shape \(3,\), and the model has \(4,\) \(joint1, joint2"
    ):
        load_problem(one | {"variables": ["q"]}, [fewer])
    with pytest.raises(ScenarioError, match="needs at least one log"):
        load_problem(one | {"scenario": "planar_prototype"})
    bare = sl.Recording(log.dataset.assign_attrs(scenario="{}"), log.status)
    with pytest.raises(RecordingError, match="contains no scenario; name one in the configuration"):
        load_problem(one, [bare])
    assert load_problem(one | {"scenario": "planar_prototype"}, [bare]).scenario.name == "planar_prototype"


def test_a_log_shorter_than_a_delay_is_refused(log):
    data = with_sensors(log, {"encoders": {"rate": 20, "delay": 5.0}}).data
    late = sl.Recording(log.dataset.assign_attrs(scenario=json.dumps(data)), log.status)
    with pytest.raises(RecordingError, match="shorter than the model's memory of 5 s"):
        load_problem({"parameters": {ACROSS: {}}}, [late])


@pytest.mark.thorough
def test_the_command_prints_and_writes_the_fit(log, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    noisy(log, head_position=1e-4).save(tmp_path / "run.nc")
    (tmp_path / "fit.yaml").write_text(json.dumps({"parameters": FRICTION | MASS} | CHEAP))
    result = CliRunner().invoke(app, ["identify", "run.nc", "fit.yaml"])
    assert result.exit_code == 0, result.output
    assert "head_position alone does not determine mass" in result.stdout
    assert "wrote out/fit_identification/identification.html" in result.stdout
    again = CliRunner().invoke(app, ["identify", "run.nc", "fit.yaml", "--json"])
    document = json.loads(again.stdout)
    assert document["parameters"][2]["verdict"] == "not determined" and document["exit_code"] == 0
    only = CliRunner().invoke(app, ["identify", "fit.yaml"])
    assert only.exit_code == 2 and "needs at least one log" in only.stderr


@pytest.mark.thorough
def test_an_interrupted_command_says_how_much_is_kept(log, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    log.save(tmp_path / "run.nc")
    (tmp_path / "fit.yaml").write_text(json.dumps({"parameters": FRICTION} | CHEAP))
    run, calls = prediction._by_batch, []

    def interrupted(*given):
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return run(*given)

    monkeypatch.setattr(prediction, "_by_batch", interrupted)
    result = CliRunner().invoke(app, ["identify", "run.nc", "fit.yaml", "--out", "here"])
    assert result.exit_code == 130
    (kept,) = re.findall(r"interrupted after (\d+) simulations, which here keeps; repeat the command", result.stderr)
    assert 0 < int(kept)


@pytest.mark.thorough
def test_a_damaged_results_log_is_refused_in_one_line(log, tmp_path):
    configuration = {"parameters": FRICTION} | CHEAP
    identify(log, configuration, tmp_path)
    with sqlite3.connect(tmp_path / "results_log.sqlite") as base:
        ((key, result),) = base.execute("SELECT key, result FROM results LIMIT 1").fetchall()
        whole = json.loads(result)
        faults = [whole | {"values": "!" + whole["values"]}, whole | {"values": "AAAA"}, whole | {"shape": [1, 2]}]
        faults += [whole | {"shape": ["a"]}, whole | {"shape": [10**9, 10**9]}]
    for fault in faults:
        with sqlite3.connect(tmp_path / "results_log.sqlite") as base:
            base.execute("UPDATE results SET result = ? WHERE key = ?", (json.dumps(fault), key))
        with pytest.raises(RecordingError, match="the results log of the fit contains an invalid result"):
            identify(log, configuration, tmp_path)


@pytest.mark.slow
def test_intervals_of_95_percent_contain_the_true_values_in_93_to_97_percent_of_1000_draws(scenario, log):
    """White noise of 2 mm on the path; each draw is fitted anew from the same first values."""
    variables = {"head_position": None}
    problem = load_problem({"parameters": FRICTION, "variables": variables}, [log])
    inside = np.zeros(2)
    predictor = Predictor(problem.experiments, problem.unknowns)
    stored: dict[bytes, np.ndarray] = {}

    def predict(points):
        if points.tobytes() not in stored:
            stored[points.tobytes()] = predictor(points)
        return stored[points.tobytes()]

    for seed in range(1000):
        run = noisy(log, seed, head_position=2e-3)
        one = load_problem({"parameters": FRICTION, "variables": variables, "starts": 1}, [run])
        # the third column is the height, which is zero in the plane and is no measurement of the model
        one.experiments[0].measured["head_position"][:, 2] = np.nan
        residuals, (lowest, *_) = fit(one, predict)
        u = lowest.u
        r, jacobian = residuals.exact(u)
        half = uncertainty(r, jacobian, residuals.n_values, "linear", 1.0).half_width
        values = np.array([unknown.value(x) for unknown, x in zip(one.unknowns, u, strict=True)])
        widths = half * [unknown.size for unknown in one.unknowns]
        inside += np.abs(values - [0.05, 0.56]) <= widths
    assert np.all(inside >= 930) and np.all(inside <= 970), inside


def test_residuals_and_search_work_on_any_prediction():
    """y = a exp(-b t), without a simulation."""
    from snakelab.plugins.studies.identification.problem import Experiment, Unknown

    t = np.linspace(0, 2, 30)
    truth = 2.0 * np.exp(-1.5 * t)
    experiment = Experiment("decay", None, t, {"y": truth[:, None]})
    unknowns = [Unknown(name, (), "-", 1.0, 0.0, np.inf, 1.0, log=log) for name, log in (("a", False), ("b", True))]
    values = lambda u: [one.value(x) for one, x in zip(unknowns, u, strict=True)]  # noqa: E731
    predict = lambda points: np.array([values(u)[0] * np.exp(-values(u)[1] * t) for u in points])  # noqa: E731
    residuals = Residuals(predict, data_of([experiment], {"y": 0.01}), unknowns, 1e-4)
    u, _ = fitted_point(residuals, unknowns, np.zeros(2), "linear", 1.0)
    np.testing.assert_allclose(values(u), [2.0, 1.5], rtol=1e-6)


def oscillation(frequency, starts):
    """Searches for the frequency of a noisy sine, whose cost has a local minimum near most others."""
    from snakelab.plugins.studies.identification.problem import Experiment, Unknown

    t = np.linspace(0, 6, 200)
    measured = np.sin(3.0 * t) + 0.01 * np.random.default_rng(0).normal(size=len(t))
    data = data_of([Experiment("sine", None, t, {"y": measured[:, None]})], {"y": 0.01})
    unknown = Unknown("frequency", (), "rad/s", frequency, 0.0, np.inf, frequency)
    predict = lambda points: np.array([np.sin(unknown.value(u) * t) for (u,) in points])  # noqa: E731
    found = minima(predict, data, [unknown], np.zeros(1), SearchOptions(1e-4, "linear", 1.0, starts))
    return unknown.value(float(found[0].u[0]))


@pytest.mark.parametrize("frequency", [1.5, 6.0, 9.0])
def test_searches_from_several_points_leave_a_local_minimum(frequency):
    assert abs(oscillation(frequency, 1) - 3.0) > 0.5
    assert oscillation(frequency, 4) == pytest.approx(3.0, abs=0.01)


@pytest.mark.thorough
@pytest.mark.parametrize("noise", [1e-3, None])
@pytest.mark.parametrize("factor", [10.0, pytest.param(0.1, marks=pytest.mark.slow)])
def test_initial_values_ten_times_off_lead_to_further_searches(log, noise, factor):
    """Also where only one search is asked for; the search that has won is named."""
    starts = {ALONG: {"start": 0.05 * factor}, ACROSS: {"start": 0.56 * factor}}
    given = {"parameters": starts, "variables": {"head_position": noise}, "starts": 1}
    actual = identify(noisy(log, head_position=1e-3), given | CHEAP)
    assert actual[ALONG].value == pytest.approx(0.05, rel=0.03) and actual[ACROSS].value == pytest.approx(
        0.56, rel=0.03
    )


def test_the_search_that_has_won_is_named():
    from snakelab.plugins.studies.identification.identify import _search_remarks
    from snakelab.plugins.studies.identification.least_squares import Minimum

    first, second = Minimum(np.zeros(1), "", 400.0, 0), Minimum(np.ones(1), "", 100.0, 3)
    (remark,) = _search_remarks([second, first])
    assert remark.startswith("the values are those of search 3 of 3") and "with 2 times its residuals" in remark
    assert _search_remarks([first]) == []


@pytest.mark.thorough
@pytest.mark.few(1)
@pytest.mark.parametrize("noise", [{"head_position": 1e-3}, {"head_position": None}])
def test_a_run_of_the_model_itself_without_noise_is_fitted(log, noise):
    actual = identify(log, {"parameters": {ACROSS: {}}, "variables": noise})
    assert actual[ACROSS].value == pytest.approx(0.56) and actual[ACROSS].verdict == "determined"
    assert (
        "the residuals of head_position are zero: the log is a run of this model without noise" in actual.remarks
    ) == (noise["head_position"] is not None)


@pytest.mark.few(1)
@pytest.mark.thorough
@pytest.mark.parametrize("bounds", [{}, {"from": 0.01, "to": 1.0}])
@pytest.mark.parametrize("others", [{}, {ACROSS: {"start": 0.7}}])
def test_a_parameter_without_effect_is_not_determined_with_the_default_settings(log, bounds, others):
    mass = {"mass": {"places": ["robot.parts.*.mass"], "start": 0.1} | bounds}
    actual = identify(
        noisy(log, head_position=1e-3), {"parameters": others | mass, "variables": {"head_position": 1e-3}}
    )
    assert actual["mass"].verdict == "not determined" and actual["mass"].value == 0.1
    assert all(actual[name].verdict == "determined" and actual[name].profile_low is not None for name in others)
    assert np.isfinite(actual.correlations).all()


@pytest.mark.thorough
def test_two_parameters_with_almost_the_same_effect_are_at_most_weakly_determined():
    """Nearly discontinuous friction: only inertia separates the coefficients."""
    changes = ["duration=8", "solver.record_rate=20", "solver.step=0.004"]
    recording = noisy(sl.run_scenario(sl.load_scenario("planar_prototype", changes)), head_position=1e-4)
    actual = identify(
        recording, {"parameters": {ALONG: {}, ACROSS: {}}, "variables": {"head_position": 1e-4}, "starts": 1} | CHEAP
    )
    assert actual.correlations[0, 1] > 0.998
    for one in actual.estimates:
        assert one.verdict == "weakly determined" and "only a combination of the two" in one.reasons[0]


@pytest.mark.slow
def test_a_fit_whose_residuals_exceed_the_noise_does_not_determine_its_parameters(log):
    """An oscillation of 10 mm that the model cannot make."""
    wrong = noisy(log, head_position=1e-4)
    wrong.dataset["head_position"][:] += 0.01 * np.sin(4.0 * wrong["time"].values)[:, None]
    actual = identify(wrong, {"parameters": FRICTION, "variables": {"head_position": 1e-4}} | CHEAP)
    assert {one.verdict for one in actual.estimates} == {"not determined"}
    assert any("times the given noise of 0.0001" in reason for reason in actual[ACROSS].reasons)
    estimated = identify(wrong, {"parameters": FRICTION} | CHEAP)
    assert estimated[ALONG].verdict != "determined"


LONG = ["duration=12", "solver.record_rate=10", "solver.step=0.02", "world.media.0.link_friction.eps=0.02"]


@pytest.mark.thorough
def test_stages_lead_a_long_log_to_its_minimum():
    log = noisy(sl.run_scenario(sl.load_scenario("planar_prototype", LONG)), head_position=1e-3)
    starts = {"parameters": {ALONG: {"start": 0.2}, ACROSS: {"start": 0.3}}, "variables": {"head_position": 1e-3}}
    actual = identify(log, starts | CHEAP | {"stages": [2, 5]})
    assert actual[ALONG].value == pytest.approx(0.05, rel=0.01)
    assert actual[ACROSS].value == pytest.approx(0.56, rel=0.01)
    assert not any("greater than the given noise" in remark for remark in actual.remarks)


@pytest.mark.slow
def test_residuals_greater_than_the_noise_of_one_variable_are_reported(log):
    given = {"head_position": 5e-4, "q": 2e-3}
    actual = identify(noisy(log, head_position=1e-3, q=2e-3), {"parameters": FRICTION, "variables": given} | CHEAP)
    (remark,) = (remark for remark in actual.remarks if "given noise" in remark)
    assert remark.startswith("the residuals of head_position are greater than the given noise by a factor")


@pytest.mark.parametrize(
    ("stages", "message"),
    [([5, 2], "ascending times above 0 s"), ([0, 2], "ascending"), ([0.06], "leave 2 rows for 2 parameters")],
)
def test_stages_are_checked(log, stages, message):
    with pytest.raises(ScenarioError, match=message):
        load_problem({"parameters": FRICTION, "stages": stages}, log)


@pytest.mark.slow
def test_the_water_of_the_eel_is_identified_from_noisy_paths_of_two_gaits():
    changes = ["solver.record_rate=20", "duration=10", "solver.step=0.005"]
    logs = [
        noisy(sl.run_scenario(sl.load_scenario(name, changes)), seed, head_position=5e-3)
        for seed, name in enumerate(("eel_lateral", "eel_eel_like"))
    ]
    water = {"friction": (0.06, 0.03), "drag": (1.4, 2.0), "added_mass": (1.5, 1.0), "added_inertia": (1.5, None)}
    starts = {f"world.media.0.{name}": {"start": start} for name, (start, _) in water.items()}
    actual = identify(logs, {"parameters": starts, "variables": {"head_position": 5e-3}} | CHEAP)
    for name, (_, true) in water.items():
        estimate = actual[f"world.media.0.{name}"]
        if true is None:
            assert estimate.verdict == "not determined"
        else:
            assert estimate.low < true < estimate.high and estimate.value == pytest.approx(true, rel=0.02)


def test_a_fit_does_not_repeat_the_warnings_of_its_model(recwarn):
    from snakelab.plugins.studies.identification.problem import Unknown, with_values

    friction = sl.LinkFriction(0.05, 0.56)  # warns that it names no shape
    roots = {"world": sl.World([friction])}
    recwarn.clear()
    unknown = Unknown("mu", ("world.media.0.mu_normal",), "-", 0.5, 0.0, 1.0, 1.0)
    assert with_values(roots, [unknown], [0.4])["world"].media[0].mu_normal == 0.4
    assert not recwarn.list


def test_components_that_a_log_lacks_have_no_part_in_the_deviation_and_give_no_warning():
    path = np.column_stack([[0.0, 2.0, 4.0], [1.0, 1.0, 1.0], 3 * [np.nan]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = deviations([SimpleNamespace(measured={"head_position": path})], ["head_position"])
    assert found == {"head_position": pytest.approx(np.sqrt(8 / 6))}
