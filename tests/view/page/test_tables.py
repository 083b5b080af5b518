"""The tables: figures with units, verdicts beside a source, a scenario that can be run again."""

import json
import math

import pytest
from ruamel.yaml import YAML

from recordings import serpenoid_recording, straight_recording
from snakelab.results.metrics import metrics
from snakelab.view.page.tables import (
    AGREES,
    DIFFERS,
    EXPLAINED,
    NO_VALUE,
    STALE,
    comparison,
    facts,
    metrics_table,
    scenario_text,
)


def with_scenario(**scenario):
    return straight_recording().dataset.assign_attrs(scenario=json.dumps(scenario))


def compared(*expected, **more):
    recording = straight_recording(speed=0.2)
    recording.dataset.attrs["scenario"] = json.dumps({"expected": list(expected), **more})
    return comparison(recording)


def figure(value, tolerance=0.01, **more):
    return {"metric": "mean_speed", "value": value, "tolerance": tolerance, "source": "a paper", **more}


def test_table_has_a_column_for_each_run_and_none_where_there_is_no_number():
    runs = [serpenoid_recording(), straight_recording(n_links=1)]
    rows = {row["name"]: row for row in metrics_table(runs)}
    assert rows["mean_speed"]["unit"] == "m/s" and "[" not in rows["mean_speed"]["description"]
    assert rows["mean_speed"]["values"] == [metrics(run)["mean_speed"] for run in runs]
    assert rows["peak_torque"]["values"][1] is None  # one link has no joint
    assert "status" not in rows
    assert all(value is None or math.isfinite(value) for row in rows.values() for value in row["values"])


@pytest.mark.parametrize(
    ("entry", "verdict"),
    [
        (figure(0.205), AGREES),
        (figure(0.3), DIFFERS),
        (figure(0.3, explained="the paper's floor is another"), EXPLAINED),
        (figure(0.205, explained="the paper's floor is another"), STALE),
        (figure("0.205"), AGREES),
        (figure("a lot"), NO_VALUE),
        (figure(0.2, metric="no_such_figure"), NO_VALUE),
        ({"metric": "mean_speed"}, NO_VALUE),
    ],
)
def test_verdict_follows_from_the_tolerance(entry, verdict):
    (found,) = compared(entry)["expected"]
    assert found["verdict"] == verdict


def test_error_is_ours_minus_theirs_and_its_share_of_theirs():
    (found,) = compared(figure(0.25))["expected"]
    assert found["error"] == pytest.approx(-0.05) and found["share"] == pytest.approx(-0.2)
    assert found["unit"] == "m/s" and found["source"] == "a paper"


def test_claims_that_cannot_be_checked_are_kept():
    found = compared(unchecked=[{"claim": "it climbs", "reason": "no slope given"}, "not a claim"])
    assert found["unchecked"] == [{"claim": "it climbs", "reason": "no slope given", "source": ""}]


def test_anything_in_the_place_of_a_list_is_passed_over():
    assert compared(expected="soon", unchecked={"claim": 1}) == {"expected": [], "unchecked": []}


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
    found = dict(facts(recording))
    assert found["seed"] == "0" and found["host"] == "bench" and found["snakelab"] == "0.1.0"
    assert found["rows recorded"] == "201, 100 Hz" and found["engine"] == "SnakelabEngine(step=0.002)"
    assert found["wall time"] == "0.5 s" and found["real-time factor"] == "20"
    recording.dataset.attrs["settings"] = "broken"
    assert "engine" not in dict(facts(recording))
