"""Groups of metrics, and the numbers that are shown as zero."""

import ast
import itertools
import json

import numpy as np
import pytest

import snakelab.results.metrics as m
from recordings import changed, hanging_recording, serpenoid_recording, straight_recording
from snakelab.figures.notebook_html import recording_html
from snakelab.figures.report_folder import metrics_json
from snakelab.plugins.studio.page.report_page import metrics_table
from snakelab.results.comparisons import compare


@pytest.fixture
def resting():
    """A robot that settles by 36 micrometres in 5 s."""
    recording = straight_recording(speed=0.0, duration=5.0)
    com = recording["com_position"].values.copy()
    com[:, 2] = np.linspace(0.0, -3.62e-5, len(com))
    velocity = recording["com_velocity"].values.copy()
    velocity[:, 2] = -7.24e-6
    return changed(recording, com_position=com, com_velocity=velocity)


def test_every_metric_belongs_to_one_group_and_groups_are_contiguous() -> None:
    order = [metric.group for metric in m.METRICS.values()]
    assert all(order) and list(dict.fromkeys(order)) == list(m.GROUPS)
    assert sum(a != b for a, b in itertools.pairwise(order)) == len(m.GROUPS) - 1


@pytest.mark.parametrize("name, group", [("work_gravity", "energy"), ("work_correction", "numerics"), ("status", "")])
def test_work_terms_are_energies_but_that_of_the_correction(name: str, group: str) -> None:
    assert m.group_of(name) == group


def test_every_metric_is_in_one_group_of_the_table() -> None:
    table = m.metrics(serpenoid_recording())
    listed = [name for names in table.groups.values() for name in names]
    assert sorted([*listed, "status"]) == sorted(table)
    assert str(table).splitlines()[0] == "motion:" and "\n\nnumerics:\n" in str(table)


def test_json_contains_the_groups_and_the_metrics() -> None:
    recording = serpenoid_recording()
    content = json.loads(metrics_json(recording))
    assert content["format"] == "snakelab-metrics-1"
    assert content["metrics"]["mean_speed"].keys() == {"value", "unit"}
    listed = [name for names in content["groups"].values() for name in names]
    assert sorted(listed) == sorted(content["metrics"])
    assert "mean_speed" in content["groups"]["motion"]
    assert compare([recording, hanging_recording()]).as_data()["groups"]["motion"][0] == "duration"


def test_what_a_resting_robot_settles_is_shown_as_zero(resting) -> None:
    table = m.metrics(resting)
    assert table["mean_velocity_z"] == pytest.approx(-7.24e-6)
    assert [table.text(name) for name in ("mean_velocity_z", "mean_speed", "mean_path_speed")] == ["0", "0", "0"]
    assert "7.24" not in str(table) and table.text("duration") == "5"


def test_zeros_are_shown_everywhere_and_json_keeps_full_numbers(resting) -> None:
    assert json.loads(metrics_json(resting))["metrics"]["mean_velocity_z"]["value"] == pytest.approx(-7.24e-6)
    comparison = compare([resting, resting])
    assert comparison.as_data()["metrics"]["mean_velocity_z"]["values"][0] == pytest.approx(-7.24e-6)
    assert "7.24e-06" not in str(comparison) and "7.24e-06" not in recording_html(resting)
    row = next(row for row in metrics_table([resting]) if row["name"] == "mean_velocity_z")
    assert row["values"] == [0.0] and row["group"] == "motion"


def test_slow_motion_is_shown() -> None:
    """A tenth of a millimetre per second of a robot of 0.3 m."""
    assert m.metrics(straight_recording(speed=1e-4)).text("mean_speed") == "0.0001"


def test_the_scale_of_speeds_is_that_of_the_run() -> None:
    still, fast = (m.negligible_sizes(straight_recording(speed=speed)) for speed in (0.0, 20.0))
    assert fast["m/s"] == pytest.approx(6e-4) and still["m/s"] == pytest.approx(3e-5 * 0.3)


def test_a_run_that_diverges_keeps_its_scale() -> None:
    recording = straight_recording(speed=0.2)
    velocity = recording["com_velocity"].values.copy()
    velocity[-1] = 1e100
    assert m.negligible_sizes(changed(recording, com_velocity=velocity))["m/s"] == pytest.approx(9e-6)


def test_metrics_of_the_numerics_are_shown_in_full() -> None:
    table = m.metrics(straight_recording())
    table["energy_residual"] = 1e-14
    assert table.text("energy_residual") == "1e-14"


def test_a_recording_without_masses_has_no_scale_of_forces() -> None:
    recording = straight_recording()
    bare = type(recording)(recording.dataset.drop_vars("link_mass"), recording.status)
    assert "N" not in m.negligible_sizes(bare) and "m" in m.negligible_sizes(bare)


def test_the_representation_has_the_displayed_values():
    table = m.metrics(straight_recording())
    values = ast.literal_eval(repr(table).replace("nan", "None"))
    assert list(values) == list(table) and values["status"] == "finished"
    table["mean_speed"] = 1.02 - 1.0
    assert table["mean_speed"] != 0.02 and "'mean_speed': 0.02," in repr(table)
