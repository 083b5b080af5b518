"""Cache of compiled code: a folder of the user, with a subfolder for each digest of the sources."""

import atexit
import functools
import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from snakelab.compiling.cache.digest import kernel_digest
from snakelab.compiling.cache.ownership import make_private, refusal

ROOT = "SNAKELAB_CACHE"
NOWHERE = Path(os.devnull) / "snakelab"  # is not writable
LOST: list[Any] = []  # compiled code that could not be written in this process


def usual_root() -> Path | None:
    """The user's cache folder for compiled code: `$SNAKELAB_CACHE`, else the default of the platform; None without a home."""
    if named := os.environ.get(ROOT):
        return Path(named)
    try:
        if platform.system() == "Windows":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "snakelab" / "cache"
        if platform.system() == "Darwin":
            return Path.home() / "Library" / "Caches" / "snakelab"
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "snakelab"
    except RuntimeError:  # neither HOME nor an entry among the users
        return None


@functools.cache
def _version() -> str:
    """Name of the folder of this version: a digest, for which all sources are read once."""
    return kernel_digest()


def root_refusal() -> str:
    """Reason against the use of the default cache folder; empty if there is none."""
    root = usual_root()
    if str(root) in _PRIVATE:
        return _PRIVATE[str(root)]
    return "this user has no home folder" if root is None else refusal(root / _version())


def cache_root() -> Path:
    """Folder of all compiled code: the default one, or a private one of this process if that cannot be used."""
    root = usual_root()
    if root is None:
        return _private_root(root_refusal())
    if str(root) in _PRIVATE:
        return root
    reason = root_refusal() or _not_made(root)
    return _private_root(reason) if reason else root


def _not_made(root: Path) -> str:
    """Reason why a cache folder is not writable; empty after it was created."""
    try:
        make_private(root)
        tempfile.TemporaryFile(dir=root).close()
    except OSError as problem:
        return f"{root} is not writable ({problem.strerror or problem})"
    return refusal(root / _version())  # another user may have created one of them meanwhile


_PRIVATE: dict[str, str] = {}  # private folders of this process, and why each is needed


def _private_root(reason: str) -> Path:
    """New folder that only this user can read or write. It is removed at the end of the process.

    Child processes get it by their environment, and share the compiled code.
    """
    try:
        root = Path(tempfile.mkdtemp(prefix="snakelab-"))
        atexit.register(_remove, root, os.getpid())
    except OSError:
        root = NOWHERE
    if refusal(root):  # in a folder for temporary files that belongs to another user
        root = NOWHERE
    _PRIVATE[str(root)] = reason
    os.environ[ROOT] = str(root)
    _say(reason)
    return root


def _remove(root: Path, owner: int) -> None:
    if os.getpid() == owner:  # a forked process has the same duties
        shutil.rmtree(root, ignore_errors=True)


def _say(reason: str) -> None:
    """Warn on stderr that the cache of this process ends with it; a process calls this once."""
    if sys.stderr is not None:  # closed by the parent process
        line = (
            f"warning: compiled code is not cached, because {reason}; each start compiles for up to a minute. "
            f"Set {ROOT} to a folder that only you can write to"
        )
        print(line, file=sys.stderr, flush=True)


@functools.cache
def cache_folder() -> Path:
    """The folder of this version's compiled code, with all links followed."""
    return Path(os.path.realpath(cache_root())) / _version()
