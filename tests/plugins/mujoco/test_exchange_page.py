"""The page docs/exchange.md: its program runs and prints what it says."""

import re
from pathlib import Path

import snakelab as sl

PAGE = Path(__file__).parents[3] / "docs" / "exchange.md"


def test_the_program_of_the_page_runs_and_prints_what_it_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (program,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    names: dict = {}
    exec(program, names)
    (printed,) = re.findall(r"print\(.*?\) +# (.*)", program)
    assert capsys.readouterr().out.strip() == printed
    assert names["model"].robot.base == "planar"
    assert names["model"].mass == 5 * 0.08
    assert sl.mass_matrix(names["model"], names["state"]).shape == (7, 7)
