"""Figures at the width of a journal's column: panels over a common time axis, each of curves in one unit.

The panels have a fixed layout, in inches: Matplotlib's automatic layouts take longer than everything else.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from snakelab.results.variables import Curve
from snakelab.types import FloatArray
from snakelab.view.figures.drawing.efforts import clip_start, draw_limit
from snakelab.view.figures.drawing.style import (
    DASHED,
    INK,
    PALETTE,
    PRINT,
    NotebookFigure,
    colours_of,
    column_width,
    plain,
    quiet,
    shortened,
    text_width,
    write_centred,
)

# In inches: size of a panel; margins left, right (and with a colour bar), below all and above each.
HEIGHT, LEFT, RIGHT, BAR_RIGHT, BOTTOM, TOP = 1.2, 0.60, 0.16, 0.82, 0.40, 0.22
BAR_GAP, BAR_WIDTH, ROW = 0.08, 0.09, 0.14
FEW = len(PALETTE)  # curves that a legend names; more have a colour bar
LABELS = 8  # names next to a colour bar
NAME = 42.0  # room for a name next to a colour bar [pt]
SAMPLE = 22.0  # width of a line sample with its margins in a legend [pt]
COLUMNS = 700  # instants of a map
ROUNDING = 1e-6  # relative variation below which a value is drawn as constant


@dataclass(frozen=True)
class Panel:
    """Curves in one unit, above a common time axis.

    Attributes:
        quantity: Label of the vertical axis before the unit: "joint torque".
        curves: Curves, all of one unit.
        mean: Level of a dashed line, None for none.
        limit: Level of a line for a limit, None for none.
        starts: True if a peak at the start may be clipped, with its height as text.
        from_zero: True if the vertical axis includes zero.
        as_map: True if the curves are rows of an image, whose colours show their values.
        time: Time of the curves if it differs from that of the figure, shape (n_rows,), [s].
        log: True for a logarithmic vertical axis; all values must be positive.
        limit_label: Label of the line for a limit.
    """

    quantity: str
    curves: Sequence[Curve]
    mean: float | None = None
    limit: float | None = None
    starts: bool = False
    from_zero: bool = False
    as_map: bool = False
    time: FloatArray | None = None
    log: bool = False
    limit_label: str = "limit"

    @property
    def many(self) -> bool:
        """Return True if the curves are too many for a legend."""
        return len(self.curves) > FEW

    @property
    def label(self) -> str:
        """Quantity and unit, for an axis."""
        unit = self.curves[0].unit if self.curves else "-"
        return self.quantity if unit == "-" else f"{self.quantity} [{unit}]"

    @property
    def mapped(self) -> "Panel":
        """Return the same curves as a map."""
        return replace(self, as_map=True)


def panels_figure(time: FloatArray, panels: Sequence[Panel], column: str = "single", height: float = HEIGHT) -> Figure:
    """Draw panels one above the other.

    Args:
        time: Times, shape (n_rows,), [s].
        panels: Panels from the top.
        column: "single" or "double": the width of a journal's column, or of two.
        height: Height of a panel [inch].
    """
    panels = list(panels) or [Panel("", ())]
    width = column_width(column)
    right = BAR_RIGHT if any(panel.many for panel in panels) else RIGHT
    inner = width - LEFT - right
    legends = [_legend_rows(panel, inner) for panel in panels]
    tops = [TOP + ROW * (len(rows) - 1) if rows else 0.7 * TOP for rows in legends]
    total = BOTTOM + len(panels) * height + sum(tops)
    figure = NotebookFigure(figsize=(width, total), dpi=150, facecolor="white")
    axes: list[Axes] = []
    edge = total
    for panel, rows, top in zip(panels, legends, tops, strict=True):
        edge -= top + height
        place = (LEFT / width, edge / total, inner / width, height / total)
        ax = figure.add_axes(place, sharex=axes[0] if axes else None)
        axes.append(ax)
        quiet(ax, PRINT)
        ax.set_ylabel(shortened(plain(panel.label), 72 * (height + top), PRINT + 0.5))
        ax.yaxis.set_label_coords(-0.47 / inner, 0.5)
        bar = None
        if panel.many:
            left = (LEFT + inner + BAR_GAP) / width
            bar = figure.add_axes((left, edge / total, BAR_WIDTH / width, height / total), label="bar")
        time_axis = time if panel.time is None else panel.time
        if panel.as_map and panel.many and len(time_axis) > 1 and bar is not None:
            _draw_map(ax, bar, time_axis, panel)
        else:
            _draw_lines(ax, bar, time_axis, panel, rows)
        if ax is not axes[0] or len(panels) > 1:
            ax.tick_params(labelbottom=False)
    if len(time) > 1 and time[-1] > time[0]:
        axes[-1].set_xlim(time[0], time[-1])
    axes[-1].tick_params(labelbottom=True)
    axes[-1].set_xlabel("time [s]")
    return figure


def short_labels(curves: Sequence[Curve]) -> list[str]:
    """Return the names of curves without their variable if it is common to all: "joint1" for "tau.joint1"."""
    variables = {curve.name.partition(".")[0] for curve in curves}
    rests = [curve.name.partition(".")[2] for curve in curves]
    return rests if len(variables) == 1 and all(rests) else [curve.name for curve in curves]


def _draw_lines(ax: Axes, bar: Axes | None, time: FloatArray, panel: Panel, rows: list[list[str]]) -> None:
    """Draw the curves of a panel: few in distinct colours with a legend, many on a colour scale with a bar."""
    curves, colours = panel.curves, colours_of(len(panel.curves))
    lines = [
        ax.plot(time, curve.values, color=colour, linewidth=0.6 if panel.many else 1.0)[0]
        for curve, colour in zip(curves, colours, strict=True)
    ]
    if not curves:
        ax.set_yticks([])
        return write_centred(ax, "nothing recorded")
    if panel.starts:
        clip_start(ax, time, np.stack([curve.values for curve in curves], axis=1), "at the start", curves[0].unit)
    if panel.mean is not None and math.isfinite(panel.mean):
        lines.append(ax.axhline(panel.mean, color=INK, linewidth=0.8, linestyle=DASHED))
    if panel.limit is not None:
        draw_limit(ax, abs(panel.limit), f"{panel.limit_label} {abs(panel.limit):g} {curves[0].unit}")
    if panel.log:
        ax.set_yscale("log")
        return _legend(ax, lines, rows) if rows else None
    low, high = ax.get_ylim()
    steady = high - low < ROUNDING * max(abs(low), abs(high))  # otherwise the axis would show rounding errors
    if panel.from_zero or steady:
        ax.set_ylim(min(1.1 * low if steady else low, 0.0), max(1.1 * high if steady else high, 0.0))
    ax.ticklabel_format(axis="y", scilimits=(-3, 4), useOffset=False)
    if bar is not None:
        _name_colours(bar, colours, short_labels(curves))
    elif rows:
        _legend(ax, lines, rows)


def _draw_map(ax: Axes, bar: Axes, time: FloatArray, panel: Panel) -> None:
    """Draw the curves as rows of an image: indices from the base upwards, blue below zero and red above."""
    even = np.linspace(time[0], time[-1], min(len(time), COLUMNS))
    values = np.stack([np.interp(even, time, curve.values) for curve in panel.curves])
    late = values[:, even >= time[0] + 0.02 * (time[-1] - time[0])]  # a peak at the start would pale the rest
    maximum = float(np.nanmax(np.abs(late), initial=0.0)) or 1.0
    n = len(panel.curves)
    image = ax.imshow(values, aspect="auto", origin="lower", extent=(time[0], time[-1], 0.5, n + 0.5), cmap="RdBu_r",
                      vmin=-maximum, vmax=maximum, interpolation="nearest")  # fmt: skip
    ax.grid(False)
    ax.set_ylabel("number from the base")
    assert ax.figure is not None
    colorbar = ax.figure.colorbar(image, cax=bar, extend="neither")
    colorbar.ax.tick_params(length=2, labelsize=PRINT - 1, labelcolor=INK, color=INK, pad=2)
    colorbar.set_label(panel.label, fontsize=PRINT, color=INK, labelpad=2)
    colorbar.outline.set_visible(False)


def _legend_rows(panel: Panel, room: float) -> list[list[str]]:
    """Rows of names for a legend above the panel, as many as fit; empty for a colour bar or a single curve.

    Args:
        panel: The panel.
        room: Width of the panel [inch].
    """
    names = [plain(shortened(name, 36 * room)) for name in short_labels(panel.curves)]
    if panel.mean is not None and math.isfinite(panel.mean):
        names.append("mean")
    if panel.many or len(names) < 2:
        return []
    widest = max(text_width(name, PRINT) for name in names) + SAMPLE
    n_rows = math.ceil(len(names) / max(1, int(72 * room / widest)))
    n_columns = math.ceil(len(names) / n_rows)
    return [names[i : i + n_columns] for i in range(0, len(names), n_columns)]


def _legend(ax: Axes, lines: Sequence[Line2D], rows: list[list[str]]) -> None:
    """Draw the legend above the panel, outside of the data."""
    n_columns = len(rows[0])
    names = [name for row in rows for name in row]
    # Matplotlib fills columns; the reading order is by rows.
    order = [i for k in range(n_columns) for i in range(k, len(names), n_columns)]
    ax.legend([lines[i] for i in order], [names[i] for i in order], loc="lower right", bbox_to_anchor=(1.0, 0.98),
              ncols=n_columns, frameon=False, fontsize=PRINT, borderaxespad=0.0, handlelength=1.2, handletextpad=0.4,
              columnspacing=1.0, labelspacing=0.15, borderpad=0.1)  # fmt: skip


def _name_colours(bar: Axes, colours: Sequence, names: Sequence[str]) -> None:
    """Draw a colour bar of the curves, with the names of some of them."""
    n = len(colours)
    scale = ScalarMappable(BoundaryNorm(np.arange(n + 1), n), ListedColormap(colours))
    places = np.unique(np.linspace(0, n - 1, min(n, LABELS)).round().astype(int))
    assert bar.figure is not None
    colorbar = bar.figure.colorbar(scale, cax=bar, ticks=places + 0.5)
    bar.set_yticklabels([plain(shortened(names[i], NAME, PRINT - 1)) for i in places])
    bar.tick_params(length=0, labelsize=PRINT - 1, labelcolor=INK, pad=2)
    colorbar.minorticks_off()
    colorbar.outline.set_visible(False)
