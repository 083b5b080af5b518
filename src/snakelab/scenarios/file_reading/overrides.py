"""Overrides of single values of a scenario before its check, `--set a.b=value` and `set: {a.b: value}`, and expanded repeats."""

import copy
import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from snakelab.errors import ScenarioError, nearest
from snakelab.scenarios.file_reading.document import MAX_LEVELS, Document, Place, drop_origins, parse, spell
from snakelab.scenarios.file_reading.value_types import shown
from snakelab.scenarios.schema.arguments import arguments_of
from snakelab.scenarios.schema.forms import MAX_ITEMS
from snakelab.scenarios.schema.registry import ENTRIES, entries, loaded, type_name

REPEAT = "repeat"


@dataclass(frozen=True)
class Change:
    """Change of the value at one place.

    Attributes:
        keys: Keys of the place, as entered.
        value: Plain data.
        source: Text of the user, or its location, for messages.
        origins: Origins of places within the value, relative to it; default: the source.
    """

    keys: tuple[str, ...]
    value: Any
    source: str
    origins: Mapping[Place, str] = field(default_factory=dict)


def with_overrides(document: Document, overrides: Iterable[str]) -> Document:
    """Return the document with each override applied, in order.

    An override is `key=value` with dots between keys and list indices, as in `robot.parts.0.link.mass=0.1`. The value
    is YAML: `pi/4`, `[0, 1]`, `{gravity: {}}`. Whether the key exists is checked with the rest of the scenario.

    Indices count the items of a list with its repeats expanded: `robot.parts.-1` is the last, the head.
    A type name may be left out, as in `controller.amplitude=0.4` for `controller.serpenoid_gait.amplitude=0.4`.
    Before `repeat`, an index counts the items as in the file: `robot.parts.1.repeat.times=9`.

    Raises:
        ScenarioError: if the text has no `=`, the value is invalid YAML, or the place cannot exist.
    """
    return with_changes(document, [_read(override) for override in overrides])


def with_changes(document: Document, changes: Iterable[Change]) -> Document:
    """Return a copy of the document with each change applied, in order.

    Raises:
        ScenarioError: if a place cannot exist.
    """
    data, origins = copy.deepcopy(document.data), dict(document.origins)
    for change in changes:
        place, made = _put(data, change, origins)
        drop_origins(origins, place)
        origins |= dict.fromkeys((*made, place), change.source)
        origins |= {(*place, *below): origin for below, origin in change.origins.items()}
    return Document(document.name, data, origins)


def resolved_place(document: Document, keys: tuple[str, ...]) -> Place:
    """Return the place that keys address: with type names that were left out, and indices from the start of the list.

    Raises:
        ScenarioError: if the place cannot exist.
    """
    change = Change(keys, None, ".".join(keys))
    return _put(copy.deepcopy(document.data), change, dict(document.origins))[0]


def place_keys(text: str) -> tuple[str, ...] | None:
    """Return the keys of a place given as text, `a.b.0`; None if one of them is empty."""
    keys = tuple(key.strip() for key in text.split("."))
    return keys if all(keys) else None


def _read(override: str) -> Change:
    source = f"--set {override}"
    typed, equals, text = override.partition("=")
    keys = place_keys(typed)
    if not equals or keys is None:
        raise ScenarioError(f"{source}: write key=value, for example --set duration=5 or --set solver.step=0.001")
    value, _ = parse(text, source)
    return Change(keys, value, source)


def _put(data: Any, change: Change, origins: dict[Place, str]) -> tuple[Place, list[Place]]:
    """Set the value in the data; return its place, and the places above it that were created."""
    place: Place = ()
    made: list[Place] = []
    if len(change.keys) > MAX_LEVELS:
        fault = f"{change.source[:200]}: {'.'.join(change.keys[:3])}... has {len(change.keys)} levels"
        raise ScenarioError(f"{fault}; at most {MAX_LEVELS} are allowed")
    for key, after in zip(change.keys[:-1], change.keys[1:], strict=True):
        data, place = _with_omitted_type(data, key, place)
        if isinstance(data, list) and not _means_repeat(data, key, after, place, change.source):
            _write_out(data, key, place, origins, change.source)
        at = _key(data, key, place, change.source)
        if isinstance(data, dict) and data.get(at) is None:
            data[at] = {}
            made.append((*place, at))
        data, place = data[at], (*place, at)
    data, place = _with_omitted_type(data, change.keys[-1], place)
    if isinstance(data, list):
        _write_out(data, change.keys[-1], place, origins, change.source)
    at = _key(data, change.keys[-1], place, change.source)
    data[at] = change.value
    return (*place, at), made


def _with_omitted_type(data: Any, key: str, place: Place) -> tuple[Any, Place]:
    """Return data and place below a type name that was left out before a key; else both as they are."""
    name = omitted_type(data, key, place)
    return (data, place) if name is None else (data[name], (*place, name))


def _index(key: str) -> int | None:
    return int(key) if re.fullmatch(r"-?[0-9]{1,9}", key) else None


def _means_repeat(items: list[Any], key: str, after: str, place: Place, source: str) -> bool:
    """Return True if the keys address a `repeat` of the file; raise an error if they do and there is none."""
    i = _index(key)
    if after != REPEAT or i is None:
        return False
    if not (0 <= i < len(items) and is_repeat(items[i])):
        at = [spell((*place, k, REPEAT)) for k, item in enumerate(items) if is_repeat(item)]
        there = f"; allowed: {', '.join(at)}" if at else ", or a change before this one wrote it out, item by item"
        raise ScenarioError(f"{source}: {spell((*place, key))} is no repeat{there}")
    return True


def _write_out(items: list[Any], key: str, place: Place, origins: dict[Place, str], source: str) -> None:
    """Expand the repeats of a list if the index counts from the end, or is at or after the first repeat."""
    i, first = _index(key), next((k for k, item in enumerate(items) if is_repeat(item)), None)
    if i is None or first is None or 0 <= i < first:
        return
    try:
        expand(items, place, origins)
    except ScenarioError as problem:
        raise ScenarioError(f"{source}: {problem}") from None


def _key(holder: Any, key: str, place: Place, source: str) -> Any:
    """Return the key in the type of its container: an index for a list, else text."""
    if isinstance(holder, dict):
        return key
    if not isinstance(holder, list):
        raise ScenarioError(f"{source}: {spell(place)} is {holder!r}, which has no key {key!r}")
    i = _index(key)
    if i is not None and -len(holder) <= i < len(holder):
        return i % len(holder)
    named = [i for i, item in enumerate(holder) if item == key or (isinstance(item, dict) and key in item)]
    hint = f"; did you mean {spell((*place, named[0], key))}?" if named else ""
    allowed = (
        f"an index from 0 to {len(holder) - 1}, or -1 for the last," if holder else "no index, because it is empty;"
    )
    raise ScenarioError(f"{source}: {spell(place)} is a list and takes {allowed} got {key!r}{hint}")


def is_repeat(item: Any) -> bool:
    """Return True if an item of a list is a `repeat`."""
    return isinstance(item, dict) and REPEAT in item


def expand(items: list[Any], place: Place, origins: dict[Place, str]) -> None:
    """Expand the repeats of a list in place; each item keeps its origin.

    Args:
        items: List with items such as `{repeat: {times: 4, parts: [...]}}`; repeats may be nested.
        place: Place of the list in the data.
        origins: Origins of the whole data; updated in place.

    Raises:
        ScenarioError: if a repeat is not a whole number of times and one list, or makes too many items.
    """
    if not any(map(is_repeat, items)):
        return
    expanded = list(_items(items, place))
    below: dict[Place, list[tuple[Place, str]]] = {at: [] for _, at in expanded}
    for at, origin in origins.items():
        for end in range(len(place) + 1, len(at) + 1):
            if at[:end] in below:
                below[at[:end]].append((at[end:], origin))
                break
    for at in [at for at in origins if at[: len(place)] == place and at != place]:
        del origins[at]
    for i, (_, written) in enumerate(expanded):
        origins.update(((*place, i, *rest), origin) for rest, origin in below[written])
    items[:] = [copy.deepcopy(item) for item, _ in expanded]


def _items(items: list[Any], place: Place) -> Iterator[tuple[Any, Place]]:
    """Yield each item of the list with its repeats expanded, and its place in the file."""
    for i, item in enumerate(items):
        if is_repeat(item):
            yield from _repeated(item, (*place, i))
        else:
            yield item, (*place, i)


def _repeated(item: dict[str, Any], place: Place) -> Iterator[tuple[Any, Place]]:
    match item:
        case {"repeat": {"times": int(times), **lists}} if len(item) == 1 and len(lists) == 1:
            ((name, items),) = lists.items()
        case _:
            name, items, times = "", None, -1
    if not isinstance(items, list) or isinstance(times, bool) or times < 0:
        raise ScenarioError(f"{spell(place)} needs `times`, a whole number, and one list; got {shown(item)}")
    inside = list(_items(items, (*place, REPEAT, str(name))))
    if len(inside) * times > MAX_ITEMS:
        raise ScenarioError(f"{spell(place)} makes {len(inside) * times} items; at most {MAX_ITEMS} are allowed")
    yield from times * inside


MEANT = "; did you mean"


def omitted_type(holder: Any, key: str, place: Place) -> str | None:
    """Return the type name that was left out before a key; None otherwise.

    It is the only key of the holder, and the key is an argument of that type, or nearly one, but neither another type
    of its group nor an argument of the type that holds the holder.

    Args:
        holder: Plain data.
        key: Key below it.
        place: Place of the holder.
    """
    if not (isinstance(holder, Mapping) and len(holder) == 1 and place and key not in holder):
        return None
    ((name, arguments),) = holder.items()
    if not isinstance(arguments, Mapping) or key in _types_beside(name) or key in _argument_names(str(place[-1])):
        return None
    allowed = _argument_names(name)
    return name if allowed and (key in allowed or nearest(key, allowed).startswith(MEANT)) else None


@functools.cache
def _types_beside(name: str) -> frozenset[str]:
    """Type names of the groups of a type; empty if there is no such type."""
    groups = [{type_name(entry) for entry in entries(label)} for label in ENTRIES]
    return frozenset().union(*(group for group in groups if name in group))


@functools.cache
def _argument_names(name: str) -> frozenset[str]:
    """Names of the arguments of all types of a name; empty if there is none."""
    types = {loaded(entry) for label in ENTRIES for entry in ENTRIES[label] if type_name(entry) == name}
    return frozenset(item.name for named in types for item in arguments_of(named))
