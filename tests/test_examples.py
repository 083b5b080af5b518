"""Every example runs, quickly and anywhere, and tells a person something."""

import ast
import runpy
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "examples"
EXAMPLES = sorted(FOLDER.glob("[0-9][0-9]_*/[0-9][0-9]_*.py"))


# What an example names, and the optional package that it then needs.
NEEDED = {"sl.optimise": "cma", "MujocoEngine": "mujoco", "sl.environment": "gymnasium", "from skrl": "skrl"}


def name(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix()


def test_there_are_examples_and_each_one_is_found():
    assert EXAMPLES
    assert EXAMPLES == sorted(FOLDER.rglob("*.py"))


# Half a minute of training; and those of 2 to 4 seconds whose subject has shorter examples or tests.
SLOW = (
    "08_learning/03_skrl.py", "08_learning/02_environment.py", "06_mpc/01_steer_by_gait.py",
    "02_extend/04_noisy_sensors.py", "03_soft/03_rolling_map.py", "07_studies/01_sweep.py", "06_mpc/03_what_to_sample.py",
    "04_ground/03_obstacle_field.py", "05_water/02_autopilot.py",
)  # fmt: skip
RUN = [pytest.param(path, marks=[pytest.mark.slow] if name(path) in SLOW else [], id=name(path)) for path in EXAMPLES]


@pytest.mark.parametrize("path", RUN)
def test_an_example_runs_in_an_empty_folder_and_prints(path, tmp_path, monkeypatch, capsys):
    text = path.read_text(encoding="utf-8")
    for word, package in NEEDED.items():
        if word in text:
            pytest.importorskip(package, reason=f"{package} is not installed")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    runpy.run_path(str(path), run_name="__main__")
    printed = capsys.readouterr().out
    assert len(printed.splitlines()) >= 3
    assert any(letter.isdigit() for letter in printed)
    assert "nan" not in printed and "diverged" not in printed


@pytest.mark.parametrize("path", EXAMPLES, ids=name)
def test_an_example_is_short_and_says_its_title_and_its_ideas(path):
    text = path.read_text(encoding="utf-8")
    docstring = ast.get_docstring(ast.parse(text)) or ""
    assert len(text.splitlines()) < 60
    assert docstring.splitlines()[0].endswith(".") and "Ideas:" in docstring
