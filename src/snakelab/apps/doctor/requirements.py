"""The package's own list of what it needs, and whether a version is new enough. Nothing here needs a third package."""

import re
from dataclasses import dataclass
from importlib.metadata import metadata, requires

PACKAGE = "snakelab"
# Where a package is imported by another name than the one it is installed by.
MODULES = {"ruamel-yaml": "ruamel.yaml", "pytest-xdist": "xdist", "import-linter": "importlinter"}

_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9._-]+)\s*(?:\[[^]]*])?\s*\(?([^;)]*)\)?\s*(?:;\s*(.*))?$")
_EXTRA = re.compile(r"""extra\s*==\s*['"]([^'"]+)['"]""")
_CLAUSE = re.compile(r"\s*(>=|<=|==|!=|~=|>|<)\s*([^\s,]+?)(\.\*)?\s*$")
_VERSION = re.compile(r"v?(?:\d+!)?(\d+(?:\.\d+)*)(.*)$")
_BEFORE = re.compile(r"[-_.]?(?:a|alpha|b|beta|c|rc|pre|preview|dev)\b|[-_.]?(?:a|b|c|rc|dev)\d", re.IGNORECASE)


@dataclass(frozen=True)
class Requirement:
    """A package that snakelab needs.

    Attributes:
        name: By which it is installed.
        allowed: Versions, such as ">=2.9,<3"; empty for any.
        extra: The extra that needs it; empty for snakelab itself.
    """

    name: str
    allowed: str
    extra: str = ""

    @property
    def module(self) -> str:
        """The name by which it is imported."""
        return MODULES.get(self.name, self.name.replace("-", "_"))

    @property
    def line(self) -> str:
        """What `pip install` takes."""
        return f'"{self.name}{self.allowed}"' if self.allowed else self.name

    def takes(self, version: str) -> bool:
        """Whether a version is allowed."""
        return allows(self.allowed, version)


def parse_requirement(text: str) -> Requirement | None:
    """A line such as `mujoco>=4.0; extra == 'mujoco'`; None where it holds on some machines only, or says more than that."""
    found = _REQUIREMENT.match(text)
    if not found:
        return None
    name, allowed, marker = found.group(1), found.group(2).replace(" ", ""), found.group(3) or ""
    extra = _EXTRA.search(marker)
    if marker and (not extra or extra.group(0) != marker.strip()):
        return None
    return Requirement(re.sub(r"[-_.]+", "-", name).lower(), allowed, extra.group(1) if extra else "")


def requirements() -> list[Requirement]:
    """All that the installed package says it needs, extras too, without itself.

    Raises:
        PackageNotFoundError: if it runs without being installed.
    """
    parsed = [parse_requirement(line) for line in requires(PACKAGE) or ()]
    return [need for need in parsed if need is not None and need.name != PACKAGE]


def python_allowed() -> str:
    """Versions of Python that the package allows, such as ">=3.11"."""
    return str(metadata(PACKAGE)["Requires-Python"] or "")


def allows(allowed: str, version: str) -> bool:
    """Whether a version lies within `allowed`, such as ">=2.9,<3". What cannot be read allows everything."""
    return all(_clause_allows(clause, version) for clause in allowed.split(",") if clause.strip())


def _clause_allows(clause: str, version: str) -> bool:
    found = _CLAUSE.match(clause)
    if not found:
        return True
    sign, bound, star = found.groups()
    try:
        have, want = version_key(version), version_key(bound)
    except ValueError:
        return True
    prefix = _digits(bound)
    starts = (_digits(version) + [0] * len(prefix))[: len(prefix)] == prefix
    match sign:
        case "==":
            return starts if star else have == want
        case "!=":
            return not starts if star else have != want
        case "~=":
            return have >= want and _digits(version)[: len(prefix) - 1] == prefix[:-1]
        case ">=":
            return have >= want
        case "<=":
            return have <= want
        case ">":
            return have > want
    # a first look at version 3 is no version below 3
    return have < want and not (starts and not have[1] and want[1])


def version_key(version: str) -> tuple[list[int], bool]:
    """A version in an order: its numbers without zeros at the end, and whether it is a release rather than a first look.

    Raises:
        ValueError: if it is no version.
    """
    found = _VERSION.match(version.strip())
    if not found:
        raise ValueError(f"{version!r} is no version")
    digits = _digits(version)
    while len(digits) > 1 and digits[-1] == 0:
        digits.pop()
    return digits, not _BEFORE.match(found.group(2))


def _digits(version: str) -> list[int]:
    found = _VERSION.match(version.strip())
    return [int(part) for part in found.group(1).split(".")] if found else []
