"""Checked values: what a person may type, and what it says when the value is wrong."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeGuard

import numpy as np
import numpy.typing as npt

from snakelab.errors import SnakelabError, nearest

AXIS_OF = {"roll": "x", "pitch": "y", "yaw": "z"}
FloatArray = npt.NDArray[np.float64]


def number(
    value: object,
    name: str,
    error: type[SnakelabError],
    *,
    above: float | None = None,
    minimum: float | None = None,
    maximum: float | None = None,
    unit: str = "",
    infinite: bool = False,
) -> float:
    """The value as a float, or `error` that says what it should have been.

    Args:
        value: What the user gave.
        name: How the user knows it, such as "Link mass".
        error: The class to raise.
        above: Exclusive lower bound.
        minimum: Inclusive lower bound.
        maximum: Inclusive upper bound.
        unit: Unit for the message.
        infinite: Whether infinity is allowed.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float, np.floating, np.integer)):
        raise error(f"{name} must be a number{_in(unit)}, got {value!r}")
    try:
        x = float(value)
    except OverflowError:  # a whole number past the largest float
        raise error(f"{name} must be a finite number{_in(unit)}, got one of more than 300 digits") from None
    allowed = _range(above, minimum, maximum, unit)
    if math.isnan(x) or (math.isinf(x) and not infinite):
        raise error(f"{name} must be a finite number{allowed}, got {x}")
    if (
        (above is not None and x <= above)
        or (minimum is not None and x < minimum)
        or (maximum is not None and x > maximum)
    ):
        raise error(f"{name} must be{allowed or ' a number'}, got {x:g}{_degrees(x, above, minimum, maximum, unit)}")
    return x


def count(value: object, name: str, error: type[SnakelabError], *, minimum: int = 0, maximum: int | None = None) -> int:
    """The value as a whole number of at least `minimum`."""
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not whole or int(value) < minimum or (maximum is not None and int(value) > maximum):  # type: ignore[call-overload]
        end = "" if maximum is None else f" and at most {maximum}"
        raise error(f"{name} must be a whole number of at least {minimum}{end}, got {value!r}")
    return int(value)  # type: ignore[call-overload]


def vector(
    value: object, name: str, error: type[SnakelabError], *, size: int | None = None, unit: str = ""
) -> FloatArray:
    """The value as a vector of finite floats, of the given size if one is given."""
    try:
        array = floats(value)
    except ValueError:
        raise error(f"{name} must be numbers{_in(unit)}, got {value!r}") from None
    if array.ndim != 1 or (size is not None and array.size != size):
        given = f"{array.size}: {value!r}" if array.ndim == 1 else repr(value)
        raise error(f"{name} must be {size if size is not None else 'a list of'} numbers{_in(unit)}, got {given}")
    if not np.isfinite(array).all():
        raise error(f"{name} must be finite numbers{_in(unit)}, got {value!r}")
    return array


def floats(value: object) -> FloatArray:
    """The value as an array of floats of any shape; rows of unequal length, text and switches are not.

    Raises:
        ValueError: if it is none.
    """
    try:
        given = np.array(value)
    except ValueError:
        given = np.array(None)
    if given.dtype.kind not in "iuf" and given.size:  # text that looks like a number is not one
        raise ValueError(f"{value!r} is not made of numbers")
    return given.astype(np.float64)


def plain_data(value: Any, convert: Callable[[Any], Any] | None = None) -> Any:
    """Return a value as plain data: numbers of NumPy become those of Python, arrays and tuples lists, mappings dicts.

    Args:
        value: The value.
        convert: Conversion of an object of another type; None to leave it.
    """
    match value:
        case None | bool() | str():
            return value
        case int() | np.integer():
            return int(value)
        case float() | np.floating():
            return float(value)
        case np.ndarray() | np.generic():
            return plain_data(value.tolist(), convert)
        case tuple() | list():
            return [plain_data(item, convert) for item in value]
        case Mapping():
            return {key: plain_data(item, convert) for key, item in value.items()}
    return value if convert is None else convert(value)


def json_data(value: Any) -> Any:
    """Return plain data, as `plain_data`, with None for numbers that are not finite, which JSON cannot represent."""

    def finite(data: Any) -> Any:
        match data:
            case float():
                return data if math.isfinite(data) else None
            case list():
                return [finite(item) for item in data]
            case dict():
                return {key: finite(item) for key, item in data.items()}
        return data

    return finite(plain_data(value))


def is_row(value: object) -> TypeGuard[Sequence[Any]]:
    """Return True if the value is a row of items (list, tuple, array) and no single one, even where its rows are unequal."""
    return isinstance(value, (list, tuple)) or (isinstance(value, np.ndarray) and value.ndim > 0)


def choice(value: object, name: str, allowed: Sequence[str], error: type[SnakelabError]) -> str:
    """The value, if it is one of the allowed words."""
    if not isinstance(value, str) or value not in allowed:
        raise error(f"{name} must be one of {', '.join(allowed)}; got {value!r}{meant(value, allowed)}")
    return str(value)


def meant(word: object, allowed: Iterable[str]) -> str:
    """Hint `; did you mean 'mass'?` for a message that lists the allowed words itself; empty where none is near."""
    allowed = tuple(allowed)
    if (axis := AXIS_OF.get(str(word), "")) in allowed:
        return f"; did you mean {axis!r}?"
    hint = nearest(str(word), allowed)
    return hint if "did you mean" in hint else ""


def instances(values: Iterable[object], name: str, kinds: tuple[type, ...], error: type[SnakelabError]) -> tuple:
    """The values as a tuple, if each is of one of the kinds."""
    if isinstance(values, kinds):
        values = (values,)
    try:
        items = tuple(values)
    except TypeError:
        raise error(f"{name} must be a list of {_names(kinds)}, got {values!r}{_instance_hint(values)}") from None
    for i, item in enumerate(items):
        instance(item, f"{name}[{i}]", kinds, error)
    return items


def instance(value: object, name: str, kinds: tuple[type, ...], error: type[SnakelabError]) -> None:
    """Raise `error` unless the value is of one of the kinds."""
    if not isinstance(value, kinds):
        hint = _instance_hint(value) or _call(kinds, value)
        raise error(f"{name} must be one of {_names(kinds)}; got {value!r}{hint}")


def label(value: object, name: str, error: type[SnakelabError]) -> str:
    """The value, if it is text."""
    if not isinstance(value, str) or not value.isprintable():
        raise error(f"{name} must be printable text, got {value!r}")
    return value


def term_name(value: object, name: str, error: type[SnakelabError]) -> str:
    """The value, if it is a plain word that can name a variable of a recording."""
    if not isinstance(value, str) or not value.isidentifier():
        raise error(f"{name} must be a plain word such as 'magnet', got {value!r}")
    return value


def repeated(names: Iterable[str]) -> str | None:
    """The first name that comes more than once; None where all differ."""
    counts = Counter(names)
    return next((name for name, n in counts.items() if n > 1), None)


def at_most(n: int, maximum: int, name: str, error: type[SnakelabError], instead: str = "") -> None:
    """Raise `error` if there are more than allowed.

    Args:
        n: How many there are.
        maximum: How many may be.
        name: Such as "Robot parts".
        error: The class to raise.
        instead: What to write.
    """
    if n > maximum:
        raise error(f"{name} must be at most {maximum}, got {n}{f'; {instead}' if instead else ''}")


def _instance_hint(value: object) -> str:
    return f"; write {value.__name__}(...)" if isinstance(value, type) else ""


def _call(kinds: tuple[type, ...], value: object) -> str:
    """Advice for numbers in the place of an object that can be made of them: `; write Limits(-1, 1)`."""
    if len(kinds) > 1 or not isinstance(value, (tuple, list)) or not value:
        return ""
    if not all(type(item) in (int, float) for item in value):
        return ""
    try:
        kinds[0](*value)
    except (SnakelabError, TypeError):
        return ""
    return f"; write {kinds[0].__name__}({', '.join(map(repr, value))})"


def _degrees(x: float, above: float | None, minimum: float | None, maximum: float | None, unit: str) -> str:
    """Advice for an angle that is out of range, but would be within it if it were in degrees."""
    low, high = (
        max(-math.inf if end is None else end for end in (above, minimum)),
        math.inf if maximum is None else maximum,
    )
    if unit != "rad" or not 2 * math.pi < abs(x) <= 360 or not low < math.radians(x) <= high:
        return ""
    return f"; degrees? write {x:g}*pi/180"


def _names(kinds: tuple[type, ...]) -> str:
    return ", ".join(k.__name__ for k in kinds)


def _in(unit: str) -> str:
    return f" in {unit}" if unit else ""


def _range(above: float | None, minimum: float | None, maximum: float | None, unit: str) -> str:
    words = []
    if above is not None:
        words.append(f"greater than {above:g}")
    if minimum is not None:
        words.append(f"at least {minimum:g}")
    if maximum is not None:
        words.append(f"at most {maximum:g}")
    tail = f" {unit}" if unit and words else _in(unit)
    return (" " + " and ".join(words) if words else "") + tail
