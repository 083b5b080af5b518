"""Declarations of arguments in their annotations: marks, common quantities, reading and check.

An argument is declared by marks in its annotation, together with the bounds of `annotated_types`:

    mass: Annotated[float, Gt(0), Unit("kg"), Slider(0.01, 10, 0.01)]

In a union each member has its own marks: `Annotated[float, Ge(0), Unit("m")] | None`.
"""

import functools
import inspect
import math
import operator
import re
import sys
import types
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import Enum, StrEnum
from functools import partial
from typing import Annotated, Any, NamedTuple, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

import annotated_types as bounds
import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import SnakelabError, SnakelabWarning
from snakelab.parameters.arguments import (
    advice_for,
    check_names,
    choice,
    count,
    described,
    fits,
    is_row,
    label,
    number,
    shown,
    term_name,
    vector,
)

# ----------------------------------------------------------------------------------------------------------------------
# Marks of a declared argument: unit, slider, choices and flags
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Unit:
    """Unit of a number, or of each number of a vector.

    Args:
        text: Unit in SI, such as "kg m^2"; "-" if dimensionless.
        linear: Unit at a coordinate that is a length, where `text` holds at an angle: `Unit("N m/rad", "N/m")`.
        in_message: State the unit in error messages; "-" and two units are never stated.
    """

    text: str
    linear: str = ""
    in_message: bool = True

    def __str__(self) -> str:
        return f"{self.text} or {self.linear}" if self.linear else self.text

    @property
    def of_message(self) -> str:
        """The unit in error messages; empty if they state none."""
        return self.text if self.in_message and not self.linear and self.text != "-" else ""


@dataclass(frozen=True)
class Slider:
    """Sensible range and step of a number in a form. It is no bound: values outside are valid.

    Args:
        minimum, maximum: Ends of the range, in the unit of the number.
        step: Step.
    """

    minimum: float
    maximum: float
    step: float


@dataclass(frozen=True)
class Usual:
    """Largest usual magnitude of a number. It is no bound: for a larger one, `check_declared` warns, and names the unit in which
    it was probably given.

    Args:
        maximum: Largest usual magnitude, in the unit of the number.
        other: Name of the unit in which a larger number was probably given, such as "degrees".
        factor: Factor from that unit to the unit of the number.
    """

    maximum: float
    other: str
    factor: float


@dataclass(frozen=True)
class Choices:
    """Allowed values of a text.

    Args:
        choices: The allowed texts.
    """

    choices: tuple[str, ...]


class Mark(Enum):
    """Marks without a value.

    LIVE, FIXED: The argument may change during a run, or may not. By default numbers may; counts, flags and texts may not.
    INFINITE: The number may be infinite.
    CHECKED_ELSEWHERE: The class checks the argument itself or passes it to a function that does; the annotation describes it.
    PRINTABLE: The text must be printable.
    IDENTIFIER: The text must be a plain word, which can name a variable of a recording.
    IDENTIFIER_OR_EMPTY: The same, or empty.
    PYTHON_ONLY: The argument is not available in scenario files.
    """

    LIVE = "live"
    FIXED = "fixed"
    INFINITE = "infinite"
    CHECKED_ELSEWHERE = "checked elsewhere"
    PRINTABLE = "printable"
    IDENTIFIER = "identifier"
    IDENTIFIER_OR_EMPTY = "identifier or empty"
    PYTHON_ONLY = "Python only"


LIVE, FIXED, INFINITE, CHECKED_ELSEWHERE = Mark.LIVE, Mark.FIXED, Mark.INFINITE, Mark.CHECKED_ELSEWHERE
PYTHON_ONLY = Mark.PYTHON_ONLY


# ----------------------------------------------------------------------------------------------------------------------
# Common declared quantities: annotations with unit, bounds, slider and usual range
#
# A class adds what differs, as in `length: Annotated[PositiveLength, Le(1e6), FIXED]`.
# ----------------------------------------------------------------------------------------------------------------------

# Texts and flags
Label = Annotated[str, Mark.PRINTABLE]
TermName = Annotated[str, Mark.IDENTIFIER]
# Numbers of a user-defined function, with units defined by it.
UserNumbers = Annotated[Sequence[float], Unit("", in_message=False)]
Seed = Annotated[int, Ge(0), Slider(0, 1000, 1)]

# Geometry
Length = Annotated[float, Unit("m"), Slider(-1, 1, 0.01)]
PositiveLength = Annotated[float, Gt(0), Unit("m"), Slider(0.01, 1, 0.01)]
NonNegativeLength = Annotated[float, Ge(0), Unit("m"), Slider(0, 1, 0.01)]
Radius = Annotated[float, Gt(0), Unit("m"), Slider(0.001, 0.2, 0.001)]
Area = Annotated[float, Gt(0), Unit("m^2"), Slider(1e-5, 1e-3, 1e-5)]
Angle = Annotated[float, Unit("rad"), Slider(-math.pi, math.pi, 0.01)]
# Of an angle that is within one turn, such as a phase lag or a heading.
WITHIN_ONE_TURN = Usual(2 * math.pi, "degrees", math.pi / 180)
PhaseLag = Annotated[Angle, WITHIN_ONE_TURN]
Point = Annotated[tuple[float, float, float], Unit("m"), Slider(-1, 1, 0.01)]
Scale = Annotated[tuple[float, float, float], Unit("-"), Slider(-10, 10, 0.001), FIXED]
RotationVector = Annotated[tuple[float, float, float], Unit("rad"), Slider(-math.pi, math.pi, 0.01)]

# Time
Time = Annotated[float, Unit("s"), Slider(0, 60, 0.1)]
Duration = Annotated[float, Ge(0), Unit("s"), Slider(0, 10, 0.1)]
PositiveDuration = Annotated[float, Gt(0), Unit("s"), Slider(0.01, 10, 0.01)]
# A smooth start ends soon after the start of the run.
Ramp = Annotated[float, Ge(0), Unit("s"), Slider(0, 10, 0.1), FIXED]
# Of a lag; 0 for none.
TimeConstant = Annotated[float, Ge(0), Unit("s"), Slider(0, 2, 0.01)]

# Mechanics
PositiveMass = Annotated[float, Gt(0), Unit("kg"), Slider(0.01, 10, 0.01)]
NonNegativeMass = Annotated[float, Ge(0), Unit("kg"), Slider(0, 10, 0.01)]
Density = Annotated[float, Gt(0), Unit("kg/m^3"), Slider(1, 2000, 1)]
Pressure = Annotated[float, Unit("Pa"), Slider(0, 1e6, 1e3)]
Velocity = Annotated[tuple[float, float, float], Unit("m/s"), Slider(-2, 2, 0.01)]
Coefficient = Annotated[float, Ge(0), Slider(0, 2, 0.01), Usual(10, "per cent", 0.01)]
PositiveFraction = Annotated[float, Gt(0), Le(1), Slider(0.01, 1, 0.01)]

# At a coordinate that is an angle, or a length
Gain = Annotated[float, Ge(0), Unit("N m/rad", "N/m"), Slider(0, 100, 0.1)]
DampingGain = Annotated[float, Ge(0), Unit("N m s/rad", "N s/m"), Slider(0, 10, 0.01)]
ForceLimit = Annotated[float, Gt(0), Unit("N m", "N"), Slider(0.1, 50, 0.1), Mark.INFINITE]
Coordinate = Annotated[float, Unit("rad", "m"), Slider(-math.pi, math.pi, 0.01)]


# ----------------------------------------------------------------------------------------------------------------------
# Declarations of the arguments of a class or function, read from their annotations
# ----------------------------------------------------------------------------------------------------------------------

Declarable = type | Callable[..., Any]
P = ParamSpec("P")
R = TypeVar("R")


def cached(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function with `functools.cache`, which refuses classes as arguments in static types."""
    return functools.cache(function)  # type: ignore[return-value]


class Kind(StrEnum):
    """Kinds of declared values; a vector is a list of numbers."""

    NUMBER = "number"
    WHOLE = "whole number"
    FLAG = "flag"
    TEXT = "text"
    VECTOR = "vector"


_KINDS = {float: Kind.NUMBER, int: Kind.WHOLE, bool: Kind.FLAG, str: Kind.TEXT}
DIMENSIONLESS = Unit("-")
LISTS = (tuple, list, Sequence, np.ndarray)
_RULES = (Mark.PRINTABLE, Mark.IDENTIFIER, Mark.IDENTIFIER_OR_EMPTY)
_FLAGS: dict[Mark, dict[str, Any]] = {
    Mark.LIVE: {"live": True},
    Mark.FIXED: {"live": False},
    Mark.INFINITE: {"infinite": True},
    Mark.CHECKED_ELSEWHERE: {"checked": False},
    Mark.PYTHON_ONLY: {},
    **{rule: {"rule": rule} for rule in _RULES},
}


@dataclass(frozen=True)
class Member:
    """One kind of value that an argument may have.

    Attributes:
        kind: Kind of the value.
        above, minimum, below, maximum: Bounds, exclusive, inclusive, exclusive, inclusive; None for none. Of a vector, those of
            each number.
        unit: Unit.
        infinite: True if a number may be infinite.
        choices: Allowed values; empty for any text.
        size: Number of numbers of a vector; None for any.
        slider: Range and step in a form; None if none is declared.
        usual: Largest usual magnitude of a number; None if none is declared.
        live: True if it may change during a run.
        rule: Requirement on a text or a flag; None for none.
        checked: True if `check_declared` checks it.
    """

    kind: Kind
    above: float | None = None
    minimum: float | None = None
    below: float | None = None
    maximum: float | None = None
    unit: Unit = DIMENSIONLESS
    infinite: bool = False
    choices: tuple[str, ...] = ()
    size: int | None = None
    slider: Slider | None = None
    usual: Usual | None = None
    live: bool = False
    rule: Mark | None = None
    checked: bool = True


@dataclass(frozen=True)
class Declaration:
    """Declaration of an argument.

    Attributes:
        members: Kinds of value that it may have, in the order of its annotation.
        optional: True if it may be None.
    """

    members: tuple[Member, ...]
    optional: bool

    def of(self, *kinds: Kind) -> Member | None:
        """The first member of one of the kinds; None if there is none."""
        return next((member for member in self.members if member.kind in kinds), None)


def type_name(cls: Any) -> str:
    """Return the type name of a class or function in a scenario file: its name in snake_case."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


@cached
def declarations_of(declarable: Declarable) -> dict[str, Declaration]:
    """Declarations of the arguments of a dataclass or a function, by name. Arguments without one are left out.

    Args:
        declarable: A dataclass, or a function.
    """
    hints = get_type_hints(declarable, include_extras=True)
    if isinstance(declarable, type):
        names = [item.name for item in fields(declarable) if item.init]
    else:
        names = [name for name in inspect.signature(declarable).parameters if name in hints]
    declarations = {name: declaration_of(hints[name]) for name in names}
    return {name: declaration for name, declaration in declarations.items() if declaration.members}


def declaration_of(hint: Any) -> Declaration:
    """Declaration in an annotation."""
    return Declaration(tuple(_members(hint)), _is_optional(hint))


def _is_optional(hint: Any) -> bool:
    return get_origin(hint) in (Union, types.UnionType) and types.NoneType in get_args(hint)


def _members(hint: Any) -> Iterator[Member]:
    """Members of an annotation: those in `Annotated`, and flags. Marks of other libraries are ignored."""
    if get_origin(hint) in (Union, types.UnionType):
        for member in get_args(hint):
            yield from _members(member)
    elif get_origin(hint) is Annotated:
        kind = _kind(get_args(hint)[0])
        if kind is not None:
            yield _member(kind, *get_args(hint))
    elif hint is bool:
        yield Member(Kind.FLAG)


def _kind(hint: Any) -> Kind | None:
    return Kind.VECTOR if get_origin(hint) in LISTS else _KINDS.get(hint)


def _member(kind: Kind, hint: Any, *marks: Any) -> Member:
    keywords: dict[str, Any] = {"live": kind in (Kind.NUMBER, Kind.VECTOR), "size": _size(hint)}
    for mark in marks:
        keywords |= _keywords(mark)
    return Member(kind, **keywords)


def _size(hint: Any) -> int | None:
    """Number of items of a tuple of fixed size."""
    items = get_args(hint)
    return len(items) if get_origin(hint) is tuple and ... not in items else None


def _keywords(mark: Any) -> dict[str, Any]:
    """Attributes of a member that a mark states."""
    match mark:
        case bounds.Gt():
            return {"above": mark.gt}
        case bounds.Ge():
            return {"minimum": mark.ge}
        case bounds.Lt():
            return {"below": mark.lt}
        case bounds.Le():
            return {"maximum": mark.le}
        case bounds.Len():
            return {"size": mark.max_length}
        case Unit():
            return {"unit": mark}
        case Slider():
            return {"slider": mark}
        case Usual():
            return {"usual": mark}
        case Choices():
            return {"choices": mark.choices}
        case Mark():
            return _FLAGS[mark]
    return {}


# ----------------------------------------------------------------------------------------------------------------------
# Check of declared arguments, by the declarations in their annotations
# ----------------------------------------------------------------------------------------------------------------------

Error = type[SnakelabError]


class Check(NamedTuple):
    """Check of a declared argument.

    Attributes:
        argument: Name of the argument.
        kind: Type of the numbers that are valid and usual from `least` to `greatest`; None if no number is. These and the
            choices are checked without a call, for speed.
        least, greatest: Ends of that range.
        choices: Texts that are valid.
        full: Function that raises the error for an invalid value, and warns of an unusual one.
    """

    argument: str
    kind: type | None
    least: Any
    greatest: Any
    choices: frozenset[str]
    full: Callable[[Any], object]


def check_declared(owner: object, error: Error, name: str | None = None) -> None:
    """Raise `error` unless each declared argument of an object is valid; called in `__post_init__`.

    None is valid where an annotation allows it. Relations between arguments are checked by the class.

    Args:
        owner: A dataclass object.
        error: Class of the error.
        name: What messages call it; None for its class, empty to name the argument alone.
    """
    cls = type(owner)
    for argument, kind, least, greatest, choices, full in _checks(cls, error, cls.__name__ if name is None else name):
        value = getattr(owner, argument)
        if type(value) is kind:
            if not least <= value <= greatest:
                full(value)
        elif type(value) is not str or value not in choices:
            full(value)


def declared_arguments(error: Error) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a function so that a declared argument that is invalid raises `error`.

    Args:
        error: Class of the error.
    """

    def check(function: Callable[..., Any], signature: inspect.Signature, given: dict[str, Any]) -> None:
        for one in _checks(function, error, function.__name__):
            if one.argument in given:
                one.full(given[one.argument])

    return _checking(check)


def _checking(
    check: Callable[[Callable[..., Any], inspect.Signature, dict[str, Any]], None],
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator of functions whose given arguments `check` checks before each call."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(function)

        @functools.wraps(function)
        def checked(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                given = signature.bind(*args, **kwargs).arguments
            except TypeError:
                check_names(function, kwargs)
                return function(*args, **kwargs)  # raises the error with the usual traceback
            check(function, signature, given)
            return function(*args, **kwargs)

        checked.__signature__ = without_declarations(signature)  # type: ignore[attr-defined]  # shown by `help`
        return checked

    return decorate


def without_declarations(signature: inspect.Signature) -> inspect.Signature:
    """Return a signature whose annotations are plain types, such as `float` for a number with bounds and a slider."""
    arguments = [one.replace(annotation=_plain(one.annotation)) for one in signature.parameters.values()]
    return signature.replace(parameters=arguments)


def _plain(hint: Any) -> Any:
    origin, members = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _plain(members[0])
    if origin in (Union, types.UnionType):
        plain = tuple(_plain(member) for member in members)
        return hint if plain == members else functools.reduce(operator.or_, plain)
    return hint


@cached
def _checks(owner: Declarable, error: Error, name: str) -> tuple[Check, ...]:
    """Return the checks of the arguments that need one."""
    checks = (
        check_of(declaration, f"{name} {argument}".strip(), error, argument)
        for argument, declaration in declarations_of(owner).items()
    )
    return tuple(check for check in checks if check)


def check_of(declaration: Declaration, name: str, error: Error, argument: str = "") -> Check | None:
    """Return the check of an argument; None if it needs none.

    Args:
        declaration: Declaration of the argument.
        name: Name in messages.
        error: Class of the error.
        argument: Name of the argument.
    """
    members = {member.kind: member for member in declaration.members if member.checked}
    checks = {kind: check for kind, member in members.items() if (check := _check_of(member, name, error))}
    if not checks:
        return None
    order = (Kind.NUMBER, Kind.WHOLE, Kind.FLAG, Kind.VECTOR, Kind.TEXT)
    plain = next(kind for kind in order if kind in checks)
    full = checks[plain]
    if len(checks) > 1:
        full = partial(_check_by_kind, checks.get(Kind.TEXT, full), checks.get(Kind.VECTOR, full), full)
    if declaration.optional:
        full = partial(_unless_none, full)
    kind = {Kind.NUMBER: float, Kind.WHOLE: int}.get(plain)
    choices = members[Kind.TEXT].choices if Kind.TEXT in checks else ()
    return Check(argument, kind, *_ends(members[plain]), frozenset(choices), full)


def _unless_none(check: Callable[[Any], object], value: object) -> None:
    if value is not None:
        check(value)


def _check_by_kind(
    text: Callable[[Any], object], row: Callable[[Any], object], plain: Callable[[Any], object], value: object
) -> None:
    """Check a value as text, row or plain value, by its type."""
    if isinstance(value, str):
        text(value)
    elif is_row(value):
        row(value)
    else:
        plain(value)


def _check_of(member: Member, name: str, error: Error) -> Callable[[Any], object] | None:
    """Check of one kind of value; None if it needs none."""
    numbers = partial(
        number if member.kind is Kind.NUMBER else partial(vector, size=member.size),
        name=name,
        error=error,
        above=member.above,
        minimum=member.minimum,
        below=member.below,
        maximum=member.maximum,
        unit=member.unit.of_message,
        infinite=member.infinite,
    )
    match member.kind:
        case Kind.NUMBER if (
            member.usual is not None and name
        ):  # the key of a file is an argument of a class, which warns
            return partial(
                _warn_if_unusual, numbers, member.usual, f"{name} = {{:g}} {member.unit.of_message}".rstrip()
            )
        case Kind.NUMBER | Kind.VECTOR:
            return numbers
        case Kind.WHOLE:
            maximum = None if member.maximum is None else int(member.maximum)
            return partial(count, name=name, error=error, minimum=int(member.minimum or 0), maximum=maximum)
        case Kind.FLAG:
            return partial(true_or_false, name, error)
    if member.choices:
        return partial(choice, name=name, allowed=member.choices, error=error)
    match member.rule:
        case Mark.PRINTABLE:
            return partial(_printable, name, error)
        case Mark.IDENTIFIER:
            return partial(_identifier, name, error)
        case Mark.IDENTIFIER_OR_EMPTY:
            return partial(_identifier_or_empty, name, error)
    return None


def _warn_if_unusual(check: Callable[[Any], Any], usual: Usual, words: str, value: object) -> None:
    """Check a number, and warn if it is larger than usual."""
    x = check(value)
    if usual.maximum < abs(x) < math.inf:
        warnings.warn(
            f"{words.format(x)} is unusually large; if it is in {usual.other}, write {usual.factor * x:.3g}",
            SnakelabWarning,
            stacklevel=_level_of_caller(),
        )


def _level_of_caller() -> int:
    """Level in the stack, counted from the function that calls this one, of the line that made the object."""
    frame, level = sys._getframe(1), 1
    while frame.f_back and (
        frame.f_code.co_filename in (__file__, "<string>") or frame.f_code.co_name == "__post_init__"
    ):
        frame, level = frame.f_back, level + 1
    return level


def _ends(member: Member) -> tuple[float, float]:
    """Smallest and largest number that is valid and usual."""
    if member.kind is Kind.WHOLE:
        return int(member.minimum or 0), math.inf if member.maximum is None else int(member.maximum)
    greatest = math.inf if member.infinite else sys.float_info.max
    minimum = -greatest if member.minimum is None else member.minimum
    maximum = greatest if member.maximum is None else member.maximum
    if member.usual is not None:
        minimum, maximum = max(minimum, -member.usual.maximum), min(maximum, member.usual.maximum)
    if member.above is not None:
        minimum = max(minimum, math.nextafter(member.above, math.inf))
    return minimum, maximum if member.below is None else min(maximum, math.nextafter(member.below, -math.inf))


def _printable(name: str, error: Error, value: object) -> None:
    if type(value) is not str or not value.isprintable():
        label(value, name, error)


def _identifier(name: str, error: Error, value: object) -> None:
    if type(value) is not str or not value.isidentifier():
        term_name(value, name, error)


def _identifier_or_empty(name: str, error: Error, value: object) -> None:
    if not (isinstance(value, str) and value == ""):
        _identifier(name, error, value)


def true_or_false(name: str, error: Error, value: object) -> None:
    """Raise unless a value is True or False."""
    if not isinstance(value, bool):
        raise error(f"{name} must be True or False, got {value!r}")


# ----------------------------------------------------------------------------------------------------------------------
# Checks of the arguments of a function by its annotations: their kinds, and the bounds and choices that are declared
# ----------------------------------------------------------------------------------------------------------------------


def checked_arguments(error: type[SnakelabError]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a function so that an argument that does not fit its annotation raises an error of this class.

    The message states the function, the argument, the allowed values and the value. The decorator checks types, and the bounds
    and choices of declared arguments; the function itself checks the rest. A missing or unknown argument is a TypeError, as
    in any function.

    Not for a function that warns at the line of its caller, which the decorator moves by a frame: such a function calls
    `check_arguments` first.

    Args:
        error: Class of the error.
    """

    return _checking(lambda function, signature, given: _check(function, signature, given, error))


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
            raise error(f"{name} must be {described(hint)}; got {shown(value)}{advice_for(hint, argument, value)}")
    for argument, check in _declared_checks(function, error):  # type: ignore[arg-type]  # a class can be hashed
        if argument in given:
            check(given[argument])


@functools.cache
def _declared_checks(function: Any, error: Any) -> tuple[tuple[str, Callable[[Any], object]], ...]:
    """Return the checks of the arguments whose types are all declared."""
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
