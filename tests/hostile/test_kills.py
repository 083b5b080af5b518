"""Commands that are killed with signal 9 while they write: what was computed stays, and the same command goes on.

The short tests of this kill light work: `tests/plugins/studies/test_task_execution.py`.
"""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

import snakelab as sl
from hostile.bounds import Patience

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
CONFIGURATION = """\
sweep: waves
scenario: planar_prototype
set: {duration: 0.2}
parameters:
  controller.serpenoid_gait.amplitude: {from: 0.2, to: 0.6, count: 30}
"""
COMMANDS = {
    "sweep": ("snakelab", "sweep", "waves.yaml", "--workers", "1", "--out", "here"),
    "optimise": (
        "snakelab",
        "optimise",
        "waves.yaml",
        "--maximise",
        "speed",
        "--trials",
        "24",
        "--workers",
        "1",
        "--out",
        "here",
    ),
    "survey": ("benchmarks.gait_survey", "planar_prototype", "--quick", "--workers", "1", "--out", "here"),
}


def started(folder, words):
    command = [sys.executable, "-m", *words, "--quiet"]
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])  # for `benchmarks`
    return subprocess.Popen(
        command, cwd=folder, start_new_session=True, stderr=subprocess.DEVNULL, env=os.environ | {"PYTHONPATH": path}
    )


def results(folder):
    """What the results log holds so far, by key."""
    path = folder / "here" / "results_log.sqlite"
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as base:
            return dict(base.execute("SELECT key, result FROM results"))
    except sqlite3.OperationalError:  # there is none yet
        return {}


def kill_at(process, reached):
    """Kill the process once a condition holds; whether it was still at work."""
    Patience(process).wait_for(reached)
    process.send_signal(signal.SIGKILL)
    return process.wait(500) == -signal.SIGKILL


def kill_and_go_on(folder, words, times):
    (folder / "waves.yaml").write_text(CONFIGURATION, encoding="utf-8")
    killed = 0
    for _ in range(times):
        n, more = len(results(folder)), random.randint(1, 3)
        killed += kill_at(started(folder, words), lambda n=n, more=more: len(results(folder)) >= n + more)
    before = results(folder)
    assert killed and before
    assert Patience(started(folder, words)).end() in (0, 1)
    after = results(folder)
    assert {key: after.get(key) for key in before} == before and (folder / "here" / "table.nc").exists()


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_study_that_is_killed_five_times_keeps_what_it_has_and_goes_on(command, tmp_path):
    kill_and_go_on(tmp_path, COMMANDS[command], 5)


@pytest.mark.slow
def test_a_run_that_is_killed_while_it_writes_leaves_whole_files_only(tmp_path):
    words, written = ("snakelab", "run", "planar_prototype", "--set", "duration=1", "--out", "here"), tmp_path / "here"
    assert Patience(started(tmp_path, words)).end() == 0
    names = sorted(path.relative_to(written) for path in written.rglob("*") if path.is_file())
    for name in names[:: max(1, len(names) // 8)]:
        (written / name).unlink()
        kill_at(started(tmp_path, words), (written / name).exists)
        assert sl.load(written / "results.nc").finished
        assert not [path for path in written.rglob("*.nc") if path.stat().st_size == 0]
    assert Patience(started(tmp_path, words)).end() == 0
