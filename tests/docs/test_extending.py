"""The page on extending: its program runs, and the files that it names exist."""

import re
import runpy
from pathlib import Path

import snakelab as sl

PAGE = (Path(__file__).parents[2] / "docs" / "extending.md").read_text(encoding="utf-8")
PACKAGE = Path(sl.__file__).parent


def test_the_program_of_the_page_runs(tmp_path):
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 7
    (tmp_path / "program.py").write_text("\n".join(blocks), encoding="utf-8")
    names = runpy.run_path(str(tmp_path / "program.py"))
    assert names["hanging"].finished and names["braked"].finished


def test_every_file_that_the_page_names_exists():
    named = re.findall(r"`((?:robots|worlds|physics|sim|scenarios|control|gaits)/[\w/]+\.\w+)`", PAGE)
    existing = [name for name in named if "NAME" not in name]
    assert len(existing) > 15
    assert [name for name in existing if not (PACKAGE / name).is_file()] == []


def test_a_joint_takes_five_files():
    section = PAGE.split("## A joint")[1].split("## A friction law")[0]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    assert len(re.findall(r"`[\w/]+\.pyi?`", "".join(rows))) <= 5
