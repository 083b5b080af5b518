"""A recording in progress is on the disk, and whatever ends its run saves it."""

import shutil
import tempfile
import time

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import RecordingError, SimulationError
from snakelab.plugins.studio.live.session import Session
from snakelab.results.netcdf_files import JOURNAL
from snakelab.results.run_status import StatusKind

pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
FILE = "base: planar_viscous\nname: mine\n"


@pytest.fixture
def session(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(FILE)
    lines = []
    session = Session(sl.load_scenario(path), tmp_path / "out", file=path, report=lines.append)
    session.lines = lines
    yield session
    session.close()


def advance(session, periods):
    """Advance with a part of the journal after every period."""
    for _ in range(periods):
        session.run.advance(1)
        session.run.recorder.journal.append(wait=True)


def edit(session):
    session.file.path.write_text(f"{FILE}# edited\n")
    session.file._looked = -10.0
    assert session.read_file()


ENDINGS = {
    "record": lambda session: session.live.toggle_recording(),
    "reset": lambda session: session.reset(),
    "open": lambda session: session.open("planar_viscous"),
    "engine": lambda session: session.use_engine("emulated"),
    "edit": edit,
    "restart": lambda session: session.restart_with({"robot.parts.0.mass": 0.2}),
    "close": lambda session: session.close(),
}


@pytest.mark.thorough
@pytest.mark.parametrize("ending", ENDINGS)
def test_every_end_of_a_run_saves_its_recording_and_names_it(session, ending):
    session.live.toggle_recording()
    folder = session.folder / "mine_1"
    assert session.state()["recording"] and str(folder) in session.run.note
    advance(session, 30)
    end, run = session.simulation.time, session.run
    ENDINGS[ending](session)
    saved = sl.load(folder)
    assert (folder / "results.nc").exists() and not (folder / JOURNAL).exists()
    assert saved["time"].values[-1] == end and saved.status.kind is StatusKind.FINISHED
    assert sl.load_scenario(folder / "scenario.yaml").settings.duration == end
    assert not run.recorder.recording and not session.state()["recording"]
    if ending == "close":
        assert session.lines == [f"saved {folder}"]
    else:
        assert str(folder) in session.state()["note"] and session.state()["confirmed"]


@pytest.mark.thorough
def test_a_recording_of_servos_is_saved_after_they_are_disconnected(session):
    session.use_engine("emulated")
    session.live.toggle_recording()
    advance(session, 20)
    session.use_engine("simulation")
    saved = sl.load(session.folder / "mine_1")
    assert len(saved["time"]) > 10 and "servo_temperature" in saved


@pytest.mark.thorough
def test_an_error_in_an_edited_file_does_not_end_the_recording(session):
    session.live.toggle_recording()
    advance(session, 5)
    session.file.path.write_text("base: nothing\n")
    session.file._looked = -10.0
    session.read_file()
    assert session.run.recorder.recording


@pytest.mark.thorough
def test_the_journal_holds_the_rows_of_the_run_so_far(session):
    session.live.toggle_recording()
    advance(session, 30)
    session.edits.push("link2", [0.0, 0.3, 0.0], 0.05)
    advance(session, 40)
    session.seek(0.4)
    session.edits.set({"controller.amplitude": 0.3})
    advance(session, 25)
    read, run = sl.load(session.folder / "mine_1"), session.simulation.recording()
    for name in run.dataset.variables:
        assert np.array_equal(read[name].values, run[name].values, equal_nan=run[name].dtype.kind == "f"), name
        assert read[name].attrs == run[name].attrs
    for name in ("scenario", "events", "surfaces", "seed", "mass"):
        assert read.dataset.attrs.get(name) == run.dataset.attrs.get(name)
    assert read.status.kind is StatusKind.INTERRUPTED and read.status.time == session.simulation.time
    assert "did not end" in read.dataset.attrs["notes"]


def test_rows_reach_the_journal_within_a_second_also_of_a_paused_run(session):
    session.start()
    session.order(session.live.toggle_recording, pytest.fail)
    session.order(session.play, pytest.fail)
    time.sleep(1.0)
    session.order(session.pause, pytest.fail)
    time.sleep(1.0)
    assert sl.load(session.folder / "mine_1")["time"].values[-1] == session.simulation.time > 0.0


@pytest.mark.thorough
def test_a_journal_that_ends_anywhere_is_read_up_to_its_last_complete_part(session, tmp_path):
    session.live.toggle_recording()
    advance(session, 6)
    content = (session.folder / "mine_1" / JOURNAL).read_bytes()
    cut = tmp_path / "cut.journal"
    lengths = []
    for n in np.linspace(1, len(content), 60).astype(int).tolist():
        cut.write_bytes(content[:n])
        try:
            lengths.append(len(sl.load(cut)["time"]))
        except RecordingError as problem:
            assert "\n" not in str(problem)
            lengths.append(0)
    assert lengths == sorted(lengths) and lengths[0] == 0 and lengths[-1] == 7
    damaged = bytearray(content)
    damaged[-5] ^= 1
    cut.write_bytes(damaged)
    recording = sl.load(cut)
    assert len(recording["time"]) == 6 and "incomplete" in recording.dataset.attrs["notes"]


def test_a_full_disk_is_told_and_the_recording_stays_in_memory(session, monkeypatch):
    session.live.toggle_recording()
    advance(session, 5)
    import os

    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        for _ in range(2):  # the failure of a part is known when the next one is due
            session.run.recorder.journal._due = 0.0
            session.run.advance(1)
            session.run.recorder.journal._pending.exception(10.0)
    assert "memory only" in session.run.note and session.run.recorder.recording and not session.state()["confirmed"]
    advance(session, 5)
    assert sl.load(session.folder / "mine_1")["time"].values[-1] == session.simulation.time


def test_a_folder_that_cannot_be_written_is_refused_before_the_recording_begins(session):
    session.folder.parent.joinpath("out").write_text("a file")
    with pytest.raises(RecordingError, match="cannot make the folder"):
        session.live.toggle_recording()
    assert not session.state()["recording"]


def test_a_dangling_link_in_place_of_the_folder_is_named(session):
    session.folder.symlink_to(session.folder.parent / "nowhere" / "else")
    with pytest.raises(RecordingError, match=r"cannot make the folder .*mine_1"):
        session.live.toggle_recording()


def test_a_folder_in_which_nothing_could_be_saved_is_removed(session, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    session.run.advance(1)
    monkeypatch.setattr("os.write", full)
    with pytest.raises(RecordingError, match="No space left"):
        session.live.toggle_recording()
    monkeypatch.undo()
    monkeypatch.setattr("snakelab.sim.recording_assembly.Recording.save", lambda *_: refuse())
    with pytest.raises(RecordingError, match="refused"):
        session.run.save()
    assert list(session.folder.iterdir()) == []


def refuse():
    raise RecordingError("refused")


def test_a_recording_whose_folder_is_gone_is_saved_among_temporary_files(session, monkeypatch, tmp_path):
    rescued = tmp_path / "temporary"
    rescued.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(rescued))
    session.live.toggle_recording()
    advance(session, 5)
    end = session.simulation.time
    shutil.rmtree(session.folder)
    session.folder.write_text("a file")
    session.close()
    (folder,) = rescued.iterdir()
    (line,) = session.lines
    assert "could not be saved" in line and line.endswith(f"it was saved in {folder} instead")
    assert sl.load(folder)["time"].values[-1] == end


def test_a_journal_that_is_gone_is_not_named_as_the_place_of_a_recording(session, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(session.folder.parent / "none"))
    session.live.toggle_recording()
    advance(session, 5)
    shutil.rmtree(session.folder)
    session.folder.write_text("a file")
    session.close()
    assert session.lines[0].endswith("nothing of it is on the disk")


def test_a_run_without_rows_is_no_recording(session):
    with pytest.raises(SimulationError, match="no longer kept"):
        session.seek(-1.0)
    assert not session.folder.exists()
