"""Size and removal of the cache of compiled code, which `snakelab.compiling` fills."""

import re
import shutil
from pathlib import Path

# The folders that `snakelab.compiling` makes are named by a digest; nothing else under the root is ours to remove.
_OURS = re.compile(r"[0-9a-f]{16}")


def folder_size(folder: Path) -> int:
    """Return the size of all readable files below a folder [B]."""
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
        root: Folder from `snakelab.compiling.cache_root`. Other files in it are kept.

    Returns:
        Size of the removed files [B].

    Raises:
        OSError: if a file cannot be removed.
    """
    removed = 0
    for folder in sorted(root.iterdir()) if root.is_dir() else ():
        if _OURS.fullmatch(folder.name) and folder.is_dir() and not folder.is_symlink():
            size = folder_size(folder)
            shutil.rmtree(folder)
            removed += size
    return removed
