"""Files that are no recordings: each is reported for what it is, and what to type."""

from pathlib import Path

import pytest
import xarray

from recordings import first_rows, serpenoid_recording
from snakelab.errors import RecordingError
from snakelab.results.recording import Recording, load


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    return serpenoid_recording().save(tmp_path / "whole.nc")


def refused(path: Path) -> str:
    with pytest.raises(RecordingError) as caught:
        load(path)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_a_recording_knows_its_names() -> None:
    recording = serpenoid_recording()
    assert "head_position" in recording and "time" in recording
    assert "head_positions" not in recording and 0 not in recording


def test_an_empty_file_is_called_empty(tmp_path: Path) -> None:
    (tmp_path / "e.nc").touch()
    assert "e.nc is not a readable NetCDF-4 file: it is empty (0 bytes)" in refused(tmp_path / "e.nc")


def test_a_log_names_the_command_that_imports_it(tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text("time,pos_1\n0,1\n1,2\n")
    assert f"snakelab import {tmp_path / 'log.csv'} --map MAP.yaml" in refused(tmp_path / "log.csv")


@pytest.mark.few(1)
@pytest.mark.parametrize("share", [0.0005, 0.1, 0.5, 0.95])
def test_a_file_that_is_cut_off_says_so(whole: Path, share: float) -> None:
    content = whole.read_bytes()
    whole.write_bytes(content[: int(share * len(content))])
    assert "it is truncated or damaged" in refused(whole)


def test_a_damaged_middle_is_refused_or_read_but_never_a_crash(whole: Path) -> None:
    content = bytearray(whole.read_bytes())
    content[8:64] = bytes(56)
    whole.write_bytes(content)
    assert "it is truncated or damaged" in refused(whole)


def test_a_scenario_in_place_of_a_recording_is_reported_how_to_run_it(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("name: mine\nrobot: {base: planar}\n")
    text = refused(tmp_path / "mine.yaml")
    assert "it is text that begins with 'name: mine" in text
    assert f"snakelab run {tmp_path / 'mine.yaml'}" in text


def test_other_bytes_are_shown(tmp_path: Path) -> None:
    (tmp_path / "p.nc").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    assert r"begins with the bytes b'\x89PNG\r\n\x1a\n'" in refused(tmp_path / "p.nc")
    (tmp_path / "old.nc").write_bytes(b"CDF\x01" + bytes(100))
    assert "it is NetCDF-3; convert it with nccopy -k nc4" in refused(tmp_path / "old.nc")


def test_text_in_another_script_is_text(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("ä" * 200, encoding="utf-8")
    assert "it is text that begins with 'ää" in refused(tmp_path / "t.txt")


def test_a_folder_without_a_recording_says_what_it_holds(tmp_path: Path) -> None:
    assert "that folder is empty; write one with snakelab run NAME --out" in refused(tmp_path)
    (tmp_path / "notes.txt").write_text("-")
    assert "that folder contains notes.txt" in refused(tmp_path)
    for number in range(8):
        (tmp_path / f"file{number}").write_text("-")
    assert "file0, file1, file2, file3, file4, file5 and 3 more" in refused(tmp_path)
    serpenoid_recording().save(tmp_path / "deep" / "results.nc")
    assert "give one of its folders: deep/" in refused(tmp_path)
    serpenoid_recording().save(tmp_path / "run7.nc")
    assert "give a file of that folder: run7.nc" in refused(tmp_path)


def test_a_missing_file_is_reported_what_lies_beside_it(whole: Path) -> None:
    assert refused(whole.with_name("hole.nc")).endswith(f"hole.nc; {whole.parent} contains whole.nc")
    assert refused(whole.parent / "none" / "x.nc").endswith(
        "there is no recording at " + str(whole.parent / "none" / "x.nc")
    )


def with_attributes(path: Path, **attributes: str) -> Path:
    dataset = xarray.load_dataset(path, engine="h5netcdf").assign_attrs(attributes)
    dataset.to_netcdf(path, engine="h5netcdf")
    return path


@pytest.mark.thorough
def test_a_file_of_a_newer_version_asks_for_an_upgrade(whole: Path) -> None:
    with_attributes(whole, format="snakelab-recording-2", snakelab_version="3.1.4")
    text = refused(whole)
    assert "was written by a newer snakelab 3.1.4 (format 'snakelab-recording-2'" in text
    assert 'get its sources, then: pip install "." in the folder' in text


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["snakelab-recording-0", "snakelab-recording-x", "snakelab-metrics-2", "another-9"])
def test_another_format_is_not_called_newer(whole: Path, name: str) -> None:
    assert f"is not a snakelab recording (format {name!r}" in refused(with_attributes(whole, format=name))


@pytest.mark.thorough
def test_a_recording_without_its_status_or_time_is_damaged(whole: Path) -> None:
    dataset = xarray.load_dataset(whole, engine="h5netcdf")
    del dataset.attrs["status"]
    dataset.to_netcdf(whole, engine="h5netcdf")
    assert "is a damaged recording: it has no status" in refused(whole)
    xarray.Dataset(attrs={"format": "snakelab-recording-1", "status": "finished"}).to_netcdf(whole, engine="h5netcdf")
    assert "is a damaged recording" in refused(whole)


@pytest.mark.thorough
def test_a_recording_without_rows_comes_back(tmp_path: Path) -> None:
    empty = first_rows(serpenoid_recording(), 0)
    assert load(empty.save(tmp_path / "none.nc")).dataset.sizes["time"] == 0


@pytest.mark.thorough
def test_a_missing_variable_is_named_when_it_is_asked_for(whole: Path) -> None:
    older = Recording(load(whole).dataset.drop_vars(["link_width", "tau"]), "finished")
    again = load(older.save(whole))
    with pytest.raises(RecordingError, match="no variable 'tau'"):
        again["tau"]
    with pytest.raises(RecordingError, match="no variable 'link_width'; did you mean 'link_length'"):
        again["link_width"]


def test_a_damaged_scenario_is_reported_when_it_is_asked_for() -> None:
    recording = serpenoid_recording(scenario="{not json")
    with pytest.raises(RecordingError, match="the recording's scenario is damaged"):
        _ = recording.scenario
    del recording.dataset.attrs["scenario"]
    assert recording.scenario == {}


def test_a_recording_prints_as_one_line(whole: Path) -> None:
    recording = load(whole)
    text = repr(recording)
    assert "\n" not in text and recording.status in text and f"{recording.dataset.sizes['time']} rows" in text
