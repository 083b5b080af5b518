"""Plots of a sweep: curves over one parameter, maps over two, scatter plots without a grid."""

import math
from collections.abc import Sequence
from html import escape
from typing import Any

from snakelab.results.metrics import unit_of
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
from snakelab.studies.sweeps.page.scale import (
    Axis,
    Shades,
    axis_of,
    colour,
    different,
    named_axis,
    shades_of,
    spanned,
    text,
)
from snakelab.studies.sweeps.sweep import Sweep

MAX_MAPS = 12  # side by side, for the values of further parameters
CELL = 34  # minimum width of a cell with its number


def plots(sweep: Sweep, names: Sequence[str], points: Sequence[Point], metric: str) -> list[str]:
    """Return the plots of one metric, each as a figure of the page."""
    label = f"{metric} [{unit_of(metric)}]"
    varied = [k for k in range(len(names)) if len({repr(point.values[k]) for point in points}) > 1]
    grid = sweep.sampling.kind == "grid"
    if grid and len(varied) == 1:
        return [
            figure(curve(chosen(points, varied), axis_of(sweep.parameters[k], names[k], column(points, k)), label))
            for k in varied
        ]
    others = [list(dict.fromkeys(map(repr, column(points, k)))) for k in varied[2:]]
    if grid and len(varied) >= 2 and math.prod(map(len, others)) <= MAX_MAPS:
        return maps(names, points, varied, label)
    return [
        figure(cloud(chosen(points, [k]), axis_of(sweep.parameters[k], names[k], column(points, k)), label))
        for k in varied
    ]


def maps(names: Sequence[str], points: Sequence[Point], varied: Sequence[int], label: str) -> list[str]:
    """Return a map over the first two parameters for each combination of the others, with the same colour scale."""
    cells = [mean(list(group)) for group in grouped(points, varied)]
    shades, pictures = shades_of([cell.figure for cell in cells]), []
    caption = f"{label}, {text(shades.low)} to {text(shades.high)}" + (", logarithmic colours" if shades.log else "")
    for group in grouped(cells, varied[2:]):
        rest = ", ".join(f"{names[k].partition(' [')[0]} = {text(group[0].values[k])}" for k in varied[2:])
        drawn = heat_map(chosen(group, varied[:2]), (names[varied[0]], names[varied[1]]), shades, label)
        pictures.append(figure(drawn, caption + (f"; {rest}" if rest else "")))
    return pictures


def grouped(points: Sequence[Point], by: Sequence[int]) -> list[list[Point]]:
    """Return the points grouped by the values of some parameters."""
    groups: dict[str, list[Point]] = {}
    for point in points:
        groups.setdefault(repr([point.values[k] for k in by]), []).append(point)
    return list(groups.values())


def mean(points: Sequence[Point]) -> Point:
    """Return the mean over several seeds, with the link of the first; NaN if a trial has no value."""
    figures = [point.figure for point in points]
    tooltip = (
        points[0].tooltip
        if len(points) == 1
        else f"{points[0].tooltip}\nmean of {len(points)}, {min(figures):.6g} to {max(figures):.6g}"
    )
    return Point(points[0].values, sum(figures) / len(figures), points[0].link, tooltip)


def chosen(points: Sequence[Point], by: Sequence[int]) -> list[Point]:
    """Return the points with the values of some parameters only."""
    return [Point(tuple(point.values[k] for k in by), point.figure, point.link, point.tooltip) for point in points]


def column(points: Sequence[Point], k: int) -> list[Any]:
    """Return every value of one parameter."""
    return [point.values[k] for point in points]


def figure(drawn: str, caption: str = "") -> str:
    """Return a plot as a figure of the page."""
    return f"<figure>{drawn}{f'<figcaption>{escape(caption)}</figcaption>' if caption else ''}</figure>"


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
    fill, ink = colour(shades.fraction(point.figure))
    value_text = ""
    if size[0] >= CELL and size[1] >= 14:
        middle = f'x="{at[0] + size[0] / 2:.1f}" y="{at[1] + size[1] / 2 + 4:.1f}"'
        value_text = f'<text class="in" {middle} fill="{ink}">{point.figure:.3g}</text>'
    return linked(point, f'<rect {box} fill="{fill}"/>{value_text}')
