"""Handling of stdout and stderr that are closed, full, or limited in their characters."""

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO


class LossyStream:
    """Text stream that ignores write errors, so that a failing output does not end a run.

    Args:
        stream: Underlying stream.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write the text if possible."""
        with suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush if possible."""
        with suppress(OSError):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def tame_output() -> None:
    """Make stdout and stderr accept any text: unsupported characters are escaped, and closed streams discard it."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by who started us: the next file opened would get its number, and our text
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.stderr = LossyStream(sys.stderr)


def hide_matplotlib_folder() -> None:
    """Suppress Matplotlib's warning about an unwritable configuration folder: it uses a temporary one."""
    logging.getLogger("matplotlib").addFilter(lambda record: record.funcName != "_get_config_or_cache_dir")


@contextmanager
def flushed_output() -> Iterator[None]:
    """Flush stdout when the context ends, so that an error occurs here and not while Python shuts down."""
    try:
        yield
    finally:
        sys.stdout.flush()


def discard_output() -> None:
    """Discard all further output to stdout."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
