"""SnakeBench: task files, measures, runs that continue, entries of others, files, and the command."""

import json
from pathlib import Path

import numpy as np
import pytest

import snakelab as sl
from benchmarks.snakebench import METHODS, load_entry, load_task, run_snakebench, task_names
from benchmarks.snakebench.runs import POLICIES, cells_of
from benchmarks.snakebench.task import KINDS, measure_of
from optional_packages import gymnasium
from snakelab.plugins.learn.training import DEFAULTS

assert gymnasium
RESULTS = Path(__file__).parents[2] / "benchmarks" / "snakebench"
TASK = """
title: A short crawl
scenario: {base: planar_prototype, solver: {step: 1.0e-2, integrator: plain}}
seeds: [3, 4]
time_limit: 0.2
vary: {heading: [-0.2, 0.2], world.media.0.link_friction.mu_normal: [0.5, 0.6]}
metric: mean_velocity_x
better: higher
success: {above: -10}
methods:
  cpg: {serpenoid_gait: {amplitude: 0.5, angular_frequency: 2, phase_lag: 0.8}}
"""


@pytest.fixture
def task(tmp_path):
    (tmp_path / "short.yaml").write_text(TASK)
    return tmp_path / "short.yaml"


def test_there_are_twelve_tasks_with_five_seeds_and_three_methods_each():
    tasks = [load_task(name) for name in task_names()]
    assert len(tasks) == 12 and all(len(one.seeds) == 5 and tuple(one.methods) == METHODS for one in tasks)


def test_the_table_has_each_task_with_each_method_and_seed_once():
    rows = json.loads((RESULTS / "results.json").read_text(encoding="utf-8"))["runs"]
    tasks = [load_task(name) for name in task_names()]
    expected = [(task.name, method, seed) for task in tasks for method in METHODS for seed in task.seeds]
    assert sorted((row["task"], row["method"], row["seed"]) for row in rows) == sorted(expected)
    assert len(rows) == 180 and not any(row["reported"] for row in rows)
    limits = {task.name: task for task in tasks}
    for row in rows:
        reached = row["value"] is not None and limits[row["task"]].succeeds(row["value"])
        assert row["status"] == "finished" and row["success"] == reached, row


def test_a_training_has_at_most_a_million_steps_in_whole_updates():
    for name in task_names():
        training = load_task(name).training
        update = training["n"] * training.get("settings", {}).get("n_steps", DEFAULTS["n_steps"])
        assert 0 < -(-training["steps"] // update) * update <= 10**6, name


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if name in ("bend", "pipe", "waypoints") else name
        for name in task_names()
    ],
)
def test_the_controllers_of_a_task_make_valid_scenarios(name):
    from snakelab.scenarios.scenario import scenario_of
    from snakelab.scenarios.yaml_document import Document

    one = load_task(name)
    for cell in cells_of([one], METHODS, [0])[0]:
        if cell.method != "ppo":
            assert (
                scenario_of(Document(name, one.scenario_data(cell.controller, 0), {})).settings.duration
                == one.time_limit
            )


@pytest.mark.parametrize(
    ("line", "instead", "message"),
    [
        ("seeds: [3, 4]", "", "the key 'seeds' is missing; write seeds:"),
        ("seeds: [3, 4]", "seed: [3, 4]", "the key 'seeds' is missing; write seeds:"),
        ("seeds: [3, 4]", "seeds: [3, 3]", "different whole numbers"),
        ("seeds: [3, 4]", "seeds: [3, null]", "different whole numbers from 0, got [3, None]"),
        ("seeds: [3, 4]", "seeds: []", "different whole numbers from 0, got []"),
        ("time_limit: 0.2", "time_limit: -1", "time_limit must be"),
        ("metric: mean_velocity_x", "metric: mean_velocity_q", "did you mean"),
        ("metric: mean_velocity_x", "metric: {displacement: {}}", "takes along"),
        ("better: higher", "better: faster", "higher or lower"),
        ("success: {above: -10}", "success: {below: 1}", "success must be"),
        ("time_limit: 0.2", "time_limit: 0.2\nlimits: 3", "unknown key 'limits'"),
        ("methods:\n  cpg", "methods:\n  gait", "some of cpg, mpc, ppo"),
    ],
)
def test_a_wrong_task_is_one_line(task, line, instead, message):
    task.write_text(TASK.replace(line, instead))
    with pytest.raises(sl.errors.ScenarioError) as caught:
        load_task(task)
    assert message in str(caught.value) and "\n" not in str(caught.value) and str(task) in str(caught.value)


def test_an_unknown_task_names_the_nearest():
    with pytest.raises(sl.errors.ScenarioError, match="'crawl'"):
        load_task("crowl")


def test_a_seed_determines_the_start_and_the_friction_for_every_method(task):
    one = load_task(task)
    data = [one.scenario_data(None, seed) for seed in (3, 3, 4)]
    frictions = [d["world"]["media"][0]["link_friction"]["mu_normal"] for d in data]
    assert data[0] == data[1] and frictions[0] != frictions[2]
    assert np.linalg.norm(data[0]["initial"]["quaternion"]) == pytest.approx(1)


def test_a_benchmark_continues_and_runs_nothing_twice(task, tmp_path):
    one, counted = load_task(task), []
    for seeds in ([3], None, None):
        bench = run_snakebench(
            [one], tmp_path / "out", seeds=seeds, workers=1, replays=False, done=lambda *_: counted.append(1)
        )
    assert len(counted) == 2 and len(bench.results) == 2
    assert bench.not_run == (
        "short with mpc: the task has no such controller",
        "short with ppo: the task has no such controller",
    )
    table = json.loads((tmp_path / "out" / "results.json").read_text())
    assert [row["seed"] for row in table["runs"]] == [3, 4] and all(row["success"] for row in table["runs"])
    assert "2 of 2 succeed" in (tmp_path / "out" / "snakebench.html").read_text()


def test_an_interrupted_benchmark_keeps_its_runs_and_continues(task, tmp_path):
    def interrupt(result, done, missing):
        raise KeyboardInterrupt

    arguments = {"methods": ["cpg"], "workers": 1, "replays": False}
    with pytest.raises(KeyboardInterrupt):
        run_snakebench([load_task(task)], tmp_path / "out", done=interrupt, **arguments)
    assert len(json.loads((tmp_path / "out" / "results.json").read_text())["runs"]) == 1
    counted = []
    run_snakebench([load_task(task)], tmp_path / "out", done=lambda *_: counted.append(1), **arguments)
    assert len(counted) == 1 and len(json.loads((tmp_path / "out" / "results.json").read_text())["runs"]) == 2


def test_a_changed_controller_has_new_results(task, tmp_path):
    cells = [cells_of([load_task(task)], ["cpg"], [3])[0][0]]
    task.write_text(TASK.replace("amplitude: 0.5", "amplitude: 0.6"))
    cells.append(cells_of([load_task(task)], ["cpg"], [3])[0][0])
    assert cells[0].key != cells[1].key


def test_a_run_that_fails_is_no_success(task, tmp_path):
    task.write_text(
        TASK.replace("serpenoid_gait", "winding_gait")
        .replace("amplitude", "yaw_winding")
        .replace("phase_lag", "pitch_winding")
    )
    bench = run_snakebench([load_task(task)], tmp_path / "out", methods=["cpg"], seeds=[3], workers=1)
    row = json.loads(bench.paths[0].read_text())["runs"][0]
    assert row["status"].startswith("failed") and row["value"] is None and not row["success"]


def test_entries_of_others_are_columns(task, tmp_path):
    results = [{"task": "crawl", "seed": 0, "value": 5.5, "success": True}]
    (tmp_path / "mine.json").write_text(json.dumps({"name": "mine", "results": results}))
    crawl = load_task("crawl")
    bench = run_snakebench([crawl], tmp_path / "out", methods=["cpg"], seeds=[0], entries=[load_entry(tmp_path / "mine.json")],
                           workers=1, replays=False)  # fmt: skip
    rows = json.loads(bench.paths[0].read_text())["runs"]
    assert [(row["method"], row["reported"]) for row in rows] == [("cpg", False), ("mine", True)]
    assert "reported, not run here" in bench.paths[2].read_text()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"name": "cpg"}, "name must be"),
        ({"name": "mine"}, "needs policies, controllers or results"),
        ({"name": "mine", "polices": {}}, "unknown key 'polices'"),
        ({"name": "mine", "policies": {"crawl": "none.npz"}}, "there is no file"),
        ({"name": "mine", "controllers": {"crowl": {}}}, "no task 'crowl'"),
        ({"name": "mine", "results": [{"task": "crawl"}]}, "results.0 must have"),
    ],
)
def test_a_wrong_entry_is_one_line(tmp_path, given, message):
    (tmp_path / "mine.json").write_text(json.dumps(given))
    with pytest.raises(sl.errors.ScenarioError, match=message) as caught:
        load_entry(tmp_path / "mine.json")
    assert "\n" not in str(caught.value)


def test_measures_of_a_straight_run():
    model = sl.build_model(sl.Robot([sl.Link(0.2, mass=1.0)], base="planar"), sl.World([]))
    state = sl.initial_state(model, velocity=(1.0, 0, 0, 0, 0, 0))
    run = sl.simulate(model, None, 2.0, state=state, step=0.01, record_rate=10)
    values = {
        "displacement": {"along": [2, 0, 0]},
        "arrival_time": {"to": [1.1, 0], "within": 0.05, "variable": "com_position"},
        "waypoints_passed": {"points": [[0.5, 0], [1.5, 0], [9, 0]], "within": 0.1},
        "hold_error": {"depth": 0, "heading": 0.5, "start": 1},
    }
    assert set(values) == set(KINDS)
    by_name = {name: measure_of({name: given}).value(run) for name, given in values.items()}
    assert by_name == pytest.approx(
        {"displacement": 2, "arrival_time": 1, "waypoints_passed": 2, "hold_error": 0.5}, abs=0.06
    )


def test_a_method_without_controller_or_policy_is_named(task):
    task.write_text(TASK + "  ppo: {policy: {path: nothing.npz}}\n")
    cells, not_run = cells_of([load_task(task)], METHODS, [3])
    assert [cell.method for cell in cells] == ["cpg"]
    assert len(not_run) == 2 and "no such controller" in not_run[0] and "nothing.npz" in not_run[1]


@pytest.mark.parametrize("path", sorted(POLICIES.glob("*.npz")), ids=lambda path: path.stem)
def test_the_policies_of_the_library_fit_their_tasks(path):
    from snakelab.scenarios.scenario import scenario_of
    from snakelab.scenarios.yaml_document import Document

    one = load_task(path.stem)
    data = one.scenario_data({"policy": {"path": str(path)}}, 0)
    scenario = scenario_of(Document(one.name, data, {}))
    model = sl.build_model(scenario.robot, scenario.world)
    assert sl.control.Policy(str(path)).for_model(model).network.weights
