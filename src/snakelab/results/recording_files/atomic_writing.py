"""Atomic writing of files."""

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

from snakelab.errors import RecordingError

SHORT = 40  # letters of a name, short enough for file systems with the added suffix


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield a temporary path that replaces the file at the end; after an error, an older file remains unchanged.

    Args:
        path: Path of the file; its folder is created if it does not exist.

    Raises:
        RecordingError: if it cannot be written.
    """
    part = path.with_name(f"{path.name[:SHORT]}.{secrets.token_hex(8)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # new and with an unpredictable name: in a shared folder another user could have created a link
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o666))
        yield part
        os.replace(part, path)
    except OSError as problem:
        raise RecordingError(
            f"cannot write {path}: {problem}; free disk space, or choose another folder, such as --out /tmp/run"
        ) from problem
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> Path:
    """Write a file atomically; its folder is created if it does not exist.

    Raises:
        RecordingError: if it cannot be written. An older file of that name remains.
    """
    with whole_file(path) as part:
        part.write_bytes(content)
    return path
