"""Figures of contacts: positions along the body, times and loads; and the pose of the base."""

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

from snakelab.arguments import checked_arguments
from snakelab.errors import RecordingError
from snakelab.geometry.poses import roll_pitch_yaw
from snakelab.results.recording import Recording
from snakelab.results.variables import Curve
from snakelab.types import FloatArray
from snakelab.view.body_outlines.skin import NEEDED, has_skin, ring_loads, ring_places, weight
from snakelab.view.figures.drawing.panels import Panel, panels_figure
from snakelab.view.figures.drawing.style import (
    BLUE,
    DASHED,
    GREY,
    INK,
    PRINT,
    VERMILION,
    NotebookFigure,
    column_width,
    quiet,
    write_centred,
)

# All in inches, from the top: the map and the two panels below it, gaps, and margins.
HEIGHTS, GAP, LEFT, RIGHT, BELOW, ABOVE, BAR = (1.5, 0.8, 0.8), 0.14, 0.60, 0.82, 0.40, 0.10, (0.08, 0.09)
COLUMNS, ROWS = 700, 300  # of the map's picture
FULL = 0.98  # fraction of the loads within the colour scale
PEAK = 3.0  # a total load above this, of the usual one, is cut
# From yellow to dark red, without the ends that are too pale on paper. Points without contact are white.
LOADS = ListedColormap(colormaps["YlOrRd"](np.linspace(0.22, 1.0, 256)))


@checked_arguments(RecordingError)
def contact_map_figure(recording: Recording, *, column: str = "double") -> Figure:
    """Map of the contact load along the body over time; below, the total load with the weight, and the number of contacts.

    All are of the recorded instants: an impact that is shorter than the time between rows may be missing,
    so that the total of a body that drops from point to point is slightly below its weight. A column of the map is
    the mean over its time. The scale ends at the 98 % quantile of the displayed loads.

    Args:
        recording: The run, of a robot with a skin.
        column: "single" or "double": the width of a journal's column, or of two.

    Raises:
        RecordingError: if the recording has no skin.
    """
    if not has_skin(recording):
        missing = [name for name in NEEDED if name not in recording.dataset] or ["skin points"]
        raise RecordingError(
            f"a contact map requires a world with surfaces, but the recording lacks {', '.join(missing)}; "
            "write World([Gravity(), Contact()])"
        )
    width = column_width(column)
    inner = width - LEFT - RIGHT
    total = BELOW + sum(HEIGHTS) + GAP * (len(HEIGHTS) - 1) + ABOVE
    figure = NotebookFigure(figsize=(width, total), dpi=150, facecolor="white")
    axes: list[Axes] = []
    edge = total - ABOVE
    for height in HEIGHTS:
        edge -= height
        place = (LEFT / width, edge / total, inner / width, height / total)
        axes.append(figure.add_axes(place, sharex=axes[0] if axes else None))
        quiet(axes[-1], PRINT)
        axes[-1].yaxis.set_label_coords(-0.47 / inner, 0.5)
        edge -= GAP
    top = total - ABOVE - HEIGHTS[0]
    bar = figure.add_axes(
        ((LEFT + inner + BAR[0]) / width, top / total, BAR[1] / width, HEIGHTS[0] / total), label="bar"
    )
    _draw_map(axes[0], bar, recording)
    _draw_total(axes[1], recording)
    _draw_count(axes[2], recording)
    time = recording["time"].values
    if len(time) > 1:
        axes[0].set_xlim(time[0], time[-1])
    for ax in axes[:-1]:
        ax.tick_params(labelbottom=False)
    axes[-1].set_xlabel("time [s]", size=PRINT + 0.5, color=INK)
    return figure


@checked_arguments(RecordingError)
def base_pose_figure(recording: Recording, *, column: str = "single") -> Figure:
    """Position and attitude of the base over time; roll, pitch and yaw with R = Rz(yaw) Ry(pitch) Rx(roll).

    `column` is as in `contact_map_figure`.
    """
    position, angles = recording["base_position"].values, roll_pitch_yaw(recording["base_quaternion"].values)
    panels = [
        Panel("base position", [Curve(name, "m", position[:, i]) for i, name in enumerate("xyz")]),
        Panel("base attitude", [Curve(name, "rad", angles[:, i]) for i, name in enumerate(("roll", "pitch", "yaw"))]),
    ]
    return panels_figure(recording["time"].values, panels, column)


def binned(time: FloatArray, values: FloatArray, maximum: int = COLUMNS) -> tuple[FloatArray, FloatArray]:
    """Means of rows over at most `maximum` equal intervals of time.

    Args:
        time: Shape (n_rows,), ascending, [s].
        values: Shape (n_rows, n).
        maximum: Largest number of intervals.

    Returns:
        Edges of the intervals, shape (m + 1,), [s], and means, shape (m, n); an interval without a row repeats the one
        before.
    """
    half = np.diff(time) / 2
    ends = time[0] - half[:1].sum(), time[-1] + half[-1:].sum()
    edges = np.linspace(*ends, min(len(time), maximum) + 1)
    place = np.clip(np.searchsorted(edges, time, side="right") - 1, 0, len(edges) - 2)
    count = np.bincount(place, minlength=len(edges) - 1)
    total = np.zeros((len(edges) - 1, values.shape[1]))
    np.add.at(total, place, values)
    held = np.maximum.accumulate(np.where(count > 0, np.arange(len(count)), 0))
    return edges, total[held] / np.maximum(count[held], 1)[:, None]


def _draw_map(ax: Axes, bar: Axes, recording: Recording) -> None:
    """Draw the load of every ring over time as an image."""
    time = recording["time"].values
    ax.set_ylabel("position along the body [m]", size=PRINT + 0.5, color=INK)
    loads = np.nan_to_num(ring_loads(recording), nan=0.0, posinf=0.0, neginf=0.0)
    if len(time) < 2 or not (loads > 0).any():
        ax.set_yticks([])
        bar.set_axis_off()
        return write_centred(ax, "nothing touches")
    places, _ = ring_places(recording)
    edges, means = binned(time, loads)
    even = np.linspace(places[0], places[-1], ROWS) if len(places) > 1 else places
    nearest = np.abs(even[:, None] - places).argmin(axis=1)
    low, high = (float(places[0]), float(places[-1])) if len(places) > 1 else (places[0] - 0.5, places[0] + 0.5)
    full = float(np.quantile(means[means > 0], FULL))
    shown = np.ma.masked_less_equal(means.T[nearest], 0.0)
    image = ax.imshow(shown, aspect="auto", origin="lower", extent=(edges[0], edges[-1], low, high), cmap=LOADS,
                      vmin=0.0, vmax=full, interpolation="nearest")  # fmt: skip
    ax.grid(False)
    assert ax.figure is not None
    colorbar = ax.figure.colorbar(image, cax=bar, extend="max" if means.max() > full else "neither")
    colorbar.ax.tick_params(length=2, labelsize=PRINT - 1, labelcolor=INK, color=INK, pad=2)
    colorbar.set_label("load of a ring [N]", fontsize=PRINT, color=INK, labelpad=2)
    colorbar.outline.set_visible(False)


def _draw_total(ax: Axes, recording: Recording) -> None:
    """Draw the total load, and a dashed line at the robot's weight."""
    time, total = recording["time"].values, recording["skin_load"].values.sum(axis=1)
    ax.plot(time, total, color=BLUE, linewidth=1.0)
    ax.set_ylabel("total load [N]", size=PRINT + 0.5, color=INK)
    ax.set_ylim(0, max(1.08 * ax.get_ylim()[1], 1e-9))
    known = total[np.isfinite(total)]
    usual, peak = (float(np.quantile(known, FULL)), float(known.max())) if known.size else (0.0, 0.0)
    if 0 < PEAK * usual < peak:
        ax.set_ylim(0, 1.6 * usual)
        words = f"up to {peak:.3g} N"
        ax.annotate(words, (0.012, 0.06), xycoords="axes fraction", fontsize=PRINT - 0.5, color=GREY)
    force = weight(recording)
    if force is not None:
        ax.axhline(force, color=INK, linewidth=0.8, linestyle=DASHED)
        ax.annotate("weight", (1, force), xycoords=("axes fraction", "data"), xytext=(3, 0), textcoords="offset points",
                    ha="left", va="center", fontsize=PRINT - 0.5, color=INK)  # fmt: skip


def _draw_count(ax: Axes, recording: Recording) -> None:
    """Draw the number of skin points in contact."""
    load = recording["skin_load"].values
    ax.plot(recording["time"].values, (load > 0).sum(axis=1), color=VERMILION, linewidth=1.0, drawstyle="steps-mid")
    ax.set_ylabel("contact points", size=PRINT + 0.5, color=INK)
    ax.set_ylim(0, max(1.15 * ax.get_ylim()[1], 1.0))
    ax.annotate(f"of {load.shape[1]}", (1, 0.9), xycoords="axes fraction", xytext=(3, 0), textcoords="offset points",
                ha="left", va="center", fontsize=PRINT - 0.5, color=GREY)  # fmt: skip
