"""The command that runs every benchmark."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import run

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("from benchmarks.timing import sized\nassert sized(1, 2) == 2", "ran"),
        ("import no_such_package", "skipped"),
        ("import snakelab.no_such_module", "failed"),
        ("raise ValueError('no result')", "failed"),
    ],
)
def test_a_benchmark_runs_or_names_the_package_that_it_needs_or_fails(capfd, monkeypatch, code, expected):
    monkeypatch.chdir(ROOT)
    assert run([sys.executable, "-c", code], quick=True) == expected
    printed = capfd.readouterr()
    assert ("No module named 'no_such_package'" in printed.out) == (expected == "skipped")
    assert ("no result" in printed.err) == ("no result" in code)


def test_a_name_that_does_not_exist_is_refused_with_those_that_do():
    command = [sys.executable, "-m", "benchmarks", "stepp"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 2 and "'step'" in done.stderr
