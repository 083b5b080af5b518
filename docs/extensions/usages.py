"""Where public names are used: programs on the pages, scenarios of the library, and calls that return them."""

import inspect
import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

from gallery_entries import entries
from mentions import DOCS, Place, sections

from snakelab.public_names import public_api, public_object
from snakelab.scenarios.class_registry import GROUPS, all_ungrouped, type_name

MOST = 4  # places of one kind that an entry of the reference lists
_TOP_LEVEL = {"robot", "world"}  # keys of every scenario
_PYTHON = re.compile(r"^```(?:python|\{code-cell\}[^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_YAML = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)


@cache
def programs() -> dict[str, tuple[Place, ...]]:
    """Return the sections whose Python code, or scenario, uses a public name, by the name."""
    found: dict[str, dict[Place, None]] = defaultdict(dict)
    for path in sorted([*DOCS.glob("*.md"), *DOCS.glob("notebooks/*.md")]):
        for place, text in sections(path):
            for block in _PYTHON.findall(text):
                for name in re.findall(r"\bsl\.(?:[a-z]+\.)*(\w+)", block):
                    found[name][place] = None
            for block in _YAML.findall(text):
                for name in type_names():
                    if word(name).search(block):
                        found[name][place] = None
    return {name: tuple(places)[:MOST] for name, places in found.items()}


@cache
def type_names() -> dict[str, str]:
    """Return the type names of classes in scenario files, by the name of the class."""
    classes = [cls for family in GROUPS.values() for cls in family] + list(all_ungrouped())
    return {cls.__name__: type_name(cls) for cls in classes if type_name(cls) not in _TOP_LEVEL}


@cache
def word(name: str) -> re.Pattern[str]:
    """Return the pattern of the type name of a class in YAML."""
    return re.compile(rf"(?<![\w.-]){type_names()[name]}(?=:|\s*[,\]}}]|\s*$)", re.MULTILINE)


@cache
def scenarios(name: str) -> tuple[str, ...]:
    """Return the first scenarios of the library whose file contains the type name of a class."""
    if name not in type_names():
        return ()
    found = (
        entry.name for entry in entries() if not entry.is_example and word(name).search(without_text(entry.source))
    )
    return tuple(found)[:MOST]


@cache
def without_text(path: Path) -> str:
    """Return a YAML file without comments, titles and sources."""
    lines = (line.split("#")[0] for line in path.read_text(encoding="utf-8").splitlines())
    return "\n".join(
        line for line in lines if not re.match(r"\s*-? ?(title|source|case|explained|claim|reason):", line)
    )


@cache
def makers(name: str) -> tuple[str, ...]:
    """Return the public functions, and methods of public classes, that return a class."""
    found = [call for call, thing in calls() if re.search(rf"\b{name}\b", str(thing.__annotations__.get("return", "")))]
    return tuple(found)[:MOST]


@cache
def calls() -> tuple[tuple[str, Any], ...]:
    """Return all public functions, and methods of public classes, with their names."""
    found: list[tuple[str, Any]] = []
    for name in public_api():
        thing = public_object(name)
        if inspect.isfunction(thing):
            found.append((name, thing))
        elif inspect.isclass(thing):
            methods = (getattr(member, "fget", member) for member in vars(thing).values())
            found += [
                (f"{name}.{method.__name__}", method)
                for method in methods
                if inspect.isfunction(method) and method.__name__[0] != "_"
            ]
    return tuple(found)
