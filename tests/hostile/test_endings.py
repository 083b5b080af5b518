"""A recording of the studio is on the disk after every end of the run or the process, at any moment."""

import os
import signal
import subprocess
import sys
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import snakelab as sl
from snakelab.results.datasets import Journal
from snakelab.results.status import StatusKind

pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
from hostile.studio_process import StudioProcess

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
SCENARIO = "base: planar_viscous\nname: mine\n"
SIGNALS = ("SIGKILL", "SIGINT", "SIGTERM", "SIGHUP")
MESSAGES = {
    "record": {"do": "record"},
    "reset": {"do": "reset"},
    "open": {"do": "open", "name": "planar_viscous"},
    "engine": {"do": "engine", "name": "emulated"},
    "restart": {"do": "set", "path": "robot.parts.0.mass", "value": 0.2, "restart": True},
    "edit": None,
}


def end_by_signal(folder, name, seconds):
    studio = StudioProcess(folder, SCENARIO)
    try:
        shown = studio.record(seconds)
        output, _ = studio.end(getattr(signal, name))
    finally:
        studio.close()
    saved = sl.load(folder / "out" / "mine_1")
    end = float(saved["time"].values[-1])
    assert end >= shown - 1.0
    if name == "SIGKILL":
        assert saved.status.kind is StatusKind.INTERRUPTED
    else:
        assert f"saved {os.path.join('out', 'mine_1')}" in output and end >= shown
        assert (folder / "out" / "mine_1" / "results.nc").exists()


def end_by_message(folder, name, seconds):
    studio = StudioProcess(folder, SCENARIO)
    try:
        shown = studio.record(seconds)
        if name == "edit":
            (folder / "mine.yaml").write_text(f"{SCENARIO}# edited\n")
        else:
            studio.send(**MESSAGES[name])
        assert studio.watch(60.0, lambda state: not state["recording"] and state["confirmed"])
        assert os.path.join("out", "mine_1") in studio.state["note"]
    finally:
        studio.close()
    saved = sl.load(folder / "out" / "mine_1" / "results.nc")
    assert float(saved["time"].values[-1]) >= shown


@pytest.mark.parametrize("name", ("SIGKILL", "SIGHUP"))
def test_a_studio_that_is_killed_or_whose_terminal_is_closed_leaves_its_recording(name, tmp_path):
    end_by_signal(tmp_path, name, 1.5)


def test_a_closed_tab_does_not_end_the_recording(tmp_path):
    studio = StudioProcess(tmp_path, SCENARIO)
    try:
        shown = studio.record(0.5)
        studio.page.close()
        output, _ = studio.end(signal.SIGINT)
    finally:
        studio.close()
    assert "saved" in output
    assert float(sl.load(tmp_path / "out" / "mine_1")["time"].values[-1]) >= shown


@pytest.mark.slow
@pytest.mark.parametrize("name", (*SIGNALS, *MESSAGES))
@given(seconds=st.floats(0.0, 4.0))
@settings(max_examples=10, deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_a_hundred_endings_at_any_moment_lose_no_recording(name, tmp_path_factory, seconds):
    end = end_by_signal if name in SIGNALS else end_by_message
    end(tmp_path_factory.mktemp("studio"), name, seconds)


LONG_RUN = ("run", "mine.yaml", "--quiet", "--no-figures", "--out", "out")
SLOW = "base: planar_viscous\nname: mine\nduration: 50000\nsolver: {record_rate: 10}\n"


def end_run(folder, number, seconds, hardware=False):
    """Start a long run, end it with a signal after a while, and return the recording that it leaves."""
    (folder / "mine.yaml").write_text(SLOW)
    words = [*LONG_RUN]
    if hardware:
        (folder / "robot.yaml").write_text(
            "ids: 1-4\nlimits: [-3, 3]\nrate: 50\nsafety: {load_warning: 9, load_stop: 9}\n"
        )
        words += ["--hardware", "robot.yaml"]
    process = subprocess.Popen([sys.executable, "-m", "snakelab", *words], cwd=folder, stdout=subprocess.DEVNULL)
    journal, end = folder / "out" / "recording.journal", time.monotonic() + 300.0
    while not journal.exists() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(seconds)
    seen = sl.load(folder / "out")["time"].values[-1]
    assert process.poll() is None
    process.send_signal(number)
    process.wait(300.0)
    saved = sl.load(folder / "out")
    assert saved["time"].values[-1] >= seen > 0.0 and saved.status.kind is StatusKind.INTERRUPTED
    return saved


@pytest.mark.parametrize("hardware", [False, True])
@pytest.mark.parametrize("name", ("SIGKILL", "SIGTERM"))
def test_a_run_that_is_ended_leaves_its_recording(tmp_path, name, hardware):
    end_run(tmp_path, getattr(signal, name), 1.0, hardware)
    assert (tmp_path / "out" / "recording.journal").exists() == (name == "SIGKILL")


@pytest.mark.slow
@pytest.mark.parametrize("hardware", [False, True])
@pytest.mark.parametrize("name", SIGNALS)
@given(seconds=st.floats(0.0, 3.0))
@settings(max_examples=5, deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_runs_that_are_ended_at_any_moment_leave_their_recordings(tmp_path_factory, name, hardware, seconds):
    end_run(tmp_path_factory.mktemp("run"), getattr(signal, name), seconds, hardware)


def test_the_newer_of_a_recording_and_a_journal_is_read(tmp_path):
    scenario = sl.load_scenario("planar_viscous", ["duration=0.2"])
    first = sl.run_scenario(scenario)
    first.save(tmp_path / "results.nc")
    os.utime(tmp_path / "results.nc", (1e9, 1e9))
    simulation = sl.start_scenario(scenario)
    simulation.advance(0.1)
    journal = Journal(tmp_path / "recording.journal")
    journal.append(simulation.recording(since=-1.0).dataset, -1.0)
    journal.close()
    assert sl.load(tmp_path)["time"].values[-1] == 0.1
    os.utime(tmp_path / "recording.journal", (9e8, 9e8))
    assert sl.load(tmp_path)["time"].values[-1] == first["time"].values[-1]
