"""Variants: scenarios that contain only the differences from a base, as in `base: planar_prototype`.

The keys of the file are merged into the base: mappings key by key; lists and single values are replaced; `null` removes
a key. Where both specify a different type of a group (`controller: {table_gait: ...}` over
`controller: {serpenoid_gait: ...}`), the new type replaces the old one with all its arguments. Then `set` changes
single values, as `--set` does: `set: {robot.parts.0.link.mass: 0.1}`.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from snakelab.errors import ScenarioError
from snakelab.scenarios.file_reading.catalogue import find
from snakelab.scenarios.file_reading.document import Document, Place, read_document
from snakelab.scenarios.file_reading.overrides import Change, place_keys, with_changes
from snakelab.scenarios.file_reading.value_types import shown
from snakelab.scenarios.schema.registry import ENTRIES, type_name

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


def _check_kind(document: Document) -> None:
    """Raise ScenarioError if the file is a sweep or search configuration."""
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
