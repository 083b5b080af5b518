"""Expansion of the repeats in lists of a scenario, so that each item has its own index."""

import copy
from collections.abc import Iterator
from typing import Any

from snakelab.errors import ScenarioError
from snakelab.scenarios.reading.document import Place, spell
from snakelab.scenarios.reading.leaves import shown
from snakelab.scenarios.schema.forms import MOST_ITEMS

REPEAT = "repeat"


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
    if len(inside) * times > MOST_ITEMS:
        raise ScenarioError(f"{spell(place)} makes {len(inside) * times} items; at most {MOST_ITEMS} are allowed")
    yield from times * inside
