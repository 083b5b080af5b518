"""Atomic writing of several files into one folder, with errors that name the files already written."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from snakelab.errors import RecordingError
from snakelab.results.files.whole_file import write_whole


def fill(folder: Path, contents: Iterable[tuple[str, bytes]], written: list[Path]) -> None:
    """Write files in their order; each content is made after the file before is written.

    Args:
        folder: Output folder; made if it is missing.
        contents: Names, which may include folders, and contents.
        written: Paths written before; every new path is added.

    Raises:
        RecordingError: if a file cannot be written. Files written before remain, and the message names them.
    """
    for name, content in contents:
        with naming_written(written):
            written.append(write_whole(folder / name, content))


@contextmanager
def naming_written(written: list[Path]) -> Iterator[None]:
    """Add the files already written to an error."""
    try:
        yield
    except RecordingError as problem:
        if not written:
            raise
        raise RecordingError(f"{problem}; already written: {', '.join(map(str, written))}") from problem
