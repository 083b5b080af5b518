"""Commands `doctor` and `warmup`: checks of the installation and the machine, and compilation in advance."""

import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from snakelab.cli.console import (
    BAD_INPUT,
    DONE,
    FAILED,
    Json,
    Quiet,
    clean_errors,
    closed_output_ignored,
    messages,
    print_error,
    print_json,
    results,
)
from snakelab.system import PACKAGE, install_line

if TYPE_CHECKING:
    from packaging.requirements import Requirement


# ----------------------------------------------------------------------------------------------------------------------
# Checks of `snakelab doctor`: versions, compiled code and its cache, extras, and the hardware that optional parts use
#
# Nothing that may end the process is imported here: compiled code, GPU and OpenGL are tested in separate processes.
# ----------------------------------------------------------------------------------------------------------------------

OK, ABSENT, WARNING, PROBLEM = "ok", "absent", "warning", "problem"
CACHE_HINT = "set SNAKELAB_CACHE to a writable folder of yours, for example: export SNAKELAB_CACHE=/tmp/snakelab_$USER"

# Relative error of the torque of a pendulum by the compiled recursion; with the angle q below the horizontal and the half length
# c the torque is (I + m c^2) a - m g c cos q.
PENDULUM = """
from math import cos
import snakelab as sl
link = sl.Link(0.3, mass=0.5, inertia=(1e-4, 0.004, 0.004))
robot = sl.Robot([sl.Revolute("y", sl.Passive()), link], base="fixed")
model = sl.build_model(robot, sl.World([sl.Gravity(9.81)]))
torque = (0.004 + 0.5 * 0.15**2) * -3.0 - 0.5 * 9.81 * 0.15 * cos(0.7)
print(abs(sl.inverse_dynamics(model, sl.initial_state(model, q=[0.7], v=[1.3]), [-3.0])[0] / torque - 1))
"""
GPU = (
    "from snakelab.entry_points import load; found = load('snakelab.services', 'graphics_card')(); "
    "print(found.name or 'not usable: ' + found.why_not)"
)
OPENGL = "from snakelab.entry_points import load; load('snakelab.services', 'movie_renderer')(); print('usable')"
SERIAL = (
    "from serial.tools.list_ports import comports; print(', '.join(p.device for p in comports()) or 'no serial port')"
)


@dataclass(frozen=True)
class MachineCheck:
    """Result of one check.

    Attributes:
        name: Name of the check.
        level: OK, ABSENT (optional and not there), WARNING (works with a restriction) or PROBLEM (does not work).
        text: Result as text.
        hint: Action or command that repairs the fault or adds what is missing; empty if none is needed.
    """

    name: str
    level: str
    text: str
    hint: str = ""


def examine(advance: Callable[[str], Any] = lambda name: None) -> list[MachineCheck]:
    """Run all checks; never raises on a broken machine.

    Args:
        advance: Callback with the name of each group of checks before it is run.
    """
    checks: list[MachineCheck] = []
    groups = {"versions": version_checks, "code": compiler_checks, "extras": extra_checks, "hardware": hardware_checks}
    for name, group in groups.items():
        advance(name)
        try:
            checks += group()
        except Exception as problem:  # a broken installation can raise any exception
            text = f"could not be examined: {type(problem).__name__}: {problem}"
            checks.append(MachineCheck(name, PROBLEM, text, "report this line at the project's issue tracker"))
    return checks


def usable(checks: Iterable[MachineCheck]) -> bool:
    """Return True if no check is a PROBLEM."""
    return all(check.level != PROBLEM for check in checks)


def doctor_document(checks: Iterable[MachineCheck]) -> dict[str, Any]:
    """Return the checks as plain data."""
    rows = [asdict(check) | {"hint": check.hint or None} for check in checks]
    return {"format": "snakelab-doctor-1", "usable": usable(checks), "checks": rows}


def version_checks() -> Iterator[MachineCheck]:
    """Check the versions of Python and snakelab, and those required packages that are listed, missing or not allowed."""
    from importlib.metadata import PackageNotFoundError, metadata, version

    from packaging.specifiers import SpecifierSet

    installed, found = platform.python_version(), f"{platform.python_implementation()} {platform.python_version()}"
    try:
        allowed, needs = str(metadata(PACKAGE)["Requires-Python"] or ""), requirements()
    except PackageNotFoundError:
        yield MachineCheck("python", OK, f"{found}, {sys.executable}")
        yield MachineCheck(
            PACKAGE, WARNING, "runs without being installed, so its requirements are unknown", install_line()
        )
        return
    fits = SpecifierSet(allowed).contains(installed, prereleases=True)
    yield (
        MachineCheck("python", OK, f"{found}, {sys.executable}")
        if fits
        else MachineCheck("python", PROBLEM, f"{found} is not supported ({allowed})", f"install Python {allowed}")
    )
    yield MachineCheck(PACKAGE, OK, version(PACKAGE))
    for need in (need for need in needs if not need.marker or need.marker.evaluate({"extra": ""})):
        text, hint = _installed(need)
        if hint:
            yield MachineCheck(need.name, PROBLEM, text, hint)
        elif need.name in ("numba", "numpy"):  # listed even without a problem
            yield MachineCheck(need.name, OK, text)


def requirements() -> "list[Requirement]":
    """Return the requirements of the installed package with its extras, without the package itself.

    Raises:
        PackageNotFoundError: if the package is not installed.
    """
    from importlib.metadata import requires

    from packaging.requirements import Requirement

    needs = [Requirement(line) for line in requires(PACKAGE) or ()]
    return [need for need in needs if need.name != PACKAGE]


def _installed(need: "Requirement") -> tuple[str, str]:
    """Return the version of a required package, and the command that repairs it; empty if it is allowed."""
    from importlib.metadata import PackageNotFoundError, version

    allowed = str(need.specifier)
    hint = f'pip install "{need.name}{allowed}"'
    try:
        installed = version(need.name)
    except PackageNotFoundError:
        return f"missing (needed: {allowed or 'any version'})", hint
    if not need.specifier.contains(installed, prereleases=True):
        return f"{installed} is not supported (needed: {allowed})", hint
    return installed, ""


def compiler_checks() -> Iterator[MachineCheck]:
    """Check that compiled code gives the torque of a pendulum, and that its cache is writable."""
    name, again = "compiled code", "snakelab warmup --clear, then snakelab doctor again"
    output, error = _probe(PENDULUM, 300.0)
    if error:
        yield MachineCheck(name, PROBLEM, f"does not run: {error}", again)
        return  # what ends that process must not end this one
    if not float(output) <= 1e-10:  # also if it is NaN
        yield MachineCheck(name, PROBLEM, f"error of {float(output):.0e} of the torque of a pendulum", again)
    else:
        yield MachineCheck(name, OK, "compiles, and gives the torque of a pendulum")
    from snakelab.kernels.cache import root_refusal, usual_root
    from snakelab.sim.precompilation import is_engine_compiled

    root = usual_root()
    if reason := root_refusal() or (unwritable(root) if root else ""):
        yield MachineCheck("cache", PROBLEM, f"{root} is not used ({reason}): every program compiles anew", CACHE_HINT)
    elif not is_engine_compiled():
        yield MachineCheck(
            "cache", OK, f"{root}, incomplete: the first run compiles for up to a minute", "snakelab warmup"
        )
    else:
        yield MachineCheck("cache", OK, f"{root}, complete")


def unwritable(folder: Path) -> str:
    """Return why a folder is not writable, by a test; empty if it is. For a missing folder the nearest parent is tested."""
    try:
        there = next((place for place in (folder, *folder.absolute().parents) if place.exists()), folder)
        if not there.is_dir():
            return f"{there} is a file"
        with tempfile.TemporaryFile(dir=there) as file:
            file.write(bytes(1 << 16))
            file.flush()
    except OSError as problem:
        return problem.strerror or str(problem)
    return ""


def extra_checks() -> Iterator[MachineCheck]:
    """List each extra with its versions, or the command that installs it."""
    from importlib.metadata import PackageNotFoundError

    groups: dict[str, list[Requirement]] = {}
    try:
        for need in requirements():
            if named := re.search(r"extra == ['\"]([^'\"]+)", str(need.marker or "")):
                groups.setdefault(named[1], []).append(need)
    except PackageNotFoundError:
        return
    for_developers = {"test", "test-plain", "dev", "docs", "browser"}  # extras for work on snakelab itself
    for extra in sorted(groups.keys() - for_developers):
        found = [(need.name, *_installed(need)) for need in groups[extra]]
        text = ", ".join(f"{name} {installed}" for name, installed, _ in found)
        outdated = [hint for _, installed, hint in found if "not supported" in installed]
        if outdated:
            yield MachineCheck(f"extra {extra}", WARNING, text, outdated[0])
        elif all(hint for *_, hint in found):
            yield MachineCheck(f"extra {extra}", ABSENT, "not installed (optional)", install_line(extra))
        else:
            partly = any(hint for *_, hint in found)
            yield MachineCheck(f"extra {extra}", ABSENT if partly else OK, text, install_line(extra) if partly else "")


def hardware_checks() -> Iterator[MachineCheck]:
    """Report what optional parts use: a GPU, OpenGL for images, ffmpeg for movies, and serial ports."""
    for name, code in (("GPU", GPU), ("OpenGL", OPENGL), ("serial ports", SERIAL)):
        output, error = _probe(code, 60.0)
        absent = not output or output.startswith(("not usable", "no serial port"))
        yield MachineCheck(name, ABSENT if absent else OK, output or f"not available (optional): {error}")
    ffmpeg = shutil.which("ffmpeg")
    text = ffmpeg or "not found (optional): movies are written as animated pictures"
    yield MachineCheck("ffmpeg", OK if ffmpeg else ABSENT, text)


def _probe(code: str, limit: float) -> tuple[str, str]:
    """Run code in a separate process; return its last line, and why it failed, empty if it did not."""
    try:
        done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, timeout=limit,
                              encoding="utf-8", errors="replace")  # fmt: skip
    except subprocess.TimeoutExpired:
        return "", f"it did not finish within {limit:g} s"
    except OSError as problem:
        return "", f"this Python cannot start another one ({problem.strerror})"
    lines = done.stdout.strip().splitlines()
    if done.returncode or not lines:
        errors = done.stderr.strip().splitlines()
        return "", _plain(errors[-1])[:200] if errors else f"Python ended with code {done.returncode}"
    return lines[-1], ""


def _plain(line: str) -> str:
    """Return the last line of a traceback, without the class of an error of the package or of an import."""
    text = re.sub(r"^(snakelab\.[\w.]+|ModuleNotFoundError|ImportError): ", "", line)
    return re.sub(r"^No module named '([\w]+)[\w.]*'$", r"the package \1 is not installed", text)


# ----------------------------------------------------------------------------------------------------------------------
# Commands `snakelab warmup` and `doctor`: compilation and installation on this machine
# ----------------------------------------------------------------------------------------------------------------------


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
        document = {"format": "snakelab-warmup-1", "cache": str(root)}
        document |= _clear(root) if clear else _fill(lanes, quiet)
        if as_json:
            print_json(document)
        elif not quiet:
            results().print(_warmup_line(document), soft_wrap=True)


def _cache(clear: bool) -> Path:
    """Return the folder of compiled code; end the command if there is none, or if it may not be used."""
    from snakelab.kernels.cache import root_refusal, usual_root

    root, reason = usual_root(), root_refusal()
    if root is None or reason:
        print_error(f"compiled code cannot be stored, because {reason}; {CACHE_HINT}")
        raise typer.Exit(BAD_INPUT)
    if not clear and (reason := unwritable(root)):
        print_error(
            f"the cache {root} is not writable ({reason}), so compiled code would be lost at exit; {CACHE_HINT}"
        )
        raise typer.Exit(BAD_INPUT)
    return root


def _clear(root: Path) -> dict[str, Any]:
    """Empty the cache."""
    try:
        return {"compiled": False, "removed": clear_cache(root)}
    except OSError as problem:
        print_error(f"cannot empty the cache {root}: {problem.strerror or problem}; remove that folder by hand")
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
        root: Folder from `snakelab.kernels.cache.cache_root`. Other files in it are kept.

    Returns:
        Size of the removed files [B].

    Raises:
        OSError: if a file cannot be removed.
    """
    from snakelab.kernels.cache import version_folders

    removed = 0
    for folder in version_folders(root):
        size = folder_size(folder)
        shutil.rmtree(folder)
        removed += size
    return removed


def _fill(lanes: int | None, quiet: bool) -> dict[str, Any]:
    """Fill the cache."""
    from snakelab.kernels.cache import cache_folder

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
    from snakelab.sim.precompilation import is_engine_compiled, warmup

    start = time.perf_counter()
    compiled = warmup((lambda line: None) if quiet else _print_message, lanes)
    if not is_engine_compiled():
        print_error("everything was compiled, but not stored in the cache; type: snakelab doctor")
        raise typer.Exit(FAILED)
    return compiled, time.perf_counter() - start


def doctor(quiet: Quiet = False, as_json: Json = False) -> None:
    """Check the installation and the machine, and print a command for each problem."""
    with clean_errors():
        checks = examine((lambda name: None) if quiet else (lambda name: _print_message(f"checking {name} ...")))
        with closed_output_ignored():
            if as_json:
                print_json(doctor_document(checks))
            elif not quiet:
                _print_checks(checks)
        if quiet and not as_json:
            for check in checks:
                if check.level == PROBLEM:
                    print_error(f"{check.name}: {check.text}" + (f"; {check.hint}" if check.hint else ""))
        raise typer.Exit(DONE if usable(checks) else FAILED)


def _print_checks(checks: list[MachineCheck]) -> None:
    """Print one line per check, with the command that repairs a fault or installs what is missing."""
    console, width = results(), max(len(check.name) for check in checks)
    for check in checks:
        level = Text(
            f"{check.level:7}  ", {OK: "green", ABSENT: "dim", WARNING: "bold yellow"}.get(check.level, "bold red")
        )
        console.print(level + Text(f"{check.name:{width}}  {check.text}"), soft_wrap=True)
        if check.hint:
            console.print(Text(f"{'':{width + 11}}{check.hint}"), soft_wrap=True)
    levels = [check.level for check in checks]
    verdict = "snakelab cannot work" if PROBLEM in levels else "snakelab is ready to use"
    console.print(f"{verdict} ({_count(levels, PROBLEM)}, {_count(levels, WARNING)})")


def _count(levels: list[str], level: str) -> str:
    """Return a number with its noun: "1 problem", "no warnings"."""
    n = levels.count(level)
    return f"{n or 'no'} {level}{'' if n == 1 else 's'}"


def _print_message(line: str) -> None:
    messages().print(line, soft_wrap=True)
