"""Single values in scenarios: numbers with pi, types of values, and the arguments that take them."""

import dataclasses
import inspect
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, get_args, get_type_hints

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from snakelab.errors import ScenarioError
from snakelab.parameters.arguments import meant, number
from snakelab.parameters.declarations import PYTHON_ONLY, Kind, declaration_of

# ----------------------------------------------------------------------------------------------------------------------
# Numbers in scenarios: plain ones, and products and quotients with pi such as `pi/4`, `-2*pi`, `3*pi/8`
# ----------------------------------------------------------------------------------------------------------------------

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


# ----------------------------------------------------------------------------------------------------------------------
# Types of single values in a scenario: numbers, text, switches; with one message per fault
# ----------------------------------------------------------------------------------------------------------------------

NUMBER, WHOLE, TEXT, FLAG = "a number", "a whole number", "text", "true or false"
NUMBERS, NAMES, RANGES = "a list of numbers", "a list of names", "names with a list of numbers each"
_EXAMPLE = " in SI units, such as 0.08, 1e-3 or pi/4"
_JSON: dict[str, dict[str, Any]] = {
    NUMBER: {"type": ["number", "string"]},
    WHOLE: {"type": "integer"},
    FLAG: {"type": "boolean"},
    TEXT: {"type": "string"},
    NUMBERS: {"type": "array"},
    NAMES: {"type": "array", "items": {"type": "string"}},
    RANGES: {"type": "object"},
}


def fault(message: str, key: str | None = None) -> PydanticCustomError:
    """Return an error with its complete message, and with its key if that is below the checked value."""
    return PydanticCustomError("snakelab", "{message}", {"message": message, "key": key})


def shown(value: Any) -> str:
    """Return a value as short text for a message."""
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


@dataclass(frozen=True)
class Leaf:
    """Single value of one of the kinds; as an annotation, `Annotated[float, Leaf((NUMBER,), above=0)]`.

    Args:
        kinds: Some of NUMBER, WHOLE, TEXT, FLAG, NUMBERS, NAMES and RANGES; the first that matches is used.
        above: Exclusive lower bound of a number.
        minimum: Inclusive lower bound of a number.
        unit: Unit of a number, for the message.
        choices: Allowed texts; empty for any text.
        rule: Further conversion of the value, which raises ScenarioError if it is invalid.
    """

    kinds: tuple[str, ...]
    above: float | None = None
    minimum: float | None = None
    unit: str = ""
    choices: tuple[str, ...] = ()
    rule: Callable[[Any], Any] | None = None

    @staticmethod
    def of(declared: Any, rule: Callable[[Any], Any] | None = None) -> "Leaf":
        """Return the leaf of a declared number, count or text: with its bounds, unit and choices.

        Args:
            declared: Annotation with a declaration, such as `Annotated[float, Gt(0), Unit("s")]`.
            rule: As for `Leaf`.
        """
        (member,) = declaration_of(declared).members
        kind = {Kind.NUMBER: NUMBER, Kind.WHOLE: WHOLE, Kind.TEXT: TEXT}[member.kind]
        return Leaf((kind,), member.above, member.minimum, member.unit.of_message, member.choices, rule)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.checked)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        kinds = [self._json(kind) for kind in self.kinds]
        return {"anyOf": kinds} if len(kinds) > 1 else kinds[0]

    def _json(self, kind: str) -> dict[str, Any]:
        """Return the JSON Schema of one of the kinds, within the bounds."""
        bounds = {"exclusiveMinimum": self.above, "minimum": self.minimum} if kind in (NUMBER, WHOLE) else {}
        choices = {"enum": list(self.choices)} if kind == TEXT and self.choices else {}
        return _JSON[kind] | {key: bound for key, bound in bounds.items() if bound is not None} | choices

    def checked(self, value: Any) -> Any:
        """Return the checked value; numbers as floats, lists as tuples."""
        converted = next((converted for kind in self.kinds if (converted := _AS[kind](value)) is not None), None)
        if converted is None:
            example = _EXAMPLE if {NUMBER, NUMBERS, RANGES} & set(self.kinds) else ""
            raise fault(
                f"must be {' or '.join(self.kinds)}{example}; got {shown(value)}{self._advice(value) if example else ''}"
            )
        try:
            if self.choices and converted not in self.choices:
                raise ScenarioError(
                    f"must be one of {', '.join(self.choices)}; got {converted!r}{meant(converted, self.choices)}"
                )
            if self.above is not None or self.minimum is not None:
                number(converted, "", ScenarioError, above=self.above, minimum=self.minimum, unit=self.unit)
            return converted if self.rule is None else self.rule(converted)
        except ScenarioError as problem:
            raise fault(str(problem).strip()) from None

    def _advice(self, value: Any) -> str:
        """Return advice for a value or a list with degrees or another unit."""
        texts = [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, str)]
        return next((f"; {advice}" for text in texts if (advice := advice_for(text, self.unit))), "")


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        converted = quantity(value) if isinstance(value, str) else float(value)
    except (ValueError, OverflowError):
        return None
    return None if math.isnan(converted) else converted


def _numbers(value: Any) -> tuple | None:
    if not isinstance(value, list):
        return None
    items = tuple(_numbers(item) if isinstance(item, list) else _number(item) for item in value)
    return None if any(item is None for item in items) else items


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _flag(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _names(value: Any) -> tuple[str, ...] | None:
    return tuple(value) if isinstance(value, list) and all(isinstance(item, str) for item in value) else None


def _ranges(value: Any) -> dict[str, tuple] | None:
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        return None
    ranges = {key: _numbers(item) for key, item in value.items()}
    return None if None in ranges.values() else ranges  # type: ignore[return-value]


_AS: dict[str, Callable[[Any], Any]] = {
    NUMBER: _number, WHOLE: _whole, TEXT: _text, FLAG: _flag, NUMBERS: _numbers, NAMES: _names,
    RANGES: _ranges,
}  # fmt: skip


# ----------------------------------------------------------------------------------------------------------------------
# Arguments of registered types: of a class, or of a function that makes a robot of the library
# ----------------------------------------------------------------------------------------------------------------------

# A registered class or function; a call with the keys of a scenario makes the object.
Named = type | Callable[..., Any]


class Argument(NamedTuple):
    """One argument.

    Attributes:
        name: Name, and key in a scenario.
        hint: Annotation.
        default: Default; `dataclasses.MISSING` if required.
    """

    name: str
    hint: Any
    default: Any

    @property
    def required(self) -> bool:
        """True if the argument has no default."""
        return self.default is dataclasses.MISSING


def arguments_of(named: Named) -> tuple[Argument, ...]:
    """Return the arguments of a class or function that a scenario can give, in their order.

    Args:
        named: A dataclass, or a function whose arguments all have annotations.
    """
    hints, marked = get_type_hints(named), get_type_hints(named, include_extras=True)
    if not isinstance(named, type):
        given = inspect.signature(named).parameters.values()
        defaults = ((p.name, dataclasses.MISSING if p.default is p.empty else p.default) for p in given)
    else:
        defaults = ((item.name, _default(item)) for item in dataclasses.fields(named) if item.init)
    return tuple(Argument(name, hints[name], default) for name, default in defaults if not _python_only(marked[name]))


def _python_only(hint: Any) -> bool:
    """Return True if an annotation, or a member of it, is marked as for Python only."""
    return PYTHON_ONLY in getattr(hint, "__metadata__", ()) or any(map(_python_only, get_args(hint)))


def _default(item: dataclasses.Field) -> Any:
    return item.default if item.default_factory is dataclasses.MISSING else item.default_factory()
