"""The page docs/engines.md: its program runs, and the two engines agree as it says."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "engines.md"


def test_the_program_of_the_page_runs_and_the_engines_agree(capsys):
    pytest.importorskip("mujoco", reason="mujoco is not installed")
    (program,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    names: dict = {}
    exec(program.replace("duration=2.0", "duration=1.0"), names)
    assert "mean_speed" in capsys.readouterr().out
    comparison = names["sl"].compare([names["own"], names["theirs"]])
    assert comparison.shares("path_length")[1] == pytest.approx(0.0, abs=0.03)
    assert comparison.shares("rms_torque")[1] == pytest.approx(0.0, abs=0.03)
