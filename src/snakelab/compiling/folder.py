"""Where compiled code lies: a folder of the user, with one folder in it for each digest of the sources."""

import functools
import os
import platform
import tempfile
from pathlib import Path

from snakelab.compiling.digest import kernel_digest


def cache_root() -> Path:
    """The user's cache folder for compiled code: `$SNAKELAB_CACHE`, else the platform's usual place."""
    if named := os.environ.get("SNAKELAB_CACHE"):
        return Path(named)
    if platform.system() == "Windows":
        return Path(os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local") / "snakelab" / "cache"
    if platform.system() == "Darwin":
        return _home() / "Library" / "Caches" / "snakelab"
    return Path(os.environ.get("XDG_CACHE_HOME") or _home() / ".cache") / "snakelab"


def _home() -> Path:
    """The user's home, or the place of temporary files where there is none."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(tempfile.gettempdir())


@functools.cache
def cache_folder() -> Path:
    """Where this version's compiled code lives."""
    return cache_root() / kernel_digest()
