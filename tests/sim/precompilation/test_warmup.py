"""What a user reads while the engine, or what a first run left of it, is compiled."""

from importlib import import_module

import pytest

import snakelab as sl
from snakelab.control.sampling_mpc import controller

MODULE = import_module("snakelab.sim.precompilation.warmup")


@pytest.mark.parametrize(
    ("ran", "words"), [(False, "Compiling the engine"), (True, "Compiling the rest of the engine")]
)
def test_after_a_first_run_the_rest_is_announced(monkeypatch, ran, words):
    monkeypatch.setattr(MODULE, "is_warm", lambda whole=False: ran and not whole)
    monkeypatch.setattr(MODULE, "_engine", lambda: None)
    monkeypatch.setattr(MODULE, "mark_warm", lambda whole: None)
    monkeypatch.setattr("snakelab.compiling.notice._printed", set())
    lines = []
    assert sl.warmup(lines.append)
    assert len(lines) == 1 and lines[0].startswith(words)


def test_the_notice_names_the_part_that_is_compiled(monkeypatch, tmp_path):
    monkeypatch.setattr(MODULE, "is_warm", lambda whole=False: True)
    monkeypatch.setattr(controller, "lanes_mark", lambda links, dtype: tmp_path / "none")
    monkeypatch.setattr(controller, "_plan_once", lambda links: None)
    monkeypatch.setattr("snakelab.compiling.notice._printed", set())
    lines = []
    assert sl.warmup(lines.append, lanes=7)
    assert len(lines) == 1 and lines[0].startswith("Compiling the roll-outs for 7 links (")
