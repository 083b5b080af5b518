"""Figures of a passage and of contacts: plan of a robot among walls, contact loads along the body, pose of the base."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from snakelab.errors import RecordingError
from snakelab.figures.body_outlines import SKIN_VARIABLES, has_skin, ring_loads, ring_places, silhouette, weight
from snakelab.figures.panels import Panel, draw_shapes, draw_world, panels_figure, time_bar
from snakelab.figures.picture_geometry import body_length, body_pieces, finite_rows
from snakelab.figures.style import (
    BLUE,
    DASHED,
    GREEN,
    GREY,
    INK,
    ORANGE,
    PRINT,
    VERMILION,
    NotebookFigure,
    PlotLayout,
    column_width,
    quiet,
    write_centred,
)
from snakelab.geometry.rotations import roll_pitch_yaw
from snakelab.parameters.arguments import FloatArray, vector
from snakelab.parameters.declarations import checked_arguments
from snakelab.results.metrics.passages import goal_of
from snakelab.results.motor_signals import RecordedFutures, futures_in
from snakelab.results.recording import Curve, Recording

# ----------------------------------------------------------------------------------------------------------------------
# Plan of a robot among walls: the body at chosen moments, the paths of head and centre of mass, sampled futures
# ----------------------------------------------------------------------------------------------------------------------

MIN_ASPECT, MAX_ASPECT = 0.16, 1.1  # bounds of the height of the plan, relative to its width
MIN_BODY_WIDTH = 0.006  # minimum width of the body, relative to the extent of the plan
PLAN_LAYOUT = PlotLayout(left=0.60, right=0.12, bottom=0.92, top=0.26, bar=(0.36, 0.10))
PLANE = (0, 1)


class Futures(Protocol):
    """Sampled futures of a controller at one instant, such as those of `SamplingMpc`."""

    @property
    def head(self) -> FloatArray:
        """Positions of the head's tip, shape (n, n_steps + 1, 2), [m]."""

    @property
    def n_elite(self) -> int:
        """Number of elite futures, which are the first, best first [-]."""


@checked_arguments(RecordingError)
def passage_figure(
    recording: Recording,
    times: Sequence[float] | None = None,
    futures: Sequence[Futures] | None = None,
    goal: Sequence[float] | None = None,
    *,
    column: str = "double",
) -> Figure:
    """Draw the plan of the walls with the robot on its path: solid shaded, free water white.

    The body is drawn at some instants, from light to dark; lines are the paths of the tip of its head and of its
    centre of mass, from the first of those moments to the last, and the plan ends a little beyond them. A ring is where
    the centre of mass began, if that is among them, a star the goal. Blocks, poles, posts and the ends of fluids are
    drawn as they lie in the plan. The body is as wide as its cross-sections: one whose skin has no radius touches walls
    with its middle line.

    Args:
        recording: The run, of a robot in the plane or one seen from above.
        times: Times at which the body is drawn, between the run's ends [s]; default: five from start to end.
        futures: Sampled futures that are drawn as thin lines of the head, such as `controller.futures(measurement,
            memory, n)` at chosen moments: the elite in orange, the best of them bold, the others grey. They do not
            extend the plan.
            Default: those of the recording at moments when the body is drawn.
        goal: Goal of the robot, shape (2,) or (3,), [m]; default: the key `goal` of the recording's scenario, if any.
        column: "single" or "double": the width of a journal's column, or of two.

    Raises:
        RecordingError: if a time lies outside of the run, or the goal is not a position.
    """
    width = column_width(column)
    known = np.flatnonzero(finite_rows(recording))
    layout = PLAN_LAYOUT
    inner = width - layout.left - layout.right
    if not known.size:
        figure = NotebookFigure(figsize=(width, MIN_ASPECT * width), dpi=150, facecolor="white")
        write_centred(figure.add_axes((0.0, 0.0, 1.0, 1.0), frameon=False, xticks=[], yticks=[]), "no finite positions")
        return figure
    rows = _rows(recording, known, times)
    aim = _place(goal_of(recording)) if goal is None else _place(goal)
    low, high = _window(recording, known[(known >= rows[0]) & (known <= rows[-1])], aim)
    aspect = (high - low)[1] / (high - low)[0]
    height = inner * min(max(aspect, MIN_ASPECT), MAX_ASPECT)
    total = layout.bottom + height + layout.top
    figure = NotebookFigure(figsize=(width, total), dpi=150, facecolor="white")
    ax = figure.add_axes((layout.left / width, layout.bottom / total, inner / width, height / total))
    bar = figure.add_axes(
        (layout.left / width, layout.bar[0] / total, inner / width, layout.bar[1] / total), label="bar"
    )
    colours = draw_shapes(
        ax,
        recording,
        silhouette(recording, PLANE),
        rows,
        MIN_BODY_WIDTH * float((high - low).max()),
        halo=0.8,  # [pt]; a wide one would hide the walls
    )
    draw_world(ax, recording, PLANE)
    futures = _recorded(recording, rows) if futures is None else futures
    handles = [*_draw_paths(ax, recording, known, rows), *_draw_futures(ax, futures), *_draw_goal(ax, aim)]
    _fit(ax, low, high, height / inner)
    time_bar(ax, bar, recording["time"].values[rows], colours, PRINT)
    quiet(ax, PRINT)
    ax.grid(False)
    ax.set_xlabel("x [m]", size=PRINT + 0.5)
    ax.set_ylabel("y [m]", size=PRINT + 0.5)
    figure.legend(handles=handles, loc="upper right", bbox_to_anchor=(1 - layout.right / width, 1.0), ncols=9, frameon=False,
                  fontsize=PRINT, handlelength=1.2, handletextpad=0.4, columnspacing=1.0, borderaxespad=0.3)  # fmt: skip
    return figure


def _rows(recording: Recording, known: np.ndarray, times: Sequence[float] | None) -> np.ndarray:
    """Return the rows to draw: those nearest to the times, ascending."""
    time = recording["time"].values
    if times is None:
        return np.unique(known[np.linspace(0, len(known) - 1, 5).round().astype(int)])
    wanted = np.atleast_1d(np.asarray(times, dtype=np.float64))
    first, last = float(time[known[0]]), float(time[known[-1]])
    bad = [float(one) for one in wanted.ravel() if not first - 1e-9 <= one <= last + 1e-9]
    if wanted.ndim != 1 or not wanted.size or bad:
        raise RecordingError(
            f"times must lie between {first:g} and {last:g} s, got {bad or times!r}; omit them for five"
        )
    return np.unique(known[np.abs(time[known][:, None] - wanted).argmin(axis=0)])


def _window(recording: Recording, rows: np.ndarray, goal: FloatArray | None) -> tuple[FloatArray, FloatArray]:
    """Corners of the plan: around the body between the first and the last moment, and the goal."""
    pieces = body_pieces(recording)
    points = np.concatenate([piece[rows][..., :2].reshape(-1, 2) for piece in pieces])
    points = points if goal is None else np.concatenate((points, goal[None]))
    # margin around the path of the robot, relative to the length of the body
    room = 0.22 * body_length(pieces, int(rows[0])) or 1.0
    return points.min(axis=0) - room, points.max(axis=0) + room


def _fit(ax: Axes, low: FloatArray, high: FloatArray, aspect: float) -> None:
    """Limits with equal scales that contain the window and fill the panel, whose height is a ratio of its width."""
    middle, half = (low + high) / 2, (high - low) / 2
    half = np.array([max(half[0], half[1] / aspect), max(half[1], half[0] * aspect)])
    ax.set_xlim(middle[0] - half[0], middle[0] + half[0])
    ax.set_ylim(middle[1] - half[1], middle[1] + half[1])


def _draw_paths(ax: Axes, recording: Recording, known: np.ndarray, rows: np.ndarray) -> list[Line2D]:
    """Draw the paths of head and centre of mass between the moments, and a ring at the run's start."""
    shown = known[(known >= rows[0]) & (known <= rows[-1])]
    lines = []
    for end, colour, name in (("head", VERMILION, "head"), ("com", INK, "centre of mass")):
        path = recording[f"{end}_position"].values[shown][:, :2]
        lines += ax.plot(path[:, 0], path[:, 1], color=colour, linewidth=0.9, zorder=4, label=name)
    if rows[0] == known[0]:
        start = recording["com_position"].values[known[0], :2]
        style: dict[str, Any] = {"markeredgecolor": INK, "markersize": 4.5, "linestyle": ""}
        lines += ax.plot(*start, "o", color="white", zorder=5, label="start", **style)
    return lines


def _recorded(recording: Recording, rows: np.ndarray) -> list[RecordedFutures]:
    """Return the futures recorded near the moments of the drawn bodies."""
    time = recording["time"].values
    # largest distance in time of futures from a drawn body, relative to the duration of the run
    near = 0.01 * float(time[-1] - time[0])
    return [future for future in futures_in(recording) if np.abs(time[rows] - future.moment).min() <= near]


def _draw_futures(ax: Axes, futures: Sequence[Futures]) -> list[Line2D]:
    """Draw the paths of the head: the best bold, the elite orange, the others grey."""
    handles: dict[str, Line2D] = {}
    for future in futures:
        head, n_elite = np.asarray(future.head, dtype=np.float64), int(getattr(future, "n_elite", 0))
        if head.ndim != 3 or head.shape[2] < 2:
            raise RecordingError(f"futures need head of shape (n, n_steps, 2), [m], got {head.shape}")
        groups = (
            ("futures", head[n_elite:], GREY, 0.4, 0.45),
            ("elite", head[1:n_elite], ORANGE, 0.6, 0.9),
            ("best", head[:n_elite][:1], BLUE, 1.3, 1.0),
        )
        for layer, (name, paths, colour, width, alpha) in enumerate(groups):
            if len(paths):
                style: dict[str, Any] = {"color": colour, "linewidth": width, "alpha": alpha}
                ax.add_collection(LineCollection([*paths[..., :2]], zorder=1.5 + 0.1 * layer, **style), autolim=False)
                handles.setdefault(name, Line2D([], [], label=name, **style))
    return [*handles.values()]


def _draw_goal(ax: Axes, goal: FloatArray | None) -> list[Line2D]:
    if goal is None:
        return []
    return ax.plot(
        *goal, "*", color=GREEN, markeredgecolor="white", markersize=10, zorder=5, linestyle="", label="goal"
    )


def _place(goal: Sequence[float] | FloatArray | None) -> FloatArray | None:
    """Goal in the plan, shape (2,), [m]; None if there is none."""
    if goal is None:
        return None
    size = 3 if np.size(goal) == 3 else 2
    return np.asarray(vector(goal, "goal", RecordingError, size=size, unit="m"), dtype=np.float64)[:2]


# ----------------------------------------------------------------------------------------------------------------------
# Figures of contacts: positions along the body, times and loads; and the pose of the base
# ----------------------------------------------------------------------------------------------------------------------

CONTACT_HEIGHTS = (1.5, 0.8, 0.8)  # heights of the map and the two panels below it [inch]
CONTACT_LAYOUT = PlotLayout(left=0.60, right=0.82, bottom=0.40, top=0.10, gap=0.14, bar=(0.08, 0.09))
COLUMNS, ROWS = 700, 300  # of the map's picture
LOAD_QUANTILE = 0.98  # fraction of the loads within the colour scale
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
        missing = [name for name in SKIN_VARIABLES if name not in recording.dataset] or ["skin points"]
        raise RecordingError(
            f"a contact map requires a world with surfaces, but the recording lacks {', '.join(missing)}; "
            "write World([Gravity(), Contact()])"
        )
    width = column_width(column)
    layout = CONTACT_LAYOUT
    inner = width - layout.left - layout.right
    total = layout.bottom + sum(CONTACT_HEIGHTS) + layout.gap * (len(CONTACT_HEIGHTS) - 1) + layout.top
    figure = NotebookFigure(figsize=(width, total), dpi=150, facecolor="white")
    axes: list[Axes] = []
    edge = total - layout.top
    for height in CONTACT_HEIGHTS:
        edge -= height
        place = (layout.left / width, edge / total, inner / width, height / total)
        axes.append(figure.add_axes(place, sharex=axes[0] if axes else None))
        quiet(axes[-1], PRINT)
        axes[-1].yaxis.set_label_coords(-0.47 / inner, 0.5)
        edge -= layout.gap
    top = total - layout.top - CONTACT_HEIGHTS[0]
    bar = figure.add_axes(
        (
            (layout.left + inner + layout.bar[0]) / width,
            top / total,
            layout.bar[1] / width,
            CONTACT_HEIGHTS[0] / total,
        ),
        label="bar",
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
    full = float(np.quantile(means[means > 0], LOAD_QUANTILE))
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
    usual, peak = (float(np.quantile(known, LOAD_QUANTILE)), float(known.max())) if known.size else (0.0, 0.0)
    if 0 < 3.0 * usual < peak:  # a total load above this, of the usual one, is cut
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
