"""Compiled code on disk: shared by all installations, and never a reason to stop."""

import errno
import os
import pickle
import shutil
from pathlib import Path

import pytest

import snakelab.kernels
from fresh_process import run_and_listen, run_python
from snakelab.kernels import cache as cache_module
from snakelab.kernels import cache as notice
from snakelab.kernels import code_files
from snakelab.kernels.cache import is_compiled, mark_compiled
from snakelab.kernels.code_files import CodeFiles
from snakelab.kernels.decorator import kernel

COUNTED = """
import json
import snakelab.kernels
from snakelab.geometry.rotations import quat_exp
quat_exp((0.1, 0.2, 0.3))
counts = [sum(counter.values()) for counter in (quat_exp.stats.cache_misses, quat_exp.stats.cache_hits)]
print(json.dumps([snakelab.kernels.__file__, counts, snakelab.kernels.cache.is_compiled("law", quat_exp)]))
snakelab.kernels.cache.mark_compiled("law", quat_exp)
"""


@pytest.mark.slow
def test_two_installations_of_the_same_sources_share_what_is_compiled(copy, tmp_path):
    cache = {"SNAKELAB_CACHE": str(tmp_path / "cache")}
    here, counts, warm = run_python(COUNTED, **cache)
    assert (counts, warm) == ([1, 0], False)
    there, counts, warm = run_python(COUNTED, copy, **cache)
    assert (counts, warm) == ([0, 1], True)
    assert here != there and Path(there).is_relative_to(copy)


@pytest.mark.thorough
def test_a_folder_that_cannot_be_written_only_costs_time(copy, tmp_path):
    (tmp_path / "file").write_text("in the way")
    code = "import json; from snakelab.geometry.rotations import quat_exp; print(json.dumps(quat_exp((0.0, 0.0, 0.0))))"
    assert run_python(code, copy, SNAKELAB_CACHE=str(tmp_path / "file")) == [1.0, 0.0, 0.0, 0.0]
    assert not list(copy.rglob("*.nbi"))  # beside the source it would be served after an edit elsewhere


def twice_of(x):
    return 2.0 * x


def counts(function):
    """How often a kernel was compiled and loaded."""
    return sum(function.stats.cache_misses.values()), sum(function.stats.cache_hits.values())


@pytest.fixture
def kept(cache):
    """The file of a kernel's compiled code."""
    assert kernel(twice_of)(1.0) == 2.0
    again = kernel(twice_of)
    assert again(1.0) == 2.0 and counts(again) == (0, 1)
    (file,) = cache.rglob("*.nbc")
    return file


def half_zero(content):
    """As a machine leaves it that loses its power while it writes."""
    return content[: len(content) // 2].ljust(len(content), b"\0")


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:3],
        lambda content: content[: len(content) // 2],
        lambda content: content[:-1],
        lambda content: bytes(len(content)),
        half_zero,
        lambda content: content[:2000] + bytes([content[2000] ^ 1]) + content[2001:],
    ],
    ids=["empty", "three bytes", "half", "all but one", "zeros", "half zeros", "one bit"],
)
def test_a_damaged_file_is_compiled_again_with_one_line(kept, damage, monkeypatch, capsys):
    monkeypatch.setattr(notice, "_printed", set())
    kept.write_bytes(damage(kept.read_bytes()))
    for expected, said in (((1, 0), notice.COMPILING_AGAIN + "\n"), ((0, 1), "")):
        function = kernel(twice_of)
        assert function(1.0) == 2.0 and counts(function) == expected
        assert capsys.readouterr().err == said


def test_a_missing_file_is_compiled_again_without_a_word(kept, capsys):
    kept.unlink()
    function = kernel(twice_of)
    assert function(1.0) == 2.0 and counts(function) == (1, 0)
    assert kept.exists() and capsys.readouterr().err == ""


@pytest.mark.thorough
def test_a_run_with_a_damaged_cache_gives_its_result_and_one_line(tmp_path):
    cache = {"SNAKELAB_CACHE": str(tmp_path)}
    first = run_python(COUNTED, **cache)
    for file in tmp_path.rglob("*.nbc"):
        os.truncate(file, 100)
    again, said = run_and_listen(COUNTED, **cache)
    assert again[:2] == first[:2] and said == notice.COMPILING_AGAIN + "\n"


def test_a_disk_without_room_is_no_error_and_the_cache_is_not_said_to_be_warm(cache, monkeypatch):
    def full(*names):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(code_files, "LOST", lost := [])
    monkeypatch.setattr(cache_module, "LOST", lost)
    monkeypatch.setattr(cache_module, "cache_root", lambda: cache.parent)
    monkeypatch.setattr(cache_module, "cache_folder", lambda: cache)
    function = kernel(twice_of)
    with monkeypatch.context() as while_full:
        while_full.setattr(os, "replace", full)
        assert function(1.0) == 2.0
    assert not [path for path in cache.rglob("*") if path.is_file()]  # nor a part of one
    mark_compiled("law", function)
    assert not is_compiled("law", function)
    lost.clear()
    mark_compiled("law", function)
    assert is_compiled("law", function)


def test_a_file_serves_only_the_signature_that_it_names(tmp_path):
    files = CodeFiles(tmp_path, "law", "digest")
    files.save("float64", "code for doubles")
    (doubles,) = tmp_path.iterdir()
    files.save("int64", "code for integers")
    (integers,) = set(tmp_path.iterdir()) - {doubles}
    assert (files.load("float64"), files.load("int64")) == ("code for doubles", "code for integers")
    shutil.copy(doubles, integers)
    assert files.load("int64") is None


def test_an_edited_kernel_finds_nothing_of_the_old_one_and_all_can_be_forgotten(tmp_path):
    CodeFiles(tmp_path, "law", "old").save("float64", "old code")
    files = CodeFiles(tmp_path, "law", "new")
    assert files.load("float64") is None
    files.save("float64", "new code")
    files.flush()
    assert not list(tmp_path.iterdir())


def test_a_damaged_file_says_which(tmp_path):
    files = CodeFiles(tmp_path, "law", "digest")
    files.save("float64", "code")
    (file,) = tmp_path.iterdir()
    os.truncate(file, 10)
    with pytest.raises(pickle.UnpicklingError, match=file.name):
        files.load("float64")


def test_code_is_filed_by_the_module_and_the_name_of_its_kernel(cache):
    kernel(twice_of)(1.0)
    (file,) = cache.iterdir()
    assert file.name.startswith(f"{__name__}.twice_of.")


def test_a_long_name_is_cut(cache):
    def law(x):
        return 3.0 * x

    law.__qualname__ = "long." * 100 + "law"
    assert kernel(law)(1.0) == 3.0
    (file,) = cache.iterdir()
    assert len(file.name) < 220 and ".law." in file.name


def test_a_kernel_without_a_source_is_compiled_and_not_kept(cache):
    names = {}
    exec("def half_of(x):\n    return 0.5 * x", names)
    assert kernel(names["half_of"])(1.0) == 0.5
    assert not cache.exists()


def test_the_package_gives_what_others_import():
    for name in snakelab.kernels.__all__:
        assert callable(getattr(snakelab.kernels, name))
