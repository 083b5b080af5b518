"""Commands without an end of their own: Ctrl-C is their normal end."""

import contextlib
from collections.abc import Iterator

import typer

from snakelab.apps.terminal.console import messages


@contextlib.contextmanager
def until_interrupted(what: str) -> Iterator[None]:
    """Context that runs until Ctrl-C, which ends it with one line on stderr and the exit code 0.

    Args:
        what: What has ended, as in "the studio".
    """
    try:
        yield
    except KeyboardInterrupt:
        messages().print(f"{what} has ended", soft_wrap=True)
        raise typer.Exit(0) from None
