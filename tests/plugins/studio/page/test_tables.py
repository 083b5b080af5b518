"""The tables: figures with units, verdicts beside a source, a scenario that can be run again."""

import json
import math

import pytest
from ruamel.yaml import YAML

from recordings import serpenoid_recording, straight_recording
from snakelab.plugins.studio.page.report_page import comparison, facts, metrics_table, scenario_text
from snakelab.results.metrics.metric_table import metrics
from snakelab.results.recording import Recording
from snakelab.results.reference_values import ReferenceValue, Unchecked, judged, reference_values_attribute
from snakelab.results.step_accuracy import StepCheck


def compared(*reference_values, unchecked=(), status="finished"):
    recording = straight_recording(speed=0.2)
    recording.dataset.attrs |= reference_values_attribute(reference_values, unchecked)
    return comparison(Recording(recording.dataset, status))


def figure(value, tolerance=0.01, **more):
    return ReferenceValue("a paper", metric="mean_speed", value=value, tolerance=tolerance, **more)


def test_table_has_a_column_for_each_run_and_none_where_there_is_no_number():
    runs = [serpenoid_recording(), straight_recording(n_links=1)]
    rows = {row["name"]: row for row in metrics_table(runs)}
    assert rows["mean_speed"]["unit"] == "m/s" and "[" not in rows["mean_speed"]["description"]
    assert rows["mean_speed"]["values"] == [metrics(run)["mean_speed"] for run in runs]
    assert rows["peak_torque"]["values"][1] is None  # one link has no joint
    assert "status" not in rows
    assert all(value is None or math.isfinite(value) for row in rows.values() for value in row["values"])


def test_the_verdicts_are_those_of_the_one_judge():
    reference_values = (
        figure(0.205),
        figure(0.3),
        figure(0.3, explained="the paper's floor is another", explained_up_to=0.2),
        figure(0.205, explained="the paper's floor is another", explained_up_to=0.2),
        ReferenceValue("us", metric="mean_speed", window=(0.5, 1.5), below=0.1),
        ReferenceValue("us", variable="base_position.x", time=1.0, above=0.1),
        ReferenceValue("us", metric="peak_force", above=0.0),
    )
    recording = straight_recording(speed=0.2)
    recording.dataset.attrs |= reference_values_attribute(reference_values, ())
    actual = comparison(recording)["expected"]
    assert [entry["verdict"] for entry in actual] == [judgement.verdict for judgement in judged(recording)]
    assert [entry["kind"] for entry in actual] == ["good", "bad", "fair", "good", "bad", "good", "bad"]
    remarks = (
        "",
        "no reason is stated",
        "the paper's floor",
        "stale",
        "no reason is stated",
        "",
        "the run has no such value",
    )
    assert all(entry["remark"].startswith(remark) for entry, remark in zip(actual, remarks, strict=True))
    assert [bool(entry["remark"]) for entry in actual] == [bool(remark) for remark in remarks]


def test_a_row_has_metric_range_value_error_and_source():
    (actual,) = compared(figure(0.25, window=(0.5, 1.5), case="in words"))["expected"]
    assert actual == {
        "figure": "mean_speed from 0.5 to 1.5 s",
        "case": "in words",
        "unit": "m/s",
        "computed": "0.2",
        "range": "0.25 ± 0.01",
        "error": "-0.05",
        "share": "-20 %",
        "verdict": "differs, unexplained",
        "kind": "bad",
        "sign": "✗",
        "source": "a paper",
        "remark": actual["remark"],
    }


def test_a_bound_has_a_range_and_no_error():
    (actual,) = compared(ReferenceValue("us", variable="base_position.x", time=1.0, above=0.1))["expected"]
    assert (actual["figure"], actual["range"], actual["computed"]) == ("base_position.x at 1 s", "> 0.1", "0.2")
    assert (actual["error"], actual["share"]) == ("", "")


def test_a_run_that_did_not_come_through_has_no_numbers():
    (actual,) = compared(figure(0.2), status="diverged at t = 1 s")["expected"]
    assert (actual["verdict"], actual["computed"], actual["remark"]) == ("no result", "", "the run diverged at t = 1 s")


def test_unchecked_statements_are_kept():
    actual = compared(unchecked=[Unchecked("it climbs", "no slope given", "a paper")])
    assert actual["unchecked"] == [{"claim": "it climbs", "reason": "no slope given", "source": "a paper"}]
    assert actual["expected"] == []


def test_damaged_reference_values_are_reported_on_the_page():
    recording = straight_recording()
    recording.dataset.attrs["reference_values"] = '{"reference_values": "soon"}'
    (actual,) = comparison(recording)["expected"]
    assert actual["verdict"] == "no result" and "damaged" in actual["remark"]


def test_scenario_text_reads_back_as_the_scenario():
    scenario = {"name": "s", "robot": {"parts": [{"link": {"length": 0.11}}, {"repeat": {"times": 4}}]}, "duration": "pi/2",
                "title": "with: a colon # and a hash", "empty": {}, "list": [1, 2.5, None, True]}  # fmt: skip
    recording = straight_recording()
    recording.dataset.attrs["scenario"] = json.dumps(scenario)
    assert YAML(typ="safe").load(scenario_text(recording)) == scenario


@pytest.mark.parametrize("text", ["{}", "", "[1, 2", "7"])
def test_recording_without_a_scenario_has_no_text(text):
    recording = straight_recording()
    recording.dataset.attrs["scenario"] = text
    assert scenario_text(recording) == "" and comparison(recording)["expected"] == []


def test_facts_say_where_the_run_came_from():
    recording = straight_recording()
    settings = {"duration": 2.0, "record_rate": 100.0, "engine": "SnakelabEngine(step=0.002)"}
    recording.dataset.attrs["settings"] = json.dumps(settings)
    actual = dict(facts(recording))
    assert actual["seed"] == "0" and actual["host"] == "bench" and actual["snakelab"] == "0.1.0"
    assert actual["duration"] == "2 s"
    assert actual["rows recorded"] == "201, 100 Hz" and actual["engine"] == "SnakelabEngine(step=0.002)"
    assert actual["wall time"] == "0.5 s" and actual["real-time factor"] == "20"
    assert actual["step error"].startswith("not estimated (") and "second run" not in actual
    recording.dataset.attrs["step_check"] = json.dumps(StepCheck(0.001, "finished", 2.0, 0.01, 0.02, 0.03).as_data())
    assert dict(facts(recording))["second run"].endswith("estimated error of this run 3 %")
    recording.dataset.attrs["settings"] = "broken"
    assert "engine" not in dict(facts(recording)) and "step error" not in dict(facts(recording))
