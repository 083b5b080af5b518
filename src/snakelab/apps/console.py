"""What every command shares: exit codes, one line for each error or warning, and the words of common arguments."""

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from snakelab.errors import SnakelabError

DONE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
EXIT_CODES = (
    "Exit codes: 0 the run finished, or a condition of its own stopped it; 1 it diverged or failed; "
    "2 the input is wrong, or the output cannot be written; 130 it was interrupted (Ctrl-C). "
    "After 1 and 130, what the run has is saved."
)

ScenarioName = Annotated[str, typer.Argument(metavar="NAME-or-FILE", help="A scenario of the library, or a YAML file.")]
CHANGES = "Change one value, as in solver.step=0.001 or robot.parts.0.link.mass=0.1. Repeatable."
Changes = Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help=CHANGES)]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")]
Json = Annotated[
    bool, typer.Option("--json", help="Print the result as one JSON document on stdout, and nothing else there.")
]

_WARNED: set[str] = set()


@contextmanager
def clean_errors() -> Iterator[None]:
    """What a user can do wrong ends in one message and an exit code, never in a traceback."""
    warnings.showwarning = say_warning
    try:
        yield
    except SnakelabError as problem:
        say_error(str(problem))
        raise typer.Exit(BAD_INPUT) from None
    except MemoryError as problem:
        say_error(f"the run does not fit into the memory ({problem}); lower duration or solver.record_rate")
        raise typer.Exit(BAD_INPUT) from None
    except BrokenPipeError:  # whoever read the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(DONE) from None
    except OSError as problem:
        say_error(f"cannot write the output: {problem.strerror or problem}")
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(BAD_INPUT) from None
    except KeyboardInterrupt:
        say_error("interrupted")
        raise typer.Exit(INTERRUPTED) from None


def say_warning(message: Warning | str, *place: Any, **more: Any) -> None:
    """A warning in one line, once, without the place in the code that Python adds."""
    if str(message) in _WARNED:
        return
    _WARNED.add(str(message))
    console = Console(stderr=True, highlight=False)
    console.print(Text.assemble(("warning: ", "bold yellow"), str(message)), soft_wrap=True)


def say_error(message: str) -> None:
    console = Console(stderr=True, highlight=False)
    for line in message.splitlines():
        console.print(Text.assemble(("error: ", "bold red"), line), soft_wrap=True)
