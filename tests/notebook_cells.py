"""Cells of the notebooks: `{code-cell}` blocks of MyST text, and their execution with the displays of the last lines."""

import ast
import re
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.md"))
_CELL = re.compile(r"^```\{code-cell\} ipython3\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TAGS = re.compile(r"\A(?::[a-z-]+:.*\n)+\n?")


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


def cells(name: str) -> list[str]:
    """Code of the cells, without their tags."""
    return [_TAGS.sub("", code) for code in _CELL.findall(text_of(name))]


def execute(name: str) -> list[str]:
    """Execute all cells; return the HTML of the last lines that have one."""
    names: dict[str, object] = {"__name__": "__main__"}
    displays = []
    for number, code in enumerate(cells(name), 1):
        tree = ast.parse(code)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"{name}, cell {number}", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), f"{name}, cell {number}", "eval"), names)
            if hasattr(value, "_repr_html_") and (html := value._repr_html_()):  # Matplotlib's gives None
                displays.append(html)
            elif hasattr(value, "_repr_png_"):
                assert value._repr_png_()
    return displays
