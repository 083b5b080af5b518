"""Checks of arguments: their names, their kinds, their values, and the shapes of arrays."""

import collections.abc
import dataclasses
import functools
import inspect
import math
import numbers
import os
import types
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, ParamSpec, TypeGuard, TypeVar, Union, get_args, get_origin

import numpy as np
import numpy.typing as npt

from snakelab.errors import PerceptionError, SnakelabError, nearest
from snakelab.public_names import parameter_names, unknown_argument

# ----------------------------------------------------------------------------------------------------------------------
# Unknown arguments of public classes and functions: a TypeError with the nearest name, or with all names
# ----------------------------------------------------------------------------------------------------------------------

P = ParamSpec("P")
R = TypeVar("R")


def named_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function so that the TypeError of an unknown argument contains the nearest name.

    A warning at the line of the caller needs a `stacklevel` that is larger by one.
    """

    @functools.wraps(function)
    def named(*args: P.args, **kwargs: P.kwargs) -> R:
        if kwargs:
            check_names(function, kwargs)
        return function(*args, **kwargs)

    return named


def check_names(function: Callable[..., Any], given: Iterable[str]) -> None:
    """Raise the TypeError of a function for the first given name that it does not accept."""
    names = parameter_names(function)
    if names is not None and not frozenset(names).issuperset(given):
        raise unknown_argument(function.__name__, given, names)


# ----------------------------------------------------------------------------------------------------------------------
# Kinds of arguments, checked by the annotations of a public function where it is entered
# ----------------------------------------------------------------------------------------------------------------------

# Expressions that create values of classes that are often confused with others.
EXAMPLES = {
    "Model": "build_model(robot, world)",
    "Recording": "simulate(model, gait), or load(path)",
    "Scenario": "load_scenario(name)",
    "State": "initial_state(model)",
    "Dataset": "run_sweep(configuration).dataset",
}


def fits(value: object, hint: Any) -> bool:
    """Return True if a value is of the kind of an annotation."""
    if hint is Any or hint is object or hint is inspect.Parameter.empty or isinstance(hint, TypeVar):
        return True
    if hint is None or hint is types.NoneType:
        return value is None
    if isinstance(hint, str):
        return _is_named(value, hint)
    hint = _unaliased(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return fits(value, inner[0])
    if origin in (Union, types.UnionType):
        return any(fits(value, one) for one in inner)
    if origin is Literal:
        return any(isinstance(value, type(one)) and value == one for one in inner)
    return _fits_class(value, origin or hint, inner)


def _unaliased(hint: Any) -> Any:
    """Return the value of an alias of the `type` statement, such as `NDArray[np.float64]` from NumPy 2.5 on; else the hint."""
    origin, inner = get_origin(hint) or hint, get_args(hint)
    meaning = getattr(origin, "__value__", None)
    if meaning is None:
        return hint
    return meaning[inner] if inner else meaning


def _fits_class(value: object, kind: Any, inner: tuple[Any, ...]) -> bool:
    if kind in _LEAVES:
        return _LEAVES[kind][1](value)
    if kind is collections.abc.Callable:
        return callable(value)
    if getattr(kind, "_is_protocol", False) and kind.__module__ != "collections.abc":
        return not isinstance(value, type) and all(hasattr(value, name) for name in _members(kind))
    if issubclass(kind, collections.abc.Mapping):
        return isinstance(value, kind)
    if issubclass(kind, collections.abc.Iterable) and kind.__module__ in ("builtins", "collections.abc"):
        return _fits_row(value, kind, inner)
    return isinstance(value, kind)


def _fits_row(value: object, kind: Any, inner: tuple[Any, ...]) -> bool:
    """Return True if a value is a row of items of their kinds; a text is none, though it can be iterated."""
    if isinstance(value, (str, bytes, collections.abc.Mapping)) or not isinstance(value, collections.abc.Iterable):
        return False
    if not isinstance(value, collections.abc.Collection):  # an iterator, whose items can be had only once
        return isinstance(value, collections.abc.Iterator)
    if kind is collections.abc.Sequence and isinstance(value, collections.abc.Set):
        return False
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return False
    items = list(value)
    if kind is tuple and inner and inner[-1] is not ... and len(inner) != len(items):
        return False
    pattern = inner if len(inner) == len(items) and inner[-1] is not ... else inner[:1] * len(items)
    return not inner or all(fits(item, hint) for item, hint in zip(items, pattern, strict=True))


def _members(protocol: Any) -> list[str]:
    """The methods and properties that a protocol requires."""
    members = vars(protocol).items()
    return [
        name
        for name, member in members
        if not name.startswith("_") and (callable(member) or isinstance(member, property))
    ]


def _is_named(value: object, name: str) -> bool:
    """Return True if the class of a value has the name of an annotation that is text, such as "xarray.Dataset"."""
    module, _, last = name.rpartition(".")
    return any(cls.__name__ == last and cls.__module__.startswith(module) for cls in type(value).__mro__)


def _is_number(value: object) -> bool:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (numbers.Real, np.integer, np.floating)):
        return False
    try:
        float(value)
    except OverflowError:  # a whole number past the largest float
        return False
    return True


def _is_whole(value: object) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def _is_path(value: object) -> bool:
    return isinstance(value, os.PathLike)


def _is_array(value: object) -> bool:
    """Return True if a value is an array of numbers, or rows that become one."""
    try:
        return np.array(value).dtype.kind in "iuf" if not isinstance(value, (str, bytes)) else False
    except (ValueError, TypeError):
        return False


_LEAVES: dict[Any, tuple[str, Callable[[object], bool]]] = {
    float: ("a number", _is_number),
    int: ("a whole number", _is_whole),
    bool: ("True or False", lambda value: isinstance(value, (bool, np.bool_))),
    str: ("text", lambda value: isinstance(value, str)),
    Path: ("a path", _is_path),
    np.ndarray: ("an array of numbers", _is_array),
}


def described(hint: Any) -> str:
    """The kinds that an annotation allows, in words."""
    if isinstance(hint, str):
        return _with_article(hint.rpartition(".")[2])
    if hint is None or hint is types.NoneType:
        return "None"
    hint = _unaliased(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return described(inner[0])
    if origin in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(described(one) for one in inner))
    if origin is Literal:
        return f"one of {', '.join(map(repr, inner))}"
    kind = origin or hint
    if kind in _LEAVES:
        return _LEAVES[kind][0]
    if kind is collections.abc.Callable:
        return "a function"
    if issubclass(kind, collections.abc.Mapping):
        return "a mapping"
    if issubclass(kind, collections.abc.Iterable) and kind.__module__ in ("builtins", "collections.abc"):
        items = [one for one in inner if one is not ...]
        return f"a list of {_plural(items[0])}" if items and items[0] is not Any else "a list"
    return _with_article(kind.__name__)


def _plural(hint: Any) -> str:
    words = {float: "numbers", int: "whole numbers", str: "strings"}
    name = getattr(hint, "__name__", "")
    return words.get(hint) or (f"{name}s" if name and not get_args(hint) else f"items, each {described(hint)}")


def _with_article(name: str) -> str:
    return f"{'an' if name[:1] in 'AEIO' or name[:2] in ('Un', 'Up') else 'a'} {name}"


def shown(value: object) -> str:
    """A value as a message shows it: in one short line, with its class where the value itself says little."""
    if isinstance(value, type):
        return f"the class {value.__name__}"
    if value is None or isinstance(value, (bool, float, str, bytes, list, tuple, dict, set)):
        try:
            text = " ".join(repr(value).split())
        except (ValueError, RecursionError):  # a whole number of more digits than Python prints
            text = _with_article(type(value).__name__)
        return text if len(text) <= 60 else f"{text[:57]}..."
    if isinstance(value, int):
        return str(value) if abs(value) < 10**60 else f"a whole number of {value.bit_length()} bits"
    return _with_article(type(value).__name__)


def advice_for(hint: Any, argument: str = "", value: object = None) -> str:
    """Return advice on construction, for the classes that need a function for it, and for a law in place of a coefficient."""
    if argument == "friction" and dataclasses.is_dataclass(value):
        return "; write Contact(surface, friction=law), or for a ground of the library dataclasses.replace(grass(), friction=law)"
    names = [getattr(one, "__name__", str(one).rpartition(".")[2]) for one in (hint, *get_args(hint))]
    return next((f"; write {EXAMPLES[name]}" for name in names if name in EXAMPLES), "")


# ----------------------------------------------------------------------------------------------------------------------
# Checked values: numbers, vectors, names and choices, and the messages when a value is wrong
# ----------------------------------------------------------------------------------------------------------------------

AXIS_OF = {"roll": "x", "pitch": "y", "yaw": "z"}
FloatArray = npt.NDArray[np.float64]


def number(
    value: object,
    name: str,
    error: type[SnakelabError],
    *,
    above: float | None = None,
    minimum: float | None = None,
    below: float | None = None,
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
        below: Exclusive upper bound.
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
    finite = math.isfinite(x) or (infinite and not math.isnan(x))
    if finite and _within(x, above, minimum, below, maximum):
        return x
    allowed = _allowed(above, minimum, below, maximum, unit)
    if not finite:
        raise error(f"{name} must be a finite number{allowed}, got {x}")
    in_degrees = unit == "rad" and 2 * math.pi < abs(x) <= 360
    in_degrees = in_degrees and _within(math.radians(x), above, minimum, below, maximum)
    raise error(f"{name} must be{allowed}, got {x:g}{f'; degrees? write {x:g}*pi/180' if in_degrees else ''}")


def _within(x: float, above: float | None, minimum: float | None, below: float | None, maximum: float | None) -> bool:
    return (
        (above is None or x > above)
        and (minimum is None or x >= minimum)
        and (below is None or x < below)
        and (maximum is None or x <= maximum)
    )


def _allowed(above: float | None, minimum: float | None, below: float | None, maximum: float | None, unit: str) -> str:
    """The allowed range in words, such as " greater than 0 m"."""
    ends = (("greater than", above), ("at least", minimum), ("less than", below), ("at most", maximum))
    words = " and ".join(f"{word} {end:g}" for word, end in ends if end is not None)
    return f" {words} {unit}".rstrip() if words else _in(unit)


def count(value: object, name: str, error: type[SnakelabError], *, minimum: int = 0, maximum: int | None = None) -> int:
    """The value as a whole number of at least `minimum`."""
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not whole or int(value) < minimum or (maximum is not None and int(value) > maximum):  # type: ignore[call-overload]
        end = "" if maximum is None else f" and at most {maximum}"
        raise error(f"{name} must be a whole number of at least {minimum}{end}, got {value!r}")
    return int(value)  # type: ignore[call-overload]


def vector(
    value: object,
    name: str,
    error: type[SnakelabError],
    *,
    size: int | None = None,
    above: float | None = None,
    minimum: float | None = None,
    below: float | None = None,
    maximum: float | None = None,
    unit: str = "",
    infinite: bool = False,
) -> FloatArray:
    """The value as a vector of floats, of the given size if one is given; bounds are those of `number`, for each."""
    try:
        array = floats(value)
    except ValueError:
        raise error(f"{name} must be numbers{_in(unit)}, got {value!r}") from None
    if array.ndim != 1 or (size is not None and array.size != size):
        given = f"{array.size}: {value!r}" if array.ndim == 1 else repr(value)
        raise error(f"{name} must be {size if size is not None else 'a list of'} numbers{_in(unit)}, got {given}")
    if np.isnan(array).any() or not (infinite or np.isfinite(array).all()):
        raise error(f"{name} must be finite numbers{_in(unit)}, got {value!r}")
    if not all(_within(x, above, minimum, below, maximum) for x in array.tolist()):
        raise error(f"{name} must be numbers{_allowed(above, minimum, below, maximum, unit)}, got {value!r}")
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
        raise error(f"{name} must be one of {', '.join(allowed)}; got {value!r}{suggestion(value, allowed)}")
    return str(value)


def suggestion(word: object, allowed: Iterable[str]) -> str:
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
        raise error(f"{name} must be a list of {_kind_names(kinds)}, got {values!r}{_instance_hint(values)}") from None
    for i, item in enumerate(items):
        instance(item, f"{name}[{i}]", kinds, error)
    return items


def instance(value: object, name: str, kinds: tuple[type, ...], error: type[SnakelabError]) -> None:
    """Raise `error` unless the value is of one of the kinds."""
    if not isinstance(value, kinds):
        hint = _instance_hint(value) or _call(kinds, value)
        raise error(f"{name} must be one of {_kind_names(kinds)}; got {value!r}{hint}")


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


def _kind_names(kinds: tuple[type, ...]) -> str:
    return ", ".join(k.__name__ for k in kinds)


def _in(unit: str) -> str:
    return f" in {unit}" if unit else ""


# ----------------------------------------------------------------------------------------------------------------------
# Checks of the shapes and values of arrays that a user gives
# ----------------------------------------------------------------------------------------------------------------------


def checked_array(values: object, name: str, shape: tuple[int, ...], unit: str = "", finite: bool = True) -> FloatArray:
    """Return numbers as an array of a given shape.

    Args:
        values: Numbers.
        name: Of the argument, for the message.
        shape: -1 for any size.
        unit: For the message.
        finite: False to allow NaN.

    Raises:
        PerceptionError: if they are none, have another shape, or are not finite.
    """
    inside = f" [{unit}]" if unit else ""
    try:
        array = floats(values)
    except ValueError:
        raise PerceptionError(f"{name} must be numbers{inside} of shape {_text(shape)}") from None
    if array.size == 0 and (0 in shape or (-1 in shape and array.ndim <= 1)):
        return np.zeros([max(n, 0) for n in shape])
    if array.ndim != len(shape) or any(n not in (-1, m) for n, m in zip(shape, array.shape, strict=True)):
        raise PerceptionError(f"{name} must have shape {_text(shape)}{inside}, got {_text(array.shape)}")
    if np.isinf(array).any() or (finite and np.isnan(array).any()):
        raise PerceptionError(f"{name} must be finite numbers{inside}")
    return array


def checked_covariances(values: object, name: str, shape: tuple[int, ...]) -> FloatArray:
    """Return covariance matrices as an array, if each is symmetric and positive semidefinite.

    Args:
        values: Of the given shape; matrices of NaN mean that nothing is known.
        name: Of the argument, for the message.
        shape: (..., k, k).

    Raises:
        PerceptionError: otherwise, with the smallest eigenvalue.
    """
    array = checked_array(values, name, shape, finite=False)
    known = array[np.isfinite(array).all(axis=(-1, -2))]
    if not known.size:
        return array
    scale = np.abs(known).max(axis=(-1, -2))
    if (np.abs(known - np.swapaxes(known, -1, -2)).max(axis=(-1, -2)) > 1e-6 * scale).any():
        raise PerceptionError(f"{name} must be symmetric; write (P + P.T) / 2 if rounding is the reason")
    smallest = np.linalg.eigvalsh(known)[..., 0]
    if (smallest < -1e-9 * scale).any():  # by more than rounding
        raise PerceptionError(f"{name} must be positive semidefinite, got an eigenvalue of {smallest.min():.3g}")
    return array


def _text(shape: tuple[int, ...]) -> str:
    return "(" + ", ".join("n" if n < 0 else str(n) for n in shape) + ("," if len(shape) == 1 else "") + ")"
