"""Commands `snakelab bench`, `warmup` and `doctor`: speed, compilation and installation on this machine."""

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
    say_warning,
    to_whoever_reads,
)

if TYPE_CHECKING:
    from snakelab.apps.doctor import Check

WARMUP_FORMAT = "snakelab-warmup-1"
STYLES = {"ok": "green", "warning": "bold yellow", "problem": "bold red"}


def bench(
    quick: Annotated[
        bool, typer.Option("--quick", help="Fewer repetitions: approximate results within seconds.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print the results only, without progress and warnings.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Measure the speed on this machine, compared with MuJoCo and SciPy in the same run; takes less than a minute."""
    with clean_errors():
        from snakelab.apps.benchmarks.suite import FULL, ITEMS, QUICK, bench_document, report_blocks, run_suite
        from snakelab.apps.terminal.progress import item_progress
        from snakelab.sim.precompilation.warmup import warmup

        warmup((lambda line: None) if quiet else _say)
        with item_progress("measuring", ITEMS, "benchmarks", quiet=quiet) as advance:
            measured = run_suite(advance, QUICK if quick else FULL)
        if measured.disturbed and not quiet:
            say_warning(measured.disturbed)
        if as_json:
            print_json(bench_document(measured))
        else:
            console = results(whole_lines=True)
            for block in report_blocks(measured):
                console.print(block, soft_wrap=isinstance(block, str))


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
    from snakelab.apps.doctor.machine import ELSEWHERE, unwritable
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
    from snakelab.apps.doctor.machine import clear

    try:
        return {"compiled": False, "removed": clear(root)}
    except OSError as problem:
        say_error(f"cannot empty the cache {root}: {problem.strerror or problem}; remove that folder by hand")
        raise typer.Exit(BAD_INPUT) from None


def _warm(lanes: int | None, quiet: bool) -> dict[str, Any]:
    """Fill the cache."""
    from snakelab.apps.doctor.machine import folder_size
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
        from snakelab.apps.doctor.examination import ITEMS, doctor_document, examine, usable
        from snakelab.apps.terminal.progress import item_progress

        with item_progress("checking", ITEMS, "items", quiet=quiet) as advance:
            checks = examine(advance)
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
    """Print one line per check below the name of its section, with the command that repairs a fault."""
    console, section = results(), ""
    width = max(len(check.name) for check in checks)
    for check in checks:
        if check.section != section:
            section = check.section
            console.print(Text(section, "bold"))
        level = Text(f"  {check.level:7}  ", STYLES[check.level])
        console.print(level + Text(f"{check.name:{width}}  {check.text}"), soft_wrap=True)
        if check.hint:
            console.print(f"{'':{width + 13}}{check.hint}", soft_wrap=True)
    levels = [check.level for check in checks]
    verdict = "something is broken" if "problem" in levels else "snakelab is ready to use"
    console.print(f"{verdict} ({_count(levels, 'problem')}, {_count(levels, 'warning')})")


def _count(levels: list[str], level: str) -> str:
    """Return a number with its noun: "1 problem", "no warnings"."""
    n = levels.count(level)
    return f"{n or 'no'} {level}{'' if n == 1 else 's'}"


def _say(line: str) -> None:
    messages().print(line, soft_wrap=True)
