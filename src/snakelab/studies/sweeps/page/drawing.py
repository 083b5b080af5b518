"""Elements of plots as SVG: axes, dots linked to their scenarios, and the frame."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from snakelab.studies.sweeps.page.scale import Axis
from snakelab.untrusted import visible

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
