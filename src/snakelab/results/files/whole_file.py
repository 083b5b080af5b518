"""Files that are there whole or not at all."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from snakelab.errors import RecordingError


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A path to write to that becomes the file at the end; after an error there is nothing, and an older file stays.

    Args:
        path: Of the file; its folder is made if it is missing.

    Raises:
        RecordingError: if it cannot be written.
    """
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield part
        os.replace(part, path)
    except OSError as problem:
        raise RecordingError(
            f"cannot write {path}: {problem}; make room, or give another place, such as --out /tmp/run"
        ) from problem
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> Path:
    """Write a file whole or not at all; its folder is made if it is missing.

    Raises:
        RecordingError: if it cannot be written. An older file of that name stays.
    """
    with whole_file(path) as part:
        part.write_bytes(content)
    return path
