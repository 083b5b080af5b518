"""Plots of one figure of merit as SVG: a curve with its spread, a map, a cloud. Each point leads to its scenario."""

import math
from collections.abc import Sequence
from typing import Any

from snakelab.studies.sweeps.page.drawing import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Point,
    across,
    dots,
    frame,
    linked,
    svg,
    up,
)
from snakelab.studies.sweeps.page.scale import Axis, Shades, colour, different, named_axis, spanned, text

CELL = 34  # least width of a cell that holds its number


def curve(points: Sequence[Point], axis: Axis, label: str) -> str:
    """A figure over one parameter: every trial a dot, a line through the means, a band from the least to the most."""
    high = spanned(label, [point.figure for point in points])
    x, y = across(axis), up(high)
    groups: dict[float, list[float]] = {}
    for point in points:
        groups.setdefault(x(point.values[0]), []).append(point.figure)
    known = sorted((at, finite) for at, all_ in groups.items() if (finite := [f for f in all_ if math.isfinite(f)]))
    upper = [f"{at:.1f},{y(max(finite)):.1f}" for at, finite in known]
    lower = [f"{at:.1f},{y(min(finite)):.1f}" for at, finite in reversed(known)]
    mean = [f"{at:.1f},{y(sum(finite) / len(finite)):.1f}" for at, finite in known]
    body = (
        f'<polygon class="band" points="{" ".join(upper + lower)}"/><polyline class="mean" points="{" ".join(mean)}"/>'
    )
    return svg(body + dots(points, lambda point: x(point.values[0]), y) + frame(axis, high), label)


def cloud(points: Sequence[Point], axis: Axis, label: str) -> str:
    """A figure over one of several parameters: every trial a dot."""
    high = spanned(label, [point.figure for point in points])
    x, y = across(axis), up(high)
    return svg(dots(points, lambda point: x(point.values[0]), y) + frame(axis, high), label)


def heat_map(points: Sequence[Point], names: tuple[str, str], shades: Shades, label: str) -> str:
    """A figure over two parameters, a coloured cell for each pair of values; the first goes to the right.

    Args:
        points: One for each cell; what is missing stays empty.
        names: Of the two parameters.
        shades: From figures to colours.
        label: Of the figure.
    """
    columns, rows = (sorted(different([point.values[k] for point in points]), key=_order) for k in (0, 1))
    wide, tall = (WIDTH - LEFT - RIGHT) / len(columns), (HEIGHT - TOP - BOTTOM) / len(rows)
    cells = []
    for point in points:
        i, j = columns.index(point.values[0]), len(rows) - 1 - rows.index(point.values[1])
        at = (LEFT + i * wide, TOP + j * tall)
        cells.append(_cell(point, at, (wide, tall), shades))
    axes = [named_axis(name, values) for name, values in zip(names, (columns, rows), strict=True)]
    return svg("".join(cells) + frame(*axes), label)


def _order(value: Any) -> tuple[int, Any]:
    return (0, value) if isinstance(value, (int, float)) else (1, text(value))


def _cell(point: Point, at: tuple[float, float], size: tuple[float, float], shades: Shades) -> str:
    box = f'x="{at[0]:.1f}" y="{at[1]:.1f}" width="{size[0]:.1f}" height="{size[1]:.1f}"'
    if not math.isfinite(point.figure):
        return linked(point, f'<rect class="none" {box}/>')
    fill, ink = colour(shades.share(point.figure))
    words = ""
    if size[0] >= CELL and size[1] >= 14:
        middle = f'x="{at[0] + size[0] / 2:.1f}" y="{at[1] + size[1] / 2 + 4:.1f}"'
        words = f'<text class="in" {middle} fill="{ink}">{point.figure:.3g}</text>'
    return linked(point, f'<rect {box} fill="{fill}"/>{words}')
