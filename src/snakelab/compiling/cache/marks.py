"""Marks of a cache: its completeness for a run, and the date of its last use."""

import os
import shutil
from pathlib import Path

from snakelab.compiling.cache.folder import LOST, cache_folder, cache_root

WARM_MARK, WHOLE_MARK = "warm", "whole"  # dated by the last process that used the cache
DAYS_IN_USE = 3.0  # time for which unused versions are kept [days]
MOST = 16  # number of caches that are always kept, of 30 to 50 MB each: every edit of a law starts one


def is_warm(whole: bool = False) -> bool:
    """Return True if the loop of these sources, or all of them, has been compiled on this machine before."""
    try:
        return (cache_folder() / (WHOLE_MARK if whole else WARM_MARK)).exists()
    except OSError:  # a folder that may not be looked into
        return False


def note_use() -> None:
    """Set the date of the cache of these sources to now, for `drop_unused`; ignored if it is missing or belongs to
    another user.
    """
    try:
        os.utime(cache_folder() / WARM_MARK)
    except OSError:
        pass


def mark_warm(keep: int = 4, whole: bool = False) -> None:
    """Mark the loop, or all code, as compiled, unless it could not be stored, and remove unused caches.

    Args:
        keep: Minimum number of recently used caches to keep; see `drop_unused`.
        whole: True if the whole package is compiled.
    """
    if LOST:
        return
    try:
        (cache_folder() / WARM_MARK).touch()
        if whole:
            (cache_folder() / WHOLE_MARK).touch()
        drop_unused(cache_root(), keep)
    except OSError:  # a read-only home: compile every time
        pass


def drop_unused(root: Path, keep: int) -> None:
    """Remove unused caches; a cache without a mark is currently being compiled, and is kept.

    Args:
        root: Folder of all caches.
        keep: Number of recently used caches to keep, and up to `MOST` that were used within `DAYS_IN_USE`.

    Raises:
        OSError: if the root cannot be read.
    """
    last_use: dict[Path, float] = {}
    for mark in root.glob(f"*/{WARM_MARK}"):
        last_use[mark.parent] = max(mark.stat().st_mtime, last_use.get(mark.parent, 0.0))
    # The newest date and not the clock, since a network folder may have a different clock.
    rested = max(last_use.values(), default=0.0) - DAYS_IN_USE * 24 * 3600
    for rank, folder in enumerate(sorted(last_use, key=lambda folder: -last_use[folder])):
        if rank >= MOST or (rank >= keep and last_use[folder] < rested):
            shutil.rmtree(folder, ignore_errors=True)
