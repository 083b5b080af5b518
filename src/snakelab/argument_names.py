"""Unknown arguments of public classes and functions: a TypeError with the nearest name, or with all names."""

import enum
import functools
import inspect
from collections.abc import Callable, Collection, Iterable
from typing import Any, ParamSpec, TypeVar

from snakelab.errors import nearest

P = ParamSpec("P")
R = TypeVar("R")
NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


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
    names = _names(function)
    if names is not None and not frozenset(names).issuperset(given):
        raise unknown_argument(function.__name__, given, names)


def name_arguments(target: object) -> None:
    """Let a class raise such a TypeError, too, in `__new__`: its warnings keep their line, and subclasses their arguments.

    Other objects, and classes without names of arguments (exceptions, enumerations, protocols), are left as they are.
    """
    if not isinstance(target, type) or issubclass(target, (BaseException, enum.Enum)):
        return
    own: Any = target.__init__
    names = None if getattr(target, "_is_protocol", False) or not inspect.isfunction(own) else _names(own)
    if names is None or target.__new__ is not object.__new__:
        return
    known = frozenset(names)

    def new(cls: Any, *args: Any, **kwargs: Any) -> Any:
        if not known.issuperset(kwargs) and cls.__init__ is own:
            raise unknown_argument(cls.__name__, kwargs, names)
        return object.__new__(cls)

    new.__wrapped__ = own  # type: ignore[attr-defined]  # of which `inspect.signature` gives the arguments
    target.__new__ = new  # type: ignore[method-assign]


def unknown_argument(owner: str, given: Iterable[str], names: Collection[str]) -> TypeError:
    """Return the error for the first given argument that is not among the names."""
    word = next(name for name in given if name not in names)
    return TypeError(f"{owner} got an unexpected keyword argument {word!r}{nearest(word, names)}")


@functools.cache
def _names(function: Callable[..., Any]) -> tuple[str, ...] | None:
    """Names by which arguments may be given; None if any name is accepted."""
    parameters = inspect.signature(function).parameters.values()
    if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters):
        return None
    return tuple(one.name for one in parameters if one.kind in NAMED and one.name != "self")
