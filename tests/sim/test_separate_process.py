"""Processes beside the first run compile the engine, and are counted and waited for."""

import subprocess
import sys

import pytest
from numba.core import event

import snakelab as sl
from snakelab.sim import precompilation as separate_process
from snakelab.sim.engine import load_loop
from snakelab.sim.precompilation import (
    LOOP,
    OTHER_TIME,
    PARTS,
    TIMES,
    WHOLE_TIME,
    CompilationAside,
    compile_aside,
    compile_parts,
    compile_parts_aside,
    loop_parts,
)


def aside(code: str) -> CompilationAside:
    return CompilationAside([sys.executable, "-c", code])


def test_its_lines_are_counted_by_their_time_of_compilation_until_it_ends():
    messages = []
    process = aside("import time\nfor i in 'solve', *range(19): print(i, flush=True); time.sleep(0.02)")
    assert process.wait(messages.append) is True
    process._reader.join(60.0)
    assert process.done == pytest.approx(TIMES["solve"] + 19 * OTHER_TIME)
    assert messages == sorted(messages) and messages[0] < messages[-1] <= process.done / WHOLE_TIME


def test_more_lines_than_expected_are_not_more_than_all():
    messages = []
    process = aside("import time; print('advance\\n' * 30, flush=True); time.sleep(0.5)")
    process.wait(messages.append)
    assert messages[-1] == 0.99


def test_a_second_process_counts_and_is_ended_with_the_first():
    messages = []
    second = aside("import time; print('advance', flush=True); time.sleep(600)")
    assert aside("import time; time.sleep(0.5)").wait(messages.append, second) is True
    assert messages[-1] == pytest.approx(TIMES["advance"] / WHOLE_TIME)
    assert not second.running


def test_a_second_process_needs_a_second_core(monkeypatch):
    monkeypatch.setattr(separate_process, "CompilationAside", lambda command: command[-1])
    for cores, expected in ((None, None), (1, None), (2, PARTS)):
        monkeypatch.setattr(separate_process.os, "cpu_count", lambda cores=cores: cores)
        assert compile_parts_aside() == expected


def test_the_second_process_compiles_nothing_that_the_loop_does_not_use():
    model = sl.build_model(sl.Robot([sl.Link(0.1, mass=0.1)]), sl.World())
    load_loop(model)
    with event.install_recorder("numba:compile") as compiled:
        compile_parts(model)
    assert [record.data["dispatcher"].py_func.__name__ for _, record in compiled.buffer] == []


def test_one_that_fails_is_reported():
    assert aside("raise SystemExit(1)").wait(lambda fraction: None) is False


def test_one_that_is_no_longer_needed_is_ended():
    process = aside("import time; time.sleep(600)")
    process.stop()
    assert not process.running


def test_there_is_none_where_the_engine_is_compiled_or_the_cache_takes_no_files(monkeypatch, tmp_path):
    monkeypatch.setattr(separate_process, "CompilationAside", lambda: pytest.fail("started"))
    monkeypatch.setattr(separate_process, "is_loop_compiled", lambda: True)
    assert compile_aside() is None
    monkeypatch.setattr(separate_process, "is_loop_compiled", lambda: False)
    monkeypatch.setattr(separate_process, "cache_root", lambda: tmp_path / "missing")
    assert compile_aside() is None


@pytest.mark.slow
def test_two_processes_compile_each_part_once_and_take_about_the_expected_work(tmp_path, monkeypatch):
    monkeypatch.setenv("SNAKELAB_CACHE", str(tmp_path))
    command = (sys.executable, "-m", "snakelab.sim.precompilation")
    processes = [subprocess.Popen((*command, which), stdout=subprocess.PIPE, text=True) for which in (LOOP, PARTS)]
    names = [name for process in processes for name in process.communicate(timeout=600)[0].split()]
    model = sl.build_model(sl.Robot([sl.Link(0.1, mass=0.1)]), sl.World())
    for kernel, _ in loop_parts(model):
        assert names.count(kernel.__name__) == 1, kernel.__name__
    work = sum(TIMES.get(name, OTHER_TIME) for name in names)
    assert work == pytest.approx(WHOLE_TIME, rel=0.1)
