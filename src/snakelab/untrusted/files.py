"""Reading of untrusted files: regular files only, of bounded size."""

import errno
import os
import stat
from pathlib import Path

MEBIBYTE = 2**20
KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
# Opening a named pipe would wait for its writer, a terminal could become that of the process.
FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


def read_file(path: str | Path, most: int) -> bytes:
    """Return the content of a regular file.

    Args:
        path: The file.
        most: Largest size [bytes].

    Raises:
        OSError: if there is no such file, it is not a regular file, it is larger, or it cannot be read. Its `strerror` is a
            sentence without the path, which the caller adds.
    """
    descriptor = _opened(path)
    try:
        _check_size(descriptor, most)
        content = bytearray()
        while block := os.read(descriptor, min(MEBIBYTE, most + 1 - len(content)) or 1):
            content += block
            if len(content) > most:  # a file that grows, or that has no size, as in /proc
                raise _too_large(f"at least {len(content)}", most)
        return bytes(content)
    finally:
        os.close(descriptor)


def check_file(path: str | Path, most: int) -> None:
    """Raise OSError as `read_file` does; for files that another library opens.

    Args:
        path: The file.
        most: Largest size [bytes].
    """
    descriptor = _opened(path)
    try:
        _check_size(descriptor, most)
    finally:
        os.close(descriptor)


def reason(problem: OSError | ValueError) -> str:
    """Return the error as words for a message, without the path."""
    return getattr(problem, "strerror", None) or str(problem)


def _opened(path: str | Path) -> int:
    """Return the descriptor of a regular file."""
    _check_kind(os.stat(path))  # opening a device can have effects already
    descriptor = os.open(path, FLAGS)
    try:
        _check_kind(os.fstat(descriptor))
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _check_kind(status: os.stat_result) -> None:
    for is_kind, word in KINDS:
        if is_kind(status.st_mode):
            raise OSError(errno.EINVAL, f"it is {word}; only regular files are read")


def _check_size(descriptor: int, most: int) -> None:
    size = os.fstat(descriptor).st_size
    if size > most:
        raise _too_large(str(size), most)


def _too_large(size: str, most: int) -> OSError:
    return OSError(errno.EFBIG, f"it has {size} bytes; at most {most} bytes are read")
