"""HTML page of a sweep with its plots as SVG.

In reading order: scales; the elements of a plot; curves, maps and scatter plots; and `sweep_page`.
"""

import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import package_version
from snakelab.files import visible
from snakelab.plugins.studies.execution import Result, status_of
from snakelab.plugins.studies.html_page import document
from snakelab.plugins.studies.sweeps.parameters import Parameter, Range
from snakelab.plugins.studies.sweeps.sweep import Sweep, parameter_units, seed_of, with_unit
from snakelab.results.metrics.table import describe, unit_of

# ----------------------------------------------------------------------------------------------------------------------
# Scales of plots: conversion of values to positions and colours
# ----------------------------------------------------------------------------------------------------------------------

COLOURS = "viridis"  # perceptually uniform, also for colour-blind readers
CROWDED = 0.1  # fraction of the largest value: if half of the values of a map were below it, they would have one colour
LIGHT = 0.55  # relative brightness above which text is dark


@dataclass(frozen=True)
class Axis:
    """One direction of a plot.

    Attributes:
        label: Label with its unit.
        low, high: Ends, as logarithms for a logarithmic axis.
        log: True for a logarithmic axis.
        labels: Labels of non-numeric values: the value with index i is at i.
        keys: Keys of these values, from `key_of_value`.
    """

    label: str
    low: float
    high: float
    log: bool = False
    labels: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()

    def at(self, value: Any) -> float:
        """Return the position of a value as a fraction of the axis, from 0 to 1."""
        if self.labels:
            x = float(self.keys.index(key_of_value(value)))
        else:
            x = float(math.log10(value) if self.log else value)
        return (x - self.low) / (self.high - self.low)

    def ticks(self) -> list[tuple[float, str]]:
        """Return positions and labels of the ticks."""
        if self.labels:
            return [((i - self.low) / (self.high - self.low), text_label) for i, text_label in enumerate(self.labels)]
        if self.log:
            values = nice_ratios(self.low, self.high)
        else:
            values = nice(self.low, self.high)
        return [(self.at(value), text(value)) for value in values]


def nice(low: float, high: float, about: int = 5) -> list[float]:
    """Return about a given number of round numbers in a range."""
    from matplotlib.ticker import MaxNLocator

    return _inside(MaxNLocator(about, steps=[1, 2, 5, 10]).tick_values(low, high), low, high)


def nice_ratios(low: float, high: float) -> list[float]:
    """Return round numbers between two powers of ten: whole powers, or with 2 and 5 between, or evenly spaced where few are."""
    from matplotlib.ticker import LogLocator

    minimum, maximum = 10**low, 10**high
    for digits in ((1.0,), (1.0, 2.0, 5.0)):
        ticks = _inside(LogLocator(subs=digits, numticks=100).tick_values(minimum, maximum), minimum, maximum)
        # Below a decade the locator gives equal steps.
        kept = [tick for tick in ticks if _first_digits(tick) in digits and tick >= minimum * (1 - 1e-9)]
        if len(kept) > 2:
            return kept
    return nice(minimum, maximum)


def _first_digits(value: float) -> float:
    return float(f"{value:.9e}".partition("e")[0])


def _inside(ticks: Iterable[float], low: float, high: float) -> list[float]:
    room = 1e-9 * (high - low)
    return [float(f"{tick:.12g}") for tick in ticks if low - room <= tick <= high + room]


def axis_of(parameter: Parameter, label: str, values: Sequence[Any]) -> Axis:
    """Return the axis of a parameter with these values."""
    if not all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
        return named_axis(label, different(values))
    log = isinstance(parameter.values, Range) and parameter.values.log
    return spanned(label, [math.log10(value) if log else float(value) for value in values], log)


def named_axis(label: str, values: Sequence[Any]) -> Axis:
    """Return the axis of non-numeric values, or of values with equal distances."""
    labels = [text(value) for value in values]
    numbered = [
        f"{text_label} ({i})" if labels.count(text_label) > 1 else text_label for i, text_label in enumerate(labels, 1)
    ]
    return Axis(label, -0.5, len(labels) - 0.5, labels=tuple(numbered), keys=tuple(map(key_of_value, values)))


def key_of_value(value: Any) -> str:
    """Return a hashable key, the same for equal values, also of lists and mappings."""
    return repr(value)


def different(values: Sequence[Any]) -> list[Any]:
    """Return each value once."""
    return list({key_of_value(value): value for value in values}.values())


def spanned(label: str, values: Sequence[float], log: bool = False) -> Axis:
    """Return an axis with a margin around all finite values."""
    finite = [value for value in values if math.isfinite(value)] or [0.0]
    low, high = min(finite), max(finite)
    room = 0.04 * (high - low) or 0.5 * abs(high) or 0.5
    return Axis(label, low - room, high + room, log)


@dataclass(frozen=True)
class Shades:
    """Colour scale of a map.

    Attributes:
        low, high: Values of the first and the last colour.
        log: True for a logarithmic scale.
    """

    low: float
    high: float
    log: bool = False

    def fraction(self, figure: float) -> float:
        """Return the position of a value between the first colour and the last, from 0 to 1."""
        low, high, at = map(math.log10, (self.low, self.high, figure)) if self.log else (self.low, self.high, figure)
        return 0.5 if low == high else (at - low) / (high - low)


def shades_of(figures: Sequence[float]) -> Shades:
    """Return a linear colour scale, or a logarithmic one if a few large values dominate."""
    finite = [figure for figure in figures if math.isfinite(figure)] or [0.0]
    low, high = min(finite), max(finite)
    return Shades(low, high, low > 0 and float(np.median(finite)) < CROWDED * high)


def colour(fraction: float) -> tuple[str, str]:
    """Return the colour at a fraction from 0 to 1, and that of text on it."""
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    shade = colormaps[COLOURS](min(max(float(fraction), 0.0), 1.0))
    bright = float(np.dot((0.2126, 0.7152, 0.0722), shade[:3]))
    return to_hex(shade), "#10141a" if bright > LIGHT else "#ffffff"


def text(value: Any) -> str:
    """Return a value as text."""
    if isinstance(value, float):
        return f"{value:.4g}"
    labels = str(value)
    return labels if len(labels) <= 24 else f"{labels[:23]}…"


# ----------------------------------------------------------------------------------------------------------------------
# Elements of plots as SVG: axes, dots linked to their scenarios, and the frame
# ----------------------------------------------------------------------------------------------------------------------

WIDTH, HEIGHT = 560, 320
LEFT, RIGHT, TOP, BOTTOM = 74, 16, 12, 46
MAX_DOTS = 1500  # more would only cover each other


@dataclass(frozen=True)
class Point:
    """One trial, or the mean of those with other seeds.

    Attributes:
        values: Values of the plotted parameters.
        figure: Value of the metric; NaN without one.
        link: Link to the scenario.
        tooltip: Tooltip.
        hollow: True for a ring.
    """

    values: tuple[Any, ...]
    figure: float
    link: str
    tooltip: str
    hollow: bool = False


def dots(points: Sequence[Point], x: Callable[[Point], float], y: Callable[[float], float]) -> str:
    """Return a dot for each trial, or for every k-th of many; a cross at the bottom for one without a value."""
    shapes = []
    for point in points[:: -(-len(points) // MAX_DOTS) or 1]:
        if math.isfinite(point.figure):
            ring = ' class="hollow"' if point.hollow else ""
            at = f'cx="{x(point):.1f}" cy="{y(point.figure):.1f}"'
            shapes.append(linked(point, f'<circle{ring} {at} r="3.2"/>'))
        else:
            cross, low = x(point), HEIGHT - BOTTOM - 6
            shapes.append(linked(point, f'<path class="cross" d="M{cross - 4:.1f} {low - 4}l8 8m0 -8l-8 8"/>'))
    return "".join(shapes)


def linked(point: Point, shape: str) -> str:
    """Return a shape with a link to a scenario and a tooltip."""
    return f'<a href="{escape(point.link)}"><title>{escape(point.tooltip)}</title>{shape}</a>'


def across(axis: Axis) -> Callable[[Any], float]:
    """Return the horizontal position of a value in the plot."""
    return lambda value: LEFT + axis.at(value) * (WIDTH - LEFT - RIGHT)


def up(axis: Axis) -> Callable[[Any], float]:
    """Return the vertical position of a value in the plot."""
    return lambda value: HEIGHT - BOTTOM - axis.at(value) * (HEIGHT - TOP - BOTTOM)


def frame(level: Axis, high: Axis) -> str:
    """Return axes with ticks and labels; long lists of labels are thinned."""
    bottom, parts = HEIGHT - BOTTOM, [f'<path class="axis" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}"/>']
    for at, tick_label in _thinned(level.ticks(), 9):
        x = LEFT + at * (WIDTH - LEFT - RIGHT)
        parts.append(
            f'<text class="tick" x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{escape(tick_label)}</text>'
        )
    for at, tick_label in _thinned(high.ticks(), 12):
        y = bottom - at * (bottom - TOP)
        parts.append(f'<text class="tick" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{escape(tick_label)}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text class="label" x="{middle}" y="{HEIGHT - 8}" text-anchor="middle">{escape(level.label)}</text>')
    rotated = f'x="{-(TOP + bottom) / 2}" y="14" transform="rotate(-90)"'
    parts.append(f'<text class="label" {rotated} text-anchor="middle">{escape(high.label)}</text>')
    return "".join(parts)


def _thinned(ticks: list[tuple[float, str]], maximum: int) -> list[tuple[float, str]]:
    return ticks[:: -(-len(ticks) // maximum)] if ticks else ticks


def svg(body: str, label: str) -> str:
    """Return the plot as an SVG element; `label` is its description for screen readers."""
    label, body = visible(escape(label)), visible(body)
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{body}</svg>'


# ----------------------------------------------------------------------------------------------------------------------
# Plots of a sweep: curves over one parameter, maps over two, scatter plots without a grid
# ----------------------------------------------------------------------------------------------------------------------

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


# ----------------------------------------------------------------------------------------------------------------------
# HTML page of a sweep, self-contained except for links to scenarios: no script, no request, light and dark
# ----------------------------------------------------------------------------------------------------------------------

STYLE = (Path(__file__).parents[1] / "assets" / "sweep.css").read_text(encoding="utf-8")
MAX_ROWS = 1000  # of the table; the file has all


def sweep_page(sweep: Sweep, results: Mapping[str, Result], files: Sequence[str]) -> str:
    """Return the page: a plot for each metric of the sweep, and a table of the trials.

    A grid over one parameter is a curve with the spread over the seeds, over two a map, over more several maps; anything else
    is a cloud over each parameter. Points, cells and rows lead to the scenarios of their trials.

    Args:
        sweep: The sweep.
        results: Results of the finished trials by their keys.
        files: Relative path of the scenario of each trial.
    """
    done = [(i, trial) for i, trial in enumerate(sweep.trials) if trial.key in results]
    ends = [status_of(results[trial.key]).kind for _, trial in done]
    counts = ", ".join(f"{ends.count(end)} {end}" for end in dict.fromkeys(ends))
    title = str(sweep.base.data.get("title") or sweep.base.data.get("name", ""))
    part = "" if sweep.window is None else f" Metrics of {sweep.window[0]:g} s to {sweep.window[1]:g} s."
    opening = (
        f"{title}. {len(done)} of {len(sweep.trials)} trials: {counts or 'none'}.{part} snakelab {package_version()}."
    )
    shown = [name for name in sweep.metrics if any(name in results[trial.key]["metrics"] for _, trial in done)]
    names = short_names(sweep)
    units = parameter_units(sweep)
    labels = [with_unit(name, unit) for name, unit in zip(names, units, strict=True)]
    body = [f"<header><h1>{escape(sweep.name)}</h1><p>{escape(opening)}</p></header>"]
    for name in shown:
        points = [
            Point(trial.values, figure_of(results[trial.key], name), files[i], tooltip(sweep, names, i, results, name))
            for i, trial in done
        ]
        body.append(
            f"<section><h2>{escape(name)}</h2><p>{escape(describe(name))}</p>"
            f'<div class="plots">{"".join(plots(sweep, labels, points, name))}</div></section>'
        )
    body.append(trials_table(sweep, results, labels, shown, files))
    return document(sweep.name, body, STYLE)


def short_names(sweep: Sweep) -> list[str]:
    """Return the shortest unambiguous suffix of the name of each parameter."""
    paths = [parameter.name.split(".") for parameter in sweep.parameters]
    names = []
    for keys in paths:
        n = next(
            n for n in range(1, len(keys) + 1) if n == len(keys) or sum(other[-n:] == keys[-n:] for other in paths) == 1
        )
        names.append(".".join(keys[-n:]))
    return names


def figure_of(result: Result, metric: str) -> float:
    """Return the metric; NaN if a trial does not have it, or did not finish."""
    if status_of(result).is_error:
        return math.nan
    return float(result["metrics"].get(metric, math.nan))


def tooltip(sweep: Sweep, names: Sequence[str], i: int, results: Mapping[str, Result], metric: str) -> str:
    """Return the tooltip of a trial."""
    trial = sweep.trials[i]
    result = results[trial.key]
    lines = [f"trial {i + 1}, seed {seed_of(sweep, trial)}"]
    lines += [f"{name} = {text(value)}" for name, value in zip(names, trial.values, strict=True)]
    value = figure_of(result, metric)
    return "\n".join([*lines, f"{metric} = {value:.6g}" if math.isfinite(value) else result["status"]])


def trials_table(
    sweep: Sweep, results: Mapping[str, Result], names: Sequence[str], shown: Sequence[str], files: Sequence[str]
) -> str:
    """Return the table of the trials."""
    heads = ["trial", *names, "seed", *(f"{name} [{unit_of(name)}]" for name in shown), "status"]
    rows = []
    done = [(i, trial) for i, trial in enumerate(sweep.trials) if trial.key in results]
    for i, trial in itertools.islice(done, MAX_ROWS):
        result = results[trial.key]
        figures = (result["metrics"].get(name, math.nan) for name in shown)
        cells = [f'<a href="{escape(files[i])}">{i + 1}</a>', *(escape(text(value)) for value in trial.values)]
        cells += [str(seed_of(sweep, trial)), *(f"{value:.6g}" if math.isfinite(value) else "–" for value in figures)]
        bad = ' class="bad"' if status_of(result).is_error else ""
        rows.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}<td{bad}>{escape(result['status'])}</td></tr>")
    note = f"<p>The first {MAX_ROWS} of {len(done)}; table.csv has all.</p>" if len(done) > MAX_ROWS else ""
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in heads)
    return (
        f'<section><h2>Trials</h2>{note}<div class="wide"><table>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{chr(10).join(rows)}\n</tbody></table></div></section>"
    )
