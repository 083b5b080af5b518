"""Scales of plots: conversion of values to positions and colours."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.studies.sweeps.parameter import Parameter, Range

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
