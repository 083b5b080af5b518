"""The compiler: conditions without which no kernel can be compiled, its version, and the sources that control or extend it."""

import functools
import hashlib
import importlib
import os
import platform
import sys
from pathlib import Path

from snakelab.errors import SnakelabError

COMPILER = Path(__file__).parent
# Files of this folder that do not affect compiled code: they choose the cache folder and print messages.
NOT_COMPILER = ("cache.py", "notice.py")


# ---- conditions -----------------------------------------------------------------------------------------------------
def require_sources() -> None:
    """Raise SnakelabError if the package has no source files."""
    package = Path(__file__).parent.parent
    if not package.is_dir():
        raise SnakelabError(
            f"snakelab does not run from a zip archive, got {package.parent}: its kernels are compiled from source files; "
            "unpack the archive, or install it with pip"
        )


def require_compiler() -> None:
    """Import Numba, the compiler.

    Raises:
        SnakelabError: if it does not start, or if it is switched off.
    """
    try:
        from numba import config
    except Exception as problem:  # a wrong setting or a damaged installation can raise any exception
        reason = " ".join(str(problem).split()) or type(problem).__name__
        raise SnakelabError(f"Numba, the compiler, does not start: {reason}{_settings()}") from None
    if config.DISABLE_JIT:
        raise SnakelabError("NUMBA_DISABLE_JIT is set: nothing is compiled, and snakelab does not run so; unset it")


def _settings() -> str:
    """Settings of Numba in the environment, as a hint."""
    given = " ".join(f"{name}={value}" for name, value in sorted(os.environ.items()) if name.startswith("NUMBA_"))
    return f"; the environment has {given}" if given else "; type: snakelab doctor"


# ---- version and sources --------------------------------------------------------------------------------------------
@functools.cache
def version_digest() -> str:
    """Hexadecimal digest of the versions of the compiler and of the sources in this folder, which control it.

    Raises:
        SnakelabError: if the compiler does not start.
    """
    require_compiler()
    import llvmlite
    import numba
    import numpy as np

    python = platform.python_version(), getattr(sys, "abiflags", ""), platform.machine()
    versions = numba.__version__, llvmlite.__version__, np.__version__, *python
    return hashlib.sha256(repr((versions, folder_digest(COMPILER))).encode()).hexdigest()[:16]


@functools.cache
def folder_digest(folder: Path) -> str:
    """Hexadecimal digest of the sources in a folder, but not below it, which control or extend the compiler."""
    watch(folder)
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        if folder != COMPILER or path.name not in NOT_COMPILER:
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


@functools.cache
def package_folder(package: str) -> Path:
    """Folder of a package, which is imported for this, or of a module in no package."""
    return Path(importlib.import_module(package).__file__ or "").parent


# The text that is read may not be that which was imported, if a file was written after the start of the program.
_AT_START: dict[Path, dict[str, tuple[int, ...]]] = {}


def watch(folder: Path) -> None:
    """Remember the state of the sources in a folder, for `sources_changed`."""
    if folder not in _AT_START:
        _AT_START[folder] = _state(folder)


def sources_changed() -> bool:
    """True if a source of the compiler was written since the start of the program: compiled code must not be stored."""
    return any(_state(folder) != state for folder, state in _AT_START.items())


def _state(folder: Path) -> dict[str, tuple[int, ...]]:
    """Time of the last change, size and number of each source in a folder."""
    try:
        with os.scandir(folder) as entries:
            states = {entry.name: entry.stat() for entry in entries if entry.name.endswith(".py")}
    except OSError:
        return {}
    return {name: (state.st_ctime_ns, state.st_size, state.st_ino) for name, state in states.items()}


watch(COMPILER)
