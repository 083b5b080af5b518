"""A recording of the studio is on the disk after every end of the run or the process, at any moment."""

import os
import signal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import snakelab as sl
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
