"""Figures of geometric mechanics: the connection as vector fields and the height functions with loops."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from snakelab.arguments import checked_arguments
from snakelab.errors import SimulationError
from snakelab.geometric_mechanics import HeightFunctions
from snakelab.geometric_mechanics.loops import Loop
from snakelab.view.figures.drawing.style import INK, PRINT, NotebookFigure, column_width, quiet

ROWS = {"x": "m", "y": "m", "heading": "rad"}
ARROWS = 11  # along each side of a vector field
LEVELS = 14
ALONG = 400  # points of a loop
DIVERGING = "RdBu_r"


@checked_arguments(SimulationError)
def height_function_figure(heights: HeightFunctions, loops: Sequence[object] = (), *, column: str = "double") -> Figure:
    """Height functions of x, y and heading as filled contours with zero lines, and loops drawn over them.

    Args:
        heights: From `height_functions`.
        loops: Loops such as `ShapeLoop`; the arrow gives their direction.
        column: "single" or "double": the width of a journal's column, or of two.

    Raises:
        SimulationError: if an item of `loops` is not a loop.
    """
    figure, axes = _panels(heights, column)
    for row, (ax, (title, unit)) in enumerate(zip(axes, ROWS.items(), strict=True)):
        values = heights.values[row].T
        maximum = float(np.abs(values).max()) or 1.0
        levels = np.linspace(-maximum, maximum, LEVELS + 1)
        filled = ax.contourf(heights.first, heights.second, values, levels, cmap=DIVERGING)
        if np.ptp(values) > 1e-9 * maximum and maximum > 1e-9:
            ax.contour(heights.first, heights.second, values, [0.0], colors=INK, linewidths=0.8)
        bar = figure.colorbar(filled, ax=ax, shrink=0.7, ticks=[-maximum, 0.0, maximum], format="%.2g")
        bar.ax.tick_params(labelsize=PRINT)
        per = _per(unit, heights.units)
        ax.set_title(f"{title}{f' [{per}]' if per else ''}{_label(heights)}", fontsize=PRINT + 1, color=INK)
        for loop in loops:
            _draw_loop(ax, loop)
    return figure


@checked_arguments(SimulationError)
def connection_figure(heights: HeightFunctions, loops: Sequence[object] = (), *, column: str = "double") -> Figure:
    """Connection vector fields: motion along an arrow of -A moves the body by the product of both.

    Args:
        heights: From `height_functions`; its coordinates determine the fields.
        loops: Loops such as `ShapeLoop`.
        column: "single" or "double".

    Raises:
        SimulationError: if an item of `loops` is not a loop.
    """
    figure, axes = _panels(heights, column)
    n = len(heights.first)
    chosen = np.unique(np.linspace(0, n - 1, min(n, ARROWS)).round().astype(int))
    for row, (ax, (title, unit)) in enumerate(zip(axes, ROWS.items(), strict=True)):
        field = -heights.A[row][:, chosen][:, :, chosen]
        first, second = np.meshgrid(heights.first[chosen], heights.second[chosen], indexing="ij")
        size = float(np.hypot(*field).max())
        spacing = float(heights.first[chosen[1]] - heights.first[chosen[0]])
        scale = size / (1.1 * spacing) if size > 0 else 1.0
        ax.quiver(first, second, field[0], field[1], angles="xy", scale_units="xy", scale=scale, color=INK, width=0.005)
        per = f" {_per(unit, heights.units[:1])}" if {*heights.units} in ({"rad"}, {"m"}) else ""
        ax.set_title(
            f"{title}, longest arrow {size:.2g}{per.rstrip()}{_label(heights)}",
            fontsize=PRINT + 1,
            color=INK,
        )
        for loop in loops:
            _draw_loop(ax, loop)
    return figure


def _panels(heights: HeightFunctions, column: str):  # type: ignore[no-untyped-def]
    width = column_width(column)
    figure = NotebookFigure(figsize=(width, 0.42 * width), dpi=150, facecolor="white", layout="constrained")
    axes = figure.subplots(1, 3, sharey=True)
    for ax in axes:
        quiet(ax, PRINT)
        ax.set(aspect="equal", xlabel=_with_unit(heights, 0))
    axes[0].set_ylabel(_with_unit(heights, 1))
    return figure, axes


def _with_unit(heights: HeightFunctions, i: int) -> str:
    """Name of a shape variable with its unit."""
    return heights.names[i] if heights.units[i] == "-" else f"{heights.names[i]} [{heights.units[i]}]"


def _per(unit: str, units: Sequence[str]) -> str:
    """Unit divided by others, such as "m/rad²"; empty if one is unknown, or nothing is left."""
    if "-" in units:
        return ""
    below = list(units)
    if unit in below:  # rad / rad^2 = 1 / rad
        below.remove(unit)
        unit = "1"
    if not below:
        return ""
    word = f"{below[0]}²" if len(below) == 2 and below[0] == below[1] else " ".join(below)
    return f"{unit}/{word}" if " " not in word else f"{unit}/({word})"


def _label(heights: HeightFunctions) -> str:
    return " (numerical equivalent)" if heights.kind == "fitted" else ""


def _draw_loop(ax, loop: object) -> None:  # type: ignore[no-untyped-def]
    if not isinstance(loop, Loop):
        raise SimulationError(f"loops must be loops such as ShapeLoop or PolygonLoop, got a {type(loop).__name__}")
    phase = np.append(np.linspace(0.0, 1.0, ALONG)[:-1], 0.0)
    points = loop.point(phase)
    if points.shape[1] != 2:
        raise SimulationError(f"height functions have two shape variables, and the loop {points.shape[1]}")
    ax.plot(points[:, 0], points[:, 1], color=INK, linewidth=1.6)
    ax.annotate("", points[12], points[2], arrowprops={"arrowstyle": "-|>", "color": INK})
