"""Starters: small commented files that can be run without changes, as templates."""

import importlib.util
import re
import sys
from pathlib import Path

from snakelab.errors import ScenarioError, nearest
from snakelab.untrusted import is_reserved

FOLDER = Path(__file__).parent / "starters"
# Description of each template, and the ending of its file name.
KINDS = {
    "scenario": ".yaml",
    "sweep": ".yaml",
    "robot": ".py",
    "world": ".py",
    "gait": ".py",
    "controller": ".py",
    "swimmer": ".py",
}
MAX_LETTERS = 80
_PLACE = "@NAME@"


def starter(kind: str, name: str) -> tuple[str, str]:
    """Return file name and text of a starter.

    Args:
        kind: One of `KINDS`.
        name: Name of letters, digits, `_` and `-`.

    Raises:
        ScenarioError: if the kind is unknown, or the name cannot name a scenario or would hide a module of Python.
    """
    if kind not in KINDS:
        raise ScenarioError(f"unknown kind {kind!r}{nearest(kind, KINDS)}")
    suffix = KINDS[kind]
    if not re.fullmatch(r"\w[\w-]*", name) or len(name) > MAX_LETTERS:
        plain = re.sub(r"[^\w-]+", "_", Path(name).stem).strip("_-")[:MAX_LETTERS]
        hint = f"; write snakelab new {kind} {plain}" if plain else ""
        allowed = f"letters, digits, _ and -, at most {MAX_LETTERS}, without folder or ending"
        raise ScenarioError(f"the name must be {allowed}; got {name!r}{hint}")
    if is_reserved(name):
        raise ScenarioError(f"{name!r} is reserved on Windows; use another name, such as my_{name}")
    if suffix == ".py" and _is_module(name):
        raise ScenarioError(
            f"{name}.py would hide the module {name!r} from Python; use another name, such as my_{name}"
        )
    text = (FOLDER / f"{kind}{suffix}.txt").read_text(encoding="utf-8")
    return f"{name}{suffix}", text.replace(_PLACE, name)


def _is_module(name: str) -> bool:
    """Return True if a name belongs to an importable module outside the current folder."""
    if name in sys.stdlib_module_names or name == "snakelab":
        return True
    try:
        spec = importlib.util.find_spec(name) if name.isidentifier() else None
    except (ImportError, ValueError):
        return False
    return spec is not None and spec.origin is not None and Path(spec.origin).parent.resolve() != Path.cwd()
