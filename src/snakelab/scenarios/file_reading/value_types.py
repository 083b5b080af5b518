"""Types of single values in a scenario: numbers, text, switches; with one message per fault."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from snakelab.errors import ScenarioError
from snakelab.parameter_declarations.declarations import Kind, declaration_of
from snakelab.scenarios.file_reading.quantity import advice_for, quantity
from snakelab.types import meant, number

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
