"""Overrides: `a.b=value` puts one value into a scenario's data before it is checked."""

import copy
from collections.abc import Iterable
from typing import Any

from snakelab.errors import ScenarioError
from snakelab.scenarios.document import Document, Place, parse, spell


def with_overrides(document: Document, overrides: Iterable[str]) -> Document:
    """The document with each override put in, in order.

    An override is `key=value` with dots between keys and list indices, as in `robot.parts.0.link.mass=0.1`. The value
    is YAML: `pi/4`, `[0, 1]`, `{gravity: {}}`. Whether the key exists is checked with the rest of the scenario.

    Raises:
        ScenarioError: if the text has no `=`, the value is broken YAML, or the place cannot exist.
    """
    data, origins = copy.deepcopy(document.data), dict(document.origins)
    for override in overrides:
        name = f"--set {override}"
        keys, value = _split(override, name)
        place, made = _put(data, keys, value, name)
        origins = {known: origin for known, origin in origins.items() if known[: len(place)] != place}
        origins |= dict.fromkeys((*made, place), name)
    return Document(document.name, data, origins)


def _split(override: str, name: str) -> tuple[tuple[str, ...], Any]:
    keys, equals, text = override.partition("=")
    place = tuple(key.strip() for key in keys.split("."))
    if not equals or not all(place):
        raise ScenarioError(f"{name}: write key=value, for example --set duration=5 or --set solver.step=0.001")
    value, _ = parse(text, name)
    return place, value


def _put(data: Any, keys: tuple[str, ...], value: Any, name: str) -> tuple[Place, list[Place]]:
    """Put the value into the data; return its place, and the places above it that had to be made."""
    place: Place = ()
    made: list[Place] = []
    for key in keys[:-1]:
        at = _key(data, key, place, name)
        if isinstance(data, dict) and data.get(at) is None:
            data[at] = {}
            made.append((*place, at))
        data, place = data[at], (*place, at)
    at = _key(data, keys[-1], place, name)
    data[at] = value
    return (*place, at), made


def _key(holder: Any, key: str, place: Place, name: str) -> Any:
    """The key as its holder takes it: an index in a list, a word elsewhere."""
    if isinstance(holder, dict):
        return key
    if not isinstance(holder, list):
        raise ScenarioError(f"{name}: {spell(place)} is {holder!r}, which holds no {key!r}")
    if key.isdecimal() and int(key) < len(holder):
        return int(key)
    named = [i for i, item in enumerate(holder) if item == key or (isinstance(item, dict) and key in item)]
    hint = f"; did you mean {spell((*place, named[0], key))}?" if named else ""
    allowed = f"an index from 0 to {len(holder) - 1}" if holder else "nothing, for it is empty"
    raise ScenarioError(f"{name}: {spell(place)} is a list and takes {allowed}, got {key!r}{hint}")
