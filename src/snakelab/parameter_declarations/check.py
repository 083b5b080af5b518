"""Check of declared arguments, by the declarations in their annotations."""

import functools
import inspect
import math
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ParamSpec, TypeVar

from snakelab.argument_names import check_names
from snakelab.errors import SnakelabError
from snakelab.parameter_declarations.declarations import Declarable, Declaration, Kind, Member, declarations_of
from snakelab.parameter_declarations.marks import Mark
from snakelab.types import choice, count, is_row, label, number, term_name, vector

P = ParamSpec("P")
R = TypeVar("R")
Error = type[SnakelabError]
Check = Callable[[Any], object]
Checks = tuple[tuple[str, Check], ...]
_KNOWN: dict[tuple[Declarable, Error, str], Checks] = {}


def check_declared(owner: object, error: Error, name: str | None = None) -> None:
    """Raise `error` unless each declared argument of an object is valid; called in `__post_init__`.

    None is valid where an annotation allows it. Relations between arguments are checked by the class.

    Args:
        owner: A dataclass object.
        error: Class of the error.
        name: What messages call it; None for its class, empty to name the argument alone.
    """
    cls = type(owner)
    for argument, check in _checks(cls, error, cls.__name__ if name is None else name):
        check(getattr(owner, argument))


def check_argument(owner: Declarable, argument: str, value: object, error: Error) -> None:
    """Raise `error` unless a value is valid for a declared argument of a class or function.

    Args:
        owner: The class or function.
        argument: Name of the argument; one without a declaration is not checked.
        value: The value.
        error: Class of the error.
    """
    for name, check in _checks(owner, error, owner.__name__):
        if name == argument:
            check(value)


def declared_arguments(error: Error) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a function so that a declared argument that is invalid raises `error`.

    Args:
        error: Class of the error.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(function)

        @functools.wraps(function)
        def checked(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                given = signature.bind(*args, **kwargs).arguments
            except TypeError:
                check_names(function, kwargs)
                return function(*args, **kwargs)  # raises the error with the usual traceback
            for argument, check in _checks(function, error, function.__name__):
                if argument in given:
                    check(given[argument])
            return function(*args, **kwargs)

        return checked

    return decorate


def _checks(owner: Declarable, error: Error, name: str) -> Checks:
    """Names of arguments, with the check of each; without those that need none."""
    if (checks := _KNOWN.get((owner, error, name))) is None:
        checks = _KNOWN[owner, error, name] = tuple(_made_checks(owner, error, name))
    return checks


def _made_checks(owner: Declarable, error: Error, name: str) -> Iterator[tuple[str, Check]]:
    for argument, declaration in declarations_of(owner).items():
        if check := _check(declaration, f"{name} {argument}".strip(), error):
            yield argument, partial(_unless_none, check) if declaration.optional else check


def _unless_none(check: Check, value: object) -> None:
    if value is not None:
        check(value)


def _check(declaration: Declaration, name: str, error: Error) -> Check | None:
    """Check of an argument; None if it needs none."""
    members = [member for member in declaration.members if member.checked]
    checks = {member.kind: check for member in members if (check := _check_of(member, name, error))}
    if len(checks) <= 1:
        return next(iter(checks.values()), None)
    plain = next(
        checks[kind] for kind in (Kind.NUMBER, Kind.WHOLE, Kind.FLAG, Kind.VECTOR, Kind.TEXT) if kind in checks
    )
    return partial(_check_by_kind, checks.get(Kind.TEXT, plain), checks.get(Kind.VECTOR, plain), plain)


def _check_by_kind(text: Check, row: Check, plain: Check, value: object) -> None:
    """Check a value as one of several kinds: the one that it looks like."""
    if isinstance(value, str):
        text(value)
    elif is_row(value):
        row(value)
    else:
        plain(value)


def _check_of(member: Member, name: str, error: Error) -> Check | None:
    """Check of one kind of value; None if it needs none."""
    match member.kind:
        case Kind.NUMBER:
            return _quick(float, *_ends(member), _check_of_number(member, name, error))
        case Kind.WHOLE:
            minimum, maximum = int(member.minimum or 0), None if member.maximum is None else int(member.maximum)
            check = partial(count, name=name, error=error, minimum=minimum, maximum=maximum)
            return _quick(int, minimum, math.inf if maximum is None else maximum, check)
        case Kind.VECTOR:
            return partial(vector, name=name, error=error, size=member.size, unit=member.unit.of_message)
    return _check_of_choice(member, name, error)


def _quick(kind: Any, minimum: float, maximum: float, check: Check) -> Check:
    """Return the check, which is skipped for a value of the usual type within the bounds, for speed."""

    def quick(value: Any) -> None:
        if type(value) is not kind or not minimum <= value <= maximum:
            check(value)

    return quick


def _ends(member: Member) -> tuple[float, float]:
    """Smallest and largest valid float."""
    greatest = math.inf if member.infinite else sys.float_info.max
    minimum = -greatest if member.minimum is None else member.minimum
    maximum = greatest if member.maximum is None else member.maximum
    if member.above is not None:
        minimum = max(minimum, math.nextafter(member.above, math.inf))
    return minimum, maximum if member.below is None else min(maximum, math.nextafter(member.below, -math.inf))


def _check_of_number(member: Member, name: str, error: Error) -> Check:
    unit = member.unit.of_message
    below = math.inf if member.below is None else member.below

    def check(value: object) -> None:
        x = number(
            value,
            name,
            error,
            above=member.above,
            minimum=member.minimum,
            maximum=member.maximum,
            unit=unit,
            infinite=member.infinite,
        )
        if x >= below and member.below is not None:
            raise error(f"{name} must be less than {below:g}{f' {unit}' if unit else ''}, got {x:g}")

    return check


def _check_of_choice(member: Member, name: str, error: Error) -> Check | None:
    """Check of a text or a flag."""
    if member.choices:
        return partial(choice, name=name, allowed=member.choices, error=error)
    match member.rule:
        case Mark.PRINTABLE:
            return partial(label, name=name, error=error)
        case Mark.IDENTIFIER:
            return partial(term_name, name=name, error=error)
        case Mark.IDENTIFIER_OR_EMPTY:
            return partial(_identifier_or_empty, name, error)
        case Mark.TRUE_OR_FALSE:
            return partial(_true_or_false, name, error)
    return None


def _identifier_or_empty(name: str, error: Error, value: object) -> None:
    if not (isinstance(value, str) and value == ""):
        term_name(value, name, error)


def _true_or_false(name: str, error: Error, value: object) -> None:
    if not isinstance(value, bool):
        raise error(f"{name} must be True or False, got {value!r}")
