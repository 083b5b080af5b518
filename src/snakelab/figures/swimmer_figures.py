"""Figures of a swimmer, and figures of geometric mechanics."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from snakelab.errors import RecordingError, SimulationError
from snakelab.figures.body_outlines import ends
from snakelab.figures.panels import Panel, panels_figure
from snakelab.figures.picture_geometry import body_pieces, finite_rows
from snakelab.figures.style import (
    BLUE,
    FAINT,
    GREY,
    INK,
    PRINT,
    VERMILION,
    NotebookFigure,
    column_width,
    quiet,
    write_centred,
)
from snakelab.gaits.geometric.optimal_gaits import HeightFunctions
from snakelab.gaits.geometric.shape_space import Loop
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import checked_arguments
from snakelab.results.recorded_objects import section_shapes
from snakelab.results.recording import Curve, Recording, curves

# ----------------------------------------------------------------------------------------------------------------------
# Figures of a swimmer: path in space, pose and velocity of both ends, shape of soft sections, thrust of propellers
# ----------------------------------------------------------------------------------------------------------------------

EYE = (24.0, -58.0)  # elevation and azimuth of the view [deg]
ANGLES = ("roll", "pitch", "yaw")


@checked_arguments(RecordingError)
def space_path_figure(recording: Recording, *, column: str = "single") -> Figure:
    """Paths of base and head in space, with the body at equal intervals of time and the head's shadow on the floor.

    All three axes have the same scale. For paths in a plane see `trajectory_figure`.

    Args:
        recording: The run.
        column: "single" or "double": the width of a journal's column, or of two.
    """
    width = column_width(column)
    figure = NotebookFigure(figsize=(width, width), dpi=150, facecolor="white")
    known = np.flatnonzero(finite_rows(recording))
    if not known.size:
        write_centred(figure.add_axes((0.0, 0.0, 1.0, 1.0), frameon=False, xticks=[], yticks=[]), "no finite positions")
        return figure
    ax: Any = figure.add_axes((0.0, 0.04, 0.92, 0.92), projection="3d")  # its types are not recorded
    pieces = body_pieces(recording)
    paths = {end: recording[f"{end}_position"].values[known] for end in ("base", "head")}
    low, high = _limits(np.concatenate([*paths.values(), *[piece[known].reshape(-1, 3) for piece in pieces]]))
    tall = (high - low)[2] / float((high - low)[:2].max())
    figure.set_figheight(width * min(max(0.4 + tall, 0.7), 1.15))  # limits of its height, relative to its width
    for row in np.unique(known[np.linspace(0, len(known) - 1, 6).round().astype(int)]):
        for piece in pieces:
            ax.plot(*piece[row].T, color=INK, linewidth=2.2, alpha=0.5, solid_capstyle="round")
    x, y, _ = paths["head"].T
    ax.plot(x, y, np.full(len(x), low[2]), color=GREY, linewidth=0.6, linestyle=(0, (3, 2)))
    for (end, path), colour in zip(paths.items(), (BLUE, VERMILION), strict=True):
        ax.plot(*path.T, color=colour, linewidth=1.2, label=end)
        ax.plot(*path[-1:].T, "o", color=colour, markersize=3.5)
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), zlim=(low[2], high[2]))
    ax.set_box_aspect(high - low, zoom=0.86 if tall > 1 else 1.0)
    ax.view_init(*EYE)
    _quiet_space(ax, (high - low) / (high - low).max())
    ax.legend(loc="upper right", ncols=2, frameon=False, fontsize=PRINT, handlelength=1.4)
    return figure


@checked_arguments(RecordingError)
def swimming_pose_figure(recording: Recording, *, column: str = "single") -> Figure:
    """Position and attitude of base and head over time; roll, pitch and yaw with R = Rz(yaw) Ry(pitch) Rx(roll).

    `column` is as in `space_path_figure`.
    """
    panels = [_panel(f"{end.name} position", "m", "xyz", end.position) for end in ends(recording)]
    panels += [_panel(f"{end.name} attitude", "rad", ANGLES, end.angles) for end in ends(recording)]
    return panels_figure(recording["time"].values, panels, column)


@checked_arguments(RecordingError)
def body_velocities_figure(recording: Recording, *, column: str = "single") -> Figure:
    """Linear and angular velocity of base and head over time, each in its own axes, relative to the ground.

    `column` is as in `space_path_figure`.
    """
    panels = [_panel(f"{end.name} velocity", "m/s", ("v_x", "v_y", "v_z"), end.velocity) for end in ends(recording)]
    panels += [_panel(f"{end.name} spin", "rad/s", ("w_x", "w_y", "w_z"), end.spin) for end in ends(recording)]
    return panels_figure(recording["time"].values, panels, column)


@checked_arguments(RecordingError)
def section_shapes_figure(recording: Recording, *, column: str = "single") -> Figure:
    """Length, bend angle and bending plane of every soft section over time, see `section_shapes`.

    `column` is as in `space_path_figure`.

    Raises:
        RecordingError: if the robot has no soft section, or the recording does not describe them.
    """
    shapes = section_shapes(recording)
    if not shapes:
        raise RecordingError("the robot of this recording has no soft section; draw its joints with joints_figure")
    names = [shape.name for shape in shapes]
    panels = [
        _panel("length", "m", names, np.stack([shape.length for shape in shapes], axis=1)),
        _panel("bend angle", "rad", names, np.stack([shape.bend for shape in shapes], axis=1)),
    ]
    planes = np.stack([shape.plane for shape in shapes], axis=1)
    if np.isfinite(planes).any():  # a section that is always straight has none
        panels.append(_panel("bending plane", "rad", names, planes))
    return panels_figure(recording["time"].values, panels, column)


@checked_arguments(RecordingError)
def propellers_figure(recording: Recording, *, column: str = "single") -> Figure:
    """Thrust of every propeller over time. `column` is as in `space_path_figure`.

    Raises:
        RecordingError: if the robot has no propellers.
    """
    thrusts = [
        Curve(curve.name.partition(".")[2], "N", curve.values) for curve in curves(recording, "propeller_thrust")
    ]
    return panels_figure(recording["time"].values, [Panel("thrust", thrusts, from_zero=True)], column, height=1.6)


def _panel(quantity: str, unit: str, names: Sequence[str], values: FloatArray) -> Panel:
    return Panel(quantity, [Curve(name, unit, column) for name, column in zip(names, values.T, strict=True)])


def _limits(points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Corners of the drawn box: around all points, with a positive extent along every axis."""
    low, high = points.min(axis=0), points.max(axis=0)
    largest = float((high - low).max()) or 1.0
    # minimum extent of an axis, relative to the largest; margin around the drawing, relative to the largest extent
    half = np.maximum((high - low) / 2, 0.3 * largest / 2) + 0.05 * largest
    return (low + high) / 2 - half, (low + high) / 2 + half


def _quiet_space(ax: Any, fractions: FloatArray) -> None:
    """Style the axes: faint panes, small ticks, fewer of them along short axes."""
    for name, fraction in zip("xyz", fractions, strict=True):
        axis = getattr(ax, f"{name}axis")
        axis.set_pane_color("white")
        axis.line.set_color(GREY)
        axis._axinfo["grid"].update(color=FAINT, linewidth=0.6)  # Matplotlib has no public interface for this
        ax.tick_params(axis=name, labelsize=PRINT - 1, labelcolor=INK, color=GREY, pad=-1)
        ax.locator_params(axis=name, nbins=max(2, round(6 * float(fraction))))
        getattr(ax, f"set_{name}label")(f"{name} [m]", size=PRINT, color=INK, labelpad=-3 if fraction < 0.5 else 0)


# ----------------------------------------------------------------------------------------------------------------------
# Figures of geometric mechanics: the connection as vector fields and the height functions with loops
# ----------------------------------------------------------------------------------------------------------------------

ROWS = {"x": "m", "y": "m", "heading": "rad"}
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
        levels = np.linspace(-maximum, maximum, 15)
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
    chosen = np.unique(np.linspace(0, n - 1, min(n, 11)).round().astype(int))  # along each side of a vector field
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
    phase = np.append(np.linspace(0.0, 1.0, 400)[:-1], 0.0)  # points of a loop
    points = loop.point(phase)
    if points.shape[1] != 2:
        raise SimulationError(f"height functions have two shape variables, and the loop {points.shape[1]}")
    ax.plot(points[:, 0], points[:, 1], color=INK, linewidth=1.6)
    ax.annotate("", points[12], points[2], arrowprops={"arrowstyle": "-|>", "color": INK})
