"""Bounds and choices of the arguments of a class, derived from its errors for invalid values.

The published schema therefore contains exactly the ranges and choices that are checked.
"""

import functools
import re
import types
import warnings
from typing import Any, Union, get_args, get_origin

from snakelab.errors import SnakelabError
from snakelab.scenarios.schema.arguments import Named, arguments_of
from snakelab.scenarios.schema.registry import GROUPS, UNGROUPED

HUGE = 1e9
_BOUNDS = {
    "exclusiveMinimum": re.compile(r"greater than (-?[\d.e+-]+)"),
    "minimum": re.compile(r"at least (-?[\d.e+-]+)"),
    "maximum": re.compile(r"at most (-?[\d.e+-]+)"),
}
_WORDS = re.compile(r"must be one of ([^;]+); got")
_SIZE = re.compile(r"must be (\d+) numbers")


@functools.cache
def allowed(cls: Named) -> dict[str, dict[str, Any]]:
    """Return the JSON Schema keywords for the arguments of a class.

    Bounds apply to numbers, `words` to text, `minItems` and `maxItems` to lists. An argument without bounds is left
    out, and so are all if the class cannot be constructed from sample values; loading a scenario still checks it.
    """
    sample = _sample(cls)
    if sample is None:
        return {}
    bounds = {item.name: _asked(cls, sample, item.name, item.hint) for item in arguments_of(cls)}
    return {name: keywords for name, keywords in bounds.items() if keywords}


def _asked(cls: Named, sample: dict[str, Any], name: str, hint: Any) -> dict[str, Any]:
    """Return the keywords from the messages for a too small and a too large number, an unknown word, and an empty list."""
    kinds = set(get_args(hint)) if get_origin(hint) in (Union, types.UnionType) else {hint}
    keywords: dict[str, Any] = {}
    if kinds & {float, int}:
        for value in (-HUGE, HUGE) if float in kinds else (-10, 10**9):
            message = _complaint(cls, sample, name, value)
            keywords |= {key: float(match[1]) for key, bound in _BOUNDS.items() if (match := bound.search(message))}
    if str in kinds and (match := _WORDS.search(_complaint(cls, sample, name, "?"))):
        keywords["words"] = match[1].split(", ")
    if any(get_origin(kind) is tuple for kind in kinds) and (match := _SIZE.search(_complaint(cls, sample, name, ()))):
        keywords |= {"minItems": int(match[1]), "maxItems": int(match[1])}
    return keywords


def _complaint(cls: Named, sample: dict[str, Any], name: str, value: Any) -> str:
    """Return the message of a class for one value; empty if the value is valid, or if the message is on another argument."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            cls(**sample | {name: value})
    except SnakelabError as problem:
        return str(problem) if str(problem).startswith(f"{cls.__name__} {name} ") else ""
    return ""


def _sample(cls: Named) -> dict[str, Any] | None:
    """Return valid values of the required arguments; None if neither 1, 2 nor 3 is valid."""
    needed = [item for item in arguments_of(cls) if item.required]
    sample = {item.name: _value(item.hint, float(i)) for i, item in enumerate(needed, start=1)}
    try:
        cls(**sample)
    except SnakelabError:
        return None
    return sample


def _value(hint: Any, number: float) -> Any:
    """Return a value for an annotation: the number, or a list of one object of a registered class."""
    classes = {hint, *get_args(hint)} | {part for item in get_args(hint) for part in get_args(item)}
    every: list[Named] = [*(cls for family in GROUPS.values() for cls in family), *UNGROUPED]
    for cls in every:
        if cls in classes and (sample := _sample(cls)) is not None:
            return [cls(**sample)]
    return number
