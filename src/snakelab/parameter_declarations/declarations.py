"""Declarations of the arguments of a class or function, read from their annotations."""

import functools
import inspect
import re
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import annotated_types as bounds
import numpy as np

from snakelab.parameter_declarations.marks import Choices, Mark, Slider, Unit

Declarable = type | Callable[..., Any]


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
_RULES = (Mark.PRINTABLE, Mark.IDENTIFIER, Mark.IDENTIFIER_OR_EMPTY, Mark.TRUE_OR_FALSE)
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


@functools.cache
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
        case Choices():
            return {"choices": mark.choices}
        case Mark():
            return _FLAGS[mark]
    return {}
