"""Forms: classes whose arguments are the keys of a file, and the types of values derived from the declared annotations of forms
and of the classes of robots, worlds and gaits."""

import dataclasses
import functools
import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np
from annotated_types import Ge

from snakelab.errors import ScenarioError
from snakelab.parameters.declarations import PYTHON_ONLY, Check, Kind, cached, check_of, declaration_of
from snakelab.scenarios.class_registry import (
    ENTRIES,
    Entry,
    Named,
    entries,
    implementations,
    loaded,
    type_name,
    ungrouped,
)
from snakelab.scenarios.value_types import (
    FLAG,
    NAMES,
    NUMBER,
    NUMBERS,
    RANGES,
    TEXT,
    WHOLE,
    Anything,
    Argument,
    Choice,
    Converted,
    Fault,
    Form,
    Key,
    Keys,
    Leaf,
    ListOf,
    MappingOf,
    OfEntry,
    OneOrMany,
    Optional,
    Type,
    TypeOrPlain,
    repeated,
)
from snakelab.scenarios.yaml_document import Document, Place, spell

# ----------------------------------------------------------------------------------------------------------------------
# Arguments of registered types: of a class, or of a function that makes a robot of the library
# ----------------------------------------------------------------------------------------------------------------------


@cached
def arguments_of(named: Named) -> tuple[Argument, ...]:
    """Return the arguments of a class or function that a scenario can give, in their order.

    Args:
        named: A dataclass, or a function whose arguments all have annotations.
    """
    hints, declared = get_type_hints(named), get_type_hints(named, include_extras=True)
    if not isinstance(named, type):
        given = inspect.signature(named).parameters.values()
        defaults = ((p.name, dataclasses.MISSING if p.default is p.empty else p.default) for p in given)
    else:
        defaults = ((item.name, _default(item)) for item in dataclasses.fields(named) if item.init)
    return tuple(
        Argument(name, hints[name], declared[name], default)
        for name, default in defaults
        if not _python_only(declared[name])
    )


def _python_only(hint: Any) -> bool:
    """Return True if an annotation, or a member of it, is marked as for Python only."""
    return PYTHON_ONLY in getattr(hint, "__metadata__", ()) or any(map(_python_only, get_args(hint)))


def _default(item: dataclasses.Field) -> Any:
    return item.default if item.default_factory is dataclasses.MISSING else item.default_factory()


# ----------------------------------------------------------------------------------------------------------------------
# Derivation of types from the arguments of classes, so that scenarios and Python use the same names
# ----------------------------------------------------------------------------------------------------------------------

_LEAVES: dict[Any, str] = {float: NUMBER, int: WHOLE, bool: FLAG, str: TEXT}
_LISTS = (tuple, list, Sequence, np.ndarray)


@functools.cache
def type_of_entry(entry: Entry) -> Keys:
    """Return the type of the arguments of an entry of the registry, imported if necessary."""
    return type_of_class(loaded(entry))


@cached
def type_of_class(cls: Named) -> Keys:
    """Return the type of the arguments of a class or robot function."""
    keys = {}
    for item in arguments_of(cls):
        declaration = declaration_of(item.declared)
        number = declaration.of(Kind.NUMBER, Kind.VECTOR)
        kind = type_of_argument(item.hint, item.name, "" if number is None else str(number.unit))
        keys[item.key] = Key(item, kind, check_of(declaration, f"{cls.__name__} {item.name}", ScenarioError))
    return Keys(cls.__name__, cls, keys)


@functools.cache
def type_of_family(label: str) -> Choice:
    """Return the type of a type name of a group and its arguments."""
    return Choice(label, label, _entry_types(label))


def type_of_argument(hint: Any, name: str, unit: str = "", check: Check | None = None) -> Type:
    """Return the type of an argument by its annotation.

    Args:
        hint: The annotation: numbers, text, names, registered classes, lists of these, or a union.
        name: Name of the argument, which is also the key inside `repeat`.
        unit: Unit of its numbers, for messages; empty if it is unknown.
        check: Check of a single value.
    """
    given = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    members = tuple(
        cls for member in given for cls in (implementations(member) if len(given) == 1 else ()) or (member,)
    )
    lists = [member for member in members if get_origin(member) in _LISTS]
    item = _type_of_object(members)
    listed = _type_of_list(tuple(c for member in lists for a in get_args(member) for c in get_args(a) or (a,)), name)
    kind: Type
    if item and listed:
        kind = OneOrMany(item, listed)
    elif item or listed:
        kind = item or listed  # type: ignore[assignment]  # one of them is a type
    elif any(get_args(inner) == (str,) for member in lists for inner in get_args(member)):
        kind = ListOf(Leaf((NAMES,), unit, check))
    else:
        kinds = [kind for member, kind in _LEAVES.items() if member in members]
        kinds += {NAMES if get_args(member) == (str,) else NUMBERS for member in lists}
        kinds += [RANGES for member in members if get_origin(member) is Mapping]
        kind = Leaf(tuple(kinds), unit, check)
    return Optional(kind) if types.NoneType in members else kind


def _family(classes: tuple) -> str | None:
    """Return the group that has most of the classes in common; None if none has."""
    given = set(classes)
    groups = {label: set(entries(label)) for label in ENTRIES}
    fit = {label: len(given & group) / len(given | group) for label, group in groups.items()}
    best = max(fit, key=lambda label: fit[label])
    return best if fit[best] > 0 else None


def _type_of_object(classes: tuple) -> Type | None:
    """Return the type of one object of these classes; None if none of them is registered."""
    alone = next((cls for cls in ungrouped() if cls in classes), None)
    if label := _family(classes):
        return type_of_family(label) if alone is None else TypeOrPlain(type_of_family(label), type_of_entry(alone))
    return None if alone is None else type_of_entry(alone)


def _entry_types(label: str) -> dict[str, Any]:
    return {type_name(entry): OfEntry(functools.partial(type_of_entry, entry)) for entry in ENTRIES[label]}


@functools.cache
def _type_of_list(classes: tuple, name: str) -> ListOf | None:
    """Return the type of a list of objects with repeats; None if the classes are not registered."""
    label = _family(classes)
    if not label or set(ungrouped()) & set(classes):
        item = _type_of_object(classes)
        return None if item is None else ListOf(item)
    items = ListOf(Anything())
    times = Argument("times", int, Annotated[int, Ge(0)], dataclasses.MISSING)
    keys = {
        "times": Key(times, _type_of_hint(times.declared, times.name)),
        name: Key(Argument(name, tuple, tuple, dataclasses.MISSING), items),
    }
    repeat = Keys(f"repeat_{name}", repeated, keys)
    items.item = Choice(f"{name}_item", label, _entry_types(label) | {"repeat": repeat})
    return items


# ----------------------------------------------------------------------------------------------------------------------
# Forms: classes whose arguments are the keys of a file, and the reading of a document by a form
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Derived:
    """Mark of a key whose value is read as an object of a class, of a group, or both: `Derived(World)`, `Derived("part")`,
    `Derived(Robot, "robot")`; or by another annotation, for a `Rule` that converts it."""

    hint: Any
    family: str = ""


@dataclass(frozen=True)
class Before:
    """Mark of a key whose plain data are converted by a function before they are read."""

    function: Callable[[Any], Any]


@dataclass(frozen=True)
class Rule:
    """Mark of a key whose value is converted by a function after its check; ScenarioError if it is invalid."""

    function: Callable[[Any], Any]


@cached
def type_of_form(form: type[Form]) -> Keys:
    """Return the type of the keys of a form."""
    keys = {item.key: Key(item, _type_of_hint(item.declared, item.name)) for item in arguments_of(form)}
    return Keys(form.__name__, form, keys)


def _type_of_hint(hint: Any, name: str) -> Type:
    """Return the type of a value of a form by its annotation."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated and any(isinstance(mark, (Before, Rule, Derived)) for mark in inner[1:]):
        marks = {type(mark): mark for mark in inner[1:]}
        kept = [mark for mark in inner[1:] if not isinstance(mark, (Before, Rule, Derived))]
        plain = Annotated[inner[0], *kept] if kept else inner[0]
        kind = _derived(marks[Derived], name) if Derived in marks else _type_of_hint(plain, name)
        functions = [marks[mark].function if mark in marks else None for mark in (Before, Rule)]
        return Converted(kind, *functions) if any(functions) else kind
    if origin in (Union, types.UnionType) and types.NoneType in inner and len(inner) == 2:
        return Optional(_type_of_hint(next(member for member in inner if member is not types.NoneType), name))
    if hint is Any:
        return Anything()
    if isinstance(hint, type) and issubclass(hint, Form):
        return type_of_form(hint)
    if origin is dict:
        return MappingOf(_type_of_hint(inner[1], name))
    if hint is list or (origin is tuple and inner[0] is not float):
        return ListOf(_type_of_hint(inner[0], name) if inner else Anything())
    declaration = declaration_of(hint)
    number = declaration.of(Kind.NUMBER, Kind.VECTOR)
    unit = "" if number is None else str(number.unit)
    check = check_of(declaration, "", ScenarioError)
    return type_of_argument(inner[0] if origin is Annotated else hint, name, unit, check)


def _derived(mark: Derived, name: str) -> Type:
    if isinstance(mark.hint, str):
        return type_of_family(mark.hint)
    if not isinstance(mark.hint, type) or issubclass(mark.hint, Form):
        return _type_of_hint(mark.hint, name)
    plain = type_of_class(mark.hint)
    return TypeOrPlain(type_of_family(mark.family), plain) if mark.family else plain


AnyForm = TypeVar("AnyForm", bound=Form)


def read_form(form: type[AnyForm], document: Document) -> AnyForm:
    """Return a document's data in one of the forms, a scenario's or a study's.

    Raises:
        ScenarioError: if the data are invalid; one line per fault, with its file and line.
    """
    faults: list[Fault] = []
    made: AnyForm = type_of_form(form).read(document.data, (), faults)
    if faults:
        raise ScenarioError("\n".join(_lines(faults, document)))
    return made


def _lines(faults: list[Fault], document: Document) -> list[str]:
    """Return the faults with their origins; one fault in an anchored part is one line with all of its places."""
    places: dict[tuple[str, Any, str], list[Place]] = {}
    for place, message in faults:
        places.setdefault((document.origin(place), place[-1:], message), []).append(place)
    lines = []
    for (_, _, message), (first, *others) in places.items():
        also = f" (also {spell(others[0])}" if others else ""
        also += f" and {len(others) - 1} more)" if len(others) > 1 else ")" if others else ""
        lines.append(document.complaint(first, message + also))
    return lines
