"""What a user reads while the engine, or what a first run left of it, is compiled."""

from importlib import import_module

import pytest

import snakelab as sl

MODULE = import_module("snakelab.sim.warmup")


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
