"""Notebook for a free hosted machine such as Colab: the first lesson, with a cell that installs snakelab.

`python docs/hosted_notebook.py` writes examples/01_first/first_snake.ipynb from docs/notebooks/01_first_snake.md, and the
badge of README.md. The cell installs the archive of the branch main of the repository in `[project.urls]` of pyproject.toml.
While the project has no public repository, it installs a wheel or a source archive that was uploaded beside the notebook.
"""

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LESSON = ROOT / "docs" / "notebooks" / "01_first_snake.md"
NOTEBOOK = ROOT / "examples" / "01_first" / "first_snake.ipynb"
BADGE = "[![Notebook for a hosted machine](docs/images/badges/notebook.svg)]"
COLAB = "https://colab.research.google.com/github"

INSTALL = """\
# On a hosted machine: install snakelab, which takes about a minute. Elsewhere, where it is installed, nothing is done.
import importlib.util
import subprocess
import sys
from pathlib import Path

ARCHIVE = {archive!r}  # of the sources; without one, a wheel or source archive that was uploaded beside this notebook
if importlib.util.find_spec("snakelab") is None:
    uploaded = sorted(str(path) for kind in ("snakelab-*.whl", "snakelab-*.tar.gz") for path in Path().glob(kind))
    if not ARCHIVE and not uploaded:
        raise RuntimeError("upload snakelab-*.whl, or a source archive snakelab-*.tar.gz, into the folder of this notebook")
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", ARCHIVE or uploaded[-1]], check=True)
    importlib.invalidate_caches()
import snakelab

print("snakelab", snakelab.__version__)
"""


def repository(project: dict[str, Any]) -> str:
    """Return the address of the repository of the project, without a slash at its end; "" if it has none."""
    urls = {name.lower(): url for name, url in project.get("urls", {}).items()}
    return str(urls.get("repository", urls.get("source", ""))).removesuffix(".git").rstrip("/")


def notebook(lesson: str, address: str) -> dict[str, Any]:
    """Return a lesson as a notebook in the format of Jupyter, without outputs.

    Args:
        lesson: MyST text of the lesson.
        address: Address of the repository; "" for none.
    """
    archive = f"{address}/archive/refs/heads/main.zip" if address else ""
    body = lesson.split("---\n", 2)[2]
    cells = [_cell(0, "code", INSTALL.format(archive=archive))]
    for i, piece in enumerate(re.split(r"^```\{code-cell\} ipython3\n(.*?)^```\n", body, flags=re.M | re.S)):
        text = (
            re.sub(r"\A(?::[a-z-]+:.*\n)+\n?", "", piece)
            if i % 2
            else re.sub(r"\[([^]]+)\]\([^)]*\.md\)", r"\1", piece)
        )
        if text.strip():
            cells.append(_cell(len(cells), "code" if i % 2 else "markdown", text.strip()))
    cells[0], cells[1] = cells[1] | {"id": "cell-0"}, cells[0] | {"id": "cell-1"}  # the title is first
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _cell(number: int, kind: str, text: str) -> dict[str, Any]:
    more: dict[str, Any] = {"execution_count": None, "outputs": []} if kind == "code" else {}
    return {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, **more, "source": text.splitlines(keepends=True)}


def notebook_text(address: str) -> str:
    """Return the text of the notebook file."""
    made = notebook(LESSON.read_text(encoding="utf-8"), address)
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def with_badge(readme: str, address: str) -> str:
    """Return the text of README.md with the link of the badge: to Colab, or without a repository there to the file."""
    path = NOTEBOOK.relative_to(ROOT).as_posix()
    found = re.fullmatch(r"https://github\.com/([^/]+/[^/]+)", address)
    target = f"{COLAB}/{found[1]}/blob/main/{path}" if found else path
    return re.sub(re.escape(BADGE) + r"\([^)]*\)", f"{BADGE}({target})", readme)


def main() -> int:
    """Write the notebook and the badge."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        address = repository(tomllib.load(file)["project"])
    NOTEBOOK.write_text(notebook_text(address), encoding="utf-8")
    readme = ROOT / "README.md"
    readme.write_text(with_badge(readme.read_text(encoding="utf-8"), address), encoding="utf-8")
    print(f"wrote {NOTEBOOK.relative_to(ROOT)}, which installs {address or 'an uploaded file'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
