"""Checks of `snakelab doctor`: installation and machine, with the command that repairs a fault."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

OK, WARNING, PROBLEM = "ok", "warning", "problem"


@dataclass(frozen=True)
class Check:
    """Result of one check.

    Attributes:
        section: Group of the check, such as "cache".
        name: Name of the check.
        level: OK, WARNING (works with a restriction) or PROBLEM (does not work).
        text: Result as text.
        hint: Action or command that repairs the fault; empty if none is needed.
    """

    section: str
    name: str
    level: str
    text: str
    hint: str = ""


def guarded(section: str, look: Callable[[], Iterable[Check]]) -> list[Check]:
    """Return the checks that `look` makes; an exception that it raises becomes a check of level PROBLEM."""
    try:
        return list(look())
    except Exception as problem:
        text = f"could not be examined: {type(problem).__name__}: {problem}"
        return [Check(section, section, PROBLEM, text, "report this line at the project's issue tracker")]
