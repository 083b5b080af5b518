"""Numbers as people write them: plain ones, and products and quotients with pi such as `pi/4`, `-2*pi`, `3*pi/8`."""

import math
import re

_TERM = r"(?:pi|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)"
_PRODUCT = re.compile(rf"\s*([-+]?)\s*({_TERM})((?:\s*[*/]\s*{_TERM})*)\s*")
_FACTOR = re.compile(rf"([*/])\s*({_TERM})")
# For JSON Schema: all texts that `quantity` takes, and those of them without a minus sign.
TEXT_PATTERN = rf"^(?=.*pi)\s*[-+]?\s*{_TERM}(\s*[*/]\s*{_TERM})*\s*$"
POSITIVE_PATTERN = TEXT_PATTERN.replace("[-+]?", "[+]?", 1)
_DEGREES = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(?:deg|degrees?|°)\s*")


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


def radians_for(text: str) -> str | None:
    """What to write for an angle given in degrees: `-5*pi/180` for `-5deg`; None for any other text."""
    match = _DEGREES.fullmatch(text)
    return f"{match[1]}*pi/180" if match else None


def _term(text: str) -> float:
    return math.pi if text == "pi" else float(text)
