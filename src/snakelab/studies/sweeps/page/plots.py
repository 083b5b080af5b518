"""Plots of one figure of merit as SVG: a curve with its spread, a map, a cloud. Each point leads to its scenario."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from snakelab.studies.sweeps.page.scale import Axis, colour, spanned, text

WIDTH, HEIGHT = 560, 320
LEFT, RIGHT, TOP, BOTTOM = 74, 16, 12, 46
MOST_DOTS = 1500  # more would only cover each other
CELL = 34  # least width of a cell that holds its number


@dataclass(frozen=True)
class Point:
    """One trial, or the mean of those with other seeds.

    Attributes:
        values: Of the parameters that are drawn.
        figure: The figure of merit; NaN where there is none.
        link: To the scenario.
        said: What stands beside the pointer.
    """

    values: tuple[Any, ...]
    figure: float
    link: str
    said: str


def curve(points: Sequence[Point], axis: Axis, label: str) -> str:
    """A figure over one parameter: every trial a dot, a line through the means, a band from the least to the most."""
    high = spanned(label, [point.figure for point in points])
    x, y = _across(axis), _up(high)
    groups: dict[Any, list[float]] = {}
    for point in points:
        groups.setdefault(point.values[0], []).append(point.figure)
    known = sorted(
        (x(value), found) for value, all_ in groups.items() if (found := [f for f in all_ if math.isfinite(f)])
    )
    upper = [f"{at:.1f},{y(max(found)):.1f}" for at, found in known]
    lower = [f"{at:.1f},{y(min(found)):.1f}" for at, found in reversed(known)]
    mean = [f"{at:.1f},{y(sum(found) / len(found)):.1f}" for at, found in known]
    body = (
        f'<polygon class="band" points="{" ".join(upper + lower)}"/><polyline class="mean" points="{" ".join(mean)}"/>'
    )
    return _svg(body + _dots(points, lambda point: x(point.values[0]), y) + _frame(axis, high), label)


def cloud(points: Sequence[Point], axis: Axis, label: str) -> str:
    """A figure over one of several parameters: every trial a dot."""
    high = spanned(label, [point.figure for point in points])
    x, y = _across(axis), _up(high)
    return _svg(_dots(points, lambda point: x(point.values[0]), y) + _frame(axis, high), label)


def heat_map(points: Sequence[Point], names: tuple[str, str], ends: tuple[float, float], label: str) -> str:
    """A figure over two parameters, a coloured cell for each pair of values; the first goes to the right.

    Args:
        points: One for each cell; what is missing stays empty.
        names: Of the two parameters.
        ends: The figures of the first and the last colour.
        label: Of the figure.
    """
    across, up = (sorted(dict.fromkeys(point.values[k] for point in points), key=_order) for k in (0, 1))
    wide, tall = (WIDTH - LEFT - RIGHT) / len(across), (HEIGHT - TOP - BOTTOM) / len(up)
    cells = []
    for point in points:
        i, j = across.index(point.values[0]), len(up) - 1 - up.index(point.values[1])
        at = (LEFT + i * wide, TOP + j * tall)
        cells.append(_cell(point, at, (wide, tall), ends))
    axes = [
        Axis(name, -0.5, len(values) - 0.5, words=tuple(map(text, values)))
        for name, values in zip(names, (across, up), strict=True)
    ]
    return _svg("".join(cells) + _frame(*axes), label)


def _order(value: Any) -> tuple[int, Any]:
    return (0, value) if isinstance(value, (int, float)) else (1, text(value))


def _cell(point: Point, at: tuple[float, float], size: tuple[float, float], ends: tuple[float, float]) -> str:
    box = f'x="{at[0]:.1f}" y="{at[1]:.1f}" width="{size[0]:.1f}" height="{size[1]:.1f}"'
    if not math.isfinite(point.figure):
        return _linked(point, f'<rect class="none" {box}/>')
    share = 0.5 if ends[0] == ends[1] else (point.figure - ends[0]) / (ends[1] - ends[0])
    fill, ink = colour(share)
    words = ""
    if size[0] >= CELL and size[1] >= 14:
        middle = f'x="{at[0] + size[0] / 2:.1f}" y="{at[1] + size[1] / 2 + 4:.1f}"'
        words = f'<text class="in" {middle} fill="{ink}">{point.figure:.3g}</text>'
    return _linked(point, f'<rect {box} fill="{fill}"/>{words}')


def _dots(points: Sequence[Point], x: Callable[[Point], float], y: Callable[[float], float]) -> str:
    """A dot for each trial, or for every k-th of a great many; at the bottom a cross for one without the figure."""
    found = []
    for point in points[:: -(-len(points) // MOST_DOTS) or 1]:
        if math.isfinite(point.figure):
            found.append(_linked(point, f'<circle cx="{x(point):.1f}" cy="{y(point.figure):.1f}" r="3.2"/>'))
        else:
            at, low = x(point), HEIGHT - BOTTOM - 6
            found.append(_linked(point, f'<path class="cross" d="M{at - 4:.1f} {low - 4}l8 8m0 -8l-8 8"/>'))
    return "".join(found)


def _linked(point: Point, shape: str) -> str:
    return f'<a href="{escape(point.link)}"><title>{escape(point.said)}</title>{shape}</a>'


def _across(axis: Axis) -> Callable[[Any], float]:
    return lambda value: LEFT + axis.at(value) * (WIDTH - LEFT - RIGHT)


def _up(axis: Axis) -> Callable[[Any], float]:
    return lambda value: HEIGHT - BOTTOM - axis.at(value) * (HEIGHT - TOP - BOTTOM)


def _frame(across: Axis, up: Axis) -> str:
    """Axes with their marks and labels; of too many words only some."""
    bottom, parts = HEIGHT - BOTTOM, [f'<path class="axis" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}"/>']
    for at, word in _thinned(across.ticks(), 9):
        x = LEFT + at * (WIDTH - LEFT - RIGHT)
        parts.append(f'<text class="tick" x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{escape(word)}</text>')
    for at, word in _thinned(up.ticks(), 12):
        y = bottom - at * (bottom - TOP)
        parts.append(f'<text class="tick" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{escape(word)}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(
        f'<text class="label" x="{middle}" y="{HEIGHT - 8}" text-anchor="middle">{escape(across.label)}</text>'
    )
    turned = f'x="{-(TOP + bottom) / 2}" y="14" transform="rotate(-90)"'
    parts.append(f'<text class="label" {turned} text-anchor="middle">{escape(up.label)}</text>')
    return "".join(parts)


def _thinned(ticks: list[tuple[float, str]], most: int) -> list[tuple[float, str]]:
    return ticks[:: -(-len(ticks) // most)] if ticks else ticks


def _svg(body: str, label: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">{body}</svg>'
