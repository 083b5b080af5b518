"""The search for the best values: CMA-ES on functions whose minimum is known, goals and bounds, going on after a cut."""

import math
import sys

import numpy as np
import pytest

import snakelab.plugins.studies.evolution_strategy as search
from optional_packages import cma  # noqa: F401 (it searches)
from snakelab.errors import MissingExtraError, ScenarioError
from snakelab.plugins.studies.evolution_strategy import CmaEs, Goal, bound_of, goal_of, space_filling
from snakelab.plugins.studies.scenario_optimisation import optimise
from snakelab.plugins.studies.sweeps.configuration import load_sweep
from snakelab.results.metrics.metric_table import metrics
from snakelab.scenarios.scenario import load_scenario, run_scenario

pytestmark = pytest.mark.usefixtures("undrawn_pages")

AMPLITUDE, LAG = "controller.serpenoid_gait.amplitude", "controller.serpenoid_gait.phase_lag"
CONFIGURATION = {
    "sweep": "wave",
    "scenario": "planar_viscous",
    "set": {"duration": 0.1},
    "parameters": {AMPLITUDE: {"from": 0.0, "to": 1.0}, LAG: {"from": 0.0, "to": 2.0}},
}


def minimum(function, n, generations, seed=0):
    """The least value that a search finds."""
    search, least = CmaEs(n, seed=seed), math.inf
    for _ in range(generations):
        values = np.array([function(point) for point in search.ask()])
        least = min(least, values.min())
        search.tell(np.argsort(values, kind="stable"))
    return least, search


@pytest.mark.thorough
@pytest.mark.few(1)
@pytest.mark.parametrize("n", [1, 2, 5])
def test_it_finds_the_bottom_of_a_bowl_from_any_seed(n):
    for seed in range(3):
        least, search = minimum(lambda x: float(np.sum((x - 0.3) ** 2)), n, 150, seed)
        assert least < 1e-9 and search.spread < 1e-3
        np.testing.assert_allclose(search.middle, 0.3, atol=1e-4)


@pytest.mark.thorough
def test_it_learns_the_directions_of_a_narrow_valley():
    """A turned ellipsoid of 1 to 1e4 takes few generations more than a bowl: without learning it would be thousands."""
    turn, _ = np.linalg.qr(np.random.default_rng(1).standard_normal((4, 4)))
    hessian = turn @ np.diag([1.0, 1e1, 1e3, 1e4]) @ turn.T
    least, _ = minimum(lambda x: float((x - 0.5) @ hessian @ (x - 0.5)), 4, 200, 3)
    assert least < 1e-9


def test_a_minimum_on_a_face_of_the_cube_is_found_and_no_point_lies_outside():
    least, search = minimum(lambda x: float(x[0] + (x[1] - 0.5) ** 2), 2, 80)
    assert 0 <= least < 1e-5 and search.ask().min() >= 0.0 and search.ask().max() <= 1.0


@pytest.mark.parametrize(("n", "size"), [(1, 17), (2, 25), (2, 24), (3, 32), (7, 64)])
def test_the_points_of_the_start_are_spread_over_the_cube(n, size):
    points = space_filling(n, size)
    assert points.shape == (size, n) == np.unique(points, axis=0).shape and 0 <= points.min() and points.max() <= 1
    for part in (points, points[: size // 2]):
        halves = [np.mean(part[:, k] < 0.5) for k in range(n)]
        assert min(halves) >= 0.25 and max(halves) <= 0.75, "the first half of them fills the cube, too"
    if n == 1 or size == 25:
        assert points.min() == 0 and points.max() == 1


def test_a_search_goes_on_from_the_best_point_of_its_start():
    search = CmaEs(3, seed=1, start=32)
    first = search.ask()
    search.tell([7, *range(7), *range(8, 32)])
    np.testing.assert_array_equal(search.middle, first[7])
    assert search.generation == 1 and search.spread <= 0.301 and len(search.ask()) == search.population


def test_only_ranks_count():
    bowl = lambda x: float(np.sum((x - 0.3) ** 2))  # noqa: E731
    _, one = minimum(bowl, 3, 20)
    _, other = minimum(lambda x: math.exp(5 * bowl(x)) + 7, 3, 20)
    np.testing.assert_array_equal(one.middle, other.middle)


def test_the_same_seed_gives_the_same_points_whatever_else_draws_random_numbers():
    first = CmaEs(3, seed=4).ask()
    np.random.standard_normal(7)  # noqa: NPY002
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    np.testing.assert_array_equal(CmaEs(3, seed=4).ask(), first)
    np.testing.assert_array_equal(np.random.get_state()[1], before)  # noqa: NPY002
    assert (CmaEs(3, seed=5).ask() != first).all()


def test_without_the_library_the_search_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(MissingExtraError, match=r'pip install "\.\[optimise\]" in the folder'):
        CmaEs(2)


def result(status="finished", **figures):
    return {"status": status, "wall_time": 0.0, "metrics": figures}


def test_bounds_rank_before_the_objective_and_a_diverged_run_ranks_last():
    goal = Goal("mean_speed", 1, (bound_of("peak_torque < 8"), bound_of("mean_path_speed >= 0.1")))
    ordered = [
        result(mean_speed=0.5, peak_torque=7.0, mean_path_speed=0.6),
        result(mean_speed=0.4, peak_torque=7.9, mean_path_speed=0.6),
        result(mean_speed=0.9, peak_torque=9.0, mean_path_speed=0.9),
        result(mean_speed=2.0, peak_torque=16.0, mean_path_speed=0.9),
        result("diverged at t = 1 s", mean_speed=9.0, peak_torque=1.0, mean_path_speed=9.0),
    ]
    ranks = [goal.rank([one]) for one in ordered]
    assert ranks == sorted(ranks) and ranks[0][0] == ranks[1][0] == 0.0 and ranks[-1][0] == math.inf
    assert goal.rank([ordered[0], ordered[2]])[0] > 0, "every run must keep the bounds"
    assert goal.value(ordered[:2]) == pytest.approx(0.45)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("peak_torqe < 8", "unknown metric 'peak_torqe'; did you mean 'peak_torque'"),
        ("peak_torque = 8", "a bound is a metric, < or >, and a number"),
        ("peak_torque < 8 Nm", "needs a number in SI units behind <; got '8 Nm'"),
        ("status < 1", "unknown metric 'status'"),
        ("8 > peak_torque", "write the metric first, as in peak_torque < 8; got '8 > peak_torque'"),
        ("1 < peak_torque < 3", "write separate bounds for both sides"),
    ],
)
def test_a_bound_that_cannot_be_read_is_refused(text, words):
    with pytest.raises(ScenarioError, match=words):
        bound_of(text)


def test_the_goal_may_stand_in_the_configuration():
    sweep = load_sweep(CONFIGURATION | {"minimise": "cost_of_transport", "subject_to": ["speed > 0.1"]}, search=True)
    assert str(goal_of(sweep)) == "minimise cost_of_transport subject to mean_speed > 0.1"
    assert str(goal_of(sweep, maximise="speed")) == "maximise mean_speed subject to mean_speed > 0.1"
    with pytest.raises(ScenarioError, match="give one of maximise and minimise"):
        goal_of(load_sweep(CONFIGURATION, search=True))


@pytest.fixture(autouse=True)
def quick_results_log(monkeypatch):
    """Hundreds of trials that take no time need not be safe from a power cut."""
    monkeypatch.setattr("snakelab.plugins.studies.task_execution.SAFETY", "OFF")


def test_bounds_that_leave_no_value_are_refused():
    with pytest.raises(ScenarioError, match="the bounds peak_torque < 1 and peak_torque > 2 exclude each other"):
        goal_of(
            load_sweep(CONFIGURATION, search=True), maximise="speed", subject_to=["peak_torque < 1", "peak_torque > 2"]
        )
    goal_of(load_sweep(CONFIGURATION, search=True), maximise="speed", subject_to=["peak_torque > 1", "peak_torque < 2"])


def made_up(given):
    """A trial whose speed and torque have closed forms: the best speed within torque < 1 is at amplitude = lag = 1/2."""
    a, b = given["changes"][AMPLITUDE], given["changes"][LAG]
    return result(mean_speed=a * b, peak_torque=a + b)


@pytest.mark.thorough
def test_the_best_within_a_bound_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(search, "run_trial", made_up)
    best = optimise(CONFIGURATION, tmp_path, maximise="speed", subject_to=["peak_torque < 1"], trials=200, workers=1)
    assert best.feasible and best.value == pytest.approx(0.25, abs=1e-3)
    assert best.best == {AMPLITUDE: pytest.approx(0.5, abs=0.03), LAG: pytest.approx(0.5, abs=0.03)}
    assert load_scenario(tmp_path / "best.yaml").controller.amplitude == best.best[AMPLITUDE]
    assert best.dataset["mean_speed"].sel(trial=best.number) == best.value


def test_where_no_point_keeps_the_bounds_the_nearest_is_reported(tmp_path, monkeypatch):
    monkeypatch.setattr(search, "run_trial", made_up)
    best = optimise(CONFIGURATION, tmp_path, maximise="speed", subject_to=["peak_torque < -1"], trials=120, workers=1)
    assert not best.feasible and sum(best.best.values()) < 0.1


@pytest.mark.thorough
def test_a_search_that_is_cut_off_comes_to_the_same_points_and_runs_nothing_twice(tmp_path, monkeypatch):
    calls = []

    def cut(given):
        calls.append(given["changes"])
        if len(calls) == 29:
            raise KeyboardInterrupt
        return made_up(given)

    monkeypatch.setattr(search, "run_trial", made_up)
    whole = optimise(CONFIGURATION, tmp_path / "whole", maximise="speed", trials=40, workers=1)
    monkeypatch.setattr(search, "run_trial", cut)
    with pytest.raises(KeyboardInterrupt):
        optimise(CONFIGURATION, tmp_path / "cut", maximise="speed", trials=40, workers=1)
    again = optimise(CONFIGURATION, tmp_path / "cut", maximise="speed", trials=40, workers=1)
    assert again.dataset.identical(whole.dataset) and len(calls) == 1 + len(whole.results)
    longer = optimise(CONFIGURATION, tmp_path / "cut", maximise="speed", trials=60, workers=1)
    assert set(again.results) < set(longer.results)


@pytest.mark.thorough
def test_a_real_robot_becomes_faster(tmp_path):
    configuration = CONFIGURATION | {"seeds": [0]}
    best = optimise(configuration, tmp_path, maximise="speed", trials=18, workers=1)
    speeds = best.dataset["mean_speed"].values
    assert best.value == speeds.max() > np.median(speeds)
    assert metrics(run_scenario(load_scenario(tmp_path / "best.yaml")))["mean_speed"] == best.value


@pytest.mark.thorough
def test_what_cannot_be_searched_is_refused(tmp_path):
    with pytest.raises(ScenarioError, match=r"amplitude: a search needs a range"):
        optimise(CONFIGURATION | {"parameters": {AMPLITUDE: [0.1, 0.2]}}, tmp_path, maximise="speed")
    with pytest.raises(ScenarioError, match="no parameters to optimise"):
        optimise(CONFIGURATION | {"parameters": {}, "seeds": [0]}, tmp_path, maximise="speed")
    with pytest.raises(ScenarioError, match="no trial has the metric 'peak_force', which may not apply"):
        optimise(CONFIGURATION, tmp_path, maximise="speed", subject_to=["peak_force < 1"], trials=5, workers=1)


SYSTEMS = {
    "planar_prototype": ("controller.serpenoid_gait.amplitude", 0.2, 1.0),
    "soft_planar_rolling": ("controller.rolling_gait.amplitude", 0.005, 0.015),
    "hybrid_straight": ("controller.steady_gait.thrust.0", 0.5, 2.0),
    "pipe_fixed_wave": ("controller.serpenoid_gait.amplitude", 0.5, 1.2),
    "snakesys_flat_creeping": ("controller.named_gait.speed", 0.5, 2.0),
    "eel_lateral": ("controller.serpenoid_gait.phase_lag", 0.3, 1.0),
}


@pytest.mark.few(2)
@pytest.mark.thorough
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name == "pipe_fixed_wave" else name for name in SYSTEMS]
)
def test_every_kind_of_robot_can_be_searched(name, tmp_path):
    place, low, high = SYSTEMS[name]
    same = {"duration": 0.05} | ({"controller.rolling_gait.start": 0} if "rolling" in name else {})
    configuration = {"scenario": name, "set": same, "parameters": {place: {"from": low, "to": high}}}
    best = optimise(configuration, tmp_path, minimise="actuation_energy", trials=4, population=4, workers=1)
    energies = best.dataset["actuation_energy"].values
    assert best.value == energies.min() < energies.max() and low <= best.best[place] <= high
