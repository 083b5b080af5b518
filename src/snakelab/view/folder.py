"""Several files into one folder, each whole or not at all, and an error that says what is safe."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from snakelab.errors import RecordingError
from snakelab.results.files.whole_file import write_whole


def fill(folder: Path, contents: Iterable[tuple[str, bytes]], written: list[Path]) -> None:
    """Write files in their order; each is made when the one before is written.

    Args:
        folder: Where to; made if it is missing.
        contents: Names, which may hold folders, and contents.
        written: What was written before; every new path is added.

    Raises:
        RecordingError: if a file cannot be written. What was written before stays, and the message names it.
    """
    for name, content in contents:
        with telling(written):
            written.append(write_whole(folder / name, content))


@contextmanager
def telling(written: list[Path]) -> Iterator[None]:
    """Add to an error what is safe."""
    try:
        yield
    except RecordingError as problem:
        if not written:
            raise
        raise RecordingError(f"{problem}; already safe: {', '.join(map(str, written))}") from problem
