"""The status of a run: a text with a declared kind, time and reason; a plain text is parsed once."""

import copy
import json
import math
import pickle

import pytest
import xarray

from recordings import serpenoid_recording
from snakelab.errors import RecordingError
from snakelab.results.recording import Recording, load
from snakelab.results.run_status import RunStatus, StatusKind

MADE = [
    RunStatus.finished(3.0),
    RunStatus.stopped("goal (0.3, 0.2, 0.0) reached at t = 1 s at last", 1.25),
    RunStatus.diverged(0.125),
    RunStatus.interrupted(1e-7),
    RunStatus.failed("at t = 0.05 s the error estimate exceeds tolerance=1e-09 even at a step of 1e-09 s", 0.05),
    RunStatus.failed("no luck"),
    RunStatus.refused("it would stand in the wall"),
]


@pytest.mark.parametrize("status", MADE, ids=lambda status: str(status.kind))
def test_the_text_of_a_status_is_parsed_to_the_same_kind_time_and_reason(status):
    parsed = RunStatus(str(status))
    assert (parsed, parsed.kind, parsed.reason) == (str(status), status.kind, status.reason)
    known = "finished" not in status
    assert parsed.time == status.time if known and not math.isnan(status.time) else math.isnan(parsed.time)


@pytest.mark.parametrize("status", MADE, ids=lambda status: str(status.kind))
def test_a_status_is_a_text_that_goes_to_other_processes_and_files(status):
    for again in (pickle.loads(pickle.dumps(status)), copy.deepcopy(status), RunStatus(status)):
        assert (again, again.kind, again.reason) == (status, status.kind, status.reason)
    assert json.loads(json.dumps({"status": status})) == {"status": str(status)}
    assert type(str(status)) is str and status.startswith(status.kind.value)


@pytest.mark.parametrize(
    "text, kind, time, reason",
    [
        ("stopped: goal reached", StatusKind.STOPPED, math.nan, "goal reached"),
        ("stopped: bored at t = 0.34 s", StatusKind.STOPPED, 0.34, "bored"),
        ("diverged at t = 1e-05 s", StatusKind.DIVERGED, 1e-5, None),
        ("failed: BDF stopped at t = 0.2 s: no step", StatusKind.FAILED, 0.2, "BDF stopped at t = 0.2 s: no step"),
        ("finishedly", StatusKind.UNKNOWN, math.nan, "finishedly"),
        ("unknown", StatusKind.UNKNOWN, math.nan, "unknown"),
        ("", StatusKind.UNKNOWN, math.nan, ""),
        ("<script>: at t = 1 s", StatusKind.UNKNOWN, math.nan, "<script>: at t = 1 s"),
        ("diverged at t = 1.2.3 s", StatusKind.DIVERGED, math.nan, None),
    ],
)
def test_texts_of_earlier_versions_and_of_strangers_are_parsed(text, kind, time, reason):
    status = RunStatus(text)
    assert (str(status), status.kind) == (text, kind)
    assert status.time == time or (math.isnan(time) and math.isnan(status.time))
    assert reason is None or status.reason == reason


def test_completed_runs_and_errors_are_reported_apart():
    assert [status.completed for status in MADE] == [True, True, False, False, False, False, False]
    assert [status.is_error for status in MADE] == [False, False, True, False, True, True, False]


def test_a_recording_made_with_a_plain_text_has_a_parsed_status():
    recording = serpenoid_recording(status="diverged at t = 9 s")
    assert recording.status == "diverged at t = 9 s" and recording.status.startswith("diverged")
    assert recording.status.kind is StatusKind.DIVERGED and recording.status.time == 9.0


@pytest.mark.few(2)
@pytest.mark.parametrize("status", MADE, ids=lambda status: str(status.kind))
def test_a_file_keeps_kind_time_and_reason(status, tmp_path):
    whole = serpenoid_recording()
    kept = Recording(whole.dataset.assign_attrs(status.attributes), status)
    again = load(kept.save(tmp_path / "run.nc")).status
    assert (again, again.kind, again.reason) == (status, status.kind, status.reason)
    assert again.time == status.time or math.isnan(status.time)


def test_a_file_without_a_declared_kind_has_its_status_parsed(tmp_path):
    recording = serpenoid_recording(duration=10.0, status="finished")
    assert "status_kind" not in recording.dataset.attrs
    again = load(recording.save(tmp_path / "plain.nc")).status
    assert again == "finished" and again.kind is StatusKind.FINISHED and again.time == pytest.approx(10.0)


@pytest.mark.thorough
def test_a_file_with_a_kind_that_does_not_exist_is_damaged(tmp_path):
    recording = serpenoid_recording()
    path = tmp_path / "run.nc"
    recording.dataset.assign_attrs(RunStatus.finished(1.0).attributes | {"status_kind": "odd"}).to_netcdf(
        path, engine="h5netcdf"
    )
    with pytest.raises(RecordingError, match=r"status_kind must be one of finished, stopped, .*, got 'odd'"):
        load(path)
    xarray.load_dataset(path, engine="h5netcdf").assign_attrs(status_kind="finished").to_netcdf(
        tmp_path / "good.nc", engine="h5netcdf"
    )
    assert load(tmp_path / "good.nc").finished


@pytest.mark.parametrize("wrong", [None, 3, b"finished", ["finished"], {}, object(), float("nan")])
def test_a_status_is_a_text(wrong):
    with pytest.raises(RecordingError, match="a status is a text such as"):
        RunStatus(wrong)
