"""The page on extending: its program runs, and the files that it names exist."""

import re
import runpy
from pathlib import Path

import snakelab as sl

REPOSITORY = Path(__file__).parents[2]
PAGE = (REPOSITORY / "docs" / "extending.md").read_text(encoding="utf-8")
PACKAGE = Path(sl.__file__).parent


def test_the_program_of_the_page_runs(tmp_path):
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 13
    (tmp_path / "program.py").write_text("\n".join(blocks), encoding="utf-8")
    names = runpy.run_path(str(tmp_path / "program.py"))
    assert names["hanging"].finished and names["braked"].finished


def test_every_file_that_the_page_names_exists():
    folders = "|".join(sorted(path.name for path in PACKAGE.iterdir() if path.is_dir()))
    named = re.findall(rf"`((?:{folders})/[\w/]+\.\w+)`", PAGE)
    existing = [name for name in named if "NAME" not in name]
    assert len(existing) > 15
    assert [name for name in existing if not (PACKAGE / name).is_file()] == []
    tests = re.findall(r"`(tests/[\w/]+\.py)`", PAGE)
    assert len(tests) >= 4 and all((REPOSITORY / name).is_file() for name in tests)


def places(name, row):
    """The path of a file of a row; a bare name is that of a file in the package or in the folder of another file."""
    folders = [PACKAGE, *(PACKAGE / Path(other).parent for other in row)]
    return [next(folder / name for folder in folders if (folder / name).is_file())]


def test_the_files_of_a_row_contain_the_names_that_the_row_mentions():
    rows = re.findall(r"^\| (`[^|]+) \| ([^|]+) \|$", PAGE, re.MULTILINE)
    n_names = 0
    for files, text in rows:
        paths = re.findall(r"`([\w/]+\.pyi?)`", files)
        found = [path for name in paths if "NAME" not in name for path in places(name, paths)]
        sources = "".join(path.read_text(encoding="utf-8") for path in found)
        names = re.findall(r"`([A-Za-z_]+)`", text) if found else []
        assert [name for name in names if not re.search(rf"\b{name}\b", sources)] == []
        n_names += len(names)
    assert n_names > 15


def test_the_steps_after_an_addition_name_tables_of_the_tests():
    steps = PAGE.split("## After each addition")[1]
    for table, name in (("VALID", "wrong_arguments"), ("EVERYTHING", "test_json_schema"), ("PARTS", "test_writing")):
        (file,) = {file for file in re.findall(r"`(tests/[\w/]+\.py)`", steps) if Path(file).stem == name}
        assert f"`{table}`" in steps
        assert re.search(rf"^{table}\b.*=", (REPOSITORY / file).read_text(encoding="utf-8"), re.MULTILINE)


def test_a_joint_takes_four_files():
    section = PAGE.split("## A joint")[1].split("## A friction law")[0]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    assert len(re.findall(r"`[\w/]+\.pyi?`", "".join(rows))) <= 4
