"""Parts of a display in a notebook: text, rounded numbers with units, tables and cards in HTML, small drawings in SVG.

Drawings show shapes in metres, fitted into a picture, and maps of values.
"""

import dataclasses
import html
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

DIGITS = 4  # of a displayed number
LONGEST_TEXT = 160  # of a value [characters]
MAX_ROWS = 40  # of a table
LONGEST_NUMBER = 24  # of a cell that is aligned to the right [characters]
LEFT = ' style="text-align:left"'
NOWRAP = ' style="white-space:nowrap"'
WIDTH, MARGIN = 480.0, 8.0  # [px]
RIGID, SOFT, JOINT, PATH = "#4c78a8", "#e39c37", "#333333", "#d1495b"
LOW, HIGH = np.array([33, 102, 172]), np.array([178, 24, 43])  # colours of negative and positive values


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


@dataclass(frozen=True)
class Shape:
    """A line or an area.

    Attributes:
        points: Shape (n, 2), [m].
        colour: Of the area, or of the line.
        closed: True for an area.
        opacity: From 0 to 1.
        width: Of a line [px].
        title: Text shown at the pointer.
    """

    points: Any
    colour: str
    closed: bool = False
    opacity: float = 1.0
    width: float = 1.5
    title: str = ""


@dataclass(frozen=True)
class Dot:
    """A round mark of a given radius [px] at a point [m]."""

    point: Sequence[float]
    colour: str
    radius: float = 3.0
    title: str = ""


def drawing(items: Iterable[Shape | Dot], label: str, height: float = 200.0, scale_bar: bool = True) -> str:
    """Return an SVG picture with equal scales along both axes; empty if nothing finite is to be drawn.

    Args:
        items: What is drawn, from back to front.
        label: Description for readers who do not see it.
        height: Largest height [px].
        scale_bar: Whether a bar shows the scale.
    """
    items = [item for item in items if np.isfinite(_points(item)).all() and len(_points(item))]
    if not items:
        return ""
    points = np.concatenate([_points(item) for item in items])
    low, extent = points.min(axis=0), np.ptp(points, axis=0)
    scale = min((WIDTH - 2 * MARGIN) / max(extent[0], 1e-9), (height - 2 * MARGIN) / max(extent[1], 1e-9))
    width, tall = extent * scale + 2 * MARGIN

    def at(point: Any) -> Any:
        return MARGIN + scale * (point[..., 0] - low[0]), tall - MARGIN - scale * (point[..., 1] - low[1])

    body = "".join(_dot(item, at) if isinstance(item, Dot) else _shape(item, at) for item in items)
    bar, below = _scale_bar(scale, width) if scale_bar else ("", 0.0)
    size = f'width="{max(width, 120):.0f}" height="{tall + below:.0f}"'
    body += f'<g transform="translate(0 {tall:.0f})">{bar}</g>' if bar else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escaped(label)}">{body}</svg>'


def _points(item: Shape | Dot) -> Any:
    return np.atleast_2d(np.asarray(item.point if isinstance(item, Dot) else item.points, float))


def _title(text: str) -> str:
    return f"<title>{escaped(text)}</title>" if text else ""


def _dot(dot: Dot, at: Any) -> str:
    x, y = at(np.asarray(dot.point, float))
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{dot.radius:g}" fill="{dot.colour}">{_title(dot.title)}</circle>'


def _shape(shape: Shape, at: Any) -> str:
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(*at(np.asarray(shape.points, float)), strict=True))
    if shape.closed:
        style = f'fill="{shape.colour}" fill-opacity="{shape.opacity:g}"'
        return f'<polygon points="{text}" {style}>{_title(shape.title)}</polygon>'
    style = f'fill="none" stroke="{shape.colour}" stroke-opacity="{shape.opacity:g}" stroke-width="{shape.width:g}"'
    return f'<polyline points="{text}" {style} stroke-linecap="round">{_title(shape.title)}</polyline>'


def _scale_bar(scale: float, width: float) -> tuple[str, float]:
    """Return a bar of a round length with its label, and its height [px]."""
    wanted = min(100.0, max(width, 120) / 3) / scale
    power = 10.0 ** np.floor(np.log10(wanted))
    length = power * max(step for step in (1, 2, 5) if step * power <= wanted * (1 + 1e-9))
    x = MARGIN + length * scale
    line = f'<path d="M{MARGIN:g} 6H{x:.1f}" stroke="currentColor" stroke-width="2"/>'
    return f'{line}<text x="{x + 6:.1f}" y="10" font-size="11" fill="currentColor">{number(length)} m</text>', 16.0


def heat_map(values: Any, label: str, size: float = 180.0) -> str:
    """Return a map of values over two variables, the first to the right, the second up; blue below and red above zero.

    Args:
        values: Shape (n1, n2).
        label: Description.
        size: Of the picture [px].
    """
    values = np.asarray(values, float)
    step = -(-max(values.shape) // 41)
    values = values[::step, ::step]
    n1, n2 = values.shape
    finite = np.abs(values[np.isfinite(values)])
    largest = float(finite.max()) if finite.size and finite.max() > 0 else 1.0
    cells = "".join(
        f'<rect x="{i}" y="{n2 - 1 - j}" width="1.03" height="1.03" fill="{_colour(values[i, j] / largest)}"/>'
        for i in range(n1)
        for j in range(n2)
        if np.isfinite(values[i, j])
    )
    frame = f'width="{size:g}" height="{size:g}" viewBox="0 0 {n1} {n2}" preserveAspectRatio="none"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {frame} role="img" aria-label="{escaped(label)}">{cells}</svg>'


def _colour(fraction: float) -> str:
    mixed = 255 + abs(fraction) * ((HIGH if fraction > 0 else LOW) - 255)
    return "#" + "".join(f"{round(c):02x}" for c in mixed)
