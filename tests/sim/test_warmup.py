"""What a user reads while the engine, or what a first run left of it, is compiled."""

from importlib import import_module

import pytest

import snakelab as sl
from fresh_process import run_python
from snakelab.plugins.lanes.mpc import prediction

MODULE = import_module("snakelab.sim.precompilation")


@pytest.mark.parametrize(
    ("ran", "words"), [(False, "Compiling the engine"), (True, "Compiling the rest of the engine")]
)
def test_after_a_first_run_the_rest_is_announced(monkeypatch, ran, words):
    monkeypatch.setattr(MODULE, "is_loop_compiled", lambda: ran)
    monkeypatch.setattr(MODULE, "is_engine_compiled", lambda: False)
    monkeypatch.setattr(MODULE, "_engine", lambda: None)
    monkeypatch.setattr(MODULE, "mark_compiled", lambda label, *kernels: None)
    monkeypatch.setattr("snakelab.kernels.cache._printed", set())
    lines = []
    assert sl.warmup(lines.append)
    assert len(lines) == 1 and lines[0].startswith(words)


def test_the_notice_names_the_part_that_is_compiled(monkeypatch):
    monkeypatch.setattr(MODULE, "is_engine_compiled", lambda: True)
    monkeypatch.setattr(prediction, "are_rollouts_compiled", lambda links, dtype: False)
    monkeypatch.setattr(prediction, "_plan_once", lambda links: None)
    monkeypatch.setattr("snakelab.kernels.cache._printed", set())
    lines = []
    assert sl.warmup(lines.append, lanes=7)
    assert len(lines) == 1 and lines[0].startswith("Compiling the roll-outs for 7 links (")


CALLED = """
import gc, json
from importlib import import_module
from snakelab.kernels.lazy_kernel import LazyKernel
warmup = import_module("snakelab.sim.precompilation")
warmup._engine()
called = [each for each in gc.get_objects() if isinstance(each, LazyKernel) and each._run != each._run_first]
stored = {str(each) for each in called if each.signatures and type(each.made._cache).__name__ == "KeptCode"}
print(json.dumps([sorted(stored), sorted(map(str, warmup.KERNELS))]))
"""


@pytest.mark.thorough
def test_the_kernels_of_the_engine_are_those_that_it_calls():
    called, listed = run_python(CALLED)
    assert called == listed
