"""Warnings of trials: recorded in the process that runs a trial, and issued together after the study."""

import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from snakelab.errors import SnakelabWarning
from snakelab.studies.execution.task import Result

MAX_NAMES = 12  # trials listed in a warning
NUMBER = re.compile(r"[-+]?\d+\.?\d*(e[-+]?\d+)?")


@contextmanager
def recorded_warnings(texts: list[str]) -> Iterator[None]:
    """Context that adds the text of each `SnakelabWarning` to a list, once; other warnings are issued at its end."""
    issued: list[warnings.WarningMessage] = []
    try:
        with warnings.catch_warnings(record=True) as recorded:
            issued = recorded
            warnings.simplefilter("always", SnakelabWarning)
            yield
    finally:
        for one in issued:
            if not issubclass(one.category, SnakelabWarning):
                warnings.warn_explicit(one.message, one.category, one.filename, one.lineno)
            elif str(one.message) not in texts:
                texts.append(str(one.message))


def texts_of(result: Result) -> list[str]:
    """Return the warnings of a trial."""
    return [str(text) for text in result.get("warnings") or ()]


def warnings_of_trials(results: Mapping[str, Result]) -> list[str]:
    """Return one line for each kind of warning: its first text, and the trials that issued it.

    Texts that differ only in numbers are of the same kind. A text that all trials issued has no trial in its line.

    Args:
        results: Results of the finished trials by a name of each, such as its number.
    """
    kinds: dict[str, dict[str, str]] = {}  # the text of each trial, by kind and trial
    for name, result in results.items():
        for text in texts_of(result):
            kinds.setdefault(NUMBER.sub("0", text), {}).setdefault(name, text)
    return [_line(texts, len(results)) for texts in kinds.values()]


def warn_of_trials(results: Mapping[str, Result]) -> None:
    """Issue `warnings_of_trials`, at the line that called the caller, whose arguments a decorator checks."""
    for line in warnings_of_trials(results):
        warnings.warn(line, SnakelabWarning, stacklevel=4)


def _line(texts: Mapping[str, str], n_trials: int) -> str:
    names, text = list(texts), next(iter(texts.values()))
    if len(names) == n_trials and set(texts.values()) == {text}:
        return text
    if len(names) == 1:
        return f"trial {names[0]}: {text}"
    listed = ", ".join(names[:MAX_NAMES]) + (", ..." if len(names) > MAX_NAMES else "")
    return f"trial {names[0]}: {text} (similar in {len(names)} of {n_trials} trials: {listed})"
