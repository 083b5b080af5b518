"""snakelab, Python and every package that they need: there, new enough, and able to start."""

import json
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from snakelab.apps.doctor import probe
from snakelab.apps.doctor.check import OK, PROBLEM, WARNING, Check
from snakelab.apps.doctor.requirements import PACKAGE, Requirement, allows, python_allowed, requirements
from snakelab.installation import install_line

SECTION, EXTRAS = "software", "extras"
# For work on snakelab itself.
DEVELOPERS = ("test", "dev", "docs", "browser")
PATIENCE = 120.0  # for all imports together [s]


@dataclass(frozen=True)
class Started:
    """How the import of a package went.

    Attributes:
        seconds: It took [s]; None if it failed.
        error: Why it failed, or empty.
        features: For llvmlite, the processor's instruction sets.
    """

    seconds: float | None
    error: str = ""
    features: tuple[str, ...] = ()


def start(modules: Sequence[str]) -> dict[str, Started]:
    """Import modules in a process of its own, one after the other, so that none can take this one down.

    After one that ends the process, another process goes on with the next.
    """
    found: dict[str, Started] = {}
    rest = list(modules)
    while rest:
        answered = _start(rest)
        found |= answered
        rest = [name for name in rest if name not in answered]
        if not answered:  # no process at all
            return found | {name: Started(None, "this Python cannot start another one") for name in rest}
    return found


def _start(modules: Sequence[str]) -> dict[str, Started]:
    command = [sys.executable, "-P", str(Path(probe.__file__)), *modules]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        output, ending = done.stdout, f"its import ended Python with code {done.returncode}"
    except subprocess.TimeoutExpired as slow:
        output = (slow.stdout or b"").decode()  # bytes, whatever was asked for
        ending = f"its import did not end within {PATIENCE:g} s"
    except OSError:
        return {}
    found: dict[str, Started] = {}
    for answer in map(json.loads, output.splitlines()):
        if answer.get("begins"):
            found[answer["name"]] = Started(None, ending)
        else:
            found[answer["name"]] = Started(answer["seconds"], answer["error"], tuple(answer["features"]))
    return found


def software_checks(started: Mapping[str, Started]) -> Iterator[Check]:
    """snakelab, Python, and the packages without which nothing works."""
    yield _python()
    try:
        yield Check(SECTION, PACKAGE, OK, version(PACKAGE))
        needs = [need for need in requirements() if not need.extra]
    except PackageNotFoundError:
        yield Check(
            SECTION,
            PACKAGE,
            WARNING,
            "runs without being installed, so what it needs is unknown",
            install_line(),
        )
        return
    for need in needs:
        yield _package(need, started.get(need.module), PROBLEM)


def _python() -> Check:
    have, text = platform.python_version(), f"{platform.python_implementation()} {platform.python_version()}"
    try:
        allowed = python_allowed()
    except PackageNotFoundError:
        allowed = ""
    if not allows(allowed, have):
        return Check(SECTION, "python", PROBLEM, f"{text} is not supported ({allowed})", f"install Python {allowed}")
    return Check(SECTION, "python", OK, f"{text}, {sys.executable}")


def _package(need: Requirement, started: Started | None, broken: str) -> Check:
    """How one package stands; `broken` is the level if it does not do."""
    try:
        have = version(need.name)
    except PackageNotFoundError:
        text = f"missing (needed: {need.allowed or 'any version'})"
        return Check(SECTION, need.name, broken, text, f"pip install {need.line}")
    if not need.takes(have):
        word = "too new" if "<" in need.allowed and allows(_least(need.allowed), have) else "too old"
        text = f"{have} is {word} (needed: {need.allowed})"
        return Check(SECTION, need.name, broken, text, f"pip install {need.line}")
    if started is not None and started.error:
        text = f"{have} does not start: {_short(started.error)}"
        return Check(SECTION, need.name, broken, text, _cure(need, started.error))
    return Check(SECTION, need.name, OK, have)


def _least(allowed: str) -> str:
    return ",".join(clause for clause in allowed.split(",") if not clause.startswith("<"))


def _cure(need: Requirement, error: str) -> str:
    if "MPLBACKEND" in error or ("backend" in error and need.name == "matplotlib"):
        return "unset MPLBACKEND"
    if "NUMBA_" in error:
        return "unset the variable that the message names"
    return f"pip install --force-reinstall {need.line}"


def _short(error: str, most: int = 200) -> str:
    """The error's first line, cut."""
    line = next((line for line in error.splitlines() if line.strip()), "no reason given")
    return line if len(line) <= most else f"{line[:most]} ..."


def extra_checks(started: Mapping[str, Started]) -> Iterator[Check]:
    """What can be added: there, or the line that adds it. None is needed."""
    try:
        needs = [need for need in requirements() if need.extra and need.extra not in DEVELOPERS]
    except PackageNotFoundError:
        return
    for extra in dict.fromkeys(need.extra for need in needs):
        yield _extra(
            extra, [_package(need, started.get(need.module), WARNING) for need in needs if need.extra == extra]
        )


def _extra(extra: str, parts: Sequence[Check]) -> Check:
    missing = [part for part in parts if part.text.startswith("missing")]
    faulty = [part for part in parts if part.level != OK and part not in missing]
    if faulty:
        texts = ", ".join(f"{part.name} {part.text}" for part in faulty)
        return Check(EXTRAS, extra, WARNING, texts, faulty[0].hint)
    if missing:
        return Check(EXTRAS, extra, OK, "not installed, and not needed", f"{install_line(extra)} adds it")
    return Check(EXTRAS, extra, OK, ", ".join(f"{part.name} {part.text}" for part in parts))
