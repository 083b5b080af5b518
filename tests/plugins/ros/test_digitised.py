"""Digitised curves as recordings: single components, errors of every shared variable, figures and report."""

import numpy as np
import pytest
from typer.testing import CliRunner

import snakelab as sl
from plugins.studio.page.unpacking import head_and_arrays
from snakelab.cli.main import app
from snakelab.errors import RecordingError
from snakelab.figures.comparison_figures import measured_figure, measured_variables_figure
from snakelab.plugins.ros.log_reading import read_log
from snakelab.plugins.studio.page.report_page import payload
from snakelab.results.comparisons import errors_csv, measured_differences

CURVE = """\
scenario: planar_prototype
rate: 50
offset: 0.5
time: {column: t}
variables:
  head_position: {columns: [x, y], components: [x, y], unit: cm}
  tau: {columns: t2, components: joint2, unit: N m}
"""


@pytest.fixture(scope="module")
def run():
    return sl.run_scenario(sl.load_scenario("planar_prototype", ["duration=2"]))


@pytest.fixture
def digitised(tmp_path, run):
    """Path of the head in the plane and torque of one joint, as read off a figure: 2 mm and 0.001 N m too large."""
    part = run.dataset.sel(time=slice(0.5, 1.5))
    path, torque = part["head_position"].values, part["tau"].sel(coordinate="joint2").values
    rows = np.column_stack([part["time"].values, 100 * path[:, :2] + 0.2, torque + 1e-3])
    np.savetxt(tmp_path / "figure.csv", rows, delimiter=",", header="t,x,y,t2", comments="")
    (tmp_path / "figure.yaml").write_text(CURVE, encoding="utf-8")
    return tmp_path


def test_single_components_are_read_and_the_others_are_absent(digitised):
    actual = read_log(digitised / "figure.csv", digitised / "figure.yaml")
    recording = actual.recording
    assert recording["head_position"].dims == ("time", "axis") and recording["tau"].dims == ("time", "coordinate")
    assert np.isfinite(recording["head_position"].values[:, :2]).all()
    assert np.isnan(recording["head_position"].values[:, 2]).all()
    assert np.isfinite(recording["tau"].values).sum(axis=0).tolist() == [0, len(recording["time"]), 0, 0]
    assert not actual.notes


def test_the_error_of_every_shared_component_is_that_of_the_curve(digitised, run):
    measured = read_log(digitised / "figure.csv", digitised / "figure.yaml").recording
    (difference,) = measured_differences([measured, run], ["figure", "run"])
    errors = {error.name: error for error in difference.variables}
    assert set(errors) == {"head_position.x", "head_position.y", "tau.joint2"}
    assert errors["head_position.x"].mean == pytest.approx(-0.002, abs=1e-5)
    assert errors["tau.joint2"].rms == pytest.approx(1e-3, rel=0.01) and errors["tau.joint2"].unit == "N m"
    assert errors["tau.joint2"].correlation > 0.999
    assert difference.path == pytest.approx(0.0, abs=1e-4)  # the shift is fitted
    assert any(line.startswith("tau.joint2: rms 0.001 N m") for line in difference.lines())
    header, *lines = errors_csv([difference]).splitlines()
    assert len(lines) == 3 and all(len(line.split(",")) == len(header.split(",")) for line in lines)
    figure = measured_variables_figure(measured, run)
    assert sum(bool(ax.lines) for ax in figure.axes) == 3
    assert measured_figure(measured, run) is None  # no joint angles


PATH = """\
scenario: planar_prototype
rate: 50
time: {along: head_position}
variables:
  head_position: {columns: [x, y], components: [x, y], unit: cm}
  tau: {columns: t2, components: joint2, unit: N m}
"""


def test_a_path_without_times_takes_those_of_the_nearest_points_of_a_run(digitised, run):
    """Y over x: the error is the distance to the path, and other columns are compared at the same place."""
    part = run.dataset.sel(time=slice(0.5, 1.5))
    path = part["head_position"].values[:, :2]
    along = np.gradient(path, axis=0)
    normal = np.column_stack((-along[:, 1], along[:, 0])) / np.linalg.norm(along, axis=1, keepdims=True)
    rows = np.column_stack([100 * (path + 0.001 * normal), part["tau"].sel(coordinate="joint2").values])
    np.savetxt(digitised / "path.csv", rows, delimiter=",", header="x,y,t2", comments="")
    (digitised / "path.yaml").write_text(PATH, encoding="utf-8")
    measured = read_log(digitised / "path.csv", digitised / "path.yaml", run).recording
    assert measured["time"].values[[0, -1]] == pytest.approx([0.5, 1.5], abs=0.05)
    errors = {e.name: e for (d,) in [measured_differences([measured, run], ["path", "run"])] for e in d.variables}
    distance = np.hypot(errors["head_position.x"].rms, errors["head_position.y"].rms)
    assert distance == pytest.approx(0.001, rel=0.1)
    assert errors["tau.joint2"].fraction < 0.05
    with pytest.raises(RecordingError, match="--reference RUN"):
        read_log(digitised / "path.csv", digitised / "path.yaml")


def test_a_log_without_poses_is_in_the_plots_of_the_page_next_to_the_run(digitised, run):
    measured = read_log(digitised / "figure.csv", digitised / "figure.yaml").recording
    head = head_and_arrays(payload([run, measured], ["run", "figure"], "both"))[0]
    first, second = ({chart["name"]: chart for chart in one["charts"]} for one in head["runs"])
    assert set(second) == {"tau.rad", "head_position"} <= set(first)
    assert head["runs"][1]["replay"]["times"]["shape"][1] == 0  # nothing is drawn
    assert len(head["scene"]) == len(head_and_arrays(payload([run], ["run"], "one"))[0]["scene"])


def test_unknown_and_repeated_components_give_one_line(digitised):
    for given, message in (("[x, w]", "no component 'w'"), ("[x, x]", "must be different"), ("[x]", "needs 1 numbers")):
        (digitised / "figure.yaml").write_text(CURVE.replace("[x, y], unit", f"{given}, unit"), encoding="utf-8")
        with pytest.raises(RecordingError, match=message):
            read_log(digitised / "figure.csv", digitised / "figure.yaml")


@pytest.mark.slow
def test_a_report_with_a_measured_run_has_its_errors_and_metrics(digitised, run):
    run.save(digitised / "run.nc")
    measured = read_log(digitised / "figure.csv", digitised / "figure.yaml").recording
    measured.save(digitised / "figure.nc")
    words = ["report", str(digitised / "run.nc"), "--out", str(digitised / "out"), "--measured"]
    result = CliRunner().invoke(app, [*words, str(digitised / "figure.nc")])
    assert result.exit_code == 0, result.stderr
    assert "tau.joint2: rms 0.001 N m" in result.stdout
    assert {"measured.csv", "measured_variables.svg", "report.html"} <= {
        path.name for path in (digitised / "out").iterdir()
    }
    result = CliRunner().invoke(app, [*words, str(digitised / "run.nc")])
    assert result.exit_code == 2 and "takes a recording of a log" in result.stderr
