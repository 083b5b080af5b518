"""Digest of the sources of the compiled code: every file with a kernel, and all files that it imports.

Numba's own cache depends on the file of the compiled function only, so an edited law in *another* file would be missed. Here the
cache folder is named by the digest: any edit starts a new one. Another file (a robot of the library, a controller in
Python) may change without recompilation of a law.
"""

import functools
import hashlib
import os
import platform
import re
from collections.abc import Iterator
from pathlib import Path

from snakelab.compiling.environment import require_compiler

PACKAGE = Path(__file__).parents[2]
# A file with one of these contains compiled code or changes the compiler.
COMPILES = ("\n@kernel", " kernel(", "import intrinsic", "\nfrom numba.core")
# An import at module level; indented ones are executed later and do not affect kernels.
IMPORT = re.compile(r"^(?:from (snakelab[\w.]*) import (\([^)]*\)|[^\n]*)|import (snakelab[\w.]*))", re.MULTILINE)
NAME = re.compile(r"(\w+)(?:\s+as\s+(\w+))?")


def source_state(file: str | Path) -> tuple[int, ...]:
    """Time of the last change, size and number of a file; empty if there is no such file."""
    try:
        status = os.stat(file)
    except OSError:
        return ()
    return status.st_ctime_ns, status.st_size, status.st_ino


def sources_state(package: Path = PACKAGE) -> dict[str, tuple[int, ...]]:
    """The state of every source of the package."""
    files = (os.path.join(folder, name) for folder, _, names in os.walk(package) for name in names)
    return {file: source_state(file) for file in files if file.endswith(".py")}


# Kernels may be compiled, and the digest computed, long after the modules were imported.
_AT_START = sources_state()


@functools.cache
def sources_changed() -> bool:
    """True if a source was written after the program had started: what is compiled from memory must not be kept."""
    return sources_state() != _AT_START


def kernel_digest(package: Path = PACKAGE) -> str:
    """Hexadecimal digest of all sources of compiled code and of the versions of the compiler."""
    require_compiler()
    import llvmlite
    import numba
    import numpy as np

    digest = hashlib.sha256()
    versions = (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version(), platform.machine())
    digest.update(repr(versions).encode())
    for path, text in kernel_sources(package).items():
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(text.encode())
    return digest.hexdigest()[:16]


def kernel_sources(package: Path) -> dict[Path, str]:
    """The text of every file that can change compiled code, in the order of their paths.

    Args:
        package: The folder `snakelab`.
    """
    sources = _Sources(package)
    read: set[Path] = set()
    passed: set[Path] = (
        set()
    )  # the `__init__` of a package that only re-exports a name: its other imports are irrelevant
    waiting = [path for path, text in sources.texts.items() if any(sign in text for sign in COMPILES)]
    while waiting:
        path = waiting.pop()
        if path not in read:
            read.add(path)
            for module, name in _imported(sources.texts[path]):
                signs, files = sources.origin(module, name)
                passed.update(signs)
                waiting.extend(files)
    return {path: sources.texts[path] for path in sorted(read | passed)}


def _imported(text: str) -> Iterator[tuple[str, str]]:
    """Imports of a source at module level: a module and a name in it, which is empty for the whole module."""
    for module, names, whole in IMPORT.findall(text):
        if whole:
            yield whole, ""
        for name, _ in NAME.findall(names):
            yield module, name


class _Sources:
    """Sources of the package, and the re-exports of its `__init__` files. They are read at every start, so paths are
    plain text, for speed.
    """

    def __init__(self, package: Path):
        self.texts = {path: path.read_text(encoding="utf-8") for path in package.rglob("*.py")}
        self._homes: dict[str, list[Path]] = {}
        self._origins: dict[tuple[str, str], tuple[list[Path], list[Path]]] = {}
        for path in self.texts:
            below = str(path)[len(str(package)) : -len(".py")].replace(os.sep, ".").removesuffix(".__init__")
            self._homes.setdefault(f"snakelab{below}", []).append(path)

    def origin(self, module: str, name: str) -> tuple[list[Path], list[Path]]:
        """The `__init__` files that re-export a name, and the files that define it: the submodule of that name if there is
        one, else the module.
        """
        if (module, name) not in self._origins:
            self._origins[module, name] = self._find(module, name)
        return self._origins[module, name]

    def _find(self, module: str, name: str) -> tuple[list[Path], list[Path]]:
        signs: list[Path] = []
        while (files := self._homes.get(f"{module}.{name}" if name else module)) is None:
            files = self._homes.get(module, [])
            there = self._handed_on(files[0], name) if files and files[0].name == "__init__.py" else None
            if there is None:
                break
            signs += files
            module, name = there
        return signs, files

    def _handed_on(self, path: Path, wanted: str) -> tuple[str, str] | None:
        """Module and name from which an `__init__` imports a name at module level; None if it defines the name."""
        for module, names, _ in IMPORT.findall(self.texts[path]):
            for name, alias in NAME.findall(names):
                if (alias or name) == wanted:
                    return module, name
        return None
