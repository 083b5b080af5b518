"""The README of the reproductions: a row for each program, and commands that can be run."""

import importlib.util
import re
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "reproductions"
README = (FOLDER / "README.md").read_text(encoding="utf-8")
COMMANDS = set(re.findall(r"python -m ([\w.]+)", README))


def test_every_program_has_a_row_with_its_command():
    programs = {path.parent.relative_to(FOLDER) for path in FOLDER.rglob("__main__.py")} - {Path()}
    assert {".".join(("reproductions", *program.parts)) for program in programs} | {"reproductions"} == COMMANDS
    assert all(f"| `{program.as_posix()}` |" in README for program in programs)


def test_every_command_names_a_program_that_can_be_imported():
    assert all(importlib.util.find_spec(f"{command}.__main__") for command in COMMANDS)
