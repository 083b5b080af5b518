"""Numbers in scenarios: plain ones, and products and quotients with pi such as `pi/4`, `-2*pi`, `3*pi/8`."""

import math
import re

MAX_LETTERS = 100  # of a quantity; longer texts are not parsed
_TERM = r"(?:pi|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)"
_PRODUCT = re.compile(rf"\s*([-+]?)\s*({_TERM})((?:\s*[*/]\s*{_TERM})*)\s*")
_FACTOR = re.compile(rf"([*/])\s*({_TERM})")
# For JSON Schema: all texts that `quantity` takes, and those of them without a minus sign.
TEXT_PATTERN = rf"^(?=.*pi)\s*[-+]?\s*{_TERM}(\s*[*/]\s*{_TERM})*\s*$"
POSITIVE_PATTERN = TEXT_PATTERN.replace("[-+]?", "[+]?", 1)
_NUMBER = r"([-+]?)((?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)"
_WITH_UNIT = re.compile(rf"\s*{_NUMBER}\s*((?:°|[^\W\d_])\S*(?: \S+)?)\s*")
# By SI unit: the texts of units of its dimension, with the factor to it, or with a text for `{}`, the number.
_UNITS: dict[str, dict[str, float | str]] = {
    "m": {"m": 1, "mm": 1e-3, "cm": 1e-2, "km": 1e3, "metre": 1, "metres": 1, "meter": 1, "meters": 1},
    "s": {"s": 1, "ms": 1e-3, "min": 60, "h": 3600, "sec": 1, "second": 1, "seconds": 1},
    "kg": {"kg": 1, "g": 1e-3, "mg": 1e-6, "gram": 1e-3, "grams": 1e-3},
    "N": {"N": 1, "kN": 1e3, "mN": 1e-3},
    "Pa": {"Pa": 1, "kPa": 1e3, "MPa": 1e6, "bar": 1e5, "mbar": 1e2, "psi": 6894.757293168},
    "J": {"J": 1, "kJ": 1e3},
    "W": {"W": 1, "mW": 1e-3, "kW": 1e3},
    "N m": {"N m": 1, "Nm": 1, "N*m": 1, "mNm": 1e-3, "Ncm": 1e-2, "N cm": 1e-2},
    "V": {"V": 1, "mV": 1e-3},
    "A": {"A": 1, "mA": 1e-3},
    "m/s": {"m/s": 1, "cm/s": 1e-2, "mm/s": 1e-3, "km/h": 1 / 3.6, "knots": 1852 / 3600, "kn": 1852 / 3600},
    "m/s^2": {"m/s^2": 1, "m/s2": 1},
    "kg/m^3": {"kg/m^3": 1, "kg/m3": 1, "g/cm^3": 1e3, "g/cm3": 1e3},
    "N/m": {"N/m": 1},
    "rad": dict.fromkeys(("deg", "degree", "degrees", "°"), "{}*pi/180") | {"rad": 1},
    "rad/s": {
        "rad/s": 1,
        "deg/s": "{}*pi/180",
        "°/s": "{}*pi/180",
        "rpm": "{}*pi/30",
        "Hz": "2*pi*{}",
        "kHz": "2000*pi*{}",
    },
    "Hz": {"Hz": 1, "kHz": 1e3, "rpm": "{}/60", "rad/s": "{}/2/pi"},
}
_ANGULAR = "rad/s"


def quantity(text: str) -> float:
    """Return the value of a product or quotient with pi.

    Only numbers, `pi`, `*`, `/` and one leading sign, from left to right: `pi/4`, `-2*pi`, `3*pi/8`. Nothing else is
    evaluated, and a number without `pi` is not accepted as text.

    Raises:
        ValueError: if the text is anything else, or divides by zero.
    """
    match = _matched(_PRODUCT, text)
    if not match or "pi" not in text:
        raise ValueError(f"{text[:MAX_LETTERS]!r} is not a number")
    sign, first, rest = match.groups()
    value = _term(first)
    for operator, term in _FACTOR.findall(rest):
        if operator == "/" and _term(term) == 0.0:
            raise ValueError(f"{text!r} divides by zero")
        value = value * _term(term) if operator == "*" else value / _term(term)
    return -value if sign == "-" else value


def advice_for(text: str, unit: str = "") -> str:
    """Return advice on a number with a unit: "write 500000" for `0.5 MPa`, "write 30*pi/180" for `30 deg`.

    Args:
        text: The text.
        unit: Unit of the value, or several, such as "N m or N"; empty or "-" if it is unknown.

    Returns:
        Advice; empty for other text. For a unit of another dimension, the unit of the value.
    """
    match = _matched(_WITH_UNIT, text)
    if not match:
        return ""
    sign, number, given = match.groups()
    given = given.replace("²", "^2").replace("³", "^3")
    known = [] if unit in ("", "-") else re.split(r" or |, ", unit)
    if given in known:
        return f"write {_in_unit(sign, number, 1)}"
    si_units = [si for si, units in _UNITS.items() if given in units]
    if not si_units:
        return ""
    chosen = [si for si in si_units if not known or si in known]
    if not chosen:
        return f"its unit is {unit}"
    texts = {si: _in_unit(sign, number, _UNITS[si][given]) for si in chosen}
    if len(texts) > 1:
        return " or ".join(f"write {text} for {si}" for si, text in texts.items())
    ((si, written),) = texts.items()
    value = f" ({quantity(written):.5g} {si}: 2 pi times the frequency)" if si == _ANGULAR and "Hz" in given else ""
    return f"write {written}{value}"


def _in_unit(sign: str, number: str, factor: float | str) -> str:
    """Return the text of a number in another unit."""
    if isinstance(factor, str):
        return sign.replace("+", "") + factor.format(number)
    return f"{sign.replace('+', '')}{number}" if factor == 1 else f"{float(sign + number) * factor:.12g}"


def _matched(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """Return the match of the whole text; None if it does not match, or is too long to be searched."""
    return pattern.fullmatch(text) if len(text) <= MAX_LETTERS else None


def _term(text: str) -> float:
    return math.pi if text == "pi" else float(text)
