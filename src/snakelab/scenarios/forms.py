"""Forms: pydantic models of the keys of a scenario, and their derivation from the arguments of classes.

Errors of a form name the nearest valid key or type name.
"""

import dataclasses
import difflib
import functools
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Union, get_args, get_origin

import numpy as np
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    Tag,
    TypeAdapter,
    create_model,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from snakelab.errors import ScenarioError, SnakelabError, nearest
from snakelab.parameters.declarations import Kind, check_argument, declarations_of
from snakelab.scenarios.registry import ENTRIES, Entry, entries, implementations, loaded, type_name, ungrouped
from snakelab.scenarios.values import (
    FLAG,
    NAMES,
    NUMBER,
    NUMBERS,
    RANGES,
    TEXT,
    WHOLE,
    Argument,
    Leaf,
    Named,
    arguments_of,
    fault,
    shown,
)

# ----------------------------------------------------------------------------------------------------------------------
# Forms and choices: pydantic models whose errors name the nearest valid key or type name
# ----------------------------------------------------------------------------------------------------------------------

MAX_ITEMS = 10_000
SYNONYMS = {  # of keys: names of datasheets and other programs
    "stall_torque": "torque_limit",
    "max_torque": "torque_limit",
    "effort": "torque_limit",
    "no_load_speed": "speed_limit",
    "max_speed": "speed_limit",
    "stiffness": "kp",
    "damping": "kd",
}
MISSPELT = 0.8  # minimum similarity of a misspelt type name to the one whose arguments are checked, 0 to 1


@dataclass(frozen=True)
class Unknown:
    """Placeholder for the value of an unknown key, so that the other keys are also checked.

    Attributes:
        message: Text of the fault.
        meant: Type name whose arguments are checked in place of those of a misspelt one; None for a key.
    """

    message: str
    meant: str | None = None


class Form(BaseModel):
    """Keys and values; an unknown key is an error. An empty value means no keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, value: Any) -> Any:
        value = {} if value is None else value
        if not isinstance(value, dict):
            raise fault(f"must be keys with values ({', '.join(cls.model_fields)}); got {shown(value)}")
        fields = cls.model_fields
        unknown = {key: f"unknown key {key!r}{_suggestion(key, fields)}" for key in value if key not in fields}
        for key, message in unknown.items():
            if not isinstance(key, str):
                raise fault(message, key)
        return {**value, **{key: Unknown(message) for key, message in unknown.items()}}

    def given(self) -> dict[str, Any]:
        """Return the keys of the scenario with their values."""
        return {key: getattr(self, key) for key in type(self).model_fields if key in self.model_fields_set}


def _suggestion(key: object, fields: Mapping[str, Any]) -> str:
    """Hint for an unknown key: a key of the same meaning, the nearest one, or all."""
    same = SYNONYMS.get(str(key))
    return f"; did you mean {same!r}?" if same in fields else nearest(str(key), fields)


class Choice(BaseModel):
    """Exactly one of several type names with its arguments, as in `{link: {...}}`, or alone."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    family: ClassVar[str]

    @model_validator(mode="before")
    @classmethod
    def _bare_name(cls, value: Any) -> Any:
        names, family = list(cls.model_fields), cls.family
        value = {value: None} if isinstance(value, str) else value
        if not isinstance(value, dict) or not value:
            raise fault(f"must be a {family} ({', '.join(names)}) with its arguments; got {shown(value)}")
        for key in value:
            if key not in names:
                message = f"unknown {family} {key!r}{nearest(key, names)}"
                meant = difflib.get_close_matches(str(key), names, n=1, cutoff=MISSPELT)
                if meant and len(value) == 1 and isinstance(value[key], dict):
                    return {meant[0]: value[key], key: Unknown(message, meant[0])}  # with the faults of its arguments
                raise fault(message, key)
        if len(value) > 1:
            raise fault(f"must be one {family}, got {len(value)}: {', '.join(value)}")
        return value

    def chosen(self) -> Any:
        """Return the object made from the arguments of the chosen type."""
        return getattr(self, next(iter(self.model_fields_set)))


class Repeat(Form):
    """`repeat: {times: 4, parts: [...]}` in a list: the items, that many times in a row.

    The second key is the name of the list, as in `parts` or `media`.
    """

    times: Annotated[int, Leaf((WHOLE,), minimum=0)]

    def repeated(self) -> "Repeated":
        """Return the repeated items as one sequence."""
        (items,) = (value for key, value in self.given().items() if key != "times")
        if len(items) * self.times > MAX_ITEMS:
            raise fault(f"makes {len(items) * self.times} items; at most {MAX_ITEMS} are allowed", "times")
        return Repeated(items * self.times)


class Repeated(tuple):
    """Items that are inserted into the surrounding list."""


# ----------------------------------------------------------------------------------------------------------------------
# Derivation of pydantic forms from the arguments of classes, so that scenarios and Python use the same names
#
# Validation of plain data by a derived type returns the object: a `Link`, a tuple of parts, a `Robot`.
# ----------------------------------------------------------------------------------------------------------------------

# In the location of a validation error, for a value that may be single or a list; different from all keys.
ONE, MANY = "<one>", "<many>"
# Tags of a type of a group, and of the arguments of the default class in its place.
TYPE_NAME, PLAIN = "<type>", "<plain>"
TAGS = (ONE, MANY, TYPE_NAME, PLAIN)
_LEAVES: dict[Any, str] = {float: NUMBER, int: WHOLE, bool: FLAG, str: TEXT}
_EACH: ContextVar[bool] = ContextVar("each_argument_checked", default=False)
_LISTS = (tuple, list, Sequence, np.ndarray)


@dataclasses.dataclass(frozen=True)
class Derived:
    """Annotation of a field with a class, a group, or both: `Derived(World)`, `Derived("part")`, `Derived(Robot, "robot")`."""

    hint: type | str
    family: str = ""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        if isinstance(self.hint, str):
            return handler.generate_schema(type_of_family(self.hint))
        if self.family:
            return handler.generate_schema(_type_or_plain(self.family, self.hint))
        return handler.generate_schema(type_of_class(self.hint))


@dataclasses.dataclass(frozen=True)
class OfClass:
    """Annotation of a field with a class of a group; its type is derived when a scenario first names the class."""

    cls: Entry

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self._validated)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(_adapter(loaded(self.cls)).core_schema)

    def _validated(self, value: Any) -> Any:
        return _adapter(loaded(self.cls)).validate_python(value)


@functools.cache
def _adapter(cls: Named) -> TypeAdapter[Any]:
    return TypeAdapter(type_of_class(cls))


@functools.cache
def type_of_class(cls: Named) -> Any:
    """Return the type that validates the arguments of a class or robot function, and makes the object."""
    declarations = declarations_of(cls)

    def type_of(item: Argument) -> Any:
        declared = declarations.get(item.name)
        number = declared.of(Kind.NUMBER, Kind.VECTOR) if declared else None
        kind = type_of_argument(item.hint, item.name, "" if number is None else str(number.unit))
        if not declared:
            return kind
        return _then(kind, functools.partial(_checked_alone, cls, item.name))

    fields: dict[str, Any] = {item.name: (type_of(item), ... if item.required else None) for item in arguments_of(cls)}
    form = create_model(cls.__name__, __base__=Form, __doc__=cls.__doc__, **fields)
    return _then(form, functools.partial(_made, cls))


@functools.cache
def type_of_family(label: str) -> Any:
    """Return the type that validates a type name of a group and its arguments, and makes the object."""
    return _then(_choice_type(label, label, _type_names(label)), Choice.chosen)


def _choice_type(title: str, label: str, names: dict[str, Any]) -> type[Choice]:
    """Return the form of one of several type names; the title is its name in the published schema."""
    choice = create_model(title, __base__=Choice, **names)
    choice.family = label
    return choice


@contextmanager
def each_argument_checked() -> Iterator[None]:
    """Context in which declared arguments are also checked one by one, for the faults of an object with several.

    A class checks its arguments when the object is made, which needs valid arguments below it, and reports one fault.
    """
    token = _EACH.set(True)
    try:
        yield
    finally:
        _EACH.reset(token)


def _checked_alone(cls: Named, argument: str, value: Any) -> Any:
    """Return the value of an argument; in `each_argument_checked` it is checked by its declaration."""
    if _EACH.get() and value is not None:
        try:
            check_argument(cls, argument, value, ScenarioError)
        except ScenarioError as problem:
            raise fault(str(problem)) from None
    return value


def _made(cls: Named, form: Form) -> Any:
    arguments = form.given()
    try:
        return cls(**arguments)
    except SnakelabError as problem:
        # The messages of these classes begin with class and argument: "Link mass must be ...".
        words = str(problem).split(maxsplit=2)
        at_argument = len(words) > 1 and words[0] == cls.__name__ and words[1] in arguments
        raise fault(str(problem), words[1] if at_argument else None) from problem
    except OverflowError:
        raise fault(f"a number of this {cls.__name__} is too large to compute with") from None


def type_of_argument(hint: Any, name: str, unit: str = "") -> Any:
    """Return the type that validates an argument by its annotation.

    Args:
        hint: The annotation: numbers, text, names, registered classes, lists of these, or a union.
        name: Name of the argument, which is also the key inside `repeat`.
        unit: Unit of its numbers, for messages; empty if it is unknown.
    """
    given = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    members = tuple(
        cls for member in given for cls in (implementations(member) if len(given) == 1 else ()) or (member,)
    )
    lists = [member for member in members if get_origin(member) in _LISTS]
    item, annotation = _type_of_object(members), None
    listed = _type_of_list(tuple(c for member in lists for a in get_args(member) for c in get_args(a) or (a,)), name)
    if item is None and listed is None:
        kinds = [kind for member, kind in _LEAVES.items() if member in members]
        kinds += {NAMES if get_args(member) == (str,) else NUMBERS for member in lists}
        kinds += [RANGES for member in members if get_origin(member) is Mapping]
        annotation = Annotated[Any, Leaf(tuple(kinds), unit=unit)]
    else:
        annotation = _one_or_many(item, listed) if item and listed else item or listed
    return annotation | None if types.NoneType in members else annotation


def _family(classes: tuple) -> str | None:
    given = set(classes)
    groups = {label: set(entries(label)) for label in ENTRIES}
    fit = {label: len(given & group) / len(given | group) for label, group in groups.items()}
    best = max(fit, key=lambda label: fit[label])
    return best if fit[best] > 0 else None


def _type_of_object(classes: tuple) -> Any:
    """Return the type of one object of these classes; None if none of them is registered."""
    alone = next((cls for cls in ungrouped() if cls in classes), None)
    if label := _family(classes):
        return type_of_family(label) if alone is None else _type_or_plain(label, alone)
    return None if alone is None else type_of_class(alone)


def _type_names(label: str) -> dict[str, Any]:
    return {type_name(cls): (Annotated[Any, OfClass(cls)], None) for cls in ENTRIES[label]}


@functools.cache
def _type_of_list(classes: tuple, name: str) -> Any:
    """Return the type of a list of objects with repeats; None if the classes are not registered."""
    label = _family(classes)
    if not label or set(ungrouped()) & set(classes):
        item = _type_of_object(classes)
        return None if item is None else _then(list[item], tuple)  # type: ignore[valid-type]
    fields: dict[str, Any] = {name: ("Items", ...)}
    repeat = create_model(f"repeat_{name}", __base__=Repeat, **fields)
    names = _type_names(label) | {"repeat": (_then(repeat, Repeat.repeated), None)}
    choice = _choice_type(f"{name}_item", label, names)
    item = _then(choice, Choice.chosen)
    items = _then(list[item], _flat)  # type: ignore[valid-type]
    for model in (repeat, choice):
        model.model_rebuild(_types_namespace={"Items": items})
    return items


def _then(kind: Any, function: Callable[[Any], Any]) -> Any:
    """Return the type with a function applied to its validated values."""
    return Annotated[kind, AfterValidator(function)]


def _flat(items: list) -> tuple:
    return tuple(piece for item in items for piece in (item if isinstance(item, Repeated) else (item,)))


def _type_or_plain(label: str, alone: Any) -> Any:
    """Return the type for a type name of a group with its arguments, or for the arguments of the default class."""
    family: Any = Annotated[type_of_family(label), Tag(TYPE_NAME)]
    plain: Any = Annotated[type_of_class(alone), Tag(PLAIN)]
    names, keys = set(_type_names(label)), {item.name for item in arguments_of(alone)}
    return Annotated[family | plain, Discriminator(lambda value: _names_a_type(names, keys, value))]


def _names_a_type(names: set[str], keys: set[str], value: Any) -> str:
    """Discriminator: WORD for a type name of the group, and for a misspelt one (no key of the class, with arguments)."""
    if not isinstance(value, dict):
        return TYPE_NAME if isinstance(value, str) else PLAIN
    misspelt = not keys & set(value) and any(isinstance(argument, dict) for argument in value.values())
    return TYPE_NAME if misspelt or names & set(value) else PLAIN


def _one_or_many(item: Any, listed: Any) -> Any:
    union = Annotated[item, Tag(ONE)] | Annotated[listed, Tag(MANY)]
    return Annotated[union, Discriminator(lambda value: MANY if isinstance(value, list) else ONE)]
