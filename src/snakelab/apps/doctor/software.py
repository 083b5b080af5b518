"""Checks of snakelab, Python and the required packages: installation, version and import."""

import functools
import importlib
import json
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution, metadata, requires, version
from typing import Any

from snakelab.apps.doctor import OK, PROBLEM, WARNING, Check
from snakelab.installation import install_line

PACKAGE = "snakelab"
_EXTRA = re.compile(r'extra == "([^"]+)"')
# Subpackages of namespace packages, where the name of the namespace alone is not sufficient.
SHARED = {"ruamel-yaml": "ruamel.yaml"}


@dataclass(frozen=True)
class Requirement:
    """Requirement of snakelab.

    Attributes:
        name: Name of the distribution.
        allowed: Allowed versions, such as ">=2.9,<3"; empty for any.
        extra: Extra that requires it; empty for snakelab itself.
    """

    name: str
    allowed: str
    extra: str = ""

    @property
    def module(self) -> str:
        """Name of the module."""
        return SHARED.get(self.name) or imported_as(self.name)

    @property
    def line(self) -> str:
        """Argument of `pip install`."""
        return f'"{self.name}{self.allowed}"' if self.allowed else self.name

    def takes(self, version: str) -> bool:
        """Return True if a version is allowed."""
        return allows(self.allowed, version)


@functools.cache
def imported_as(name: str) -> str:
    """Return the module of a distribution from its metadata (PIL for pillow), or the name of the distribution."""
    usual = name.replace("-", "_")
    try:
        installed = distribution(name)
    except PackageNotFoundError:
        return usual
    modules = (installed.read_text("top_level.txt") or "").split()
    modules += [path.parts[0] for path in installed.files or () if len(path.parts) == 2 and path.name == "__init__.py"]
    modules += [path.stem for path in installed.files or () if len(path.parts) == 1 and path.suffix == ".py"]
    public = [module for module in modules if module.isidentifier() and not module.startswith("_")]
    same = [module for module in public if module.lower() == usual.lower()]
    return next(iter((*same, *public)), usual)


def parse_requirement(text: str) -> Requirement | None:
    """Parse a line such as `mujoco>=4.0; extra == 'mujoco'`; None for a platform-specific or invalid requirement."""
    from packaging.requirements import InvalidRequirement
    from packaging.requirements import Requirement as Parsed
    from packaging.utils import canonicalize_name

    try:
        requirement = Parsed(text)
    except InvalidRequirement:
        return None
    extra = _EXTRA.fullmatch(str(requirement.marker or ""))
    if requirement.marker and not extra:
        return None
    return Requirement(canonicalize_name(requirement.name), str(requirement.specifier), extra[1] if extra else "")


def requirements() -> list[Requirement]:
    """Return the requirements of the installed package with its extras, without the package itself.

    Raises:
        PackageNotFoundError: if the package is not installed.
    """
    parsed = [parse_requirement(line) for line in requires(PACKAGE) or ()]
    return [need for need in parsed if need is not None and need.name != PACKAGE]


def python_allowed() -> str:
    """Return the versions of Python that the package allows, such as ">=3.11"."""
    return str(metadata(PACKAGE)["Requires-Python"] or "")


def allows(allowed: str, version: str) -> bool:
    """Return True if a version satisfies `allowed`, such as ">=2.9,<3", or if either cannot be parsed."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet
    from packaging.version import InvalidVersion, Version

    try:
        return SpecifierSet(allowed).contains(Version(version), prereleases=True)
    except (InvalidSpecifier, InvalidVersion):
        return True


SOFTWARE, EXTRAS = "software", "extras"
# For work on snakelab itself.
DEVELOPERS = ("test", "test-plain", "dev", "docs", "browser")
PATIENCE = 120.0  # for all imports together [s]


@dataclass(frozen=True)
class Started:
    """Result of the import of a package.

    Attributes:
        seconds: Import time [s]; None if it failed.
        error: Reason of a failure, or empty.
        features: For llvmlite, the instruction sets of the processor.
    """

    seconds: float | None
    error: str = ""
    features: tuple[str, ...] = ()


def start(modules: Sequence[str]) -> dict[str, Started]:
    """Import modules sequentially in a separate process, so that a crash does not end this one.

    After a module that ends the process, a new process continues with the next one.
    """
    started: dict[str, Started] = {}
    rest = list(modules)
    while rest:
        answered = _start(rest)
        started |= answered
        rest = [name for name in rest if name not in answered]
        if not answered:  # no process at all
            return started | {name: Started(None, "this Python cannot start another one") for name in rest}
    return started


def _start(modules: Sequence[str]) -> dict[str, Started]:
    command = [sys.executable, "-P", "-m", "snakelab.apps.doctor.software", *modules]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, encoding="utf-8")
        output, ending = done.stdout, f"its import ended Python with code {done.returncode}"
    except subprocess.TimeoutExpired as slow:
        output = (slow.stdout or b"").decode()  # bytes, in spite of `text`
        ending = f"its import did not finish within {PATIENCE:g} s"
    except OSError:
        return {}
    started: dict[str, Started] = {}
    for answer in map(json.loads, output.splitlines()):
        if answer.get("begins"):
            started[answer["name"]] = Started(None, ending)
        else:
            started[answer["name"]] = Started(answer["seconds"], answer["error"], tuple(answer["features"]))
    return started


def software_checks(started: Mapping[str, Started]) -> Iterator[Check]:
    """Check snakelab, Python, and the required packages."""
    yield _python()
    try:
        yield Check(SOFTWARE, PACKAGE, OK, version(PACKAGE))
        needs = [need for need in requirements() if not need.extra]
    except PackageNotFoundError:
        yield Check(
            SOFTWARE,
            PACKAGE,
            WARNING,
            "runs without being installed, so its requirements are unknown",
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
        return Check(SOFTWARE, "python", PROBLEM, f"{text} is not supported ({allowed})", f"install Python {allowed}")
    return Check(SOFTWARE, "python", OK, f"{text}, {sys.executable}")


def _package(need: Requirement, started: Started | None, broken: str) -> Check:
    """Check one package; `broken` is the level of a failure."""
    try:
        have = version(need.name)
    except PackageNotFoundError:
        text = f"missing (needed: {need.allowed or 'any version'})"
        return Check(SOFTWARE, need.name, broken, text, f"pip install {need.line}")
    if not need.takes(have):
        word = "too new" if "<" in need.allowed and allows(_least(need.allowed), have) else "too old"
        text = f"{have} is {word} (needed: {need.allowed})"
        return Check(SOFTWARE, need.name, broken, text, f"pip install {need.line}")
    if started is not None and started.error:
        text = f"{have} cannot be imported: {_short(started.error)}"
        return Check(SOFTWARE, need.name, broken, text, _cure(need, started.error))
    return Check(SOFTWARE, need.name, OK, have)


def _least(allowed: str) -> str:
    return ",".join(clause for clause in allowed.split(",") if not clause.startswith("<"))


def _cure(need: Requirement, error: str) -> str:
    if "MPLBACKEND" in error or ("backend" in error and need.name == "matplotlib"):
        return "unset MPLBACKEND"
    if "NUMBA_" in error:
        return "unset the variable that the message names"
    return f"pip install --force-reinstall {need.line}"


def _short(error: str, maximum: int = 200) -> str:
    """Return the first line of the error, truncated."""
    line = next((line for line in error.splitlines() if line.strip()), "no reason given")
    return line if len(line) <= maximum else f"{line[:maximum]} ..."


def extra_checks(started: Mapping[str, Started]) -> Iterator[Check]:
    """Check the optional packages, with the command that installs a missing one."""
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
        return Check(EXTRAS, extra, OK, "not installed (optional)", f"{install_line(extra)} installs it")
    return Check(EXTRAS, extra, OK, ", ".join(f"{part.name} {part.text}" for part in parts))


def probe(name: str) -> dict[str, Any]:
    """Return the import time [s] or the error; for llvmlite also the instruction sets of the processor."""
    began = time.perf_counter()
    try:
        importlib.import_module(name)
        features = _features() if name == "llvmlite" else []
    except BaseException as problem:  # any exception is the finding
        return {"name": name, "seconds": None, "error": f"{type(problem).__name__}: {problem}", "features": []}
    return {"name": name, "seconds": time.perf_counter() - began, "error": "", "features": features}


def _features() -> list[str]:
    """Return the instruction sets of the processor from the compiler."""
    binding = importlib.import_module("llvmlite.binding")
    return sorted(name for name, has in binding.get_host_cpu_features().items() if has)


def main() -> None:
    """Print two lines for each name on the command line; output of the packages is redirected to stderr."""
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)  # output of the packages must not mix with the results
    for name in sys.argv[1:]:
        for line in ({"name": name, "begins": True}, None):
            print(json.dumps(line or probe(name)), file=answers, flush=True)


if __name__ == "__main__":
    main()
