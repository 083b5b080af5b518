"""stdout and stderr as a person's shell hands them over: closed, full, cut off by a reader, or without our characters."""

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO


class LossyStream:
    """A text stream that loses what it cannot write: messages must never cost a run, whoever stopped reading them.

    Args:
        stream: The stream that it stands for.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write the text, if that can be."""
        with suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush, if that can be."""
        with suppress(OSError):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def tame_output() -> None:
    """Make stdout and stderr take every text: characters that they lack are escaped, and a closed one loses what it gets."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by who started us: the next file opened would get its number, and our text
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.stderr = LossyStream(sys.stderr)


def hide_matplotlib_folder() -> None:
    """Drop Matplotlib's warnings that its folder takes no files: it works in a temporary one, and nothing is lost."""
    logging.getLogger("matplotlib").addFilter(lambda record: record.funcName != "_get_config_or_cache_dir")


@contextmanager
def flushed_output() -> Iterator[None]:
    """Flush stdout when the context ends, so that what fails there fails here and not as Python shuts down."""
    try:
        yield
    finally:
        sys.stdout.flush()


def discard_output() -> None:
    """Send what is still to come on stdout nowhere."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
