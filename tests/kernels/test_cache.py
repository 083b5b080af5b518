"""The cache folder: where it lies, which kernels it marks as compiled, and what is removed from it."""

import os
import time
from types import SimpleNamespace

import numpy as np
import pytest

from chains import p1
from fresh_process import run_python
from snakelab.kernels import cache
from snakelab.kernels.cache import is_compiled, mark_compiled
from snakelab.kernels.code_files import CodeFiles
from snakelab.kernels.decorator import kernel
from snakelab.sim import engine

DAY = 24 * 3600.0


@pytest.mark.thorough
def test_no_home_and_no_access_do_not_stop_a_start(tmp_path):
    (tmp_path / "file").write_text("in the way")
    code = """
import json
import snakelab.kernels as c
from snakelab.geometry.spatial import cross
print(json.dumps([c.is_compiled("cross", cross), str(c.cache_root())]))
"""
    assert run_python(code, SNAKELAB_CACHE=str(tmp_path / "file" / "below"))[0] is False
    assert run_python(code, HOME=str(tmp_path), SNAKELAB_CACHE="", XDG_CACHE_HOME="")[1].endswith("snakelab")


# ---- marks ----------------------------------------------------------------------------------------------------------
@kernel
def twice(x):
    return 2.0 * x


@kernel
def half(x):
    return 0.5 * x


def dated(path, age):
    """A file that was last used so many days ago."""
    path.touch()
    os.utime(path, (time.time() - age * DAY,) * 2)
    return path


def age(path):
    """Days since the last use."""
    return (time.time() - path.stat().st_mtime) / DAY


@pytest.fixture
def versions(tmp_path, monkeypatch):
    """Makes folders of versions that were last used so many days ago; the first is the running one's."""
    folders = [tmp_path / f"{i:016x}" for i in range(20)]
    monkeypatch.setattr(cache, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(cache, "cache_folder", lambda: folders[0])

    def make(days):
        for folder, days_ago in zip(folders, days, strict=False):
            folder.mkdir()
            dated(folder / "law.0123.4567.nbc", days_ago)
            dated(folder, days_ago)
        return folders[: len(days)]

    return make


def test_a_mark_is_for_a_purpose_and_for_kernels_as_they_are(versions):
    versions([0.0])
    mark_compiled("ten links", twice, half)
    assert is_compiled("ten links", twice, half)
    assert not is_compiled("ten links", twice) and not is_compiled("nine links", twice, half)


def test_nothing_is_marked_if_some_code_could_not_be_stored(versions, monkeypatch):
    versions([0.0])
    monkeypatch.setattr(cache, "LOST", ["code"])
    mark_compiled("law", twice)
    assert not is_compiled("law", twice)


def test_to_ask_a_cache_that_is_not_there_makes_none(versions, tmp_path):
    assert not is_compiled("law", twice)
    assert not list(tmp_path.iterdir())


def test_code_and_marks_are_dated_by_their_use_and_not_by_when_they_were_made(versions):
    (folder,) = versions([0.0])
    mark_compiled("law", twice)
    CodeFiles(folder, "twice", "digest").save("float64", "code")
    files = [path for path in folder.iterdir() if not path.name.startswith("law.0123")]
    for path in files:
        dated(path, 30.0)
    assert is_compiled("law", twice) and CodeFiles(folder, "twice", "digest").load("float64") == "code"
    assert len(files) == 2 and all(age(path) < 0.1 for path in files)


def test_the_first_run_of_a_process_dates_the_cache(versions, monkeypatch):
    (folder,) = versions([0.0])
    mark_compiled("loop", engine.advance)
    (mark,) = folder.glob("loop.*")
    dated(mark, 30.0)
    monkeypatch.setattr(cache, "kernel_digest", lambda *kernels: mark.name.split(".")[1])
    monkeypatch.setattr(engine, "advance", SimpleNamespace(signatures=()))  # as if it were not loaded yet
    monkeypatch.setattr(engine.SnakelabEngine, "advance", lambda *arguments: None)
    engine.load_loop(p1())
    assert age(mark) < 0.1


# ---- removal --------------------------------------------------------------------------------------------------------
def test_versions_out_of_use_make_room_for_a_new_one(versions):
    folders = versions([9.0, 1.0, 2.0, 4.0, 5.0, 6.0])
    mark_compiled("law", twice, keep=4)
    assert [folder.exists() for folder in folders] == [True, True, True, True, False, False]


def test_versions_that_are_all_in_use_do_not_drop_one_another(versions):
    folders = versions([0.0, 2.0, 1.5, 1.0, 0.5, 0.1])
    mark_compiled("law", twice, keep=2)
    assert all(folder.exists() for folder in folders)


def test_even_versions_in_use_are_not_kept_without_end(versions):
    folders = versions(np.linspace(0.0, 1.0, cache.MAX_DIGESTS + 2))
    mark_compiled("law", twice)
    assert sum(folder.exists() for folder in folders) == cache.MAX_DIGESTS


def test_a_version_that_is_just_being_compiled_is_never_dropped(versions):
    folders = versions([0.0, 9.0])
    (folders[1] / "law.0123.4567.nbc").unlink()  # its folder was written to just now
    cache.drop_unused(folders[0].parent, keep=1)
    assert folders[1].exists()


def test_other_files_below_the_root_are_not_removed(versions, tmp_path):
    folders = versions([0.0, 9.0])
    dated(tmp_path / "studio_token", 300.0)
    (tmp_path / "mine").mkdir()
    dated(tmp_path / "mine", 300.0)
    cache.drop_unused(tmp_path, keep=1)
    assert not folders[1].exists() and (tmp_path / "studio_token").exists() and (tmp_path / "mine").exists()


def test_old_digests_of_an_edited_kernel_make_room_and_other_kernels_stay(versions):
    (folder,) = versions([0.0])
    edited = [dated(folder / f"a.law.{i:04}.5555.nbc", days_ago) for i, days_ago in enumerate([0.0, 1.0, 4.0, 5.0])]
    other = dated(folder / "a.other.0000.5555.nbc", 60.0)
    cache.drop_unused(folder.parent, keep=1)
    assert [path.exists() for path in edited] == [True, True, False, False] and other.exists()


def test_all_signatures_of_a_digest_stay_as_long_as_one_is_in_use(versions):
    (folder,) = versions([0.0])
    kept = [dated(folder / f"law.0001.{i:04}.nbc", days_ago) for i, days_ago in enumerate([0.0, 50.0])]
    gone = dated(folder / "law.0002.0000.nbc", 49.0)
    cache.drop_unused(folder.parent, keep=1)
    assert all(path.exists() for path in kept) and not gone.exists()


def test_code_of_a_kernel_that_is_not_used_any_more_is_removed_in_the_end(versions):
    (folder,) = versions([0.0])
    files = [
        dated(folder / f"{name}.0000.0000.nbc", days_ago) for name, days_ago in (("used", 80.0), ("removed", 100.0))
    ]
    cache.drop_unused(folder.parent, keep=4)
    assert [path.exists() for path in files] == [True, False]
