"""Checks of the arguments of a function by its annotations: their kinds, and the bounds and choices that are declared."""

import functools
import inspect
import types
from collections.abc import Callable, Iterator
from typing import Annotated, Any, ParamSpec, TypeVar, Union, get_args, get_origin

from snakelab.errors import SnakelabError
from snakelab.parameters.arguments import advice_for, check_names, described, fits, shown
from snakelab.parameters.declarations import check_of, declaration_of

P = ParamSpec("P")
R = TypeVar("R")


def checked_arguments(error: type[SnakelabError]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a function so that an argument that does not fit its annotation raises an error of this class.

    The message holds the function, the argument, what is allowed and the value. Kinds are compared, and the bounds and choices of
    declared arguments; the function itself checks the others. A missing or unknown argument is a TypeError, as everywhere.

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
            _check(function, signature, given, error)
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
    _check(function, inspect.signature(function), given, error)


def _name(function: Callable[..., Any]) -> str:
    """Name of a function as it is called: of `__init__`, that of the class."""
    return function.__qualname__.removesuffix(".__init__").rpartition(".")[2]


def _check(
    function: Callable[..., Any], signature: inspect.Signature, given: dict[str, Any], error: type[SnakelabError]
) -> None:
    for argument, value in _each(signature, given):
        hint = signature.parameters[argument].annotation
        if not fits(value, hint):
            name = f"{_name(function)} {argument}"
            raise error(f"{name} must be {described(hint)}; got {shown(value)}{advice_for(hint)}")
    for argument, check in _declared_checks(function, error):  # type: ignore[arg-type]  # a class can be hashed
        if argument in given:
            check(given[argument])


@functools.cache
def _declared_checks(function: Any, error: Any) -> tuple[tuple[str, Callable[[Any], object]], ...]:
    """Checks of the arguments of which all kinds are declared."""
    checks = []
    for argument in inspect.signature(function).parameters.values():
        hint = argument.annotation
        members = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
        if all(get_origin(member) is Annotated or member is types.NoneType for member in members):
            check = check_of(declaration_of(hint), f"{_name(function)} {argument.name}", error)
            checks += [(argument.name, check.full)] if check else []
    return tuple(checks)


def _each(signature: inspect.Signature, given: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The arguments by name; those of `*recordings` one by one."""
    for name, value in given.items():
        kind = signature.parameters[name].kind
        if kind is inspect.Parameter.VAR_POSITIONAL:
            yield from ((name, one) for one in value)
        elif kind is not inspect.Parameter.VAR_KEYWORD:
            yield name, value
