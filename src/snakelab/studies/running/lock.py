"""A file that one process has to itself. The system lets go of it when the process ends, however it ends."""

import importlib
import os
from pathlib import Path
from typing import Any

from snakelab.errors import RecordingError

NO_LINK = getattr(os, "O_NOFOLLOW", 0)  # in a shared folder another user could have put a link there


class Lock:
    """Held from here on until it is released, or this process ends; a file `<name>.lock` beside it is the sign.

    Args:
        path: The file that is locked.

    Raises:
        RecordingError: if another process, or another part of this one, holds it.
        OSError: if the sign cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._file = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | NO_LINK, 0o644)
        try:
            _lock(self._file)
        except OSError:
            os.close(self._file)
            raise RecordingError(
                f"{path} is in use: another study writes to it; wait for it, or give another folder with --out"
            ) from None

    def release(self) -> None:
        """Let go; the file that was the sign stays, empty."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def _lock(file: int) -> None:
    # Each of the two modules is there on its own kind of system only.
    if os.name == "nt":
        windows: Any = importlib.import_module("msvcrt")
        windows.locking(file, windows.LK_NBLCK, 1)
    else:
        unix: Any = importlib.import_module("fcntl")
        unix.flock(file, unix.LOCK_EX | unix.LOCK_NB)
