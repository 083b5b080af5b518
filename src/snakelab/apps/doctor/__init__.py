"""Checks of `snakelab doctor`: whether this installation and this machine can do the work, and what to type if not."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

OK, WARNING, PROBLEM = "ok", "warning", "problem"


@dataclass(frozen=True)
class Check:
    """One line of the doctor.

    Attributes:
        section: Which group it belongs to, such as "cache".
        name: What was looked at.
        level: OK, WARNING (it works, but not as well as it could) or PROBLEM (something is broken).
        text: What was found.
        hint: What to do or to type; empty where nothing is to be done.
    """

    section: str
    name: str
    level: str
    text: str
    hint: str = ""


def guarded(section: str, look: Callable[[], Iterable[Check]]) -> list[Check]:
    """The checks that `look` makes; where it fails itself, that is the finding: a broken machine fails in any way."""
    try:
        return list(look())
    except Exception as problem:
        text = f"could not be looked at: {type(problem).__name__}: {problem}"
        return [Check(section, section, PROBLEM, text, "report this line at the project's issue tracker")]
