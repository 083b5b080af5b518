"""Findings of an import: kept, changed and dropped contents of the file, and its faults, all reported at once."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from snakelab.errors import RobotError

MAX_NAMES = 12  # of one sentence
MOST = 30  # lines of one message


class Notes:
    """Sentences of one list; equal statements on several elements are one sentence with their names."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, str], list[str]] = {}

    def add(self, what: str, name: str = "", why: str = "") -> None:
        """Add a sentence: "<what> of <name>: <why>"; without a name it is about the whole file."""
        names = self._names.setdefault((what, why), [])
        if name and name not in names:
            names.append(name)

    def extend(self, other: "Notes", only: Collection[str] | None = None) -> None:
        """Add the sentences of another list; with `only`, those about other names are left out."""
        for (what, why), names in other._names.items():
            chosen = [name for name in names if only is None or name in only]
            if chosen or not names:
                self._names.setdefault((what, why), [])
            for name in chosen:
                self.add(what, name, why)

    def sentences(self) -> tuple[str, ...]:
        """Return the list, one sentence each."""
        return tuple(_sentence(what, names, why) for (what, why), names in self._names.items())


@dataclass(frozen=True)
class Findings:
    """Three lists of an import.

    Attributes:
        kept: Contents of the file that are unchanged in the robot.
        changed: Contents that differ, with the change.
        dropped: Contents that the robot does not have.
    """

    kept: Notes = field(default_factory=Notes)
    changed: Notes = field(default_factory=Notes)
    dropped: Notes = field(default_factory=Notes)

    def extend(self, other: "Findings", only: Collection[str] | None = None) -> None:
        """Add all sentences of another one; with `only`, those about these names or about none."""
        self.kept.extend(other.kept, only)
        self.changed.extend(other.changed, only)
        self.dropped.extend(other.dropped, only)


def listed(names: Collection[str], maximum: int = MAX_NAMES) -> str:
    """Return the first names, and the number of the others."""
    given = [name or "unnamed" for name in names]
    more = len(given) - maximum
    return ", ".join(given[:maximum]) + (f" and {more} more" if more > 0 else "")


def _sentence(what: str, names: list[str], why: str) -> str:
    return what + (f" of {listed(names)}" if names else "") + (f": {why}" if why else "")


class Faults(list[str]):
    """Messages about a file, one for each fault."""

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Convert errors within the context to faults."""
        try:
            yield
        except RobotError as problem:
            self.add(str(problem).splitlines())

    def add(self, messages: Iterable[str]) -> None:
        """Add messages, each once."""
        self.extend(message for message in dict.fromkeys(messages) if message not in self)

    def raise_all(self) -> None:
        """Raise RobotError with one line for each fault, if there are any."""
        if self:
            more = [f"and {len(self) - MOST} more faults"] if len(self) > MOST else []
            raise RobotError("\n".join([*self[:MOST], *more]))


def in_file(name: str, problem: RobotError) -> RobotError:
    """Return the error with the name of the file before each of its lines."""
    return RobotError("\n".join(f"{name}: {line}" for line in str(problem).splitlines()))
