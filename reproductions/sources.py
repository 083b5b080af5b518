"""Digest of what an item is computed from: its program in this folder, and the scenarios of the library that the program names.

It does not contain the package itself, whose changes the tests detect by running the items again.
"""

import ast
import hashlib
import importlib.util
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from snakelab.scenarios.catalogue import LIBRARY, library
from snakelab.scenarios.yaml_document import read_document

# Keys of a scenario that do not change a run.
TEXTS = ("name", "title", "source", "reference_values", "unchecked")


def digest(program: str) -> str:
    """Digest of the sources of a program.

    Comments, formatting and docstrings do not change it, nor do reference values and titles of scenarios.

    Args:
        program: Module and function, "module:function".
    """
    return hashlib.sha256(json.dumps(sources(program), sort_keys=True).encode()).hexdigest()[:16]


def sources(program: str) -> list[Any]:
    """Definitions that a program uses, as plain data, and the content of the scenarios that they name."""
    module, _, name = program.partition(":")
    used = list(_definitions(module, name, set()))
    texts, beginnings = set[str](), set[str]()
    for one in (part for node in used for part in ast.walk(node)):
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            texts.add(one.value)
        elif isinstance(one, ast.JoinedStr) and one.values and isinstance(one.values[0], ast.Constant):
            beginnings.add(str(one.values[0].value))
    begins = tuple(
        text for text in beginnings if text.endswith("_")
    )  # f"snakesys_field_{gait}" names several scenarios
    cases = sorted(case for case in library() if case in texts or case.startswith(begins))
    return [plain(node) for node in used] + [[case, content(case)] for case in cases]


def content(case: str) -> list[dict[str, Any]]:
    """Data of a scenario of the library and of its bases, without what does not change a run."""
    data = read_document(LIBRARY / f"{case}.yaml").data
    rest = content(data["base"]) if data.get("base") in library() else []
    return [{key: value for key, value in data.items() if key not in TEXTS}, *rest]


def _definitions(module: str, name: str, seen: set[tuple[str, str]]) -> Iterator[ast.AST]:
    """Definition of a name in a module of this folder, and those that it uses."""
    if (module, name) in seen or not module.startswith("reproductions"):
        return
    seen.add((module, name))
    for node in _top_level(module).get(name, ()):
        if isinstance(node, ast.ImportFrom):
            (original,) = (one.name for one in node.names if (one.asname or one.name) == name)
            yield from _definitions(str(node.module), original, seen)
        elif not isinstance(node, ast.Import):
            yield node
            for one in ast.walk(node):
                if isinstance(one, ast.Name):
                    yield from _definitions(module, one.id, seen)


@cache
def _top_level(module: str) -> dict[str, list[ast.stmt]]:
    """Statements at the top level of a module by the names that they define, without docstrings."""
    spec = importlib.util.find_spec(module)
    assert spec is not None and spec.origin is not None, module
    tree = without_docstrings(ast.parse(Path(spec.origin).read_text(encoding="utf-8")))
    found: dict[str, list[ast.stmt]] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names = {node.name}
        elif isinstance(node, ast.ImportFrom | ast.Import):
            names = {one.asname or one.name for one in node.names}
        else:
            stored = (one for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store))
            names = {one.id for one in stored}
        for name in names:
            found.setdefault(name, []).append(node)
    return found


def without_docstrings(tree: ast.Module) -> ast.Module:
    """Remove the docstrings of a module's functions and classes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    return tree


def plain(part: Any) -> Any:
    """Part of a syntax tree as plain data, without empty fields, whose presence depends on the version of Python."""
    if isinstance(part, list):
        return [plain(one) for one in part]
    if not isinstance(part, ast.AST):
        return repr(part)
    fields = {name: value for name, value in ast.iter_fields(part) if value is not None and value != []}
    return [type(part).__name__, {name: plain(value) for name, value in fields.items()}]
