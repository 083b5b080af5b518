"""Choice of plots of a sweep: curves over one parameter, maps over two, scatter plots without a grid."""

import math
from collections.abc import Sequence
from html import escape
from typing import Any

from snakelab.results.metrics import unit_of
from snakelab.studies.sweeps.page.drawing import Point
from snakelab.studies.sweeps.page.plots import cloud, curve, heat_map
from snakelab.studies.sweeps.page.scale import axis_of, shades_of, text
from snakelab.studies.sweeps.sweep import Sweep

MOST_MAPS = 12  # side by side, for the values of further parameters


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
    if grid and len(varied) >= 2 and math.prod(map(len, others)) <= MOST_MAPS:
        return maps(names, points, varied, label)
    return [
        figure(cloud(chosen(points, [k]), axis_of(sweep.parameters[k], names[k], column(points, k)), label))
        for k in varied
    ]


def maps(names: Sequence[str], points: Sequence[Point], varied: Sequence[int], label: str) -> list[str]:
    """Return a map over the first two parameters for each combination of the others, with the same colour scale."""
    cells = [mean(list(group)) for group in grouped(points, varied)]
    shades, pictures = shades_of([cell.figure for cell in cells]), []
    caption = f"{label}, {text(shades.low)} to {text(shades.high)}" + (
        ", colours by its logarithm" if shades.log else ""
    )
    for group in grouped(cells, varied[2:]):
        rest = ", ".join(f"{names[k]} = {text(group[0].values[k])}" for k in varied[2:])
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
        points[0].said
        if len(points) == 1
        else f"{points[0].said}\nmean of {len(points)}, {min(figures):.6g} to {max(figures):.6g}"
    )
    return Point(points[0].values, sum(figures) / len(figures), points[0].link, tooltip)


def chosen(points: Sequence[Point], by: Sequence[int]) -> list[Point]:
    """Return the points with the values of some parameters only."""
    return [Point(tuple(point.values[k] for k in by), point.figure, point.link, point.said) for point in points]


def column(points: Sequence[Point], k: int) -> list[Any]:
    """Return every value of one parameter."""
    return [point.values[k] for point in points]


def figure(drawn: str, caption: str = "") -> str:
    """Return a plot as a figure of the page."""
    return f"<figure>{drawn}{f'<figcaption>{escape(caption)}</figcaption>' if caption else ''}</figure>"
