"""A process beside the first run compiles the engine, and is counted and waited for."""

import sys
import time

import pytest

from snakelab.sim import compiling_aside
from snakelab.sim.compiling_aside import FUNCTIONS, CompilationAside, compile_aside


def aside(code: str) -> CompilationAside:
    return CompilationAside([sys.executable, "-c", code])


def test_its_lines_are_counted_until_it_ends():
    messages = []
    process = aside("import time\nfor i in range(20): print(i, flush=True); time.sleep(0.02)")
    assert process.wait(messages.append) is True
    process._reader.join()
    assert process.done == 20 and process.fraction == 20 / FUNCTIONS
    assert messages == sorted(messages) and messages[0] < messages[-1] <= 20 / FUNCTIONS


def test_more_lines_than_expected_are_not_more_than_all():
    process = aside(f"print('x\\n' * {2 * FUNCTIONS})")
    process.wait(lambda fraction: None)
    process._reader.join()
    assert process.fraction == 0.99


def test_one_that_fails_is_reported():
    assert aside("raise SystemExit(1)").wait(lambda fraction: None) is False


def test_one_that_is_no_longer_needed_is_ended():
    process = aside("import time; time.sleep(600)")
    process.stop()
    assert not process.running


def test_there_is_none_where_the_engine_is_compiled_or_the_cache_takes_no_files(monkeypatch, tmp_path):
    monkeypatch.setattr(compiling_aside, "CompilationAside", lambda: pytest.fail("started"))
    monkeypatch.setattr(compiling_aside, "is_warm", lambda: True)
    assert compile_aside() is None
    monkeypatch.setattr(compiling_aside, "is_warm", lambda: False)
    monkeypatch.setattr(compiling_aside, "cache_root", lambda: tmp_path / "missing")
    assert compile_aside() is None


@pytest.mark.slow
def test_the_expected_number_of_functions_is_about_right(tmp_path, monkeypatch):
    monkeypatch.setenv("SNAKELAB_CACHE", str(tmp_path))
    process, began = CompilationAside(), time.monotonic()
    assert process.wait(lambda fraction: None) is True
    process._reader.join()
    assert process.done == pytest.approx(FUNCTIONS, rel=0.1), f"{process.done} in {time.monotonic() - began:.0f} s"
