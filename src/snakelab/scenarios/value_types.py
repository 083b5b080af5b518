"""Types of the values of a document: single values, keys with values, type names with arguments, and lists.

Reading plain data by a type makes the object, or lists all faults with their places; a fault names the nearest valid key or type
name. The types are derived from declared annotations in `forms`.
"""

import dataclasses
import difflib
import functools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol, dataclass_transform

from snakelab.errors import ScenarioError, SnakelabError, nearest
from snakelab.parameters.declarations import Check
from snakelab.scenarios.yaml_document import Place, advice_for, quantity, shown

# ----------------------------------------------------------------------------------------------------------------------
# Single values: numbers, text, switches; with one message per fault
# ----------------------------------------------------------------------------------------------------------------------

NUMBER, WHOLE, TEXT, FLAG = "a number", "a whole number", "text", "true or false"
NUMBERS, NAMES, RANGES = "a list of numbers", "a list of names", "names with a list of numbers each"


class Fault(NamedTuple):
    """Fault of a document.

    Attributes:
        place: Place of the value in the data.
        message: Complete message.
    """

    place: Place
    message: str


class InvalidValueError(ScenarioError):
    """Fault of a value, or of one of its keys."""

    def __init__(self, message: str, key: str | None = None) -> None:
        super().__init__(message)
        self.key = key


def fault(message: str, key: str | None = None) -> InvalidValueError:
    """Return an error with its complete message, and with its key if that is below the checked value."""
    return InvalidValueError(message, key)


INVALID = object()  # result of reading a value with faults


class Type(Protocol):
    """Type of a value in a document."""

    def read(self, value: Any, place: Place, faults: list[Fault]) -> Any:
        """Return the object of plain data; INVALID if it has faults, which are added to the list."""
        ...


@dataclass(frozen=True)
class Leaf:
    """Type of a single value.

    Attributes:
        kinds: Some of NUMBER, WHOLE, TEXT, FLAG, NUMBERS, NAMES and RANGES; the first that matches is used.
        unit: Unit of a number, for advice on other units.
        check: Check of the converted value by its declaration; None for an argument of a class, which checks it itself.
    """

    kinds: tuple[str, ...]
    unit: str = ""
    check: Check | None = None

    def read(self, value: Any, place: Place, faults: list[Fault]) -> Any:
        """Return the value, numbers as floats and lists as tuples."""
        for kind in self.kinds:
            if (converted := _AS[kind](value)) is not None:
                break
        else:
            faults.append(Fault(place, self._mismatch(value)))
            return INVALID
        check = self.check
        if check is not None and not (
            check.least <= converted <= check.greatest
            if type(converted) is check.kind
            else type(converted) is str and converted in check.choices
        ):
            try:
                check.full(converted)
            except ScenarioError as problem:
                faults.append(Fault(place, str(problem).strip()))
                return INVALID
        return converted

    def _mismatch(self, value: Any) -> str:
        """Return the message for a value of another kind, with advice on degrees and other units."""
        message = f"must be {' or '.join(self.kinds)}"
        if not {NUMBER, NUMBERS, RANGES} & set(self.kinds):
            whole = WHOLE in self.kinds and isinstance(value, float) and value.is_integer() and abs(value) < 1e15
            return f"{message}; got {shown(value)}{f'; write {int(value)}' if whole else ''}"
        texts = [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, str)]
        advice = next((f"; {advice}" for text in texts if (advice := advice_for(text, self.unit))), "")
        return f"{message} in SI units, such as 0.08, 1e-3 or pi/4; got {shown(value)}{advice}"


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        converted = quantity(value) if isinstance(value, str) else float(value)
    except (ValueError, OverflowError):
        return None
    return None if math.isnan(converted) else converted


def _numbers(value: Any) -> tuple | None:
    if not isinstance(value, list):
        return None
    items = tuple(_numbers(item) if isinstance(item, list) else _number(item) for item in value)
    return None if any(item is None for item in items) else items


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _flag(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _names(value: Any) -> tuple[str, ...] | None:
    return tuple(value) if isinstance(value, list) and all(isinstance(item, str) for item in value) else None


def _ranges(value: Any) -> dict[str, tuple] | None:
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        return None
    ranges = {key: _numbers(item) for key, item in value.items()}
    return None if None in ranges.values() else ranges  # type: ignore[return-value]


_AS: dict[str, Callable[[Any], Any]] = {
    NUMBER: _number, WHOLE: _whole, TEXT: _text, FLAG: _flag, NUMBERS: _numbers, NAMES: _names,
    RANGES: _ranges,
}  # fmt: skip


# ----------------------------------------------------------------------------------------------------------------------
# Types of keys with values, of type names with arguments, and of lists
# ----------------------------------------------------------------------------------------------------------------------

MAX_ITEMS = 10_000  # of a list with its repeats expanded
SYNONYMS = {  # of keys: names of datasheets and other programs
    "stall_torque": "torque_limit",
    "max_torque": "torque_limit",
    "effort": "torque_limit",
    "no_load_speed": "speed_limit",
    "max_speed": "speed_limit",
    "stiffness": "kp",
    "damping": "kd",
}


class Argument(NamedTuple):
    """One argument.

    Attributes:
        name: Name, which without a trailing underscore is the key in a scenario: `from_` for the key `from`.
        hint: Annotation without its declaration.
        declared: Annotation with its declaration.
        default: Default; `dataclasses.MISSING` if required.
    """

    name: str
    hint: Any
    declared: Any
    default: Any

    @property
    def key(self) -> str:
        """Key in a scenario."""
        return self.name.removesuffix("_")

    @property
    def required(self) -> bool:
        """True if the argument has no default."""
        return self.default is dataclasses.MISSING


@dataclass(frozen=True)
class Key:
    """A key of a form.

    Attributes:
        argument: Argument that has its value.
        type: Type of the value.
        check: Check of an argument alone, for the faults of an object with several; None if it has none.
    """

    argument: Argument
    type: Type
    check: Check | None = None


@dataclass(frozen=True)
class Keys:
    """Type of keys with values, the arguments of a class or function; an unknown key is a fault. An empty value means no keys.

    Attributes:
        title: Name in the schema.
        make: The class or function.
        keys: Its keys.
    """

    title: str
    make: Callable[..., Any]
    keys: dict[str, Key]

    @functools.cached_property
    def required(self) -> tuple[str, ...]:
        """Keys without a default."""
        return tuple(key for key, known in self.keys.items() if known.argument.required)

    def read(self, value: Any, place: Place, faults: list[Fault]) -> Any:
        """Return the object of its arguments."""
        value = {} if value is None else value
        if not isinstance(value, dict):
            faults.append(Fault(place, f"must be keys with values ({', '.join(self.keys)}); got {shown(value)}"))
            return INVALID
        found: list[Fault] = []
        given: dict[str, Any] = {}
        for key, known in self.keys.items():
            if key in value:
                given[known.argument.name] = known.type.read(value[key], (*place, key), found)
        if not found and len(given) == len(value) and all(key in value for key in self.required):
            try:
                return self.make(**given)
            except SnakelabError as problem:
                found.append(_fault_of(problem, self.title, given, place))
            except OverflowError:
                found.append(Fault(place, f"a number of this {self.title} is too large to compute with"))
            faults += list(self._single_faults(given, place)) or found
        else:
            faults += self._faults(value, given, place, found)
        return INVALID

    def _faults(self, value: dict[Any, Any], given: dict[str, Any], place: Place, found: list[Fault]) -> list[Fault]:
        """Return all faults of invalid data in the order of the keys, then the unknown keys."""
        unknown = {key: f"unknown key {key!r}{self._suggestion(key)}" for key in value if key not in self.keys}
        for key, message in unknown.items():
            if not isinstance(key, str):
                return [Fault((*place, key), message)]
        ordered: list[Fault] = []
        for key, known in self.keys.items():
            at = (*place, key)
            if key in value:
                ordered += [one for one in found if one.place[: len(at)] == at]
                ordered += self._single_faults({known.argument.name: given[known.argument.name]}, place)
            elif known.argument.required and not any(f"did you mean {key!r}?" in hint for hint in unknown.values()):
                ordered.append(Fault(place, f"the key {key!r} is missing"))
        return ordered + [Fault((*place, key), message) for key, message in unknown.items()]

    def _single_faults(self, given: dict[str, Any], place: Place) -> Iterator[Fault]:
        """Yield the faults of valid data whose arguments are checked one by one.

        A class checks its arguments when the object is made, which needs valid arguments below it, and reports one fault.
        """
        for key, known in self.keys.items():
            value = given.get(known.argument.name)
            if known.check is not None and value is not None and value is not INVALID:
                try:
                    known.check.full(value)
                except ScenarioError as problem:
                    yield Fault((*place, key), str(problem))

    def _suggestion(self, key: object) -> str:
        """Hint for an unknown key: a key of the same meaning, the nearest one, or all."""
        same = SYNONYMS.get(str(key))
        return f"; did you mean {same!r}?" if same in self.keys else nearest(str(key), self.keys)


def _fault_of(problem: SnakelabError, title: str, given: Mapping[str, Any], place: Place) -> Fault:
    """Return the fault of an object that cannot be made; its message may begin with class and argument."""
    words = str(problem).split(maxsplit=2)
    key = getattr(problem, "key", None)
    if key is None and len(words) > 1 and words[0] == title and words[1] in given:
        key = words[1]
    return Fault((*place, *problem.place) if key is None else (*place, key), str(problem))


# Names of classes that take Python functions and have no type name.
PYTHON_TYPES = ("user_law", "user_current", "user_wrench", "function_gait", "function_curve")


@dataclass(frozen=True)
class Choice:
    """Type of exactly one of several type names with its arguments, as in `{link: {...}}`, or alone.

    Attributes:
        title: Name in the schema.
        family: Group of the types, for messages.
        types: Type of the arguments of each type name.
    """

    title: str
    family: str
    types: "dict[str, Keys | OfEntry]"

    def read(self, value: Any, place: Place, faults: list[Fault]) -> Any:
        """Return the object made from the arguments of the chosen type."""
        value = {value: None} if isinstance(value, str) else value
        if not isinstance(value, dict) or not value:
            family = self.family if self.family.endswith("s") else f"a {self.family}"
            message = f"must be {family} ({', '.join(self.types)}) with its arguments; got {shown(value)}"
            faults.append(Fault(place, message))
            return INVALID
        for key in value:
            if key not in self.types:
                hint = nearest(key, list(self.types))
                if key in PYTHON_TYPES:
                    hint = "; it takes a Python function, so write a Python program (docs/extending.md)"
                faults.append(Fault((*place, key), f"unknown {self.family} {key!r}{hint}"))
                # a misspelt name, of at least this similarity, with the faults of its arguments
                meant = difflib.get_close_matches(str(key), self.types, n=1, cutoff=0.8)
                if meant and len(value) == 1 and isinstance(value[key], dict):
                    self.types[meant[0]].read(value[key], (*place, key), faults)
                return INVALID
        if len(value) > 1:
            faults.append(Fault(place, f"must be one {self.family}, got {len(value)}: {', '.join(value)}"))
            return INVALID
        ((key, arguments),) = value.items()
        return self.types[key].read(arguments, (*place, key), faults)


@dataclass
class OfEntry:
    """Type of the arguments of a registered class, which is imported when a scenario first names it.

    Attributes:
        derive: Function that returns the type.
    """

    derive: Callable[[], Keys]
    _known: Keys | None = None

    @property
    def known(self) -> Keys:
        """The type, derived if necessary."""
        if self._known is None:
            self._known = self.derive()
        return self._known

    def read(self, value: Any, place: Place, faults: list[Fault]) -> Any:
        """Return the object of its arguments."""
        return (self._known or self.known).read(value, place, faults)


class Repeated(tuple):
    """Items that are inserted into the surrounding list."""


def repeated(times: int, **lists: tuple) -> Repeated:
    """Return the items of `repeat: {times: 4, parts: [...]}`, that many times in a row."""
    (items,) = lists.values()
    if len(items) * times > MAX_ITEMS:
        raise fault(f"makes {shown(len(items) * times)} items; at most {MAX_ITEMS} are allowed", "times")
    return Repeated(items * times)


@dataclass
class ListOf:
    """Type of a list of items; with repeats expanded."""

    item: Type

    def read(self, value: Any, place: Place, faults: list[Fault]) -> Any:
        """Return the items as a tuple."""
        if not isinstance(value, (list, tuple)):
            faults.append(Fault(place, f"must be a list, with - before each item; got {shown(value)}"))
            return INVALID
        n, items = len(faults), list[Any]()
        for i, item in enumerate(value):
            made = self.item.read(item, (*place, i), faults)
            items.extend(made if isinstance(made, Repeated) else (made,))
        return tuple(items) if len(faults) == n else INVALID


@dataclass(frozen=True)
class MappingOf:
    """Type of keys of any name with values of one type."""

    item: Type

    def read(self, value: Any, place: Place, faults: list[Fault]) -> Any:
        """Return the values by their keys."""
        if not isinstance(value, dict):
            faults.append(Fault(place, f"must be keys with values; got {shown(value)}"))
            return INVALID
        n = len(faults)
        items = {key: self.item.read(item, (*place, key), faults) for key, item in value.items()}
        return items if len(faults) == n else INVALID


@dataclass(frozen=True)
class OneOrMany:
    """Type of a single object or a list."""

    one: Type
    many: Type

    def read(self, value: Any, place: Place, faults: list[Fault]) -> Any:
        """Return the object, or a tuple of objects."""
        return (self.many if isinstance(value, list) else self.one).read(value, place, faults)


@dataclass(frozen=True)
class TypeOrPlain:
    """Type of a type name of a group with its arguments, or of the arguments of the default class."""

    choice: Choice
    plain: Keys

    def read(self, value: Any, place: Place, faults: list[Fault]) -> Any:
        """Return the object."""
        return (self.choice if self._names_a_type(value) else self.plain).read(value, place, faults)

    def _names_a_type(self, value: Any) -> bool:
        """Return True for a type name of the group, and for a misspelt one (no key of the class, with arguments)."""
        if not isinstance(value, dict):
            return isinstance(value, str)
        misspelt = not self.plain.keys.keys() & set(value) and any(isinstance(item, dict) for item in value.values())
        return misspelt or bool(self.choice.types.keys() & set(value))


@dataclass(frozen=True)
class Optional:
    """Type of a value that may be null."""

    type: Type

    def read(self, value: Any, place: Place, faults: list[Fault]) -> Any:
        """Return the value, or None."""
        return None if value is None else self.type.read(value, place, faults)


@dataclass(frozen=True)
class Anything:
    """Type of plain data that are not checked."""

    def read(self, value: Any, place: Place, faults: list[Fault]) -> Any:
        """Return the data."""
        return value


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Form:
    """Base class of forms. A subclass is a frozen dataclass with keyword arguments; its annotations declare them as those of any
    class, and may have the marks `Derived`, `Before` and `Rule`. `__post_init__` raises `fault(...)` for relations."""

    given_keys: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)

    def __new__(cls, **given: Any) -> Any:
        """Note which keys are given."""
        form = super().__new__(cls)
        object.__setattr__(form, "given_keys", frozenset(given))
        return form

    def given(self) -> dict[str, Any]:
        """Return the values that are given, in the order of the form."""
        return {name: value for name, value in vars(self).items() if name in self.given_keys}


@dataclass(frozen=True)
class Converted:
    """Type of a value that is converted before or after reading."""

    type: Type
    before: Callable[[Any], Any] | None
    rule: Callable[[Any], Any] | None

    def read(self, value: Any, place: Place, faults: list[Fault]) -> Any:
        """Return the converted value."""
        try:
            given = value if self.before is None else self.before(value)
            made = self.type.read(given, place, faults)
            return made if self.rule is None or made is INVALID else self.rule(made)
        except ScenarioError as problem:
            faults.append(_fault_of(problem, "", {}, place))
            return INVALID


def sentence(text: str) -> str:
    """Return text with single spaces; as a `Rule`, it must not be empty."""
    if not (words := text.split()):
        raise ScenarioError("must not be empty text; omit the key instead")
    return " ".join(words)
