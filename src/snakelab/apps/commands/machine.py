"""Commands `snakelab warmup` and `doctor`: compilation and installation on this machine."""

import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from snakelab.apps.terminal.console import (
    BAD_INPUT,
    DONE,
    FAILED,
    Json,
    Quiet,
    clean_errors,
    messages,
    print_json,
    results,
    say_error,
    to_whoever_reads,
)

if TYPE_CHECKING:
    from snakelab.apps.doctor import Check

WARMUP_FORMAT = "snakelab-warmup-1"
STYLES = {"ok": "green", "warning": "bold yellow", "problem": "bold red"}


def warmup(
    clear: Annotated[
        bool, typer.Option("--clear", help="Remove all compiled code instead; the next run compiles again.")
    ] = False,
    lanes: Annotated[
        int | None,
        typer.Option(
            min=2,
            metavar="LINKS",
            help="Also compile the roll-outs for a snake with this many links (the pipe scenarios use 10).",
        ),
    ] = None,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Compile the engine, so that later runs start immediately."""
    with clean_errors():
        root = _cache(clear)
        document = {
            "format": WARMUP_FORMAT,
            "cache": str(root),
            **(_clear(root) if clear else _warm(lanes, quiet)),
        }
        if as_json:
            print_json(document)
        elif not quiet:
            results().print(_warmup_line(document), soft_wrap=True)


def _cache(clear: bool) -> Path:
    """Return the folder of compiled code; end the command if there is none, or if it may not be used."""
    from snakelab.apps.doctor import ELSEWHERE, unwritable
    from snakelab.compiling import root_refusal, usual_root

    root, reason = usual_root(), root_refusal()
    if root is None or reason:
        say_error(f"compiled code cannot be stored, because {reason}; {ELSEWHERE}")
        raise typer.Exit(BAD_INPUT)
    if not clear and (reason := unwritable(root)):
        say_error(f"the cache {root} is not writable ({reason}), so compiled code would be lost at exit; {ELSEWHERE}")
        raise typer.Exit(BAD_INPUT)
    return root


def _clear(root: Path) -> dict[str, Any]:
    """Empty the cache."""
    try:
        return {"compiled": False, "removed": clear_cache(root)}
    except OSError as problem:
        say_error(f"cannot empty the cache {root}: {problem.strerror or problem}; remove that folder by hand")
        raise typer.Exit(BAD_INPUT) from None


def folder_size(folder: Path) -> int:
    """Return the size of all readable files below a folder [B]."""
    size = 0
    for path in folder.rglob("*"):
        try:
            size += path.stat().st_size if path.is_file() else 0
        except OSError:
            continue
    return size


def clear_cache(root: Path) -> int:
    """Remove the compiled code of every version below the cache's root.

    Args:
        root: Folder from `snakelab.compiling.cache_root`. Other files in it are kept.

    Returns:
        Size of the removed files [B].

    Raises:
        OSError: if a file cannot be removed.
    """
    from snakelab.compiling import version_folders

    removed = 0
    for folder in version_folders(root):
        size = folder_size(folder)
        shutil.rmtree(folder)
        removed += size
    return removed


def _warm(lanes: int | None, quiet: bool) -> dict[str, Any]:
    """Fill the cache."""
    from snakelab.compiling import cache_folder

    compiled, seconds = _compile(lanes, quiet)
    return {"compiled": compiled, "seconds": seconds, "size": folder_size(cache_folder())}


def _warmup_line(document: dict[str, Any]) -> str:
    """Return a summary in one line."""
    if "removed" in document:
        amount = f"{document['removed'] / 1e6:.0f} MB of compiled code"
        return f"removed {amount} from {document['cache']}; the next run compiles again"
    size = f"{document['size'] / 1e6:.0f} MB in {document['cache']}"
    return f"compiled in {document['seconds']:.0f} s, {size}" if document["compiled"] else f"warm already, {size}"


def _compile(lanes: int | None, quiet: bool) -> tuple[bool, float]:
    """Compile if necessary; return True if it was, and the time [s]."""
    from snakelab.sim.precompilation.warmup import is_engine_compiled, warmup

    began = time.perf_counter()
    compiled = warmup((lambda line: None) if quiet else _say, lanes)
    if not is_engine_compiled():
        say_error("everything was compiled, but not stored in the cache; type: snakelab doctor")
        raise typer.Exit(FAILED)
    return compiled, time.perf_counter() - began


def doctor(quiet: Quiet = False, as_json: Json = False) -> None:
    """Check the installation and the machine, and print a command for each problem."""
    with clean_errors():
        from snakelab.apps.doctor import doctor_document, examine, usable

        checks = examine((lambda name: None) if quiet else (lambda name: _say(f"checking {name} ...")))
        with to_whoever_reads():
            if as_json:
                print_json(doctor_document(checks))
            elif not quiet:
                _print_checks(checks)
        if quiet and not as_json:
            for check in checks:
                if check.level == "problem":
                    say_error(f"{check.name}: {check.text}" + (f"; {check.hint}" if check.hint else ""))
        raise typer.Exit(DONE if usable(checks) else FAILED)


def _print_checks(checks: "list[Check]") -> None:
    """Print one line per check, with the command that repairs a fault or installs what is missing."""
    console, width = results(), max(len(check.name) for check in checks)
    for check in checks:
        level = Text(f"{check.level:7}  ", STYLES[check.level])
        console.print(level + Text(f"{check.name:{width}}  {check.text}"), soft_wrap=True)
        if check.hint:
            console.print(Text(f"{'':{width + 11}}{check.hint}"), soft_wrap=True)
    levels = [check.level for check in checks]
    verdict = "snakelab cannot work" if "problem" in levels else "snakelab is ready to use"
    console.print(f"{verdict} ({_count(levels, 'problem')}, {_count(levels, 'warning')})")


def _count(levels: list[str], level: str) -> str:
    """Return a number with its noun: "1 problem", "no warnings"."""
    n = levels.count(level)
    return f"{n or 'no'} {level}{'' if n == 1 else 's'}"


def _say(line: str) -> None:
    messages().print(line, soft_wrap=True)
