"""Documents of scenarios: overrides of single values, and variants."""

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from snakelab.errors import ScenarioError, nearest
from snakelab.scenarios.catalogue import find
from snakelab.scenarios.class_registry import ENTRIES, entries, loaded, type_name
from snakelab.scenarios.forms import arguments_of
from snakelab.scenarios.value_types import MAX_ITEMS
from snakelab.scenarios.yaml_document import (
    MAX_LEVELS,
    Document,
    Place,
    copied,
    drop_origins,
    parse,
    read_document,
    shown,
    spell,
)

# ----------------------------------------------------------------------------------------------------------------------
# Overrides of single values of a scenario before its check, `--set a.b=value` and `set: {a.b: value}`; expansion of repeats
# ----------------------------------------------------------------------------------------------------------------------

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
    data, origins = copied(document.data), dict(document.origins)
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
    return _put(copied(document.data), change, dict(document.origins))[0]


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
    """Return the key in the type of its container: for a list an index, also from the name of an item, else text."""
    if isinstance(holder, dict):
        return key
    if not isinstance(holder, list):
        raise ScenarioError(f"{source}: {spell(place)} is {holder!r}, which has no key {key!r}")
    i = _index(key)
    if i is not None and -len(holder) <= i < len(holder):
        return i % len(holder)
    own = [i for i, item in enumerate(holder) if isinstance(item, dict) and item.get("name") == key]
    if len(own) == 1:
        return own[0]
    named = [i for i, item in enumerate(holder) if item == key or (isinstance(item, dict) and key in item)]
    hint = f"; did you mean {spell((*place, named[0], key))}?" if named else ""
    names = [str(item["name"]) for item in holder if isinstance(item, dict) and "name" in item]
    hint = hint or (f"; its items are named {', '.join(names[:5])}" if names else "")
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
    items[:] = [copied(item) for item, _ in expanded]


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


SUGGESTION = "; did you mean"


def omitted_type(holder: Any, key: str, place: Place) -> str | None:
    """Return the type name that was left out before a key; None otherwise.

    It is the only key of the holder, and the key is neither another type of its group, nor nearly one, nor an argument of
    the type that holds the holder. A key that no type has is one of that type too, so that its error names its arguments.

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
    closest = nearest(key, allowed | _types_beside(name))  # a misspelt type name is not one of its arguments
    is_type = closest.startswith(SUGGESTION) and not any(repr(argument) in closest for argument in allowed)
    return name if allowed and (key in allowed or not is_type) else None


@functools.cache
def _types_beside(name: str) -> frozenset[str]:
    """Type names of the groups of a type; empty if there is no such type."""
    groups = [{type_name(entry) for entry in entries(label)} for label in ENTRIES]
    return frozenset().union(*(group for group in groups if name in group))


@functools.cache
def _argument_names(name: str) -> frozenset[str]:
    """Names of the arguments of all types of a name; empty if there is none."""
    types = {loaded(entry) for label in ENTRIES for entry in ENTRIES[label] if type_name(entry) == name}
    return frozenset(item.key for named in types for item in arguments_of(named))


# ----------------------------------------------------------------------------------------------------------------------
# Variants: scenarios that contain only the differences from a base, as in `base: planar_prototype`
#
# The keys of the file are merged into the base: mappings key by key; lists and single values are replaced; `null` removes
# a key. Where both specify a different type of a group (`controller: {table_gait: ...}` over
# `controller: {serpenoid_gait: ...}`), the new type replaces the old one with all its arguments. Then `set` changes
# single values, as `--set` does: `set: {robot.parts.0.link.mass: 0.1}`.
# ----------------------------------------------------------------------------------------------------------------------

# Keys that describe one run; they would be wrong for a variant, which has its own or none.
NOT_INHERITED = ("name", "title", "reference_values", "unchecked")
MAX_BASES = 20


def read_scenario(path: Path) -> Document:
    """Return the data of a scenario file, merged with its bases and its `set`, without the keys `base` and `set`.

    A variant without a name has that of its file. Origins refer to the file that contains the value.

    Raises:
        ScenarioError: if a file cannot be read, a base is missing, bases are cyclic or too many, or a key of
            `set` has no place.
    """
    return _resolved(path, ())


def bases(path: Path) -> tuple[Path, ...]:
    """Return the bases of a scenario file, the nearest first.

    Raises:
        ScenarioError: as `read_scenario`.
    """
    chain: tuple[Path, ...] = ()
    base = _base(path, read_document(path), ())
    while base is not None:
        chain = (*chain, base)
        base = _base(base, read_document(base), (path, *chain[:-1]))
    return chain


def read_variant(document: Document, path: Path) -> Document:
    """Return the data of a scenario that is a part of another file, merged with its bases and its `set`.

    Args:
        document: The scenario.
        path: The file that contains it; its folder is that of relative bases.

    Raises:
        ScenarioError: as `read_scenario`.
    """
    return _resolved_document(document, path, ())


def _resolved(path: Path, above: tuple[Path, ...]) -> Document:
    return _resolved_document(read_document(path), path, above)


def _resolved_document(document: Document, path: Path, above: tuple[Path, ...]) -> Document:
    _check_kind(document)
    base = _base(path, document, above)
    data = {key: value for key, value in document.data.items() if key not in ("base", "set")}
    resolved = Document(document.name, data, document.origins)
    if base is not None:
        data.setdefault("name", re.sub(r"[^\w-]", "_", path.stem))
        resolved = _over(_resolved(base, (*above, path)), resolved)
    return with_changes(resolved, _changes(document))


# Keys of the files of physical robots, and of scenarios.
ROBOT_FILE_KEYS = {"ids", "port", "protocol", "thrusters", "regulators"}
SCENARIO_FILE_KEYS = {"robot", "world", "controller", "base", "duration"}


def _check_kind(document: Document) -> None:
    """Raise ScenarioError if the file is a robot file, or a sweep or search configuration."""
    if document.data.keys() & ROBOT_FILE_KEYS and not document.data.keys() & SCENARIO_FILE_KEYS:
        raise ScenarioError(
            f"{document.name} is a robot file, not a scenario; to move that robot: snakelab run SCENARIO --hardware "
            f"{document.name}"
        )
    if "scenario" in document.data and not document.data.keys() & {"robot", "world", "base", "controller"}:
        search = document.data.keys() & {"maximise", "minimise"}
        kind, verb = ("search", "optimise") if search else ("sweep", "sweep")
        raise ScenarioError(
            f"{document.name} is a {kind} configuration, which varies the scenario {shown(document.data['scenario'])}; "
            f"to run it: snakelab {verb} {document.name}"
        )


def _base(path: Path, document: Document, above: tuple[Path, ...]) -> Path | None:
    """Return the file of a document's base; None without one. `above` are the files that depend on it."""
    if "base" not in document.data:
        return None
    name = document.data["base"]
    if not isinstance(name, str) or not name:
        message = (
            f"must be a scenario of the library or a file, such as planar_prototype or ./mine.yaml; got {shown(name)}"
        )
        raise ScenarioError(document.complaint(("base",), message))
    try:
        base = find(name, path.parent)
    except ScenarioError as problem:
        where = "; the path is relative to this file" if str(problem).startswith("there is no file") else ""
        raise ScenarioError(document.complaint(("base",), f"{problem}{where}")) from None
    chain = (*above, path)
    if any(_same(base, file) for file in chain):
        circle = " -> ".join(str(file) for file in (*chain, base))
        raise ScenarioError(document.complaint(("base",), f"the bases form a circle: {circle}"))
    if len(chain) > MAX_BASES:
        raise ScenarioError(document.complaint(("base",), f"more than {MAX_BASES} bases on one another"))
    return base


def _same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()


def _over(base: Document, variant: Document) -> Document:
    """Return the document merged with its base."""
    inherited = {key: value for key, value in base.data.items() if key not in NOT_INHERITED}
    origins = {place: origin for place, origin in base.origins.items() if not place or place[0] in inherited}
    data = _merged(inherited, variant.data, (), variant.origins, origins)
    # Common keys first, in the usual order.
    first = {key: data[key] for key in ("name", "title", "source") if key in data}
    return Document(variant.name, first | data, origins)


def _merged(base: Any, variant: Any, place: Place, written: dict[Place, str], origins: dict[Place, str]) -> Any:
    """Return the value merged with that of the base at one place; update `origins` from those `written`."""
    if not (isinstance(base, dict) and isinstance(variant, dict)) or _other_type(base, variant):
        _drop(origins, base, place)
        origins.update((at, written[at]) for at in _places(variant, place) if at in written)
        return variant
    if place in written:
        origins[place] = written[place]
    data = dict(base)
    for key, value in variant.items():
        below = (*place, key)
        if value is None:
            _drop(origins, data.pop(key, None), below)
        else:
            data[key] = _merged(base.get(key), value, below, written, origins)
    return data


def _drop(origins: dict[Place, str], value: Any, place: Place) -> None:
    """Remove the origins of a value at a place, and of all in it."""
    for at in _places(value, place):
        origins.pop(at, None)


def _places(value: Any, place: Place) -> Iterator[Place]:
    """Yield the places of a value and of all in it, in time linear in their number."""
    yield place
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from _places(item, (*place, key))


def _other_type(base: dict[str, Any], variant: dict[str, Any]) -> bool:
    """Return True if both name a type of the same group, and different ones."""
    if len(base) != 1 or len(variant) != 1 or base.keys() == variant.keys():
        return False
    names = {*base, *variant}
    return any(names <= {type_name(cls) for cls in family} for family in ENTRIES.values())


def _changes(document: Document) -> list[Change]:
    """Return the changes of the document's `set`."""
    changes = document.data.get("set")
    if changes is None:
        return []
    if not isinstance(changes, dict):
        message = f"must be keys with values, such as {{robot.parts.0.link.mass: 0.1}}; got {shown(changes)}"
        raise ScenarioError(document.complaint(("set",), message))
    return [_change(document, key, value) for key, value in changes.items()]


def _change(document: Document, key: str, value: Any) -> Change:
    place: Place = ("set", key)
    keys = place_keys(key)
    if keys is None:
        message = f"write keys with dots between them, such as robot.parts.0.link.mass; got {key!r}"
        raise ScenarioError(f"{document.origin(place)}: set: {message}")
    origins = {at[2:]: origin for at, origin in document.origins.items() if at[:2] == place}
    return Change(keys, value, f"{document.origin(place)}: set", origins)
