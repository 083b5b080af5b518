"""Running a sweep: table, results log, continuation, diverged and failed trials, files in use or of another study."""

import csv
import json
import re
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
import xarray

import snakelab as sl
from snakelab.errors import RecordingError, ScenarioError, SnakelabWarning
from snakelab.files import write_whole
from snakelab.plugins.studies.sweeps.configuration import load_sweep
from snakelab.plugins.studies.sweeps.sweep_run import read_sweep, run_sweep, write_files
from snakelab.plugins.studies.sweeps.trials import idle_seeds, sweep_grid, warnings_of_trials
from snakelab.plugins.studies.task_execution import LocalExecutor, ResultsLog, Task, run_tasks
from snakelab.results.metrics.metric_table import metrics
from snakelab.scenarios.scenario import load_scenario, run_scenario
from snakelab.sim import checks_before_run
from snakelab.sim.checks_before_run import run_cost

pytestmark = pytest.mark.usefixtures("undrawn_pages")

AMPLITUDE, NORMAL = "controller.serpenoid_gait.amplitude", "world.media.0.viscous_friction.normal"
CONFIGURATION = {
    "sweep": "waves",
    "scenario": "planar_viscous",
    "set": {"duration": 0.1},
    "parameters": {AMPLITUDE: {"from": 0.2, "to": 0.8, "count": 3}, NORMAL: [2, 10]},
    "seeds": [0, 1],
}
STUDY = {"kind": "test", "scenario": {"duration": 1, "parts": [1, 2]}}


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    return run_sweep(CONFIGURATION, tmp_path_factory.mktemp("waves"), workers=1)


@pytest.mark.slow
def test_every_trial_has_the_metrics_of_a_single_run_of_its_scenario(swept):
    table = swept.dataset
    assert table.sizes["trial"] == 12 and (table["status"] == "finished").all()
    row = table.isel(trial=3)
    changes = ["duration=0.1", f"{AMPLITUDE}={float(row[AMPLITUDE])}", f"{NORMAL}={int(row[NORMAL])}", "seed=0"]
    alone = metrics(run_scenario(load_scenario("planar_viscous", changes)))
    for name in ("mean_speed", "peak_torque", "energy_residual", "work_friction"):
        assert float(row[name]) == alone[name], name


def test_the_scenario_that_is_written_beside_runs_the_trial_again(swept):
    path = swept.folder / "trials" / "0006.yaml"
    again = metrics(run_scenario(load_scenario(path)))
    assert again["mean_speed"] == float(swept.dataset["mean_speed"].sel(trial=6))
    assert (
        load_scenario(path).settings.seed == 0 and load_scenario(swept.folder / "trials/0012.yaml").settings.seed == 1
    )


@pytest.mark.thorough
def test_seeds_that_change_nothing_are_reported_from_those_that_do(swept, tmp_path):
    assert idle_seeds(swept.sweep, swept.dataset), "planar_viscous has neither noise nor chance"
    assert not idle_seeds(swept.sweep, swept.dataset.isel(trial=slice(0, 6))), "one seed of each point tells nothing"
    drawn = run_sweep(
        CONFIGURATION | {"parameters": {}, "seeds": {"values": [1, 2], "places": [NORMAL]}}, tmp_path, workers=1
    )
    assert not idle_seeds(drawn.sweep, drawn.dataset)
    failed = swept.dataset[["status"]].assign(
        {parameter.name: ("trial", np.zeros(swept.dataset.sizes["trial"], int)) for parameter in swept.sweep.parameters}
    )
    assert not idle_seeds(swept.sweep, failed), "failed trials have no metrics"


def test_a_grid_is_laid_out_by_its_parameters(swept):
    grid = sweep_grid(swept.dataset)
    assert dict(grid.sizes) == {AMPLITUDE: 3, NORMAL: 2, "seed": 2}
    row = swept.dataset.isel(trial=3)
    at = {AMPLITUDE: float(row[AMPLITUDE]), NORMAL: int(row[NORMAL]), "seed": 0}
    assert float(grid["mean_speed"].sel(at)) == float(row["mean_speed"])


@pytest.mark.thorough
def test_the_table_is_written_as_netcdf_and_as_text_with_units(swept):
    stored = xarray.load_dataset(swept.folder / "table.nc", engine="h5netcdf")
    np.testing.assert_array_equal(stored["mean_speed"], swept.dataset["mean_speed"])
    assert stored["peak_torque"].attrs["units"] == "N m" and stored["status"].values.tolist() == 12 * ["finished"]
    with open(swept.folder / "table.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["mean_speed [m/s]"]) for row in rows] == swept.dataset["mean_speed"].values.tolist()
    assert stored[AMPLITUDE].attrs["units"] == "rad" and stored[NORMAL].attrs["units"] == "1/s"
    assert [float(row[f"{AMPLITUDE} [rad]"]) for row in rows] == swept.dataset[AMPLITUDE].values.tolist()


def test_the_table_is_written_as_parquet_with_units_where_pyarrow_is(swept):
    parquet = pytest.importorskip("pyarrow.parquet", reason="no pyarrow: pip install '.[parquet]'")
    stored = parquet.read_table(swept.folder / "table.parquet")
    assert stored.column("mean_speed").to_pylist() == swept.dataset["mean_speed"].values.tolist()
    assert stored.column(AMPLITUDE).to_pylist() == swept.dataset[AMPLITUDE].values.tolist()
    assert stored.schema.field("peak_torque").metadata == {b"units": b"N m"}
    assert json.loads(stored.schema.metadata[b"snakelab"])["name"] == "waves"


def test_without_pyarrow_the_other_tables_are_written(swept, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    names = [path.name for path in write_files(swept.sweep, swept.results, tmp_path)]
    assert names == ["table.nc", "table.csv", "sweep.html", "scenario.yaml"]


def test_the_figures_of_the_page_are_saved_as_svg_and_png_and_linked(swept):
    page = (swept.folder / "sweep.html").read_text(encoding="utf-8")
    linked = re.findall(r'href="(figures/[^"]+)"', page)
    assert {Path(one).stem for one in linked} == set(swept.sweep.metrics)
    assert sorted(linked) == sorted(f"figures/{path.name}" for path in (swept.folder / "figures").iterdir())
    for path in (swept.folder / "figures").iterdir():
        assert path.read_bytes()[:4] == (b"\x89PNG" if path.suffix == ".png" else b"<?xm")


@pytest.mark.thorough
def test_what_is_done_is_not_run_again_and_a_configuration_may_grow(swept):
    messages = []
    again = run_sweep(CONFIGURATION, swept.folder, workers=1, done=lambda *arguments: messages.append(arguments))
    assert messages == [] and again.dataset.identical(swept.dataset)
    more = CONFIGURATION | {"parameters": {AMPLITUDE: [0.2, 0.8], NORMAL: [2, 5, 10]}, "seeds": [0]}
    grown = run_sweep(more, swept.folder, workers=1, done=lambda result, i, n: messages.append((i, n)))
    assert messages == [(1, 2), (2, 2)] and len(grown.results) == 6
    assert not (swept.folder / "trials" / "0012.yaml").exists()
    assert len(read_sweep(CONFIGURATION, swept.folder).results) == 12


@pytest.mark.thorough
def test_an_interrupt_while_the_files_are_written_waits_for_all_of_them(default_interrupt, monkeypatch, tmp_path):
    def write_interrupted(path, content):
        signal.raise_signal(signal.SIGINT)
        return write_whole(path, content)

    monkeypatch.setattr("snakelab.plugins.studies.sweeps.sweep_run.write_whole", write_interrupted)
    with pytest.raises(KeyboardInterrupt):
        run_sweep(CONFIGURATION | {"seeds": [0]}, tmp_path, workers=1)
    assert xarray.load_dataset(tmp_path / "table.nc", engine="h5netcdf").sizes["trial"] == 6
    assert (tmp_path / "sweep.html").exists() and len(list((tmp_path / "trials").iterdir())) == 6


@pytest.mark.thorough
def test_metrics_may_be_of_a_window_of_the_run(tmp_path):
    configuration = CONFIGURATION | {"parameters": {}, "seeds": [0], "window": [0.05, 0.1]}
    assert float(run_sweep(configuration, tmp_path).dataset["duration"][0]) == pytest.approx(0.05)


@pytest.mark.thorough
def test_a_parameter_with_the_name_of_a_metric_keeps_its_column(tmp_path):
    configuration = {"scenario": "planar_viscous", "parameters": {"duration": [0.05, 0.1]}}
    table = run_sweep(configuration, tmp_path, workers=1).dataset
    assert table["duration"].values.tolist() == [0.05, 0.1] and "duration" in table.coords
    assert table["duration_of_run"].values.tolist() == pytest.approx([0.05, 0.1])


@pytest.mark.thorough
def test_whole_grounds_can_be_swept_and_have_a_page(tmp_path):
    grounds = [[{"viscous_friction": {"tangential": 1, "normal": n}}] for n in (2, 10)]
    configuration = CONFIGURATION | {"parameters": {"world.media": grounds, AMPLITUDE: [0.2]}, "seeds": [0]}
    result = run_sweep(configuration, tmp_path, workers=1)
    assert result.count("finished") == 2 and (tmp_path / "sweep.html").is_file()
    assert json.loads(str(result.dataset["world.media"][1].item())) == grounds[1]


@pytest.mark.thorough
def test_a_trial_that_diverges_or_fails_is_kept_and_costs_no_other(tmp_path):
    speeds = [[vx, 0.0, 0.0, 0.0, 0.0, 0.0] for vx in (0.0, 1e7)]
    configuration = {
        "scenario": "planar_prototype",
        "set": {"duration": 0.1},
        "parameters": {"initial.velocity": speeds, "robot.parts.0.link.mass": [0.08, 0.1]},
    }
    result = run_sweep(configuration, tmp_path, workers=1)
    statuses = result.dataset["status"].values.tolist()
    assert statuses[:2] == 2 * ["finished"] and all(status.startswith("diverged at t = ") for status in statuses[2:])
    assert (result.count("finished"), result.count("diverged")) == (2, 2)
    sweep = load_sweep(configuration)
    task = sweep.task(sweep.trial((speeds[0], -1.0)))
    from snakelab.plugins.studies.sweeps.trials import run_trial

    assert run_trial(task.given)["status"].startswith("failed: ") and "mass" in run_trial(task.given)["status"]


def test_a_folder_of_another_study_is_refused_and_says_what_differs(swept):
    with pytest.raises(
        RecordingError, match=r"another study: scenario.duration is 0.1 there and 0.2 here; give another folder"
    ):
        run_sweep(CONFIGURATION | {"set": {"duration": 0.2}}, swept.folder)


def test_a_results_log_that_another_study_writes_to_is_rejected(tmp_path):
    path = tmp_path / "results_log.sqlite"
    with ResultsLog(path, STUDY) as results_log:
        results_log.append("a", {"x": 1.5})
        with pytest.raises(RecordingError, match="is in use: another study writes to it"):
            ResultsLog(path, STUDY)
    with ResultsLog(path, STUDY) as results_log:
        assert results_log.results() == {"a": {"x": 1.5}}


def test_a_results_log_that_another_program_has_locked_is_reported(tmp_path, monkeypatch):
    path = tmp_path / "results_log.sqlite"
    ResultsLog(path, STUDY).close()
    monkeypatch.setattr("snakelab.plugins.studies.task_execution.PATIENCE", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(RecordingError, match="it is open in another program"):
        ResultsLog(path, STUDY)
    other.execute("ROLLBACK")
    other.close()
    ResultsLog(path, STUDY).close()


def test_an_invalid_results_log_is_rejected(tmp_path):
    path = tmp_path / "results_log.sqlite"
    path.write_text("some notes of mine, which are longer than the head of a file of SQLite is " * 20, encoding="utf-8")
    with pytest.raises(RecordingError, match="is no results log"):
        ResultsLog(path, STUDY)
    assert path.read_text(encoding="utf-8").startswith("some notes")
    with pytest.raises(RecordingError, match="cannot write"):
        ResultsLog(tmp_path / "results_log.sqlite" / "below.sqlite", STUDY)


def test_the_first_result_of_a_key_stays(tmp_path):
    with ResultsLog(tmp_path / "l.sqlite", STUDY) as results_log:
        results_log.append("a", {"x": 1})
        results_log.append("a", {"x": 2})
        assert results_log.results() == {"a": {"x": 1}}


def double(given):
    return {"x": 2 * given}


def test_tasks_of_one_key_are_run_once(tmp_path):
    tasks = [Task("a", 1), Task("b", 2), Task("a", 1)]
    messages = []
    with ResultsLog(tmp_path / "l.sqlite", STUDY) as results_log:
        done = lambda task, result, i, n: messages.append((task.key, i, n))  # noqa: E731
        outcome = run_tasks(double, tasks, results_log, LocalExecutor(), failed=lambda task, reason: {}, done=done)
    assert outcome == {"a": {"x": 2}, "b": {"x": 4}} and messages == [("a", 1, 2), ("b", 2, 2)]


def test_the_results_log_can_be_read_by_any_program_while_it_is_open(tmp_path):
    with ResultsLog(tmp_path / "l.sqlite", STUDY) as results_log:
        results_log.append("a", {"x": 1})
        reader = sqlite3.connect(tmp_path / "l.sqlite")
        assert json.loads(reader.execute("SELECT result FROM results").fetchone()[0]) == {"x": 1}
        reader.close()


@pytest.mark.thorough
def test_an_eel_can_be_swept(tmp_path):
    """The other kinds of robot are swept by the configurations of the page."""
    configuration = {"scenario": "eel_lateral", "set": {"duration": 0.02}, "parameters": {AMPLITUDE: [0.01, 0.02]}}
    result = run_sweep(configuration, tmp_path, workers=1)
    assert result.count("finished") == 2 and np.isfinite(result.dataset["mean_speed"]).all()


@pytest.mark.thorough
def test_a_result_that_is_none_of_a_sweep_is_refused_and_so_is_another_programs_table(tmp_path):
    run_sweep(CONFIGURATION, tmp_path, workers=1)
    with closing(sqlite3.connect(tmp_path / "results_log.sqlite")) as base, base:
        base.execute("""UPDATE results SET result = '{"status": "finished"}'""")
    with pytest.raises(
        RecordingError, match=r"must have status, wall_time, metrics; wall_time is missing in .*give another"
    ):
        run_sweep(CONFIGURATION, tmp_path, workers=1)
    with closing(sqlite3.connect(tmp_path / "results_log.sqlite")) as base, base:
        base.executescript("DROP TABLE study; CREATE TABLE study (x)")
    with pytest.raises(RecordingError, match=r"is no results log \(no such column: format\)"):
        run_sweep(CONFIGURATION, tmp_path, workers=1)


@pytest.mark.thorough
def test_warnings_of_trials_are_issued_with_their_numbers_before_and_after_the_sweep(tmp_path):
    """Amplitudes beyond the joint limits of 1.2 rad: the ends are tested at the beginning, all trials as they run."""
    servo = {"servo": {"kp": 5, "kd": 0.1, "torque_limit": 2}}
    joint = {"revolute": {"axis": "z", "limits": {"lower": -1.2, "upper": 1.2}, "actuator": servo}}
    link = {"link": {"length": 0.1, "mass": 0.1}}
    scenario = {
        "name": "limited",
        "robot": {"base": "planar", "parts": [link, joint, link]},
        "world": {"media": [{"viscous_friction": {"tangential": 1, "normal": 10}}]},
        "controller": {"serpenoid_gait": {"amplitude": 0.5, "angular_frequency": 2, "phase_lag": 0.7}},
        "duration": 0.02,
    }
    (tmp_path / "limited.yaml").write_text(json.dumps(scenario), encoding="utf-8")
    sheet = tmp_path / "sweep.yaml"
    varied = {AMPLITUDE: {"from": 0.5, "to": 2.0, "count": 4}}
    sheet.write_text(json.dumps({"scenario": "limited.yaml", "parameters": varied}), encoding="utf-8")
    with pytest.warns(SnakelabWarning) as issued:
        result = run_sweep(sheet, tmp_path / "out", workers=1)
    texts = [str(one.message) for one in issued if "limit" in str(one.message)]
    assert len(texts) == 2
    assert texts[0].startswith(f"{AMPLITUDE} = 2.0: SerpenoidGait moves joint1 to 2 rad")
    assert texts[1].startswith("trial 3: SerpenoidGait moves joint1 to 1.5 rad")
    assert texts[1].endswith("(similar in 2 of 4 trials: 3, 4)")
    column = result.dataset["warnings"].values.tolist()
    assert column[:2] == ["", ""] and "1.5 rad" in column[2] and "2 rad" in column[3]


def test_a_warning_that_all_trials_issue_is_not_attributed_to_one():
    alike = {
        "1": {"warnings": ["too fast", "step 1 is long"]},
        "2": {"warnings": ["too fast", "step 2 is long"]},
        "3": {},
    }
    assert warnings_of_trials({name: alike[name] for name in "12"}) == [
        "too fast",
        "trial 1: step 1 is long (similar in 2 of 2 trials: 1, 2)",
    ]
    assert warnings_of_trials(alike)[0] == "trial 1: too fast (similar in 2 of 3 trials: 1, 2)"


@pytest.mark.thorough
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("parameters", "workers", "fault"),
    [
        ({AMPLITUDE: [0.01, 0.02]}, 1, None),
        (
            {AMPLITUDE: [0.01, 0.02]},
            2,
            r"of which 2 run at once; .*lower duration or record_rate, or run fewer at once",
        ),
        (
            {"duration": [0.02, 0.03]},
            1,
            r"may need 4 times that; this process may use .*lower duration or record_rate$",
        ),
    ],
    ids=["fits", "two at once", "the longest"],
)
def test_a_sweep_larger_than_the_usable_memory_is_refused_before_its_first_trial(
    parameters, workers, fault, tmp_path, monkeypatch
):
    """Memory for a run of 0.025 s, but not for two at once, nor for one of 0.03 s."""
    given = {} if "duration" in parameters else {"duration": 0.02}
    sweep = load_sweep({"scenario": "eel_lateral", "set": given, "parameters": parameters})
    one = sweep.scenario(sweep.trials[0])
    cost = run_cost(sl.build_model(one.robot, one.world), 0.025, one.settings.record_rate)
    monkeypatch.setattr(checks_before_run, "usable_memory", lambda: int(checks_before_run.COPIES * cost.size))
    if fault is None:
        assert run_sweep(sweep, tmp_path, workers=workers).count("finished") == 2
        return
    with pytest.raises(ScenarioError, match=fault):
        run_sweep(sweep, tmp_path, workers=workers)
