"""Refuse arguments of a wrong kind where a public function is entered, by its own annotations."""

import collections.abc
import functools
import inspect
import numbers
import os
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

import numpy as np

from snakelab.argument_names import check_names
from snakelab.errors import SnakelabError

P = ParamSpec("P")
R = TypeVar("R")
LONGEST = 60  # of a value in a message [characters]
# How a value of a class is made, for those that people confuse with others.
HOW = {
    "Model": "build_model(robot, world)",
    "Recording": "simulate(model, gait), or load(path)",
    "Scenario": "load_scenario(name)",
    "State": "initial_state(model)",
    "Dataset": "run_sweep(configuration).dataset",
}


def checked_arguments(error: type[SnakelabError]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a function so that an argument that does not fit its annotation raises an error of this class.

    The message holds the function, the argument, the kinds allowed and the value. Only kinds are compared: the function itself
    checks ranges, sizes and names. A missing or unknown argument is a TypeError, as everywhere.

    Not for a function that warns at the line of its caller, which the decorator moves by a frame: such a function calls
    `check_arguments` first.

    Args:
        error: What is raised, of the project's tree of errors.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(function)

        @functools.wraps(function)
        def checked(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                given = signature.bind(*args, **kwargs).arguments
            except TypeError:
                check_names(function, kwargs)
                return function(*args, **kwargs)  # which raises it with the usual traceback
            _check(_name(function), signature, given, error)
            return function(*args, **kwargs)

        return checked

    return decorate


def check_arguments(function: Callable[..., Any], given: dict[str, Any], error: type[SnakelabError]) -> None:
    """Raise an error unless each argument fits its annotation; see `checked_arguments`.

    Args:
        function: Whose annotations hold.
        given: Its arguments by name, all or some.
        error: What is raised.
    """
    _check(_name(function), inspect.signature(function), given, error)


def _name(function: Callable[..., Any]) -> str:
    """Name of a function as it is called: of `__init__`, that of the class."""
    return function.__qualname__.removesuffix(".__init__").rpartition(".")[2]


def _check(name: str, signature: inspect.Signature, given: dict[str, Any], error: type[SnakelabError]) -> None:
    for argument, value in _each(signature, given):
        hint = signature.parameters[argument].annotation
        if not fits(value, hint):
            raise error(f"{name} {argument} must be {described(hint)}; got {shown(value)}{_advice(hint)}")


def _each(signature: inspect.Signature, given: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The arguments by name; those of `*recordings` one by one."""
    for name, value in given.items():
        kind = signature.parameters[name].kind
        if kind is inspect.Parameter.VAR_POSITIONAL:
            yield from ((name, one) for one in value)
        elif kind is not inspect.Parameter.VAR_KEYWORD:
            yield name, value


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
    """What an alias of the `type` statement stands for, such as `NDArray[np.float64]` from NumPy 2.5 on; else the hint."""
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
    return f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}"


def shown(value: object) -> str:
    """A value as a message shows it: in one short line, with its class where the value itself says little."""
    if isinstance(value, type):
        return f"the class {value.__name__}"
    if value is None or isinstance(value, (bool, float, str, bytes, list, tuple, dict, set)):
        try:
            text = " ".join(repr(value).split())
        except (ValueError, RecursionError):  # a whole number of more digits than Python prints
            text = _with_article(type(value).__name__)
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
    if isinstance(value, int):
        return str(value) if abs(value) < 10**LONGEST else f"a whole number of {value.bit_length()} bits"
    return _with_article(type(value).__name__)


def _advice(hint: Any) -> str:
    """Return advice on construction, for the classes that need a function for it."""
    names = [getattr(one, "__name__", str(one).rpartition(".")[2]) for one in (hint, *get_args(hint))]
    return next((f"; write {HOW[name]}" for name in names if name in HOW), "")
