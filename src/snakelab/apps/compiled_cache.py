"""The cache of compiled code as a user sees it: how large it is, and how to empty it. `snakelab.compiling` fills it."""

import re
import shutil
from pathlib import Path

# The folders that `snakelab.compiling` makes are named by a digest; nothing else under the root is ours to remove.
_OURS = re.compile(r"[0-9a-f]{16}")


def folder_size(folder: Path) -> int:
    """Size of all files below a folder [B]; what cannot be read counts nothing."""
    size = 0
    for path in folder.rglob("*"):
        try:
            size += path.stat().st_size if path.is_file() else 0
        except OSError:
            continue
    return size


def clear(root: Path) -> int:
    """Remove the compiled code of every version below the cache's root.

    Args:
        root: As `snakelab.compiling.cache_root` gives it. Whatever else lies there stays.

    Returns:
        How much was removed [B].

    Raises:
        OSError: if something cannot be removed.
    """
    removed = 0
    for folder in sorted(root.iterdir()) if root.is_dir() else ():
        if _OURS.fullmatch(folder.name) and folder.is_dir() and not folder.is_symlink():
            size = folder_size(folder)
            shutil.rmtree(folder)
            removed += size
    return removed
