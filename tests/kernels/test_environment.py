"""Conditions under which nothing can be compiled end in one line, at the first kernel that is called."""

import os
import shutil
import subprocess
import sys

import numba
import pytest

from snakelab.errors import SnakelabError
from snakelab.kernels.lazy_kernel import require_compiler

EVERY_NAME = """
import snakelab as sl
from snakelab.public_names import public_api, public_object

for name in public_api():
    public_object(name)
try:
    sl.simulate(sl.build_model(sl.Robot([sl.Link(0.1, 1.0)]), sl.World([])), duration=0.1)
except sl.SnakelabError as problem:
    print(problem)
"""


def python(*words, **environment):
    """What a process with these variables prints on stdout and stderr, and its exit code."""
    command = [sys.executable, "-W", "ignore", *words]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, timeout=600)
    return done.stdout, done.stderr, done.returncode


@pytest.mark.slow
def test_a_setting_that_numba_refuses_is_one_line_at_the_first_kernel(tmp_path):
    # Matplotlib would complain of a home that takes no files
    said, errors, code = python("-c", EVERY_NAME, NUMBA_NUM_THREADS="0", MPLCONFIGDIR=str(tmp_path))
    assert (errors, code) == ("", 0)
    assert said.startswith("Numba, the compiler, does not start: Number of threads specified must be > 0")
    assert said.rstrip().endswith("the environment has NUMBA_NUM_THREADS=0")


def test_a_compiler_that_is_switched_off_ends_a_command_in_one_line(tmp_path):
    said, errors, code = python(
        "-m", "snakelab", "run", "planar_viscous", "--out", str(tmp_path), NUMBA_DISABLE_JIT="1"
    )
    assert (said, code) == ("", 2)
    assert errors.startswith("error: NUMBA_DISABLE_JIT is set: ") and errors.count("\n") == 1


def test_a_package_in_a_zip_archive_ends_a_command_in_one_line(copy, tmp_path):
    archive = shutil.make_archive(str(tmp_path / "snakelab"), "zip", copy)
    said, errors, code = python("-m", "snakelab", "check", "planar_prototype", PYTHONPATH=archive)
    assert (said, code) == ("", 2)
    assert errors.startswith(f"error: snakelab does not run from a zip archive, got {archive}: ")
    assert errors.count("\n") == 1


def test_what_is_wrong_is_named(monkeypatch):
    require_compiler()
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    with pytest.raises(SnakelabError, match="unset it"):
        require_compiler()
