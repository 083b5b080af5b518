"""HTML of any object with named attributes: each with its rounded value, its unit and its description."""

import dataclasses
import functools
from typing import Any

from snakelab.notebook.elements import card, escaped, prose, table, value_text
from snakelab.parameter_declarations.docstrings import attributes, summary, unit_in, without_unit


def object_html(owner: Any) -> str:
    """Return a card of a dataclass: a row for each attribute that it displays."""
    rows = [attribute_row(owner, item.name) for item in dataclasses.fields(owner) if item.init]
    return card(type(owner).__name__, first_sentence(type(owner)), table(rows))


def attribute_row(owner: Any, name: str) -> tuple[str, str, str]:
    """Return name, value and description of an attribute."""
    cls: type = type(owner)
    text = descriptions(cls).get(name, "")
    unit = unit_in(text).split(" or ")[0]
    about = without_unit(text).strip().rstrip(".")
    return escaped(name), value_text(getattr(owner, name), "" if "," in unit else unit), prose(about)


@functools.cache
def descriptions(cls: type) -> dict[str, str]:
    """Descriptions of the attributes of a class from its docstring, by name."""
    try:
        return attributes(cls)
    except (LookupError, StopIteration):  # it refers to the arguments of another class
        return {}


def first_sentence(cls: type) -> str:
    text = summary(cls).split("Attributes:")[0]
    return text.split(". ")[0].rstrip(".").strip()
