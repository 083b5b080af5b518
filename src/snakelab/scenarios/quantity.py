"""Numbers as people write them: plain ones, and products and quotients with pi such as `pi/4`, `-2*pi`, `3*pi/8`."""

import math
import re

_TERM = r"(?:pi|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)"
_PRODUCT = re.compile(rf"\s*([-+]?)\s*({_TERM})((?:\s*[*/]\s*{_TERM})*)\s*")
_FACTOR = re.compile(rf"([*/])\s*({_TERM})")


def quantity(text: str) -> float:
    """The number that a product or quotient with pi stands for.

    Only numbers, `pi`, `*`, `/` and one leading sign, from left to right: `pi/4`, `-2*pi`, `3*pi/8`. Nothing else is
    evaluated, and a number without `pi` is not accepted as text.

    Raises:
        ValueError: if the text is anything else, or divides by zero.
    """
    match = _PRODUCT.fullmatch(text)
    if not match or "pi" not in text:
        raise ValueError(f"{text!r} is not a number")
    sign, first, rest = match.groups()
    value = _term(first)
    for operator, term in _FACTOR.findall(rest):
        if operator == "/" and _term(term) == 0.0:
            raise ValueError(f"{text!r} divides by zero")
        value = value * _term(term) if operator == "*" else value / _term(term)
    return -value if sign == "-" else value


def _term(text: str) -> float:
    return math.pi if text == "pi" else float(text)
