"""The marks of a cache: whether it holds all that a run needs, and when it was used last."""

import os
import shutil
from pathlib import Path

from snakelab.compiling.cache.folder import LOST, cache_folder, cache_root

WARM_MARK, WHOLE_MARK = "warm", "whole"  # dated by the last process that used the cache
DAYS_IN_USE = 3.0  # so long a version may rest and is kept [days]
MOST = 16  # caches that stay in any case, of 30 to 50 MB each: every edit of a law starts one


def is_warm(whole: bool = False) -> bool:
    """Return True if the loop of these sources, or all of them, has been compiled on this machine before."""
    try:
        return (cache_folder() / (WHOLE_MARK if whole else WARM_MARK)).exists()
    except OSError:  # a folder that may not be looked into
        return False


def note_use() -> None:
    """Date the cache of these sources by now, for `drop_unused`; one that is missing, or someone else's, stays as it is."""
    try:
        os.utime(cache_folder() / WARM_MARK)
    except OSError:
        pass


def mark_warm(keep: int = 4, whole: bool = False) -> None:
    """Note that the loop, or the whole, is compiled, unless the disk did not take it, and drop the caches out of use.

    Args:
        keep: So many of those used last stay at least; see `drop_unused`.
        whole: Whether all of the package is compiled.
    """
    if LOST:
        return
    try:
        (cache_folder() / WARM_MARK).touch()
        if whole:
            (cache_folder() / WHOLE_MARK).touch()
        drop_unused(cache_root(), keep)
    except OSError:  # a read-only home: compile every time, but run
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
    for mark in root.glob(f"*/{WARM_MARK}*"):  # older versions had one for each installation: warm-...
        last_use[mark.parent] = max(mark.stat().st_mtime, last_use.get(mark.parent, 0.0))
    # The newest date and not the clock: a folder on the network has its own.
    rested = max(last_use.values(), default=0.0) - DAYS_IN_USE * 24 * 3600
    for rank, folder in enumerate(sorted(last_use, key=lambda folder: -last_use[folder])):
        if rank >= MOST or (rank >= keep and last_use[folder] < rested):
            shutil.rmtree(folder, ignore_errors=True)
