"""Which caches are said to be warm, which are in use, and which make room."""

import os
import time
from types import SimpleNamespace

import numpy as np
import pytest

from chains import p1
from snakelab.compiling import mark_warm, note_use
from snakelab.compiling.cache import marks
from snakelab.sim.engines import engine

DAY = 24 * 3600.0


@pytest.fixture
def caches(tmp_path, monkeypatch):
    """Makes caches that were last used so many days ago; gives the folders, of which the first is the running one's."""
    folders = [tmp_path / f"{i:016x}" for i in range(20)]
    monkeypatch.setattr(marks, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(marks, "cache_folder", lambda: folders[0])

    def make(days):
        for folder, age in zip(folders, days, strict=False):
            folder.mkdir()
            (folder / "warm").touch()
            os.utime(folder / "warm", (time.time() - age * DAY,) * 2)
        return folders[: len(days)]

    return make


def test_caches_out_of_use_make_room_for_a_new_one(caches):
    folders = caches([9.0, 1.0, 2.0, 4.0, 5.0, 6.0])
    mark_warm(keep=4)
    assert [folder.exists() for folder in folders] == [True, True, True, True, False, False]


def test_versions_that_are_all_in_use_do_not_drop_one_another(caches):
    folders = caches([0.0, 2.0, 1.5, 1.0, 0.5, 0.1])
    mark_warm(keep=2)
    assert all(folder.exists() for folder in folders)


def test_a_cache_is_dated_by_its_use_and_not_by_when_it_was_made(caches):
    folders = caches([30.0, 10.0, 20.0])
    note_use()
    marks.drop_unused(folders[0].parent, keep=1)
    assert [folder.exists() for folder in folders] == [True, False, False]


def test_even_caches_in_use_are_not_kept_without_end(caches):
    folders = caches(np.linspace(0.0, 1.0, marks.MOST + 2))
    mark_warm()
    assert sum(folder.exists() for folder in folders) == marks.MOST


def test_a_cache_that_is_just_being_compiled_is_never_dropped(caches):
    folders = caches([0.0, 9.0])
    (folders[1] / "warm").unlink()
    mark_warm(keep=1)
    assert folders[1].exists()


def test_to_use_a_cache_that_is_not_there_makes_none(caches, tmp_path):
    note_use()
    assert not list(tmp_path.iterdir())


def test_the_first_run_of_a_process_dates_the_cache(caches, monkeypatch):
    (folder,) = caches([30.0])
    before = (folder / marks.WARM_MARK).stat().st_mtime
    monkeypatch.setattr(engine, "advance", SimpleNamespace(signatures=()))  # as if it were not loaded yet
    monkeypatch.setattr(engine.SnakelabEngine, "advance", lambda *arguments: None)
    engine.load_loop(p1())
    assert (folder / marks.WARM_MARK).stat().st_mtime > before


def test_caches_of_older_versions_are_known_by_their_marks(caches):
    folders = caches([0.0, 9.0])
    (folders[1] / "warm").rename(folders[1] / "warm-shared")
    mark_warm(keep=1)
    assert [folder.exists() for folder in folders] == [True, False]
