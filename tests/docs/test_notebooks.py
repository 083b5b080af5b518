"""Notebooks: ten lessons with text, equations, valid cells, exercises and sources; each runs from start to end."""

import ast
import importlib.util
import json
import re
import subprocess
import tomllib

import pytest

from notebook_cells import FOLDER, NAMES, cells, execute, text_of

HEADER = "kernelspec:\n  display_name: Python 3\n  language: python\n  name: python3\n"


def test_there_are_ten_notebooks_and_all_are_listed():
    assert len(NAMES) == 10 and [name[:2] for name in NAMES] == [f"{i:02}" for i in range(1, 11)]
    listed = re.findall(r"\]\(notebooks/(\w+)\.md\)", (FOLDER.parent / "notebooks.md").read_text(encoding="utf-8"))
    assert listed == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_is_a_lesson(name):
    text = text_of(name)
    assert text.startswith("---\n") and HEADER in text.split("---\n")[1]
    assert text.count("$$") >= 4 and "\n## Exercises\n" in text and "\n## References\n" in text
    assert len(re.findall(r"^\d+\. ", text.split("## Exercises")[1], re.MULTILINE)) >= 4
    assert len(cells(name)) >= 8 and len(re.sub(r"^```.*?^```", "", text, flags=re.M | re.S).split()) > 600


@pytest.mark.parametrize("name", NAMES)
def test_the_cells_of_a_notebook_are_valid_and_define_what_they_use(name):
    known: set[str] = set(dir(__builtins__) if not isinstance(__builtins__, dict) else __builtins__)
    known |= {"__name__", "__file__"}
    for code in cells(name):
        tree = ast.parse(code)
        known |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        known |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
        kinds = (ast.FunctionDef, ast.ClassDef)
        known |= {node.name for node in ast.walk(tree) if isinstance(node, kinds)}
        imports = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
        known |= {(alias.asname or alias.name).split(".")[0] for node in imports for alias in node.names}
        known |= {node.name for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.name}
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        assert used <= known, used - known


@pytest.mark.parametrize("name", NAMES)
def test_the_public_names_in_a_notebook_exist(name):
    import snakelab as sl

    used = set(re.findall(r"\bsl\.([A-Za-z_]\w*)", "\n".join(cells(name))))
    assert used <= set(sl.__all__)


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_converts_without_loss(name):
    jupytext = pytest.importorskip("jupytext", reason="jupytext is not installed")
    made = jupytext.read(FOLDER / f"{name}.md")
    code = [cell.source.strip() for cell in made.cells if cell.cell_type == "code"]
    assert code == [cell.strip() for cell in cells(name)]
    assert not any(cell.get("outputs") for cell in made.cells)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::snakelab.errors.SnakelabWarning")
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_from_start_to_end(name, tmp_path, monkeypatch):
    for needed in ("cma", "gymnasium"):
        pytest.importorskip(needed, reason=f"{needed} is not installed")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    assert execute(name)


def hosted():
    spec = importlib.util.spec_from_file_location("hosted_notebook", FOLDER.parent / "hosted_notebook.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_notebook_for_hosted_machines_is_the_first_lesson_with_the_project_s_address():
    made = hosted()
    with (FOLDER.parents[1] / "pyproject.toml").open("rb") as file:
        address = made.repository(tomllib.load(file)["project"])
    assert made.NOTEBOOK.read_text(encoding="utf-8") == made.notebook_text(address), "python docs/hosted_notebook.py"
    readme = (FOLDER.parents[1] / "README.md").read_text(encoding="utf-8")
    assert made.BADGE in readme and readme == made.with_badge(readme, address)
    sources = ["".join(cell["source"]) for cell in json.loads(made.notebook_text(address))["cells"]]
    assert sources[0].startswith("# First snake") and "pip" in sources[1]
    assert [one.strip() for one in cells("01_first_snake")] == [
        "".join(cell["source"])
        for cell in json.loads(made.notebook_text(address))["cells"][2:]
        if cell["cell_type"] == "code"
    ]


def test_a_repository_gives_the_archive_and_the_badge_of_colab():
    made = hosted()
    project = {"urls": {"Repository": "https://github.com/someone/snakelab.git"}}
    address = made.repository(project)
    assert '"https://github.com/someone/snakelab/archive/refs/heads/main.zip"' in made.notebook_text(address).replace(
        "'", '"'
    )
    link = "https://colab.research.google.com/github/someone/snakelab/blob/main/examples/01_first/first_snake.ipynb"
    assert made.with_badge(f"x {made.BADGE}(old) y", address) == f"x {made.BADGE}({link}) y"
    assert made.repository({}) == ""


def test_the_cell_installs_what_was_uploaded_or_says_what_to_upload(tmp_path, monkeypatch):
    commands = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(subprocess, "run", lambda command, **more: commands.append(command))
    cell = hosted().INSTALL.format(archive="")
    with pytest.raises(RuntimeError, match=r"upload snakelab-\*\.whl"):
        exec(cell, {})
    (tmp_path / "snakelab-0.9.0-py3-none-any.whl").touch()
    exec(cell, {})
    exec(hosted().INSTALL.format(archive="https://somewhere/main.zip"), {})
    assert [command[-1] for command in commands] == ["snakelab-0.9.0-py3-none-any.whl", "https://somewhere/main.zip"]


@pytest.mark.slow
def test_the_notebook_for_hosted_machines_runs_from_start_to_end(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    names = {"__name__": "__main__"}
    for cell in json.loads(hosted().NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert names["snakelab"].__version__
