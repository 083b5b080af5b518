"""Deprecated keys of scenario files: an old key still works, with a DeprecationWarning that names the new one."""

import warnings

from snakelab.scenarios.file_reading.document import Document, Place, spell

# Former places in a scenario, and the present key at each.
RENAMED: dict[Place, str] = {("controller", "pilot"): "autopilot", ("expected",): "reference_values"}


def present_keys(keys: tuple[str, ...], source: str) -> tuple[str, ...]:
    """Return the keys of a place with deprecated ones replaced.

    Args:
        keys: Path of keys from the root of the scenario, as in ("controller", "pilot", "depth").
        source: File and line of the keys, for the warning.
    """
    for place, new in RENAMED.items():
        n = len(place)
        if keys[:n] == place:
            _warn(source, place, new)
            keys = (*keys[: n - 1], new, *keys[n:])
    return keys


def with_present_keys(document: Document) -> Document:
    """Return the document with deprecated keys replaced, in its data and in the origins of its values."""
    for place, new in RENAMED.items():
        document = _renamed(document, place, new)
    return document


def _renamed(document: Document, place: Place, new: str) -> Document:
    """Return the document with the key at one place renamed; the document itself if it has no such key."""
    *above, old = place
    data = document.data
    for key in above[:-1]:
        data = data.get(key) if isinstance(data, dict) else None
    holder = data.get(above[-1]) if above and isinstance(data, dict) else data
    if holder != old and not (isinstance(holder, dict) and old in holder):
        return document
    _warn(document.origin(place), place, new)
    current = new if holder == old else {new if key == old else key: value for key, value in holder.items()}
    n = len(place)
    origins = {(*above, new, *at[n:]) if at[:n] == place else at: origin for at, origin in document.origins.items()}
    return Document(document.name, _replaced(document.data, tuple(above), current) if above else current, origins)


def _replaced(data: dict, place: Place, value: object) -> dict:
    """Return a copy of nested mappings with another value at one place."""
    key, *below = place
    return data | {key: _replaced(data[key], tuple(below), value) if below else value}


def _warn(source: str, place: Place, new: str) -> None:
    present = spell((*place[:-1], new))
    warnings.warn(f"{source}: {spell(place)} is deprecated; use {present}", DeprecationWarning, stacklevel=2)
