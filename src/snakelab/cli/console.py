"""Output of the command line: standard streams, messages and exit codes, and hints on options.

Contents: closed, full or limited standard streams; exit codes, errors, warnings and options that all commands have in
common; the command class that suggests `--set` for a key of the scenario. Progress is in `progress`.
"""

import contextlib
import json
import logging
import os
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text
from typer.core import TyperCommand

from snakelab.errors import RecordingError, SnakelabError
from snakelab.files import PICTURE_FORMATS, visible

# ----------------------------------------------------------------------------------------------------------------------
# Standard streams that are closed, full, or limited in their characters
# ----------------------------------------------------------------------------------------------------------------------


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


def configure_streams() -> None:
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


# ----------------------------------------------------------------------------------------------------------------------
# Common parts of all commands: exit codes, errors and warnings in one line each, and common options
# ----------------------------------------------------------------------------------------------------------------------

DONE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
EXIT_CODES = (
    "Exit codes: 0 success, including a run stopped by an event; "
    "1 a run diverged or failed, or a check found errors; "
    "2 invalid input, or the output cannot be written; 130 interrupted (Ctrl-C). "
    "After 1 and 130, partial results are saved."
)

ScenarioName = Annotated[str, typer.Argument(metavar="NAME-or-FILE", help="A scenario of the library, or a YAML file.")]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Change one value, as in solver.step=0.001 or robot.parts.0.link.mass=0.1. Repeatable.",
    ),
]
WindowText = Annotated[
    str | None,
    typer.Option(
        "--window",
        metavar="FROM,TO",
        help="Compute the metrics from this part of the run, in s, such as 2,10 to leave out the start from rest.",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")]
Figures = Annotated[bool, typer.Option("--figures/--no-figures", help="Draw the figures.")]
Formats = Annotated[
    list[str] | None,
    typer.Option(
        "--format", metavar="FORMAT", help="Format of the figures: svg, png or pdf; may be repeated.  [default: svg]"
    ),
]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Print the name of every file, including each picture.")]


@dataclass
class _Document:
    """State of the single document of `--json`.

    Attributes:
        asked: True if the current command has the option `--json`.
        printed: True if it was printed.
    """

    asked: bool = False
    printed: bool = False


_DOCUMENT = _Document()


def figure_formats(formats: list[str] | None) -> list[str]:
    """Return the formats of figures that are asked for, svg without any.

    Raises:
        RecordingError: if there is no such format.
    """
    from snakelab.parameters.arguments import choice

    return [choice(kind, "--format", PICTURE_FORMATS, RecordingError) for kind in formats or ["svg"]]


def _request_json(asked: bool) -> bool:
    _DOCUMENT.asked, _DOCUMENT.printed = asked, False
    return asked


Json = Annotated[bool, typer.Option("--json", callback=_request_json, help="Print only one JSON document on stdout.")]

UNWRAPPED_WIDTH = 1000  # width of output to a file or a pipe [columns]
_WARNED: set[str] = set()
# Consoles on stderr with a progress bar: messages meanwhile must be printed through them.
_SHARED: list[Console] = []


@contextmanager
def clean_errors() -> Iterator[None]:
    """Context that converts user errors to one message and an exit code, without a traceback."""
    warnings.showwarning = print_warning
    try:
        yield
    except SnakelabError as problem:
        raise typer.Exit(_failed(str(problem), BAD_INPUT)) from None
    except MemoryError as problem:
        text = f"the run does not fit into the memory ({problem}); lower duration or solver.record_rate"
        raise typer.Exit(_failed(text, BAD_INPUT)) from None
    except OSError as problem:
        raise typer.Exit(_unwritten(problem)) from None
    except KeyboardInterrupt as interrupt:
        raise typer.Exit(_failed(str(interrupt) or "interrupted", INTERRUPTED)) from None
    finally:
        _DOCUMENT.asked = False


@contextmanager
def clean_exit() -> Iterator[None]:
    """Context around the whole program, like `clean_errors`, that also handles a full or closed output of help and version."""
    try:
        with flushed_output():
            yield
    except OSError as problem:
        raise SystemExit(_unwritten(problem)) from None


def _failed(message: str, code: int) -> int:
    """Print the reason of a failure to stderr, and as the document for `--json`; return the exit code."""
    print_error(message)
    if _DOCUMENT.asked:
        print_failure(message, code)
    return code


def json_requested() -> bool:
    """Return True if the current command has the option --json."""
    return _DOCUMENT.asked


def print_failure(message: str, code: int) -> None:
    """Print the document of a failure, unless a document was printed already."""
    if not _DOCUMENT.printed:
        with closed_output_ignored():
            print_json({"format": "snakelab-error-1", "error": message, "exit_code": code})


def _unwritten(problem: OSError) -> int:
    """Return the exit code for an output that cannot be written; further output is discarded."""
    discard_output()
    if isinstance(problem, BrokenPipeError):  # the reader of the output has closed it
        return DONE
    print_error(f"cannot write the output: {problem.strerror or problem}")
    return BAD_INPUT


def print_warning(message: Warning | str, *place: Any, **more: Any) -> None:
    """Print a warning in one line, once, without the source location that Python adds."""
    # messages of some libraries have colour codes, begin with an empty line or contain a traceback
    lines = (re.sub(r"\x1b\[[0-9;]*m", "", line).strip() for line in str(message).splitlines())
    line = next(filter(None, lines), type(message).__name__ if isinstance(message, Warning) else "")
    if not line or line in _WARNED:
        return
    _WARNED.add(line)
    messages().print(Text.assemble(("warning: ", "bold yellow"), line), soft_wrap=True)


def print_notice(message: str) -> None:
    """Print a line to stderr that reports neither an error nor a warning."""
    messages().print(Text.assemble(("notice: ", "bold cyan"), message), soft_wrap=True)


def print_error(message: str) -> None:
    """Print an error to stderr, one line per line of the message."""
    for line in message.splitlines():
        messages().print(Text.assemble(("error: ", "bold red"), line), soft_wrap=True)


def messages() -> Console:
    """Return the console for progress and messages: stderr, above the progress bar if one is shown."""
    return _SHARED[-1] if _SHARED else VisibleConsole(stderr=True, highlight=False, markup=False, emoji=False)


def results(*, whole_lines: bool = False) -> Console:
    """Return the console for results: stdout, without wrapping if it is a file or a pipe.

    Args:
        whole_lines: Do not wrap on a terminal either, as for wide tables of numbers.
    """
    console = ResultsConsole(highlight=False, markup=False, emoji=False)
    if whole_lines or not console.is_terminal:
        console.width = UNWRAPPED_WIDTH
    return console


class VisibleConsole(Console):
    """Console that escapes control characters, so that text from files cannot control the terminal."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """Render as Rich does, with control characters escaped."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)


class ResultsConsole(VisibleConsole):
    """Console that raises BrokenPipeError if stdout is closed, where Rich would exit with code 1."""

    def on_broken_pipe(self) -> None:
        """Raise the current BrokenPipeError again."""
        raise


@contextmanager
def closed_output_ignored() -> Iterator[None]:
    """Context that discards output after the reader of stdout has closed it, and keeps the exit code."""
    try:
        yield
    except BrokenPipeError:
        discard_output()


@contextmanager
def share_messages(console: Console) -> Iterator[None]:
    """Context in which all messages are printed to this console, which has a progress bar."""
    _SHARED.append(console)
    try:
        yield
    finally:
        _SHARED.remove(console)


def print_json(document: Any) -> None:
    """Print one JSON document to stdout, in ASCII if the terminal requires it. Non-finite numbers must be None already.

    Raises:
        ValueError: for NaN or infinity, which JSON cannot represent.
    """
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    text = json.dumps(document, indent=2, allow_nan=False, ensure_ascii=not encoding.startswith("utf"))
    _DOCUMENT.printed = True
    print(text, flush=True)


Force = Annotated[bool, typer.Option("--force", help="Replace a file of that name.")]


def free_file(path: Path, force: bool) -> Path:
    """Return the path of a file to write; raise an error if that would overwrite a file."""
    from snakelab.errors import ScenarioError

    if path.is_dir():
        raise ScenarioError(f"{path} is a folder; give a file, such as --out {path / 'robot'}")
    if not force and (path.exists() or path.is_symlink()):
        raise ScenarioError(f"{path} exists already; give another path with --out, or replace it with --force")
    return path


@contextlib.contextmanager
def until_interrupted(what: str) -> Iterator[None]:
    """Context that runs until Ctrl-C, which ends it with one line on stderr and the exit code 0.

    Args:
        what: Name of what stops, such as "the studio".
    """
    try:
        yield
    except KeyboardInterrupt:
        messages().print(f"{what} stopped", soft_wrap=True)
        raise typer.Exit(0) from None


# ----------------------------------------------------------------------------------------------------------------------
# Command that suggests `--set` for an option that is a key of the scenario, such as `--duration 3`
# ----------------------------------------------------------------------------------------------------------------------

SCENARIO_KEYS = {
    **{key: key for key in ("duration", "seed", "robot", "world", "controller")},
    **{key: f"solver.{key}" for key in ("step", "record_rate", "integrator", "tolerance")},
}


class ScenarioCommand(TyperCommand):
    """Command whose message on an unknown option names the key of the scenario, if it has the option `--set`.

    Its message on a number out of range contains the number.
    """

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override, unused-ignore]
        args, typed = list(args), list(args)
        options = {option for parameter in self.params for option in parameter.opts}
        if "--set" in options:
            for i, word in enumerate(args):
                option, _, given = word.partition("=")
                key = SCENARIO_KEYS.get(option.removeprefix("--").replace("-", "_"))
                if option.startswith("--") and key and option not in options:
                    following = args[i + 1] if i + 1 < len(args) else ""
                    value = given or ("VALUE" if following.startswith("--") else following or "VALUE")
                    ctx.fail(f"No such option: {option}; write --set {key}={value}")
        try:
            return super().parse_args(ctx, args)
        except Exception as problem:
            _add_value(problem, typed)
            raise


def _add_value(problem: Any, args: list[str]) -> None:
    """Add the value to the message of an option out of range, which Typer leaves out."""
    text, parameter = getattr(problem, "message", ""), getattr(problem, "param", None)
    if not isinstance(text, str) or not text.startswith("Input should be ") or parameter is None:
        return
    words = [word.partition("=") for word in args]
    for i, (option, _, value) in enumerate(words):
        if option in parameter.opts:
            given = value or (args[i + 1] if i + 1 < len(args) else "")
            problem.message = f"{text.replace('Input should', 'it must', 1)}, got {given}"
