"""Elements of HTML in a notebook: escaped text, rounded numbers with units, tables and cards."""

import dataclasses
import html
import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

DIGITS = 4  # of a displayed number
LONGEST_TEXT = 160  # of a value [characters]
MAX_ROWS = 40  # of a table
LONGEST_NUMBER = 24  # of a cell that is aligned to the right [characters]
LEFT = ' style="text-align:left"'
NOWRAP = ' style="white-space:nowrap"'


def escaped(text: object) -> str:
    """Return a text for HTML."""
    return html.escape(str(text))


def prose(text: object) -> str:
    """Return a sentence for HTML, with names in backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escaped(text))


def number(value: float) -> str:
    """Return a number with four significant digits, and a true minus sign."""
    return f"{float(value) + 0.0:.{DIGITS}g}".replace("-", "\N{MINUS SIGN}")


def quantity(value: float, unit: str = "-") -> str:
    """Return a number with its unit; "-" and "" are units of dimensionless numbers."""
    return number(value) if unit in ("-", "", "1") else f"{number(value)} {escaped(unit)}"


def value_text(value: Any, unit: str = "") -> str:
    """Return a value of any kind in one line of HTML; long arrays as their shape and range."""
    if isinstance(value, (bool, np.bool_)) or value is None:
        return {None: "not given", True: "yes", False: "no"}[None if value is None else bool(value)]
    if isinstance(value, (int, float, np.number)):
        return quantity(float(value), unit)
    if isinstance(value, np.ndarray) and value.dtype.kind in "fiu":
        return array_text(value, unit)
    if isinstance(value, (tuple, list)) and value and all(isinstance(one, (int, float)) for one in value):
        return array_text(np.asarray(value, float), unit)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return record_text(value)
    text = value if isinstance(value, str) else repr(value)
    return escaped(text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 3]}...")


def record_text(record: Any) -> str:
    """Return the class of a record, and its attributes that differ from their defaults."""
    changed = [item for item in dataclasses.fields(record) if item.repr and not is_default(record, item)]
    listed = "; ".join(f"{item.name} = {value_text(getattr(record, item.name))}" for item in changed)
    return f"{escaped(type(record).__name__)}{f': {listed}' if listed else ''}"


def is_default(record: Any, item: "dataclasses.Field[Any]") -> bool:
    """Return True if an attribute has its default value, as far as it is printed."""
    value = repr(getattr(record, item.name))
    if item.default is not dataclasses.MISSING:
        return value == repr(item.default)
    return item.default_factory is not dataclasses.MISSING and value == repr(item.default_factory())


def array_text(array: Any, unit: str) -> str:
    """Return a short row of numbers in full, and larger arrays as their shape and range."""
    after = "" if unit in ("-", "", "1") else f" {escaped(unit)}"
    if array.ndim <= 1 and array.size <= 6:
        return f"({', '.join(map(number, array.ravel()))}){after}" if array.ndim else quantity(float(array), unit)
    finite = array[np.isfinite(array)]
    extent = f", {number(finite.min())} to {number(finite.max())}{after}" if finite.size else ""
    return f"{' × '.join(map(str, array.shape))} numbers{extent}"


def table(rows: Iterable[Sequence[str]], headings: Sequence[str] = ()) -> str:
    """Return a table of cells that are HTML already; the first column is aligned to the left.

    Rows beyond the fortieth are omitted, with their number.
    """
    rows = list(rows)
    head = "".join(f"<th{LEFT}>{cell}</th>" for cell in headings)
    body = "".join(row_html(row) for row in rows[:MAX_ROWS])
    if len(rows) > MAX_ROWS:
        width = max(len(rows[0]), len(headings))
        body += f'<tr><td colspan="{width}"{LEFT}>and {len(rows) - MAX_ROWS} more rows</td></tr>'
    return f"<table>{f'<thead><tr>{head}</tr></thead>' if head else ''}<tbody>{body}</tbody></table>"


def row_html(cells: Sequence[str]) -> str:
    """Return one row; a single cell is a heading over all columns."""
    if len(cells) == 1:
        return f'<tr><th colspan="20"{LEFT}>{cells[0]}</th></tr>'
    return f"<tr><td{LEFT}>{cells[0]}</td>{''.join(map(cell_html, cells[1:]))}</tr>"


def cell_html(cell: str) -> str:
    """Return a cell; long text is aligned to the left, numbers to the right without line breaks."""
    style = LEFT if len(cell) > LONGEST_NUMBER else NOWRAP if " " in cell else ""
    return f"<td{style}>{cell}</td>"


def card(title: str, about: str, *parts: str) -> str:
    """Return a card: a title in bold, a line about the object, and further HTML.

    Args:
        title: Plain text.
        about: Text after the title; names in backticks are shown as code.
        parts: HTML.
    """
    line = f"<strong>{escaped(title)}</strong>{': ' if about else ''}{prose(about)}"
    return f'<div class="snakelab"><div>{line}</div>{"".join(parts)}</div>'


def folded(summary: str, content: str, unfolded: bool = False) -> str:
    """Return HTML that a click on its summary shows."""
    return f"<details{' open' if unfolded else ''}><summary>{escaped(summary)}</summary>{content}</details>"


def notes(texts: Iterable[str]) -> str:
    """Return a list of remarks, empty without any."""
    items = "".join(f"<li>{escaped(text)}</li>" for text in texts)
    return f"<ul>{items}</ul>" if items else ""
