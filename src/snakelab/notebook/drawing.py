"""Small drawings in SVG: shapes in metres, fitted into a picture, and maps of values."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.notebook.elements import escaped, number

WIDTH, MARGIN = 480.0, 8.0  # [px]
RIGID, SOFT, JOINT, PATH = "#4c78a8", "#e39c37", "#333333", "#d1495b"
LOW, HIGH = np.array([33, 102, 172]), np.array([178, 24, 43])  # colours of negative and positive values


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
