"""Figures of a swimmer: path in space, pose and velocity of both ends, shape of soft sections, thrust of propellers."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from snakelab.arguments import checked_arguments
from snakelab.errors import RecordingError
from snakelab.results.recorded_objects.sections import section_shapes
from snakelab.results.recording import Recording
from snakelab.results.variables import Curve, curves
from snakelab.types import FloatArray
from snakelab.view.body_outlines.line import body_pieces, finite_rows
from snakelab.view.body_outlines.swimmer import ends
from snakelab.view.figures.drawing.panels import Panel, panels_figure
from snakelab.view.figures.drawing.style import (
    BLUE,
    FAINT,
    GREY,
    INK,
    PRINT,
    VERMILION,
    NotebookFigure,
    column_width,
    write_centred,
)

N_BODIES = 6
FLATTEST = 0.3  # minimum extent of an axis, relative to the largest
LOWEST = 0.7  # height of the figure, of its width
ROOM = 0.05  # margin around the drawing, relative to the largest extent
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
    figure.set_figheight(width * min(max(0.4 + tall, LOWEST), 1.15))
    for row in np.unique(known[np.linspace(0, len(known) - 1, N_BODIES).round().astype(int)]):
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
    half = np.maximum((high - low) / 2, FLATTEST * largest / 2) + ROOM * largest
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
