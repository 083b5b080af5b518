"""Exclusive lock of a results file by one process."""

from pathlib import Path

from filelock import FileLock, Timeout

from snakelab.errors import RecordingError


def locked(path: Path) -> FileLock:
    """Lock a file until `release()` or the end of this process; `<name>.lock` beside it carries the lock and stays.

    Args:
        path: File to lock.

    Raises:
        RecordingError: if another process, or another part of this one, holds the lock.
        OSError: if the lock file cannot be written, or is a link.
    """
    lock = FileLock(path.with_name(path.name + ".lock"), timeout=0, mode=0o644)
    try:
        lock.acquire()
    except Timeout:
        raise RecordingError(
            f"{path} is in use: another study writes to it; wait for it, or give another folder with --out"
        ) from None
    return lock
