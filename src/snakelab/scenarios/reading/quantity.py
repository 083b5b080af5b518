"""Numbers in scenarios: plain ones, and products and quotients with pi such as `pi/4`, `-2*pi`, `3*pi/8`."""

import math
import re

MOST_LETTERS = 100  # of a quantity; longer texts are none, and are not searched
_TERM = r"(?:pi|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)"
_PRODUCT = re.compile(rf"\s*([-+]?)\s*({_TERM})((?:\s*[*/]\s*{_TERM})*)\s*")
_FACTOR = re.compile(rf"([*/])\s*({_TERM})")
# For JSON Schema: all texts that `quantity` takes, and those of them without a minus sign.
TEXT_PATTERN = rf"^(?=.*pi)\s*[-+]?\s*{_TERM}(\s*[*/]\s*{_TERM})*\s*$"
POSITIVE_PATTERN = TEXT_PATTERN.replace("[-+]?", "[+]?", 1)
_DEGREES = re.compile(r"\s*([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)\s*(?:deg|degrees?|°)\s*")
_WITH_UNIT = re.compile(r"\s*([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)\s*([^\W\d_][^\s]*)\s*")
_PREFIXED = {"MPa": 1e6, "kPa": 1e3, "bar": 1e5, "mbar": 1e2, "psi": 6894.757293168, "cm": 1e-2, "mm": 1e-3, "km": 1e3,
             "g": 1e-3, "ms": 1e-3, "min": 60.0, "kN": 1e3, "mN": 1e-3, "kHz": 1e3, "cm/s": 1e-2, "mm/s": 1e-3, "km/h": 1 / 3.6,
             "knots": 1852 / 3600, "kn": 1852 / 3600, "g/cm3": 1e3, "g/cm^3": 1e3}  # fmt: skip
_PLAIN = {
    "m",
    "s",
    "kg",
    "N",
    "Pa",
    "rad",
    "Hz",
    "J",
    "W",
    "Nm",
    "m/s",
    "m/s2",
    "m/s^2",
    "rad/s",
    "kg/m3",
    "kg/m^3",
    "N/m",
}


def quantity(text: str) -> float:
    """Return the value of a product or quotient with pi.

    Only numbers, `pi`, `*`, `/` and one leading sign, from left to right: `pi/4`, `-2*pi`, `3*pi/8`. Nothing else is
    evaluated, and a number without `pi` is not accepted as text.

    Raises:
        ValueError: if the text is anything else, or divides by zero.
    """
    match = _matched(_PRODUCT, text)
    if not match or "pi" not in text:
        raise ValueError(f"{text[:MOST_LETTERS]!r} is not a number")
    sign, first, rest = match.groups()
    value = _term(first)
    for operator, term in _FACTOR.findall(rest):
        if operator == "/" and _term(term) == 0.0:
            raise ValueError(f"{text!r} divides by zero")
        value = value * _term(term) if operator == "*" else value / _term(term)
    return -value if sign == "-" else value


def radians_for(text: str) -> str | None:
    """Return the correct text of an angle given in degrees: `-5*pi/180` for `-5deg`; None for any other text."""
    match = _matched(_DEGREES, text)
    return f"{match[1]}*pi/180" if match else None


def si_for(text: str) -> str | None:
    """Return the correct text of a number with a unit: `0.5e6` for `0.5 MPa`, `0.1` for `0.1 m/s`; None for other text."""
    match = _matched(_WITH_UNIT, text)
    if not match:
        return None
    number, unit = match[1], match[2].replace("²", "2").replace("³", "3")
    return f"{float(number) * _PREFIXED[unit]:.12g}" if unit in _PREFIXED else number if unit in _PLAIN else None


def _matched(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """Return the match of the whole text; None if it does not match, or is too long to be searched."""
    return pattern.fullmatch(text) if len(text) <= MOST_LETTERS else None


def _term(text: str) -> float:
    return math.pi if text == "pi" else float(text)
