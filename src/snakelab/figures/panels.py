"""Panels of figures: joint efforts, curves above a common time axis, and the body in its plane."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import PolyCollection
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from snakelab.figures.body_outlines import Silhouette, silhouette
from snakelab.figures.picture_geometry import (
    AXES,
    finite_rows,
    ground_areas,
    mid_link,
    recorded_wall_areas,
    view_plane,
    water_areas,
)
from snakelab.figures.style import (
    DASHED,
    GREY,
    INK,
    PALETTE,
    PRINT,
    SMALL_FONT,
    VERMILION,
    NotebookFigure,
    PlotLayout,
    colours_of,
    column_width,
    fitting,
    legend,
    plain,
    quiet,
    right_axis,
    shortened,
    text_width,
    title,
    title_width,
    write_centred,
)
from snakelab.parameters.arguments import FloatArray
from snakelab.results.metrics.effort import GRAVITY, START
from snakelab.results.metrics.motion import fixed
from snakelab.results.recording import Curve, Recording

# ----------------------------------------------------------------------------------------------------------------------
# Panel of joint efforts: torques of angles, and forces of displacements on a second axis
# ----------------------------------------------------------------------------------------------------------------------

KINDS = {"rad": ("torque", "N m"), "m": ("force", "N")}
AT_LIMIT = "at a limit"  # label of the artist


MANY = 16  # joints above which lines cannot be told apart


def efforts_as_map(recording: Recording) -> bool:
    """Return True if the efforts of a robot are drawn as a map: those of many joints, all torques or all forces."""
    units = [str(unit) for unit in recording["coordinate_unit"].values]
    kinds = {unit for unit in units if unit in KINDS}
    return len(units) > MANY and len(kinds) == 1 and acts(recording, *kinds) and len(recording["time"]) > 1


def draw_efforts(ax: Axes, recording: Recording, torque_limit: float | None = None, bar: Axes | None = None) -> None:
    """Draw torques of angles and forces of displacements over time, with a dashed line at the limit of the torques.

    Where a robot has both, the forces are dashed and have their axis at the right. The legend names as many as fit. A
    line is thick where its actuator is at a limit.

    Args:
        ax: Panel.
        recording: The run.
        torque_limit: Level of the dashed line [N m].
        bar: Axes for the colours of a map, see `efforts_as_map`; None for lines. An actuator at a limit is dark there.
    """
    units = [str(unit) for unit in recording["coordinate_unit"].values]
    kinds = [unit for unit in KINDS if unit in units]
    both = len(kinds) > 1
    words = "Joint efforts" if both else "Actuator forces [N]" if kinds == ["m"] else "Joint torques"
    title(ax, "c", words)
    if bar is not None:
        return _draw_effort_map(ax, bar, recording, kinds[0], torque_limit if kinds == ["rad"] else None)
    ax.set_ylabel("torque [N m]")
    if not units:
        ax.set_yticks([])
        return write_centred(ax, "no joints")
    names = [str(name) for name in recording["coordinate"].values]
    few = len(names) <= len(PALETTE)
    colours = colours_of(len(names))
    lines: dict[int, Line2D] = {}
    for kind in kinds:
        place = right_axis(ax) if both and kind == "m" else ax
        columns = [i for i, unit in enumerate(units) if unit == kind]
        lines |= _draw_kind(place, recording, kind, columns, colours, dashed=place is not ax)
    if torque_limit is not None and "rad" in kinds:
        limit = abs(float(torque_limit))
        draw_limit(ax, limit, f"limit {limit:g} N m")
    # With many curves, the first and the last label show the order of the colours.
    order = [*lines] if few else [0, len(names) - 1, *range(1, len(names) - 1)]
    # 296 pt for the title and the legend together, of which an axis at the right takes 40
    room = 296.0 - title_width(ax) - 40.0 * both
    legend(ax, fitting([lines[i] for i in order], [names[i] for i in order], room, maximum=len(PALETTE) if few else 2))


def _draw_effort_map(ax: Axes, bar: Axes, recording: Recording, kind: str, limit: float | None) -> None:
    """Draw the efforts of all joints as rows of an image, numbered from the base."""
    what, unit = KINDS[kind]
    n = recording.dataset.sizes["coordinate"]
    efforts = [Curve(name=f"tau.{i}", unit=unit, values=tau) for i, tau in enumerate(recording["tau"].values.T)]
    label = f"{what} [{unit}]" if limit is None else f"{what} [{unit}], limit {abs(limit):g}"
    _draw_map(ax, bar, recording["time"].values, Panel(what, efforts), label=label, sizes=(8.0, 9.0))
    if "actuator_limit" in recording.dataset:
        time, at = recording["time"].values, recording["actuator_limit"].values != 0
        shown = np.ma.masked_equal(_at_even_times(time, at.astype(np.float64).T), 0.0)
        ax.imshow(np.ones_like(shown) * shown, aspect="auto", origin="lower", extent=(time[0], time[-1], 0.5, n + 0.5),
                  cmap=ListedColormap([INK]), interpolation="nearest", gid=AT_LIMIT)  # fmt: skip
    ax.set_ylabel("joint, from the base")
    ax.set_yticks(sorted({1, n, *range(5 * round(n / 15), n - 2, 5 * round(n / 15))}))


def acts(recording: Recording, unit: str) -> bool:
    """Return True if a coordinate measured in `unit` has an effort above rounding, or none is recorded."""
    tau = np.abs(recording["tau"].values[:, recording["coordinate_unit"].values == unit])
    scale = float(recording["link_mass"].values.sum()) * GRAVITY
    if unit == "rad":
        scale *= float(np.nan_to_num(recording["link_length"].values).sum())
    # Rounding, relative to the robot's weight and its moment.
    return not tau.size or not bool(np.nanmax(tau, initial=0.0) <= 1e-12 * scale)


def _draw_kind(
    ax: Axes, recording: Recording, kind: str, columns: list[int], colours: Sequence[Any], *, dashed: bool
) -> dict[int, Line2D]:
    """Draw the curves of all coordinates of one unit, by their column."""
    what, unit = KINDS[kind]
    time, tau = recording["time"].values, recording["tau"].values[:, columns]
    lines = {}
    for i, values in zip(columns, tau.T, strict=True):
        style = (0, (4, 1.2)) if dashed else "solid"
        (lines[i],) = ax.plot(time, values, color=colours[i], linewidth=1.2, linestyle=style)
        if "actuator_limit" in recording.dataset:  # thick where the actuator is at a limit
            at = recording["actuator_limit"].values[:, i] != 0
            ax.plot(
                time,
                np.where(at, values, np.nan),
                color=colours[i],
                linewidth=3.0,
                solid_capstyle="round",
                gid=AT_LIMIT,
            )
    ax.set_ylabel(f"{what} [{unit}]{', dashed' if dashed else ''}")
    if not acts(recording, kind):
        ax.set_ylim(-1, 1)
        ax.set_yticks([0])
        if not dashed:
            write_centred(ax, f"no actuator {what}", height=0.6)
    else:
        clip_start(ax, time, tau, f"{what} at the start", unit, right=dashed)
    return lines


def clip_start(ax: Axes, time: FloatArray, tau: FloatArray, what: str, unit: str, *, right: bool = False) -> None:
    """Clip the axis below a peak at the start, and annotate the height of the peak."""
    if not tau.size:
        return
    late = tau[time >= time[0] + START]
    peak, usual = (float(np.nanmax(np.abs(values), initial=0.0)) for values in (tau, late))
    if math.isfinite(peak) and usual > 0 and peak > 2 * usual:
        ax.set_ylim(1.6 * min(np.nanmin(late), 0), 1.15 * max(np.nanmax(late), 0))
        place, side = (0.988, "right") if right else (0.012, "left")
        words = f"{what}: up to {peak:.3g} {unit}"
        ax.annotate(words, (place, 0.03), xycoords="axes fraction", ha=side, fontsize=SMALL_FONT, color=GREY)


FAR_LIMIT = 2.5  # ratio of a limit to the largest value above which it is stated, not drawn [-]


def draw_limit(ax: Axes, limit: float, words: str) -> None:
    """Draw a dashed line at the limit, with a label, and one at its negative if the values come near that.

    A limit far above the values is stated only, since its line would flatten the curves.
    """
    low, high = ax.get_ylim()
    if limit > FAR_LIMIT * max(abs(low), abs(high)):
        ax.set_ylim(low, high + 0.22 * (high - low))
        ax.annotate(f"{words}, above this panel", (1, 1), xycoords="axes fraction", xytext=(-4, -3),
                    textcoords="offset points", ha="right", va="top", fontsize=SMALL_FONT, color=INK)  # fmt: skip
        return
    for level in (limit, -limit) if low < -limit / 2 else (limit,):
        ax.axhline(level, color=INK, linewidth=1.0, linestyle=DASHED)
    ax.set_ylim(min(low, -1.1 * limit if low < -limit / 2 else low), max(high, 1.25 * limit))
    ax.annotate(words, (1, limit), xycoords=("axes fraction", "data"), xytext=(-4, 2),
                textcoords="offset points", ha="right", va="bottom", fontsize=SMALL_FONT, color=INK)  # fmt: skip


# ----------------------------------------------------------------------------------------------------------------------
# Figures at the width of a journal's column: panels over a common time axis, each of curves in one unit
#
# The panels have a fixed layout, in inches: Matplotlib's automatic layouts take longer than everything else.
# ----------------------------------------------------------------------------------------------------------------------

LAYOUT = PlotLayout(
    left=0.60, right=0.16, bottom=0.40, top=0.22, bar=(0.08, 0.09), right_with_bar=0.82, legend_row=0.14
)
FEW = len(PALETTE)  # curves that a legend names; more have a colour bar


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


def panels_figure(time: FloatArray, panels: Sequence[Panel], column: str = "single", height: float = 1.2) -> Figure:
    """Draw panels one above the other.

    Args:
        time: Times, shape (n_rows,), [s].
        panels: Panels from the top.
        column: "single" or "double": the width of a journal's column, or of two.
        height: Height of a panel [inch].
    """
    panels = list(panels) or [Panel("", ())]
    width = column_width(column)
    right = LAYOUT.right_with_bar if any(panel.many for panel in panels) else LAYOUT.right
    inner = width - LAYOUT.left - right
    legends = [_legend_rows(panel, inner) for panel in panels]
    tops = [LAYOUT.top + LAYOUT.legend_row * (len(rows) - 1) if rows else 0.7 * LAYOUT.top for rows in legends]
    total = LAYOUT.bottom + len(panels) * height + sum(tops)
    figure = NotebookFigure(figsize=(width, total), dpi=150, facecolor="white")
    axes: list[Axes] = []
    edge = total
    for panel, rows, top in zip(panels, legends, tops, strict=True):
        edge -= top + height
        place = (LAYOUT.left / width, edge / total, inner / width, height / total)
        ax = figure.add_axes(place, sharex=axes[0] if axes else None)
        axes.append(ax)
        quiet(ax, PRINT)
        ax.set_ylabel(shortened(plain(panel.label), 72 * (height + top), PRINT + 0.5))
        ax.yaxis.set_label_coords(-0.47 / inner, 0.5)
        bar = None
        if panel.many:
            left = (LAYOUT.left + inner + LAYOUT.bar[0]) / width
            bar = figure.add_axes((left, edge / total, LAYOUT.bar[1] / width, height / total), label="bar")
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
    # relative variation below which a value is drawn as constant
    steady = high - low < 1e-6 * max(abs(low), abs(high))  # otherwise the axis would show rounding errors
    if panel.from_zero or steady:
        ax.set_ylim(min(1.1 * low if steady else low, 0.0), max(1.1 * high if steady else high, 0.0))
    ax.ticklabel_format(axis="y", scilimits=(-3, 4), useOffset=False)
    if bar is not None:
        _name_colours(bar, colours, short_labels(curves))
    elif rows:
        _legend(ax, lines, rows)


def _at_even_times(time: FloatArray, rows: FloatArray) -> FloatArray:
    """Return the last value of each row before the instants of a map."""
    even = np.linspace(time[0], time[-1], min(len(time), 700))
    return rows[:, np.searchsorted(time, even, side="right") - 1]


def _draw_map(
    ax: Axes,
    bar: Axes,
    time: FloatArray,
    panel: Panel,
    label: str = "",
    sizes: tuple[float, float] = (PRINT - 1, PRINT),
) -> None:
    """Draw the curves as rows of an image: indices from the base upwards, blue below zero and red above.

    Args:
        ax: Panel.
        bar: Axes of the colours.
        time: Times, shape (n_rows,), [s].
        panel: Curves.
        label: Words beside the colours; by default those of the panel.
        sizes: Sizes of the numbers and of the label [pt].
    """
    even = np.linspace(time[0], time[-1], min(len(time), 700))  # instants of a map
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
    colorbar.ax.tick_params(length=2, labelsize=sizes[0], labelcolor=INK, color=INK, pad=2)
    colorbar.set_label(label or panel.label, fontsize=sizes[1], color=INK, labelpad=2)
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
    # of a line sample with its margins in a legend: 22 pt
    widest = max(text_width(name, PRINT) for name in names) + 22.0
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
    places = np.unique(np.linspace(0, n - 1, min(n, 8)).round().astype(int))  # names next to a colour bar
    assert bar.figure is not None
    colorbar = bar.figure.colorbar(scale, cax=bar, ticks=places + 0.5)
    # room for a name next to a colour bar [pt]
    bar.set_yticklabels([plain(shortened(names[i], 42.0, PRINT - 1)) for i in places])
    bar.tick_params(length=0, labelsize=PRINT - 1, labelcolor=INK, pad=2)
    colorbar.minorticks_off()
    colorbar.outline.set_visible(False)


# ----------------------------------------------------------------------------------------------------------------------
# Panel of the body in its plane, at equal intervals of time, with its path
# ----------------------------------------------------------------------------------------------------------------------

N_BODIES = 9
GROUND, WALL, WATER, WAVES = "#efede8", "#dcd8d0", "#eaf3fa", "#7aa8ca"


def draw_bodies(
    ax: Axes, recording: Recording, n_bodies: int = N_BODIES, size: float = 9.0, bar: Axes | None = None
) -> None:
    """Draw the body at equal intervals of time, light to dark, with a dot at its head, and the path of the mid link.

    It is seen along the axis that hides least of it, see `view_plane`, and as wide as its cross-sections are, but not
    so narrow that it could not be seen. Parts without mass (a slide, a mount) are thin; a square marks a fixed base
    stands. Ground that is seen from the side, blocks, poles, upright walls that are seen from above, and water that
    ends within sight lie behind all.

    Args:
        ax: The panel.
        recording: The run.
        n_bodies: Number of bodies.
        size: Text size [pt].
        bar: Position of the colour bar; default: below the panel.
    """
    plane, known = view_plane(recording), np.flatnonzero(finite_rows(recording))
    i, j = plane
    ax.set(xlabel=f"{AXES[i]} [m]", ylabel=f"{AXES[j]} [m]")
    ax.set_aspect("equal", adjustable="datalim")
    if not known.size:
        if bar is not None:
            bar.set_axis_off()
        return write_centred(ax, "no finite positions")
    rows = np.unique(known[np.linspace(0, len(known) - 1, n_bodies).round().astype(int)])
    body = silhouette(recording, plane)
    # limit of the displayed path relative to its extent, so that the body remains visible
    minimum = 0.016 * _extent([line[known] for line in body.lines])
    colours = draw_shapes(ax, recording, body, rows, minimum)
    path = mid_link(recording)[known][:, list(plane)]
    ax.plot(path[:, 0], path[:, 1], color="white", linewidth=2.4, zorder=4)
    ax.plot(path[:, 0], path[:, 1], color=VERMILION, linewidth=1.2, zorder=4)
    ax.plot(*path[-1], "o", color=VERMILION, markeredgecolor="white", markersize=0.67 * size, zorder=4)
    if fixed(recording):
        base = recording["base_position"].values[known[0], list(plane)]
        ax.plot(*base, "s", color=INK, markeredgecolor="white", markersize=0.9 * size, zorder=4)
    ax.autoscale_view()
    draw_world(ax, recording, plane)
    time_bar(ax, bar, recording["time"].values[rows], colours, size)


def draw_shapes(
    ax: Axes, recording: Recording, body: Silhouette, rows: np.ndarray, minimum: float, halo: float = 2.0
) -> np.ndarray:
    """Draw the body at some rows, light to dark, with a dot at its head; parts with mass are at least `minimum` wide, [m].

    A white line of `halo`, [pt], parts each body from those before.

    Returns:
        The colour of each, shape (n_rows, 4).
    """
    colours = np.asarray(colormaps["YlGnBu"](np.linspace(0.22, 1.0, len(rows))))
    head = recording["head_position"].values[:, list(body.plane)]
    for layer, (row, colour) in enumerate(zip(rows, colours, strict=True)):
        shapes = [*body.at(row, minimum), *body.joints_at(row, minimum)]
        order = 2 + layer / len(rows)
        ax.add_collection(PolyCollection(shapes, facecolor="white", edgecolor="white", linewidth=halo, zorder=order))
        ax.add_collection(PolyCollection(shapes, facecolor=colour, edgecolor="none", zorder=order))
        ax.plot(*head[row], "o", color="white", markeredgecolor=colour, markersize=2.2, zorder=order)
    return colours


def draw_world(ax: Axes, recording: Recording, plane: tuple[int, int]) -> None:
    """Draw bounded fluids, ground, blocks, poles and upright walls, behind the body, without changing the view."""
    for area in water_areas(recording, plane):
        # an artist and no patch, so that it does not widen the view
        ax.add_artist(Polygon(area, closed=True, facecolor=WATER, edgecolor=WAVES, linewidth=0.8, zorder=0.9))
    for area in ground_areas(recording, plane):
        ax.add_artist(Polygon(area, closed=True, facecolor=GROUND, edgecolor=GREY, linewidth=0.8, zorder=1))
    for solid, edge in recorded_wall_areas(recording, plane):
        ax.add_artist(Polygon(solid, closed=True, facecolor=WALL, edgecolor="none", zorder=1))
        ax.add_artist(Polygon(edge, closed=True, fill=False, edgecolor=GREY, linewidth=0.8, zorder=1.1))


def _extent(lines: list[FloatArray]) -> float:
    """Larger of the two extents of all points, [m]."""
    points = np.concatenate([line.reshape(-1, 2) for line in lines])
    return float(np.ptp(points, axis=0).max())


def time_bar(ax: Axes, bar: Axes | None, times: FloatArray, colours: np.ndarray, size: float) -> None:
    """Draw the colour bar of the instants."""
    scale = ScalarMappable(BoundaryNorm(np.arange(len(times) + 1), len(times)), ListedColormap(colours))
    below: dict[str, Any] = {"ax": ax, "location": "bottom", "aspect": 45, "pad": 0.02}
    place = below if bar is None else {"cax": bar, "orientation": "horizontal"}
    assert ax.figure is not None
    colorbar = ax.figure.colorbar(scale, ticks=np.arange(len(times)) + 0.5, **place)
    colorbar.ax.set_xticklabels([f"{time:.3g}" for time in times])
    colorbar.set_label("time of the drawn body [s]", color=INK, fontsize=size)
    colorbar.ax.tick_params(length=0, labelsize=size - 1, labelcolor=INK)
    colorbar.minorticks_off()
    colorbar.outline.set_visible(False)
