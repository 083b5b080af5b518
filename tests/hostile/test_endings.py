"""Recordings and results are on the disk after every end of a process, at any moment.

The number of random endings is an option: `pytest tests/hostile/test_endings.py --endings 100 --seed 1`.
"""

import csv
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

import snakelab as sl
from hostile.bounds import Patience, default_signals
from hostile.studio_process import StudioProcess
from snakelab.results.netcdf_files import Journal
from snakelab.results.run_status import StatusKind

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
SIGNALS = ("KILL", "INT", "TERM", "HUP", "INT INT", "TERM INT", "HUP TERM KILL")
SCENARIO = "base: planar_viscous\nname: mine\n"
LONG = "base: planar_viscous\nname: mine\nduration: 50000\nsolver: {record_rate: 10}\n"
ROBOT = "ids: 1-4\nlimits: [-3, 3]\nrate: 50\nsafety: {load_warning: 9, load_stop: 9}\n"
STUDY = """\
sweep: waves
scenario: planar_prototype
set: {duration: 0.3}
parameters:
  controller.serpenoid_gait.amplitude: {from: 0.2, to: 0.6, count: 12}
"""
FIT = """\
scenario: planar_viscous
set: {duration: 0.5}
parameters:
  world.media.0.normal: {from: 0.1, to: 30}
  world.media.0.tangential: {from: 0.01, to: 30}
"""


def start(folder, *words):
    """Start a command in a group of processes of its own, which does not ignore what the tests ignore."""
    output = (folder / "output.txt").open("wb")
    with output:
        return subprocess.Popen(
            [sys.executable, "-m", "snakelab", *words], cwd=folder, stdout=output, stderr=subprocess.STDOUT,
            start_new_session=True, preexec_fn=default_signals,
        )  # fmt: skip


def end(process, signals, chance):
    """Send signals to the group of a process, a little apart; return its exit code."""
    for name in signals.split():
        try:
            os.killpg(process.pid, getattr(signal, f"SIG{name}"))
        except ProcessLookupError:
            break
        time.sleep(chance.choice([0.0, 0.01, 0.1]))
    try:
        return Patience(process).end()
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def recorded_until(folder):
    """Return the time of the last record of a recording [s]; 0 without one."""
    try:
        return float(sl.load(folder / "out")["time"].values[-1])
    except (sl.errors.RecordingError, FileNotFoundError):
        return 0.0


def check_output(folder):
    text = (folder / "output.txt").read_text(errors="replace")
    assert "Traceback" not in text, text


# ----------------------------------------------------------------------------------------------------------------------
# Run, of the simulation and of emulated servos
# ----------------------------------------------------------------------------------------------------------------------


def run_ending(folder, signals, chance, hardware=False):
    (folder / "mine.yaml").write_text(LONG)
    words = ["run", "mine.yaml", "--quiet", "--no-figures", "--out", "out"]
    if hardware:
        (folder / "robot.yaml").write_text(ROBOT)
        words += ["--hardware", "robot.yaml"]
    process = start(folder, *words)
    try:
        Patience(process).wait_for((folder / "out" / "recording.journal").exists)
        Patience(process).wait_for(lambda: recorded_until(folder) > 0.0)
        time.sleep(chance.uniform(0.0, 3.0))
        seen = recorded_until(folder)
        assert process.poll() is None
    finally:
        end(process, signals, chance)
    check_output(folder)
    saved = sl.load(folder / "out")
    assert saved["time"].values[-1] >= seen > 0.0 and saved.status.kind is StatusKind.INTERRUPTED
    if signals in ("INT", "TERM", "HUP"):  # a second one may come while files are written: the journal is still there
        assert (folder / "out" / "results.nc").exists() and not (folder / "out" / "recording.journal").exists()


def hardware_ending(folder, signals, chance):
    run_ending(folder, signals, chance, hardware=True)


# ----------------------------------------------------------------------------------------------------------------------
# Studies: what was computed stays, and the same command ends with the same results as one that was not interrupted
# ----------------------------------------------------------------------------------------------------------------------


def known(folder):
    """Return the results in the log of a study so far, by key."""
    try:
        with sqlite3.connect(f"file:{folder / 'here' / 'results_log.sqlite'}?mode=ro", uri=True) as base:
            return dict(base.execute("SELECT key, result FROM results"))
    except sqlite3.OperationalError:  # there is none yet
        return {}


UNINTERRUPTED = {}  # results by command


def study_ending(folder, signals, chance, words, result):
    process = start(folder, *words)
    try:
        Patience(process).wait_for(lambda: known(folder))
        time.sleep(chance.uniform(0.0, 2.0))
        before = known(folder)
    finally:
        end(process, signals, chance)
    check_output(folder)
    assert before and before.items() <= known(folder).items()
    process = start(folder, *words)
    assert Patience(process).end() in (0, 1)
    check_output(folder)
    again = result(folder / "here")
    if words[0] not in UNINTERRUPTED:
        shutil.rmtree(folder / "here")
        assert Patience(start(folder, *words)).end() in (0, 1)
        UNINTERRUPTED[words[0]] = result(folder / "here")
    assert again == UNINTERRUPTED[words[0]]


TIMES = ("wall_time_of_trial [s]", "wall_time [s]", "real_time_factor")


def table(folder):
    """Return the rows of a study, without the times that they took."""
    with (folder / "table.csv").open() as file:
        return [{key: value for key, value in row.items() if key not in TIMES} for row in csv.DictReader(file)]


def sweep_ending(folder, signals, chance):
    (folder / "waves.yaml").write_text(STUDY)
    words = ("sweep", "waves.yaml", "--workers", str(chance.choice([1, 2])), "--out", "here")
    study_ending(folder, signals, chance, words, table)


def optimise_ending(folder, signals, chance):
    (folder / "waves.yaml").write_text(STUDY)
    words = ("optimise", "waves.yaml", "--maximise", "speed", "--trials", "12", "--workers", "1", "--out", "here")
    study_ending(folder, signals, chance, words, table)


def identify_ending(folder, signals, chance):
    sl.run_scenario(sl.load_scenario("planar_viscous", ["duration=0.5"])).save(folder / "log.nc")
    (folder / "fit.yaml").write_text(FIT)
    words = ("identify", "log.nc", "fit.yaml", "--threads", "1", "--out", "here")
    study_ending(folder, signals, chance, words, lambda here: (here / "identification.json").read_text())


# ----------------------------------------------------------------------------------------------------------------------
# Node of ROS
# ----------------------------------------------------------------------------------------------------------------------


def logged_until(folder):
    """Return the time of the last message of a log, complete or not [s]; 0 without one."""
    from snakelab.plugins.ros.bag_reading import McapReader
    from snakelab.plugins.ros.topics import type_store

    for file in (*folder.glob("bag/*.mcap"), *folder.glob("bag.part/*.mcap")):
        if not file.stat().st_size:
            return 0.0
        reader = McapReader([file], type_store("mcap"))
        return max((time for _, time, _ in reader.messages(reader.connections)), default=0) * 1e-9
    return 0.0


def ros_ending(folder, signals, chance):
    pytest.importorskip("rosbags", reason="no bags: pip install '.[mcap]'")
    pytest.importorskip("cyclonedds", reason="no node: pip install '.[ros]'")
    (folder / "mine.yaml").write_text(LONG)
    process = start(folder, "ros2", "mine.yaml", "--backend", "cyclonedds", "--domain", "94", "--log", "bag")
    try:
        Patience(process).wait_for(lambda: logged_until(folder) > 0.0)
        time.sleep(chance.uniform(0.0, 3.0))
        seen = logged_until(folder)
        assert process.poll() is None
    finally:
        end(process, signals, chance)
    check_output(folder)
    assert logged_until(folder) >= seen > 0.0
    if "KILL" not in signals:
        assert sorted(path.name for path in folder.glob("bag*/*")) == ["bag.mcap", "metadata.yaml"]


# ----------------------------------------------------------------------------------------------------------------------
# Studio: ends of the process, and of the run
# ----------------------------------------------------------------------------------------------------------------------

MESSAGES = {
    "record": {"do": "record"},
    "reset": {"do": "reset"},
    "open": {"do": "open", "name": "planar_viscous"},
    "engine": {"do": "engine", "name": "emulated"},
    "restart": {"do": "set", "path": "robot.parts.0.mass", "value": 0.2, "restart": True},
    "edit": None,
}


def studio_ending(folder, signals, chance):
    pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
    if chance.random() < 0.5:
        end_by_message(folder, chance.choice(list(MESSAGES)), chance.uniform(0.0, 3.0))
    else:
        end_by_signal(folder, signals.split()[0], chance.uniform(0.0, 3.0))


def end_by_signal(folder, name, seconds):
    studio = StudioProcess(folder, SCENARIO)
    try:
        shown = studio.record(seconds)
        output, _ = studio.end(getattr(signal, f"SIG{name}"))
    finally:
        studio.close()
    saved = sl.load(folder / "out" / "mine_1")
    last = float(saved["time"].values[-1])
    assert last >= shown - 1.0
    if name == "KILL":
        assert saved.status.kind is StatusKind.INTERRUPTED
    else:
        assert f"saved {os.path.join('out', 'mine_1')}" in output and last >= shown
        assert (folder / "out" / "mine_1" / "results.nc").exists()


def end_by_message(folder, name, seconds):
    studio = StudioProcess(folder, SCENARIO)
    try:
        shown = studio.record(seconds)
        if name == "edit":
            (folder / "mine.yaml").write_text(f"{SCENARIO}# edited\n")
        else:
            studio.send(**MESSAGES[name])
        assert studio.wait_for(lambda state: not state["recording"] and state["confirmed"])
        assert os.path.join("out", "mine_1") in studio.state["note"]
    finally:
        studio.close()
    saved = sl.load(folder / "out" / "mine_1" / "results.nc")
    assert float(saved["time"].values[-1]) >= shown


def test_a_closed_tab_does_not_end_the_recording(tmp_path):
    pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
    studio = StudioProcess(tmp_path, SCENARIO)
    try:
        shown = studio.record(0.5)
        studio.page.close()
        output, _ = studio.end(signal.SIGINT)
    finally:
        studio.close()
    assert "saved" in output
    assert float(sl.load(tmp_path / "out" / "mine_1")["time"].values[-1]) >= shown


# ----------------------------------------------------------------------------------------------------------------------
# All of them, at random moments
# ----------------------------------------------------------------------------------------------------------------------

SURFACES = {
    "run": run_ending,
    "studio": studio_ending,
    "ros": ros_ending,
    "sweep": sweep_ending,
    "hardware": hardware_ending,
    "identify": identify_ending,
    "optimise": optimise_ending,
}


def pytest_generate_tests(metafunc):
    if "number" in metafunc.fixturenames:
        numbers = range(metafunc.config.getoption("--endings"))
        names = [list(SURFACES)[number % len(SURFACES)] for number in numbers]
        metafunc.parametrize(("surface", "number"), list(zip(names, numbers, strict=True)))


def test_an_ending_at_any_moment_loses_nothing(surface, number, request, tmp_path):
    chance = random.Random(f"{request.config.getoption('--seed')} {number}")
    SURFACES[surface](tmp_path, chance.choice(SIGNALS), chance)


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
