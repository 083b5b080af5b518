"""Which caches of compiled code are in use: each holds a mark, `warm-<installation>`, dated by the last process that used it."""

import os
import shutil
from pathlib import Path

DAYS_IN_USE = 3.0  # so long a version may rest and is kept [days]
MOST = 16  # caches that stay in any case, of about 30 MB each: every edit of a law starts one


def note_use(mark: Path) -> None:
    """Date a mark by now; one that is missing, or belongs to someone else, stays as it is."""
    try:
        os.utime(mark)
    except OSError:
        pass


def drop_unused(root: Path, keep: int) -> None:
    """Remove the caches that no one uses any more; one without a mark is just being compiled, and stays.

    Args:
        root: Folder of all caches.
        keep: So many of those used last stay, and up to `MOST` that were used within `DAYS_IN_USE`.

    Raises:
        OSError: if the root cannot be read.
    """
    last_use: dict[Path, float] = {}
    for mark in root.glob("*/warm-*"):
        last_use[mark.parent] = max(mark.stat().st_mtime, last_use.get(mark.parent, 0.0))
    # The newest date and not the clock: a folder on the network has its own.
    rested = max(last_use.values(), default=0.0) - DAYS_IN_USE * 24 * 3600
    for rank, folder in enumerate(sorted(last_use, key=lambda folder: -last_use[folder])):
        if rank >= MOST or (rank >= keep and last_use[folder] < rested):
            shutil.rmtree(folder, ignore_errors=True)
