"""Type names in places: `controller.amplitude` for `controller.serpenoid_gait.amplitude`, where one type is given."""

import functools
from collections.abc import Mapping
from typing import Any

from snakelab.errors import nearest
from snakelab.scenarios.file_reading.document import Place
from snakelab.scenarios.schema.arguments import arguments_of
from snakelab.scenarios.schema.registry import ENTRIES, entries, loaded, type_name

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
    return frozenset().union(*(words for words in groups if name in words))


@functools.cache
def _argument_names(name: str) -> frozenset[str]:
    """Names of the arguments of all types of a name; empty if there is none."""
    types = {loaded(entry) for label in ENTRIES for entry in ENTRIES[label] if type_name(entry) == name}
    return frozenset(item.name for named in types for item in arguments_of(named))
