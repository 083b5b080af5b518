"""The `snakelab` command. What is slow to import is imported inside the commands, so that help comes at once."""

import signal
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from snakelab.apps.commands.library import list_scenarios, show
from snakelab.apps.commands.run import run
from snakelab.apps.console import EXIT_CODES

app = typer.Typer(name="snakelab", add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)


def main() -> None:
    """Entry point of the `snakelab` command. A polite end from outside saves what there is, as Ctrl-C does."""
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    app(prog_name="snakelab")


def _say_version(asked: bool) -> None:
    if asked:
        try:
            print(f"snakelab {version('snakelab')}")
        except PackageNotFoundError:
            print("snakelab, not installed")
        raise typer.Exit


@app.callback(epilog=EXIT_CODES)
def snakelab(
    asked: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Describe a snake robot once, then model, simulate and control it."""


# In the order of the help.
for name, command in (
    ("run", run),
    ("list", list_scenarios),
    ("show", show),
):
    app.command(name, epilog=EXIT_CODES)(command)
