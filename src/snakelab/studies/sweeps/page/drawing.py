"""What all plots are drawn with, as SVG: axes, dots that lead to their scenarios, the frame."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from snakelab.studies.sweeps.page.scale import Axis
from snakelab.untrusted.text import visible

WIDTH, HEIGHT = 560, 320
LEFT, RIGHT, TOP, BOTTOM = 74, 16, 12, 46
MOST_DOTS = 1500  # more would only cover each other


@dataclass(frozen=True)
class Point:
    """One trial, or the mean of those with other seeds.

    Attributes:
        values: Of the parameters that are drawn.
        figure: The figure of merit; NaN where there is none.
        link: To the scenario.
        said: What stands beside the pointer.
        hollow: Drawn as a ring.
    """

    values: tuple[Any, ...]
    figure: float
    link: str
    said: str
    hollow: bool = False


def dots(points: Sequence[Point], x: Callable[[Point], float], y: Callable[[float], float]) -> str:
    """A dot for each trial, or for every k-th of a great many; at the bottom a cross for one without the figure."""
    shapes = []
    for point in points[:: -(-len(points) // MOST_DOTS) or 1]:
        if math.isfinite(point.figure):
            ring = ' class="hollow"' if point.hollow else ""
            at = f'cx="{x(point):.1f}" cy="{y(point.figure):.1f}"'
            shapes.append(linked(point, f'<circle{ring} {at} r="3.2"/>'))
        else:
            cross, low = x(point), HEIGHT - BOTTOM - 6
            shapes.append(linked(point, f'<path class="cross" d="M{cross - 4:.1f} {low - 4}l8 8m0 -8l-8 8"/>'))
    return "".join(shapes)


def linked(point: Point, shape: str) -> str:
    """A shape that leads to a scenario, and says what it is."""
    return f'<a href="{escape(point.link)}"><title>{escape(point.said)}</title>{shape}</a>'


def across(axis: Axis) -> Callable[[Any], float]:
    """Where a value stands across the plot."""
    return lambda value: LEFT + axis.at(value) * (WIDTH - LEFT - RIGHT)


def up(axis: Axis) -> Callable[[Any], float]:
    """How high a value stands."""
    return lambda value: HEIGHT - BOTTOM - axis.at(value) * (HEIGHT - TOP - BOTTOM)


def frame(level: Axis, high: Axis) -> str:
    """Axes with their marks and labels; of too many words only some."""
    bottom, parts = HEIGHT - BOTTOM, [f'<path class="axis" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}"/>']
    for at, word in _thinned(level.ticks(), 9):
        x = LEFT + at * (WIDTH - LEFT - RIGHT)
        parts.append(f'<text class="tick" x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{escape(word)}</text>')
    for at, word in _thinned(high.ticks(), 12):
        y = bottom - at * (bottom - TOP)
        parts.append(f'<text class="tick" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{escape(word)}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text class="label" x="{middle}" y="{HEIGHT - 8}" text-anchor="middle">{escape(level.label)}</text>')
    turned = f'x="{-(TOP + bottom) / 2}" y="14" transform="rotate(-90)"'
    parts.append(f'<text class="label" {turned} text-anchor="middle">{escape(high.label)}</text>')
    return "".join(parts)


def _thinned(ticks: list[tuple[float, str]], most: int) -> list[tuple[float, str]]:
    return ticks[:: -(-len(ticks) // most)] if ticks else ticks


def svg(body: str, label: str) -> str:
    """The plot around what is drawn; `label` is for those who cannot see it."""
    label, body = visible(escape(label)), visible(body)
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{body}</svg>'
