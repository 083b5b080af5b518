"""Plots of one metric as SVG: a curve with its spread, a map, a scatter plot. Each point links to its scenario."""

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
    """Return a plot over one parameter: a dot per trial, a line through the means, a band from minimum to maximum."""
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
    """Return a scatter plot over one of several parameters: a dot per trial."""
    high = spanned(label, [point.figure for point in points])
    x, y = across(axis), up(high)
    return svg(dots(points, lambda point: x(point.values[0]), y) + frame(axis, high), label)


def heat_map(points: Sequence[Point], names: tuple[str, str], shades: Shades, label: str) -> str:
    """Return a map over two parameters, a coloured cell for each pair of values; the first one is horizontal.

    Args:
        points: One point per cell; missing cells are empty.
        names: Names of the two parameters.
        shades: Colour scale.
        label: Label of the metric.
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
