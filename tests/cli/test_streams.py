"""Whatever the shell hands over as stdout and stderr: no traceback, no lost run, an honest exit code."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from snakelab.results.recording import load
from snakelab.sim.precompilation import warmup

SHORT = ["run", "planar_viscous", "--no-figures", "--set", "duration=0.1", "--out", "here"]
FULL = Path("/dev/full")
PATIENCE = 600  # a hang is reported, and a loaded machine is not [s]
needs_full = pytest.mark.skipif(not FULL.exists(), reason="no /dev/full on this system")
needs_shell = pytest.mark.skipif(os.name == "nt", reason="POSIX shell")


# Several commands one after the other in one process: starting one takes two seconds of CPU.
SEVERAL = """
import sys
from itertools import groupby
from snakelab.__main__ import main
codes = []
for is_end, words in groupby(sys.argv[1:], "then".__eq__):
    if is_end:
        continue
    sys.argv = ["snakelab", *words]
    try:
        codes.append(main() or 0)
    except SystemExit as end:
        codes.append(end.code or 0)
print(codes)
"""


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """What all runs here need is compiled before any begins: with an empty cache that takes minutes on a loaded machine."""
    warmup(lambda line: None)


def shell(line, folder, **environment):
    """Run a line of shell in which $SNAKELAB is the command; what it says on stderr holds no traceback."""
    command = f"'{sys.executable}' -m snakelab"
    settings = {name: value for name, value in os.environ.items() if environment.get(name) != ""}
    settings |= {name: value for name, value in environment.items() if value} | {"SNAKELAB": command}
    line = line.replace("$SNAKELAB", command)
    done = subprocess.run(["bash", "-c", line], cwd=folder, env=settings, capture_output=True, timeout=PATIENCE)
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    return done


@needs_full
@needs_shell
@pytest.mark.parametrize(
    "words",
    [
        "--version",
        "--help",
        "warmup --clear",
        pytest.param(" ".join(SHORT), marks=pytest.mark.slow),
        pytest.param(" ".join([*SHORT, "--json"]), marks=pytest.mark.slow),
    ],
)
def test_a_full_output_is_reported_in_one_line(words, tmp_path):
    done = shell(f"$SNAKELAB {words} >/dev/full", tmp_path, SNAKELAB_CACHE=cache_for(words, tmp_path))
    assert done.returncode == 2
    assert b"error: cannot write the output: No space left on device" in done.stderr


def cache_for(words, folder):
    """The cache of the tests, but an empty one for what clears it."""
    return str(folder / "cache") if "--clear" in words else os.environ.get("SNAKELAB_CACHE", "")


@needs_shell
@pytest.mark.parametrize(
    "closed",
    [pytest.param(one, marks=pytest.mark.slow) for one in ("<&- >&- 2>&-", ">&-", "2>&-", ">&- 2>&-")],
)
def test_closed_streams_cost_nothing(closed, tmp_path):
    assert shell(f"$SNAKELAB {' '.join(SHORT)} {closed}", tmp_path).returncode == 0
    assert load(tmp_path / "here").finished


@pytest.mark.slow
@needs_full
@needs_shell
def test_messages_that_nobody_can_read_cost_no_run(tmp_path):
    assert shell(f"$SNAKELAB {' '.join(SHORT)} 2>/dev/full", tmp_path).returncode == 0
    assert load(tmp_path / "here").finished


@needs_shell
def test_a_reader_that_leaves_during_the_run_costs_no_run(tmp_path):
    # `head` ends after the line that says what is simulated; the rest finds no reader.
    line = f"set -o pipefail; $SNAKELAB {' '.join(SHORT)} 2>&1 | head -1; exit ${{PIPESTATUS[0]}}"
    done = shell(line, tmp_path)
    assert done.returncode == 0 and done.stdout.startswith(b"simulating planar_viscous")
    assert load(tmp_path / "here").finished


@pytest.mark.slow
@needs_shell
def test_a_reader_that_leaves_does_not_hide_how_the_run_ended(tmp_path):
    wild = "--set initial.velocity=[1e7,0,0,0,0,0]"
    done = shell(f"$SNAKELAB {' '.join(SHORT)} {wild} | true; exit ${{PIPESTATUS[0]}}", tmp_path)
    assert done.returncode == 1


@needs_shell
@pytest.mark.parametrize(
    "locale",
    [
        *(pytest.param({"PYTHONIOENCODING": name}, marks=pytest.mark.slow) for name in ("ascii", "latin-1")),
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        pytest.param({"TERM": "dumb", "NO_COLOR": "1", "COLUMNS": "40", "HOME": ""}, marks=pytest.mark.slow),
    ],
    ids="-".join,
)
def test_any_locale_and_terminal_can_show_any_name(locale, tmp_path):
    name = "\u03c6\u00e9[red]:cat:"
    (tmp_path / "several.py").write_text(SEVERAL, encoding="utf-8")
    run = f"{' '.join(SHORT[:-1])} '{name}'"
    done = shell(f"'{sys.executable}' several.py {run} then {run} --json then run nothing_such", tmp_path, **locale)
    *lines, codes = done.stdout.splitlines()
    assert done.returncode == 0 and json.loads(codes) == [0, 0, 2]
    begins = lines.index(b"{")
    last = lines[begins - 1]
    assert last.startswith(b"report: ") and last.endswith(b"[red]:cat:")
    assert os.fsencode(json.loads(b"\n".join(lines[begins:]))["folder"]) == name.encode()


FIGURES_WITHOUT_HOME = """
from snakelab.cli.console import hide_matplotlib_folder
hide_matplotlib_folder()
import matplotlib
print(matplotlib.get_configdir())
"""


@needs_shell
def test_figures_do_not_report_an_unwritable_home_folder(tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "figures.py").write_text(FIGURES_WITHOUT_HOME, encoding="utf-8")
    done = shell(f"'{sys.executable}' figures.py", tmp_path, HOME=str(tmp_path / "file"), MPLCONFIGDIR="")
    assert (done.returncode, done.stderr) == (0, b"")
    assert str(tmp_path).encode() not in done.stdout  # a temporary folder
