"""Which sources the compiled code is made of: every file with a kernel, and all that such a file imports.

A file beside them (a robot of the library, a controller in Python) may change without a law being compiled again.
"""

import re
from collections.abc import Iterator
from pathlib import Path

# A file with one of these compiles something.
COMPILES = ("\n@kernel", " kernel(", "import intrinsic")
# An import at the margin: one further in waits until it is needed, and gives a kernel nothing.
IMPORT = re.compile(r"^(?:from (snakelab[\w.]*) import (\([^)]*\)|[^\n]*)|import (snakelab[\w.]*))", re.MULTILINE)
NAME = re.compile(r"(\w+)(?:\s+as\s+\w+)?")


def kernel_sources(package: Path) -> dict[Path, str]:
    """The text of every file that can change compiled code, in the order of their paths.

    Args:
        package: The folder `snakelab`.
    """
    texts = {path: path.read_text(encoding="utf-8") for path in package.rglob("*.py")}
    reached: set[Path] = set()
    waiting = [path for path, text in texts.items() if any(sign in text for sign in COMPILES)]
    while waiting:
        path = waiting.pop()
        if path not in reached:
            reached.add(path)
            waiting.extend(imported(texts[path], package, texts))
    return {path: texts[path] for path in sorted(reached)}


def imported(text: str, package: Path, texts: dict[Path, str]) -> Iterator[Path]:
    """The files of the package that a source imports at its margin: the submodule where one is named, else the module."""

    def files(module: str) -> tuple[Path, ...]:
        place = package.joinpath(*module.split(".")[1:])
        return tuple(path for path in (place.with_suffix(".py"), place / "__init__.py") if path in texts)

    for origin, names, whole in IMPORT.findall(text):
        if whole:
            yield from files(whole)
            continue
        for name in NAME.findall(names):
            yield from files(f"{origin}.{name}") or files(origin)
